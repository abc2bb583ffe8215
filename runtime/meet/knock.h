#pragma once

#include <deque>
#include <optional>

#include "proto/reach.h"
#include "runtime/meet/join_proof.h"

namespace fairdeal::meet {

/// A visit without a code, by somebody who has a secret of the host or of the table already: a
/// friend with a link, or a member that has lost the others. It consists of one encrypted message,
/// a Knock, in which the caller names itself and a pipe; who is called opens that pipe. Whoever the
/// relay is, it learns the box and nothing else.

/// 32 bytes that the host of a table made for its members.
using LobbySecret = crypto::Secret<ByteArray<32>>;

/// A box at which somebody can be visited, and the key of the knocks there.
struct KnockPlace {
  proto::BoxId box;
  proto::BoxProof proof;  ///< keeps others from opening the box in its owner's place
  crypto::Secret<crypto::Digest> key;
};

/// Returns the place of the host that gave out a link with this token.
KnockPlace link_place(const Token& token);
/// Returns the place of a member of a table. All members of a table knock by the same key.
KnockPlace member_place(const LobbySecret& secret, const proto::PublicKey& member);

/// Encrypts a knock, whose pipe must be drawn for it.
Bytes encrypt_knock(const crypto::Secret<crypto::Digest>& key, const proto::Knock& knock, Rng& rng);

/// Returns the knock that `body` is, if only its time keeps it from being received at `utc_ms`:
/// more than KnockGuard::kApartMaxMs lies between the two clocks, or a relay has kept it back.
std::optional<proto::Knock> knock_of_another_time(const crypto::Secret<crypto::Digest>& key,
                                                  ByteSpan body, std::uint64_t utc_ms);

/// Returns the key of answers to such knocks at `place`. An answer is a Knock, too: its key is that
/// of who answers, its pipe that of the knock, and its time tells the caller that the clocks
/// differ. The caller drew the pipe for this knock, so the answer is a new one.
crypto::Secret<crypto::Digest> clock_key(const KnockPlace& place);
/// Decrypts such an answer. Errors: as KnockGuard::receive(), but for the time.
Result<proto::Knock> read_clock(const KnockPlace& place, ByteSpan body);

/// Receives the knocks at all boxes of one member. The caller opens a few pipes at once at most.
class KnockGuard {
 public:
  static constexpr std::uint64_t kApartMaxMs = 120'000;  ///< of the two clocks
  /// Knocks that are remembered against replay. A replay of an older one opens a pipe at which
  /// nobody can answer with the caller's key.
  static constexpr std::size_t kRememberedMax = 64;

  /// Decrypts a knock that comes at `utc_ms` milliseconds since 1970, UTC. A refused one is not
  /// remembered. Errors: incomplete, bad_signature (altered, or by somebody without the key),
  /// not_canonical, too_large, not_wanted (a replay, or the clocks are too far apart: the words say
  /// which).
  Result<proto::Knock> receive(const crypto::Secret<crypto::Digest>& key, ByteSpan body,
                               std::uint64_t utc_ms);

 private:
  std::deque<proto::PipeToken> recent_;
};

}  // namespace fairdeal::meet
