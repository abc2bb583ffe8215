#include <fstream>
#include <map>

#include <nlohmann/json.hpp>

#include "apps/progress.h"
#include "apps/rules_command.h"
#include "rules/traces/check.h"

namespace fairdeal::apps {
namespace {

struct Found {
  std::string file;
  std::size_t line;
  std::string kind;
  rules::Difference difference;
};

struct Tally {
  std::uint64_t lines = 0;
  std::uint64_t plies = 0;
  std::map<std::string, std::uint64_t> skipped;  ///< by kind
  std::vector<Found> found;
  std::uint64_t differ = 0;
};

constexpr std::size_t kShownMax = 20;

std::string as_text(const Found& found) {
  const auto& [ply, what, expected, got] = found.difference;
  return found.file + ":" + std::to_string(found.line) + ": " +
         (ply == 0 ? "" : "ply " + std::to_string(ply) + ", ") + what + ": expected " + expected +
         ", got " + got;
}

Json as_json(const Found& found) {
  const auto& [ply, what, expected, got] = found.difference;
  return {{"file", found.file}, {"line", found.line}, {"ply", ply == 0 ? Json() : Json(ply)},
          {"kind", found.kind}, {"what", what},       {"expected", expected},
          {"got", got}};
}

void count(Tally& tally, const std::string& file, std::size_t line,
           const rules::LineCheck& checked) {
  if (!checked.skipped.empty()) {
    ++tally.skipped[checked.kind];
    return;
  }
  ++tally.lines;
  tally.plies += checked.plies;
  if (!checked.difference) return;
  ++tally.differ;
  if (tally.found.size() < kShownMax)
    tally.found.push_back({file, line, checked.kind, *checked.difference});
}

int report(const Tally& tally, const Output& output) {
  Json differences = Json::array();
  std::string text;
  for (const Found& found : tally.found) {
    differences.push_back(as_json(found));
    text += as_text(found) + "\n";
  }
  for (const auto& [kind, lines] : tally.skipped)
    text += "skipped " + std::to_string(lines) + " of kind " + kind + "\n";
  const bool agree = tally.differ == 0;
  output.result(Json{{"v", 1},
                     {"agree", agree},
                     {"lines", tally.lines},
                     {"plies", tally.plies},
                     {"differ", tally.differ},
                     {"differences", differences},
                     {"skipped", tally.skipped}});
  output.result(text + "checked " + std::to_string(tally.lines) + " lines, " +
                std::to_string(tally.plies) +
                " plies: " + (agree ? "all agree" : std::to_string(tally.differ) + " differ"));
  return agree ? 0 : 1;
}

}  // namespace

int run_rules_check(const RulesOptions& options, const Output& output) {
  Tally tally;
  Progress progress(output);
  for (const std::string& name : options.files) {
    std::ifstream file(name);
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      if (line.empty()) continue;
      const auto checked = rules::check_line(line);
      if (!checked)
        return output.failed({Exit::usage, "unreadable",
                              name + ":" + std::to_string(number) + ": " + checked.error().about,
                              "A line is one JSON object, as fairdeal rules record writes it."});
      count(tally, name, number, *checked);
      progress.tell([&] { return name + ": " + std::to_string(number) + " lines"; });
    }
    if (number == 0 && !std::ifstream(name))
      return output.failed({Exit::usage, "unreadable", "Cannot read " + name + ".", ""});
  }
  return report(tally, output);
}

}  // namespace fairdeal::apps
