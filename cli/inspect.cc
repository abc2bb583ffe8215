#include "cli/inspect.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iostream>
#include <sstream>
#include <unistd.h>

#include "crypto/system_rng.h"
#include "rules/json_full.h"
#include "rules/registry.h"
#include "ui/author/inspect_page.h"
#include "ui/author/inspect_words.h"
#include "ui/front/open_page.h"
#include "ui/front/terminal.h"
#include "ui/home/places.h"
#include "ui/home/read_file.h"
#include "ui/home/transcript_files.h"
#include "ui/match/audit_words.h"
#include "ui/sandbox/native_files.h"
#include "ui/sandbox/script_client.h"
#include "ui/sandbox/script_files.h"
#include "ui/words/printable.h"

/// `fairdeal inspect` shows a match to the author of its game, or to a person who wonders what a
/// transcript says.

namespace fairdeal::cli {
namespace {

constexpr std::size_t kInspectedParamsMax = std::size_t{1} << 20;

/// Returns the failure of a name that is no game and no file.
words::Failure unknown_game(const std::string& name) {
  const std::string nearest = rules::nearest_game(name);
  return {
      words::Exit::usage, "unknown_game",
      "There is no game and no file '" + words::printable(name) + "'.",
      !nearest.empty()
          ? "Did you mean fairdeal inspect " + nearest + "?"
          : "fairdeal games lists the games; a script is named FILE.lua, a library ./FILE.so, a "
            "transcript by its file."};
}

/// A match or a transcript, and the exit code of the audit's verdict on it; 0 for a new match.
struct Inspected {
  author::InspectedMatch match;
  int verdict = 0;
};

tl::expected<Inspected, words::Failure> match_of_game(const InspectOptions& options,
                                                      const std::string& game) {
  const auto params = rules::parse_json(options.params, kInspectedParamsMax);
  if (!params)
    return tl::unexpected(words::Failure{words::Exit::usage, "bad_parameters",
                                         "--params is no JSON: " + options.params + ".",
                                         "Write it as '{\"goal\":50}'."});
  const rules::Module& module = **rules::find_module(game);
  const auto begun = rules::start_game(
      game, *params, options.seats == 0 ? module.info().seats_min : options.seats);
  if (!begun) return tl::unexpected(words::failure_of(begun.error(), "Could not start " + game));
  return Inspected{author::InspectedMatch(*begun, options.seed)};
}

tl::expected<Inspected, words::Failure> match_of_transcript(const InspectOptions& options,
                                                            const words::Output& output) {
  crypto::SystemRng rng;
  match::Frames frames(options.what);
  const auto report =
      home::audit_file(options.what, rng, [&](const auto& audited) { frames.on(audited); });
  if (!report)
    return tl::unexpected(words::failure_of(report.error(), "Could not read the transcript"));
  const bool lacks_game = report->error && report->error->fault == Fault::unknown_module;
  if (frames.list().empty())
    return tl::unexpected(
        words::Failure{home::exit_for(report->verdict), "no_records",
                       words::printable(options.what) + " has no records that can be checked.",
                       lacks_game ? sandbox::kNameTheLibrary : "fairdeal audit says why."});
  std::string verdict = words::printable(options.what) + ": " + name(report->verdict);
  if (report->error) verdict += ": " + words::printable(match::reason(*report));
  output.note(verdict + ". " + std::to_string(report->records) + " records are checked and good.");
  return Inspected{author::InspectedMatch(frames),
                   static_cast<int>(home::exit_for(report->verdict))};
}

tl::expected<Inspected, words::Failure> match_of(const InspectOptions& options,
                                                 const words::Output& output) {
  std::string game = options.what;
  if (const auto used = sandbox::use_native(game); !used) return tl::unexpected(used.error());
  if (const auto used = sandbox::use_script(game); !used) return tl::unexpected(used.error());
  sandbox::tell_of_drawing(game, output);
  if (rules::find_module(game)) return match_of_game(options, game);
  if (::access(game.c_str(), F_OK) != 0) return tl::unexpected(unknown_game(game));
  return match_of_transcript(options, output);
}

/// Answers line by line. Returns 0, or 2 if nobody saw that a line was refused.
int answer_lines(author::Inspector& inspector, const words::Output& output) {
  const sandbox::DrawingsAreWaitedFor judged;  // a line is not drawn again
  const bool asks = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1 && !output.json;
  const auto say = [&](const author::Inspector::Answer& answer) {
    output.line(answer.json);
    output.result(words::printable_lines(answer.text));
  };
  bool refused = false;
  say(inspector.place());
  for (std::string line; !inspector.has_quit();) {
    if (asks) std::cerr << "inspect> " << std::flush;
    if (!std::getline(std::cin, line)) break;
    const auto answer = inspector.answer(line);
    if (answer)
      say(*answer);
    else
      output.failed(answer.error());
    refused = refused || (!answer && !asks);
  }
  return refused ? static_cast<int>(words::Exit::usage) : 0;
}

/// Shows the match at a page until the person ends that.
int show_at_page(author::Inspector inspector, const InspectOptions& options,
                 const words::Output& output) {
  auto opened = front::OpenedPage::open(options.page, home::data_folder());
  if (!opened) return output.failed(opened.error());
  boost::asio::io_context io;
  author::InspectPage page(io, **opened, std::move(inspector), options.what);
  front::Terminal().line(
      "Open " + (*opened)->address() +
      " in your browser: the inspector is there. It works once; Ctrl-C ends it.");
  io.run();
  return 0;
}

}  // namespace

int run_inspect(const InspectOptions& options, words::Output output) {
  output.compact = true;
  auto inspected = match_of(options, output);
  if (!inspected) return output.failed(inspected.error());
  author::Inspector inspector(std::move(inspected->match));
  const int code = options.page.web ? show_at_page(std::move(inspector), options, output)
                                    : answer_lines(inspector, output);
  return code != 0 ? code : inspected->verdict;
}

}  // namespace fairdeal::cli
