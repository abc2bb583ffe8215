#include "base/overloaded.h"
#include "proto/codec.h"
#include "proto/entry.pb.h"
#include "proto/envelope_wire.h"
#include "proto/wire.h"

namespace fairdeal::proto {
namespace {

void to_wire(const KeyPayload& p, wire::KeyPayload& w) {
  w.set_key(str(p.X.encode()));
  w.set_proof(str(p.proof.encode()));
  w.set_encryption_key(str(p.Y.encode()));
  w.set_encryption_proof(str(p.encryption_proof.encode()));
}
void to_wire(const SharesPayload& p, wire::SharesPayload& w) {
  w.set_commitments(encode_all(p.commitments));
  for (const auto& share : p.encrypted) w.add_encrypted(str(share.encode()));
}
void to_wire(const ShufflePayload& p, wire::ShufflePayload& w) {
  w.set_deck(encode_all(p.deck));
  std::visit([&](const auto& proof) { w.set_proof(str(proof.encode())); }, p.proof);
}

struct PayloadToWire {
  wire::Entry& out;

  void operator()(const KeyPayload& p) const { to_wire(p, *out.mutable_key()); }
  void operator()(const SharesPayload& p) const { to_wire(p, *out.mutable_shares()); }
  void operator()(const ShufflePayload& p) const { to_wire(p, *out.mutable_shuffle()); }
  void operator()(const DecryptPayload& p) const { shares(p, *out.mutable_decrypt()); }
  void operator()(const CoinPayload& p) const { shares(p, *out.mutable_coin()); }
  void operator()(const CommitPayload& p) const {
    out.mutable_commit()->set_commitment(str(p.commitment));
    out.mutable_commit()->set_careful(p.careful);
  }
  void operator()(const RevealPayload& p) const {
    auto& w = *out.mutable_reveal();
    w.set_value(str(p.value));
    w.set_salt(str(p.salt));
  }
  void operator()(const MovePayload& p) const {
    out.mutable_move()->set_action(p.action);
    if (p.locks) shares(*p.locks, *out.mutable_move()->mutable_locks());
    out.mutable_move()->set_careful(p.careful);
  }
  void operator()(const EndPayload&) const { out.mutable_end(); }
  void operator()(const NonePayload&) const { out.mutable_none(); }
  void operator()(const RecoverPayload& p) const {
    auto& w = *out.mutable_recover();
    for (const auto& of_one : p.shares) shares(of_one, *w.add_shares());
  }
  void operator()(const CopyPayload& p) const {
    auto& w = *out.mutable_copy();
    w.set_cards(encode_all(p.cards));
    w.set_proofs(encode_all(p.proofs));
  }

 private:
  template <class P>
  static void shares(const P& p, wire::DecryptPayload& w) {
    w.set_shares(encode_all(p.shares));
    w.set_proof(str(p.proof.encode()));
  }
};

Result<KeyPayload> key_from_wire(const wire::KeyPayload& in) {
  KeyPayload out;
  FD_TRY(out.X, decode_key(in.key(), "masking key"));
  FD_TRY(out.proof, decode_one<crypto::KeyProof>(in.proof(), "masking key's proof"));
  FD_TRY(out.Y, decode_key(in.encryption_key(), "encryption key"));
  FD_TRY(out.encryption_proof,
         decode_one<crypto::KeyProof>(in.encryption_proof(), "encryption key's proof"));
  return out;
}

Result<SharesPayload> shares_from_wire(const wire::SharesPayload& in) {
  if (static_cast<std::size_t>(in.encrypted_size()) > kSeatsMax)
    return fail(Fault::too_large, "encrypted shares");
  SharesPayload out;
  FD_TRY(out.commitments, decode_nonzero(in.commitments(), kSeatsMax, "commitments"));
  FD_TRY(out.encrypted, each(in.encrypted(), [](const std::string& s) {
           return decode_one<crypto::EncryptedScalar>(s, "encrypted share");
         }));
  return out;
}

/// Decodes cards that a shuffle or a copy left. It may have started from cards face up, but masks
/// every card.
Result<crypto::Deck> masked_from_wire(const std::string& in, std::size_t max, const char* what) {
  FD_TRY(auto deck, decode_all<crypto::MaskedCard>(in, max, what));
  if (std::ranges::any_of(deck, [](const auto& card) { return card.A.is_identity(); }))
    return fail(Fault::not_canonical, std::string(what) + ": a card without a mask");
  return deck;
}

Result<ShufflePayload> shuffle_from_wire(const wire::ShufflePayload& in) {
  ShufflePayload out;
  FD_TRY(out.deck, masked_from_wire(in.deck(), kDeckMax, "deck"));
  if (out.deck.size() == 1) {
    FD_TRY(out.proof, decode_one<crypto::DleqProof>(in.proof(), "fresh mask's proof"));
  } else {
    FD_TRY(out.proof, crypto::ShuffleProof::decode(as_bytes(in.proof()), out.deck.size()));
  }
  return out;
}

Result<Payload> from_wire(const wire::CopyPayload& in) {
  CopyPayload out;
  FD_TRY(out.cards, masked_from_wire(in.cards(), kCopiesMax, "copies"));
  FD_TRY(out.proofs, decode_all<crypto::DleqProof>(in.proofs(), kCopiesMax, "copies' proofs"));
  if (out.cards.empty() || out.cards.size() != out.proofs.size())
    return fail(Fault::not_canonical, "copies: not a proof for each");
  return Payload(std::move(out));
}

template <class P>
Result<P> shares_from_wire(const wire::DecryptPayload& in) {
  P out;
  FD_TRY(out.shares, decode_nonzero(in.shares(), kSharesMax, "shares"));
  FD_TRY(out.proof, decode_one<crypto::DleqProof>(in.proof(), "shares' proof"));
  return out;
}

Result<Payload> from_wire(const wire::RecoverPayload& in) {
  if (static_cast<std::size_t>(in.shares_size()) > kSeatsMax)
    return fail(Fault::too_large, "shares of shares");
  RecoverPayload out;
  FD_TRY(out.shares,
         each(in.shares(), [](const auto& s) { return shares_from_wire<DecryptPayload>(s); }));
  return Payload(std::move(out));
}

Result<Payload> from_wire(const wire::CommitPayload& in) {
  FD_TRY(const auto commitment, fixed<64>(in.commitment(), "commitment"));
  return Payload(CommitPayload{commitment, in.careful()});
}

Result<Payload> from_wire(const wire::RevealPayload& in) {
  FD_TRY(const std::string value, bounded(in.value(), kRevealBytesMax, "revealed value"));
  FD_TRY(const auto salt, fixed<32>(in.salt(), "salt"));
  return Payload(RevealPayload{to_bytes(value), salt});
}

Result<Payload> from_wire(const wire::MovePayload& in) {
  MovePayload out;
  FD_TRY(out.action, bounded(in.action(), kActionBytesMax, "move"));
  if (in.has_locks()) {
    FD_TRY(out.locks, shares_from_wire<DecryptPayload>(in.locks()));
  }
  out.careful = in.careful();
  return Payload(std::move(out));
}

Result<Payload> payload_from_wire(const wire::Entry& in) {
  switch (in.payload_case()) {
    case wire::Entry::kKey:
      return key_from_wire(in.key());
    case wire::Entry::kShares:
      return shares_from_wire(in.shares());
    case wire::Entry::kShuffle:
      return shuffle_from_wire(in.shuffle());
    case wire::Entry::kDecrypt:
      return shares_from_wire<DecryptPayload>(in.decrypt());
    case wire::Entry::kCoin:
      return shares_from_wire<CoinPayload>(in.coin());
    case wire::Entry::kCommit:
      return from_wire(in.commit());
    case wire::Entry::kReveal:
      return from_wire(in.reveal());
    case wire::Entry::kMove:
      return from_wire(in.move());
    case wire::Entry::kEnd:
      return Payload(EndPayload{});
    case wire::Entry::kNone:
      return Payload(NonePayload{});
    case wire::Entry::kRecover:
      return from_wire(in.recover());
    case wire::Entry::kCopy:
      return from_wire(in.copy());
    case wire::Entry::PAYLOAD_NOT_SET:
      break;
  }
  return fail(Fault::not_canonical, "entry without a payload");
}

// ---- Attachments

wire::Attachment to_wire(const Attachment& attachment) {
  wire::Attachment out;
  std::visit(
      Overloaded{
          [&](const Equivocation& e) { *out.mutable_equivocation() = equivocation_to_wire(e); },
          [&](const Complaint& c) {
            auto& w = *out.mutable_complaint();
            w.set_dealer(c.dealer.value);
            w.set_key(str(c.K.encode()));
            w.set_proof(str(c.proof.encode()));
          },
          [&](const PresenceAttachment& p) {
            envelope_to_wire(p.envelope, *out.mutable_presence());
          },
          [&](const PassedAttachment& p) { envelope_to_wire(p.envelope, *out.mutable_passed()); }},
      attachment);
  return out;
}

Result<Attachment> from_wire(const wire::Attachment& in) {
  switch (in.attachment_case()) {
    case wire::Attachment::kEquivocation: {
      FD_TRY(auto evidence, equivocation_from_wire(in.equivocation()));
      return Attachment(std::move(evidence));
    }
    case wire::Attachment::kComplaint: {
      if (in.complaint().dealer() >= kSeatsMax) return fail(Fault::not_canonical, "dealer");
      FD_TRY(const auto K, decode_key(in.complaint().key(), "complaint"));
      FD_TRY(const auto proof,
             decode_one<crypto::DleqProof>(in.complaint().proof(), "complaint's proof"));
      return Attachment(Complaint{Seat(in.complaint().dealer()), K, proof});
    }
    case wire::Attachment::kPresence: {
      FD_TRY(auto envelope, envelope_from_wire(in.presence()));
      return Attachment(PresenceAttachment{std::move(envelope)});
    }
    case wire::Attachment::kPassed: {
      FD_TRY(auto envelope, envelope_from_wire(in.passed()));
      FD_TRY(auto passed, decode_passed(envelope.body));
      return Attachment(PassedAttachment{std::move(envelope), std::move(passed)});
    }
    case wire::Attachment::ATTACHMENT_NOT_SET:
      break;
  }
  return fail(Fault::not_canonical, "empty attachment");
}

}  // namespace

Bytes encode(const Entry& entry) {
  wire::Entry out;
  out.set_table(str(entry.table.bytes));
  out.set_step(entry.step.value);
  out.set_parent(str(entry.parent.bytes));
  std::visit(PayloadToWire{out}, entry.payload);
  for (const Attachment& attachment : entry.attachments)
    *out.add_attachments() = to_wire(attachment);
  return serialize(out);
}

Result<Entry> decode_entry(ByteSpan bytes) {
  FD_TRY(const auto in, parse<wire::Entry>(bytes));
  FD_TRY(const Digest table, digest(in.table(), "table"));
  FD_TRY(const Digest parent, digest(in.parent(), "head"));
  FD_TRY(Payload payload, payload_from_wire(in));
  if (static_cast<std::size_t>(in.attachments_size()) > kAttachmentsMax)
    return fail(Fault::too_large, "attachments");
  std::size_t passed = 0;
  for (const wire::Attachment& attachment : in.attachments())
    passed += attachment.passed().body().size();
  if (passed > kPassedBytesMax) return fail(Fault::too_large, "passed shuffles");
  FD_TRY(auto attachments,
         each(in.attachments(), [](const wire::Attachment& a) { return from_wire(a); }));
  return Entry{table, Step(in.step()), parent, std::move(payload), std::move(attachments)};
}

Bytes encode(const Passed& passed) {
  wire::Passed out;
  out.set_table(str(passed.table.bytes));
  out.set_place(passed.place.value);
  std::visit(Overloaded{[&](const KeyPayload& p) { to_wire(p, *out.mutable_key()); },
                        [&](const SharesPayload& p) {
                          out.set_input(str(passed.input.bytes));
                          to_wire(p, *out.mutable_shares());
                        },
                        [&](const ShufflePayload& p) {
                          out.set_input(str(passed.input.bytes));
                          to_wire(p, *out.mutable_shuffle());
                        }},
             passed.part);
  return serialize(out);
}

Result<Passed> decode_passed(ByteSpan bytes) {
  FD_TRY(const auto in, parse<wire::Passed>(bytes));
  FD_TRY(const Digest table, digest(in.table(), "table"));
  Passed out{table, Step(in.place()), {}, KeyPayload{}};
  if (in.part_case() == wire::Passed::kKey) {
    if (!in.input().empty()) return fail(Fault::not_canonical, "a key that follows something");
    FD_TRY(out.part, key_from_wire(in.key()));
    return out;
  }
  FD_TRY(out.input, digest(in.input(), "what it follows"));
  if (in.part_case() == wire::Passed::kShares) {
    FD_TRY(out.part, shares_from_wire(in.shares()));
  } else if (in.part_case() == wire::Passed::kShuffle) {
    FD_TRY(out.part, shuffle_from_wire(in.shuffle()));
  } else {
    return fail(Fault::not_canonical, "nothing that is passed");
  }
  return out;
}

}  // namespace fairdeal::proto
