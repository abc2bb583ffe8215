#include <filesystem>
#include <fstream>
#include <map>

#include "conformance/check.h"
#include "rules/json_full.h"
#include "ui/author/rules.h"
#include "ui/words/printable.h"
#include "ui/words/progress.h"

namespace fairdeal::author {
namespace {

struct Found {
  std::string file;
  std::size_t line;
  std::string kind;
  conformance::Difference difference;
};

struct Tally {
  std::uint64_t lines = 0;
  std::uint64_t plies = 0;
  std::map<std::string, std::uint64_t> skipped;  ///< how many lines, by their kind
  std::vector<Found> found;
  std::uint64_t differ = 0;
};

constexpr std::size_t kShownMax = 20;
constexpr std::size_t kLineBytesMax = std::size_t{1} << 24;  ///< the longest known line has 70 kB
constexpr int kGzip = 0x1f;                                  ///< the first byte of a gzip file

/// A reader of a file's lines. It cuts a line that is longer than kLineBytesMax.
class LineReader {
 public:
  explicit LineReader(std::istream& in) : in_(in.rdbuf()) {}
  std::size_t number() const { return number_; }

  std::optional<std::string> next() {
    std::string line;
    for (int c = in_->sbumpc(); c != std::char_traits<char>::eof(); c = in_->sbumpc()) {
      if (c == '\n' || line.size() > kLineBytesMax) return counted(std::move(line));
      line += static_cast<char>(c);
    }
    if (line.empty()) return {};
    return counted(std::move(line));
  }

 private:
  std::string counted(std::string line) {
    ++number_;
    return line;
  }
  std::streambuf* in_;
  std::size_t number_ = 0;
};

std::string to_line(const Found& found) {
  const auto& [ply, what, expected, got] = found.difference;
  return found.file + ":" + std::to_string(found.line) + ": " +
         (ply == 0 ? "" : "ply " + std::to_string(ply) + ", ") + what + ": expected " + expected +
         ", got " + got;
}

words::Json as_json(const Found& found) {
  const auto& [ply, what, expected, got] = found.difference;
  return {{"file", found.file},
          {"line", found.line},
          {"ply", ply == 0 ? words::Json() : words::Json(ply)},
          {"kind", found.kind},
          {"what", what},
          {"expected", expected},
          {"got", got}};
}

void count(Tally& tally, const std::string& file, std::size_t line,
           const conformance::LineCheck& checked) {
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

int report(const Tally& tally, const words::Output& output) {
  words::Json differences = words::Json::array();
  std::string text;
  for (const Found& found : tally.found) {
    differences.push_back(as_json(found));
    text += words::printable(to_line(found)) + "\n";
  }
  for (const auto& [kind, lines] : tally.skipped)
    text += "skipped " + std::to_string(lines) + " of kind " + words::printable(kind) + "\n";
  const bool agree = tally.differ == 0;
  output.result(words::Json{{"v", 1},
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

int run_rules_check(const RulesOptions& options, const words::Output& output) {
  Tally tally;
  words::Progress progress(output);
  for (const std::string& name : options.files) {
    const auto unreadable = [&](std::size_t line, const std::string& why, const char* hint = "") {
      const std::string where = line == 0 ? name : name + ":" + std::to_string(line);
      return output.failed({words::Exit::usage, "unreadable", where + ": " + why, hint});
    };
    std::ifstream file(name, std::ios::binary);
    if (std::filesystem::is_directory(name))
      return unreadable(0, "it is a folder; name a file in it.");
    if (!file) return unreadable(0, "it cannot be read.");
    if (file.peek() == kGzip) return unreadable(1, "it is compressed.", "gunzip it first.");
    LineReader lines(file);
    while (const auto line = lines.next()) {
      if (line->size() > kLineBytesMax)
        return unreadable(lines.number(), "a line of more than 16 MiB.");
      if (line->find_first_not_of(" \t\r") == std::string::npos) continue;
      const auto checked = conformance::check_line(*line);
      if (!checked)
        return unreadable(lines.number(), checked.error().about + ".",
                          "A line is one JSON object, as fairdeal rules record writes it.");
      count(tally, name, lines.number(), *checked);
      progress.tell([&] { return name + ": " + std::to_string(lines.number()) + " lines"; });
    }
    if (lines.number() == 0) return unreadable(0, "it is empty.");
  }
  return report(tally, output);
}

}  // namespace fairdeal::author
