#pragma once

#include <optional>
#include <vector>

#include "base/time.h"
#include "crypto/hash.h"
#include "proto/messages.h"

namespace fairdeal::runtime {

/// The first 8 bytes of a connection's handshake hash: a proof for one is worth nothing on another.
using LinkId = ByteArray<8>;
/// The secret in a link that a host sends its friends.
using Token = ByteArray<16>;

/// Proves that `guest`, connected to `host` by `link`, knows the token. The bytes are in
/// docs/protocol.md, Who may sit down.
Bytes link_proof(const Token& token, const LinkId& link, const proto::PublicKey& host,
                 const proto::PublicKey& guest);

/// What the host gave out: whoever knows the token may sit down.
struct Invitation {
  Token token{};
  Instant until = never();
  bool once = false;  ///< serves the first identity that comes by it, and no other
  bool asks = true;   ///< the policy `ask` holds for who comes by it; not for the host's own bots
  std::optional<proto::PublicKey> used_by{};
};

/// Decides who may sit down at a host's table. Knows nothing of seats.
class Admission {
 public:
  enum class Decision { admitted, ask, not_invited, kicked };

  Admission(proto::Policy policy, std::vector<Invitation> invitations, const proto::PublicKey& host)
      : policy_(policy), invitations_(std::move(invitations)), host_(host) {}

  /// Of one that asks to sit down over the connection `link`.
  Decision decide(const proto::PublicKey& guest, const proto::Join& join, const LinkId& link,
                  Instant now);
  /// The host's person lets it in, or never again. A person types a few of these at a table.
  void let_in(const proto::PublicKey& guest) { let_in_.push_back(guest); }
  void bar(const proto::PublicKey& guest) { barred_.push_back(guest); }

  proto::Policy policy() const { return policy_; }

 private:
  proto::Policy policy_;
  std::vector<Invitation> invitations_;
  proto::PublicKey host_;
  std::vector<proto::PublicKey> let_in_;
  std::vector<proto::PublicKey> barred_;
};

}  // namespace fairdeal::runtime
