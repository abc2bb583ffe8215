#include "apps/audit_words.h"
#include "apps/commands.h"
#include "apps/own_cards.h"
#include "apps/terminal.h"
#include "apps/transcript_files.h"
#include "apps/words.h"
#include "crypto/system_rng.h"
#include "rules/card.h"
#include "rules/games/chess/pgn.h"
#include "rules/games/holdem/history.h"
#include "rules/json_full.h"

/// `fairdeal export` prints what was played, in words.
namespace fairdeal::apps {
namespace {

/// The story of a match. It is written table by table, as an audit reaches them.
class Story {
 public:
  explicit Story(const std::filesystem::path& transcript)
      : own_cards_(OwnCards::beside(transcript)) {}

  void on(const runtime::Table& table) {
    if (!before_) {
      before_ = table.game();
      names_ = Names::of(table.charter());
      const std::string name = table.id().hex().substr(0, 8);
      history_.emplace(names_.all(), name);
      if (before_->info().name == "chess") pgn_.emplace(*before_, names_.all(), "Table " + name);
      return;
    }
    history_->set_time(table.state().deal ? own_cards_.time(table.state().deal->number)
                                          : std::nullopt);
    for (const auto& event : table.events()) {
      const rules::AnyGame after = before_->after(event).value();
      text_ += words(event, after);
      if (pgn_) pgn_->on(event, after);
      before_ = after;
    }
    text_ += own_cards(table);
  }
  std::string text() const { return pgn_ ? pgn_->text() : text_; }

 private:
  std::string words(const rules::AnyEvent& event, const rules::AnyGame& after) {
    if (after.info().name == "holdem") return history_->on(*before_, event, after);
    const std::string line = describe(event, *before_, after, names_);
    return line.empty() ? "" : line + "\n";
  }

  /// Returns the cards that were dealt to the owner of this transcript in the last step, as far as
  /// its file of own cards has them.
  std::string own_cards(const runtime::Table& table) const {
    if (table.game().info().name != "holdem" || !table.state().deal) return "";
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

  OwnCards own_cards_;
  std::optional<rules::AnyGame> before_;
  Names names_{{}};
  std::optional<rules::HandHistory> history_;
  std::optional<rules::Pgn> pgn_;
  std::string text_;
};

}  // namespace

int run_export(const ExportOptions& options, const Output& output) {
  crypto::SystemRng rng;
  Story story(options.file);
  const auto report =
      audit_file(options.file, rng, [&](const auto& audited) { story.on(audited.table); });
  if (!report) return output.failed(failure_of(report.error(), "Could not read the transcript"));
  std::string verdict = name(report->verdict);
  if (report->error) verdict += ": " + printable(reason(*report));
  output.result(Json{{"v", 1},
                     {"file", options.file},
                     {"verdict", name(report->verdict)},
                     {"game", report->module},
                     {"history", story.text()}});
  output.result(printable_lines(story.text()));
  output.note(printable(options.file) + ": " + verdict);
  return static_cast<int>(exit_for(report->verdict));
}

}  // namespace fairdeal::apps
