#include "rules/lua/script.h"

#include <algorithm>

#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/lua/limits.h"
#include "rules/lua/plain_text.h"
#include "rules/lua/script_codec.h"
#include "rules/lua/script_secrets.h"
#include "rules/model.h"
#include "rules/script_interpreter.h"

namespace fairdeal::rules {
namespace {

constexpr std::size_t kParamsMax = 32;  ///< parameters, and moves that are left to people

tl::unexpected<Error> refuse_module(const std::string& what) {
  return fail(Fault::bad_parameters, what);
}

/// Reads a text of a module's description. Only a text that is shown by itself may have lines:
/// any other stands between the program's own words.
Result<std::string> text_member(const Json& module, const char* key, std::size_t length_max,
                                const char* otherwise, bool lines = false) {
  const JsonReader value = JsonReader(module).member(key);
  const auto text = value.exists() ? value.text() : otherwise;
  if (!text || text->size() > length_max)
    return refuse_module(std::string(key) + " is a text of at most " + std::to_string(length_max) +
                         " bytes");
  return plain_text(*text, length_max, lines);
}

/// Reads a member that is true or false.
Result<bool> flag_member(const Json& module, const char* key, bool otherwise) {
  const JsonReader value = JsonReader(module).member(key);
  if (!value.exists()) return otherwise;
  if (const auto flag = value.flag()) return *flag;
  return refuse_module(std::string(key) + " is true or false");
}

/// Reads a member that is a list.
Result<Json> list_member(const Json& module, const char* key, std::size_t size_max) {
  const JsonReader value = JsonReader(module).member(key);
  if (!value.exists()) return Json::array();
  if (!value.is_list() || value.size() > size_max)
    return refuse_module(std::string(key) + " is a list of at most " + std::to_string(size_max));
  return value.json();
}

Result<std::int64_t> limit_of(const Json& param, const char* key, std::int64_t otherwise) {
  const JsonReader value = JsonReader(param).member(key);
  if (!value.exists()) return otherwise;
  if (const auto number = value.number()) return *number;
  return refuse_module("a parameter's " + std::string(key) + " is a number");
}

/// Reads the value that a parameter has at a table of people, as JSON text; "": the default.
Result<std::string> value_among_people(const Json& json, const Param& param, const Json& standard) {
  const JsonReader among = JsonReader(json).member("among_people");
  if (!among.exists()) return "";
  const Json value = plain_json(among.json(), false);
  const bool same_kind = value.is_number_integer() == standard.is_number_integer() &&
                         (value.is_number_integer() || value.type() == standard.type());
  if (!same_kind || (value.is_number_integer() && !among.number(param.min, param.max).has_value()))
    return refuse_module("among_people of the parameter " + param.name +
                         " is of the value's kind, from min to max");
  return text(value);
}

Result<Param> param_of(const Json& json) {
  if (!json.is_object())
    return refuse_module("a parameter is {name = \"goal\", about = \"…\", value = 100}");
  Param param;
  FD_TRY(param.name, text_member(json, "name", 32, ""));
  FD_TRY(param.about, text_member(json, "about", 200, ""));
  const Json& value = JsonReader(json).member("value").json();
  std::string plain = param.name;
  std::ranges::replace(plain, '_', '-');
  if (!is_script_name(plain) || value.is_null() || value.is_structured())
    return refuse_module(
        "a parameter has a name in small letters, such as small_blind, and a value");
  param.value = text(plain_json(value, false));
  FD_TRY(param.min, limit_of(json, "min", INT64_MIN));
  FD_TRY(param.max, limit_of(json, "max", INT64_MAX));
  const bool fits =
      !value.is_number_integer() || JsonReader(value).number(param.min, param.max).has_value();
  if (!fits)
    return refuse_module("the value of the parameter " + param.name + " is not from min to max");
  FD_TRY(param.among_people, value_among_people(json, param, value));
  return param;
}

/// Reads the names of the seats: one for each, all different.
Result<std::vector<std::string>> roles_of(const Json& module, std::size_t seats_max) {
  FD_TRY(const Json list, list_member(module, "roles", seats_max));
  std::vector<std::string> roles;
  for (const Json& role : list) {
    const std::string name = plain_text(JsonReader(role).text().value_or(""), 32, false);
    const bool is_number = name.find_first_not_of("0123456789") == std::string::npos;
    if (is_number || std::ranges::count(roles, name) > 0)
      return refuse_module("roles are different texts, and no numbers");
    roles.push_back(name);
  }
  if (!roles.empty() && roles.size() != seats_max)
    return refuse_module("roles has a name for each seat, or is left out");
  return roles;
}

/// Reads the least and the greatest result.
Result<Range> bounds_of(const Json& module) {
  const JsonReader bounds = JsonReader(module).member("bounds");
  if (!bounds.exists()) return Range{-1, 1};
  const auto least = bounds.element(0).number(-kScriptNumberMax, kScriptNumberMax);
  const auto greatest = bounds.element(1).number(-kScriptNumberMax, kScriptNumberMax);
  if (bounds.size() != 2 || !least || !greatest || *least > *greatest)
    return refuse_module("bounds is {least, greatest}, of at most 53 bits");
  return Range{*least, *greatest};
}

/// Reads the order of kinds of moves, as the hint for the page has it. It is for what is shown, so
/// that a hint of another shape only has no order.
std::vector<std::string> order_of(const JsonReader& hint) {
  std::vector<std::string> order;
  const JsonReader kinds = hint.member("moves").member("order");
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (auto kind = kinds.element(i).text()) order.push_back(*std::move(kind));
  return order;
}

Result<std::pair<std::size_t, std::size_t>> seats_of(const JsonReader& seats) {
  using Seats = std::pair<std::size_t, std::size_t>;
  if (!seats.exists()) return Seats(2, 2);
  if (const auto all = seats.number(1, 10)) return Seats(*all, *all);
  const auto least = seats.element(0).number(1, 10), most = seats.element(1).number(1, 10);
  if (seats.size() != 2 || !least || !most || *least > *most)
    return refuse_module("seats is a number, or {least, most}, up to 10");
  return Seats(*least, *most);
}

}  // namespace

Result<GameInfo> info_of_script(const Json& module) {
  GameInfo info;
  FD_TRY(info.name, text_member(module, "name", 32, ""));
  if (!is_script_name(info.name))
    return refuse_module("name has small letters, then also digits and -, such as \"skull\"");
  FD_TRY(info.version, text_member(module, "version", 16, "1"));
  if (!is_script_version(info.version))
    return refuse_module("version is 1 to 16 letters, digits and the signs . + -, such as \"1.2\"");
  FD_TRY(info.about, text_member(module, "about", 200, ""));
  FD_TRY(info.shelf, text_member(module, "shelf", 16, "boards"));
  FD_TRY(info.rules, text_member(module, "rules", 4000, "", true));
  FD_TRY(const auto seats, seats_of(JsonReader(module).member("seats")));
  std::tie(info.seats_min, info.seats_max) = seats;
  FD_TRY(info.roles, roles_of(module, info.seats_max));
  FD_TRY(const Json params, list_member(module, "params", kParamsMax));
  for (const Json& param : params) {
    FD_TRY(auto read, param_of(param));
    info.params.push_back(std::move(read));
  }
  FD_TRY(info.zero_sum, flag_member(module, "zero_sum", true));
  FD_TRY(info.hidden, flag_member(module, "hidden", false));
  FD_TRY(info.chance, flag_member(module, "chance", false));
  FD_TRY(info.simultaneous, flag_member(module, "simultaneous", false));
  FD_TRY(info.secrets, secrets_of_script(module));
  const Secrecy declared = secrets_of(info);
  if (declared.deals != Secrecy::Deals::none || declared.rolls == Secrecy::Rolls::own)
    if (!info.hidden)
      return refuse_module("secrets has what one seat alone sees, and hidden is not true");
  if (declared != Secrecy{.answers = declared.answers} && !info.chance)
    return refuse_module("secrets has cards or dice, and chance is not true");
  FD_TRY(const Json left, list_member(module, "left_to_people", kParamsMax));
  for (const Json& move : left) info.left_to_people.push_back(text(move));
  // A hint that cannot be used costs only the drawing: rules test and the page tell its writer why.
  if (const JsonReader hint = JsonReader(module).member("hint"); !hint.is_null()) {
    info.hint = text(plain_json(hint.json(), false));
    info.move_order = order_of(hint);
  }
  return info;
}

Result<> Script::read_info() {
  return guarded([&]() -> Result<> {
    const Json& module = engine_->members().values;
    FD_TRY(info_, info_of_script(module));
    if (engine_->members().functions.contains("done") && !secrets_of(info_).done)
      return refuse_module("done() gives locks away, and secrets.done is not true");
    FD_TRY(bounds_, bounds_of(module));
    return {};
  });
}

Result<std::shared_ptr<Script>> Script::of(const std::string& name, std::string text,
                                           std::unique_ptr<ScriptEngine> engine) {
  std::shared_ptr<Script> script(new Script(std::move(engine), std::move(text)));
  script->shipped_ = rules::is_shipped(script->text_);
  if (const auto read = script->read_info(); !read)
    return fail(read.error().fault, name + ": " + read.error().about);
  return script;
}

Result<std::shared_ptr<Script>> Script::load(const std::string& name, std::string text) {
  FD_TRY(auto engine, local_engine(name, text));
  return of(name, std::move(text), std::move(engine));
}

namespace {

/// Returns what writing and reading a value counts, besides the instructions of the call that has
/// it. 64 kB take about a millisecond.
std::int64_t fuel_of_text(const Json& value) {
  return static_cast<std::int64_t>(rules::text(value).size() / 4);
}

/// Counts a call, but for its instructions. Errors: rules (`used` is over `most` already).
Result<> count_call(const std::string& function, std::int64_t arguments, std::int64_t most,
                    std::int64_t& used) {
  if (used > most)
    return fail(Fault::rules, "in " + function +
                                  "(): what is asked about one state takes more than " +
                                  (most == kScriptFuelAtOnce ? "10,000,000" : "1,000,000") +
                                  " instructions in all");
  used += arguments + kScriptCallFuel;
  return {};
}

/// Counts several calls that are made at once, one after the other.
class CallCount {
 public:
  CallCount(const ScriptCalls& calls, std::int64_t most, std::int64_t& used)
      : calls_(calls), most_(most), used_(used) {
    for (std::size_t i = 0; i < calls.arguments.size(); ++i)
      if (i != calls.place) shared_ += fuel_of_text(calls.arguments[i]);
  }
  /// Counts the next call, but for its instructions. Errors: as count_call().
  Result<> next() {
    const std::int64_t varied = fuel_of_text(calls_.varied[made_]);
    FD_TRY(count_call(calls_.function, shared_ + varied, most_, used_));
    ++made_;
    return {};
  }
  /// Returns the instructions that are left; below zero: no call may be made.
  std::int64_t left() const { return most_ - used_; }

 private:
  const ScriptCalls& calls_;
  const std::int64_t most_;
  std::int64_t& used_;
  std::int64_t shared_ = 0;
  std::size_t made_ = 0;
};

}  // namespace

Result<Json> Script::call(const char* function, std::initializer_list<Json> arguments,
                          std::int64_t& used) {
  std::int64_t texts = 0;
  for (const Json& argument : arguments) texts += fuel_of_text(argument);
  FD_TRY(count_call(function, texts, kScriptFuelAtOnce, used));
  std::int64_t fuel = 0;
  auto value = engine_->call(function, {arguments.begin(), arguments.size()}, fuel);
  used += fuel;
  // Parameters are judged by start() alone: what fails later is the rules' own fault.
  if (!value && std::string_view(function) != "start")
    return fail(Fault::rules, value.error().about);
  return value;
}

Result<std::vector<Json>> Script::call_each(const ScriptCalls& calls, std::int64_t& used) {
  CallCount count(calls, kScriptFuelAtOnce, used);
  std::vector<Json> values;
  while (values.size() < calls.varied.size()) {
    // Without any instruction left, the first of these calls is refused below, and not made.
    auto answers = count.left() < 0 ? std::vector<ScriptAnswered>(1, {Json(), 0})
                                    : engine_->call_each(calls, values.size(), count.left());
    for (auto& [value, fuel] : answers) {
      FD_TRY(count.next());
      used += fuel;
      if (!value) return fail(Fault::rules, value.error().about);
      values.push_back(*std::move(value));
    }
  }
  return values;
}

std::vector<Result<Json>> Script::call_each_shown(const ScriptCalls& calls, std::int64_t& used) {
  CallCount count(calls, kScriptFuelShown, used);
  std::vector<Result<Json>> values;
  while (values.size() < calls.varied.size()) {
    auto answers = count.left() < 0 ? std::vector<ScriptAnswered>(1, {Json(), 0})
                                    : engine_->call_each_shown(calls, values.size(), count.left());
    for (auto& [value, fuel] : answers) {
      if (const auto counted = count.next(); !counted) {
        values.resize(calls.varied.size(), tl::unexpected(counted.error()));
        break;
      }
      used += fuel;
      if (!value && value.error().fault == Fault::no_answer) {
        values.resize(calls.varied.size(), value);
        break;
      }
      if (value) used += fuel_of_text(*value);
      values.push_back(value ? std::move(value)
                             : Result<Json>(fail(Fault::rules, value.error().about)));
    }
  }
  return values;
}

}  // namespace fairdeal::rules
