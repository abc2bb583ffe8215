#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "base/time.h"
#include "net/address.h"
#include "runtime/lobby.h"
#include "runtime/node.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::net {

/// One member of one table, with its I/O: sets the table up with the others, then drives a Node.
/// Performs each Effects in order; what came in together is stored with one flush of the disk.
///
///   listening -> gathering (host or guest) -> playing -> lingering -> ended
///
/// After the end of the match it lingers until all who are connected, or were within the last
/// minute, have seen it too; a table that is resumed after its end serves it for a minute.
/// Everything happens on the io_context's thread; proofs are made and checked on `threads` others.
class Session {
 public:
  /// A table's store, as a session left it.
  struct Stored {
    std::string path;
  };
  struct Config {
    crypto::SigningKey key;
    std::string nickname;
    Address listen;
    /// What to host, whom to join, or the store of a table that this member left.
    std::variant<runtime::Offer, Address, Stored> table;
    bool witness = false;
    /// The folder for the table's store and, unless `transcript` is set, its transcript. It exists.
    std::string folder;
    std::string transcript;
    std::size_t threads = 2;
    /// The port that others are told to call, for example one that a router forwards; 0 is the one
    /// on which this member listens.
    std::uint16_t advertise = 0;
    /// How many ports are tried, from that of `listen` on.
    std::uint16_t ports = 1;
    /// How long a guest tries to reach a host. After a longer time a person would think it hangs.
    Duration reach_max{10'000};
    /// For a guest of a match that continues the last one: what that match has to be, and whose
    /// program has to answer at the host's address.
    std::optional<runtime::NextMatch> next{};
    std::optional<crypto::PublicKey> host{};
    /// Other addresses of the same host, whose key is known.
    std::vector<Address> also{};
    /// The secret of the link by which a guest was invited.
    std::optional<runtime::Token> token{};
    /// A guest reads the terms before it takes a seat, which agree() does.
    bool look_first = false;
    /// Returns what this member sends instead of an honest frame, to try the others (`fairdeal demo
    /// --chaos` and tests). Without a function it sends the frame.
    std::function<std::optional<std::vector<Bytes>>(const runtime::Node&, Seat to, ByteSpan frame)>
        tamper{};
  };

  /// How a session ended.
  struct Ended {
    enum class How {
      finished,
      left,          ///< this member, and nobody needs anything of it any more
      unreachable,   ///< no such table, or a port in use
      incompatible,  ///< another version, or other rules
      bad_terms,     ///< terms that no program signs, or other than were shown
      refused,       ///< by the host, because there is no room, or for other words
      not_invited,   ///< by the host: it was not invited
      kicked,        ///< by the host's person
      other_host,    ///< somebody else answers at the address
      violated,      ///< by another member: the table cannot go on
      failed,        ///< by this machine: disk, …
    };
    How how;
    std::optional<Error> error{};
  };

  /// What the session tells the program that plays. It is called on the io_context's thread, and
  /// may call act() and stop().
  struct Watcher {
    virtual ~Watcher() = default;
    virtual void on_listening(const Address&) {}
    /// Tells who is here, and the terms. A guest's program signs nothing until agree() is called,
    /// and then only a charter of the terms that it was shown first.
    virtual void on_gathering(const proto::Gathering&) {}
    /// Tells a host's person about those who come, and a guest that it waits.
    virtual void on_lobby(const runtime::LobbyNews&) {}
    virtual void on_begin(const runtime::Node&) {}
    virtual void on_link(Seat, bool /*up*/, const runtime::Node&) {}
    virtual void on_notice(const runtime::Notice&, const runtime::Node&) {}
    /// Tells that somebody called and was not let in, or that a peer's frame was refused. `where`
    /// is an address, or the nickname that a peer gave itself.
    virtual void on_refused(const std::string& /*where*/, const Error&) {}
    /// Tells that the evidence against a member was written to a file.
    virtual void on_evidence(Seat, const std::string& /*path*/) {}
    virtual void on_ended(const Ended&) = 0;
  };

  Session(boost::asio::io_context& io, Config config, Watcher& watcher);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Begins. Whatever goes wrong is reported by on_ended.
  void start();
  /// Agrees, for a guest, to the terms that on_gathering told. Requires: it did. It has no effect
  /// at a table that has begun, or for its host.
  void agree();
  /// Declines, for a guest, and tells the host why; stop() follows. It has no effect where agree()
  /// has none.
  void decline(const std::string& why);
  /// Takes what the host's person says before the table begins. Errors: those of runtime/lobby.h;
  /// bad_parameters if this member is no host.
  Result<> start_table();
  Result<> answer(const std::string& who, bool yes);
  Result<> kick(const std::string& who);
  /// Submits this member's move. Errors: as Node::on_action.
  Result<> act(const rules::Action& action);
  /// Tells the others that nobody need wait for this seat any more.
  void leave();
  /// Acts as if the network between this member and `peer` failed for so long.
  void cut(Seat peer, Duration duration);
  /// Ends without calling the watcher any more.
  void stop();

  const runtime::Node* node() const;  ///< once the table began
  /// Returns when those for whom the step waits may be voted absent. Requires: the table began.
  Duration time_left() const;
  std::uint64_t bytes_sent() const;
  /// Returns the key of a guest's host, once it answered.
  std::optional<crypto::PublicKey> host() const;
  std::string transcript() const;  ///< its file, once the table began
  /// Returns where a member said that it can be called; "" if it said nothing. Requires: the table
  /// began.
  std::string address_of(Seat seat) const;
  std::string store() const;  ///< from which it can be resumed, once the table began

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fairdeal::net
