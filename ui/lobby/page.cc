#include "ui/lobby/page.h"

#include "ui/home/paths.h"
#include "ui/home/transcript_files.h"
#include "ui/seat/status_socket.h"
#include "ui/words/printable.h"

namespace fairdeal::apps {
namespace {

constexpr std::chrono::milliseconds kAddressPatience{1'000};
constexpr std::size_t kLastWordsMax = 600;
constexpr std::size_t kVerdictsMax = 200;

/// Returns the verdict that an audit's exit code means; "" if there is none.
std::string verdict_of(int code) {
  using runtime::Verdict;
  for (const Verdict verdict :
       {Verdict::valid, Verdict::invalid, Verdict::incomplete, Verdict::cannot_check})
    if (code == static_cast<int>(exit_for(verdict))) return runtime::name(verdict);
  return "";
}

}  // namespace

std::string ending_words(const std::string& said, std::size_t bytes_max) {
  std::string text = said;
  while (!text.empty() && text.back() <= ' ') text.pop_back();
  if (text.size() > bytes_max) {
    text.erase(0, text.size() - bytes_max);
    text.erase(0, text.find('\n') == std::string::npos ? 0 : text.find('\n') + 1);
  }
  constexpr std::string_view kName = "fairdeal: ";
  for (std::size_t at = 0; at < text.size();) {
    if (std::string_view(text).substr(at).starts_with(kName)) text.erase(at, kName.size());
    const std::size_t end = text.find('\n', at);
    at = end == std::string::npos ? text.size() : end + 1;
  }
  return printable_lines(text);
}

LobbyPage::LobbyPage(boost::asio::io_context& io, PageDisplay& display, LobbyPlaces places,
                     Person person, Json games)
    : Page(io, display),
      io_(io),
      person_(std::move(person)),
      games_(std::move(games)),
      scan_(io, std::move(places), [this](LobbyFacts news) {
        news.starting = facts_.starting;
        news.opened = facts_.opened;
        news.open_address = facts_.open_address;
        facts_ = std::move(news);
        changed();
      }) {}

void LobbyPage::on_typed(const std::string& line) {
  trouble_.clear();
  if (!facts_.starting.empty())
    return refuse("One thing after another", "Something is being opened already.");
  const auto order = parse_lobby_line(line);
  if (!order) return refuse("This cannot be done from here", printable(order.error().about) + ".");
  if (order->what == LobbyOrder::What::go_to) return go_to(order->process);
  if (!order->file.empty() && !scan_.transcript(order->file))
    return refuse("This cannot be done from here", "There is no such transcript any more.");
  start(line, *order);
}

std::vector<std::string> LobbyPage::arguments_of(const LobbyOrder& order) const {
  auto arguments = order.arguments;
  if (!order.file.empty()) arguments.push_back(scan_.transcript(order.file)->string());
  const std::string& command = arguments.front();
  if (command == "host" || command == "join" || command == "resume")
    arguments.insert(arguments.end(), person_.places.begin(), person_.places.end());
  if (order.what == LobbyOrder::What::page)
    arguments.insert(arguments.end(), {"--web", "--no-open", "--web-port", "0"});
  return arguments;
}

void LobbyPage::start(const std::string& line, const LobbyOrder& order) {
  facts_.starting = order.secret.empty() ? line : order.arguments.front();
  const auto started =
      LobbyChild::start(io_, arguments_of(order), order.secret,
                        [this, order](const LobbyChild::News& news) { heard(order, news); });
  if (started) return;
  facts_.starting.clear();
  refuse("Nothing was opened", started.error().about + ".");
}

void LobbyPage::heard(const LobbyOrder& order, const LobbyChild::News& news) {
  facts_.starting.clear();
  if (order.what == LobbyOrder::What::audit) {
    heard_verdict(order.file, news);
  } else if (!news.address.empty()) {
    lead_to(news.address);
  } else {
    refuse("Nothing was opened", ending_words(news.said, kLastWordsMax));
  }
  scan_.look_again();
  changed();
}

void LobbyPage::heard_verdict(const std::string& file, const LobbyChild::News& news) {
  const std::string verdict = verdict_of(news.code.value_or(1));
  std::string words = ending_words(news.said, kLastWordsMax);
  // Each file's part begins with its path, which says nothing new.
  if (const auto path = scan_.transcript(file); path && words.starts_with(path->string() + ": "))
    words.erase(0, path->string().size() + 2);
  if (!verdict.empty() && verdicts_.size() < kVerdictsMax) verdicts_[file] = verdict;
  trouble_.push_back({news.code != 0, verdict.empty() ? "Not audited" : verdict, words});
}

void LobbyPage::go_to(const std::string& process) {
  const std::string address = ask_for_page(status_folder(), process, kAddressPatience);
  if (address.empty() || address_in(address + "\n") != address)
    return refuse("That page cannot be opened", "Its program has ended, or is busy: try again.");
  lead_to(address);
}

void LobbyPage::lead_to(const std::string& address) {
  ++facts_.opened;
  facts_.open_address = address;
}

void LobbyPage::refuse(const std::string& title, const std::string& text) {
  trouble_.push_back({true, title, text});
}

PageFacts LobbyPage::facts() {
  PageFacts facts;
  facts.phase = "lobby";
  facts.trouble = trouble_;
  facts.lobby = facts_;
  facts.lobby->me = person_.name;
  facts.lobby->games = games_;
  for (LobbyFinished& match : facts.lobby->finished)
    if (const auto verdict = verdicts_.find(match.file); verdict != verdicts_.end())
      match.verdict = verdict->second;
  return facts;
}

}  // namespace fairdeal::apps
