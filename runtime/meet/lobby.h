#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/rng.h"
#include "base/time.h"
#include "proto/messages.h"
#include "runtime/meet/admission.h"
#include "runtime/meet/bank.h"
#include "runtime/meet/evening_break.h"
#include "runtime/meet/next_match.h"
#include "runtime/meet/script_author.h"

namespace fairdeal::meet {

/// The lobby sets a table up before there is a charter: guests join a host, the host proposes
/// terms, and everybody signs them. Both sides are pure state machines; they know peers by their
/// identity keys.
///
///   guest             host
///   Join        ->                        a nickname, where it can be called, a part of the nonce;
///                                         `looks`: it takes no seat yet
///               <-    Waiting             only under the policy `ask`, until the host says yes
///               <-    Gathering           all terms, and who is here (again at each change)
///   FetchScript ->                        the game is a script that the guest lacks and wants
///               <-    ScriptText          its text; then the Gathering counts
///   Join        ->                        a guest that looked agrees to the terms, and sits down
///   Refuse      ->                        or why it does not sit down: it leaves
///               <-    Propose             the charter, once all seats are taken and the host
///                                         starts
///   Sign        ->                        by itself, if the charter is of the terms agreed to
///               <-    SignedCharter       all signatures: the table begins
///
/// At an evening (docs/protocol.md, The evening) the host is the bank, and so many may sit down as
/// there is room for:
///
///   PlaceOrder  ->                        a guest orders chips, or cashes out
///               <-    Gathering           with this order, which the bank has signed
///               <-    RefuseOrder         or why there is none
///               <-    Propose             to those who sit down, once the host starts or the break
///                                         is over; the others stand, and wait for the next break
///
/// A guest that has a seat has agreed to the terms, so its program signs the charter by itself. If
/// it does not do so in time it loses its seat, and nobody else loses anything. Before a guest is
/// admitted it hears nothing of who is there.

/// One piece of news for the person at the host or, where that is said, at the guest.
struct LobbyNews {
  enum class What {
    asks,          ///< an invited guest waits for the person's yes or no
    answered,      ///< the question of that guest is settled
    gave_up,       ///< a guest has gone about whom the person is asked, or about whose `order`
    came,          ///< a guest sits down
    ready,         ///< all seats are taken: start() proposes the terms
    not_invited,   ///< `count` guests were turned away since the last such news
    dropped,       ///< a guest whose program did not sign in time
    kicked,        ///< a guest that the person sent away
    declined,      ///< somebody who read the terms, or what the script is, and said no
    too_late,      ///< a guest that did not sit down, or was not answered, in time
    waits,         ///< for a guest's person: the host's person is being asked
    lacks_script,  ///< for a guest's person: the game is a script that was not here; it is read now
    has_script,    ///< for a guest's program: it runs the script, which should be kept
    asks_order,    ///< a guest's order waits for the yes or no of the bank's person
    ordered,       ///< the bank has signed an order: for its person, and for the guest's
    order_refused,  ///< for the player, a guest or the bank's own: the bank does not sign an order
    link_used,      ///< for the host's program: the link with `token` serves this guest alone now
    order_lost,     ///< for a guest's person: an order that the bank had signed is there no more
    until_break,    ///< for a guest's person: a table is played, and they may sit down after it
    bank_lost,      ///< for a guest's person: the connection was lost in a break, and is sought
    bank_broke,     ///< for the bank's person: it has bought no chips in time, so the evening ends
    over,           ///< for the bank's person: all who come have heard that the evening is over
  };
  What what;
  std::string nickname{};
  proto::PublicKey key{};
  std::size_t count = 0;
  std::optional<proto::Order> order{};  ///< that the news is about
  std::string why{};                    ///< of a refused order, in the bank's words
  proto::OrderProblem problem = proto::OrderProblem::other;  ///< the same, for words of one's own
  bool let_in = false;  ///< of an answered question: the host's person has let this guest in
  std::optional<Token> token{};  ///< of a link that is used
};

/// The work of the caller after an input to a lobby.
struct LobbyEffects {
  struct Outgoing {
    proto::PublicKey to;
    Bytes frame;
  };
  std::vector<Outgoing> outgoing;
  bool changed = false;  ///< whether members or terms changed, or a charter was proposed or signed
  std::vector<LobbyNews> news{};
  std::vector<proto::PublicKey> hang_up{};  ///< refused guests that have not gone by themselves
  /// Whether HostLobby::kept() has to be durable before anything else here is done.
  bool keep = false;
};

/// A table that is ready to begin, with the addresses of its members ("" if one cannot be called).
struct Formed {
  proto::SignedCharter charter;
  Seat me;
  std::vector<std::string> addresses;
};

/// A break of an evening, as its bank offers it. The terms have its ledger.
struct BreakOffer {
  std::optional<EveningBreak> last{};  ///< none before the first table
  bool asks = false;                   ///< whether the bank's person is asked about each order
  Instant opens{};                     ///< when the break begins
  Instant starts_at = never();         ///< when the next table begins without start()
  /// How long after two people with chips are here it does so, if `starts_at` is never.
  std::optional<Duration> starts_ready_after{};
};

/// A table that a host offers.
struct Offer {
  std::string module;
  std::string params;  ///< JSON, in its one text
  std::size_t seats = 2;
  std::size_t witnesses = 0;
  std::function<void(proto::Terms&)> terms{};  ///< changes the defaults that set_defaults() sets
  /// The owner of each seat, for a match that goes on from another. Others may take the seats of
  /// owners who do not come.
  std::vector<proto::PublicKey> kept{};
  /// Decides who may sit down besides these owners.
  proto::Policy policy = proto::Policy::open;
  std::vector<Invitation> invitations{};
  Contacts contacts{};          ///< the host's
  bool confirms_start = false;  ///< nothing is proposed before start()
  /// The guests that the host's person has let in at an earlier break of this evening.
  std::vector<proto::PublicKey> let_in{};
  /// The relays through which the members find each other, as people write them.
  std::vector<std::string> relays{};
  /// The secret that the members of the last match share, if this one goes on from it.
  std::optional<ByteArray<32>> lobby_secret{};
  bool chat = true;  ///< whether members may say something to each other
  std::optional<proto::WatchDelay>
      watch{};  ///< how far those who watch are behind; none: nobody may
  /// The signer of the script of the game, if it is one.
  std::optional<ScriptAuthor> author{};
  std::optional<BreakOffer> evening{};  ///< exactly if the terms are of an evening
};

/// A guest's memory of an evening at which it has been.
struct EveningMemory {
  /// The terms of the last break that it knows: it has seen the table before it end, or its person
  /// has agreed to them. `evening->withdrawn` are the next tables that it has signed in this break.
  proto::Terms terms{};
  /// The guest's own computation of that break from the end of the last table; none if the guest
  /// has neither seen that end nor read it in its own store.
  std::optional<EveningBreak> last{};
};

/// A file about an evening: what its bank keeps of a break (HostLobby::kept), or a guest's memory.
enum class EveningFile { bank, guest };
std::string evening_file(const proto::Digest& evening, const proto::PublicKey& whose,
                         EveningFile what);
/// Returns a guest's memory without `last`, as an encoded Gathering.
Bytes encode(const EveningMemory& memory);
/// Reads either file: the terms of a break. Errors: as decode_message; damaged.
Result<proto::Gathering> read_evening(ByteSpan file);

/// The connection by which a frame came.
struct Origin {
  std::string host;  ///< the peer's address, as the connection shows it; "" behind a relay
  LinkId link{};
};

/// A guest in a break of an evening who has been let in, and does not sit down yet.
struct Newcomer {
  proto::PublicKey key;
  std::string nickname{};
  bool has_account = false;  ///< they read the terms; else they have not bought in yet
  bool operator==(const Newcomer&) const = default;
};

/// Returns the nonce of a charter, made of parts of which each member drew one. So the table's id
/// is new to each of them, and nothing that one of them signed at another table holds at this one.
ByteArray<32> nonce_of(std::span<const ByteArray<32>> parts);

/// Returns whether `who` is this nickname, or are the first key words of this key.
bool is_called(const std::string& who, const std::string& nickname, const proto::PublicKey& key);

/// The host's side of setting a table up.
class HostLobby {
 public:
  /// How long a guest without a seat may read the terms, or wait for the host's answer.
  static constexpr Duration kVisitMax{120'000};
  /// How long a guest who does not sit down yet waits, once, for the person of the bank to answer
  /// about its order.
  static constexpr Duration kOrderWaitsMax{600'000};
  /// How many guests may do so at once: one fewer than a full table of ten players has guests.
  static constexpr std::size_t kVisitorsMax = 8;
  /// How long a guest's program has to sign what its person agreed to. It needs no person for that.
  static constexpr Duration kSignMax{30'000};
  /// How long the connection of a refused guest stays open, if the guest does not end it. So it
  /// costs time to guess a token, and the refusal is not lost with the connection.
  static constexpr Duration kRefusedStays{1'000};
  /// How often one guest gets the script: once, and again after a broken connection.
  static constexpr int kScriptTimesMax = 3;
  /// How long a break lasts at least after a proposal was withdrawn, or found nobody to sit down.
  static constexpr Duration kBreakAgain{10'000};
  /// While the bank's person is asked about a guest or an order, the break lasts so long at least,
  /// and after the answer so long. All questions together add so much to it at most.
  static constexpr Duration kAskedWaits{60'000};
  static constexpr Duration kAnsweredWaits{20'000};
  static constexpr Duration kAskedMax{180'000};
  /// A guest that ended so many proposals of one break sits down in the next one at the earliest. A
  /// link may be lost once.
  static constexpr int kSpoiledMax = 2;
  /// How long after a break without chips of its own the bank may still buy some. Then the evening
  /// ends: its bank sits at each table.
  static constexpr Duration kBankBuysMax{120'000};
  /// How long the bank tells those who come that the evening is over: the people of the last table
  /// are back within seconds.
  static constexpr Duration kOverStays{10'000};
  /// The reason that the program of a guest hears if the host's person says no.
  static constexpr const char* kSaidNo = "the host said no";
  /// How often the host hears of guests that were turned away.
  static constexpr Duration kToldEvery{5'000};

  /// Creates a lobby in which the host has seat 0, or the seat that it kept from another match.
  /// Errors: unknown_module, bad_parameters (see start_game).
  static Result<HostLobby> create(const Offer& offer, const crypto::SigningKey& key,
                                  std::string nickname, Rng& rng);

  /// Takes in a frame. Errors are the peer's doing: the caller sends it refusal(), and hangs up.
  Result<LobbyEffects> on_frame(const proto::PublicKey& from, const Origin& origin, ByteSpan frame,
                                Instant now);
  LobbyEffects on_down(const proto::PublicKey& peer, Instant now);
  /// Does what is due. Call it once `now` has reached deadline().
  LobbyEffects on_time(Instant now);
  Instant deadline() const;

  /// Proposes the terms. Errors: bad_parameters (not everybody is here, or they are proposed
  /// already).
  Result<LobbyEffects> start(Instant now);
  /// Lets in a guest that waits, or sends it away. `who` is its nickname or its first key words.
  /// Errors: bad_parameters (nobody is called that, or several are).
  Result<LobbyEffects> answer(const std::string& who, bool yes, Instant now);
  /// Sends a guest away for good. Errors: bad_parameters (as answer(), or the table has begun).
  Result<LobbyEffects> kick(const std::string& who, Instant now);
  /// Orders chips for the bank's own player. A refusal comes as news, as a guest hears it. Errors:
  /// bad_parameters (no evening).
  Result<LobbyEffects> order(proto::Chips chips, Instant now);
  /// Tells all who are here that the evening is over, and for a while those who still come. The
  /// news `over` ends it.
  LobbyEffects close(Instant now);
  /// Returns what the bank of an evening must not lose: the terms with the orders of this break and
  /// the tables that were proposed in it, as an encoded Gathering.
  Bytes kept() const;

  /// Notes that this guest knew the host's code, and may join by it until then.
  void came_by_code(const proto::PublicKey& guest, Instant until) {
    admission_.came_by_code(guest, until);
  }
  /// Makes the host's person decide about every guest that comes by a code from now on, since
  /// somebody guesses codes.
  void ask_about_codes() { admission_.ask_about_codes(); }
  /// Returns whether a player, or a witness, could still sit down.
  bool has_place(bool witness) const { return proposed_.empty() && has_room(witness); }

  /// Returns the encoded Refuse with which a host turns a guest away, or a guest says why it does
  /// not sit down.
  static Bytes refusal(proto::Refusal reason, std::string text);
  /// Returns a text as long as a message may have it.
  static std::string cut_text(std::string text);

  const std::optional<Formed>& formed() const { return formed_; }
  proto::Gathering gathering() const;
  /// Returns whether this peer has a seat, or a witness's place.
  bool here(const proto::PublicKey& peer) const;
  /// Returns whether this peer waits for an answer or reads the terms. It has no seat, and may stay
  /// a while.
  bool visits(const proto::PublicKey& peer) const;
  /// Returns the guests of an evening who have been let in and do not sit down yet, in the order of
  /// their coming. The Gathering does not have them.
  std::vector<Newcomer> newcomers() const;
  /// Returns the nickname of a member or visitor; empty if there is no such peer.
  std::string nickname(const proto::PublicKey& peer) const;

 private:
  /// A member of the table that is being set up; the host is one, too.
  struct Guest {
    proto::Member member;
    std::string address;
    bool witness;
    ByteArray<32> part{};  ///< its part of the nonce
    std::optional<proto::Signature> signature{};
    bool proposed = false;  ///< whether it has a seat, or a witness's place, at the proposed table
    int withdrawn = 0;      ///< proposals withdrawn before it answered: so many late Signs may come
  };

  /// A peer without a seat that reads the terms, or waits for the host's person.
  struct Visitor {
    proto::PublicKey key;
    Origin origin;
    proto::Join join;
    bool waits;  ///< it waits for the host's person; else it reads the terms
    Instant until;
    bool extended = false;  ///< the bank's person was asked about an order of it
  };
  /// An order about which the bank's person is asked.
  struct Asked {
    proto::Order order;
    proto::Signature player;
  };
  /// The bank's side of a break.
  struct AtBank {
    Bank bank;
    BreakOffer offer;
    std::vector<Asked> asked{};                 ///< of each guest one at most
    std::vector<proto::PublicKey> placed{};     ///< the seats of the proposed table
    bool ready = false;                         ///< whether start() would do something
    std::map<proto::PublicKey, int> spoiled{};  ///< how many proposals each guest has ended
    Instant held_until{};                       ///< while the bank's person is asked something
    std::optional<Instant> held_max{};          ///< the latest time to which questions hold it
    Instant buys_until = never();               ///< then the evening ends if the bank has no chips
    std::optional<Instant> over_until{};        ///< once the evening is over
    std::set<proto::PublicKey> told_over{};
  };
  /// A refused peer, and when the host hangs up on it.
  struct Leaving {
    proto::PublicKey key;
    Instant at;
  };

  HostLobby(proto::Terms terms, const Offer& offer, const crypto::SigningKey& key, Rng& rng)
      : terms_(std::move(terms)),
        kept_(offer.kept),
        admission_(offer.policy, offer.invitations, key.public_key(), offer.contacts),
        confirms_start_(offer.confirms_start),
        key_(key.clone()),
        rng_(&rng),
        relays_(offer.relays),
        secret_(offer.lobby_secret),
        chat_(offer.chat),
        watch_(offer.watch),
        author_(offer.author) {
    for (const proto::PublicKey& guest : offer.let_in) admission_.let_in(guest);
    for (const Invitation& link : offer.invitations)
      if (link.used_by) used_links_.push_back(link.token);
    if (!secret_) renew_secret();
    if (!offer.evening) return;
    evening_.emplace(AtBank{Bank(terms_, key), *offer.evening});
    evening_->buys_until = offer.evening->starts_at + kBankBuysMax;
    latest_ = offer.evening->opens;
  }
  void renew_secret();
  Result<> join(const proto::PublicKey& from, const Origin& origin, const proto::Join& join,
                Instant now, LobbyEffects& out);
  Result<> let_in(const proto::PublicKey& from, const Origin& origin, const proto::Join& join,
                  Instant now, LobbyEffects& out);
  void tell_used_links(LobbyEffects& out);
  std::optional<std::string> not_invited(Admission::Decision decision) const;
  Result<> receive(Visitor visitor, LobbyEffects& out);
  Result<> check_fits(const proto::Join& join, const proto::PublicKey& from) const;
  void seat(const proto::PublicKey& from, const std::string& host, const proto::Join& join);
  void turn_away(const proto::PublicKey& from, proto::Refusal reason, const std::string& why,
                 Instant now, LobbyEffects& out);
  void send_away(const proto::PublicKey& peer, proto::Refusal reason, const std::string& why,
                 Instant now, LobbyEffects& out);
  void remove(const proto::PublicKey& peer, LobbyEffects& out);
  Result<> sign(const proto::PublicKey& from, const proto::Sign& sign);
  void tell_all(const proto::Message& message, LobbyEffects& out) const;
  void tell_gathering(LobbyEffects& out);
  void go_on_if_full(Instant now, LobbyEffects& out);
  void propose(Instant now, LobbyEffects& out);
  void propose(const proto::Terms& terms, const std::vector<const Guest*>& all, Instant now,
               LobbyEffects& out);
  proto::Terms terms_proposed(const std::vector<const Guest*>& all) const;
  void withdraw();
  Result<> order(const proto::PublicKey& from, const proto::PlaceOrder& placed, Instant now,
                 LobbyEffects& out);
  std::optional<state::RefusedOrder> order_problem(const Asked& asked) const;
  void sign_order(const Asked& asked, LobbyEffects& out);
  Result<LobbyEffects> answer_order(const Asked& asked, bool yes);
  void refuse_order(const proto::Order& order, const state::RefusedOrder& refused,
                    LobbyEffects& out) const;
  Result<> let_sit(const proto::PublicKey& from, const Origin& origin, const proto::Join& join,
                   Instant now, LobbyEffects& out);
  Result<> check_fits_evening(const proto::Join& join, const proto::PublicKey& from) const;
  bool is_stranger(const proto::PublicKey& key) const;
  std::vector<const Guest*> sitting() const;
  Result<EveningTable> next_table() const;
  Result<> propose_next(Instant now, LobbyEffects& out);
  void go_on(Instant now, LobbyEffects& out);
  bool is_bank_broke() const;
  Instant break_ends() const;
  bool is_person_asked() const;
  bool is_person_asked_about(const proto::PublicKey& peer) const;
  const Asked* order_asked(const proto::PublicKey& of) const;
  void tell_gave_up(const proto::PublicKey& peer, LobbyEffects& out) const;
  std::optional<Instant> break_held() const;
  bool release_break(std::optional<Instant> held);
  void hold_break(Instant now, LobbyEffects& out);
  void go_on_after_answer(Instant now, LobbyEffects& out);
  std::optional<Duration> break_left() const;
  void tell_if_ready(LobbyEffects& out);
  void tell_over(const proto::PublicKey& peer, Instant now, LobbyEffects& out);
  void end_if_told(Instant now, LobbyEffects& out);
  void end_evening(Instant now, LobbyEffects& out);
  std::optional<proto::ScriptOffer> script_offered() const;
  Result<> give_script(const proto::PublicKey& to, const proto::FetchScript& asked,
                       LobbyEffects& out);
  bool has_room(bool witness) const;
  bool full() const { return !evening_ && !has_room(false) && !has_room(true); }
  std::vector<const Guest*> seated() const;
  const Guest* member(const proto::PublicKey& key) const;
  Formed form(const std::vector<const Guest*>& seated) const;

  proto::Terms terms_;
  std::vector<proto::PublicKey> kept_;  ///< Offer::kept
  Admission admission_;
  bool confirms_start_;
  crypto::SigningKey key_;
  Rng* rng_;
  std::vector<std::string> relays_;
  std::optional<ByteArray<32>> secret_;  ///< with which members find each other at the relays
  bool chat_;
  std::optional<proto::WatchDelay> watch_;
  std::optional<ScriptAuthor> author_;
  std::map<proto::PublicKey, int> given_{};  ///< how often each guest got the script
  std::vector<Guest> members_;               ///< the host first
  std::vector<Visitor> visitors_;
  std::vector<Leaving> leaving_;
  std::size_t turned_away_ = 0;     ///< how many guests were turned away since the last news
  std::optional<Instant> told_at_;  ///< when that news was
  std::vector<Token> used_links_;   ///< of which the host's program knows that they are used
  std::optional<AtBank> evening_;
  Instant latest_{};  ///< the time of the last input
  Bytes proposed_;    ///< the proposed charter; empty if there is none
  Instant sign_until_ = never();
  std::optional<Formed> formed_;
};

/// The guest's side of setting a table up.
class GuestLobby {
 public:
  /// Creates a guest. The others can call it at `port` (0 if they cannot). `rng` draws its part of
  /// the nonce. `next` says what a match must be that goes on from this guest's last one.
  GuestLobby(const crypto::SigningKey& key, proto::PublicKey host, std::string nickname,
             std::uint16_t port, bool witness, Rng& rng, std::optional<NextMatch> next = {})
      : key_(key.clone()),
        host_(host),
        join_{std::move(nickname), port, witness, {}},
        next_(std::move(next)) {
    rng.fill(join_.part);
  }

  /// A proposal that a guest has signed, and what the host had said of the table. The table may
  /// have begun elsewhere.
  struct SignedProposal {
    proto::Gathering gathering;
    proto::Propose proposal;
    /// Returns the charter. Requires: this is from a GuestLobby.
    proto::Charter charter() const;
  };
  /// Creates a guest again that had signed this before its restart. It asks whether the table has
  /// begun, and takes no seat anew: if the host gathers guests again, on_frame() fails and
  /// is_withdrawn() holds. Errors: as on_frame; this key did not sign it, or the host is no member.
  static Result<GuestLobby> restore(const crypto::SigningKey& key, const proto::PublicKey& host,
                                    const SignedProposal& had_signed, std::uint16_t port, Rng& rng);

  /// Makes this guest read the terms first, and sit down only by agree(). Without this it takes a
  /// seat as it comes, and signs once agree() was called.
  void look_first() { join_.looks = true; }
  /// Proves in the Join that this guest knows the token of an invitation. `link` is the connection
  /// to the host.
  void prove(const Token& token, const LinkId& link) {
    join_.how = proto::Invited::by_link;
    join_.proof = link_proof(token, link, host_, key_.public_key());
  }
  /// Proves in the Join that this guest is a contact of the host's.
  void prove(const PairSecret& secret, const LinkId& link) {
    join_.how = proto::Invited::by_contact;
    join_.proof = contact_proof(secret, link, host_, key_.public_key());
  }
  /// Says in the Join that this guest came by a code. The host remembers whom it granted.
  void came_by_code() { join_.how = proto::Invited::by_code; }
  /// Gives this guest what it remembers of evenings.
  void remember(std::vector<EveningMemory> evenings, std::vector<proto::Order> placed = {}) {
    remembered_ = std::move(evenings);
    known_orders_ = std::move(placed);
  }

  LobbyEffects on_up();
  /// Takes in a frame of the host's. Errors: unknown_module (this program does not have the game),
  /// bad_parameters (the named term is out of bounds, or other than shown; other members than those
  /// who came), bad_signature (of terms, or of a script), not_wanted (the host refuses, in its own
  /// words; or a message that is out of place).
  Result<LobbyEffects> on_frame(ByteSpan frame);
  /// Agrees to the terms in gathering(): this guest sits down, and signs a charter with exactly
  /// these terms now or when it comes. Requires: gathering() has terms.
  LobbyEffects agree();
  /// Orders chips, as the person wants: a buy-in, a rebuy or a top-up, as the account has it. The
  /// answer comes as news. Errors: bad_parameters (no evening; an order waits for its answer).
  Result<LobbyEffects> order(proto::Chips chips);
  /// Gives all chips back, as the person wants, and does not sit down. Errors: as order(); or there
  /// are none.
  Result<LobbyEffects> cash_out();
  /// Returns whether this guest's program may agree to the terms of this break by itself: its
  /// person plays this evening, the program has seen the last table end, and no order is there of
  /// which it does not know.
  bool goes_on_as_seen() const;
  /// Returns what this guest remembers of the evening that is gathered: what it knew before, until
  /// its person or its program agrees to the break that is shown. None: it has not been there.
  const std::optional<EveningMemory>& memory() const { return memory_; }
  const proto::PublicKey& key() const { return key_.public_key(); }
  /// Returns the orders that this guest's person has placed, and that were not refused; and the one
  /// of them that waits for its answer.
  const std::vector<proto::Order>& known_orders() const { return known_orders_; }
  std::optional<proto::Order> placed() const;
  /// Returns whether the host shows a later break than this guest has agreed to.
  bool has_missed_tables() const { return missed_tables_; }
  /// Returns this guest's orders of this break that the bank has signed.
  const std::vector<proto::Order>& orders() const { return orders_; }
  /// Runs the script in lacked(), as the person wants. Requires: its text is here, as the news
  /// lacks_script said. Errors: as on_frame; then the host said of the script what is not so.
  Result<LobbyEffects> run_script();
  /// Returns the text of the script in lacked(), which was not run yet; "": it is not here yet.
  const std::string& script_text() const { return script_text_; }
  /// Returns the Gathering of a table whose game is a script that this guest lacks.
  const std::optional<proto::Gathering>& lacked() const { return lacked_; }

  const std::optional<proto::Gathering>& gathering() const { return gathering_; }
  /// Returns whether the host has begun the table by sending its charter to be signed.
  bool proposed() const { return proposal_.has_value(); }
  /// Returns whether this guest has signed the charter that the host sent, so that the table may
  /// have begun elsewhere.
  bool has_signed() const { return agreed_ && proposal_; }
  /// Returns what this guest has signed. Requires: has_signed().
  SignedProposal signed_proposal() const { return {*gathering_, *proposal_}; }
  /// Returns whether the host gathers guests again, where this restored guest had signed.
  bool is_withdrawn() const { return withdrawn_; }
  const std::optional<Formed>& formed() const { return formed_; }
  std::optional<proto::Refusal> refused() const { return refused_; }

 private:
  LobbyEffects sign_if_agreed();
  void remember_evening(const proto::Digest& evening);
  const EveningBreak* seen(const proto::Terms& shown) const;
  Result<> take_break(const proto::Gathering& gathering, LobbyEffects& out);
  bool is_of_later_break(const proto::Terms& terms) const;
  Result<> check_not_before(const proto::Terms& shown) const;
  Result<std::vector<proto::Order>> own_orders(const proto::Terms& terms) const;
  Result<> check_next_table(const proto::Charter& charter) const;
  void confirm_break();
  Result<LobbyEffects> place(proto::Order order);
  const proto::Account* account() const;
  tl::unexpected<Error> withdraw();
  Result<> check_goes_on(const proto::Terms& terms, std::span<const proto::PublicKey> seats) const;
  Result<LobbyEffects> handle(const proto::Gathering& gathering);
  Result<LobbyEffects> handle(const proto::Propose& proposal);
  Result<LobbyEffects> handle(const proto::SignedCharter& charter);
  Result<LobbyEffects> handle(const proto::Refuse& refuse);
  Result<LobbyEffects> handle(const proto::Waiting&);
  Result<LobbyEffects> handle(const proto::ScriptText& script);
  Result<LobbyEffects> handle(const proto::RefuseOrder& refused);
  Result<LobbyEffects> lack(const proto::Gathering& gathering);
  /// Takes in a message of a table at which this identity has a seat, and where the host is still:
  /// the last one, if this guest has seen its end, or one that has begun.
  template <class M>
  Result<LobbyEffects> handle(const M&) {
    return has_seen_end() ? LobbyEffects{} : refuse_begun();
  }
  bool has_seen_end() const;
  bool is_of_last_table(const proto::Charter& charter) const;
  Result<LobbyEffects> refuse_begun() {
    refused_ = proto::Refusal::started;
    return fail(Fault::not_wanted,
                "you sit at this table already, and it has begun: fairdeal resume goes back to it");
  }

  crypto::SigningKey key_;
  proto::PublicKey host_;
  proto::Join join_;
  std::optional<NextMatch> next_;
  std::vector<EveningMemory> remembered_;
  std::optional<EveningMemory> memory_;      ///< of the evening that is gathered
  std::optional<proto::PlaceOrder> placed_;  ///< the order that waits for its answer
  bool places_again_ = false;                ///< the connection was lost meanwhile
  std::vector<proto::Order> orders_;         ///< that the bank has signed
  std::vector<proto::Order> known_orders_;   ///< that this program has placed, and were not refused
  std::vector<proto::Order> refused_orders_;  ///< that the bank must not use any more
  std::optional<proto::Gathering> gathering_;
  std::optional<proto::Gathering> lacked_;
  std::string script_text_;  ///< of that script, once the host has sent it
  bool agreed_ = false;
  std::optional<proto::Propose> proposal_;
  bool restored_ = false;  // it had signed the proposal before a restart
  bool missed_tables_ = false;
  bool withdrawn_ = false;  // the host gathers guests again
  std::optional<Formed> formed_;
  std::optional<proto::Refusal> refused_;
};

}  // namespace fairdeal::meet
