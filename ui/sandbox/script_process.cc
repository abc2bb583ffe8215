#include "ui/sandbox/script_process.h"

#include <array>
#include <unistd.h>

#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/lua/engine.h"
#include "rules/lua/limits.h"
#include "ui/sandbox/confine.h"
#include "ui/sandbox/script_wire.h"

namespace fairdeal::sandbox {
namespace {

using rules::Json;

Bytes refused(const Error& error, std::int64_t fuel = 0) {
  return Writer()
      .u8(static_cast<std::uint8_t>(ScriptAnswer::refused))
      .u32(static_cast<std::uint32_t>(error.fault))
      .u64(static_cast<std::uint64_t>(fuel))
      .frame(error.about)
      .bytes();
}

Writer good() { return Writer().u8(static_cast<std::uint8_t>(ScriptAnswer::good)); }

class ScriptServer {
 public:
  /// Answers a request. Errors: those of reading it, which the program does not write so.
  Result<Bytes> answer(ByteSpan request) {
    Reader reader(request);
    FD_TRY(const std::uint8_t what, reader.u8());
    switch (static_cast<ScriptRequest>(what)) {
      case ScriptRequest::load:
        return load(reader);
      case ScriptRequest::call:
        return call(reader);
      case ScriptRequest::each:
        return each(reader);
      case ScriptRequest::playouts:
        return playouts(reader);
    }
    return fail(Fault::not_canonical, "request");
  }

 private:
  static Result<std::string> text_of(Reader& reader) {
    FD_TRY(const ByteSpan bytes, reader.frame(kScriptRequestBytesMax));
    return std::string(as_text(bytes));
  }
  static Result<Json> json_of(Reader& reader) {
    FD_TRY(const ByteSpan bytes, reader.frame(kScriptRequestBytesMax));
    return rules::json_or_null(as_text(bytes));
  }

  Result<Bytes> load(Reader& reader) {
    FD_TRY(const std::string name, text_of(reader));
    FD_TRY(const std::string text, text_of(reader));
    auto engine = rules::local_engine(name, text);
    if (!engine) return refused(engine.error());
    engine_ = *std::move(engine);
    Writer members = good().frame(rules::text(engine_->members().values));
    for (const std::string& function : engine_->members().functions) members.frame(function);
    return std::move(members).bytes();
  }

  Result<Bytes> call(Reader& reader) {
    FD_TRY(const std::string function, text_of(reader));
    std::vector<Json> arguments;
    while (!reader.rest().empty()) {
      FD_TRY(Json argument, json_of(reader));
      arguments.push_back(std::move(argument));
    }
    return answer_to(function, arguments);
  }

  Result<Bytes> each(Reader& reader) {
    FD_TRY(const std::string function, text_of(reader));
    FD_TRY(const std::uint64_t fuel_max, reader.u64());
    FD_TRY(const std::uint32_t place, reader.u32());
    FD_TRY(const std::uint32_t count, reader.u32());
    if (place >= count) return fail(Fault::not_canonical, "the place of an argument");
    std::vector<Json> arguments;
    for (std::uint32_t i = 0; i < count; ++i) {
      FD_TRY(Json argument, json_of(reader));
      arguments.push_back(std::move(argument));
    }
    Writer answers = good();
    std::uint64_t used = 0;
    while (!reader.rest().empty() && used <= fuel_max &&
           answers.bytes().size() < kScriptAnswersBytes) {
      FD_TRY(arguments[place], json_of(reader));
      std::int64_t fuel = 0;
      answers.frame(answer_to(function, arguments, fuel));
      used += static_cast<std::uint64_t>(fuel);
    }
    return std::move(answers).bytes();
  }

  Bytes answer_to(const std::string& function, const std::vector<Json>& arguments) {
    std::int64_t fuel = 0;
    return answer_to(function, arguments, fuel);
  }
  Bytes answer_to(const std::string& function, const std::vector<Json>& arguments,
                  std::int64_t& fuel) {
    const auto value = engine_->call(function, arguments, fuel);
    if (!value) return refused(value.error(), fuel);
    const std::string text = rules::text(*value);
    if (text.size() > kScriptValueBytesMax)
      return refused(
          {Fault::bad_parameters, {}, "in " + function + "(): it returns more than 4 MB"}, fuel);
    return good().u64(static_cast<std::uint64_t>(fuel)).frame(text).bytes();
  }

  Result<Bytes> playouts(Reader& reader) {
    FD_TRY(const Json params, json_of(reader));
    FD_TRY(const std::uint32_t seats, reader.u32());
    FD_TRY(const std::uint64_t seed, reader.u64());
    FD_TRY(const std::uint64_t count, reader.u64());
    const auto played = engine_->playouts(params, seats, seed, count);
    if (!played) return refused(played.error());
    return good().u64(played->matches).u64(played->moves).u64(played->ends).bytes();
  }

  std::unique_ptr<rules::ScriptEngine> engine_;
};

}  // namespace

void serve_script(int socket) {
  confine_to_computing();
  ScriptWire wire(socket, 0);
  ScriptServer server;
  Bytes request;
  while (wire.read(request, kScriptRequestBytesMax)) {
    const auto answer = server.answer(request);
    if (!answer || !wire.write(*answer)) break;
  }
  ::_exit(0);
}

}  // namespace fairdeal::sandbox
