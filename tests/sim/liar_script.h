#pragma once

#include <map>

#include "proto/codec.h"
#include "proto/envelope.h"
#include "tests/sim/any_field.h"
#include "tests/sim/lies.h"
#include "tests/sim/world.h"

namespace fairdeal::sim {

/// The script of a liar: for each kind of message, what it says instead of what its Node would.
/// Only tests/sim/lies*.cc include this file.
struct Liar::Script {
  World& world;
  Seat me;
  Lie lie;
  Seat about;
  SeededRng rng;
  std::size_t told = 0;
  /// The liar goes the second of a scheme's two ways: it votes after the others' grace, and not
  /// just before its end; it keeps its vote from all, and shows all but one what that decides.
  bool second_way = false;

  // The lies told so far, so that a lie that is the same for all members stays the same.
  std::map<Bytes, Bytes> instead{};
  std::map<proto::Kind, proto::Payload> old{};
  std::vector<Bytes> heard{};
  AnyField any_field{me, world.key(me), rng};
  // Statements of others at the liar's step.
  Step step{0};
  std::optional<Step> led{};  ///< the last step at which it moved in the match with `about` alone
  std::vector<proto::Outcome> outcomes{};
  std::vector<proto::Envelope> entries{};
  std::vector<proto::Envelope> votes{};

  const crypto::SigningKey& key() const { return world.key(me); }
  const state::Table& table() const { return world.node(me).table(); }
  const proto::Charter& charter() const { return table().charter(); }
  bool heads() { return rng.below(2) == 0; }

  template <class T>
  Bytes said(T message) {
    ++told;
    return frame(proto::sign(me, std::move(message), key()));
  }
  static Bytes frame(const proto::Signed<proto::Entry>& entry) {
    return proto::encode(proto::Message(proto::EntryFrame{proto::envelope(entry)}));
  }
  static Bytes frame(const proto::Signed<proto::Passed>& passed) {
    return proto::encode(proto::Message(proto::PassedFrame{proto::envelope(passed)}));
  }
  static Bytes frame(const proto::Signed<proto::Presence>& presence) {
    return proto::encode(proto::Message(proto::PresenceFrame{proto::envelope(presence)}));
  }
  static Bytes frame(const proto::Signed<proto::Vote>& vote) {
    return proto::encode(proto::Message(proto::VoteFrame{proto::envelope(vote)}));
  }

  void notice(const proto::Envelope& envelope, bool vote);
  void look(const Bytes& frame);
  void agree(Seat to, const Bytes& frame);
  bool leaves_unheard(const Bytes& frame);
  Round far_round(Round from);
  std::vector<Bytes> wild_votes(proto::Vote vote);
  Bytes forged_decision(Step at, const proto::Envelope& own);
  proto::Attachment foreign_evidence(const proto::Entry& entry);
  proto::Presence far_presence(Step near);
  std::vector<Bytes> say(Seat to, const Bytes& frame);
  std::vector<Bytes> reply(Seat to, const Bytes& frame, const proto::EntryFrame& message);
  std::vector<Bytes> reply(Seat to, const Bytes& frame, const proto::VoteFrame& message);
  std::vector<Bytes> reply(Seat to, const Bytes& frame, const proto::ProposalFrame& message);
  std::vector<Bytes> reply(Seat to, const Bytes& frame, const proto::Status& message);
  std::vector<Bytes> reply(Seat to, const Bytes& frame, const proto::PassedFrame& message);
  template <class M>
  std::vector<Bytes> reply(Seat, const Bytes& frame, const M&) {
    return {frame};
  }
  std::vector<Bytes> scheme(Seat to, const Bytes& frame);
  std::vector<Bytes> held_back(Seat to, const Bytes& frame);
  std::vector<Bytes> shown(Seat to, const Bytes& frame, Step decided) const;
  bool sends_first(Step decided) const;
  void lead_on();
  std::vector<Bytes> contradictions(const Bytes& frame, const proto::Vote& vote);
  std::optional<Bytes> lie_about(const proto::Entry& entry);
  std::optional<Bytes> other_entry(const proto::Entry& entry);
  std::optional<Bytes> zero_share(const proto::Entry& entry);
  crypto::EncryptedScalar encrypted(const state::Deal& deal, Seat to, const crypto::Scalar& share);
  void deal_wrongly(proto::SharesPayload& shares);
  std::optional<proto::Attachment> complaint();
  std::vector<Bytes> noise(const Bytes& frame);
  Bytes wild_proposal(Step at);
  std::vector<proto::Answer> record_of(bool everybody_absent);
  Bytes proposal(proto::Proposal proposal, std::vector<proto::Answer> record,
                 std::vector<proto::Envelope> grounds);
  std::optional<Round> round_it_leads(Step at) const;
};

}  // namespace fairdeal::sim
