#pragma once

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/meet/lobby.h"
#include "runtime/state/charter.h"

/// The common parts of the lobby's tests: hosts, guests, and the frames that they send each other.

namespace fairdeal::meet {

using proto::Message;

class Lobby : public testing::Test {
 protected:
  Lobby() {
    for (int i = 0; i < 6; ++i) keys.push_back(crypto::SigningKey::generate(rng));
  }

  HostLobby host(Offer offer = {.module = "kuhn", .params = "{}"}) {
    return *HostLobby::create(std::move(offer), keys[0], "Hanna", rng);
  }
  GuestLobby guest(std::size_t i, bool witness = false) {
    return {keys[i], keys[0].public_key(), name_of(i), 7, witness, rng};
  }
  static std::string name_of(std::size_t i) {
    return i == 0 ? "Hanna" : "Guest " + std::to_string(i);
  }
  const proto::PublicKey& id(std::size_t i) { return keys[i].public_key(); }
  static Bytes join(const std::string& nickname = "Guest", bool witness = false) {
    return encode(Message(proto::Join{nickname, 7, witness, {}}));
  }
  Result<LobbyEffects> say(HostLobby& lobby, std::size_t from, const Bytes& frame) {
    return lobby.on_frame(id(from), {.host = "10.0.0.1", .link = link_of(from)}, frame, now);
  }
  static Fault fault(const Result<LobbyEffects>& said) {
    EXPECT_FALSE(said);
    return said ? Fault::storage : said.error().fault;
  }

  /// Returns the last message of one kind that is sent to a peer; none if there is none.
  template <class M>
  std::optional<M> sent(const LobbyEffects& effects, std::size_t to) {
    std::optional<M> last;
    for (const auto& out : effects.outgoing) {
      const auto message = proto::decode_message(out.frame);
      if (out.to == id(to) && message && std::holds_alternative<M>(*message))
        last = std::get<M>(*message);
    }
    return last;
  }

  /// A guest that knows the terms, and the charter that it is offered next.
  struct Invited {
    GuestLobby guest;
    proto::Charter charter;
    std::vector<std::string> addresses;
    std::vector<ByteArray<32>> parts;
  };
  Invited invited(std::size_t seats = 2, bool agrees = true) {
    const bool two = seats == 2;
    Invited in{guest(1), {}, std::vector<std::string>(seats), std::vector<ByteArray<32>>(seats)};
    in.parts[1] = sent<proto::Join>(in.guest.on_up(), 0)->part;
    auto lobby = host({.module = two ? "kuhn" : "holdem", .params = "{}", .seats = seats});
    EXPECT_TRUE(in.guest.on_frame(encode(Message(lobby.gathering()))));
    if (agrees) in.guest.agree();
    in.charter = state::charter_of(lobby.gathering().terms);
    for (std::size_t i = 0; i < seats; ++i) in.charter.seats.push_back({id(i), name_of(i)});
    in.charter.nonce = nonce_of(in.parts);
    return in;
  }
  static Result<LobbyEffects> propose(Invited& in) {
    return in.guest.on_frame(
        encode(Message(proto::Propose{proto::encode(in.charter), in.addresses, in.parts})));
  }
  static Bytes frame(const proto::SignedCharter& agreed) { return encode(Message(agreed)); }
  proto::SignedCharter signed_by_all(const proto::Charter& charter) {
    std::vector<proto::Signature> signatures;
    const Bytes raw = proto::encode(charter);
    for (std::size_t i = 0; i < charter.validators(); ++i)
      signatures.push_back(proto::sign_charter(raw, keys[i]));
    return *proto::signed_charter(raw, signatures);
  }

  proto::SignedCharter signed_by_all_but_the_guest(const proto::Charter& charter) {
    auto agreed = signed_by_all(charter);
    agreed.signatures[1] = {};
    return agreed;
  }

  /// Returns the id of a guest's connection, which is different for each guest.
  static LinkId link_of(std::size_t i) { return {std::byte(i), std::byte{7}}; }

  Instant now{1'000'000};
  SeededRng rng{1};
  std::vector<crypto::SigningKey> keys;
};

}  // namespace fairdeal::meet
