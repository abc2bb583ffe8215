#include <algorithm>

#include "consensus/equivocation.h"
#include "crypto/commit.h"
#include "crypto/vss.h"
#include "proto/envelope.h"
#include "proto/limits.h"
#include "runtime/table.h"

namespace fairdeal::runtime {

using crypto::Purpose;

/// Whether a payload is true at a stage. What meets no case below is not wanted.
struct Checking {
  const Table& table;
  Seat seat;
  const proto::Entry& entry;
  PendingProofs& proofs;
  const Verified& verified;

  Bytes context(Purpose purpose) const { return crypto::context(table.place(), seat, purpose); }

  Result<> operator()(const CollectingKeys&, const proto::KeyPayload& p) const {
    return key(seat, p);
  }
  Result<> operator()(const DealingShares&, const proto::SharesPayload& p) const {
    return dealing(seat, p);
  }

  /// Checked with those that the entry attaches: see passes().
  Result<> operator()(const Shuffling&, const proto::ShufflePayload&) const { return {}; }

  Result<> operator()(const Decrypting&, const proto::DecryptPayload& p) const {
    return shares(p, Purpose::decrypt);
  }
  Result<> operator()(const Rolling&, const proto::CoinPayload& p) const {
    return shares(p, Purpose::coin);
  }

  /// For each missing seat, this seat's share of its key times what it owes.
  Result<> operator()(const Recovering& s, const proto::RecoverPayload& p) const {
    const auto missing = s.missing.list();
    if (p.shares.size() != missing.size())
      return fail(Fault::bad_proof, "shares of shares: not for each absent seat");
    for (std::size_t i = 0; i < missing.size(); ++i) {
      const auto share =
          crypto::public_share(table.deal()->dealings.at(missing[i]).commitments, seat);
      const auto A = table.owed_points(missing[i]);
      FD_TRY(later(crypto::dleq_equations({share, A, p.shares[i].shares}, p.shares[i].proof,
                                          context(Purpose::recover))));
    }
    return {};
  }

  Result<> operator()(const HandingOver&, const proto::DecryptPayload& p) const {
    return shares(p, Purpose::decrypt);
  }

  Result<> operator()(const Committing&, const proto::CommitPayload&) const { return {}; }

  Result<> operator()(const Revealing& s, const proto::RevealPayload& p) const {
    const auto committed = crypto::context(s.place, seat, Purpose::commit);
    if (crypto::commit(committed, p.value, p.salt) != s.commitments.at(seat))
      return fail(Fault::bad_proof, "reveal: not what was committed to");
    if (!s.what.dice.empty())
      return p.value.size() == 32 ? Result<>() : fail(Fault::bad_proof, "reveal: not 32 bytes");
    if (p.value.empty()) return {};  // it committed to no move, and is absent
    if (p.value.size() > proto::kActionBytesMax ||
        !rules::allows(table.game(), seat, {std::string(as_text(p.value))}))
      return fail(Fault::illegal_move, "revealed move");
    return {};
  }

  /// Who leaves when it is to move says so instead.
  Result<> operator()(const Moving&, const proto::MovePayload& p) const {
    if (p.action.empty() && leaves()) return {};
    FD_TRY(const auto after, table.game().after(rules::Moved<rules::Action>{seat, {p.action}}));
    return locks(p, after);
  }

  Result<> operator()(const Ending&, const proto::EndPayload&) const { return {}; }

  /// "Nothing from me here" answers any slot.
  template <class S>
  Result<> operator()(const S&, const proto::NonePayload&) const {
    return {};
  }

  /// Evidence is of this table, of a step that its author can have known of, and about somebody who
  /// is not convicted yet.
  Result<> check_attachment(const proto::Equivocation& evidence) const {
    FD_TRY(const Seat liar, consensus::verify(evidence, table.charter()));
    FD_TRY(const Step step, consensus::step_of(evidence));
    if (!table.may_attach(liar, step))
      return fail(Fault::bad_proof, "evidence that comes too early, too late or again");
    return {};
  }
  Result<> check_attachment(const proto::Complaint& complaint) const {
    const Deal* deal = table.disputed(seat);
    if (deal == nullptr || complaint.dealer == seat || !deal->dealings.contains(complaint.dealer))
      return fail(Fault::bad_proof, "complaint of shares that were not dealt, or came too late");
    const crypto::Point E[] = {deal->encrypted(complaint.dealer, seat).E};
    const crypto::Point K[] = {complaint.K};
    return later(crypto::dleq_equations({deal->Y[seat.value], E, K}, complaint.proof,
                                        context(Purpose::recover)));
  }
  Result<> check_attachment(const proto::PresenceAttachment& presence) const {
    FD_TRY(const auto signed_word, proto::verify_presence(presence.envelope, table.charter()));
    if (signed_word.message().table != table.id()) return fail(Fault::wrong_table, "presence");
    if (signed_word.message().step > table.step())
      return fail(Fault::bad_proof, "presence at a step to come");
    return {};
  }
  Result<> check_attachment(const proto::PassedAttachment&) const { return {}; }  // see passes()

  /// What the entry adds to a deal that is being opened, or to the open deck, of itself and by
  /// attachments: each is the part of who owes it; a turn shuffles the deck that the one before it
  /// leaves. Who answers the first slot attaches, so that no record says it twice. An honest author
  /// stands after this very history and has checked what it attaches: whatever is wrong here is its
  /// doing, whoever signed the part.
  Result<> passes() const {
    std::vector<const proto::PassedAttachment*> attachments;
    for (const proto::Attachment& attachment : entry.attachments)
      if (const auto* passed = std::get_if<proto::PassedAttachment>(&attachment))
        attachments.push_back(passed);
    const auto* own = std::get_if<proto::ShufflePayload>(&entry.payload);
    if (own == nullptr && attachments.empty()) return {};
    if (seat != table.slots().front().seat)
      return fail(Fault::bad_proof, "something passed that nobody asked this seat for");

    std::optional<SharedDeck> deck = table.deck() ? std::optional(*table.deck()) : std::nullopt;
    if (own != nullptr) FD_TRY(turn(*deck, seat, *own, false));
    SeatSet attached;  // whose key or dealing
    for (const auto* attachment : attachments) {
      const bool known = verified.contains(name_of(attachment->envelope));
      if (attachment->passed.table != table.id() ||
          (!known && !proto::is_signed(*attachment, table.charter())))
        return fail(Fault::bad_proof, "something passed that nobody signed");
      FD_TRY(std::visit(
          [&](const auto& part) {
            return this->attached(*attachment, part, known, attached, deck);
          },
          attachment->passed.part));
    }
    return {};
  }

  template <class S, class P>
  Result<> operator()(const S&, const P&) const {
    return fail(Fault::not_wanted, "entry of another kind");
  }

 private:
  /// Whether the entry itself says that its author leaves.
  bool leaves() const {
    return std::ranges::any_of(entry.attachments, [&](const proto::Attachment& attachment) {
      const auto* presence = std::get_if<proto::PresenceAttachment>(&attachment);
      const auto signed_word = presence != nullptr && presence->envelope.by == seat
                                   ? proto::verify_presence(presence->envelope, table.charter())
                                   : fail(Fault::not_wanted, "not about its author");
      return signed_word && signed_word->message().table == table.id() &&
             signed_word->message().what == proto::Presence::What::leaves &&
             signed_word->message().step >= table.standing(seat).since &&
             signed_word->message().step <= table.step();
    });
  }

  /// A seat that is done with a hand that goes on gives its shares of what is not dealt yet, so
  /// that it cannot spoil a card and nobody waits for it.
  Result<> locks(const proto::MovePayload& p, const rules::AnyGame& after) const {
    const bool gives = table.hands_over(seat, after);
    if (gives != p.locks.has_value())
      return fail(Fault::bad_proof, gives ? "a fold without its shares" : "shares with a move");
    return gives ? shares(*p.locks, Purpose::decrypt) : Result<>();
  }

  template <class P>
  Result<> shares(const P& p, Purpose purpose) const {
    const auto A = table.owed_points(seat);
    return later(crypto::dleq_equations({table.deal()->X[seat.value], A, p.shares}, p.proof,
                                        context(purpose)));
  }

  // ---- Parts of an opening, and turns: of `author`, for the place that they were made for

 public:
  Bytes opening_context(Seat author, Purpose purpose) const {
    return crypto::context({table.id(), table.next_deal()->place()}, author, purpose);
  }
  Result<> key(Seat author, const proto::KeyPayload& p) const {
    FD_TRY(later(crypto::key_equations(p.X, p.proof, opening_context(author, Purpose::key))));
    return later(
        crypto::key_equations(p.Y, p.encryption_proof, opening_context(author, Purpose::recover)));
  }
  /// What is encrypted cannot be checked by all: its receiver complains (Complaint).
  Result<> dealing(Seat author, const proto::SharesPayload& p) const {
    const Deal& deal = *table.next_deal();
    if (p.commitments.size() != deal.recovery || p.encrypted.size() + 1 != deal.members.size())
      return fail(Fault::bad_proof, "recovery shares: not as many as agreed");
    if (p.commitments.front() != deal.X[author.value])
      return fail(Fault::bad_proof, "recovery shares: of another key");
    for (const Seat member : deal.members.list())
      if (crypto::public_share(p.commitments, member).is_identity())
        return fail(Fault::bad_proof, "recovery shares: zero");  // times any card it makes O
    for (const crypto::EncryptedScalar& encrypted : p.encrypted)
      FD_TRY(later(
          crypto::encryption_equations(encrypted, opening_context(author, Purpose::recover))));
    return {};
  }

 private:
  Result<> turn(SharedDeck& deck, Seat author, const proto::ShufflePayload& p, bool known) const {
    if (!known) FD_TRY(later(equations(table.id(), deck, {author, deck.cards.get(), &p})));
    deck.take_turn(author, std::make_shared<const crypto::Deck>(p.deck));
    return {};
  }

  using Pending = std::optional<SharedDeck>;
  Result<> attached(const proto::PassedAttachment& attachment, const proto::KeyPayload& p,
                    bool known, SeatSet& attached, Pending&) const {
    const Seat author = attachment.envelope.by;
    const auto& deal = table.next_deal();
    if (!deal || attachment.passed.place != deal->place() || !deal->owe_keys().has(author) ||
        attached.has(author))
      return fail(Fault::bad_proof, "a passed key that nobody owes");
    attached.insert(author);
    return known ? Result<>() : key(author, p);
  }
  Result<> attached(const proto::PassedAttachment& attachment, const proto::SharesPayload& p,
                    bool known, SeatSet& attached, Pending&) const {
    const Seat author = attachment.envelope.by;
    const auto& deal = table.next_deal();
    if (!deal || attachment.passed.place != deal->place() || !deal->owe_shares().has(author) ||
        attachment.passed.input != deal->keys_digest() || attached.has(author))
      return fail(Fault::bad_proof, "passed recovery shares that nobody owes");
    attached.insert(author);
    return known ? Result<>() : dealing(author, p);
  }
  Result<> attached(const proto::PassedAttachment& attachment, const proto::ShufflePayload& p,
                    bool known, SeatSet&, Pending& deck) const {
    if (!deck || deck->due(table.takers()) != attachment.envelope.by ||
        attachment.passed.place != deck->place || attachment.passed.input != deck->digest)
      return fail(Fault::bad_proof, "a passed shuffle that is not the next");
    return turn(*deck, attachment.envelope.by, p, known);
  }

  Result<> later(Result<crypto::Equations> equations) const {
    if (!equations) return fail(std::move(equations).error());
    proofs.add(*std::move(equations), seat);
    return {};
  }
};

Result<> Table::fits(const proto::Signed<proto::Entry>& entry) const {
  const proto::Entry& e = entry.message();
  if (e.table != id_) return fail(Fault::wrong_table, "entry");
  if (e.step != step_)
    return fail(Fault::wrong_table, "entry of step " + std::to_string(e.step.value));
  if (e.parent != head_) return fail(Fault::state_differs, "entry after another history");
  const auto open = slots();
  const proto::Kind kind = proto::kind_of(e.payload);
  const auto fits = [&](const consensus::EntrySlot& slot) {
    return slot.seat == entry.by() && (slot.kind == kind || kind == proto::Kind::none);
  };
  if (std::ranges::none_of(open, fits))
    // After this very history its author knows whose slots are open.
    return fail(blame({Fault::not_wanted, {}, "entry for no open slot"}, entry.by()));
  if (entry.body().size() > entry_bytes_max(entry.by()))
    return fail(blame({Fault::too_large, {}, "entry"}, entry.by()));
  return {};
}

std::size_t Table::entry_bytes_max(Seat seat) const {
  return slots().front().seat == seat ? proto::kFirstEntryBytesMax : proto::kEntryBytesMax;
}

/// Of an entry that fits. Errors are its author's doing: it signed them.
Result<> Table::holds(const proto::Signed<proto::Entry>& entry, PendingProofs& proofs,
                      const Verified& verified) const {
  const Checking checking{*this, entry.by(), entry.message(), proofs, verified};
  auto verdict = std::visit(checking, stage_, entry.message().payload);
  if (verdict) verdict = checking.passes();
  for (const proto::Attachment& attachment : entry.message().attachments)
    if (verdict)
      verdict = std::visit([&](const auto& n) { return checking.check_attachment(n); }, attachment);
  if (!verdict) return fail(blame(verdict.error(), entry.by()));
  return {};
}

Result<> Table::check_part(Seat author, const proto::Passed& passed, Rng& rng) const {
  PendingProofs proofs;
  const proto::Entry none{};
  const Verified nothing;
  const Checking checking{*this, author, none, proofs, nothing};
  if (const auto* key = std::get_if<proto::KeyPayload>(&passed.part))
    FD_TRY(checking.key(author, *key));
  else if (const auto* shares = std::get_if<proto::SharesPayload>(&passed.part))
    FD_TRY(checking.dealing(author, *shares));
  else
    return fail(Fault::not_wanted, "a turn of no deck");
  return proofs.settle(rng);
}

Result<consensus::Checked> Table::check(proto::Signed<proto::Entry> entry, Rng& rng,
                                        const Verified& verified) const {
  PendingProofs proofs;
  auto checked = check(std::move(entry), proofs, verified);
  FD_TRY(proofs.settle(rng));  // what is false here came before what else is wrong
  return checked;
}

Result<consensus::Checked> Table::check(proto::Signed<proto::Entry> entry, PendingProofs& proofs,
                                        const Verified& verified) const {
  FD_TRY(fits(entry));
  FD_TRY(holds(entry, proofs, verified));
  return valid(std::move(entry));
}

Result<consensus::InvalidEntry> Table::check_invalid(proto::Signed<proto::Entry> entry,
                                                     Rng& rng) const {
  FD_TRY(fits(entry));
  PendingProofs proofs;
  if (holds(entry, proofs, {}) && proofs.settle(rng))
    return fail(Fault::not_wanted, "a sound entry called wrong");
  return invalid(std::move(entry));
}

consensus::Checked Table::assume_valid(proto::Signed<proto::Entry> own) const {
  return valid(std::move(own));
}
consensus::InvalidEntry Table::assume_invalid(proto::Signed<proto::Entry> stored) const {
  return invalid(std::move(stored));
}

Result<consensus::Answer> Table::validate(std::size_t i, const proto::Answer& answer,
                                          PendingProofs& proofs, Rng& rng,
                                          const Verified& verified) const {
  const auto* absent = std::get_if<proto::AbsentSeat>(&answer);
  const auto* sound = std::get_if<proto::Envelope>(&answer);
  const auto* wrong = std::get_if<proto::WrongEntry>(&answer);
  const Seat by = absent != nullptr ? absent->seat : (sound ? sound : &wrong->envelope)->by;
  if (by != slots().at(i).seat) return fail(Fault::not_canonical, "entries not in slot order");
  if (absent != nullptr) return consensus::Answer(*absent);
  FD_TRY(auto entry, proto::verify_entry(sound ? *sound : wrong->envelope, charter()));
  if (sound != nullptr) {
    FD_TRY(auto checked, check(std::move(entry), proofs, verified));
    return consensus::Answer(std::move(checked));
  }
  FD_TRY(auto invalid, check_invalid(std::move(entry), rng));
  return consensus::Answer(std::move(invalid));
}

}  // namespace fairdeal::runtime
