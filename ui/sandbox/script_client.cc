#include "ui/sandbox/script_client.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>

#include "rules/json_full.h"
#include "rules/lua/limits.h"
#include "ui/sandbox/kept_scripts.h"
#include "ui/sandbox/script_helper.h"
#include "ui/sandbox/script_wire.h"

namespace fairdeal::sandbox {
namespace {

using rules::Json;

/// Playouts take longer than a call: so many matches are asked for at once.
constexpr std::uint64_t kPlayoutsAtOnce = 1000;

Writer request_of(ScriptRequest what) { return Writer().u8(static_cast<std::uint8_t>(what)); }

Result<std::string> answer_text(Reader& reader) {
  FD_TRY(const ByteSpan bytes, reader.frame(kScriptValueBytesMax));
  return std::string(as_text(bytes));
}

Result<Json> answer_json(Reader& reader) {
  FD_TRY(const ByteSpan bytes, reader.frame(kScriptValueBytesMax));
  return rules::parse_json(as_text(bytes), kScriptValueBytesMax);
}

using Clock = std::chrono::steady_clock;

/// The beginning of the oldest question that a step waits for, by Clock; 0: there is none. All
/// scripts share it, for a program plays at one table.
std::atomic<Clock::rep> asked_at{0};

/// Set when the program ends: then nobody waits any more.
std::atomic<bool> stopped{false};

/// How many objects want drawings to be waited for.
std::atomic<int> drawings_are_waited_for{0};

/// Notes that a step waits for an answer, as long as it lives.
class Waiting {
 public:
  Waiting() {
    Clock::rep none = 0;
    is_first_ = asked_at.compare_exchange_strong(none, Clock::now().time_since_epoch().count());
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() {
    if (is_first_) asked_at = 0;
  }

 private:
  bool is_first_;
};

/// A process with the script, and its caller: one thread at a time, from a request to its
/// answer.
class ScriptLine {
 public:
  explicit ScriptLine(int silence_max_ms) : silence_max_ms_(silence_max_ms) {}

  /// Sets the request that loads the script; returns its answer; none if there was none.
  std::optional<Bytes> load(Bytes request) {
    const std::scoped_lock lock(asking());
    load_ = std::move(request);
    Bytes answer;
    return begin(answer) ? std::optional(std::move(answer)) : std::nullopt;
  }
  /// Loads the script as soon as something is asked.
  void load_later(const Bytes& request) { load_ = request; }

  /// Returns the answer to a request, which a new process gets if this one does not answer. Returns
  /// none if that fails, too, and ends that process: a late answer is none to the next question.
  std::optional<Bytes> ask(const Bytes& request) {
    const std::scoped_lock lock(asking());
    Bytes answer;
    if (exchange(request, answer)) return answer;
    if (begin(answer) && exchange(request, answer)) return answer;
    end();
    return {};
  }
  /// Returns the answer; none if it does not come at once, and for a while after that.
  std::optional<Bytes> ask_once(const Bytes& request) {
    const std::scoped_lock lock(asking());
    if (Clock::now() < paused_until_) return {};
    Bytes answer;
    const bool runs = wire_ && process_->is_ours();
    if ((runs || begin(answer)) && exchange(request, answer)) return answer;
    end();
    paused_until_ = Clock::now() + kDrawingPause;
    return {};
  }

 private:
  /// Returns what guards the rest. In a fork of this program a thread that is not there may hold
  /// the mutex, so each fork has its own.
  std::mutex& asking() {
    static std::array<std::mutex, 2> renewing;  // that of the parent may be held, too
    const std::scoped_lock lock(renewing[script_generation() == 0 ? 0 : 1]);
    if (generation_ != script_generation()) {
      (void)asking_.release();
      asking_ = std::make_unique<std::mutex>();
      generation_ = script_generation();
    }
    return *asking_;
  }
  bool exchange(const Bytes& request, Bytes& answer) {
    if (!wire_ || !process_->is_ours()) return false;
    return wire_->write(request) && wire_->read(answer, kScriptMessageBytesMax);
  }
  void end() {
    wire_.reset();
    process_.reset();
  }
  /// Starts a process, in place of the last one, and loads the script there.
  bool begin(Bytes& answer) {
    end();
    try {
      process_ = std::make_unique<ScriptProcess>();
    } catch (const std::system_error&) {
      return false;
    }
    wire_.emplace(process_->socket(), silence_max_ms_, &stopped);
    return exchange(load_, answer);
  }

  const int silence_max_ms_;
  std::unique_ptr<std::mutex> asking_ = std::make_unique<std::mutex>();  ///< guards all below
  int generation_ = script_generation();
  Bytes load_;
  std::unique_ptr<ScriptProcess> process_;
  std::optional<ScriptWire> wire_;
  Clock::time_point paused_until_{};
};

class ScriptClient final : public rules::ScriptEngine {
 public:
  static Result<std::unique_ptr<rules::ScriptEngine>> load(const std::string& name,
                                                           const std::string& text) {
    auto client = std::make_unique<ScriptClient>();
    const Bytes request = request_of(ScriptRequest::load).frame(name).frame(text).bytes();
    const auto answer = client->steps_.load(request);
    if (!answer) lost("load");
    std::int64_t fuel = 0;
    FD_TRY(Reader reader, good_part(*answer, fuel));
    FD_TRY(client->members_.values, answer_json(reader));
    while (!reader.rest().empty()) {
      FD_TRY(auto function, answer_text(reader));
      client->members_.functions.insert(std::move(function));
    }
    client->drawings_.load_later(request);
    return client;
  }

  const rules::ScriptMembers& members() const override { return members_; }

  Result<Json> call(const std::string& function, std::span<const Json> arguments,
                    std::int64_t& fuel) override {
    FD_TRY(const Bytes request, call_request(function, arguments));
    return value_in(ask(request, function), fuel);
  }

  std::vector<rules::ScriptAnswered> call_each(const rules::ScriptCalls& calls, std::size_t first,
                                               std::int64_t fuel_max) override {
    const auto request = each_request(calls, first, fuel_max);
    if (!request) return {{tl::unexpected(request.error()), 0}};
    return answers_in(ask(*request, calls.function), calls.varied.size() - first);
  }

  std::vector<rules::ScriptAnswered> call_each_shown(const rules::ScriptCalls& calls,
                                                     std::size_t first,
                                                     std::int64_t fuel_max) override {
    const auto request = each_request(calls, first, fuel_max);
    if (!request) return {{tl::unexpected(request.error()), 0}};
    if (drawings_are_waited_for > 0)
      return answers_in(ask(*request, calls.function), calls.varied.size() - first);
    const auto answer = drawings_.ask_once(*request);
    if (!answer)
      return {
          {fail(Fault::no_answer, "a script that draws: this machine is busy, or stopped it"), 0}};
    return answers_in(*answer, calls.varied.size() - first);
  }

  Result<rules::ScriptPlayouts> playouts(const Json& params, std::size_t seats, std::uint64_t seed,
                                         std::uint64_t count) override {
    rules::ScriptPlayouts all;
    while (all.matches < count) {
      const Bytes answer = ask(request_of(ScriptRequest::playouts)
                                   .frame(rules::text(params))
                                   .u32(static_cast<std::uint32_t>(seats))
                                   .u64(seed + all.matches)
                                   .u64(std::min(kPlayoutsAtOnce, count - all.matches))
                                   .bytes(),
                               "a random match");
      std::int64_t fuel = 0;
      FD_TRY(Reader reader, good_part(answer, fuel));
      FD_TRY(const std::uint64_t matches, reader.u64());
      FD_TRY(const std::uint64_t moves, reader.u64());
      FD_TRY(const std::uint64_t ends, reader.u64());
      if (matches == 0) return fail(Fault::bad_parameters, "no match was played");
      all = {all.matches + matches, all.moves + moves, all.ends ^ ends};
    }
    return all;
  }

 private:
  static Result<Bytes> call_request(const std::string& function, std::span<const Json> arguments) {
    Writer request = request_of(ScriptRequest::call).frame(function);
    for (const Json& argument : arguments) request.frame(rules::text(argument));
    if (request.bytes().size() > kScriptRequestBytesMax)
      return fail(Fault::bad_parameters,
                  "in " + function + "(): its arguments have more than 1 MB");
    return std::move(request).bytes();
  }

  /// Returns a request for the calls from `first` on, or for as many of them as it has room for.
  static Result<Bytes> each_request(const rules::ScriptCalls& calls, std::size_t first,
                                    std::int64_t fuel_max) {
    Writer request = request_of(ScriptRequest::each)
                         .frame(calls.function)
                         .u64(static_cast<std::uint64_t>(std::max<std::int64_t>(fuel_max, 0)))
                         .u32(static_cast<std::uint32_t>(calls.place))
                         .u32(static_cast<std::uint32_t>(calls.arguments.size()));
    for (std::size_t i = 0; i < calls.arguments.size(); ++i)
      request.frame(i == calls.place ? "null" : rules::text(calls.arguments[i]));
    for (std::size_t i = first; i < calls.varied.size(); ++i) {
      const std::string varied = rules::text(calls.varied[i]);
      const bool fits = request.bytes().size() + varied.size() + 8 <= kScriptRequestBytesMax;
      if (!fits && i > first) break;
      if (!fits)
        return fail(Fault::bad_parameters,
                    "in " + calls.function + "(): its arguments have more than 1 MB");
      request.frame(varied);
    }
    return std::move(request).bytes();
  }
  /// Returns the answers, of which there are 1 to `count`.
  static std::vector<rules::ScriptAnswered> answers_in(const Bytes& answer, std::size_t count) {
    std::vector<rules::ScriptAnswered> answers;
    std::int64_t fuel = 0;
    auto reader = good_part(answer, fuel);
    while (reader && !reader->rest().empty() && answers.size() < count) {
      const auto one = reader->frame(kScriptMessageBytesMax);
      if (!one) break;
      std::int64_t used = 0;
      auto value = value_in(Bytes(one->begin(), one->end()), used);
      answers.push_back({std::move(value), used});
    }
    if (!answers.empty()) return answers;
    return {{fail(Fault::bad_parameters, "a script's process gave no answer"), 0}};
  }
  /// Returns what follows the first byte of a good answer. Errors: what was refused, in its words.
  static Result<Reader> good_part(const Bytes& answer, std::int64_t& fuel) {
    Reader reader(answer);
    FD_TRY(const std::uint8_t kind, reader.u8());
    if (static_cast<ScriptAnswer>(kind) == ScriptAnswer::good) return reader;
    FD_TRY(const std::uint32_t fault, reader.u32());
    FD_TRY(const std::uint64_t used, reader.u64());
    FD_TRY(auto words, answer_text(reader));
    fuel = static_cast<std::int64_t>(used);
    return fail(fault == static_cast<std::uint32_t>(Fault::too_large) ? Fault::too_large
                                                                      : Fault::bad_parameters,
                words.substr(0, rules::kScriptMessageMax));
  }
  static Result<Json> value_in(const Bytes& answer, std::int64_t& fuel) {
    FD_TRY(Reader reader, good_part(answer, fuel));
    FD_TRY(const std::uint64_t used, reader.u64());
    fuel = static_cast<std::int64_t>(used);
    return answer_json(reader);
  }

  Bytes ask(const Bytes& request, const std::string& what) {
    const Waiting waiting;
    auto answer = steps_.ask(request);
    if (!answer) lost(what);
    return *std::move(answer);
  }

  [[noreturn]] static void lost(const std::string& what) {
    throw rules::ScriptLost(
        "The game's script cannot be run on this machine: its process ended twice, or was silent "
        "for a minute, at " +
        what + ".");
  }

  ScriptLine steps_{kScriptSilenceMax_ms};      ///< what steps wait for
  ScriptLine drawings_{kDrawingSilenceMax_ms};  ///< what is only shown
  rules::ScriptMembers members_;
};

}  // namespace

Result<std::shared_ptr<rules::Script>> load_script(const std::string& name, std::string text) {
  if (text.size() > rules::kScriptBytesMax)
    return fail(Fault::too_large, name + ": a script has at most 64 kB");
  FD_TRY(auto engine, ScriptClient::load(name, text));
  return rules::Script::of(name, std::move(text), std::move(engine));
}

std::chrono::milliseconds script_silence() {
  const Clock::rep since = asked_at;
  if (since == 0) return std::chrono::milliseconds(0);
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch() -
                                                               Clock::duration(since));
}

void stop_waiting_for_scripts() { stopped = true; }

DrawingsAreWaitedFor::DrawingsAreWaitedFor() { ++drawings_are_waited_for; }
DrawingsAreWaitedFor::~DrawingsAreWaitedFor() { --drawings_are_waited_for; }

void run_scripts_apart(std::filesystem::path folder) {
  const auto load = [](const std::string& name, const std::string& text) -> Result<rules::Module> {
    FD_TRY(auto script, load_script(name, text));
    return rules::module_of_script(std::move(script));
  };
  const auto kept = [scripts = KeptScripts(std::move(folder))](const std::string& digest) {
    return scripts.text(digest);
  };
  rules::use_scripts({load, kept});
}

}  // namespace fairdeal::sandbox
