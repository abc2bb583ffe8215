#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

#include "rules/json_full.h"
#include "rules/registry.h"
#include "ui/author/author_files.h"
#include "ui/author/rules.h"
#include "ui/words/printable.h"

/// `fairdeal rules new NAME` writes a game that is whole, for an author to change.

namespace fairdeal::author {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNameBytesMax = 32;

/// The settings of an editor with LuaLS: which Lua this is, and that only the stub's functions are
/// there.
constexpr const char* kEditorSettings = R"({
  "runtime.version": "Lua 5.4",
  "runtime.builtin": {
    "basic": "disable", "bit": "disable", "bit32": "disable", "buffer": "disable",
    "coroutine": "disable", "debug": "disable", "ffi": "disable", "io": "disable",
    "jit": "disable", "math": "disable", "os": "disable", "package": "disable",
    "string": "disable", "table": "disable", "table.clear": "disable", "table.new": "disable",
    "utf8": "disable"
  }
}
)";

struct NewFile {
  fs::path path;
  std::string text;
  bool shared = false;  ///< of all games in the folder: it may be there already
};

std::string with_names(std::string text, const std::string& name) {
  std::string type;
  bool begins = true;
  for (const char c : name) {
    if (c != '-') type += begins && c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
    begins = c == '-';
  }
  const std::pair<std::string, std::string> names[] = {{"new-game", name}, {"NewGame", type}};
  for (const auto& [from, to] : names)
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  return text;
}

/// Returns what is wrong with a game's name, if something is.
std::optional<words::Failure> name_failure(const std::string& name) {
  const bool fits =
      !name.empty() && name.size() <= kNameBytesMax && name[0] >= 'a' && name[0] <= 'z' &&
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
  if (!fits)
    return words::Failure{
        words::Exit::usage, "bad_name", "No game can be called '" + words::printable(name) + "'.",
        "A name begins with a small letter and has up to 32 small letters, digits and "
        "-: fairdeal rules new sea-war --lua"};
  if (rules::find_module(name))
    return words::Failure{words::Exit::usage, "name_taken",
                          "There is a game '" + name + "' already.",
                          "Choose another name: fairdeal rules new my-" + name + " --lua"};
  return {};
}

words::Failure unwritable(const fs::path& path, const std::string& why) {
  return {words::Exit::usage, "storage", "Could not write " + path.string() + ": " + why + ".",
          "--folder names another folder."};
}

/// Writes a file, which must not be there yet; one that all games share may be. Returns whether it
/// was written. What cannot be written whole is removed, since a part of it would be taken for the
/// whole the next time.
tl::expected<bool, words::Failure> write_new(const NewFile& file) {
  const int out = ::open(file.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (out < 0 && errno == EEXIST && file.shared) return false;
  if (out < 0 && errno == EEXIST)
    return tl::unexpected(
        words::Failure{words::Exit::usage, "file_exists",
                       "There is a file " + file.path.string() + " already, and it stays as it is.",
                       "Move it away, choose another name, or name another folder with --folder."});
  if (out < 0) return tl::unexpected(unwritable(file.path, std::strerror(errno)));
  const auto written = ::write(out, file.text.data(), file.text.size());
  const int error = errno;
  ::close(out);
  if (written == static_cast<ssize_t>(file.text.size())) return true;
  ::unlink(file.path.c_str());
  return tl::unexpected(
      unwritable(file.path, written < 0 ? std::strerror(error) : "the disk is full"));
}

std::vector<NewFile> files_of(const RulesOptions& options) {
  const fs::path folder = fs::path(options.folder) == "." ? fs::path() : fs::path(options.folder);
  const std::string& name = options.game;
  if (options.cpp)
    return {{folder / name / (name + ".cc"), with_names(kNewCppGame, name)},
            {folder / name / "CMakeLists.txt", with_names(kNewCppProject, name)}};
  return {{folder / (name + ".lua"), with_names(kNewLuaGame, name)},
          {folder / "fairdeal.d.lua", kLuaStub, true},
          {folder / ".luarc.json", kEditorSettings, true}};
}

/// Returns the commands that an author types next.
std::vector<std::string> next_commands(const RulesOptions& options, const fs::path& file) {
  if (!options.cpp) {
    const std::string path = file.string();
    return {"fairdeal rules test " + path, "fairdeal rules watch " + path,
            "fairdeal inspect " + path, "fairdeal play " + path};
  }
  const std::string folder = file.parent_path().string();
  const std::string library = (file.parent_path() / "build" / options.game).string() + ".so";
  const std::string named = library.find('/') == 0 || library[0] == '.' ? library : "./" + library;
  return {"cmake -S " + folder + " -B " + folder + "/build -DCMAKE_BUILD_TYPE=Release",
          "cmake --build " + folder + "/build", "fairdeal rules test " + named,
          "fairdeal inspect " + named, "fairdeal play " + named};
}

}  // namespace

int run_rules_new(const RulesOptions& options, const words::Output& output) {
  if (const auto failure = name_failure(options.game)) return output.failed(*failure);
  if (options.lua == options.cpp)
    return output.failed({words::Exit::usage, "usage", "In which language is it to be?",
                          "--lua makes a script, which nobody has to build; --cpp a library: "
                          "fairdeal rules new " +
                              options.game + " --lua"});
  const auto files = files_of(options);
  std::error_code error;
  const fs::path folder = files.front().path.parent_path();
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) return output.failed(unwritable(files.front().path, error.message()));
  words::Json names = words::Json::array();
  std::string text, kept;
  for (const NewFile& file : files) {
    const auto written = write_new(file);
    if (!written) return output.failed(written.error());
    std::string& list = *written ? text : kept;
    list += (list.empty() ? "" : ", ") + words::printable(file.path.string());
    if (*written) names.push_back(file.path.string());
  }
  text = "Wrote " + text + (kept.empty() ? "" : "; left as they were: " + kept);
  const auto commands = next_commands(options, files.front().path);
  output.result(
      words::Json{{"v", 1}, {"game", options.game}, {"files", names}, {"next", commands}});
  text += ".\nNext:";
  for (const std::string& command : commands) text += "\n  " + words::printable(command);
  output.result(text);
  return 0;
}

}  // namespace fairdeal::author
