#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "tests/source_files.h"

/// JSON of others is read in one place: rules/json_reader.h.
namespace {

using fairdeal::sources::at;
using fairdeal::sources::File;
using fairdeal::sources::files;

/// Where JSON is read by the library's own accessors, which throw where a value has another shape
/// than expected, and why that ends no program. All else reads JSON by rules/json_reader.h.
const std::map<std::string, std::string> kReadsJsonByItself{
    {"rules/json_reader.cc", "it asks for the shape first"},
    {"rules/json.cc", "the parser"},
    {"games/", "states of compiled games: guarded() in rules/model.h makes an exception an error"},
    {"rules/checkerboard.cc", "the same"},
    {"rules/position.cc", "the same"},
    {"rules/laws.cc", "it damages states that it has from a compiled game"},
    {"rules/recording.cc", "it reads what it has put there"},
    {"rules/lua/values.cc", "it asks for the kind first"},
    {"conformance/", "recorded lines: check_line() makes an exception a verdict"},
    {"tools/known_answers",
     "a file of vectors: check_known_answers() makes an exception a verdict"},
    {"tools/demo.cc", "lines of the seats that it starts itself"},
    {"tools/bench", "figures that it has measured itself"},
};

/// Text of a script, a peer, a page or a file may have any shape. A question about a member or a
/// value of another kind has no answer there, and is no exception.
TEST(Tidy, A72_JsonOfOthersIsReadInOnePlace) {
  static const std::regex kThrows(
      R"re(\.(at|value)\("|\.value\(\w+, |\.(get|get_ref)<|\.get_to\(|\bjson_pointer\b)re"
      R"re(|\.begin\(\)\.key\(\)|\b[Jj]son::parse\()re"
      R"re(|[\w)\]]\["\w+"\](?!(\[[^\]]*\])*( = |\.push_back|\.emplace_back)))re");
  std::set<std::string> reads;
  for (const File& file : files()) {
    if (file.folder != "ui" && file.folder != "tools" && file.folder != "cli" &&
        file.folder != "rules" && file.folder != "games" && file.folder != "runtime" &&
        file.folder != "conformance")
      continue;
    const auto known = std::ranges::find_if(
        kReadsJsonByItself, [&](const auto& place) { return file.path.starts_with(place.first); });
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string code = file.lines[i].substr(0, file.lines[i].find("//"));
      if (!std::regex_search(code, kThrows)) continue;
      if (known != kReadsJsonByItself.end())
        reads.insert(known->first);
      else
        ADD_FAILURE() << at(file, i) << ": read it by rules/json_reader.h: " << code;
    }
  }
  for (const auto& [place, why] : kReadsJsonByItself)
    EXPECT_TRUE(reads.contains(place)) << place << " (" << why << ") needs no exception any more";
}

}  // namespace
