#pragma once

#include <deque>
#include <map>
#include <set>

#include "crypto/system_rng.h"
#include "net/mesh/mesh.h"
#include "net/party/member.h"
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

/// The implementation of Session, which drives a party::Member: session.cc begins, ends and takes
/// in connections, perform.cc performs the member's effects, begin.cc opens the files of a table,
/// rendezvous.cc finds members through relays, paths.cc moves them to better paths, machine.cc
/// notices sleep and new addresses, contacts.cc keeps contacts.

namespace fairdeal::session {

/// Returns whether `put` belongs to the transcript, too. Nothing else may get there: the transcript
/// is for everybody to read.
inline bool is_public(const state::Put& put) {
  return put.space == state::Put::Space::charter || put.space == state::Put::Space::record;
}

/// The attempts to come to a connection of one's own with a member.
struct Punching {
  reach::PunchAttempts attempts;
  asio::steady_timer timer;
  std::unique_ptr<reach::PunchPort> port{};  // of the attempt that is under way
};

struct Session::Impl : std::enable_shared_from_this<Session::Impl> {
  Impl(asio::io_context& io_context, Config settings, Watcher& who)
      : io(io_context), config(std::move(settings)), watcher(who), timer(io), looking(io) {}

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

  // ---- The beginning
  /// Listens at the first of so many ports that it can have, beginning with that of `at`. Errors:
  /// as Mesh::listen.
  Result<sockets::Address> listen(const sockets::Address& at, std::uint16_t ports);
  /// Makes the member, once it is known where it takes calls.
  void make_member();
  void open_host(meet::Offer& offer);
  party::Seeking::Config seeking() const;
  void resume(const std::string& path);
  void resume(const party::SignedTable& table);
  Result<> listen_as_before(const party::Whereabouts& where);
  Result<> write_transcript(std::span<const state::Put> stored);
  void go_on(const party::Whereabouts& where, party::Effects effects);
  Result<> open_transcript(const std::string& path);
  Result<> open_store(const std::string& name);

  // ---- Connections
  party::Path path_to(const crypto::PublicKey& peer) const;
  void on_up(const crypto::PublicKey& peer);
  /// Does what a connection to a peer wants that is no matter of the table.
  void greet(const crypto::PublicKey& peer);
  void on_down(const crypto::PublicKey& peer, const Error& why);
  void on_frame(const crypto::PublicKey& peer, const Bytes& frame);
  void on_refused(const std::string& where, const Error& why);

  // ---- The member's effects (perform.cc)
  /// Performs effects after those that are being performed: a watcher may act while it is told.
  void perform(party::Effects effects);
  /// Performs the effects of an order of this member's person.
  Result<> told(Result<party::Effects> effects);
  Result<> apply(party::Call& it);
  Result<> apply(party::ExpectFrom& it);
  Result<> apply(party::Send& it);
  Result<> apply(party::SendToSeat& it);
  Result<> apply(party::SendDecided& it);
  Result<> apply(party::SendRecord& it);
  Result<> apply(party::Stay& it);
  Result<> apply(party::Drop& it);
  Result<> apply(party::UseCode& it);
  Result<> apply(party::KnockForHost& it);
  Result<> apply(party::ShareBox& it);
  Result<> apply(party::Seek& it);
  Result<> apply(party::OfferCode& it);
  Result<> apply(party::WithdrawCode& it);
  Result<> apply(party::CloseInvitations& it);
  Result<> apply(party::OpenStore& it);
  Result<> apply(party::DeleteStore& it);
  Result<> apply(party::KeepEvening& it);
  Result<> apply(party::CreateTranscript& it);
  Result<> apply(party::Store& it);
  Result<> apply(party::SyncTranscript& it);
  Result<> apply(party::KeepEvidence& it);
  Result<> apply(party::KeepStatement& it);
  Result<> apply(party::FlushSoon& it);
  Result<> apply(party::Run& it);
  Result<> apply(party::Prepare& it);
  Result<> apply(party::Tell& it);
  Result<> apply(party::End& it);
  void send(Seat to, const Bytes& frame);
  party::Traffic traffic() const;
  void arm();
  std::optional<audit::Evidence> evidence_against(Seat member) const;
  void keep_statement(const node::HistoryUnshown& unshown, bool tells);
  /// Writes the statements down that still wait for an answer when the program ends.
  void keep_untold(bool tells);

  // ---- Finding each other through relays
  /// Opens the rendezvous at these relays.
  void open_rendezvous(std::vector<signaling::RelaySettings> relays);
  rendezvous::Rendezvous::Handlers rendezvous_handlers();
  void on_pipe(rendezvous::Rendezvous::Pipe pipe);
  void on_granted(const proto::Ticket& ticket);
  /// Offers a code, if this host offers any.
  void offer_code();
  enum class Source { host, own_store };
  /// Opens this member's box at these relays. Of those that the host names it uses only some; those
  /// that it has stored are such already.
  void share_box(const std::vector<std::string>& relays, const ByteArray<32>& secret,
                 Source source);
  /// Returns whether this guest seeks its host at a relay, too.
  bool seeks_at_relay() const {
    return !config.relays.empty() && (config.token || config.by_contact ||
                                      !std::holds_alternative<sockets::Address>(config.table));
  }

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
  /// Returns whether this member calls `seat` at that address.
  bool is_address_of(Seat seat, const std::string& where) const;
  void note_failure(const std::string& where, const Error& why);

  // ---- Contacts
  Result<> keep_contact(Seat seat);
  void on_keep(const crypto::PublicKey& peer, meet::PairPart part);
  /// Tells the person what a member's wish to be kept has come to.
  void tell_of_keeping(Seat seat);
  /// Takes in the wishes of members that began before this one.
  void begin_keeping();

  // ---- Questions
  const node::Node* node() const { return member ? member->node() : nullptr; }
  const party::Gathering* gathering() const { return member ? member->gathering() : nullptr; }
  std::optional<Seat> seat_of(const crypto::PublicKey& peer) const {
    return member ? member->seat_of(peer) : std::nullopt;
  }
  const crypto::PublicKey& key_of(Seat seat) const {
    return node()->table().charter().member(seat).key;
  }

  asio::io_context& io;
  Config config;
  Watcher& watcher;
  crypto::SystemRng rng;
  std::optional<party::Member> member;
  std::deque<party::Effect> queued;  // that are to be performed
  bool performing = false;
  asio::steady_timer timer;  // of the member
  Instant armed = never();
  bool ended = false;

  std::unique_ptr<mesh::Mesh> mesh;
  std::unique_ptr<rendezvous::Rendezvous> rendezvous;
  std::optional<HostBox> box;  // as the host told it, or the store
  std::unique_ptr<sockets::Workers> workers;
  std::unique_ptr<sockets::Workers> rules;     // the one thread that asks rules which are a script
  std::unique_ptr<sockets::Workers> drawings;  // that asks a script for what is shown
  std::optional<node::Store> store;
  std::string store_path;
  std::optional<TranscriptFile> transcript;
  bool untold_kept = false;  // keep_untold() was called
  std::uint64_t bytes_sent = 0;

  meet::Keeping keeping{config.key.public_key()};
  sockets::Address listening;
  std::map<crypto::PublicKey, std::set<std::string>> said_to_be;  // where peers can be called
  struct Failure {
    std::string why;
    Instant at;
  };
  std::map<std::string, Failure> last_failures;    // of calls to members, by address
  std::map<crypto::PublicKey, Punching> punching;  // with members
  asio::steady_timer looking;                      // at the machine
  reach::MachineWatch machine{sockets::lan_interfaces(), sockets::now_asleep_too()};
  std::unique_ptr<reach::PortMap> port_map;
  std::optional<sockets::Address> mapped;  // by the router
};

}  // namespace fairdeal::session
