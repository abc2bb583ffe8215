#include "ui/seat/table_params.h"

#include <optional>
#include <sstream>
#include <unistd.h>

#include "base/edit_distance.h"
#include "proto/limits.h"
#include "rules/json_full.h"
#include "rules/params.h"
#include "rules/registry.h"
#include "ui/home/places.h"
#include "ui/sandbox/kept_scripts.h"
#include "ui/words/printable.h"

namespace fairdeal::seat {

namespace {

constexpr const char* kHowToWrite = R"(Write --params '{"stack":5}' or --params stack=5)";

/// Reads "stack=5,ante=1" as JSON. Errors: bad_parameters (no pair, or a name that stands twice).
Result<rules::Json> pairs_as_json(const std::string& text) {
  rules::Json params = rules::Json::object();
  std::istringstream pairs(text);
  for (std::string pair; std::getline(pairs, pair, ',');) {
    const auto equals = pair.find('=');
    if (equals == 0 || equals == std::string::npos) return fail(Fault::bad_parameters, kHowToWrite);
    const std::string name = pair.substr(0, equals), value = pair.substr(equals + 1);
    if (params.contains(name))
      return fail(Fault::bad_parameters, "'" + words::printable(name) + "' stands there twice");
    const auto json = rules::parse_json(value, proto::kParamsBytesMax);
    params[name] = json ? *json : rules::Json(value);
  }
  return params;
}

/// Reads parameters as a person writes them. Errors: bad_parameters; not_canonical (no JSON).
Result<rules::Json> written_params(const std::string& text) {
  if (!text.empty() && text.front() != '{') return pairs_as_json(text);
  auto json = rules::parse_json(text, proto::kParamsBytesMax);
  return json ? std::move(json) : Result<rules::Json>(fail(json.error().fault, kHowToWrite));
}

/// Returns the failure of a table with fewer or more seats than its game has, or nothing.
std::optional<words::Failure> wrong_seats(const Error& error, const TableOptions& table) {
  const auto module = rules::find_module(table.game);
  if (!module) return {};
  const rules::GameInfo& info = (*module)->info();
  if (table.seats >= info.seats_min && table.seats <= info.seats_max) return {};
  const std::string least = std::to_string(info.seats_min), most = std::to_string(info.seats_max);
  const bool one = info.seats_max == 1;
  return words::Failure{words::Exit::usage, name(error.fault),
                        words::printable(info.name) + " seats " +
                            (info.seats_min == info.seats_max ? most : least + " to " + most) +
                            (one ? " player, not " : " players, not ") +
                            std::to_string(table.seats) + ".",
                        "For example --seats " + most + "."};
}

/// Returns the failure of parameters that are written neither as pairs nor as JSON, or nothing.
std::optional<words::Failure> unreadable_params(const Error& error, const TableOptions& table) {
  const auto params = written_params(table.params);
  if (params || params.error().about != kHowToWrite) return {};
  return words::Failure{words::Exit::usage, name(error.fault),
                        "--params are no pairs and no JSON object: " +
                            words::printable(table.params.substr(0, 100)) + ".",
                        std::string(kHowToWrite) + "."};
}

}  // namespace

Result<rules::Json> table_params(const TableOptions& table) {
  FD_TRY(const rules::Module* module, rules::find_module(table.game));
  FD_TRY(rules::Json given, written_params(table.params));
  return rules::params_among_people(module->info(), std::move(given));
}

words::Failure no_such_game(const std::string& name) {
  std::vector<std::string> names{rules::nearest_game(name)};
  for (const sandbox::KeptScript& kept : sandbox::KeptScripts(home::scripts_folder()).list())
    names.push_back(kept.name);
  const std::string near = nearest_name(name, names);
  return {words::Exit::usage, "unknown_game", "There is no game '" + words::printable(name) + "'.",
          (near.empty() ? "" : "Did you mean " + near + "? ") +
              std::string("fairdeal games lists them.")};
}

words::Failure could_not_start(const Error& error, const std::string& command,
                               const TableOptions& table) {
  if (const auto failure = unreadable_params(error, table)) return *failure;
  if (const auto failure = wrong_seats(error, table)) return *failure;
  if (error.fault != Fault::unknown_module) return words::failure_of(error, "Could not start");
  words::Failure failure = no_such_game(table.game);
  failure.name = name(error.fault);  // as scripts know it of these commands
  const std::string file = table.game + ".lua";
  if (::access(file.c_str(), F_OK) == 0)
    failure.hint =
        "Is it fairdeal " + command + " " + words::printable(file) + ", the file in this folder?";
  return failure;
}

}  // namespace fairdeal::seat
