#include "rules/params.h"

#include <algorithm>

#include "base/edit_distance.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"

namespace fairdeal::rules {
namespace {

Result<> check(const Param& param, const Json& value, const Json& standard) {
  const bool same_type = value.type() == standard.type() ||
                         (value.is_number_integer() && standard.is_number_integer());
  if (!same_type && !standard.is_null())
    return fail(Fault::bad_parameters,
                param.name + " is like " + text(standard) + ", not " + text(value));
  if (value.is_number_integer()) {
    const auto given_number = JsonReader(value).number();
    if (!given_number) return fail(Fault::bad_parameters, param.name + " is too large");
    const std::int64_t number = *given_number;
    if (number < param.min || number > param.max)
      return fail(Fault::bad_parameters, param.name + " is from " + std::to_string(param.min) +
                                             " to " + std::to_string(param.max) + ", not " +
                                             std::to_string(number));
  }
  return {};
}

std::string no_such_param(const GameInfo& info, const std::string& name) {
  std::vector<std::string> names;
  for (const Param& param : info.params) names.push_back(param.name);
  const std::string near = nearest_name(name, names);
  return info.name + " has no parameter '" + name + "'" +
         (near.empty() ? "" : " (did you mean '" + near + "'?)");
}

}  // namespace

Result<Json> complete_params(const GameInfo& info, const Json& given) {
  if (!given.is_object() && !given.is_null())
    return fail(Fault::bad_parameters, "parameters are a JSON object, such as {\"goal\":50}");
  Json complete = Json::object();
  for (const Param& param : info.params) {
    const Json standard = json_or_null(param.value);
    const JsonReader own = JsonReader(given).member(param.name);
    const Json value = own.exists() ? own.json() : standard;
    FD_TRY(check(param, value, standard));
    if (!param.left_out || value != standard) complete[param.name] = value;
  }
  for (const auto& [name, value] : given.items())
    if (std::ranges::find(info.params, name, &Param::name) == info.params.end())
      return fail(Fault::bad_parameters, no_such_param(info, name));
  return complete;
}

Json params_among_people(const GameInfo& info, Json given) {
  if (given.is_null()) given = Json::object();
  for (const Param& param : info.params)
    if (!param.among_people.empty() && given.is_object() && !given.contains(param.name))
      given[param.name] = json_or_null(param.among_people);
  return given;
}

}  // namespace fairdeal::rules
