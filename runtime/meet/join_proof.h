#pragma once

#include "crypto/hash.h"
#include "crypto/secret.h"
#include "proto/messages.h"

namespace fairdeal::meet {

/// The first 8 bytes of a connection's handshake hash. A proof made for one connection is worth
/// nothing on another.
using LinkId = ByteArray<8>;
/// The secret in a link that a host sends its friends.
using Token = ByteArray<16>;

/// Returns the proof that `guest`, connected to `host` by `link`, knows the key by which the host
/// lets people in. docs/protocol.md, Who may sit down, has the bytes.
Bytes join_proof(const crypto::Secret<crypto::Digest>& admit, const LinkId& link,
                 const proto::PublicKey& host, const proto::PublicKey& guest);
/// Returns the proof that it knows the token of a link.
Bytes link_proof(const Token& token, const LinkId& link, const proto::PublicKey& host,
                 const proto::PublicKey& guest);

}  // namespace fairdeal::meet
