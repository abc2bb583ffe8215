#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "crypto/sign.h"
#include "net/signaling/agent.h"
#include "net/sockets/address.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::sockets {
class Stream;
}

namespace fairdeal::rendezvous {

/// A signaling::Agent with its sockets, its timer and the clocks: finds the other members of a
/// table through relays. It finds pipes; a Mesh carries its channels over them.
///
/// Everything happens on the io_context's thread; the io_context must outlive the object. Handlers
/// are never called from inside a member function. They may call any member function, and may
/// destroy the object.
class Rendezvous {
 public:
  /// A pipe to the program that holds `peer`.
  struct Pipe {
    std::unique_ptr<sockets::Stream> stream;
    std::string where;  ///< for messages: "relay example.org"
    crypto::PublicKey peer;
    bool dials;  ///< whether this side begins the handshake
  };
  struct Handlers {
    std::function<void(Pipe)> on_pipe;
    /// Returns whether this identity may be who knocks.
    std::function<bool(const crypto::PublicKey&)> may_knock;
    /// Hears that no relay has a box of the contact that is sought. It is sought further.
    std::function<void(const crypto::PublicKey&)> on_absent;
    /// Hears that the clock of the member that is sought is ahead of ours by so much, or behind if
    /// it is negative: too far for it to take our knocks. It is sought further.
    std::function<void(const crypto::PublicKey&, Duration ahead)> on_clock;
    /// Hears that a relay cannot be used, once until it can be used again. It is called again all
    /// the while.
    std::function<void(const signaling::RelayUrl&, const signaling::RelayTrouble&)> on_trouble;
    /// Hears that a relay asks for work that takes longer than kWorkTold. May be empty.
    std::function<void(const signaling::RelayUrl&)> on_work{};

    // At a host:
    /// Hears the code to tell friends: the first, and each new one.
    std::function<void(const meet::InviteCode&)> on_code;
    std::function<void(const meet::CodeNews&)> on_code_news;
    /// Decides about somebody who knows the code; none: it may come.
    std::function<std::optional<proto::CodeDeny::Why>(const proto::Ask&)> decide;
    /// Hears who may come until when.
    std::function<void(const proto::Ask&, Instant until)> on_admitted;
    /// Hears that somebody guesses codes, so that the person must decide about each guest.
    std::function<void()> on_guesses;

    // At a guest with a code:
    /// Hears the host's identity, and the addresses at which it may be called besides.
    std::function<void(const proto::Ticket&)> on_granted;
    /// Hears that the host's person is being asked.
    std::function<void()> on_waits;
    /// Hears that the code brought nothing. No further attempt follows.
    std::function<void(const signaling::CodeFailure&)> on_failed;
  };
  Rendezvous(boost::asio::io_context& io, crypto::PublicKey me,
             std::vector<signaling::RelaySettings> relays, Handlers handlers);
  ~Rendezvous();
  Rendezvous(const Rendezvous&) = delete;
  Rendezvous& operator=(const Rendezvous&) = delete;

  /// Adds a relay, if it is not there yet, for boxes.
  void add_relay(signaling::RelaySettings relay);

  /// Replaces the connections to all relays, and knocks at once where it would have waited: this
  /// machine was asleep, or has other addresses.
  void renew();

  /// Offers a code of so many words, and a new one whenever one is over, until withdraw_code().
  /// `addresses` are where the host may be called besides.
  void offer_code(std::size_t words, std::vector<std::string> addresses);
  /// Makes a new code in place of the one that is offered.
  void renew_code();
  void withdraw_code();
  /// Visits, through the first relay, the host that gave this code; again and again for so long, if
  /// nobody answers: strangers may crowd the host just now. The code must outlive this object.
  void use_code(const meet::InviteCode& code, proto::Ask ask, Duration patience);

  /// Opens this member's box among those who share `secret`; one before it is closed.
  void open_box(const ByteArray<32>& secret);
  /// Opens the box of the link with this token, at a host.
  void open_link_box(const meet::Token& token);
  /// Knocks at the box of a link, again and again, until found() is called for the host.
  void seek_by_link(const meet::Token& token, const crypto::PublicKey& host);
  /// Opens, at a host, a box for each contact that it invites, in place of those before, and new
  /// ones each day. Only that contact may knock there, or ask whether the host is there.
  void open_contact_boxes(meet::Contacts contacts);
  /// Knocks at the box that this contact opens for this member, as seek_by_link().
  void seek_contact(const meet::Contact& host);
  /// Knocks at a member's box, first after that time and then again and again, until found() is
  /// called. Requires: open_box() came before.
  void seek(const crypto::PublicKey& member, Duration first_after);
  void found(const crypto::PublicKey& member);

  /// Returns what is wrong with the first relay, if none can be used.
  std::optional<signaling::RelayTrouble> trouble() const;

  /// Returns the reflectors that the relays named when they were last called, IP addresses or
  /// names.
  std::vector<sockets::Address> reflectors() const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fairdeal::rendezvous
