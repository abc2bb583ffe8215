#include "ui/front/page.h"

#include <algorithm>
#include <csignal>

#include "rules/json_reader.h"
#include "ui/words/printable.h"

namespace fairdeal::front {
namespace {

/// A page that is loaded again comes back within this time.
constexpr std::chrono::seconds kComesBack{3};
/// A page waits longer with each call that finds no program (web/src/store/socket.ts): the fourth
/// call comes within this time.
constexpr std::chrono::seconds kComesAfterMatch{15};
/// A number with fewer digits than this is exact in a page.
constexpr std::size_t kRoundedDigits = 16;

}  // namespace

Page::Page(boost::asio::io_context& io, PageDisplay& display)
    : display_(display), linger_(io), signals_(io) {
  display_.show(io, *this);
}

void Page::add(const char* kind, const std::string& text, int seat, Json said, Json heading) {
  // A trick goes on whatever is said meanwhile.
  if (!open_.is_trick()) {
    (void)open_.end();
    open_at_ = 0;
  }
  log_line({.kind = kind, .text = text, .seat = seat});
  lines_.push_back({++seq_, kind, text, seat, hand_, false, std::move(said), std::move(heading)});
  if (lines_.size() > kLinesMax) lines_.pop_front();
  changed();
}

void Page::add_event(const std::string& text, Json said, Json heading, std::int64_t took_ms) {
  lines_.push_back(
      {++seq_, "event", text, -1, hand_, false, std::move(said), std::move(heading), took_ms});
  if (lines_.size() > kLinesMax) lines_.pop_front();
  changed();
}

void Page::add_told(const words::Said& told) {
  for (const words::Said& whole : open_.add(told)) {
    put_open(whole.text());
    open_at_ = 0;
  }
  if (const std::string now = open_.line().text(); !now.empty()) put_open(now);
  changed();
}

/// Writes the line that may still grow: in its place, or below all others if it is new.
void Page::put_open(const std::string& text) {
  const auto found = std::ranges::find(log_, open_at_, &PageLine::seq);
  if (open_at_ != 0 && found != log_.end()) {
    found->text = text;
    return;
  }
  log_line({.kind = "event", .text = text});
  open_at_ = log_seq_;
}

void Page::log_line(PageLine line) {
  line.seq = ++log_seq_;
  log_.push_back(std::move(line));
  if (log_.size() > kLinesMax) log_.pop_front();
}

void Page::mark_shown() {
  if (!lines_.empty()) lines_.back().shows = true;
}

void Page::on_new_deck(const rules::AnyGame& game) {
  const Json state = game.json();
  hand_ = rules::JsonReader(state).member("hand").natural().value_or(hand_ + 1);
}

std::string Page::lines_message(std::uint64_t seq) {
  std::vector<PageLine> lines;
  for (const PageLine& line : lines_)
    if (line.seq > seq) lines.push_back(line);
  return page_lines_text(lines);
}

bool Page::take(const std::string& message) {
  const auto said = parse_from_page(message);
  if (said) hear(*said);
  return said.has_value();
}

void Page::hear(const FromPage& said) {
  if (ended_ && !lingering_) return said.chosen ? void() : on_late(said.line);
  if (said.asked && answers_another(said, facts().question)) {
    const words::Said why = words::said("no_answer_now");
    add("note", why.text(), -1, why.json());
  } else if (lingering_) {
    on_typed_at_end(words::word_typed(said.line));
  } else if (said.chosen) {
    if (const auto move = exact_move(said.chosen->action))
      on_move(said.chosen->step, *move);
    else
      add("note", "That may be one of several moves: type it.");
  } else {
    on_typed(said.line);
  }
  changed();
}

/// Returns the move that a page means, which has texts for the numbers that it cannot hold; nothing
/// if that may be several moves.
std::optional<rules::Action> Page::exact_move(const rules::Action& chosen) {
  std::size_t digits = 0, most = 0;
  for (const char c : chosen.text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    most = std::max(most, digits);
  }
  if (most < kRoundedDigits) return chosen;
  const PageFacts now = facts();
  if (!now.game || !now.game->asks || !now.game->observer) return chosen;
  return meant_by(chosen, now.game->game, *now.game->observer);
}

bool Page::end(bool lingers, std::function<void()> then, bool is_awaited) {
  if (std::exchange(ended_, true)) return false;
  then_ = std::move(then);
  const bool is_seen = display_.viewers() > 0;
  if (!lingers || (!is_seen && !is_awaited)) {
    farewell();
    return false;
  }
  lingering_ = true;
  changed();
  if (!is_seen) wait_for_pages(kComesAfterMatch);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) signals_.add(signal);
  signals_.async_wait([this](boost::system::error_code error, int) {
    if (!error) on_typed_at_end("quit");
  });
  return true;
}

void Page::farewell() {
  lingering_ = false;
  linger_.cancel();
  signals_.cancel();
  if (then_) display_.stop(std::exchange(then_, nullptr));
}

void Page::on_typed_at_end(const std::string& line) {
  const bool yes = line == "yes" || line == "y";
  if (!yes && line != "no" && line != "n" && line != "leave" && line != "quit") return;
  again_ = yes;
  farewell();
}

void Page::on_pages(std::size_t count) {
  on_page_count(count);
  linger_.cancel();
  if (!lingering_ || count > 0) return;
  wait_for_pages(kComesBack);
}

/// Says farewell if no page comes within this time.
void Page::wait_for_pages(std::chrono::seconds most) {
  linger_.expires_after(most);
  linger_.async_wait([this](boost::system::error_code cancelled) {
    if (!cancelled && lingering_ && display_.viewers() == 0) farewell();
  });
}

}  // namespace fairdeal::front
