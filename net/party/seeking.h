#pragma once

#include <map>
#include <set>
#include <utility>

#include "base/time.h"
#include "net/party/effects.h"

namespace fairdeal::party {

/// A guest that seeks its host, without I/O: at the host's addresses, and at relays by a code, a
/// link, a box or a contact's box. If it does not find the host in time, it ends with the reason
/// that speaks most against it.
class Seeking {
 public:
  /// So many ports the host of a next match tries, beginning with that of the last one. Its guests
  /// call these, too, once somebody else or nobody answers at the first.
  static constexpr std::uint16_t kNextPorts = 20;

  struct Config {
    std::optional<crypto::PublicKey> host{};    ///< any other identity that answers is refused
    std::vector<sockets::Address> addresses{};  ///< of the host
    bool by_code = false;
    bool by_box = false;      ///< of those who shared the last table
    bool by_link = false;     ///< the link has a secret
    bool by_contact = false;  ///< the host opens a box for this guest
    bool at_relays = false;   ///< there are relays where the host may be
    bool next = false;        ///< the host of a next match may take a while to begin
    Duration reach_max{10'000};
  };

  explicit Seeking(Config config) : config_(std::move(config)) {}

  [[nodiscard]] Effects start(Instant now);
  /// Hears that the code was right: the host's key, and where it may be called besides. Requires:
  /// these addresses may be called.
  [[nodiscard]] Effects on_granted(const crypto::PublicKey& host,
                                   std::vector<sockets::Address> addresses, Instant now);
  [[nodiscard]] Effects on_code_failed(const signaling::CodeFailure& failure);
  /// Hears that a pipe to the host was opened, which is named so.
  void on_pipe(std::string where) { pipes_.insert(std::move(where)); }
  /// Returns whether the host of a next match was only perhaps at this address: what other programs
  /// answer there says nothing about the host.
  bool is_guess(const std::string& where) const { return guesses_.contains(where); }
  /// Hears that a call failed.
  [[nodiscard]] Effects on_refused(const std::string& where, const Error& why);
  /// Hears that no relay has a box of the host's.
  [[nodiscard]] Effects on_absent();
  /// Hears how far the host's clock is from ours: the host takes no knocks of this guest.
  [[nodiscard]] Effects on_clock(Duration ahead);
  /// Hears what is wrong with the relays, if none can be used.
  void on_relays(std::optional<signaling::RelayTrouble> trouble) { trouble_ = std::move(trouble); }
  /// Hears that the host hung up before it answered. Returns whether this guest seeks on.
  bool on_hung_up(Instant now);
  /// How long a guest that waits for the next break of an evening seeks a host that does not answer
  /// any more.
  static constexpr Duration kBreakWaitMax{600'000};
  /// Seeks on: the host answered that it plays a table of an evening. Returns whether that is new.
  bool wait(const crypto::PublicKey& host, Instant now) {
    config_.host = host;
    until_ = now + kBreakWaitMax;
    no_answer_ = "the host of the evening has not answered for 10 minutes";
    return !std::exchange(config_.next, true);
  }
  /// Seeks a host again that hung up, if relays know it.
  [[nodiscard]] Effects seek_again() const;
  /// Call it once `now` has reached deadline().
  [[nodiscard]] Effects on_time(Instant now);
  Instant deadline() const { return until_; }

  /// Returns whether a peer is the host: it was called, or has the host's key.
  bool is_host(const crypto::PublicKey& peer, const Path& path) const {
    return path.called || config_.host == peer;
  }
  const std::optional<crypto::PublicKey>& host() const { return config_.host; }
  /// Returns whether relays find this host again: by the box of the last table, or that of the link
  /// by which this guest came to it.
  bool finds_again() const { return config_.by_box || (config_.next && config_.at_relays); }

 private:
  struct Calls {
    int failed = 0;
    bool silent = true;   // nothing ever came back
    bool nobody = false;  // no program listens there, as the last call found
  };

  Effects on_other_program(const Error& why);
  bool is_at_relay() const { return config_.at_relays && !absent_; }
  Effects give_up() const;

  Config config_;
  Instant until_ = never();
  std::string no_answer_ = "no answer";  // why the host has not answered so far
  std::set<std::string> pipes_;          // the names of relays' pipes to the host
  std::map<std::string, Calls> calls_;   // by address
  std::set<std::string> guesses_;        // addresses at which the host of a next match may be
  bool granted_ = false;                 // the host gave addresses to who knows its code
  bool absent_ = false;                  // the relays have no box of the host's
  int hang_ups_ = 0;                     // connections that ended before the host answered
  std::optional<Error> clock_differs_;   // how far, in words
  std::optional<Error> other_host_;      // another identity answered than the one called
  std::optional<Error> hung_up_;         // the host ended a call once it knew who called
  std::optional<signaling::RelayTrouble> trouble_;
};

}  // namespace fairdeal::party
