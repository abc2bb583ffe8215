#pragma once

#include <map>

#include "runtime/meet/contact.h"

namespace fairdeal::meet {

/// How the members of a table become each other's contacts. A member whose person says yes to
/// another one draws 32 bytes and sends them inside the channel of the two. Once both have done so,
/// both compute the same pair secret. A silent person's program sends nothing, and nothing is kept.
///
///            say_yes()               on_part()
///   nothing ----------> said yes ---------------> kept          secret() is there
///       \   on_part()                say_yes()   /
///        `------------> was asked --------------'
///
/// The part of a member that said yes is sent again with each new connection to the other, which
/// may have lost the first, or may be a program that was started again and has forgotten it.
class Keeping {
 public:
  /// How many different parts of one peer are taken. It draws another one only after a restart.
  static constexpr std::size_t kPartsMax = 8;
  /// How many peers may have sent parts: more than a table has members. Those that come before the
  /// table begins are kept, since its members begin one after another.
  static constexpr std::size_t kPeersMax = 32;

  explicit Keeping(const proto::PublicKey& me) : me_(me) {}

  /// Says yes for this member's person. Returns the part to send to `peer`: the same each time.
  const PairPart& say_yes(const proto::PublicKey& peer, Rng& rng);
  /// Takes a part of a peer's. Returns false if it is the one that came before. Errors: not_wanted
  /// (too many).
  Result<bool> on_part(const proto::PublicKey& peer, PairPart part);
  /// Returns the part to send to a peer; null if this member's person has not said yes.
  const PairPart* mine(const proto::PublicKey& peer) const;
  /// Returns the secret, once both have said yes.
  std::optional<PairSecret> secret(const proto::PublicKey& peer) const;
  /// Returns whether the peer has said yes.
  bool is_asked_by(const proto::PublicKey& peer) const;
  /// Forgets all whom `stays` does not name.
  template <class Stays>
  void retain(Stays stays) {
    std::erase_if(pairs_, [&](const auto& pair) { return !stays(pair.first); });
  }

 private:
  struct Pair {
    std::optional<PairPart> mine{};
    std::optional<PairPart> theirs{};
    std::size_t parts = 0;  ///< how many different ones have come
  };

  proto::PublicKey me_;
  std::map<proto::PublicKey, Pair> pairs_;
};

}  // namespace fairdeal::meet
