#include "apps/report.h"

#include <cstdio>

#include <nlohmann/json.hpp>

namespace fairdeal::apps {
namespace {

Exit exit_for(Fault fault) {
  switch (fault) {
    case Fault::unknown_version:
      return Exit::incompatible;
    case Fault::bad_proof:
    case Fault::bad_signature:
    case Fault::equivocation:
    case Fault::state_differs:
      return Exit::violated;
    default:
      return Exit::usage;
  }
}

void print(std::FILE* stream, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fputc('\n', stream);
  std::fflush(stream);
}

}  // namespace

void Output::result(const Json& document) const {
  if (json) print(stdout, document.dump(2, ' ', false, Json::error_handler_t::replace));
}

void Output::result(const std::string& text) const {
  if (!json) print(stdout, text);
}

void Output::note(const std::string& line) const {
  if (!quiet) print(stderr, line);
}

int Output::failed(const Failure& failure) const {
  if (json) {
    Json error = {{"code", failure.name}, {"message", failure.message}};
    if (!failure.hint.empty()) error["hint"] = failure.hint;
    result(Json{{"v", 1}, {"error", error}});
  } else {
    print(stderr,
          "fairdeal: " + failure.message + (failure.hint.empty() ? "" : " " + failure.hint));
  }
  return static_cast<int>(failure.code);
}

Failure failure_of(const Error& error, const std::string& what) {
  return {exit_for(error.fault), name(error.fault), what + ": " + describe(error) + ".", {}};
}

}  // namespace fairdeal::apps
