#include "cli/watch.h"

#include <csignal>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include "crypto/system_rng.h"
#include "net/session/watch_session.h"
#include "rules/json_full.h"
#include "ui/front/open_page.h"
#include "ui/front/queued_terminal.h"
#include "ui/home/identity.h"
#include "ui/home/places.h"
#include "ui/home/transcript_files.h"
#include "ui/sandbox/confine.h"
#include "ui/sandbox/native_files.h"
#include "ui/seat/watch_page.h"
#include "ui/words/heading.h"
#include "ui/words/invitation.h"
#include "ui/words/log_lines.h"
#include "ui/words/printable.h"
#include "ui/words/table_link.h"
#include "ui/words/words.h"

/// `fairdeal watch` shows a table to somebody who has no seat there.

namespace fairdeal::cli {
namespace {

using WatchHow = session::WatchSession::Ended::How;

/// Where a table can be watched, and whose it is.
struct WatchPlace {
  std::vector<sockets::Address> addresses;
  std::optional<crypto::PublicKey> host{};
  std::optional<meet::Token> token{};
};

tl::expected<WatchPlace, words::Failure> watch_place_of(const std::string& typed) {
  const std::string found = words::invitation_in(typed), &text = found.empty() ? typed : found;
  if (!text.starts_with(words::TableLink::kBegins)) {
    const auto address = sockets::Address::parse(text);
    if (address) return WatchPlace{{*address}};
    return tl::unexpected(
        words::Failure{words::Exit::usage, "bad_address",
                       "'" + words::printable(text) + "' is no address and no link.",
                       "For example 192.168.1.20:7777."});
  }
  const auto link = words::TableLink::parse(text);
  if (!link)
    return tl::unexpected(words::Failure{words::Exit::usage, "bad_link",
                                         "This link cannot be used: " + link.error().about + ".",
                                         "Copy the host's whole line, and put it in quotes."});
  if (!link->watch)
    return tl::unexpected(words::Failure{words::Exit::usage, "bad_link",
                                         "With this link people sit down: fairdeal join.",
                                         "Ask the host for the link by which people watch."});
  if (link->addresses.empty())
    return tl::unexpected(words::Failure{words::Exit::usage, "bad_link",
                                         "This link names no address.",
                                         "Ask the host for its address."});
  return WatchPlace{link->addresses, link->host, link->token};
}

words::Failure failure_of_watch(const session::WatchSession::Ended& ended) {
  const std::string about = ended.error ? words::printable(ended.error->about) : "";
  const std::string quoted =
      about.empty() ? "" : "The host's program says: " + words::quoted(about);
  const std::string why = ended.error ? words::printable(describe(*ended.error)) : "";
  switch (ended.how) {
    case WatchHow::unreachable:
      return {words::Exit::unreachable, "unreachable", "Could not reach the table: " + about + ".",
              "Check the address, and that the host is still there."};
    case WatchHow::not_invited:
      return {words::Exit::refused, "not_invited",
              "This table is watched by invitation. Ask the host for the link to watch.", quoted};
    case WatchHow::other_host:
      return {words::Exit::refused, "identity_differs",
              "Somebody else answers there: the key is not that of the host in your link.", ""};
    case WatchHow::incompatible:
      return {words::Exit::incompatible, "incompatible",
              "This program cannot watch there: " + why + ".",
              ended.error->fault == Fault::unknown_module
                  ? sandbox::kNameTheLibrary
                  : "Both sides need the same version of fairdeal."};
    case WatchHow::violated:
      return {words::Exit::violated, name(ended.error->fault),
              "The host sent what no table decides: " + why + ".", ""};
    case WatchHow::failed:
      return {words::Exit::usage, "storage", "The transcript cannot be written: " + about + ".",
              "Make room, or choose another place with --transcript."};
    default:
      return {words::Exit::refused, "refused", "The host's program does not let you watch.",
              quoted};
  }
}

/// Shows a table to a person who watches, and writes the events for a program that does.
class WatchScreen final : public session::WatchSession::Viewer {
 public:
  WatchScreen(boost::asio::io_context& io, const WatchOptions& options, const words::Output& output,
              front::PageDisplay* display)
      : io_(io), options_(options), output_(output) {
    if (display == nullptr) return;
    page_.emplace(io, *display, options.transcript);
    if (options_.page.screen)
      terminal_.mute();
    else
      terminal_.line("Open " + display->address() +
                     " in your browser: you watch there. It works once.");
  }

  void on_waiting() override {
    event("waiting", words::Json::object());
    say("The table has not begun yet: waiting until it does.");
  }
  void on_begin(const state::Table& table) override {
    names_ = words::Names::of(table.charter());
    game_ = table.game();
    if (page_) page_->look(table, *names_);
    std::string players;
    for (std::uint32_t i = 0; i < table.seats(); ++i)
      players += (i == 0 ? "" : ", ") + (*names_)[Seat(i)];
    event("begin", {{"table", table.id().hex()},
                    {"game", table.charter().module},
                    {"players", names_->all()}});
    say(table.charter().module + ": " + players +
        ". Each step that you see is checked, and so far behind that nobody at the table learns "
        "from it.");
  }
  void on_step(const state::Table& table) override {
    words::Json lines = words::Json::array();
    for (const auto& event : table.events()) {
      const rules::AnyGame after = game_->after(event).value();
      const std::vector<words::Said> told = words::described(event, *game_, after, *names_, dealt_);
      const auto logged = parts_.next(*game_, told);
      const std::string text = logged.all.text();
      dealt_.note(event);
      if (page_ && std::holds_alternative<rules::Shuffled>(event) && words::waits_for_deck(*game_))
        page_->on_new_deck(after);
      if (!text.empty()) {
        lines.push_back(text);
        if (page_) page_->add_event(text, logged.all.json(), logged.heading);
        for (const words::Said& line : logged.lines) {
          if (page_) page_->add_told(line);
          print(log_.add(line));
        }
      }
      game_ = after;
    }
    if (page_) page_->look(table, *names_);
    event("step", {{"step", table.step().value - 1},
                   {"head", table.head().hex()},
                   {"text", lines},
                   {"view", table.game().view({}, {})}});
    if (!terminal_.in_place() && !log_.is_trick()) print(log_.end());
    const std::string open = log_.line().text();
    if (!quiet())
      terminal_.block((open.empty() ? "" : coloured(open) + "\n") +
                      words::colour_cards(words::drawing_of(table.game(), {}, {}, names_->all())));
  }
  void on_lost() override {
    event("lost", words::Json::object());
    say("The connection is lost; calling again.");
  }
  void on_ended(const session::WatchSession::Ended& ended) override {
    ended_ = ended;
    if (!page_) return io_.stop();
    const bool finished = ended.how == WatchHow::finished;
    if (!finished) page_->failed(failure_of_watch(ended));
    if (page_->end(finished, [this] { io_.stop(); }) && !options_.page.screen)
      say("The page shows the result until you close it; Ctrl-C ends this program.");
  }

  /// Says how it ended. Returns the exit code.
  int finish(const state::Table* table) {
    if (page_) page_->leave();
    if (!terminal_.in_place()) print(log_.end());
    terminal_.keep_block();
    terminal_.drain(kPatience);
    const std::string seen =
        table == nullptr ? "" : "The steps so far are in " + options_.transcript + ".";
    const words::Output output = options_.json_lines ? words::Output{.json = true} : output_;
    if (!ended_)
      return output.failed({words::Exit::interrupted, "interrupted", "Interrupted.", seen});
    if (ended_->how != WatchHow::finished) {
      words::Failure failure = failure_of_watch(*ended_);
      if (failure.hint.empty()) failure.hint = seen;
      return output.failed(failure);
    }
    if (table->rules_fault()) return output.failed(words::failure_of_rules(*table));
    const words::Json document = {{"v", 1},
                                  {"game", table->charter().module},
                                  {"result", *table->game().result()},
                                  {"head", table->head().hex()},
                                  {"steps", table->step().value},
                                  {"transcript", options_.transcript}};
    event("finished", document);
    output_.result(document);
    if (!options_.json_lines)
      output_.result("Result: " + words::describe_result(*table->game().result(), *names_) +
                     "\nTranscript: " + options_.transcript);
    return 0;
  }

 private:
  static constexpr std::chrono::seconds kPatience{1};

  bool quiet() const { return output_.quiet || options_.json_lines; }
  void say(const std::string& line) {
    if (page_) page_->add("note", line);
    if (!log_.is_trick()) print(log_.end());
    if (!quiet()) terminal_.line(coloured(line));
  }
  void print(const std::vector<words::Said>& lines) {
    if (quiet()) return;
    for (const words::Said& line : lines) terminal_.line(coloured(line.text()));
  }
  std::string coloured(const std::string& text) const {
    return terminal_.colour() ? words::colour_cards(text) : text;
  }
  void event(const char* type, words::Json details) {
    if (!options_.json_lines) return;
    details["v"] = 1;
    details["seq"] = ++events_;
    details["type"] = type;
    words::Output{.json = true}.line(details);
  }

  boost::asio::io_context& io_;
  WatchOptions options_;
  words::Output output_;
  front::QueuedTerminal terminal_;
  std::optional<words::Names> names_;
  std::optional<rules::AnyGame> game_;
  words::DealtCards dealt_;  ///< as of game_
  words::LogParts parts_;
  words::OpenLine log_;  ///< the last line of the log, which may still grow
  std::uint64_t events_ = 0;
  std::optional<session::WatchSession::Ended> ended_;
  std::optional<seat::WatchPage> page_;
};

}  // namespace

int run_watch(const WatchOptions& options, const words::Output& output) {
  const auto place = watch_place_of(options.address);
  if (!place) return output.failed(place.error());
  crypto::SystemRng rng;
  const std::filesystem::path path = home::identity_file(options.identity);
  const auto identity = home::obtain_identity(path, "", rng);
  if (!identity)
    return output.failed(words::failure_of(identity.error(), "Could not use the identity"));
  WatchOptions here = options;
  if (here.transcript.empty()) here.transcript = home::new_transcript_path().string();
  const auto folder = std::filesystem::absolute(here.transcript).parent_path();
  const auto display = front::open_display(options.page, folder);
  if (!display) return output.failed(display.error());
  sandbox::confine({folder});
  boost::asio::io_context io;
  WatchScreen screen(io, here, output, display->get());
  session::WatchSession session(io,
                                {.key = identity->key.clone(),
                                 .addresses = place->addresses,
                                 .host = place->host,
                                 .token = place->token,
                                 .transcript = here.transcript},
                                screen);
  boost::asio::signal_set signals(io, SIGINT, SIGTERM);
  signals.async_wait([&](boost::system::error_code error, int) {
    if (!error) io.stop();
  });
  session.start();
  io.run();
  return screen.finish(session.table());
}

}  // namespace fairdeal::cli
