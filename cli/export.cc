#include "cli/export.h"

#include "crypto/system_rng.h"
#include "games/chess/pgn.h"
#include "games/poker/history.h"
#include "games/poker/ohh.h"
#include "games/poker/phh.h"
#include "games/poker/poker_game.h"
#include "rules/card.h"
#include "rules/json_full.h"
#include "ui/home/transcript_files.h"
#include "ui/match/audit_words.h"
#include "ui/match/frames.h"
#include "ui/match/own_cards.h"
#include "ui/sandbox/native_files.h"
#include "ui/words/printable.h"
#include "ui/words/words.h"

/// `fairdeal export` prints what was played: in words, or in a format that other programs read.

namespace fairdeal::cli {
namespace {

/// The story of a match. It is written table by table, as an audit reaches them.
class Story {
 public:
  explicit Story(const std::filesystem::path& transcript)
      : own_cards_(match::OwnCards::beside(transcript)) {}

  void on(const state::Table& table) {
    if (!before_) {
      before_ = table.game();
      names_ = words::Names::of(table.charter());
      const std::string name = table.id().hex().substr(0, 8);
      history_.emplace(names_.all(), name);
      if (before_->info().name == "chess") pgn_.emplace(*before_, names_.all(), "Table " + name);
      return;
    }
    const auto deal = table.state().deal ? std::optional(table.state().deal->number) : std::nullopt;
    history_->set_time(deal ? own_cards_.time(*deal) : std::nullopt);
    history_->set_own(
        [this, deal](CardSlot slot) { return deal ? own_cards_.face(*deal, slot) : std::nullopt; });
    for (const auto& event : table.events()) {
      const rules::AnyGame after = before_->after(event).value();
      text_ += words(event, after);
      if (pgn_) pgn_->on(event, after);
      before_ = after;
    }
    text_ += own_cards(table);
  }
  /// Returns the story in words; of chess in Portable Game Notation.
  std::string text() const { return pgn_ ? pgn_->text() : text_; }
  /// Returns the hands of poker, the last one perhaps unfinished.
  std::vector<rules::HandRecord> hands() const {
    auto hands = history_->hands();
    if (auto last = history_->unfinished()) hands.push_back(*std::move(last));
    return hands;
  }

 private:
  std::string words(const rules::AnyEvent& event, const rules::AnyGame& after) {
    if (rules::poker_in(after) != nullptr) return history_->on(*before_, event, after);
    const std::string line = words::describe(event, *before_, after, names_, dealt_);
    dealt_.note(event);
    return line.empty() ? "" : line + "\n";
  }

  /// Returns the cards that were dealt to the owner of this transcript in the last step, as far as
  /// its file of own cards has them.
  std::string own_cards(const state::Table& table) const {
    if (rules::poker_in(table.game()) == nullptr || !table.state().deal) return "";
    std::map<Seat, std::string> hands;
    for (const auto& event : table.events()) {
      const auto* dealt = std::get_if<rules::Dealt>(&event);
      const auto face = dealt != nullptr ? own_cards_.face(table.state().deal->number, dealt->slot)
                                         : std::nullopt;
      if (face && face->value < rules::Card::kFaces)
        hands[dealt->to] += (hands.contains(dealt->to) ? " " : "") + rules::card_name(*face);
    }
    std::string lines;
    for (const auto& [seat, cards] : hands)
      lines += "Dealt to " + names_[seat] + " [" + cards + "]\n";
    return lines;
  }

  match::OwnCards own_cards_;
  std::optional<rules::AnyGame> before_;
  words::DealtCards dealt_;  ///< as of before_
  words::Names names_{{}};
  std::optional<rules::HandHistory> history_;
  std::optional<rules::Pgn> pgn_;
  std::string text_;
};

/// Returns the games that the format is for; none: it is for all.
std::vector<std::string> games_of(const std::string& format) {
  if (format == "phh" || format == "ohh") return rules::poker_games();
  return format == "pgn" ? std::vector<std::string>{"chess"} : std::vector<std::string>();
}

/// Returns why a match of this game cannot be written in the format, if so. `module` is the game's
/// name with its version.
std::optional<words::Failure> no_such_format(const std::string& format, const std::string& module) {
  const std::string game = module.substr(0, module.find(' '));
  const auto games = games_of(format);
  if (games.empty() || std::ranges::count(games, game) > 0) return {};
  std::string all;
  for (const std::string& one : games) all += (all.empty() ? "" : ", ") + one;
  return words::Failure{words::Exit::usage, "no_such_format",
                        "The format " + format + " is for " + all + ", and this is a match of " +
                            words::printable(game) + ".",
                        "Every game can be exported as text or json."};
}

/// Returns the match as one document: its table, then for each record its events and the view of
/// the transcript's owner or, if that is not known, of the public.
words::Json match_json(const ExportOptions& options, const audit::Report& report,
                       const match::Frames& frames) {
  const auto owner = frames.owner();
  words::Json document = match::as_json(options.file, report);
  document["v"] = 1;
  document["own_seat"] = owner ? words::Json(owner->value) : words::Json(nullptr);
  document["frames"] = words::Json::array();
  for (const match::Frame& frame : frames.list()) {
    words::Json shown = match::as_json(frames, frame, owner);
    shown["events"] = words::Json::array();
    for (const auto& event : frame.events) shown["events"].push_back(match::event_json(event));
    document["frames"].push_back(std::move(shown));
  }
  return document;
}

std::string written(const std::string& format, const Story& story) {
  std::string text = format == "phh"   ? rules::phh(story.hands())
                     : format == "ohh" ? rules::ohh(story.hands())
                                       : story.text();
  const bool for_programs = format == "phh" || format == "ohh";
  if (for_programs && !text.empty()) text.pop_back();  // the end of the last line is added again
  return text;
}

}  // namespace

int run_export(const ExportOptions& options, const words::Output& output) {
  crypto::SystemRng rng;
  Story story(options.file);
  match::Frames frames(options.file);
  const bool in_json = options.format == "json";
  const auto report = home::audit_file(options.file, rng, [&](const auto& audited) {
    in_json ? frames.on(audited) : story.on(audited.table);
  });
  if (!report)
    return output.failed(words::failure_of(report.error(), "Could not read the transcript"));
  if (report->opened())
    if (const auto failure = no_such_format(options.format, report->module))
      return output.failed(*failure);
  std::string verdict = name(report->verdict);
  if (report->error) verdict += ": " + words::printable(match::reason(*report));
  if (report->error && report->error->fault == Fault::unknown_module)
    verdict += std::string(". ") + sandbox::kNameTheLibrary;
  if (in_json) {
    words::Output document = output;
    document.json = true;
    document.result(match_json(options, *report, frames));
  } else {
    const std::string text = report->opened() ? written(options.format, story) : std::string();
    output.result(words::Json{{"v", 1},
                              {"file", options.file},
                              {"verdict", name(report->verdict)},
                              {"game", report->module},
                              {"format", options.format},
                              {"history", text}});
    output.result(words::printable_lines(text));
  }
  output.note(words::printable(options.file) + ": " + verdict);
  return static_cast<int>(home::exit_for(report->verdict));
}

}  // namespace fairdeal::cli
