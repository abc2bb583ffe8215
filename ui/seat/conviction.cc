#include <algorithm>

#include "base/hex.h"
#include "base/overloaded.h"
#include "proto/codec.h"
#include "ui/seat/hear.h"
#include "ui/seat/sentences.h"
#include "ui/words/entry_words.h"
#include "ui/words/printable.h"

/// A conviction, told once: the member, what it signed beside what that cannot stand beside, and
/// what becomes of the game, of the chips and of the person.

namespace fairdeal::seat {
namespace {

using words::Said;
using words::said;

/// So many bytes of a signature or of a digest are shown.
constexpr std::size_t kMarkBytes = 8;

struct Signed {
  Said of, text;
  std::string mark{};
};
struct Deed {
  Said about;
  std::vector<Signed> sides{};  ///< two, or none if they are not here
};
struct Fate {
  Said of, text;
  std::optional<std::int64_t> chips{};
};

std::string beginning(ByteSpan bytes) {
  return to_hex(bytes.first(std::min(bytes.size(), kMarkBytes)));
}

/// Describes the answer of an entry: a move by its name, where it is legal now.
Said answer_words(const Model& model, Seat seat, const proto::Entry& entry) {
  const auto* move = std::get_if<proto::MovePayload>(&entry.payload);
  if (move == nullptr) {
    Said what = words::entry_words(proto::kind_of(entry.payload)).step;
    return what.empty() ? said("answer") : what;
  }
  const rules::AnyGame& game = *model.play.game;
  const rules::Action action{move->action};
  if (!game.is_script() && rules::allows(game, seat, action))
    return said("the_move", {{"move", words::game(game.label(seat, action))}});
  return said("the_text", {{"text", words::text(words::quoted(move->action))}});
}

/// Describes an entry, with the number of the messages that it carries.
Said entry_words(const Model& model, Seat seat, const proto::Entry& entry) {
  const Said answer = answer_words(model, seat, entry);
  if (entry.attachments.empty()) return answer;
  return said("with_attached",
              {{"answer", words::sentence(answer)},
               {"n", words::count(static_cast<std::int64_t>(entry.attachments.size()))}});
}

Said statement_words(const Model& model, const proto::Equivocation& two,
                     const proto::Envelope& envelope) {
  using What = proto::Equivocation::What;
  if (two.what == What::entry) {
    const auto entry = proto::decode_entry(envelope.body);
    return entry ? entry_words(model, envelope.by, *entry) : said("answer");
  }
  if (two.what == What::vote) {
    const auto vote = proto::decode_vote(envelope.body);
    if (!vote || !vote->outcome) return said("vote_for_none");
    return said("vote_for", {{"mark", words::text(beginning(vote->outcome->record.bytes))}});
  }
  const auto proposal = proto::decode_proposal(envelope.body);
  return said("proposal_of",
              {{"mark", words::text(proposal ? beginning(proposal->record.bytes) : "")}});
}

Deed deed_of(const Model& model, const words::Values& who, const proto::Equivocation& two) {
  using What = proto::Equivocation::What;
  const auto side = [&](Said of, const proto::Envelope& envelope) {
    return Signed{std::move(of), statement_words(model, two, envelope),
                  beginning(envelope.signature.bytes)};
  };
  return {two.what == What::entry  ? said("two_answers", who)
          : two.what == What::vote ? said("two_votes", who)
                                   : said("two_proposals", who),
          {side(said("one_statement"), two.first), side(said("other_statement"), two.second)}};
}

/// Returns what is true where a false entry stands. A message that it carries may be what is false.
Said truth_about(const proto::Entry& entry) {
  if (!entry.attachments.empty()) return said("does_not_hold");
  const proto::Kind kind = proto::kind_of(entry.payload);
  if (kind == proto::Kind::move) return said("no_such_move");
  return proto::has_proof(kind) ? said("proof_fails") : said("does_not_hold");
}

Deed deed_of(const Model& model, const words::Values& who, const proto::WrongEntry& wrong) {
  const auto entry = proto::decode_entry(wrong.envelope.body);
  if (!entry) return {said("signed_dishonestly", who)};
  words::Values values = who;
  values.emplace("step", words::count(static_cast<std::int64_t>(entry->step.value)));
  return {said("false_answer", values),
          {{said("signed_by", who), entry_words(model, wrong.envelope.by, *entry),
            beginning(wrong.envelope.signature.bytes)},
           {said("truth"), truth_about(*entry)}}};
}

/// Returns what becomes of the game, of the chips, and of the person.
std::vector<Fate> fates_of(const Model& model, Seat seat, const words::Values& who) {
  const rules::AnyGame& game = *model.play.game;
  const Seat me = model.table()->me;
  std::vector<Fate> fates;
  const bool plays = seat.value < game.seats();
  if (game.over() || !plays) return fates;
  const auto active = game.active();
  const std::string cost =
      std::ranges::count(active, seat) > 0 ? cost_of_absence(model, game, seat) : "absent";
  words::Values values = who;
  values.emplace("move", words::game(cost));
  fates.push_back(
      {said("fate_game"), cost == "absent" ? said("goes_on", who) : said("goes_on_by", values)});
  if (game.info().shelf != "poker") return fates;
  const auto chips = game.scores();
  const auto of = [&](Seat whose) {
    return chips && whose.value < chips->size() ? std::optional(chips->at(whose.value))
                                                : std::nullopt;
  };
  fates.push_back({said("fate_put_in", who), said("stays_in_pot")});
  fates.push_back({said("fate_chips", who), said("wins_no_more"), of(seat)});
  if (me.value < game.seats()) fates.push_back({said("fate_mine"), said("nothing_lost"), of(me)});
  return fates;
}

words::Json two_said(const Said& of, const Said& text) {
  return {{"of", of.json()}, {"text", text.json()}};
}

front::message::Conviction message_of(Seat seat, const Deed& deed, const std::vector<Fate>& fates,
                                      bool evidence) {
  front::message::Conviction told{.seat = seat.value, .evidence = evidence};
  for (const Signed& side : deed.sides)
    told.statements.push_back(
        {side.of.text(), side.text.text(), side.mark, two_said(side.of, side.text)});
  for (const Fate& fate : fates)
    told.fates.push_back(
        {fate.of.text(), fate.text.text(), fate.chips, two_said(fate.of, fate.text)});
  return told;
}

/// Returns all of it as the lines of the log and of a terminal.
Said all_lines(const Said& title, const Deed& deed, const std::vector<Fate>& fates,
               const words::Values& who, const std::string& path) {
  std::vector<Said> lines{said("with_stop", {{"words", words::sentence(title)}}), deed.about};
  if (deed.sides.size() == 2)
    lines.push_back(said("signed_beside", {{"one", words::sentence(deed.sides[0].text)},
                                           {"other", words::sentence(deed.sides[1].text)}}));
  for (const Fate& fate : fates) {
    words::Values values{{"of", words::sentence(fate.of)}, {"text", words::sentence(fate.text)}};
    if (fate.chips) values.emplace("chips", words::chips(*fate.chips));
    lines.push_back(fate.chips ? said("fate_of_chips", values) : said("fate", values));
  }
  words::Values values = who;
  values.emplace("path", words::text(path));
  if (!path.empty()) lines.push_back(said("evidence_kept", values));
  return words::in_lines(lines);
}

/// Notes that the file of evidence is there by now.
void note_evidence(Model& model, Seat seat) {
  for (front::PageTrouble& trouble : model.account.troubles)
    if (trouble.conviction && trouble.conviction->seat.value == seat.value)
      trouble.conviction->evidence = true;
}

}  // namespace

void hear(Model& model, const session::MemberAccused& accused, SeatEffects& out) {
  const Seat seat = accused.seat;
  if (!accused.path.empty()) {
    model.account.evidence[seat] = accused.path;
    out.tell("evidence", {{"seat", seat.value}, {"path", accused.path}});
  }
  if (!model.account.accused.insert(seat).second)
    return accused.path.empty() ? void() : note_evidence(model, seat);
  const words::Values who{{"who", words::name(model.name_of(seat))}};
  const bool me = seat == model.table()->me;
  const Deed deed =
      accused.lie
          ? std::visit([&](const auto& lie) { return deed_of(model, who, lie); }, *accused.lie)
          : Deed{me ? said("signed_dishonestly_here", who) : said("signed_dishonestly", who)};
  const Said title = me ? said("convicted_here") : said("cheated", who);
  const auto fates = me ? std::vector<Fate>() : fates_of(model, seat, who);
  Trouble about{.bad = true, .title = title, .text = deed.about};
  if (!fates.empty())
    about.next = said("fate", {{"of", words::sentence(fates.front().of)},
                               {"text", words::sentence(fates.front().text)}});
  add_trouble(model, about).conviction = message_of(seat, deed, fates, !accused.path.empty());
  const Said lines = all_lines(title, deed, fates, who, accused.path);
  out.add(Line{.text = lines.text(), .kind = "trouble", .said = lines.json()});
  show(model, out);
}

}  // namespace fairdeal::seat
