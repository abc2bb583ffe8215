#include <iostream>
#include <unistd.h>

#include "apps/audit_words.h"
#include "apps/commands.h"
#include "apps/replay_keys.h"
#include "apps/terminal.h"
#include "apps/transcript_files.h"
#include "crypto/system_rng.h"
#include "rules/json_full.h"

/// `fairdeal replay` shows a transcript record by record.
namespace fairdeal::apps {
namespace {

using Step = ReplayStep;

/// How long each record stays while the replay goes on by itself.
constexpr int kPlayMs = 1000;

class Replay {
 public:
  Replay(const Frames& frames, const ReplayOptions& options, const Output& output)
      : frames_(frames), output_(output), cursor_(frames.list()) {
    if (options.mine) observer_ = frames.owner();
    if (options.hand > 0 && !cursor_.to_hand(options.hand)) output.note("There is no such hand.");
  }

  /// Shows what a person asks for, key by key.
  void by_keys() {
    ReplayKeys keys;
    show();
    output_.note(
        "Right, Left: record. ] [: street. PgDn, PgUp: hand. Space: play. ?: all keys. "
        "q: quit.");
    bool plays = false;
    for (;;) {
      const auto command = keys.next(plays ? kPlayMs : -1);
      if (!command) {
        plays = run({Step::next}) && !cursor_.at_end();
      } else if (command->step == Step::play) {
        plays = !plays;
      } else if (command->step == Step::quit) {
        return;
      } else {
        plays = false;
        run(*command);
      }
    }
  }

  /// Does the same, line by line.
  void by_lines() {
    show();
    for (std::string line; std::getline(std::cin, line);) {
      const auto command = replay_command(line);
      if (!command)
        output_.note("What is \"" + printable(line) + "\"? Type ? for what there is.");
      else if (command->step == Step::quit)
        return;
      else if (command->step == Step::play)
        while (run({Step::next}) && !cursor_.at_end()) continue;
      else
        run(*command);
    }
  }

 private:
  /// Goes where `command` says, and shows what is there. Returns whether it is another place.
  bool run(ReplayCommand command) {
    const auto number = static_cast<std::int64_t>(command.number);
    bool moved = false;
    switch (command.step) {
      case Step::next:
        moved = cursor_.next();
        break;
      case Step::back:
        moved = cursor_.back();
        break;
      case Step::next_street:
        moved = cursor_.next_street();
        break;
      case Step::street_back:
        moved = cursor_.street_back();
        break;
      case Step::next_hand:
        moved = cursor_.next_hand();
        break;
      case Step::hand_back:
        moved = cursor_.hand_back();
        break;
      case Step::first:
        moved = cursor_.first();
        break;
      case Step::last:
        moved = cursor_.last();
        break;
      case Step::to_hand:
        moved = cursor_.to_hand(number);
        break;
      case Step::to_record:
        moved = cursor_.to_record(command.number);
        break;
      case Step::everybody:
        moved = look(std::nullopt);
        break;
      case Step::mine:
        moved = look_as_owner();
        break;
      case Step::other:
        moved = observer_ ? look(std::nullopt) : look_as_owner();
        break;
      case Step::help:
        output_.note(kReplayHelp);
        return false;
      case Step::play:
      case Step::quit:
        return false;
    }
    if (moved)
      show();
    else
      output_.note("There is nothing there.");
    return moved;
  }

  bool look(rules::Observer observer) {
    observer_ = observer;
    return true;
  }
  bool look_as_owner() {
    if (frames_.owner()) return look(frames_.owner());
    output_.note("Nothing beside the transcript says which seat is yours.");
    return false;
  }

  void show() const {
    const Frame& frame = cursor_.frame();
    std::string text = "\n";
    text += frame.record ? "Record " + std::to_string(*frame.record) + " of " +
                               std::to_string(frames_.list().size() - 1)
                         : "Before the first record";
    if (frame.hand > 0) text += ", hand " + std::to_string(frame.hand);
    if (!frame.street.empty()) text += ", " + frame.street;
    if (frame.record) text += ", checked \xe2\x9c\x93";
    text += observer_ ? " (as " + frames_.names()[*observer_] + ")\n" : "\n";
    for (const std::string& line : frame.lines) text += "  " + line + "\n";
    output_.result(printable_lines(text + frames_.draw(frame, observer_)));
    std::cout.flush();
  }

  const Frames& frames_;
  const Output& output_;
  ReplayCursor cursor_;
  rules::Observer observer_{};
};

void print_lines(const Frames& frames, const runtime::AuditReport& report,
                 const ReplayOptions& options, const Output& output) {
  const auto observer = options.mine ? frames.owner() : std::nullopt;
  for (const Frame& frame : frames.list()) {
    Json line = apps::as_json(frames, frame, observer);
    if (!frame.record) {
      line["v"] = 1;
      line["table"] = frames.table();
      line["players"] = frames.names().all();
      line["own_seat"] = frames.owner() ? Json(frames.owner()->value) : Json(nullptr);
    }
    output.line(line);
  }
  output.line(apps::as_json(options.file, report));
}

}  // namespace

int run_replay(const ReplayOptions& options, const Output& output) {
  crypto::SystemRng rng;
  Frames frames(options.file);
  const auto report =
      audit_file(options.file, rng, [&](const auto& audited) { frames.on(audited); });
  if (!report) return output.failed(failure_of(report.error(), "Could not read the transcript"));
  std::string verdict = printable(options.file) + ": " + name(report->verdict);
  if (report->error) verdict += ": " + printable(reason(*report));
  output.note(verdict + ". " + std::to_string(report->records) + " records are checked and good.");
  if (options.mine && !frames.owner())
    return output.failed({Exit::usage, "no_own_cards",
                          "Nothing says what you saw: there is no file " +
                              printable(OwnCards::beside(options.file).string()) +
                              ", or it has nothing of this table.",
                          "Without --mine the replay shows what everybody saw."});
  if (output.json) {
    print_lines(frames, *report, options, output);
  } else if (!frames.list().empty()) {
    Replay replay(frames, options, output);
    const bool terminal = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
    terminal ? replay.by_keys() : replay.by_lines();
  }
  return static_cast<int>(exit_for(report->verdict));
}

}  // namespace fairdeal::apps
