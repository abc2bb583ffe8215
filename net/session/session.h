#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/time.h"
#include "net/session/session_event.h"
#include "net/sockets/held_port.h"
#include "runtime/node/node.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::session {

/// One member of one table, with its I/O. It sets the table up with the others, then runs a Node
/// and performs its Effects in order. The effects of inputs that came together share one flush of
/// the disk.
///
///   listening -> gathering (host or guest) -> playing -> lingering -> ended
///
/// After the end of the match the session lingers until all who are connected, or were within the
/// last minute, have seen that end. If a table is resumed after its end, the session stays for a
/// minute and serves the end to those who lack it.
///
/// Everything happens on the io_context's thread, except that `threads` other threads make and
/// check proofs, and one more asks rules that are a script.
class Session {
 public:
  /// A host that opens a next match, and the secret that the members of the last one share.
  struct HostBox {
    ByteArray<32> lobby_secret{};
    std::vector<std::string> relays{};  ///< as the host writes them
  };
  /// A host whose link names relays, and no address.
  struct AtRelay {};
  /// The store of a table that an earlier session played.
  struct Stored {
    std::string path;
  };
  struct Config {
    crypto::SigningKey key;
    std::string nickname;
    sockets::Address listen;
    /// The table to host, the host to join (by its address, its code, its box of the last match, or
    /// its link's box alone), or the table to resume.
    std::variant<meet::Offer, sockets::Address, meet::InviteCode, HostBox, AtRelay, Stored> table;
    bool witness = false;
    /// The folder for the table's store and, unless `transcript` is set, its transcript. Requires:
    /// the folder exists.
    std::string folder;
    std::string transcript{};
    std::size_t threads = 2;
    /// The port that the others are told to call, for example one that a router forwards. With 0
    /// they are told the port on which this member listens.
    std::uint16_t advertise = 0;
    /// How many ports are tried, beginning with that of `listen`.
    std::uint16_t ports = 1;
    /// The port of the last match, if its session held it: this one goes on accepting there, if it
    /// is one of those ports.
    std::optional<sockets::HeldPort> port{};
    /// Whether the port stays this program's after stop(), for the next match: take_port().
    bool holds_port = false;
    /// How long a guest tries to reach a host. If it took longer, a person would think that the
    /// program hangs.
    Duration reach_max{10'000};
    /// The match that a guest expects whose match continues its last one.
    std::optional<meet::NextMatch> next{};
    /// The evenings that a guest remembers.
    std::vector<meet::EveningMemory> evenings{};
    /// Whether a guest waits until its host opens the table, as after the last one.
    bool awaits_next = false;
    /// How long this program has played since the last alarm of the evening's table before.
    Duration alarm_played{};
    /// The host's key, if a guest knows it: any other identity that answers is refused.
    std::optional<crypto::PublicKey> host{};
    /// More addresses of the same host. Requires: `host` is set, if there are any.
    std::vector<sockets::Address> also{};
    /// The secret in the link by which a guest was invited, or that a host gives out.
    std::optional<meet::Token> token{};
    /// The secret in the link by which a host invites others to watch; none: every caller may, if
    /// the offer lets anybody watch.
    std::optional<meet::Token> watch_token{};
    /// The relays through which members find each other. A guest with a code finds its host at the
    /// first; a host names all of them to its guests.
    std::vector<signaling::RelaySettings> relays{};
    /// How many words the codes of a host have; 0: it offers no code. Requires: there is a relay.
    std::size_t code_words = 0;
    /// Whether somebody is there who can be asked about guests. Without, a host offers no more
    /// codes once somebody guesses them.
    bool person = true;
    /// The contacts of this member: those that a host invites, or that it has blocked, and those by
    /// whose secrets a guest proves who it is.
    meet::Contacts contacts{};
    /// Whether a guest finds the contact `host` at the box that it opens for this guest.
    bool by_contact = false;
    /// The addresses at which a host that listens there may be called, the best first.
    std::function<std::vector<sockets::Address>(const sockets::Address& listening)> own_addresses{};
    /// Whether the router is asked to forward the port, where others cannot call this member
    /// otherwise.
    bool map_port = false;
    /// Whether a guest reads the terms first: then it takes a seat only by agree().
    bool look_first = false;
    /// Returns the frames that this member sends to `to` instead of `frame`, to try how the others
    /// bear it (`fairdeal demo --chaos` and tests). If it returns none, or is not set, the frame
    /// itself is sent.
    std::function<std::optional<std::vector<Bytes>>(const node::Node&, Seat to, ByteSpan frame)>
        tamper{};
  };

  using Ended = SessionEnded;

  /// The program that plays: it hears from the session what happens. Its functions are called on
  /// the io_context's thread, and may call act() and stop().
  struct Watcher {
    virtual ~Watcher() = default;
    virtual void on_event(SessionEvent event) = 0;
    /// Returns what to do on another thread before the next notices are heard: to ask a script for
    /// all that they will show, since that takes long. None if nothing takes long.
    virtual std::function<void()> prepare(const node::Node&) { return {}; }
  };

  Session(boost::asio::io_context& io, Config config, Watcher& watcher);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Begins. If that fails, a SessionEnded says why.
  void start();
  /// Agrees, as a guest, to the terms that a Gathering showed. Does nothing at a host, or once the
  /// table has begun. Requires: one came.
  void agree();
  /// Runs the script in lacked(), as a guest whose person was told that its text is here. Does
  /// nothing if there is none. A script that is not as the host said ends the session.
  void run_script();
  /// Returns, to a guest, the text of the script in lacked(); "": it is not here.
  std::string script_text() const;
  /// Returns, to a guest, the Gathering of a table whose game is a script that is not here; else
  /// null.
  const proto::Gathering* lacked() const;
  /// Returns, to a guest, whether the host has started the table, so that all sign its charter.
  bool is_started() const;
  /// Declines the terms, as a guest, and tells the host why. The caller then calls stop(). Does
  /// nothing at a host, or once the table has begun.
  void decline(const std::string& why);
  /// Proposes the terms, as a host whose guests are all here. Errors: as HostLobby::start;
  /// bad_parameters (this member is no host, or the table has begun).
  Result<> start_table();
  /// Lets a guest who waits for the host's answer sit down, or sends it away. Errors: as
  /// HostLobby::answer; bad_parameters, as above.
  Result<> answer(const std::string& who, bool yes);
  /// Sends a guest away for good. Errors: as HostLobby::kick; bad_parameters, as above.
  Result<> kick(const std::string& who);
  /// Orders chips from the bank of an evening: a buy-in, a rebuy or a top-up, as the account has
  /// it. At a guest the answer comes as LobbyNews. Errors: as GuestLobby::order or
  /// HostLobby::order; bad_parameters (a table is played).
  Result<> order_chips(proto::Chips chips);
  /// Gives all chips back, as a guest who does not sit down. Errors: as GuestLobby::cash_out.
  Result<> cash_out();
  /// Returns whether this guest's program may agree to the terms of a break by itself
  /// (GuestLobby::goes_on_as_seen).
  bool goes_on_as_seen() const;
  /// Returns what this guest remembers of the evening that gathers; none if it has not been there.
  std::optional<meet::EveningMemory> evening_memory() const;
  /// Returns this guest's orders of the break that gathers, which the bank has signed.
  std::vector<proto::Order> own_orders() const;
  /// Returns, at the host of an evening that gathers, the guests who do not sit down yet
  /// (HostLobby::newcomers).
  std::vector<meet::Newcomer> newcomers() const;
  /// Tells all who are here, and for a while those who come, that the evening is over, as its host.
  /// The caller calls stop() at the LobbyNews `over`.
  void close_evening();
  /// Makes a new code in place of the one that this host offers. Errors: bad_parameters (no code is
  /// offered).
  Result<> renew_code();
  /// Says, for this member's person, that a member shall be a contact. Nothing is kept unless that
  /// one says so, too. Errors: bad_parameters (the table has not begun, or it is this member).
  Result<> keep_contact(Seat seat);
  /// Submits this member's move. Errors: as Node::on_action. Requires: the table began.
  Result<> act(const rules::Action& action, bool careful = false);
  /// Says a line to the others. Errors: as Node::on_say; bad_parameters (the table has not begun).
  Result<> say(const std::string& text);
  /// Announces to the others that this seat resigns. Errors: as Node::on_resign; bad_parameters
  /// (the table has not begun).
  Result<> resign();
  /// Announces to the others that this seat leaves, so that nobody waits for it any more.
  void leave();
  /// Behaves for so long as if the network between this member and `peer` had failed.
  void cut(Seat peer, Duration duration);
  /// Ends. The watcher is not called any more.
  void stop();
  /// Stops, and returns the port of a session that holds it; none if it never listened.
  std::optional<sockets::HeldPort> take_port();

  const node::Node* node() const;  ///< null until the table has begun
  /// Returns the time until those for whom the step waits may be voted absent. Requires: the table
  /// began.
  Duration time_left() const;
  /// Returns the time until the alarm that the game has set is due by this program's clock; 0: none
  /// is set. Requires: the table began.
  Duration alarm_left() const;
  /// Returns how long this program has played since the last alarm. Requires: the table began.
  Duration alarm_played() const;
  std::uint64_t bytes_sent() const;
  /// Returns, at a guest, the host's key; none until the host has answered.
  std::optional<crypto::PublicKey> host() const;
  std::string transcript() const;  ///< the path of the file; "" until the table has begun
  /// Returns the relays of the table, and the secret by which its members find each other there;
  /// none if it has none.
  std::optional<HostBox> box() const;
  /// Returns how the connection to a member is; none if there is none.
  std::optional<mesh::PathStatus> path_of(Seat seat) const;
  /// Returns the last failed call of each address at which a member said that it can be called.
  std::vector<mesh::FailedCall> failed_calls_to(Seat seat) const;
  /// Returns why the last attempt to punch with a member failed, who is reached through a relay.
  std::optional<reach::PunchFailure> punch_failure(Seat seat) const;
  /// Returns the address at which a member can be called; "" if this member knows none.
  std::string address_of(Seat seat) const;
  /// Returns the path of the store, for resuming; "" until this member signs the table.
  std::string store() const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fairdeal::session
