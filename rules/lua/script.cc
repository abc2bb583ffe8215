#include "rules/lua/script.h"

#include <algorithm>

#include "rules/json_full.h"
#include "rules/lua/limits.h"
#include "rules/lua/plain_text.h"
#include "rules/lua/script_codec.h"
#include "rules/model.h"

namespace fairdeal::rules {
namespace {

tl::unexpected<Error> refuse_module(const std::string& what) {
  return fail(Fault::bad_parameters, what);
}

/// Reads a text of a module's description.
Result<std::string> text_member(const Json& module, const char* key, std::size_t length_max,
                                const char* otherwise) {
  const Json value = module.value(key, Json(otherwise));
  if (!value.is_string() || value.get_ref<const std::string&>().size() > length_max)
    return refuse_module(std::string(key) + " is a text of at most " + std::to_string(length_max) +
                         " bytes");
  return plain_text(value.get_ref<const std::string&>(), length_max, true);
}

bool is_name(const std::string& name) {
  return !name.empty() && name.size() <= 32 &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
}

Result<Param> param_of(const Json& json) {
  Param param;
  FD_TRY(param.name, text_member(json, "name", 32, ""));
  FD_TRY(param.about, text_member(json, "about", 200, ""));
  const Json value = json.value("value", Json());
  std::string plain = param.name;
  std::ranges::replace(plain, '_', '-');
  if (!is_name(plain) || value.is_null() || value.is_structured())
    return refuse_module(
        "a parameter has a name in small letters, such as small_blind, and a value");
  param.value = text(value);
  param.min = json.value("min", INT64_MIN);
  param.max = json.value("max", INT64_MAX);
  return param;
}

Result<std::pair<std::size_t, std::size_t>> seats_of(const Json& seats) {
  if (seats.is_number_integer() && seats > 0 && seats <= 10)
    return std::pair(seats.get<std::size_t>(), seats.get<std::size_t>());
  const bool range = seats.is_array() && seats.size() == 2 && seats[0].is_number_integer() &&
                     seats[1].is_number_integer() && seats[0] > 0 && seats[1] >= seats[0] &&
                     seats[1] <= 10;
  if (!range) return refuse_module("seats is a number, or {least, most}, up to 10");
  return std::pair(seats[0].get<std::size_t>(), seats[1].get<std::size_t>());
}

}  // namespace

Result<GameInfo> info_of_script(const Json& module) {
  GameInfo info;
  FD_TRY(info.name, text_member(module, "name", 32, ""));
  if (!is_name(info.name))
    return refuse_module("name has small letters, digits and -, such as \"skull\"");
  FD_TRY(info.version, text_member(module, "version", 16, "1"));
  FD_TRY(info.about, text_member(module, "about", 200, ""));
  FD_TRY(info.shelf, text_member(module, "shelf", 16, "boards"));
  FD_TRY(info.rules, text_member(module, "rules", 4000, ""));
  FD_TRY(const auto seats, seats_of(module.value("seats", Json(2))));
  std::tie(info.seats_min, info.seats_max) = seats;
  for (const Json& role : module.value("roles", Json::array()))
    info.roles.push_back(plain_text(role.get<std::string>(), 32, false));
  for (const Json& param : module.value("params", Json::array())) {
    FD_TRY(auto read, param_of(param));
    info.params.push_back(std::move(read));
  }
  info.zero_sum = module.value("zero_sum", true);
  info.hidden = module.value("hidden", false);
  info.chance = module.value("chance", false);
  info.simultaneous = module.value("simultaneous", false);
  for (const Json& move : module.value("left_to_people", Json::array()))
    info.left_to_people.push_back(text(move));
  if (const Json hint = module.value("hint", Json()); !hint.is_null()) info.hint = text(hint);
  return info;
}

Result<> Script::read_info() {
  return guarded([&]() -> Result<> {
    const Json& module = engine_->members().values;
    FD_TRY(info_, info_of_script(module));
    const Json bounds = module.value("bounds", Json::array({-1, 1}));
    bounds_ = {bounds.at(0).get<std::int64_t>(), bounds.at(1).get<std::int64_t>()};
    return {};
  });
}

Result<std::shared_ptr<Script>> Script::of(const std::string& name, std::string text,
                                           std::unique_ptr<ScriptEngine> engine) {
  std::shared_ptr<Script> script(new Script(std::move(engine), std::move(text)));
  if (const auto read = script->read_info(); !read)
    return fail(read.error().fault, name + ": " + read.error().about);
  return script;
}

Result<std::shared_ptr<Script>> Script::load(const std::string& name, std::string text) {
  FD_TRY(auto engine, local_engine(name, text));
  return of(name, std::move(text), std::move(engine));
}

Result<Json> Script::call(const char* function, std::initializer_list<Json> arguments) {
  if (fuel_used_ > kScriptFuelAtOnce)
    return fail(Fault::rules, "in " + std::string(function) +
                                  "(): what is asked about one state takes more than 10,000,000 "
                                  "instructions in all");
  // What is written and read for a call takes time, too: a state of 64 kB about a millisecond.
  for (const Json& argument : arguments)
    fuel_used_ += static_cast<std::int64_t>(rules::text(argument).size() / 4);
  fuel_used_ += kScriptCallFuel;
  std::int64_t fuel = 0;
  auto value = engine_->call(function, {arguments.begin(), arguments.size()}, fuel);
  fuel_used_ += fuel;
  // Parameters are judged by start() alone: what fails later is the rules' own fault.
  if (!value && std::string_view(function) != "start")
    return fail(Fault::rules, value.error().about);
  return value;
}

}  // namespace fairdeal::rules
