#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/rng.h"
#include "proto/messages.h"
#include "runtime/next_match.h"

namespace fairdeal::runtime {

/// How a table is set up before there is a charter: guests join a host, the host proposes terms,
/// everybody signs them. Pure machines like the rest; peers are known by their identity keys.
///
///   guest             host
///   Join        ->                        a nickname, where it can be dialed, a part of the nonce
///               <-    Gathering           all terms, and who is here (again at each change)
///               <-    Propose             the charter, once all seats are taken
///   Sign        ->                        once the guest's person has agreed to the terms
///   Refuse      ->                        or why it does not sit down: it leaves
///               <-    SealedCharter       all signatures: the table begins
struct LobbyEffects {
  struct Outgoing {
    proto::PublicKey to;
    Bytes frame;
  };
  std::vector<Outgoing> outgoing;
  bool changed = false;  ///< who is here, or what is proposed
};

/// A table ready to begin, and where its members can be dialed ("": nowhere).
struct Formed {
  proto::SealedCharter charter;
  Seat me;
  std::vector<std::string> addresses;
};

/// What a host offers.
struct Offer {
  std::string module;
  std::string params;  ///< JSON, in its one text
  std::size_t seats = 2;
  std::size_t witnesses = 0;
  std::function<void(proto::Terms&)> terms{};  ///< changes the defaults of set_defaults
  /// Who has each seat, if he comes: of a match that goes on from another.
  std::vector<proto::PublicKey> kept{};
};

/// The nonce of a charter, made of parts that its members drew, one each: the table's name is new
/// to each of them, so nothing that one of them signed at another table is worth anything at this
/// one.
ByteArray<32> nonce_of(std::span<const ByteArray<32>> parts);

class HostLobby {
 public:
  /// The host takes seat 0, unless it has kept another. Errors: unknown_module, bad_parameters (see
  /// open_game).
  static Result<HostLobby> open(Offer offer, const crypto::SigningKey& key, std::string nickname,
                                Rng& rng);

  /// `address` is the peer's, as the connection shows it. Errors: the peer's doing; hang up on it,
  /// after sending what `refusal` holds, if anything.
  Result<LobbyEffects> on_frame(const proto::PublicKey& from, const std::string& host,
                                ByteSpan frame);
  LobbyEffects on_down(const proto::PublicKey& peer);
  /// What one says to the other that does not let it in, or does not sit down there.
  static Bytes refusal(proto::Refusal reason, std::string text);

  const std::optional<Formed>& formed() const { return formed_; }
  proto::Gathering gathering() const;
  bool here(const proto::PublicKey& peer) const;
  /// Of one who is here.
  std::string nickname(const proto::PublicKey& peer) const;

 private:
  struct Guest {
    proto::Member member;
    std::string address;
    bool witness;
    ByteArray<32> part{};  ///< of the nonce
    std::optional<proto::Signature> signature{};
    int withdrawn = 0;  ///< proposals that fell before it answered: as many Signs are still to come
  };

  HostLobby(proto::Terms terms, std::vector<proto::PublicKey> kept, const crypto::SigningKey& key,
            Rng& rng)
      : terms_(std::move(terms)), kept_(std::move(kept)), key_(key.clone()), rng_(&rng) {}
  Result<> join(const proto::PublicKey& from, const std::string& host, const proto::Join& join);
  Result<> sign(const proto::PublicKey& from, const proto::Sign& sign);
  void tell_all(const proto::Message& message, LobbyEffects& out) const;
  void propose_if_full(LobbyEffects& out);
  bool has_room(bool witness) const;
  std::vector<const Guest*> seated() const;
  Formed form(const std::vector<const Guest*>& seated) const;

  proto::Terms terms_;
  std::vector<proto::PublicKey> kept_;  ///< who has each seat, if he comes
  crypto::SigningKey key_;
  Rng* rng_;
  std::vector<Guest> members_;  ///< the host first
  Bytes proposed_;              ///< the charter, once all are here
  std::optional<Formed> formed_;
};

class GuestLobby {
 public:
  /// `port`: where the others can call this peer (0: nowhere). `rng` draws its part of the nonce.
  /// `next`: what a match has to be that goes on from this guest's last one.
  GuestLobby(const crypto::SigningKey& key, proto::PublicKey host, std::string nickname,
             std::uint16_t port, bool witness, Rng& rng, std::optional<NextMatch> next = {})
      : key_(key.clone()),
        host_(host),
        join_{std::move(nickname), port, witness, {}},
        next_(std::move(next)) {
    rng.fill(join_.part);
  }

  LobbyEffects on_up() const;
  /// Errors: unknown_module (this program does not have these rules), bad_parameters (terms that
  /// cannot be, or other than shown: the term is named), not_wanted (refused by the host, in its
  /// words).
  Result<LobbyEffects> on_frame(ByteSpan frame);
  /// This guest agrees to the terms in gathering(): a charter of just these is signed, now or when
  /// it comes. Requires: they are there.
  LobbyEffects agree();

  const std::optional<proto::Gathering>& gathering() const { return gathering_; }
  const std::optional<Formed>& formed() const { return formed_; }
  std::optional<proto::Refusal> refused() const { return refused_; }

 private:
  LobbyEffects sign_if_agreed() const;
  Result<> check_goes_on(const proto::Terms& terms, std::span<const proto::PublicKey> seats) const;
  Result<LobbyEffects> handle(const proto::Gathering& gathering);
  Result<LobbyEffects> handle(const proto::Propose& proposal);
  Result<LobbyEffects> handle(const proto::SealedCharter& sealed);
  Result<LobbyEffects> handle(const proto::Refuse& refuse);
  /// The host plays already, with this identity.
  template <class M>
  Result<LobbyEffects> handle(const M&) {
    refused_ = proto::Refusal::started;
    return fail(Fault::not_wanted,
                "you sit at this table already, and it has begun: fairdeal resume goes back to it");
  }

  crypto::SigningKey key_;
  proto::PublicKey host_;
  proto::Join join_;
  std::optional<NextMatch> next_;
  std::optional<proto::Gathering> gathering_;
  bool agreed_ = false;
  std::optional<proto::Propose> proposal_;
  std::optional<Formed> formed_;
  std::optional<proto::Refusal> refused_;
};

}  // namespace fairdeal::runtime
