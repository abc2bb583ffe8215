#pragma once

#include <optional>
#include <ostream>
#include <set>
#include <sstream>

#include "base/seeded_rng.h"
#include "rules/params.h"
#include "rules/registry.h"

/// Tables as people choose them, for the laws.
namespace fairdeal::rules {

struct PeoplesTable {
  Json params;
  std::size_t seats;
  friend std::ostream& operator<<(std::ostream& out, const PeoplesTable& table) {
    return out << table.params << " for " << table.seats;
  }
};

/// Returns the words of a description, or two that stand side by side, that the game takes as
/// values of this parameter: "no-limit", "pot-limit" and "fixed-limit".
inline std::vector<Json> texts_of(const Module& module, const Param& param) {
  std::string about = param.about.substr(0, param.about.find(':'));
  for (char& c : about)
    if ((c < 'a' || c > 'z') && c != '-') c = ' ';
  std::istringstream in(about);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  std::set<std::string> all(words.begin(), words.end());
  for (std::size_t i = 0; i + 1 < words.size(); ++i) all.insert(words[i] + "-" + words[i + 1]);
  std::vector<Json> texts;
  for (const std::string& one : all)
    if (start_game(module.info().name, Json{{param.name, one}}, module.info().seats_min))
      texts.emplace_back(one);
  return texts;
}

/// Returns values that people may give to a parameter beside its default: chips are half or twice
/// as many, or some where the default is none; all else is near the default.
inline std::vector<Json> values_of(const Module& module, const Param& param) {
  const Json standard = Json::parse(param.value);
  if (standard.is_boolean()) return {!standard.get<bool>()};
  if (standard.is_string()) return texts_of(module, param);
  if (!standard.is_number_integer()) return {};
  const auto number = standard.get<std::int64_t>();
  std::vector<Json> values;
  const bool chips = module.info().shelf == "poker";
  for (const std::int64_t value : {number / 2, number - 1, number + 1, chips ? 2 * number : number,
                                   chips && number == 0 ? 5 : number})
    if (value != number && value >= param.min && value <= param.max) values.emplace_back(value);
  return values;
}

/// Draws a table for the fewest to the most seats, at which half of the parameters are not those by
/// default; none if the game refuses these.
inline std::optional<PeoplesTable> peoples_table(const Module& module, SeededRng& rng) {
  const GameInfo& info = module.info();
  PeoplesTable table{Json::object(),
                     info.seats_min + rng.below(info.seats_max - info.seats_min + 1)};
  for (const Param& param : info.params) {
    const auto values = values_of(module, param);
    if (!values.empty() && rng.below(2) == 0)
      table.params[param.name] = values[rng.below(values.size())];
  }
  const auto complete = complete_params(info, table.params);
  if (!complete || !module.start(*complete, table.seats)) return {};
  return table;
}

}  // namespace fairdeal::rules
