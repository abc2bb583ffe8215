#pragma once

#include <array>
#include <deque>

#include "proto/messages.h"
#include "tests/sim/fields.h"

namespace fairdeal::sim {

/// A liar that may tell lies that nobody thought of: it changes any field of anything that it
/// signs, and signs that again. It sends the changed statement to any of the members, with or
/// without the original, at once or at any later step. So it does with statements made out of those
/// of others.
class AnyField {
 public:
  AnyField(Seat me, const crypto::SigningKey& key, SeededRng& rng)
      : me_(me), key_(&key), rng_(&rng) {}

  /// Remembers what anybody signed, as material.
  void hear(const Bytes& frame);
  /// Returns the frames that reach one member instead of `frame`.
  std::vector<Bytes> say(const Bytes& frame);
  /// Returns how many statements it has made that its Node had not.
  std::size_t told() const { return told_; }

 private:
  /// The messages that carry one author's signature.
  enum class Kind : std::uint8_t { entry, vote, proposal, presence, passed };
  static constexpr std::size_t kKinds = 5;
  struct Statement {
    Kind kind;
    proto::Envelope envelope;
  };

  static std::vector<Statement> statements_in(const proto::Message& message);
  proto::Message message_of(const Statement& statement, std::vector<proto::Envelope> votes);
  bool one_in(std::uint64_t n) { return rng_->below(n) == 0; }
  Bytes changed(Kind kind, Bytes body);
  Bytes another(Kind kind);

  Seat me_;
  const crypto::SigningKey* key_;
  SeededRng* rng_;
  std::size_t told_ = 0;
  SeenFields seen_;
  std::array<std::deque<Bytes>, kKinds> bodies_;    ///< the latest bodies that anybody signed
  std::deque<proto::Envelope> votes_;               ///< the latest votes, as grounds of a proposal
  std::deque<std::vector<proto::Answer>> records_;  ///< the latest records that anybody proposed
  std::map<Bytes, std::vector<Bytes>> instead_;     ///< the lies for each body that its Node signs
  std::vector<Bytes> made_;  ///< frames with changed fields, at most kMadeMax
};

}  // namespace fairdeal::sim
