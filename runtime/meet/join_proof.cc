#include "runtime/meet/join_proof.h"

#include "base/encode.h"
#include "crypto/keyed_hash.h"

namespace fairdeal::meet {

Bytes join_proof(const crypto::Secret<crypto::Digest>& admit, const LinkId& link,
                 const proto::PublicKey& host, const proto::PublicKey& guest) {
  const Bytes message = Writer()
                            .raw(as_bytes(std::string_view("join")))
                            .raw(link)
                            .raw(host.bytes)
                            .raw(guest.bytes)
                            .bytes();
  const auto proof = crypto::keyed_hash(admit.expose(), message);
  return {proof.bytes.begin(), proof.bytes.end()};
}

Bytes link_proof(const Token& token, const LinkId& link, const proto::PublicKey& host,
                 const proto::PublicKey& guest) {
  return join_proof(crypto::Secret(crypto::hash("link/admit", token)), link, host, guest);
}

}  // namespace fairdeal::meet
