#pragma once

#include <deque>
#include <map>
#include <set>

#include "crypto/system_rng.h"
#include "net/channel/backoff.h"
#include "net/channel/limits.h"
#include "net/rendezvous/relay_client.h"
#include "net/rendezvous/relay_pipe.h"
#include "net/rendezvous/rendezvous.h"
#include "net/sockets/asio.h"
#include "net/sockets/stream.h"

/// The implementation of Rendezvous: rendezvous.cc has the relays and the boxes, rendezvous_code.cc
/// the codes, rendezvous_contacts.cc the contacts.

namespace fairdeal::rendezvous {

struct Rendezvous::Impl : std::enable_shared_from_this<Rendezvous::Impl> {
  /// One relay, and its client.
  struct Line {
    RelaySettings settings;
    std::unique_ptr<RelayClient> client{};
    std::optional<RelayTrouble> trouble{};  ///< why it cannot be used, as the caller knows
    std::vector<sockets::Address> reflectors{};
  };
  /// A member that is sought.
  struct Sought {
    meet::KnockPlace place;
    asio::steady_timer timer;
    channel::Backoff backoff;
    std::size_t attempts = 0;
    std::set<std::size_t> absent{};  ///< the relays at which nobody holds its box
  };
  /// A knock under way: at whose box, and with which pipe.
  struct Knocked {
    crypto::PublicKey member;
    proto::PipeToken pipe;
  };
  /// A box that is open for one contact.
  struct ContactBox {
    meet::ContactPlace place;
    crypto::PublicKey contact;
  };

  Impl(asio::io_context& io_context, crypto::PublicKey identity, Handlers callbacks)
      : io(io_context),
        me(identity),
        handlers(std::move(callbacks)),
        ask_again(io),
        code_timer(io),
        codes(rng),
        guest_backoff(net::kVisitAgainMin, net::kVisitAgainMax),
        guest_timer(io),
        day_timer(io) {}

  void add_line(RelaySettings settings);
  RelayClient::Handlers handlers_of(std::size_t line);
  void on_greeting(std::size_t line, const proto::Greeting& greeting);
  void on_trouble(std::size_t line, const RelayTrouble& trouble);
  /// Tells that a relay refused something, and asks for it again after a while.
  void ask_later(std::size_t line, const char* why);
  void on_visit(std::size_t line, VisitId visit, const proto::RelayPlace& place, const Bytes& body);
  void on_said(std::size_t line, VisitId visit, const Bytes& body);
  void on_gone(std::size_t line, VisitId visit, const EndOfVisit& end);
  /// Opens a pipe, and gives it to the caller if it opens. The waiting caller tries something else
  /// after a while.
  void pipe(std::size_t line, const proto::PipeToken& token, const crypto::PublicKey& peer,
            PipeSide side);

  // ---- Boxes
  void open_at_all(const meet::KnockPlace& place);
  /// Returns all places that are held.
  std::vector<const meet::KnockPlace*> places_held() const;
  void seek(const crypto::PublicKey& member, meet::KnockPlace place, Duration first_after);
  /// Opens the pipe of a knock, or says what time it is here to somebody whose clock differs. If
  /// `only` is set, nobody else may knock at this place. The visit is over then.
  void answer_knock(std::size_t line, VisitId visit, const meet::KnockPlace& place,
                    const Bytes& body, const std::optional<crypto::PublicKey>& only = {});
  /// Takes in what came in a visit in which we knocked.
  void on_knock_answer(std::size_t line, VisitId visit, const Bytes& body);
  void knock(const crypto::PublicKey& member);
  void knock_later(const crypto::PublicKey& member, Duration wait);

  // ---- Contacts
  void renew_contact_boxes();
  void on_contact_visit(std::size_t line, VisitId visit, const ContactBox& box, const Bytes& body);
  void on_knock_gone(std::size_t line, VisitId visit, const EndOfVisit& end);

  // ---- Codes
  void on_nameplate(std::uint32_t number, std::uint32_t seconds);
  void claim_anew();
  void perform(meet::CodeHostEffects effects);
  void answer(const meet::CodeHostEffects::Asked& asked);
  void perform(meet::CodeGuestEffects effects);
  void visit_host();
  /// Takes note of a failure after which another visit may do. Returns whether one follows.
  bool tries_again(const CodeFailure& failure);
  void fail_code(CodeFailure failure);
  void arm();

  asio::io_context& io;
  crypto::PublicKey me;
  Handlers handlers;
  crypto::SystemRng rng;
  std::vector<Line> lines;

  std::optional<meet::LobbySecret> secret;
  std::optional<meet::KnockPlace> own_box;
  std::optional<meet::KnockPlace> link_box;
  meet::KnockGuard guard;
  /// A pipe that somebody asked for, and that is not open yet.
  struct Opening {
    crypto::PublicKey peer;
    proto::PipeToken token;
    std::function<void()> give_up;
  };
  void give_up(std::deque<Opening>::iterator at);
  void opened(const proto::PipeToken& token);
  std::deque<Opening> opening;  ///< the oldest first
  asio::steady_timer ask_again;
  std::map<crypto::PublicKey, Sought> sought;

  asio::steady_timer code_timer;
  meet::CodeHost codes;
  std::optional<std::size_t> words;  ///< of the codes that are offered; none: no code is offered
  std::vector<std::string> addresses;
  std::optional<meet::CodeGuest> guest;
  std::optional<VisitId> guest_visit;
  const meet::InviteCode* guest_code = nullptr;
  std::optional<CodeFailure> guest_failed;  ///< the first visit in vain
  Instant guest_until = never();            ///< no further visit begins then
  channel::Backoff guest_backoff;
  asio::steady_timer guest_timer;  ///< for the next visit, or for the end of the time for all

  meet::Contacts contacts;  ///< those for whom boxes are open
  std::map<proto::BoxId, ContactBox> contact_boxes;
  asio::steady_timer day_timer;  ///< fires when it may be another day
  /// The knocks under way, by relay and visit.
  std::map<std::pair<std::size_t, VisitId>, Knocked> knocks;
};

}  // namespace fairdeal::rendezvous
