#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/rng.h"
#include "base/time.h"
#include "proto/messages.h"
#include "runtime/admission.h"
#include "runtime/next_match.h"

namespace fairdeal::runtime {

/// How a table is set up before there is a charter: guests join a host, the host proposes terms,
/// everybody signs them. Pure machines like the rest; peers are known by their identity keys.
///
///   guest             host
///   Join        ->                        a nickname, where it can be dialed, a part of the nonce;
///                                         `looks`: it takes no seat yet
///               <-    Waiting             only under the policy `ask`, until the host says yes
///               <-    Gathering           all terms, and who is here (again at each change)
///   Join        ->                        who looked has agreed to the terms, and sits down
///   Refuse      ->                        or why it does not sit down: it leaves
///               <-    Propose             the charter, once all seats are taken and the host
///                                         starts
///   Sign        ->                        by itself, if the charter is of the terms agreed to
///               <-    SignedCharter       all signatures: the table begins
///
/// Who sits at a table has agreed to its terms, so a proposal that is not signed in time costs a
/// guest its seat, and nobody else anything. Before a guest is admitted it hears nothing of who is
/// there.

/// What a host's person wants to know of those who come.
struct LobbyNews {
  enum class What {
    asks,         ///< an invited guest waits for the person's yes or no
    came,         ///< a guest sits down
    ready,        ///< all seats are taken: start() proposes the terms
    not_invited,  ///< `count` guests were turned away since this was told last
    dropped,      ///< a guest whose program did not sign in time
    kicked,       ///< a guest that the person sent away
    too_late,     ///< a guest that did not sit down, or was not answered, in time
    waits,        ///< to a guest: the host's person is asked
  };
  What what;
  std::string nickname{};
  proto::PublicKey key{};
  std::size_t count = 0;
};

struct LobbyEffects {
  struct Outgoing {
    proto::PublicKey to;
    Bytes frame;
  };
  std::vector<Outgoing> outgoing;
  bool changed = false;  ///< who is here, or what is proposed
  std::vector<LobbyNews> news{};
  std::vector<proto::PublicKey> hang_up{};  ///< they were refused, and have not gone
};

/// A table ready to begin, and where its members can be dialed ("": nowhere).
struct Formed {
  proto::SignedCharter charter;
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
  /// Who may sit down besides those.
  proto::Policy policy = proto::Policy::open;
  std::vector<Invitation> invitations{};
  bool confirms_start = false;  ///< nothing is proposed before start()
};

/// From where a frame came.
struct Origin {
  std::string host;  ///< as the connection shows it
  LinkId link{};
};

/// The nonce of a charter, made of parts that its members drew, one each: the table's name is new
/// to each of them, so nothing that one of them signed at another table is worth anything at this
/// one.
ByteArray<32> nonce_of(std::span<const ByteArray<32>> parts);

class HostLobby {
 public:
  /// How long a guest may read the terms, or wait for the host's answer, without a seat …
  static constexpr Duration kVisitMax{120'000};
  /// … and how many may at once: as many as a full table has guests, but for one.
  static constexpr std::size_t kVisitorsMax = 8;
  /// How long a guest's program has to sign what its person agreed to: it does so by itself.
  static constexpr Duration kSignMax{30'000};
  /// Who is refused is hung up on so much later, if it has not gone by itself: guessing costs time,
  /// and a connection that is closed at once may lose the last word.
  static constexpr Duration kRefusedStays{1'000};
  /// How often the host is told of those who were turned away.
  static constexpr Duration kToldEvery{5'000};

  /// The host takes seat 0, unless it has kept another. Errors: unknown_module, bad_parameters (see
  /// start_game).
  static Result<HostLobby> create(Offer offer, const crypto::SigningKey& key, std::string nickname,
                                  Rng& rng);

  /// Errors: the peer's doing; hang up on it, after sending what `refusal` holds.
  Result<LobbyEffects> on_frame(const proto::PublicKey& from, const Origin& origin, ByteSpan frame,
                                Instant now);
  LobbyEffects on_down(const proto::PublicKey& peer);
  /// Call once `now` has reached deadline().
  LobbyEffects on_time(Instant now);
  Instant deadline() const;

  /// Proposes the terms. Errors: bad_parameters (not everybody is here, or it was done before).
  Result<LobbyEffects> start(Instant now);
  /// Lets one who waits sit down, or sends it away. `who`: its nickname, or its first key words.
  /// Errors: bad_parameters (nobody is called that, or several).
  Result<LobbyEffects> answer(const std::string& who, bool yes, Instant now);
  /// Sends a guest away, for good. Errors: as answer(); the table has begun.
  Result<LobbyEffects> kick(const std::string& who, Instant now);

  /// What one says to the other that does not let it in, or does not sit down there.
  static Bytes refusal(proto::Refusal reason, std::string text);

  const std::optional<Formed>& formed() const { return formed_; }
  proto::Gathering gathering() const;
  bool here(const proto::PublicKey& peer) const;
  /// Whether it waits for an answer, or reads the terms: it holds no seat, and may stay a while.
  bool visits(const proto::PublicKey& peer) const;
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

  /// Admitted, or about to be, and without a seat.
  struct Visitor {
    proto::PublicKey key;
    Origin origin;
    proto::Join join;
    bool waits;  ///< for the host's person; else it reads the terms
    Instant until;
  };
  struct Leaving {
    proto::PublicKey key;
    Instant at;
  };

  HostLobby(proto::Terms terms, const Offer& offer, const crypto::SigningKey& key, Rng& rng)
      : terms_(std::move(terms)),
        kept_(offer.kept),
        admission_(offer.policy, offer.invitations, key.public_key()),
        confirms_start_(offer.confirms_start),
        key_(key.clone()),
        rng_(&rng) {}
  Result<> join(const proto::PublicKey& from, const Origin& origin, const proto::Join& join,
                Instant now, LobbyEffects& out);
  Result<> let_in(const proto::PublicKey& from, const Origin& origin, const proto::Join& join,
                  Instant now, LobbyEffects& out);
  Result<> receive(Visitor visitor, LobbyEffects& out);
  Result<> check_fits(const proto::Join& join) const;
  void seat(const proto::PublicKey& from, const std::string& host, const proto::Join& join);
  void turn_away(const proto::PublicKey& from, proto::Refusal reason, const std::string& why,
                 Instant now, LobbyEffects& out);
  void send_away(const proto::PublicKey& peer, proto::Refusal reason, const std::string& why,
                 Instant now, LobbyEffects& out);
  void remove(const proto::PublicKey& peer, LobbyEffects& out);
  Result<> sign(const proto::PublicKey& from, const proto::Sign& sign);
  void tell_all(const proto::Message& message, LobbyEffects& out) const;
  void tell_gathering(LobbyEffects& out) const;
  void go_on_if_full(Instant now, LobbyEffects& out);
  void propose(Instant now, LobbyEffects& out);
  bool has_room(bool witness) const;
  bool full() const { return !has_room(false) && !has_room(true); }
  std::vector<const Guest*> seated() const;
  Formed form(const std::vector<const Guest*>& seated) const;

  proto::Terms terms_;
  std::vector<proto::PublicKey> kept_;  ///< who has each seat, if he comes
  Admission admission_;
  bool confirms_start_;
  crypto::SigningKey key_;
  Rng* rng_;
  std::vector<Guest> members_;  ///< the host first
  std::vector<Visitor> visitors_;
  std::vector<Leaving> leaving_;  ///< they were refused, and are hung up on a little later
  std::size_t turned_away_ = 0;   ///< since it was told last
  std::optional<Instant> told_at_;
  Bytes proposed_;  ///< the charter, once all are here
  Instant sign_until_ = never();
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

  /// It reads the terms first, and sits down by agree(). Without this it agrees by coming, and
  /// agree() says that the terms it was told are within its bounds.
  void look_first() { join_.looks = true; }
  /// It was invited by a link with this token, and has come to the host over `link`.
  void prove(const Token& token, const LinkId& link) {
    join_.how = proto::Invited::by_link;
    join_.proof = link_proof(token, link, host_, key_.public_key());
  }

  LobbyEffects on_up() const;
  /// Errors: unknown_module (this program does not have these rules), bad_parameters (terms that
  /// cannot be, or other than shown: the term is named), not_wanted (refused by the host, in its
  /// words).
  Result<LobbyEffects> on_frame(ByteSpan frame);
  /// This guest agrees to the terms in gathering(): it sits down, and a charter of just these is
  /// signed, now or when it comes. Requires: they are there.
  LobbyEffects agree();

  const std::optional<proto::Gathering>& gathering() const { return gathering_; }
  const std::optional<Formed>& formed() const { return formed_; }
  std::optional<proto::Refusal> refused() const { return refused_; }

 private:
  LobbyEffects sign_if_agreed() const;
  Result<> check_goes_on(const proto::Terms& terms, std::span<const proto::PublicKey> seats) const;
  Result<LobbyEffects> handle(const proto::Gathering& gathering);
  Result<LobbyEffects> handle(const proto::Propose& proposal);
  Result<LobbyEffects> handle(const proto::SignedCharter& charter);
  Result<LobbyEffects> handle(const proto::Refuse& refuse);
  Result<LobbyEffects> handle(const proto::Waiting&);
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
