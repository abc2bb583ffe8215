#include "tools/demo.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <poll.h>
#include <set>
#include <system_error>
#include <unistd.h>

#include "crypto/system_rng.h"
#include "rules/json_full.h"
#include "rules/registry.h"
#include "ui/home/child.h"
#include "ui/home/private_files.h"
#include "ui/home/transcript_files.h"
#include "ui/sandbox/native_files.h"
#include "ui/sandbox/script_files.h"
#include "ui/seat/chaos.h"
#include "ui/seat/table_params.h"

/// `fairdeal demo` plays a whole match with every peer in a process of its own.

namespace fairdeal::tools {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* kNicknames[] = {"Ann", "Bob", "Cat", "Dan", "Eve",
                                      "Fay", "Gus", "Hal", "Ivy", "Jim"};

/// How many seats a demo has if nobody says so, and the game allows it.
constexpr std::size_t kUsualSeats = 4;

/// The request to end, by Ctrl-C or another signal. The handler writes into a pipe that is polled
/// with the events, so that a signal between a check and the next wait is not missed.
class Interruption {
 public:
  Interruption() {
    if (::pipe2(ends_, O_CLOEXEC | O_NONBLOCK) != 0)
      throw std::system_error(errno, std::generic_category(), "pipe");
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
      std::signal(signal, [](int) { (void)!::write(ends_[1], "", 1); });
  }
  /// Returns a descriptor that is readable once the request has come.
  int fd() const { return ends_[0]; }
  bool happened() const {
    pollfd look{ends_[0], POLLIN, 0};
    return ::poll(&look, 1, 0) > 0;
  }

 private:
  static inline int ends_[2];
};

/// A folder that the destructor removes.
struct TemporaryFolder {
  fs::path path = home::make_temporary_folder();
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

/// Returns the game's parameters with the number of hands: one, unless the options say another.
/// Errors: bad_parameters, and those of table_params.
Result<words::Json> demo_params(const DemoOptions& options) {
  FD_TRY(words::Json params, seat::table_params(options.table));
  FD_TRY(const auto* module, rules::find_module(options.table.game));
  const std::int64_t hands = options.hands.value_or(1);
  const bool has_hands =
      std::ranges::any_of(module->info().params, [](const auto& p) { return p.name == "hands"; });
  if (has_hands && params.is_object() && (options.hands || !params.contains("hands")))
    params["hands"] = hands;
  if (!has_hands && hands != 1)
    return fail(Fault::bad_parameters, options.table.game + " has no hands");
  return params;
}

class Demo {
 public:
  Demo(const DemoOptions& options, const words::Output& output, const std::string& params,
       std::vector<seat::Chaos> chaos)
      : options_(options),
        output_(output),
        params_(params),
        chaos_(std::move(chaos)),
        kept_(options.transcript.empty() ? home::new_transcript_path()
                                         : fs::path(options.transcript)) {}

  int run() {
    start_host();
    while (std::ranges::any_of(peers_, [](const Peer& p) { return p.child->events_fd() >= 0; })) {
      if (auto failure = wait_for_events()) return stop(*failure);
    }
    for (std::size_t i = 0; i < peers_.size(); ++i) {
      const int code = peers_[i].child->wait();
      if (code != 0 && !peers_[i].killed) return stop(died(i, code));
    }
    return report();
  }

 private:
  struct Peer {
    std::unique_ptr<home::Child> child;
    words::Json finished = nullptr;  ///< its last event, once the match is over
    bool killed = false;             ///< whether it was killed and is not to come back
  };

  std::string nickname(std::size_t seat) const { return kNicknames[seat % std::size(kNicknames)]; }
  bool person() const {
    return !options_.no_input && !output_.json && ::isatty(STDIN_FILENO) == 1 &&
           ::isatty(STDERR_FILENO) == 1;
  }

  std::vector<std::string> seat_arguments(std::size_t seat) const {
    const fs::path folder = folder_.path / ("seat-" + std::to_string(seat));
    home::make_private_folder(folder);
    std::vector<std::string> arguments{
        "--listen",          "127.0.0.1:0", "--nickname", nickname(seat), "--identity",
        folder / "identity", "--data",      folder,       "--transcript", transcript(seat)};
    const bool has_page = seat == 0 && options_.page.web;
    const bool played = seat == 0 && (person() || (has_page && !options_.no_input));
    if (!played) arguments.insert(arguments.end(), {"--bot", options_.bot});
    if (has_page)
      arguments.insert(arguments.end(),
                       {"--web", "--web-port", std::to_string(options_.page.port)});
    if (has_page && !options_.page.open) arguments.push_back("--no-open");
    if (options_.seed)
      arguments.insert(arguments.end(), {"--bot-seed", std::to_string(*options_.seed + seat)});
    if (options_.timeout_s > 0)
      arguments.insert(arguments.end(), {"--timeout", std::to_string(options_.timeout_s)});
    if (sandbox::is_native(options_.table.game))
      arguments.insert(arguments.end(), {"--library", options_.table.game});
    if (output_.quiet) arguments.push_back("--quiet");
    for (const std::string& spec : options_.chaos)
      if (!spec.starts_with("kill")) arguments.insert(arguments.end(), {"--chaos", spec});
    return arguments;
  }
  /// Returns the options for short timeouts, if faults are to be injected; otherwise none.
  std::vector<std::string> haste() const {
    if (options_.chaos.empty()) return {};
    return {"--work-time", "3", "--move-time",      "3", "--bank",       "0",
            "--increment", "0", "--reconnect-time", "2", "--round-time", "0.5"};
  }
  /// Returns the path of a peer's transcript. Only the first peer's outlives the demo.
  fs::path transcript(std::size_t seat) const {
    if (seat == 0) return kept_;
    return folder_.path / ("seat-" + std::to_string(seat)) / "transcript.fdt";
  }

  void start_host() {
    auto arguments = seat_arguments(0);
    arguments.insert(arguments.begin(),
                     {"host", options_.table.game, "--seats", std::to_string(options_.table.seats),
                      "--params", params_});
    const auto haste = this->haste();
    arguments.insert(arguments.end(), haste.begin(), haste.end());
    peers_.push_back({start(0, arguments)});
  }

  std::unique_ptr<home::Child> start(std::size_t seat,
                                     const std::vector<std::string>& arguments) const {
    const auto streams = seat > 0   ? home::Child::Streams::none
                         : person() ? home::Child::Streams::terminal
                                    : home::Child::Streams::progress;
    return std::make_unique<home::Child>(arguments, streams);
  }

  /// Starts the next guest. Guests are started one after another, so that they sit in this order.
  void start_guest() {
    auto arguments = seat_arguments(peers_.size());
    arguments.insert(arguments.begin(), {"join", address_, "--accept"});
    peers_.push_back({start(peers_.size(), arguments)});
  }

  /// Carries out `kill` and `kill-back` faults that are due, once a peer has decided the step
  /// before `next_step`.
  void make_trouble(std::uint64_t next_step) {
    for (seat::Chaos& chaos : chaos_) {
      const bool back = chaos.what == seat::Chaos::What::kill_back;
      if ((chaos.what != seat::Chaos::What::kill && !back) || next_step < chaos.step.value)
        continue;
      Peer& peer = peers_.at(chaos.seat.value);
      chaos.step = Step(UINT64_MAX);  // so that it happens only once
      peer.child->signal(SIGKILL);
      peer.child->wait();
      peer.killed = !back;
      if (!back) {
        peer.child->close_events();
        continue;
      }
      auto arguments = seat_arguments(chaos.seat.value);
      arguments.insert(arguments.begin(), {"resume", table_});
      peer.child = start(chaos.seat.value, arguments);
    }
  }

  std::optional<words::Failure> wait_for_events() {
    std::vector<pollfd> waiting;
    for (const Peer& peer : peers_) waiting.push_back({peer.child->events_fd(), POLLIN, 0});
    waiting.push_back({interruption_.fd(), POLLIN, 0});
    if (::poll(waiting.data(), waiting.size(), -1) < 0) return {};  // interrupted by a signal
    if (interruption_.happened()) return interrupted();
    for (std::size_t i = 0; i + 1 < waiting.size(); ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      for (const std::string& line : peers_[i].child->read_events())
        if (auto failure = take_event(i, words::Json::parse(line))) return failure;
      if (peers_[i].child->events_fd() < 0 && peers_[i].finished.is_null() && !peers_[i].killed)
        return died(i, peers_[i].child->wait());
    }
    return {};
  }

  words::Failure interrupted() const {
    const std::string kept = "The decided steps are kept in " + kept_.string() + ".";
    return {words::Exit::interrupted, "interrupted", "Interrupted.", fs::exists(kept_) ? kept : ""};
  }

  /// Returns the failure to report for a peer that ended without an event. Only a signal or a bug
  /// does that.
  words::Failure died(std::size_t seat, int code) const {
    if (interruption_.happened()) return interrupted();
    return {words::Exit::internal,
            "peer_failed",
            "The peer of " + nickname(seat) + " ended with exit code " + std::to_string(code) + ".",
            {}};
  }

  std::optional<words::Failure> take_event(std::size_t seat, const words::Json& event) {
    const std::string type = event.at("type");
    if (type == "listening" && seat == 0) address_ = event.at("address");
    const bool next_may_come =
        type == "gathering" && seat == 0 && event.at("here") == peers_.size();
    if (next_may_come && peers_.size() < options_.table.seats) start_guest();
    if (type == "begin") {
      table_ = event.at("table").get<std::string>().substr(0, 16);
      make_trouble(0);
    }
    if (type == "step") {
      const std::uint64_t step = event.at("step");
      for (const words::Json& absent : event.at("absent")) absences_.emplace(step, absent);
      make_trouble(step + 1);
    }
    if (type == "evidence") keep_evidence(event);
    if (type == "finished") peers_[seat].finished = event;
    if (type == "failed" && event.at("name") == "no_input")
      return words::Failure{words::Exit::usage, "no_input",
                            "The input ended: nobody can type here any more.",
                            "With --no-input bots play all seats."};
    if (type == "failed")
      return words::Failure{static_cast<words::Exit>(event.at("code").get<int>()), event.at("name"),
                            nickname(seat) + ": " + event.at("message").get<std::string>(),
                            event.at("hint")};
    return {};
  }

  /// Copies a peer's evidence to a file beside the transcript, because the peers' folders are
  /// removed.
  void keep_evidence(const words::Json& event) {
    fs::path kept = kept_;
    kept += ".against-seat-" + event.at("seat").dump() + ".evidence";
    std::error_code failed;
    fs::copy_file(event.at("path").get<std::string>(), kept, fs::copy_options::overwrite_existing,
                  failed);
    if (!failed) evidence_.insert(kept.string());
  }

  int stop(const words::Failure& failure) {
    for (Peer& peer : peers_) peer.child->signal(SIGTERM);
    for (Peer& peer : peers_) peer.child->wait();
    return output_.failed(failure);
  }

  int report() {
    crypto::SystemRng rng;
    words::Json heads = words::Json::array();
    std::uint64_t bytes = 0;
    std::string verdict = "VALID";
    const Peer* some = nullptr;
    for (std::size_t i = 0; i < peers_.size(); ++i) {
      if (peers_[i].finished.is_null()) continue;  // it was killed
      if (some == nullptr) some = &peers_[i];
      heads.push_back(peers_[i].finished.at("head"));
      bytes += peers_[i].finished.at("bytes_sent").get<std::uint64_t>();
      const auto report = home::audit_file(transcript(i), rng);
      if (!report) return output_.failed(words::failure_of(report.error(), "Could not audit"));
      const bool same = report->head.hex() == heads.back().get<std::string>();
      if (report->verdict != audit::Verdict::valid || !same)
        verdict = same ? name(report->verdict) : "INVALID";
    }
    CHECK(some != nullptr);  // run_demo() refuses to have all of them killed
    const bool agree =
        std::ranges::all_of(heads, [&](const words::Json& head) { return head == heads.front(); });

    const auto& first = some->finished;
    words::Json absences = words::Json::array();
    for (const auto& [step, seat] : absences_) absences.push_back({{"step", step}, {"seat", seat}});
    const auto seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    output_.result(words::Json{{"v", 1},
                               {"game", options_.table.game},
                               {"seats", options_.table.seats},
                               {"heads", heads},
                               {"agree", agree},
                               {"result", first.at("result")},
                               {"steps", first.at("steps")},
                               {"bytes_sent", bytes},
                               {"seconds", seconds},
                               {"audit", verdict},
                               {"gone", first.at("gone")},
                               {"convicted", first.at("convicted")},
                               {"absences", absences},
                               {"evidence", evidence_},
                               {"transcript", kept_.string()}});
    std::string text = "Result:";
    for (std::size_t i = 0; i < peers_.size(); ++i)
      text += (i == 0 ? " " : ", ") + nickname(i) + " " + first.at("result").at(i).dump();
    text += "\n" + std::to_string(peers_.size()) + " peers, " + first.at("steps").dump() +
            " steps, " + std::to_string(bytes) + " bytes sent";
    text += agree ? "; all hold the same head " + heads.front().get<std::string>().substr(0, 16)
                  : "; THE HEADS DIFFER";
    text += "\nTranscript: " + kept_.string() + "\nAudit of every peer's transcript: " + verdict;
    for (const char* what : {"gone", "convicted"})
      for (const words::Json& seat : first.at(what))
        text += "\n" + nickname(seat.get<std::size_t>()) + ": " + what;
    for (const auto& file : evidence_) text += "\nEvidence: " + file;
    output_.result(text);
    return static_cast<int>(agree && verdict == "VALID" ? words::Exit::success
                                                        : words::Exit::invalid);
  }

  const DemoOptions& options_;
  const words::Output& output_;
  std::string params_;
  std::vector<seat::Chaos> chaos_;
  std::set<std::pair<std::uint64_t, std::uint32_t>> absences_;  // step and seat
  std::set<std::string> evidence_;                              // files
  fs::path kept_;
  TemporaryFolder folder_;
  Interruption interruption_;
  std::string address_;
  std::string table_;  // the beginning of the table's name, once it is known
  std::vector<Peer> peers_;
  Clock::time_point began_ = Clock::now();
};

}  // namespace

int run_demo(const DemoOptions& given, const words::Output& output) {
  DemoOptions named = given, options = given;  // the host is told the file
  if (const auto used = sandbox::use_native(named.table.game); !used)
    return output.failed(used.error());
  if (const auto used = sandbox::use_script(named.table.game); !used)
    return output.failed(used.error());
  sandbox::tell_of_drawing(named.table.game, output);
  options.table.seats = sandbox::fitting_seats(named.table.game, given.table.seats, kUsualSeats);
  const auto params = demo_params(named);
  const auto game = params ? rules::start_game(named.table.game, *params, options.table.seats)
                           : Result<rules::AnyGame>(fail(params.error()));
  if (!game) return output.failed(seat::could_not_start(game.error(), "demo", named.table));
  std::vector<seat::Chaos> chaos;
  for (const std::string& spec : options.chaos) {
    const auto parsed = seat::parse_chaos(spec);
    if (!parsed || parsed->seat.value >= options.table.seats ||
        parsed->other.value >= options.table.seats)
      return output.failed({words::Exit::usage, "bad_chaos",
                            parsed ? "No such seat: '" + spec + "'." : parsed.error().about + ".",
                            "Seats are counted from 0."});
    chaos.push_back(*parsed);
  }
  std::set<Seat> killed;
  for (const seat::Chaos& one : chaos)
    if (one.what == seat::Chaos::What::kill) killed.insert(one.seat);
  if (killed.size() == options.table.seats)
    return output.failed({words::Exit::usage, "bad_chaos",
                          "Nobody would be left to see the match's end.",
                          "Let one seat come back: kill-back:SEAT@STEP."});
  return Demo(options, output, rules::text(*params), std::move(chaos)).run();
}

}  // namespace fairdeal::tools
