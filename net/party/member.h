#pragma once

#include <map>
#include <set>

#include "net/party/gathering.h"
#include "net/party/playing.h"
#include "net/party/seeking.h"
#include "net/party/serving.h"
#include "net/party/whereabouts.h"

namespace fairdeal::party {

/// One member of one table, without I/O. It gives each input to the object whose it is, and returns
/// what that wants done:
///
///   Seeking ──the host answers──> Gathering ──all have signed──> Playing, with a Serving if
///      ^                              │                          others may watch here
///      └──the host hung up unread─────┘
///
/// A host begins with a Gathering, a member that goes on after a restart with a Playing. Bytes, the
/// time and random bytes come in; the same inputs give the same effects. Asio drives this class in
/// the program (net/session/), and tests drive it in virtual time.
class Member {
 public:
  struct Config {
    crypto::SigningKey key;
    Gathering::Guest guest{};   ///< what a guest says of itself; a host's contacts, too
    Seeking::Config seeking{};  ///< of a guest
    std::optional<meet::Token> watch_token{};  ///< of the link by which a host invites to watch
    /// How long this program has played since the last alarm of the evening's table before.
    Duration alarm_played{};
  };

  /// `rng` outlives this object.
  Member(Config config, Rng& rng) : config_(std::move(config)), rng_(rng) {}

  // ---- The beginning: one of these
  [[nodiscard]] Effects host(meet::HostLobby lobby);
  [[nodiscard]] Effects seek(Instant now);
  /// Goes on at a stored table. Errors: as Node::resume.
  Result<Effects> resume(Remembered remembered, std::span<const state::Put> stored, Instant now);
  /// Seeks the host of a stored table that this guest had signed. Errors: as GuestLobby::restore.
  Result<Effects> resume(const SignedTable& table, Instant now);

  // ---- Connections
  /// Returns whether this identity may be a peer now.
  bool admits(const crypto::PublicKey& peer, Instant now) const;
  [[nodiscard]] Effects on_up(const crypto::PublicKey& peer, const Path& path, Instant now);
  [[nodiscard]] Effects on_down(const crypto::PublicKey& peer, const Error& why, Instant now);
  [[nodiscard]] Effects on_frame(const crypto::PublicKey& peer, const Path& path, ByteSpan frame,
                                 Instant now);
  [[nodiscard]] Effects on_refused(const std::string& where, const Error& why);
  /// Behaves for so long as if the connection to a member had failed.
  [[nodiscard]] Effects sever(Seat peer, Duration time, Instant now);

  // ---- What the caller was asked for
  /// Hears that the store of a table is open. `listening` is where this member takes calls.
  [[nodiscard]] Effects on_opened(const std::string& listening, const std::optional<Box>& box,
                                  Instant now);
  /// Hears that an effect failed on this machine.
  [[nodiscard]] Effects on_failed(const Error& error);
  [[nodiscard]] Effects on_failed(How how, const Error& error);
  [[nodiscard]] Effects flush(Instant now);
  [[nodiscard]] Effects on_prepared(bool took_long, Instant now);
  [[nodiscard]] Effects on_done(node::Done done, Instant now);
  [[nodiscard]] Effects on_record_sent(const crypto::PublicKey& peer, std::size_t bytes,
                                       bool is_busy, Instant now);
  /// Call it once `now` has reached deadline(). `traffic` counts if others watch here.
  [[nodiscard]] Effects on_time(const Traffic& traffic, Instant now);
  Instant deadline() const;

  // ---- A guest that seeks its host hears from relays
  [[nodiscard]] Effects on_granted(const crypto::PublicKey& host,
                                   std::vector<sockets::Address> addresses, Instant now);
  [[nodiscard]] Effects on_code_failed(const signaling::CodeFailure& failure);
  [[nodiscard]] Effects on_absent();
  [[nodiscard]] Effects on_clock(const crypto::PublicKey& peer, Duration ahead);
  void on_relays(std::optional<signaling::RelayTrouble> trouble);
  void on_pipe(const std::string& where);
  // ---- A host that gathers does
  /// Notes that this guest knew the code, and may join by it until then.
  void came_by_code(const crypto::PublicKey& guest, Instant until);
  /// Makes the person decide about guests that come by a code. Returns whether anybody gathers.
  bool ask_about_codes();

  // ---- The person: as Session
  [[nodiscard]] Effects agree();
  [[nodiscard]] Effects run_script();
  [[nodiscard]] Effects decline(const std::string& why);
  Result<Effects> start_table(Instant now);
  Result<Effects> answer(const std::string& who, bool yes, Instant now);
  Result<Effects> kick(const std::string& who, Instant now);
  Result<Effects> order_chips(proto::Chips chips, Instant now);
  Result<Effects> cash_out();
  [[nodiscard]] Effects close_evening(Instant now);
  Result<Effects> act(const rules::Action& action, Instant now, bool careful = false);
  Result<Effects> say(const std::string& text, std::uint64_t utc_ms, Instant now);
  Result<Effects> resign(Instant now);
  [[nodiscard]] Effects leave(Instant now);

  // ---- Questions
  const node::Node* node() const { return playing_ ? &playing_->node() : nullptr; }
  const Gathering* gathering() const { return gathering_ ? &*gathering_ : nullptr; }
  const Serving* serving() const { return serving_ ? &*serving_ : nullptr; }
  bool is_host() const { return gathering_ && gathering_->is_host(); }
  /// Returns whether this is a guest that has not yet reached the host.
  bool seeks_host() const { return seeking_ && !gathering_ && !playing_; }
  bool has_ended() const { return ended_; }
  bool is_severed(Seat peer) const { return playing_ && playing_->is_severed(peer); }
  /// Returns, at a guest, the host's key; none until the host has answered.
  std::optional<crypto::PublicKey> host_key() const;
  /// Returns the host that made the table, even after a restart of this member; none if that is
  /// this member, or is not known yet.
  std::optional<crypto::PublicKey> maker() const;
  /// Returns whether a peer is a member, or the host of this guest.
  bool is_trusted(const crypto::PublicKey& peer) const;
  /// Returns whether this host's person has blocked a peer that has no seat.
  bool is_blocked(const crypto::PublicKey& peer) const;
  /// Returns the seat of a peer once the table has begun.
  std::optional<Seat> seat_of(const crypto::PublicKey& peer) const;
  /// Returns the members' addresses, by seat, once the table has begun; "": none is known.
  const std::vector<std::string>& addresses() const { return addresses_; }

 private:
  /// Takes the end of this member from effects, and the beginning of the table.
  Effects done(Effects effects);
  Effects end(How how, std::optional<Error> error);
  Effects form(const meet::Formed& formed);
  Effects keep_signed(Effects effects);
  Effects hold_sends(Effects effects);
  bool is_refused() const;
  Effects wait_for_break(Effects effects);
  Effects store_signed(const std::string& listening, const std::optional<Box>& box);
  Effects begin(const std::string& listening, const std::optional<Box>& box, Instant now);
  Effects take_up(const crypto::PublicKey& peer, Instant now, bool again);
  Effects turn_back(const crypto::PublicKey& member);
  Effects went_on(const crypto::PublicKey& member);
  Effects call(std::optional<Seat> by, bool all);
  Effects seek_members(Duration first_after) const;
  Result<> check_gathers() const;
  bool is_owed() const { return serving_ && serving_->owes(playing_->node()); }

  Config config_;
  Rng& rng_;
  std::optional<Seeking> seeking_;
  std::optional<Gathering> gathering_;
  std::optional<node::Node> formed_;  // until its store is open
  std::optional<Playing> playing_;
  std::optional<Serving> serving_;
  std::map<crypto::PublicKey, Path> up_;  // the peers that are connected
  std::set<crypto::PublicKey> unheard_;   // members that have said nothing since they came up
  bool is_first_host_ = false;            // this member made the table, perhaps before a restart
  std::optional<crypto::PublicKey> first_host_;  // the member that made it, if it is another one
  std::string store_;                            // the name of the store that is open; "": none is
  Effects held_;                       // sends that wait until the disk has what they rest on
  std::set<crypto::PublicKey> begun_;  // members that surely have the charter
  std::map<Seat, Instant> mending_;    // when severed connections count again
  std::vector<std::string> addresses_;
  Instant latest_{};  // the time of the last input of a peer
  bool ended_ = false;
};

}  // namespace fairdeal::party
