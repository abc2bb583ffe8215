#include "ui/lobby/page.h"

#include "crypto/system_rng.h"
#include "ui/home/identity.h"
#include "ui/home/places.h"
#include "ui/home/settings.h"
#include "ui/home/transcript_files.h"
#include "ui/seat/status_socket.h"
#include "ui/words/printable.h"

namespace fairdeal::lobby {

using words::said;
namespace {

constexpr std::chrono::milliseconds kAddressPatience{1'000};
constexpr std::size_t kLastWordsMax = 600;
constexpr std::size_t kVerdictsMax = 200;

/// Returns the verdict that an audit's exit code means; "" if there is none.
std::string verdict_of(int code) {
  using audit::Verdict;
  for (const Verdict verdict :
       {Verdict::valid, Verdict::invalid, Verdict::incomplete, Verdict::cannot_check})
    if (code == static_cast<int>(home::exit_for(verdict))) return audit::name(verdict);
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
  return words::printable_lines(text);
}

Page::Page(boost::asio::io_context& io, front::PageDisplay& display, Places places, Person person,
           std::vector<front::message::LobbyGame> games)
    : front::Page(io, display),
      io_(io),
      person_(std::move(person)),
      games_(std::move(games)),
      scan_(io, std::move(places), [this](front::LobbyFacts news) {
        news.starting = facts_.starting;
        news.opened = facts_.opened;
        news.open_address = facts_.open_address;
        facts_ = std::move(news);
        changed();
      }) {}

void Page::on_typed(const std::string& line) {
  trouble_.clear();
  if (!facts_.starting.empty()) return refuse(said("one_thing"), said("opening_already"));
  const auto order = parse_line(line);
  if (!order)
    return refuse(said("not_from_here"), words::plain(words::printable(order.error().about) + "."));
  if (order->what == Order::What::go_to) return go_to(order->process);
  if (order->what == Order::What::name) return rename(order->value);
  if (order->what == Order::What::relay) return use_relay(order->value);
  if (order->what == Order::What::show_losing) return show_losing(order->value == "yes");
  if (!order->file.empty() && !scan_.transcript(order->file))
    return refuse(said("not_from_here"), said("no_such_transcript"));
  start(line, *order);
}

/// Gives the identity another name, and makes the identity if there is none yet. The key stays, so
/// contacts know the person as before.
void Page::rename(const std::string& name) {
  crypto::SystemRng rng;
  auto identity = home::obtain_identity(person_.identity, name, rng);
  Result<> renamed = identity ? Result<>() : Result<>(fail(identity.error()));
  if (identity && identity->nickname != name) {
    identity->nickname = name;
    renamed = home::replace_identity(*identity, person_.identity);
  }
  if (!renamed)
    return refuse(said("name_stays"),
                  words::plain(words::failure_of(renamed.error(), "Could not rename").message));
  if (person_.named)
    if (const auto kept = home::keep_setting(home::setting_of("nickname"), {name}); !kept)
      return refuse(said("name_until_end"), words::plain(kept.error().message));
  person_.name = name;
  person_.chose_name = true;
}

/// Opens tables through this relay from now on, and keeps it for all programs of this person.
void Page::use_relay(const std::string& relay) {
  person_.relays = relay.empty() ? std::vector<std::string>() : std::vector{relay};
  person_.asked = true;
  if (const auto kept = home::keep_setting(home::setting_of("relay"), person_.relays); !kept)
    refuse(said("relay_until_end"), words::plain(kept.error().message));
}

/// Shows or mucks losing hands from now on, at all tables of this person that begin later.
void Page::show_losing(bool shows) {
  person_.shows_losing = shows;
  if (const auto kept =
          home::keep_setting(home::setting_of("show-losing"), {shows ? "true" : "false"});
      !kept)
    refuse(said("choice_until_end"), words::plain(kept.error().message));
}

std::vector<std::string> Page::arguments_of(const Order& order) const {
  auto arguments = order.arguments;
  if (!order.file.empty()) arguments.push_back(scan_.transcript(order.file)->string());
  const std::string command = arguments.front();
  if (command == "host" || command == "join" || command == "play")
    arguments.push_back(person_.shows_losing ? "--show-losing" : "--no-show-losing");
  if (command == "host" || command == "join" || command == "resume")
    arguments.insert(arguments.end(), person_.places.begin(), person_.places.end());
  if (person_.named && (command == "host" || command == "join" || command == "resume"))
    arguments.insert(arguments.end(), {"--nickname", person_.name});
  if (command == "host")
    for (const std::string& relay : person_.relays)
      arguments.insert(arguments.end(), {"--relay", relay});
  if (order.what == Order::What::page)
    arguments.insert(arguments.end(), {"--web", "--no-open", "--web-port", "0"});
  return arguments;
}

void Page::start(const std::string& line, const Order& order) {
  facts_.starting = order.secret.empty() ? line : order.arguments.front();
  const auto started = Child::start(io_, arguments_of(order), order.secret,
                                    [this, order](const Child::News& news) { heard(order, news); });
  if (started) return;
  facts_.starting.clear();
  refuse(said("nothing_opened"), words::plain(started.error().about + "."));
}

void Page::heard(const Order& order, const Child::News& news) {
  facts_.starting.clear();
  if (order.what == Order::What::audit) {
    heard_verdict(order.file, news);
  } else if (!news.address.empty()) {
    lead_to(news.address);
  } else {
    refuse(said("nothing_opened"), words::plain(ending_words(news.said, kLastWordsMax)));
  }
  scan_.look_again();
  changed();
}

void Page::heard_verdict(const std::string& file, const Child::News& news) {
  const std::string verdict = verdict_of(news.code.value_or(1));
  std::string last = ending_words(news.said, kLastWordsMax);
  // Each file's part begins with its path, which says nothing new.
  if (const auto path = scan_.transcript(file); path && last.starts_with(path->string() + ": "))
    last.erase(0, path->string().size() + 2);
  if (!verdict.empty() && verdicts_.size() < kVerdictsMax) verdicts_[file] = verdict;
  add_trouble(news.code != 0, verdict.empty() ? said("not_audited") : words::plain(verdict),
              words::plain(last));
}

void Page::go_to(const std::string& process) {
  const std::string address = seat::ask_for_page(home::status_folder(), process, kAddressPatience);
  if (address.empty() || address_in(address + "\n") != address)
    return refuse(said("page_not_opened"), said("page_gone"));
  lead_to(address);
}

void Page::lead_to(const std::string& address) {
  ++facts_.opened;
  facts_.open_address = address;
}

void Page::refuse(const words::Said& title, const words::Said& text) {
  add_trouble(true, title, text);
}

void Page::add_trouble(bool bad, const words::Said& title, const words::Said& text) {
  trouble_.push_back({.bad = bad,
                      .title = title.text(),
                      .text = text.text(),
                      .said = {{"title", title.json()}, {"text", text.json()}}});
}

front::PageFacts Page::facts() {
  front::PageFacts facts;
  facts.phase = "lobby";
  facts.trouble = trouble_;
  facts.lobby = facts_;
  facts.lobby->me = person_.name;
  facts.lobby->asks_name = !person_.chose_name;
  facts.lobby->relays = person_.relays;
  facts.lobby->shows_losing = person_.shows_losing;
  facts.lobby->asks_reach = !person_.asked;
  if (!person_.asked) facts.lobby->offered = person_.offered;
  facts.lobby->games = games_;
  for (front::LobbyFinished& match : facts.lobby->finished)
    if (const auto verdict = verdicts_.find(match.file); verdict != verdicts_.end())
      match.verdict = verdict->second;
  return facts;
}

}  // namespace fairdeal::lobby
