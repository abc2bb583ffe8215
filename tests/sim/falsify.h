#pragma once

#include <optional>

#include "base/overloaded.h"
#include "proto/messages.h"

namespace fairdeal::sim {

inline crypto::Point another(const crypto::Point& point) {
  return point + crypto::mul_base(crypto::Scalar::from_u64(1));
}

/// Returns a false payload of the same kind; none if a payload of this kind cannot be false.
inline std::optional<proto::Payload> falsified(proto::Payload payload) {
  const bool done = std::visit(Overloaded{[](proto::KeyPayload& p) {
                                            p.X = another(p.X);
                                            return true;
                                          },
                                          [](proto::SharesPayload& p) {
                                            p.commitments.front() = another(p.commitments.front());
                                            return true;
                                          },
                                          [](proto::ShufflePayload& p) {
                                            if (p.deck.size() == 1)
                                              p.deck[0].B = another(p.deck[0].B);
                                            else
                                              std::swap(p.deck[0], p.deck[1]);
                                            return true;
                                          },
                                          [](proto::CopyPayload& p) {
                                            p.cards.front().B = another(p.cards.front().B);
                                            return true;
                                          },
                                          [](proto::DecryptPayload& p) {
                                            p.shares.front() = another(p.shares.front());
                                            return true;
                                          },
                                          [](proto::CoinPayload& p) {
                                            p.shares.front() = another(p.shares.front());
                                            return true;
                                          },
                                          [](proto::RecoverPayload& p) {
                                            p.shares.front().shares.front() =
                                                another(p.shares.front().shares.front());
                                            return true;
                                          },
                                          [](proto::RevealPayload& p) {
                                            p.salt[0] ^= std::byte{1};
                                            return true;
                                          },
                                          [](proto::MovePayload& p) {
                                            p.action = "[\"nothing of the kind\"]";
                                            return true;
                                          },
                                          [](const auto&) { return false; }},
                               payload);
  return done ? std::optional(std::move(payload)) : std::nullopt;
}

}  // namespace fairdeal::sim
