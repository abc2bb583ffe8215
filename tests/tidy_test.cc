#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "tests/source_files.h"

/// Rules for every file of the tree, as docs/architecture.md draws it.
namespace {

namespace fs = std::filesystem;

using fairdeal::sources::at;
using fairdeal::sources::File;
using fairdeal::sources::files;

struct Folder {
  std::set<std::string> may_include;  // other folders
  std::set<std::string> headers;      // third-party headers, by their first part; "*": any
  std::vector<std::string> rooms{};   // bottom up: each may include those before it
};

const std::map<std::string, Folder> kFolders{
    {"base", {{}, {"tl", "arpa"}}},
    {"crypto", {{"base"}, {"sodium", "sodium.h", "immintrin.h"}}},
    {"rules", {{"base"}, {"nlohmann"}}},
    {"games", {{"base", "rules"}, {"nlohmann"}}},
    {"conformance", {{"base", "rules", "games"}, {"nlohmann"}}},
    {"proto", {{"base", "crypto"}, {"google", "unicode"}}},
    {"consensus", {{"base", "crypto", "proto"}, {}}},
    {"runtime",
     {{"base", "crypto", "rules", "proto", "consensus"},
      {"nlohmann", "sqlite3.h"},
      {"state", "meet", "audit", "node"}}},
    {"net",
     {{"base", "crypto", "proto", "runtime"},
      {"boost", "openssl", "sodium.h", "miniupnpc", "natpmp.h"},
      {"channel", "signaling", "sockets", "party", "reach", "mesh", "rendezvous", "session"}}},
    {"relay",
     {{"base", "crypto", "proto"},
      {"boost", "nats", "openssl", "sodium.h", "fcntl.h", "unistd.h", "malloc.h", "sys", "linux"},
      {"", "cluster", "server"}}},
    {"ui",
     {{"base", "crypto", "rules", "games", "conformance", "proto", "consensus", "runtime", "net",
       "relay"},
      {"*"},
      {"words", "home", "sandbox", "engine", "match", "front", "seat", "lobby", "author"}}},
    {"tools",
     {{"base", "crypto", "rules", "games", "conformance", "proto", "consensus", "runtime", "net",
       "relay", "ui"},
      {"*"}}},
    {"cli",
     {{"base", "crypto", "rules", "games", "conformance", "proto", "consensus", "runtime", "net",
       "relay", "ui", "tools"},
      {"*"}}},
};

/// Folders of which each room is a namespace.
const std::set<std::string> kWithRooms{"runtime", "net", "relay", "ui", "tools", "cli"};

/// Files of another namespace than their folder's.
const std::set<std::string> kOtherNamespace{"net/channel/limits.h", "net/sockets/asio.h"};

/// Folders that are or use the shell: they read clocks and the environment.
bool is_shell(const std::string& folder) {
  return folder == "net" || folder == "ui" || folder == "tools" || folder == "cli";
}

/// Returns the floor of a file in its folder: 0 for the lowest room.
std::size_t floor_of(const std::string& path, const Folder& folder) {
  const auto first = path.find('/') + 1;
  const auto end = path.find('/', first);
  const std::string room = end == std::string::npos ? "" : path.substr(first, end - first);
  const auto found = std::ranges::find(folder.rooms, room);
  EXPECT_NE(found, folder.rooms.end()) << path << " is in no room";
  return static_cast<std::size_t>(found - folder.rooms.begin());
}

/// Names that would make a core depend on more than its arguments.
const std::regex kBanned(
    R"(\b(system_clock|steady_clock|high_resolution_clock|getenv|std::rand|srand|random_device)\b)"
    R"(|\b(mt19937|setlocale|unordered_map|unordered_set|float|double)\b)");

const std::regex kText(R"("[^"]*")");

std::string first_part(const std::string& path) { return path.substr(0, path.find('/')); }

/// So every header that has a source file compiles alone, where the files are not compiled many at
/// once. The stage `headers` compiles the other ones (.ci/stages).
TEST(Tidy, ASourceFileIncludesTheHeaderOfItsNameFirst) {
  std::set<std::string> headers;
  const std::vector<File> all = files();
  for (const File& file : all)
    if (file.path.ends_with(".h")) headers.insert(file.path);
  std::size_t found = 0;
  for (const File& file : all) {
    if (!file.path.ends_with(".cc")) continue;
    const std::string header = file.path.substr(0, file.path.size() - 2) + "h";
    if (!headers.contains(header)) continue;
    ++found;
    const auto first = std::ranges::find_if(
        file.lines, [](const std::string& line) { return line.starts_with("#include"); });
    ASSERT_NE(first, file.lines.end()) << file.path;
    EXPECT_EQ(*first, "#include \"" + header + "\"") << file.path;
  }
  EXPECT_GT(found, 300u);
}

TEST(Tidy, IncludesPointOneWay) {
  static const std::regex kInclude(R"re(^#include ([<"])([^>"]+)[>"])re");
  std::size_t seen = 0;
  for (const File& file : files()) {
    const auto rule = kFolders.find(file.folder);
    if (rule == kFolders.end()) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch match;
      if (!std::regex_search(file.lines[i], match, kInclude)) continue;
      ++seen;
      const std::string path = match[2];
      const std::string top = first_part(path);
      if (match[1] == "\"") {
        const bool generated =
            file.folder == "proto" && path.ends_with(".pb.h") && file.path.ends_with(".cc");
        EXPECT_TRUE(generated || top == file.folder || rule->second.may_include.contains(top))
            << at(file, i) << ": " << file.folder << " may not include " << path;
        if (top == file.folder && !rule->second.rooms.empty()) {
          EXPECT_LE(floor_of(path, rule->second), floor_of(file.path, rule->second))
              << at(file, i) << ": this room may not include " << path;
        }
      } else if (path.find('/') != std::string::npos || path.ends_with(".h")) {
        static const std::set<std::string> kSystem{"fcntl.h", "unistd.h", "netdb.h",   "sys",
                                                   "netinet", "net",      "ifaddrs.h", "arpa",
                                                   "poll.h",  "signal.h"};
        const bool shell = file.folder == "net" || file.path.starts_with("runtime/node/store");
        EXPECT_TRUE(rule->second.headers.contains("*") || rule->second.headers.contains(top) ||
                    (shell && kSystem.contains(top)))
            << at(file, i) << ": " << file.folder << " may not include <" << path << ">";
      }
    }
  }
  EXPECT_GT(seen, 100u);
}

/// Returns the namespace of a folder, as docs/architecture.md lists them; "" for the core, whose
/// folders each have one of their own name, and parts of it others.
std::string namespace_of(const std::string& folder) {
  const auto slash = folder.find('/');
  const std::string top = folder.substr(0, slash);
  const auto rule = kFolders.find(top);
  if (rule == kFolders.end() || !kWithRooms.contains(top)) return "";
  if (slash == std::string::npos) return "fairdeal::" + top;
  const bool encloses = std::ranges::count(rule->second.rooms, "") > 0;
  const std::string below = std::regex_replace(folder.substr(slash + 1), std::regex("/"), "::");
  return "fairdeal::" + (encloses ? top + "::" : "") + below;
}

/// A file opens the namespace of its folder, and any other only to declare a type that it names.
TEST(Tidy, EachFolderIsANamespace) {
  static const std::regex kOpens(R"(^namespace ((?:\w+::)*\w+) \{(.*)$)");
  static const std::regex kDeclares(
      R"(^(template <.*> )?(class|struct|enum class|union) \w+( : [\w:]+)?;( *//.*)?$|^$)");
  std::size_t seen = 0;
  for (const File& file : files()) {
    const std::string own = namespace_of(fs::path(file.path).parent_path().string());
    if (own.empty() || kOtherNamespace.contains(file.path)) continue;
    bool opens = false, any = false;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch match;
      if (!std::regex_search(file.lines[i], match, kOpens)) continue;
      any = true;
      const std::string name = match[1];
      if (name == own || name.starts_with(own + "::")) {
        opens = true;
        continue;
      }
      if (opens && !name.starts_with("fairdeal")) continue;  // inside the folder's own
      for (std::size_t j = i + 1; match[2] == "" && !file.lines[j].starts_with("}"); ++j)
        EXPECT_TRUE(std::regex_match(file.lines[j], kDeclares))
            << at(file, j) << " is in " << name << ", and the folder is " << own;
    }
    seen += opens;
    EXPECT_TRUE(opens || !any || file.path == "cli/main.cc") << file.path << " is not in " << own;
  }
  EXPECT_GT(seen, 150u);
}

TEST(Tidy, SqliteNatsCursesAndProtobufHaveOnePlaceEach) {
  for (const File& file : files()) {
    for (std::size_t i = 0; i < file.lines.size() && file.folder != "tests"; ++i) {
      const std::string& line = file.lines[i];
      const bool sqlite = line.starts_with("#include <sqlite3");
      const bool protobuf = line.starts_with("#include") && line.find(".pb.h") != std::string::npos;
      const bool nats = line.starts_with("#include <nats");
      EXPECT_TRUE(!sqlite || file.path.starts_with("runtime/node/store")) << at(file, i);
      const bool curses =
          line.starts_with("#include <curses") || line.starts_with("#include <term.");
      EXPECT_TRUE(!curses || file.path == "ui/front/curses_screen.cc") << at(file, i);
      EXPECT_TRUE(!nats || file.path == "relay/cluster/nats_bus.cc") << at(file, i);
      EXPECT_TRUE(!protobuf || file.folder == "proto") << at(file, i);
    }
  }
}

/// The arithmetic is entered by its three headers, and a signature's by one more; it knows of the
/// rest of crypto/ only what computes nothing.
TEST(Tidy, TheCurveIsEnteredByItsThreeHeaders) {
  static const std::regex kInclude(R"re(^#include "crypto/(curve/)?([^"]+)")re");
  static const std::set<std::string> kDoors{"scalar.h", "point.h", "msm.h"};
  static const std::set<std::string> kKnown{"hash.h", "oblivious.h", "secret.h"};
  for (const File& file : files()) {
    if (file.folder == "tests" || file.folder == "bench") continue;
    const bool inside = file.path.starts_with("crypto/curve/");
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch match;
      if (!std::regex_search(file.lines[i], match, kInclude) || inside == match[1].matched)
        continue;
      const std::string header = match[2];
      const bool signature = header == "ed25519.h" && file.path == "crypto/sign.cc";
      EXPECT_TRUE(inside ? kKnown.contains(header) : kDoors.contains(header) || signature)
          << at(file, i) << " may not include " << header;
    }
  }
}

/// A .h and its .cc are one part here, and so are the point and the way into it.
TEST(Tidy, NoPartOfTheCurveIncludesItselfByOthers) {
  static const std::regex kInclude(R"re(^#include "(crypto/curve/[^"]+)\.h")re");
  const auto part_of = [](const std::string& path) {
    return path == "crypto/curve/coordinates" ? std::string("crypto/curve/point") : path;
  };
  std::map<std::string, std::set<std::string>> includes;
  for (const File& file : files()) {
    if (!file.path.starts_with("crypto/curve/")) continue;
    const std::string part = part_of(file.path.substr(0, file.path.rfind('.')));
    for (const std::string& line : file.lines)
      if (std::smatch match; std::regex_search(line, match, kInclude) && part_of(match[1]) != part)
        includes[part].insert(part_of(match[1]));
  }
  EXPECT_GT(includes.size(), 19u);
  // A file that includes nothing left is taken away, again and again; a cycle stays.
  while (std::erase_if(includes, [&](const auto& part) {
    return std::ranges::none_of(part.second, [&](const auto& it) { return includes.contains(it); });
  })) {
  }
  for (const auto& [part, others] : includes) ADD_FAILURE() << part << " is in a cycle";
}

/// Code for some processors only stays apart: see crypto/curve/ifma/eight.h.
TEST(Tidy, EightLanesAreInTheirFilesAlone) {
  for (const File& file : files()) {
    if (file.folder == "tests") continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string& line = file.lines[i];
      EXPECT_TRUE(!line.starts_with("#include <immintrin") ||
                  file.path == "crypto/curve/ifma/field_lanes.h");
      EXPECT_TRUE(!line.starts_with("#include \"crypto/curve/ifma/field_lanes.h") ||
                  file.path.ends_with("_ifma.cc"))
          << at(file, i);
    }
  }
}

/// memcmp stops at the first byte that differs, and so tells how far a secret was guessed.
TEST(Tidy, A28_BytesThatMayBeSecretAreComparedInConstantTime) {
  static const std::regex kCompares(R"(\b(memcmp|strcmp|bcmp)\b)");
  for (const File& file : files()) {
    if (file.folder == "tests" || file.path == "crypto/curve/point.h")
      continue;  // an order of points
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      EXPECT_FALSE(std::regex_search(file.lines[i], kCompares)) << at(file, i);
  }
}

/// A character of text is one column, however many bytes it takes.
std::ptrdiff_t columns(const std::string& line) {
  return std::ranges::count_if(line, [](char c) { return (c & 0xc0) != 0x80; });
}

/// Returns the paths of all files of the tree, and each path without its first folders.
std::set<std::string> names_of_files() {
  static const std::set<std::string> kMade{"build", "node_modules", ".git"};
  const fs::path root = FD_SOURCE_DIR;
  std::set<std::string> names;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator();
       ++it) {
    if (kMade.contains(it->path().filename().string())) it.disable_recursion_pending();
    std::string path = fs::relative(it->path(), root).string();
    while (names.insert(path).second && path.find('/') != std::string::npos)
      path = path.substr(path.find('/') + 1);
  }
  return names;
}

TEST(Tidy, FilesThatCommentsNameAreThere) {
  static const std::regex kComment(R"((?:^|\s)//+(.*))");
  static const std::regex kFile(
      R"((?:^|[^\w<*./{-])(\w[\w/-]*\.(?:h|cc|md|proto|tsx?|mjs))(?![\w(]))");
  static const std::set<std::string> kOfLua{"lobject.h"};
  const auto names = names_of_files();
  std::size_t seen = 0;
  for (const File& file : files())
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string& line = file.lines[i];
      std::smatch comment;
      if (line.starts_with("#include") || !std::regex_search(line, comment, kComment)) continue;
      const std::string text = comment[1];
      for (auto it = std::sregex_iterator(text.begin(), text.end(), kFile);
           it != std::sregex_iterator(); ++it) {
        const std::string name = (*it)[1];
        ++seen;
        EXPECT_TRUE(names.contains(name) || kOfLua.contains(name))
            << at(file, i) << ": there is no file " << name;
      }
    }
  EXPECT_GT(seen, 100u);
}

TEST(Tidy, LinesFit) {
  for (const File& file : files())
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      EXPECT_LE(columns(file.lines[i]), 100) << at(file, i);
}

TEST(Tidy, LinesOfGamesInLuaFit) {
  std::size_t seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(FD_SOURCE_DIR "/games")) {
    if (entry.path().extension() != ".lua") continue;
    ++seen;
    std::ifstream in(entry.path());
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (line.starts_with("---@")) continue;  // an annotation cannot be broken
      EXPECT_LE(columns(line), 100) << entry.path() << ":" << number;
    }
  }
  EXPECT_GT(seen, 15u);
}

/// Returns whether a file of net/ is one of a core.
bool is_core_of_net(const std::string& path) {
  return path.starts_with("net/channel/") || path.starts_with("net/signaling/") ||
         path.starts_with("net/party/");
}

TEST(Tidy, CoresReadNoClockNoEnvironmentAndNoFloats) {
  for (const File& file : files()) {
    if (!kFolders.contains(file.folder)) continue;
    if (is_shell(file.folder) && !is_core_of_net(file.path)) continue;
    if (file.path == "crypto/curve/ifma/eight.cc") continue;  // FAIRDEAL_PORTABLE chooses no result
    if (file.path == "relay/asio.h") continue;                // the relay's only clock
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string code =
          std::regex_replace(file.lines[i].substr(0, file.lines[i].find("//")), kText, "");
      EXPECT_FALSE(std::regex_search(code, kBanned)) << at(file, i) << ": " << file.lines[i];
    }
  }
}

/// Headers of threads, files, sockets and terminals, and of the libraries that bring these along.
const std::regex kImpure(
    R"(^#include <(fstream|iostream|filesystem|mutex|shared_mutex|thread|stop_token|future)"
    R"(|condition_variable|csignal|(sys|netinet|arpa|boost|unicode|openssl|grp)/[^>]*)"
    R"(|(signal|unistd|fcntl|poll|netdb|pthread|dlfcn|pwd|sqlite3)\.h)>)");

TEST(Tidy, TheCoreIncludesNoThreadsFilesOrSockets) {
  const std::set<std::string> cores{"base", "crypto", "proto", "consensus", "rules", "runtime"};
  // These include such headers without any I/O, or are not in the core for wasm32 (docs/wasm.md).
  const std::set<std::string> others{"base/mutex.h",   "base/ip.cc",
                                     "crypto/sign.cc", "crypto/generators.cc",
                                     "proto/name.cc",  "runtime/node/store.cc"};
  for (const File& file : files()) {
    const bool of_core = cores.contains(file.folder) && !others.contains(file.path);
    if (!of_core && !is_core_of_net(file.path)) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      EXPECT_FALSE(std::regex_search(file.lines[i], kImpure)) << at(file, i);
  }
}

/// The same inputs give the same effects: nothing is called from inside a core, and all that it
/// draws comes from outside.
TEST(Tidy, CoresOfNetCallNobodyAndHaveNoGenerator) {
  for (const File& file : files()) {
    if (!is_core_of_net(file.path)) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string code = file.lines[i].substr(0, file.lines[i].find("//"));
      EXPECT_EQ(code.find("std::function"), std::string::npos) << at(file, i);
      EXPECT_EQ(code.find("SystemRng"), std::string::npos) << at(file, i);
    }
  }
}

/// The objects of net/party run in WebAssembly, too: with what they include, they know no sockets,
/// threads or clocks, and have no member that is a function. The files of net/ without I/O from
/// which they are linked are named here.
TEST(Tidy, ThePartyAndAllThatItIncludesDoNoIo) {
  static const std::regex kInclude(R"re(^#include "([^"]+)")re");
  static const std::regex kFunction(R"(std::function|sockets::(now|utc_ms)|SystemRng)");
  const std::set<std::string> others{"base/mutex.h"};
  std::map<std::string, File> all;
  for (const File& file : files()) all.emplace(file.path, file);
  std::vector<std::string> ahead{"net/sockets/address.cc"};
  for (const auto& [path, file] : all)
    if (path.starts_with("net/party/")) ahead.push_back(path);
  EXPECT_GT(ahead.size(), 12u);
  std::set<std::string> seen(ahead.begin(), ahead.end());
  while (!ahead.empty()) {
    const File& file = all.at(ahead.back());
    ahead.pop_back();
    const bool own = file.path.starts_with("net/party/");
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string& line = file.lines[i];
      if (own) {
        EXPECT_FALSE(std::regex_search(line, kFunction)) << at(file, i);
        EXPECT_FALSE(std::regex_search(line.substr(0, line.find("//")), kBanned)) << at(file, i);
      }
      if (!line.starts_with("#include")) continue;
      EXPECT_FALSE(std::regex_search(line, kImpure) && !others.contains(file.path)) << at(file, i);
      std::smatch match;
      if (std::regex_search(line, match, kInclude) && all.contains(match[1]) &&
          seen.insert(match[1]).second)
        ahead.push_back(match[1]);
    }
  }
  EXPECT_TRUE(seen.contains("net/sockets/address.h"));
  EXPECT_FALSE(seen.contains("net/sockets/asio.h"));
}

TEST(Tidy, SystemRandomnessHasOneCaller) {
  for (const File& file : files()) {
    for (std::size_t i = 0; i < file.lines.size() && file.folder != "tests"; ++i) {
      const bool calls = file.lines[i].find("randombytes") != std::string::npos;
      EXPECT_TRUE(!calls || file.path == "crypto/system_rng.cc") << at(file, i);
    }
  }
}

TEST(Tidy, NoTestSleeps) {
  static const std::regex kSleep(R"(sleep_for|sleep_until|usleep\()");
  for (const File& file : files()) {
    if (file.folder != "tests" || file.path == "tests/tidy_test.cc") continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      EXPECT_FALSE(std::regex_search(file.lines[i], kSleep)) << at(file, i);
  }
}

}  // namespace
