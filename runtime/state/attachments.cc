#include <algorithm>

#include "base/overloaded.h"
#include "consensus/equivocation.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/limits.h"
#include "runtime/state/checking.h"
#include "runtime/state/stages/move.h"
#include "runtime/state/transition.h"

/// Checks and applies what entries attach beside their payloads.

namespace fairdeal::state {
namespace {

/// Checks that evidence convicts a member of this table that is not convicted yet, and that it is
/// about this step or one of the 64 before it. Why the limit: members still remember these steps,
/// so an honest author never attaches what others have to refuse (docs/model/README.md, Evidence).
Result<> check_evidence(const Checking& checking, const proto::Equivocation& evidence) {
  FD_TRY(const Seat liar, consensus::verify(evidence, checking.state.charter()));
  FD_TRY(const Step step, consensus::step_of(evidence));
  if (!may_attach(checking.state, liar, step))
    return fail(Fault::bad_proof, "evidence that comes too early, too late or again");
  return {};
}

/// Checks that the member who is said to leave, to be back or to resign signed that, or that an
/// alarm is due, for this table and no later step than this one, and that it may resign or say
/// that.
Result<> check_presence(const Checking& checking, const proto::PresenceAttachment& presence) {
  const PublicState& state = checking.state;
  FD_TRY(const auto signed_word, proto::verify_presence(presence.envelope, state.charter()));
  if (signed_word.message().table != state.id) return fail(Fault::wrong_table, "presence");
  if (signed_word.message().step > state.step)
    return fail(Fault::bad_proof, "presence at a step to come");
  const proto::Presence& said = signed_word.message();
  if (said.what == proto::Presence::What::resigns) return state.may_resign(signed_word.by());
  if (said.what == proto::Presence::What::alarm &&
      !state.may_say_alarm(signed_word.by(), said.alarm))
    return fail(Fault::bad_proof, "an alarm that is not the next, or that its member has said");
  return {};
}

/// Returns the seat whose resignation an attachment is; none for any other attachment.
std::optional<Seat> resigning(const proto::Attachment& attachment) {
  const auto* presence = std::get_if<proto::PresenceAttachment>(&attachment);
  if (presence == nullptr) return {};
  const auto said = proto::decode_presence(presence->envelope.body);
  if (!said || said->what != proto::Presence::What::resigns) return {};
  return presence->envelope.by;
}

/// Checks that no entry says twice that a seat resigns.
Result<> check_resignations(const proto::Entry& entry) {
  SeatSet seen;
  for (const proto::Attachment& attachment : entry.attachments)
    if (const auto seat = resigning(attachment)) {
      if (seen.has(*seat)) return fail(Fault::bad_proof, "a resignation twice");
      seen.insert(*seat);
    }
  return {};
}

/// Checks the passed parts that one entry attaches, in their order: keys and recovery shares of the
/// deal that is being opened, and turns of the open deck. Each turn must shuffle the deck that the
/// turn before it left.
class PassedCheck {
 public:
  explicit PassedCheck(const Checking& checking) : checking_(checking) {
    if (const SharedDeck* deck = checking.state.deck()) deck_ = *deck;
  }
  Result<> own_turn(const proto::ShufflePayload& turn) {
    return stages::check_turn(checking_, *deck_, checking_.seat, turn, false);
  }
  Result<> attached(const proto::PassedAttachment& attachment) {
    const PublicState& state = checking_.state;
    const bool known = checking_.verified.contains(name_of(attachment.envelope));
    if (attachment.passed.table != state.id ||
        (!known && !proto::is_signed(attachment, state.charter())))
      return fail(Fault::bad_proof, "something passed that nobody signed");
    return std::visit([&](const auto& part) { return this->part(attachment, part, known); },
                      attachment.passed.part);
  }

 private:
  Result<> part(const proto::PassedAttachment& attachment, const proto::KeyPayload& key,
                bool known) {
    const Seat author = attachment.envelope.by;
    const auto& deal = checking_.state.next;
    if (!deal || attachment.passed.place != deal->place() || !deal->owe_keys().has(author) ||
        seen_.has(author))
      return fail(Fault::bad_proof, "a passed key that nobody owes");
    seen_.insert(author);
    return known ? Result<>() : stages::check_key(checking_, author, key);
  }
  Result<> part(const proto::PassedAttachment& attachment, const proto::SharesPayload& dealing,
                bool known) {
    const Seat author = attachment.envelope.by;
    const auto& deal = checking_.state.next;
    if (!deal || attachment.passed.place != deal->place() || !deal->owe_shares().has(author) ||
        attachment.passed.input != deal->keys_digest() || seen_.has(author))
      return fail(Fault::bad_proof, "passed recovery shares that nobody owes");
    seen_.insert(author);
    return known ? Result<>() : stages::check_dealing(checking_, author, dealing);
  }
  Result<> part(const proto::PassedAttachment& attachment, const proto::ShufflePayload& turn,
                bool known) {
    const Seat author = attachment.envelope.by;
    if (!deck_ || deck_->due(checking_.state.takers()) != author ||
        attachment.passed.place != deck_->place || attachment.passed.input != deck_->digest)
      return fail(Fault::bad_proof, "a passed shuffle that is not the next");
    return stages::check_turn(checking_, *deck_, author, turn, known);
  }

  const Checking& checking_;
  std::optional<SharedDeck> deck_;  // the deck as the turns checked so far leave it
  SeatSet seen_;                    // the authors of the keys and recovery shares seen so far
};

/// Checks all passed parts of an entry. Only the owner of a step's first slot attaches any, so that
/// no record has a part twice. Why a wrong part is blamed on the entry's author, whoever signed the
/// part: an honest author has this very history and has checked what it attaches.
Result<> check_passed(const Checking& checking) {
  std::vector<const proto::PassedAttachment*> attachments;
  for (const proto::Attachment& attachment : checking.entry.attachments)
    if (const auto* passed = std::get_if<proto::PassedAttachment>(&attachment))
      attachments.push_back(passed);
  const auto* own = std::get_if<proto::ShufflePayload>(&checking.entry.payload);
  if (own == nullptr && attachments.empty()) return {};
  if (checking.seat != stages::owing(checking.state).front().seat)
    return fail(Fault::bad_proof, "something passed that nobody asked this seat for");
  PassedCheck check(checking);
  if (own != nullptr) FD_TRY(check.own_turn(*own));
  for (const auto* attachment : attachments) FD_TRY(check.attached(*attachment));
  return {};
}

/// Applies an attachment of a decided entry. Requires: the attachment was checked.
Result<> take_attachment(const Transition& t, Seat author, const proto::Attachment& attachment) {
  Members& members = t.state.members;
  const auto evidence = [&](const proto::Equivocation& e) -> Result<> {
    FD_TRY(const Seat liar, consensus::verify(e, t.state.charter()));
    members.convict(liar, t.now());
    return {};
  };
  const auto presence = [&](const proto::PresenceAttachment& p) -> Result<> {
    FD_TRY(const auto said, proto::verify_presence(p.envelope, t.state.charter()));
    const auto what = said.message().what;
    if (what == proto::Presence::What::leaves)
      members.says_left(said.by(), said.message().step, t.now());
    if (what == proto::Presence::What::back)
      members.says_back(said.by(), said.message().step, t.now());
    if (what == proto::Presence::What::alarm) t.state.alarmed.insert(said.by());
    return {};
  };
  return std::visit(Overloaded{evidence, presence,
                               [&](const proto::Complaint& complaint) -> Result<> {
                                 stages::take_complaint(t, author, complaint);
                                 return {};
                               },
                               // take_attached() applies these
                               [](const proto::PassedAttachment&) -> Result<> { return {}; }},
                    attachment);
}

}  // namespace

bool attaches_resignation(const proto::Entry& entry) {
  return std::ranges::any_of(entry.attachments,
                             [](const auto& attachment) { return !!resigning(attachment); });
}

SeatSet resigned_in(const consensus::Record& record) {
  SeatSet seats;
  for (const consensus::Answer& answer : record.answers)
    if (const auto* entry = std::get_if<consensus::Checked>(&answer))
      for (const proto::Attachment& attachment : (*entry)->message().attachments)
        if (const auto seat = resigning(attachment)) seats.insert(*seat);
  return seats;
}

bool may_attach(const PublicState& state, Seat member, Step step) {
  return !state.members.standing(member).convicted() && step <= state.step &&
         state.step.value - step.value <= proto::kHistoryMax;
}

Result<> check_attachments(const Checking& checking) {
  FD_TRY(check_passed(checking));
  FD_TRY(check_resignations(checking.entry));
  for (const proto::Attachment& attachment : checking.entry.attachments)
    FD_TRY(std::visit(
        Overloaded{[&](const proto::Equivocation& e) { return check_evidence(checking, e); },
                   [&](const proto::Complaint& c) { return stages::check_complaint(checking, c); },
                   [&](const proto::PresenceAttachment& p) { return check_presence(checking, p); },
                   // check_passed() has seen these.
                   [](const proto::PassedAttachment&) -> Result<> { return {}; }},
        attachment));
  return {};
}

Result<> count_answers(const Transition& t) {
  const auto slots = stages::owing(t.before);
  Members& members = t.state.members;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Seat seat = slots[i].seat;
    const consensus::Answer& answer = t.record.answers[i];
    if (std::holds_alternative<consensus::InvalidEntry>(answer)) {
      members.convict(seat, t.now());
    } else if (consensus::is_absence(answer) ||
               (!t.moves_count && stages::to_move(t.before.stage) == seat)) {
      members.absent(seat, t.state.charter().pace.absences, t.now());
    } else {
      members.answered(seat);
      if (const auto careful = stages::is_careful(t.before.stage, t.entry_of(seat)->payload))
        members.moved(seat, *careful);
      if (t.before.between_deals() && t.before.in().has(seat))
        members.played_through(SeatSet::of({seat}));
    }
  }
  for (const consensus::Answer& answer : t.record.answers)
    if (const auto* entry = std::get_if<consensus::Checked>(&answer))
      for (const proto::Attachment& attachment : (*entry)->message().attachments)
        FD_TRY(take_attachment(t, (*entry)->by(), attachment));
  return {};
}

}  // namespace fairdeal::state
