#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "crypto/sign.h"
#include "net/signaling/client.h"
#include "net/signaling/code_failure.h"
#include "net/signaling/time.h"
#include "runtime/meet/code_guest.h"
#include "runtime/meet/code_host.h"
#include "runtime/meet/contact.h"
#include "runtime/meet/knock.h"

namespace fairdeal::signaling {

/// Finds the other members of a table through relays, without its I/O, for those who cannot call
/// each other: by a code that a host tells its friends, and by boxes, under which the members of
/// one table find each other before it begins, after a lost connection and after a restart. Bytes
/// and the time go in; what to do with sockets, and what the member hears, comes out. The same
/// inputs give the same outputs.
///
/// A code is known at the first relay only; each member has a box at every relay.
///
/// Each input returns Effects. The caller performs `sockets` in order and then takes `events` in
/// order, of which some are questions; it calls on_time() once `now` has reached deadline(). An
/// input of the member (add_relay to found) brings no events.
class Agent {
 public:
  /// An effect on a socket of one relay; relays are counted from 0.
  struct AtRelay {
    std::size_t relay;
    SocketEffect effect;
  };

  /// The socket is a stream to the program that holds `peer` from here on.
  struct PipeOpen {
    std::size_t relay;
    SocketId socket;
    crypto::PublicKey peer;
    bool dials;  ///< whether this side begins the handshake
  };
  /// A question: may this identity knock? If so, the caller calls let_in().
  struct Knocked {
    std::size_t relay;
    crypto::PublicKey peer;
    proto::PipeToken pipe;
  };
  /// No relay has a box of the contact that is sought. It is sought further.
  struct Absent {
    crypto::PublicKey contact;
  };
  /// The clock of the member that is sought is ahead of ours by so much, or behind if it is
  /// negative: too far for it to take our knocks. It is sought further.
  struct ClockApart {
    crypto::PublicKey member;
    Duration ahead;
  };
  /// A relay cannot be used; this comes once until it can be used again. It is called again all the
  /// while.
  struct Trouble {
    RelayUrl relay;
    RelayTrouble trouble;
  };
  /// A relay asks for work that takes longer than kWorkTold.
  struct LongWork {
    RelayUrl relay;
  };

  // At a host:
  /// code() is another one: the code to tell friends.
  struct CodeShown {};
  using News = meet::CodeNews;
  /// A question: may this guest, who knows the code, come? The caller calls answer().
  struct Asked {
    meet::CodeVisitId visit;
    proto::Ask ask;
  };
  /// This guest may come until then.
  struct Admitted {
    proto::Ask ask;
    Instant until;
  };
  /// Somebody guesses codes, so that the person must decide about each guest.
  struct Guesses {};
  /// The code is over, and all about it was told: the caller calls on_code_over().
  struct CodeOver {};

  // At a guest with a code:
  /// The host's identity, and the addresses at which it may be called besides.
  struct Granted {
    proto::Ticket ticket;
  };
  /// The host's person is being asked.
  struct Waits {};
  /// The code brought nothing. No further attempt follows.
  struct Failed {
    CodeFailure failure;
  };

  using Event = std::variant<PipeOpen, Knocked, Absent, ClockApart, Trouble, LongWork, CodeShown,
                             News, Asked, Admitted, Guesses, CodeOver, Granted, Waits, Failed>;
  struct Effects {
    std::vector<AtRelay> sockets{};
    std::vector<Event> events{};
  };

  /// `rng` outlives the object.
  Agent(crypto::PublicKey me, Rng& rng);

  /// Adds a relay, if it is not there yet and there are not too many, for boxes.
  Effects add_relay(RelaySettings settings);
  std::size_t relays() const { return lines_.size(); }
  const RelaySettings& settings(std::size_t relay) const {
    return lines_.at(relay).client.settings();
  }

  /// Replaces the connections to all relays, and knocks at once where it would have waited: this
  /// machine was asleep, or has other addresses.
  Effects renew(Time time);

  /// Offers a code of so many words, and a new one whenever one is over, until withdraw_code().
  /// `addresses` are where the host may be called besides.
  Effects offer_code(std::size_t words, std::vector<std::string> addresses, Time time);
  /// Makes a new code in place of the one that is offered.
  Effects renew_code(Time time);
  Effects withdraw_code(Time time);
  /// Answers Asked: by no, or else the guest may come.
  Effects answer(meet::CodeVisitId visit, std::optional<proto::CodeDeny::Why> no, Time time);
  /// Answers CodeOver: asks for another code, unless so many were burned that the person must.
  Effects on_code_over(Time time);
  /// Returns the code that is valid now; null if there is none.
  const meet::InviteCode* code() const { return codes_.code(); }

  /// Visits, through the first relay, the host that gave this code; again and again for so long, if
  /// nobody answers: strangers may crowd the host just now. The code must outlive this object.
  Effects use_code(const meet::InviteCode& code, proto::Ask ask, Duration patience, Time time);

  /// Opens this member's box among those who share `secret`; one before it is closed.
  Effects open_box(const ByteArray<32>& secret, Time time);
  /// Opens the box of the link with this token, at a host.
  Effects open_link_box(const meet::Token& token, Time time);
  /// Knocks at the box of a link, again and again, until found() is called for the host.
  Effects seek_by_link(const meet::Token& token, const crypto::PublicKey& host, Time time);
  /// Opens, at a host, a box for each contact that it invites, in place of those before, and new
  /// ones each day. Only that contact may knock there, or ask whether the host is there.
  Effects open_contact_boxes(meet::Contacts contacts, Time time);
  /// Knocks at the box that this contact opens for this member, as seek_by_link().
  Effects seek_contact(const meet::Contact& host, Time time);
  /// Knocks at a member's box, first after that time and then again and again, until found() is
  /// called. Requires: open_box() came before.
  Effects seek(const crypto::PublicKey& member, Duration first_after, Time time);
  void found(const crypto::PublicKey& member) { sought_.erase(member); }
  /// Answers Knocked by yes: opens the pipe.
  Effects let_in(const Knocked& knock, Time time);

  /// Returns what is wrong with the first relay, if none can be used.
  std::optional<RelayTrouble> trouble() const;
  /// Returns the reflectors that a relay named when it was last called.
  const std::vector<std::string>& reflectors(std::size_t relay) const {
    return lines_.at(relay).reflectors;
  }

  Effects on_open(std::size_t relay, SocketId socket, Time time);
  Effects on_message(std::size_t relay, SocketId socket, ByteSpan message, Time time);
  Effects on_end(std::size_t relay, SocketId socket, const RelayTrouble& why, Time time);
  Effects on_time(Time time);
  Instant deadline() const;

 private:
  /// One relay, and its client.
  struct Line {
    Client client;
    std::optional<RelayTrouble> trouble{};  ///< why it cannot be used, as the caller knows
    std::vector<std::string> reflectors{};
  };
  /// A member that is sought.
  struct Sought {
    meet::KnockPlace place;
    Instant due;
    channel::Backoff backoff;
    std::size_t attempts = 0;
    std::set<std::size_t> absent{};  ///< the relays at which nobody holds its box
  };
  /// A knock under way: at whose box, and with which pipe.
  struct Knock {
    crypto::PublicKey member;
    proto::PipeToken pipe;
  };
  /// A box that is open for one contact.
  struct ContactBox {
    meet::ContactPlace place;
    crypto::PublicKey contact;
  };
  /// A pipe that is not open yet.
  struct Pipe {
    crypto::PublicKey peer;
    PipeSide side;
    std::uint64_t age;  ///< counts them
  };
  using PipeName = std::pair<std::size_t, SocketId>;

  /// Gives a relay's client an input, and takes in what comes of it.
  template <class Input>
  void at(std::size_t line, Time time, Effects& out, Input input) {
    Client::Effects effects;
    input(lines_[line].client, effects);
    absorb(line, std::move(effects), time, out);
  }
  void absorb(std::size_t line, Client::Effects effects, Time time, Effects& out);
  void on(std::size_t line, Client::Event& event, Time time, Effects& out);
  void on_trouble(std::size_t line, const RelayTrouble& trouble, Effects& out);
  /// Tells that a relay refused something, and asks for it again after a while.
  void ask_later(std::size_t line, const char* why, Time time, Effects& out);
  void ask_again(Time time, Effects& out);
  void on_visit(std::size_t line, const told::Visit& visit, Time time, Effects& out);
  void on_said(std::size_t line, const told::Said& said, Time time, Effects& out);
  void on_gone(std::size_t line, const told::Gone& gone, Time time, Effects& out);
  void hang_up(std::size_t line, VisitId visit, Time time, Effects& out);

  // ---- Pipes
  void pipe(std::size_t line, const proto::PipeToken& token, const crypto::PublicKey& peer,
            PipeSide side, Time time, Effects& out);
  void give_up(PipeName name, Time time, Effects& out);
  void on_pipe(std::size_t line, SocketId socket, bool open, Effects& out);

  // ---- Boxes
  void open_at_all(const meet::KnockPlace& place, Time time, Effects& out);
  std::vector<const meet::KnockPlace*> places_held() const;
  void seek(const crypto::PublicKey& member, meet::KnockPlace place, Instant first);
  /// Asks whether who knocks may, or says what time it is here to somebody whose clock differs. If
  /// `only` is set, nobody else may knock at this place. The visit is over then.
  void answer_knock(std::size_t line, VisitId visit, const meet::KnockPlace& place,
                    const Bytes& body, const std::optional<crypto::PublicKey>& only, Time time,
                    Effects& out);
  void on_knock_answer(std::size_t line, const told::Said& said, Time time, Effects& out);
  void on_knock_gone(std::size_t line, const told::Gone& gone, Effects& out);
  void knock(const crypto::PublicKey& member, Time time, Effects& out);

  // ---- Contacts
  void renew_contact_boxes(Time time, Effects& out);
  void on_contact_visit(std::size_t line, const told::Visit& visit, const ContactBox& box,
                        Time time, Effects& out);

  // ---- Codes
  void on_nameplate(std::uint32_t number, std::uint32_t seconds, Time time, Effects& out);
  void claim_anew(Time time, Effects& out);
  void perform(meet::CodeHostEffects effects, Time time, Effects& out);
  void perform(meet::CodeGuestEffects effects, Time time, Effects& out);
  void visit_host(Time time, Effects& out);
  /// Takes note of a failure after which another visit may do. Returns whether one follows.
  bool tries_again(const CodeFailure& failure, Time time);
  void fail_code(const CodeFailure& failure, Time time, Effects& out);
  void on_guest_due(Time time, Effects& out);

  crypto::PublicKey me_;
  Rng* rng_;
  std::deque<Line> lines_;

  std::optional<meet::LobbySecret> secret_;
  std::optional<meet::KnockPlace> own_box_;
  std::optional<meet::KnockPlace> link_box_;
  meet::KnockGuard guard_;
  std::map<PipeName, Pipe> pipes_;
  std::uint64_t last_pipe_ = 0;
  Instant ask_again_at_ = never();
  std::map<crypto::PublicKey, Sought> sought_;
  std::map<std::pair<std::size_t, VisitId>, Knock> knocks_;  ///< under way, by relay and visit

  meet::CodeHost codes_;
  std::optional<std::size_t> words_;  ///< of the codes that are offered; none: no code is offered
  std::vector<std::string> addresses_;

  std::optional<meet::CodeGuest> guest_;
  std::optional<VisitId> guest_visit_;
  const meet::InviteCode* guest_code_ = nullptr;
  std::optional<CodeFailure> guest_failed_;  ///< the first visit in vain
  Instant guest_until_ = never();            ///< no further visit begins then
  channel::Backoff guest_backoff_;
  Instant visit_again_at_ = never();
  Instant give_up_at_ = never();  ///< the time for all visits is over

  meet::Contacts contacts_;  ///< those for whom boxes are open
  std::map<proto::BoxId, ContactBox> contact_boxes_;
  Instant look_at_day_ = never();  ///< it may be another day then
};

}  // namespace fairdeal::signaling
