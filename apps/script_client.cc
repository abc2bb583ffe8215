#include "apps/script_client.h"

#include <optional>

#include "apps/kept_scripts.h"
#include "apps/script_helper.h"
#include "apps/script_wire.h"
#include "rules/json_full.h"
#include "rules/lua/limits.h"

namespace fairdeal::apps {
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

class ScriptClient final : public rules::ScriptEngine {
 public:
  static Result<std::unique_ptr<rules::ScriptEngine>> load(const std::string& name,
                                                           const std::string& text) {
    auto client = std::make_unique<ScriptClient>();
    client->load_ = request_of(ScriptRequest::load).frame(name).frame(text).bytes();
    Bytes answer;
    if (!client->begin(answer)) client->lost("load");
    FD_TRY(Reader reader, good_part(answer, client->fuel_));
    FD_TRY(client->members_.values, answer_json(reader));
    while (!reader.rest().empty()) {
      FD_TRY(auto function, answer_text(reader));
      client->members_.functions.insert(std::move(function));
    }
    return client;
  }

  const rules::ScriptMembers& members() const override { return members_; }

  Result<Json> call(const std::string& function, std::span<const Json> arguments,
                    std::int64_t& fuel) override {
    Writer request = request_of(ScriptRequest::call).frame(function);
    for (const Json& argument : arguments) request.frame(rules::text(argument));
    if (request.bytes().size() > kScriptRequestBytesMax)
      return fail(Fault::bad_parameters,
                  "in " + function + "(): its arguments have more than 1 MB");
    const Bytes answer = ask(std::move(request).bytes(), function);
    FD_TRY(Reader reader, good_part(answer, fuel));
    FD_TRY(const std::uint64_t used, reader.u64());
    fuel = static_cast<std::int64_t>(used);
    return answer_json(reader);
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
      FD_TRY(Reader reader, good_part(answer, fuel_));
      FD_TRY(const std::uint64_t matches, reader.u64());
      FD_TRY(const std::uint64_t moves, reader.u64());
      FD_TRY(const std::uint64_t ends, reader.u64());
      if (matches == 0) return fail(Fault::bad_parameters, "no match was played");
      all = {all.matches + matches, all.moves + moves, all.ends ^ ends};
    }
    return all;
  }

 private:
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

  bool exchange(const Bytes& request, Bytes& answer) {
    return wire_ && wire_->write(request) && wire_->read(answer, kScriptValueBytesMax + 64);
  }

  /// Ends the process: what it still says answers no later question.
  void end() {
    wire_.reset();
    process_.reset();
  }

  /// Starts a process, in place of the last one, and loads the script there.
  bool begin(Bytes& answer) {
    end();
    process_ = std::make_unique<ScriptProcess>();
    wire_.emplace(process_->socket(), kScriptSilenceMax_ms);
    return exchange(load_, answer);
  }

  /// Returns the answer to a request, which a new process gets if this one does not answer.
  Bytes ask(const Bytes& request, const std::string& what) {
    Bytes answer;
    if (exchange(request, answer)) return answer;
    if (!begin(answer) || !exchange(request, answer)) lost(what);
    return answer;
  }

  [[noreturn]] void lost(const std::string& what) {
    end();
    throw rules::ScriptLost(
        "A script cannot be run here: its process ended twice, or was silent for 10 s, at " + what +
        ".");
  }

  Bytes load_;
  std::unique_ptr<ScriptProcess> process_;
  std::optional<ScriptWire> wire_;
  rules::ScriptMembers members_;
  std::int64_t fuel_ = 0;
};

}  // namespace

Result<std::shared_ptr<rules::Script>> load_script(const std::string& name, std::string text) {
  if (text.size() > rules::kScriptBytesMax)
    return fail(Fault::too_large, name + ": a script has at most 64 kB");
  FD_TRY(auto engine, ScriptClient::load(name, text));
  return rules::Script::of(name, std::move(text), std::move(engine));
}

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

}  // namespace fairdeal::apps
