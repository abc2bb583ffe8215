#include "ui/author/script_watch.h"

#include <csignal>
#include <poll.h>
#include <unistd.h>

#include <sys/prctl.h>
#include <sys/wait.h>

#include "base/seeded_rng.h"
#include "rules/json_reader.h"
#include "rules/laws.h"
#include "rules/players/player.h"
#include "rules/registry.h"
#include "rules/views.h"
#include "ui/author/inspect_match.h"
#include "ui/sandbox/script_client.h"
#include "ui/sandbox/script_files.h"

namespace fairdeal::author {
namespace {

constexpr std::size_t kWatchedEventsMax = 5'000;
constexpr std::size_t kWatchedBytesMax = std::size_t{64} << 20;
constexpr std::size_t kWatchedParamsMax = std::size_t{64} << 10;

/// Plays one match, in the process that is confined.
class WatchedMatch {
 public:
  WatchedMatch(const WatchedTerms& terms, const WatchedPlay* before)
      : terms_(terms), before_(before) {}

  WatchedPlay play() {
    if (auto failure = run()) now_.wrong = std::move(*failure);
    return std::move(now_);
  }

 private:
  /// Returns what went wrong, if something did.
  std::optional<std::string> run() {
    std::string game = terms_.file;
    if (const auto used = sandbox::use_script(game); !used) return used.error().message;
    now_.game = game;
    const auto params = rules::parse_json(terms_.params, kWatchedParamsMax);
    if (!params) return "--params is no JSON: " + terms_.params;
    const rules::Module& module = **rules::find_module(game);
    now_.hint = sandbox::drawing_words(module);
    const std::size_t seats = terms_.seats == 0 ? module.info().seats_min : terms_.seats;
    const auto first = rules::start_game(game, *params, seats);
    if (!first) return describe(first.error());
    const sandbox::DrawingsAreWaitedFor judged;
    InspectedMatch match(*first, terms_.seed);
    now_.first_state = rules::text(first->json());
    if (before_ != nullptr && before_->first_state != now_.first_state)
      differ("the first state", rules::json_or_null(before_->first_state), first->json());
    if (auto broken = play_on(match)) return broken;
    if (const auto laws = rules::check_laws(module, *params, seats, terms_.seed); laws.broken)
      return "A law is broken: " + *laws.broken;
    return {};
  }

  std::optional<std::string> play_on(InspectedMatch& match) {
    while (!match.game().over() && match.last() < kWatchedEventsMax) {
      const auto happened = match.game().active().empty() ? match.chance() : move(match);
      if (!happened)
        return "Event " + std::to_string(match.last() + 1) + ": " + describe(happened.error());
      note(match);
      now_.drawing = match.game().draw({}, {}, match.names().all());
    }
    if (!match.game().over())
      return "The match has not ended after " + std::to_string(kWatchedEventsMax) + " events";
    now_.result = words::describe_result(*match.game().result(), match.names());
    if (before_ != nullptr && now_.differs.empty() &&
        before_->events.size() != now_.events.size() && !before_->wrong)
      now_.differs = "It ends after event " + std::to_string(now_.events.size()) +
                     ", and ended after " + std::to_string(before_->events.size());
    return {};
  }

  /// Makes the same move as before, if that is legal, or a random one.
  Result<> move(InspectedMatch& match) {
    const std::size_t at = match.last();
    if (before_ != nullptr && at < before_->events.size() && !strays_) {
      const auto event = event_of_seats(before_->events[at].event, match.game().seats());
      if (event && match.happen(*event)) return {};
      strays_ = true;
      if (now_.differs.empty())
        now_.differs = "Event " + std::to_string(at + 1) + " was \"" + before_->events[at].words +
                       "\", and that is not possible any more";
    }
    return match.random();
  }

  void note(const InspectedMatch& match) {
    std::string words;
    for (const words::Said& line : match.step().said)
      words += (words.empty() ? "" : " ") + line.text();
    const std::size_t at = now_.events.size();
    now_.events.push_back(
        {match::event_json(match.step().events.front()), match.game().json(), words});
    if (before_ == nullptr || !now_.differs.empty() || at >= before_->events.size()) return;
    const auto &was = before_->events[at], &is = now_.events.back();
    const std::string place = "event " + std::to_string(at + 1);
    if (was.event != is.event) {
      now_.differs = place + " was \"" + was.words + "\", and is \"" + is.words + "\"";
      now_.differs[0] = 'E';
    } else if (was.state != is.state) {
      differ("the state after " + place + " (" + is.words + ")", was.state, is.state);
    }
  }

  void differ(const std::string& what, const words::Json& was, const words::Json& is) {
    constexpr std::size_t kEditsMax = 5;
    now_.differs = "In " + what + ":";
    const words::Json edits = rules::difference(was, is);
    for (std::size_t i = 0; i < edits.size() && i < kEditsMax; ++i) {
      std::string path;
      for (const words::Json& key : edits[i][0])
        path += "/" + rules::JsonReader(key).text().value_or(key.dump());
      now_.differs +=
          "\n  " + path + (edits[i].size() == 1 ? " is gone" : " = " + edits[i][1].dump());
    }
    if (edits.size() > kEditsMax) now_.differs += "\n  and more";
  }

  const WatchedTerms& terms_;
  const WatchedPlay* before_;
  WatchedPlay now_;
  bool strays_ = false;  ///< a move of before was not possible, so the others mean nothing here
};

words::Json play_json(const WatchedPlay& play) {
  words::Json events = words::Json::array();
  for (const auto& event : play.events) events.push_back({event.event, event.state, event.words});
  return {{"game", play.game},
          {"hint", play.hint},
          {"first_state", play.first_state},
          {"events", events},
          {"drawing", play.drawing},
          {"result", play.result},
          {"wrong", play.wrong ? words::Json(*play.wrong) : words::Json()},
          {"differs", play.differs}};
}

/// Reads what the other process wrote; a text that is none comes of a process that broke down.
WatchedPlay play_of(const std::string& text) {
  WatchedPlay play;
  const words::Json json = rules::json_or_null(text);
  const rules::JsonReader reader(json);
  if (!reader.is_object()) {
    play.wrong = "The process that played it broke down.";
    return play;
  }
  const auto text_of = [](const rules::JsonReader& one) { return one.text().value_or(""); };
  play.game = text_of(reader.member("game"));
  play.hint = text_of(reader.member("hint"));
  play.first_state = text_of(reader.member("first_state"));
  for (const rules::JsonReader& event : reader.member("events").elements())
    play.events.push_back(
        {event.element(0).json(), event.element(1).json(), text_of(event.element(2))});
  play.drawing = text_of(reader.member("drawing"));
  play.result = text_of(reader.member("result"));
  play.wrong = reader.member("wrong").text();
  play.differs = text_of(reader.member("differs"));
  return play;
}

[[noreturn]] void play_in_child(const WatchedTerms& terms, const WatchedPlay* before, int out,
                                pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  std::string text;
  try {
    text = play_json(WatchedMatch(terms, before).play())
               .dump(-1, ' ', false, words::Json::error_handler_t::replace);
  } catch (const std::exception& error) {
    WatchedPlay failed;
    failed.wrong = error.what();
    text = play_json(failed).dump(-1, ' ', false, words::Json::error_handler_t::replace);
  }
  for (std::size_t at = 0; at < text.size();) {
    const auto written = ::write(out, text.data() + at, text.size() - at);
    if (written <= 0) ::_exit(1);
    at += static_cast<std::size_t>(written);
  }
  ::_exit(0);
}

/// Reads to the end. Returns none if `stop` can be read before.
std::optional<std::string> read_all(int in, int stop) {
  std::string text;
  for (;;) {
    pollfd ready[] = {{in, POLLIN, 0}, {stop, POLLIN, 0}};
    if (::poll(ready, 2, -1) < 0) continue;
    if (ready[1].revents != 0) return {};
    char part[65536];
    const auto got = ::read(in, part, sizeof part);
    if (got <= 0 || text.size() > kWatchedBytesMax) return text;
    text.append(part, static_cast<std::size_t>(got));
  }
}

}  // namespace

std::optional<WatchedPlay> play_watched(const WatchedTerms& terms, const WatchedPlay* before,
                                        int stop) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    ::close(ends[0]);
    play_in_child(terms, before, ends[1], parent);
  }
  ::close(ends[1]);
  const auto text = read_all(ends[0], stop);
  ::close(ends[0]);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  return text ? std::optional(play_of(*text)) : std::nullopt;
}

}  // namespace fairdeal::author
