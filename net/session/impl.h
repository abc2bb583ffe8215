#pragma once

#include <map>
#include <set>

#include "crypto/system_rng.h"
#include "net/mesh/mesh.h"
#include "net/reach/port_map.h"
#include "net/reach/punch_port.h"
#include "net/session/session.h"
#include "net/session/transcript_file.h"
#include "net/sockets/asio.h"
#include "net/sockets/clock.h"
#include "net/sockets/workers.h"
#include "runtime/audit/evidence.h"
#include "runtime/meet/keeping.h"
#include "runtime/node/store.h"
#include "runtime/node/watch_service.h"

/// The implementation of Session: session.cc gathers the members, rendezvous.cc finds them
/// through relays, paths.cc moves them to better paths, begin.cc begins or resumes
/// the match, play.cc plays, watch.cc serves those who watch, machine.cc
/// notices sleep and new addresses.

namespace fairdeal::session {

/// Returns whether `put` belongs to the transcript, too. Nothing else may get there: the transcript
/// is for everybody to read.
inline bool is_public(const state::Put& put) {
  return put.space == state::Put::Space::charter || put.space == state::Put::Space::record;
}

/// Returns how a session ends because of `error`.
Session::Ended::How how_ended(const Error& error);

/// The attempts to come to a connection of one's own with a member.
struct Punching {
  reach::PunchAttempts attempts;
  asio::steady_timer timer;
  std::unique_ptr<reach::PunchPort> port{};  // of the attempt that is under way
};

struct Session::Impl : std::enable_shared_from_this<Session::Impl> {
  Impl(asio::io_context& io_context, Config settings, Watcher& who)
      : io(io_context),
        config(std::move(settings)),
        watcher(who),
        timer(io),
        linger(io),
        looking(io),
        waiting(io),
        watching(io) {}

  void start();
  void stop();
  mesh::Mesh::Handlers mesh_handlers();
  /// Returns a function that calls `then` with this object and its arguments, unless this object is
  /// gone or the session has ended.
  template <class F>
  auto while_alive(F then) {
    return [weak = weak_from_this(), then](auto&&... arguments) {
      const auto self = weak.lock();
      if (self && !self->ended) then(*self, std::forward<decltype(arguments)>(arguments)...);
    };
  }
  void end(Ended::How how, std::optional<Error> error = {});
  void end(Ended how);

  // ---- Gathering
  bool admit(const crypto::PublicKey& peer) const;
  void on_up(const crypto::PublicKey& peer);
  void join_host(const crypto::PublicKey& peer);
  void on_down(const crypto::PublicKey& peer, const Error& why);
  void await_silent_host(const Error& why);
  void on_frame(const crypto::PublicKey& peer, const Bytes& frame);
  void on_refused(const std::string& where, const Error& why);
  /// Tells somebody who came too late that the table has begun, and ends the connection.
  void turn_away(const crypto::PublicKey& guest_too_late);
  void lobby_frame(const crypto::PublicKey& peer, const Bytes& frame);
  void after_lobby(Result<meet::LobbyEffects> effects, const crypto::PublicKey& peer);
  void perform(const meet::LobbyEffects& effects);
  /// Performs what the lobby wants done after an order of the host's person.
  Result<> told_lobby(Result<meet::LobbyEffects> effects);
  void arm_lobby();
  /// Tells the host why this guest does not sit down.
  void decline(const std::string& why);
  /// Returns what the lobby says of the table. Requires: this member gathers, and has been let in.
  proto::Gathering gathering() const { return host ? host->gathering() : *guest->gathering(); }
  void begin(const meet::Formed& formed);
  void resume(const std::string& path);
  Result<> open_transcript(const std::string& path);
  /// Calls the members for whom `calls` returns true, at the addresses that they gave, and keeps
  /// room for the connections of all. `by` is the host; none if this member is the host. The
  /// addresses of the others are known only from the host, so calls to them end after
  /// kUnansweredMax.
  void call(std::optional<Seat> by, const std::function<bool(Seat)>& calls);

  // ---- Finding each other through relays
  /// Opens the rendezvous at these relays.
  void open_rendezvous(std::vector<rendezvous::RelaySettings> relays);
  rendezvous::Rendezvous::Handlers rendezvous_handlers();
  void on_pipe(rendezvous::Rendezvous::Pipe pipe);
  void on_granted(const proto::Ticket& ticket);
  /// Offers a code while a seat is free, and withdraws it when none is.
  void offer_code();
  enum class Source { host, own_store };
  /// Opens this member's box at these relays. Of those that the host names it uses only some; those
  /// that it has stored are such already.
  void share_box(const std::vector<std::string>& relays, const ByteArray<32>& secret,
                 Source source);
  /// Seeks, through the relays, the members to whom there is no connection.
  void seek_members(Duration first_after);
  /// Returns whether this guest seeks its host at a relay, too.
  bool seeks_at_relay() const {
    return !config.relays.empty() && !absent &&
           (config.token || config.by_contact ||
            !std::holds_alternative<sockets::Address>(config.table));
  }

  // ---- Seeking the host (seek.cc)
  void seek_host();
  void await_host(Duration time);
  /// Hears that a call failed while this guest seeks the host.
  void on_call_failed(const std::string& where, const Error& why);
  void give_up();
  void end_for_want_of_relay(const rendezvous::RelayTrouble& trouble);
  void on_absent();
  void on_clock(const crypto::PublicKey& peer, Duration ahead);

  // ---- The machine that sleeps and moves, and its router
  void watch_machine();
  void on_machine(const reach::MachineWatch::News& news);
  /// Asks the router to forward the port on which this member listens, if it has no public IPv4
  /// address itself.
  void map_port();
  void on_mapped(const sockets::Address& external);
  /// Returns where this member can be called, the best address first.
  std::vector<sockets::Address> own_addresses() const;

  // ---- Better paths
  /// Tells a peer that is reached through a relay where else this member can be called.
  void tell_where(const crypto::PublicKey& peer);
  /// Returns whether a peer is a member, or the host of this guest.
  bool is_trusted(const crypto::PublicKey& peer) const;
  void on_path_message(const crypto::PublicKey& peer, const proto::PathMessage& message);
  /// Calls a peer at the addresses that it says are its own.
  void on_where(const crypto::PublicKey& peer, const proto::Where& where);
  void on_path(const crypto::PublicKey& peer, channel::Rung rung);
  /// Punches while a member is reached through a relay, and no longer.
  void punch_if_relayed(const crypto::PublicKey& peer);
  void perform(const crypto::PublicKey& peer, const reach::PunchAttempts::Effects& effects);
  void apply(const crypto::PublicKey& peer, const reach::PunchAttempts::Reflect& it);
  void apply(const crypto::PublicKey& peer, const reach::PunchAttempts::Say& it);
  void apply(const crypto::PublicKey& peer, const reach::PunchAttempts::Call& it);
  void apply(const crypto::PublicKey& peer, const reach::PunchAttempts::Close& it);
  void apply(const crypto::PublicKey& peer, const reach::PunchAttempts::Tell& it);

  // ---- Contacts (contacts.cc)
  Result<> keep_contact(Seat seat);
  void on_keep(const crypto::PublicKey& peer, meet::PairPart part);
  /// Tells the person what a member's wish to be kept has come to.
  void tell_of_keeping(Seat seat);
  /// Takes in the wishes of members that began before this one.
  void begin_keeping();
  /// Returns whether this host's person has blocked a peer that has no seat.
  bool is_blocked(const crypto::PublicKey& peer) const;

  // ---- Playing
  void node_frame(Seat from, const Bytes& frame);
  void add(node::Effects effects);
  void flush();
  /// Tells the watcher what has happened, once all that this shows is prepared.
  void tell();
  void tell_now();
  void store_soon();
  Result<> keep(const std::vector<state::Put>& puts);
  void run(node::Work work, sockets::Workers::When when);
  void arm();
  void finish();
  void linger_for(Duration time);
  Result<> resend(const node::Resend& resend);
  void send(Seat to, const Bytes& frame);
  void sever(Seat peer, Duration duration);

  // ---- Serving those who watch
  /// Takes in what somebody says who is no member: the wish to watch, or else it is turned away.
  void stranger_frame(const crypto::PublicKey& peer, const Bytes& frame);
  /// Sends those who watch what they may see by now, as far as nobody who plays is disturbed. Calls
  /// itself again as long as somebody watches.
  void serve_watchers();
  void serve(const crypto::PublicKey& peer, Step until);
  void end_watch(const crypto::PublicKey& peer);
  /// Tells members who watches here.
  void tell_watchers(std::optional<Seat> only = {});
  /// Returns whether somebody who watches here still lacks a part of a match that has ended.
  bool owes_watchers() const;
  std::optional<audit::Evidence> evidence_against(Seat member) const;
  void keep_evidence(Seat against);
  void keep_statement(const node::HistoryUnshown& unshown, bool tells);
  /// Writes the statements down that still wait for an answer when the program ends.
  void keep_untold(bool tells);
  std::optional<Seat> seat_of(const crypto::PublicKey& peer) const;
  /// Returns whether this member calls `seat` at that address.
  bool is_address_of(Seat seat, const std::string& where) const;
  void note_failure(const std::string& where, const Error& why);
  /// Returns whether this is a guest that has not yet reached the host.
  bool seeks_host() const { return !host && !host_key && !node; }
  const crypto::PublicKey& key_of(Seat seat) const {
    return node->table().charter().member(seat).key;
  }

  asio::io_context& io;
  Config config;
  Watcher& watcher;
  crypto::SystemRng rng;
  std::unique_ptr<mesh::Mesh> mesh;
  std::unique_ptr<rendezvous::Rendezvous> rendezvous;
  meet::Keeping keeping{config.key.public_key()};
  bool absent = false;         // the relays say that the contact opens no box for this guest
  std::optional<HostBox> box;  // as the host told it, or the store
  std::unique_ptr<sockets::Workers> workers;
  std::unique_ptr<sockets::Workers> rules;  // the one thread that asks rules which are a script
  std::unique_ptr<sockets::Workers>
      drawings;                      // the one thread that asks a script for what is shown
  std::vector<node::Notice> untold;  // notices that wait for what they show
  bool preparing = false;            // that is being asked for
  bool untold_kept = false;          // keep_untold() was called
  int prepared = 0;                  // how often it was, for the notices that wait
  std::optional<meet::HostLobby> host;
  std::optional<meet::GuestLobby> guest;
  std::optional<crypto::PublicKey> host_key;     // at a guest, once the host has answered
  bool host_silent = false;                      // the host had let this guest in, and fell silent
  std::string no_answer = "no answer";           // why the host has not answered so far
  std::vector<sockets::Address> host_addresses;  // at which this guest calls the host
  std::map<crypto::PublicKey, std::set<std::string>> said_to_be;  // where peers can be called
  struct Failure {
    std::string why;
    Instant at;
  };
  std::map<std::string, Failure> last_failures;    // of calls to members, by address
  std::map<crypto::PublicKey, Punching> punching;  // with members
  std::set<std::string> host_pipes;  // the names of relays' pipes through which it seeks the host
  struct Calls {
    int failed = 0;
    bool silent = true;   // nothing ever came back
    bool nobody = false;  // no program listens there, as the last call found
  };
  std::map<std::string, Calls> failed_calls;  // by address
  bool rendezvous_granted = false;            // the host gave addresses to who knows its code
  std::optional<Error> clock_differs;         // the host's from ours: how far, in words
  int hang_ups = 0;                 // connections that ended before the host answered the Join
  std::optional<Error> other_host;  // another identity answered than the one called
  std::optional<Error> hung_up;     // the host ended a call once it knew who called
  std::string host_address;         // the address at which the host answered
  sockets::Address listening;
  std::optional<node::Node> node;
  std::optional<node::Store> store;
  std::optional<TranscriptFile> transcript;
  node::Effects pending;
  bool leaves = false;    // leave() was called
  bool flushing = false;  // a flush() is posted
  asio::steady_timer timer;
  Instant armed = never();  // when `timer` fires for the node
  asio::steady_timer linger;
  asio::steady_timer looking;  // at the machine
  std::unique_ptr<reach::PortMap> port_map;
  std::optional<sockets::Address> mapped;  // by the router
  reach::MachineWatch machine{sockets::lan_interfaces(), sockets::now_asleep_too()};
  std::optional<node::WatchService> watchers;
  bool serving = false;        // serve_watchers() will be called
  asio::steady_timer waiting;  // fires when records that were put off must be stored
  asio::steady_timer watching;
  bool serves = false;  // resumed after the end, for members who have not seen it
  bool ended = false;
  std::uint64_t bytes_sent = 0;
  std::string store_path;
  std::vector<std::string> whereabouts;  // the members' addresses, once the table began
  std::set<crypto::PublicKey> unheard;   // members that have said nothing since they came up
  SeatSet severed;                       // peers whose connections count as lost (sever)
  std::map<Seat, asio::steady_timer> mending;
};

}  // namespace fairdeal::session
