#include "ui/author/inspect_page.h"

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "ui/author/page_inspect.h"

namespace fairdeal::author {
namespace {

constexpr std::size_t kAnswerBytesMax = 4096;  ///< states and views have tabs of their own
constexpr std::string_view kLook = "look";

}  // namespace

InspectPage::InspectPage(boost::asio::io_context& io, front::PageDisplay& display,
                         Inspector inspector, std::string what)
    : front::Page(io, display),
      io_(io),
      interrupts_(io),
      inspector_(std::move(inspector)),
      file_(std::move(what)),
      what_(std::filesystem::path(file_).filename().string()) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) interrupts_.add(signal);
  interrupts_.async_wait([this](boost::system::error_code cancelled, int) {
    if (!cancelled) quit();
  });
  changed();
}

void InspectPage::quit() {
  interrupts_.cancel();
  end(false, [this] { io_.stop(); });
}

bool InspectPage::asks() const {
  const auto active = inspector_.match().game().active();
  return !inspector_.match().is_transcript() && looks_ &&
         std::ranges::find(active, *looks_) != active.end() && !inspector_.has_chosen(*looks_);
}

void InspectPage::on_move(std::uint64_t step, const rules::Action& action) {
  if (step != step_ || !asks()) return add("trouble", "That move was for an earlier place.");
  if (!rules::allows(inspector_.match().game(), *looks_, action))
    return add("trouble", "That move is not legal here.");
  ++step_;
  tell(inspector_.choose(*looks_, action));
}

void InspectPage::on_typed(const std::string& line) {
  ++step_;
  if (line == kLook || line.starts_with(std::string(kLook) + " "))
    return look(line.substr(std::min(line.size(), kLook.size() + 1)));
  tell(inspector_.answer(line));
  // Another match was loaded.
  if (looks_ && !inspector_.match().step().known.contains(*looks_)) looks_.reset();
  if (inspector_.has_quit()) quit();
}

void InspectPage::tell(const Inspector::Answered& answer) {
  if (!answer)
    add("trouble", answer.error().message + " " + answer.error().hint);
  else if (!answer->is_place)
    add("note", answer->text.size() <= kAnswerBytesMax
                    ? answer->text
                    : answer->text.substr(0, kAnswerBytesMax) + " \xe2\x80\xa6");
}

void InspectPage::look(const std::string& who) {
  if (who == "all") return looks_.reset();
  const auto seat = inspector_.seat_of(who, "look all, or look 1");
  if (!seat) return tell(tl::unexpected(seat.error()));
  if (!inspector_.match().step().known.contains(*seat))
    return add("trouble",
               "Nothing says what " + inspector_.match().names()[*seat] + " sees. Write look all.");
  looks_ = *seat;
}

front::PageFacts InspectPage::facts() {
  const InspectedMatch& match = inspector_.match();
  const rules::AnyGame& game = match.game();
  front::PageFacts facts;
  facts.phase = "inspect";
  facts.table = {
      .id = file_, .game = game.info().name, .params = game.params(), .seats = game.seats()};
  facts.step = step_;
  facts.game = front::PageGame{
      .game = game,
      .observer = looks_,
      .known = looks_ ? match.known(*looks_).value_or(rules::Known()) : rules::Known(),
      .names = match.names().all(),
      .asks = asks()};
  facts.turn.mine = asks();
  facts.turn.seats = game.active();
  for (std::uint32_t i = 0; i < game.seats(); ++i)
    facts.seats.push_back({.name = match.names()[Seat(i)],
                           .to_act = std::ranges::count(facts.turn.seats, Seat(i)) > 0});
  if (const auto result = game.result())
    facts.result = front::page_result(
        words::result_said(*result, game.info(), rules::Observer(), match.names()), *result);
  facts.inspect = inspect_message(inspector_, looks_, what_);
  return facts;
}

}  // namespace fairdeal::author
