#include "ui/words/report.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <map>
#include <unistd.h>
#include <vector>

#include "base/edit_distance.h"
#include "rules/json_full.h"
#include "ui/words/printable.h"

namespace fairdeal::words {
namespace {

/// Returns the code of a failure. A missing file has had that of every file that cannot be read.
std::string code_of(Fault fault) {
  return fairdeal::name(fault == Fault::no_such_file ? Fault::storage : fault);
}

Exit exit_for(Fault fault) {
  switch (fault) {
    case Fault::unknown_version:
      return Exit::incompatible;
    case Fault::bad_proof:
    case Fault::bad_signature:
    case Fault::equivocation:
    case Fault::state_differs:
    case Fault::forked:
      return Exit::violated;
    case Fault::rules:
    case Fault::machine:
      return Exit::rules_fault;
    default:
      return Exit::usage;
  }
}

/// The endings of the files that commands read, those of a match first.
constexpr const char* kFileEndings[] = {".fdt", ".lua", ".toml", ".json"};

/// Prints a line. Returns false if that failed.
bool print(std::FILE* stream, const std::string& line) {
  const std::string text = shown_on(::fileno(stream), line);
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fputc('\n', stream);
  return std::fflush(stream) == 0 && std::ferror(stream) == 0;
}

void print_result(const std::string& text) {
  if (!print(stdout, text)) throw ResultLost(errno, std::generic_category());
}

/// Returns what to do next, if that depends on nothing but the fault.
std::string hint_for(Fault fault) {
  switch (fault) {
    case Fault::unknown_module:
      return "See fairdeal games.";
    case Fault::damaged:
      return "Restore it from a copy, or move it away to get a new one.";
    case Fault::in_use:
      return "End the other program first.";
    case Fault::storage:
      return "Check that the place exists, that you may write there, and that the disk has room.";
    default:
      return {};
  }
}

std::string document_text(const Json& document, bool compact) {
  // A terminal that cannot show a character gets its number, which means the same in JSON.
  const bool ascii = !shows_utf8(STDOUT_FILENO);
  return document.dump(compact ? -1 : 2, ' ', ascii, Json::error_handler_t::replace);
}

}  // namespace

void Output::result(const Json& document) const {
  if (json) print_result(document_text(document, compact));
}

void Output::result(const std::string& text) const {
  if (!json) print_result(text);
}

void Output::line(const Json& document) const {
  if (json) print_result(document_text(document, true));
}

void Output::note(const std::string& line) const {
  if (!quiet) print(stderr, line);
}

int Output::failed(const Failure& failure) const { return failed(failure, Json::object()); }

int Output::failed(const Failure& failure, Json more) const {
  // These texts may contain what others chose, such as a file's name or a line of it, and may end
  // in the middle of a character.
  const std::string message = printable_lines(failure.message),
                    hint = printable_lines(failure.hint);
  if (json) {
    more["v"] = 1;
    more["error"] = {{"code", failure.name}, {"message", message}, {"hint", hint}};
    print(stdout, document_text(more, compact));
  } else {
    print(stderr, "fairdeal: " + message + (hint.empty() ? "" : " " + hint));
  }
  return static_cast<int>(failure.code);
}

Failure told_failure(Exit code, std::string name, Said message, Said hint) {
  return {code, std::move(name), message.text(), hint.text(), std::move(message), std::move(hint)};
}

Failure no_such_file(const std::string& path, const std::string& hint) {
  constexpr std::size_t kLookedAtMax = 10'000;
  namespace fs = std::filesystem;
  const fs::path file(path), parent = file.parent_path();
  std::vector<std::string> names;  // what comes before the ending, which all of them share
  std::error_code error;
  std::size_t seen = 0;
  for (fs::directory_iterator at(parent.empty() ? "." : parent, error), end;
       !error && at != end && seen < kLookedAtMax; at.increment(error), ++seen)
    if (std::error_code none; at->path().extension() == file.extension() && !at->is_directory(none))
      names.push_back(at->path().stem().string());
  std::ranges::sort(names);  // a folder has no order
  const std::string near = nearest_name(file.stem().string(), names);
  return {Exit::usage, code_of(Fault::no_such_file), "There is no file " + path + ".",
          near.empty()
              ? hint
              : "Did you mean " + (parent / (near + file.extension().string())).string() + "?"};
}

Failure is_a_folder(const std::string& path) {
  constexpr std::size_t kLookedAtMax = 10'000;
  namespace fs = std::filesystem;
  std::error_code error;
  std::map<std::string, std::string> first;  // the first file of each kind, by its ending
  std::size_t seen = 0;
  for (fs::directory_iterator at(path, error), end; !error && at != end && seen < kLookedAtMax;
       at.increment(error), ++seen) {
    const std::string file = at->path().string();
    std::string& known = first[at->path().extension().string()];
    if (known.empty() || file < known) known = file;
  }
  const auto kind = std::ranges::find_if(
      kFileEndings, [&](const char* ending) { return first.contains(ending); });
  const bool has_one = kind != std::end(kFileEndings);
  return {
      Exit::usage, code_of(Fault::storage),
      path + " is a folder; name a " + (has_one ? *kind + std::string(" ") : "") + "file in it.",
      has_one ? "For example " + first[*kind] + "." : ""};
}

Failure failure_of(const Error& error, const std::string& what) {
  if (error.fault == Fault::no_such_file) return no_such_file(error.about);
  if (std::error_code none;
      error.fault == Fault::storage && std::filesystem::is_directory(error.about, none))
    return is_a_folder(error.about);
  return {exit_for(error.fault), code_of(error.fault), what + ": " + describe(error) + ".",
          hint_for(error.fault)};
}

}  // namespace fairdeal::words
