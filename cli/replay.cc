#include "cli/replay.h"

#include <iostream>
#include <unistd.h>

#include "crypto/system_rng.h"
#include "rules/json_full.h"
#include "ui/front/open_page.h"
#include "ui/front/replay_page.h"
#include "ui/front/terminal.h"
#include "ui/home/places.h"
#include "ui/home/read_file.h"
#include "ui/home/transcript_files.h"
#include "ui/match/audit_words.h"
#include "ui/match/replay_keys.h"
#include "ui/match/replay_stepper.h"
#include "ui/sandbox/native_files.h"
#include "ui/words/printable.h"

/// `fairdeal replay` shows a transcript record by record.

namespace fairdeal::cli {
namespace {

void begin_at_hand(match::ReplayStepper& stepper, std::int64_t hand, const words::Output& output) {
  const match::ReplayCommand to{match::ReplayStep::to_hand, static_cast<std::uint64_t>(hand)};
  if (stepper.run(to) == match::ReplayDone::nothing_there) output.note("There is no such hand.");
}

/// A replay at the terminal.
class TerminalReplay {
 public:
  TerminalReplay(const match::Frames& frames, const ReplayOptions& options,
                 const words::Output& output)
      : stepper_(frames, options.mine), output_(output) {
    if (options.hand > 0) begin_at_hand(stepper_, options.hand, output);
  }

  /// Shows what a person asks for, key by key.
  void by_keys() {
    match::ReplayKeys keys;
    show();
    output_.note(
        "Right, Left: record. ] [: street. PgDn, PgUp: hand. Space: play. ?: all keys. "
        "q: quit.");
    for (;;) {
      const auto command = keys.next(stepper_.plays() ? stepper_.stays_ms() : -1);
      if (!command) {
        stepper_.on();
        show();
      } else if (!run(*command)) {
        return;
      }
    }
  }

  /// Does the same, line by line.
  void by_lines() {
    show();
    for (std::string line; std::getline(std::cin, line);) {
      const auto command = match::replay_command(line);
      if (!command)
        output_.note(match::replay_not_understood(line));
      else if (!run(*command))
        return;
      while (stepper_.plays()) {  // nobody waits between lines
        stepper_.on();
        show();
      }
    }
  }

 private:
  /// Does what `command` says, and shows what is there now. Returns whether the replay goes on.
  bool run(const match::ReplayCommand& command) {
    const match::ReplayDone done = stepper_.run(command);
    if (done == match::ReplayDone::moved || done == match::ReplayDone::looks) show();
    if (done == match::ReplayDone::helps) output_.note(match::kReplayHelp);
    if (done == match::ReplayDone::another_speed)
      output_.note("Speed " + std::to_string(stepper_.speed()) + ".");
    if (const std::string why = match::replay_refusal(done); !why.empty()) output_.note(why);
    return done != match::ReplayDone::quits;
  }

  void show() const {
    const match::Frames& frames = stepper_.frames();
    const match::Frame& frame = stepper_.frame();
    const rules::Observer observer = stepper_.observer();
    std::string text = "\n";
    text += frame.record ? "Record " + std::to_string(*frame.record) + " of " +
                               std::to_string(frames.list().size() - 1)
                         : "Before the first record";
    // The part that is drawn: a record that ends a hand may begin the next one.
    if (const auto part = words::heading_of(frame.game).title.text(); !part.empty()) {
      text += ": " + part;
    } else {
      if (frame.hand > 0) text += ", hand " + std::to_string(frame.hand);
      if (!frame.street.empty()) text += ", " + frame.street;
    }
    if (frame.record) text += ", checked \xe2\x9c\x93";
    text += observer ? " (as " + frames.names()[*observer] + ")\n" : "\n";
    for (const std::string& line : frame.lines) text += "  " + line + "\n";
    output_.result(words::printable_lines(text + frames.draw(frame, observer)));
    std::cout.flush();
  }

  match::ReplayStepper stepper_;
  const words::Output& output_;
};

void print_lines(const match::Frames& frames, const audit::Report& report,
                 const ReplayOptions& options, const words::Output& output) {
  const auto observer = options.mine ? frames.owner() : std::nullopt;
  for (const match::Frame& frame : frames.list()) {
    words::Json line = match::as_json(frames, frame, observer);
    if (!frame.record) {
      line["v"] = 1;
      line["table"] = frames.table();
      line["players"] = frames.names().all();
      line["own_seat"] = frames.owner() ? words::Json(frames.owner()->value) : words::Json(nullptr);
    }
    output.line(line);
  }
  output.line(match::as_json(options.file, report));
}

/// Says what the audit found, and what keeps the replay from beginning, if something does.
std::optional<words::Failure> say_verdict(const match::Frames& frames, const audit::Report& report,
                                          const ReplayOptions& options,
                                          const words::Output& output) {
  std::string verdict = words::printable(options.file) + ": " + name(report.verdict);
  if (report.error) verdict += ": " + words::printable(match::reason(report));
  output.note(verdict + ". " + std::to_string(report.records) + " records are checked and good.");
  if (report.error && report.error->fault == Fault::unknown_module)
    output.note(sandbox::kNameTheLibrary);
  if (!options.mine || frames.owner()) return {};
  return words::Failure{words::Exit::usage, "no_own_cards",
                        "Nothing says what you saw: there is no file " +
                            words::printable(match::OwnCards::beside(options.file).string()) +
                            ", or it has nothing of this table.",
                        "Without --mine the replay shows what everybody saw."};
}

words::Failure unread(const Error& error) {
  return words::failure_of(error, "Could not read the transcript");
}

int replay_at_terminal(const ReplayOptions& options, const words::Output& output) {
  crypto::SystemRng rng;
  match::Frames frames(options.file);
  const auto report =
      home::audit_file(options.file, rng, [&](const auto& audited) { frames.on(audited); });
  if (!report) return output.failed(unread(report.error()));
  if (const auto failure = say_verdict(frames, *report, options, output))
    return output.failed(*failure);
  if (output.json) {
    print_lines(frames, *report, options, output);
  } else if (!frames.list().empty()) {
    TerminalReplay replay(frames, options, output);
    const bool terminal = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
    terminal ? replay.by_keys() : replay.by_lines();
  }
  return static_cast<int>(home::exit_for(report->verdict));
}

/// Shows the replay at a page, which is there while the transcript is still being checked.
int replay_at_page(const ReplayOptions& options, const words::Output& output) {
  if (const auto file = home::FileReader::open(options.file); !file)
    return output.failed(unread(file.error()));
  auto opened = front::OpenedPage::open(options.page, home::data_folder());
  if (!opened) return output.failed(opened.error());
  boost::asio::io_context io;
  front::ReplayPage page(io, **opened, options.file);
  front::Terminal().line(
      "Open " + (*opened)->address() +
      " in your browser: the replay is there. It works once; Ctrl-C ends the replay.");
  crypto::SystemRng rng;
  const auto report = home::audit_file(options.file, rng, [&](const audit::Audited& audited) {
    page.on(audited);
    io.poll();
  });
  if (!report) return output.failed(unread(report.error()));
  if (const auto failure = say_verdict(page.frames(), *report, options, output))
    return output.failed(*failure);
  page.begin(*report, options.mine, options.hand);
  io.run();
  output.result(match::as_json(options.file, *report));
  return static_cast<int>(home::exit_for(report->verdict));
}

}  // namespace

int run_replay(const ReplayOptions& options, const words::Output& output) {
  return options.page.web ? replay_at_page(options, output) : replay_at_terminal(options, output);
}

}  // namespace fairdeal::cli
