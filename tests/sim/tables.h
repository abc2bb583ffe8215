#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <string>

#include "base/seeded_rng.h"
#include "net/party/member.h"
#include "net/party/watching.h"
#include "tests/sim/disk.h"

/// Tables from their gathering to their end in one thread, from one seed. Each person runs the
/// production classes of net/party; connections, relays, clocks and disks are in memory. Nothing
/// sleeps: time jumps to what happens next.
namespace fairdeal::sim {

struct TablesOptions {
  std::string game = "tic-tac-toe";
  std::size_t seats = 2;
  std::size_t witnesses = 0;
  std::size_t watchers = 0;
  std::uint64_t seed = 1;
  bool by_code = false;      ///< guests know the host's code alone
  bool relays_only = false;  ///< nobody can be called, so all meet at the relay
  bool leaves = false;       ///< the host leaves in the middle of the match
  bool next = false;         ///< a next match follows the first one
  std::size_t evening = 0;   ///< so many tables of a cash evening of hold'em, with the host as bank
  std::size_t losses = 0;    ///< so many drawn losses of a connection, some of them of all
  bool slow_screen = false;  ///< what is shown takes a while to prepare
  /// The process of a person that ends before its nth effect, counted from 1 through all its lives.
  struct Cut {
    std::size_t person;
    std::size_t effect;
    Duration down{500};
    bool links_alone = false;  ///< the process goes on, and loses all its connections
  };
  std::vector<Cut> cuts{};
};

class Tables {
 public:
  explicit Tables(TablesOptions options);
  ~Tables();

  /// Runs until everybody's program has ended for good. Returns false if that does not happen
  /// within `limit` of virtual time.
  bool run(Duration limit = {3'600'000});

  /// A match as somebody has seen it.
  struct Match {
    crypto::Digest id, continues;
    crypto::Digest head;
    bool over = false;
    std::vector<state::Put> disk{};
  };
  struct Outcome {
    std::optional<party::SessionEnded> ended;       ///< a member's last session
    std::optional<party::Watching::Ended> watched;  ///< a spectator's last one
    std::vector<Match> matches;                     ///< that it took part in or watched
    std::size_t effects = 0;                        ///< how many effects were performed for it
    std::size_t lives = 0;
    std::size_t signs_at = 0;   ///< the effect by which it sent its signature to the last table
    std::size_t begins_at = 0;  ///< the effect that stored that table
    std::size_t ends_at = 0;    ///< the effect that ended its first table of an evening
    Bytes transcript;
    std::optional<proto::Evening> evening;  ///< after the last table that it saw end
  };
  std::size_t people() const { return people_.size(); }
  /// Returns the person who was to host the next match; none before somebody saw the first one end.
  std::optional<std::size_t> next_host() const { return next_host_; }
  Outcome outcome(std::size_t person) const;
  /// Returns all that broke a law while it ran.
  const std::vector<std::string>& broken() const { return broken_; }
  /// Returns every input's time and every effect's bytes, in order.
  const Bytes& log() const { return log_; }
  Instant now() const { return now_; }
  /// Says of all whose programs have not ended how far these are.
  std::string unended() const;

 private:
  /// How often a person starts the program again whose table did not come about.
  static constexpr int kTriesMax = 40;

  struct Person;
  struct Link;
  struct Calling;
  struct Happening {
    Instant at;
    std::uint64_t order;
    std::function<void()> what;
    friend bool operator<(const Happening& a, const Happening& b) {
      return std::pair(b.at, b.order) < std::pair(a.at, a.order);
    }
  };
  using Pair = std::pair<std::size_t, std::size_t>;

  void at(Instant when, std::function<void()> what);
  /// Schedules something for a person's process, unless that has ended by then.
  void at(Instant when, std::size_t person, std::function<void(Person&)> what);
  Duration draw(std::int64_t least, std::int64_t most);
  void broke(std::size_t person, const std::string& law);
  void note(std::size_t person, const std::string& kind, ByteSpan bytes = {});

  // Processes
  void begin(std::size_t person);
  void gather(Person& person);
  void go_on(Person& person);
  static void note_match(Person& person, const state::Table& table);
  static void end_first(Person& person);
  void come_later(std::size_t person);
  std::size_t host_of(const Person& person) const;
  party::Seeking::Config seeking_of(const Person& person) const;
  void resume(Person& person, const party::SignedTable& table);
  void begin_watching(Person& person);
  party::Member::Config config_of(const Person& person) const;
  void die(std::size_t person, Duration down);

  // An evening
  meet::Offer evening_offer(const Person& person) const;
  meet::Offer break_offer(const Person& person) const;
  void remember_evening(const Person& person, party::Member::Config& config) const;
  void sit_with_chips(Person& person);
  void start_when_all_sit(std::size_t person);
  void check_orders(const Person& person, const proto::Charter& charter);
  bool goes_to_break(Person& person);
  bool is_last_break(const Person& person) const;
  void hear_in_evening(Person& person, const party::Tell& told);
  void end_in_evening(Person& person);
  void end_for_good(Person& person);
  void close_all(std::size_t person);
  void take(std::size_t person, party::Effects effects);
  void take(std::size_t person, party::Watching::Effects effects);
  bool is_cut(Person& person);
  void arm(std::size_t person);

  // Connections
  void call(std::size_t person, const sockets::Address& address, Duration after);
  void attempt(std::size_t person, const sockets::Address& address);
  void fail_call(std::size_t person, const sockets::Address& address, const Error& why);
  bool admits(std::size_t person, std::size_t other) const;
  std::shared_ptr<Link> link_of(std::size_t a, std::size_t b) const;
  void connect(std::size_t caller, std::size_t other, bool relayed);
  void went_up(std::size_t person, std::size_t other, const std::shared_ptr<Link>& link);
  void went_down(std::size_t person, std::size_t other, const std::shared_ptr<Link>& link,
                 const Error& why);
  void send(std::size_t from, std::size_t to, Bytes frame);
  void drop(std::size_t person, std::size_t other, const Error& why);
  void lose(std::size_t a, std::size_t b, const Error& why);
  void lose_some();
  party::Path path(std::size_t person, std::size_t other, const Link& link) const;
  std::size_t person_of(const crypto::PublicKey& key) const;

  // Relays
  void visit(std::size_t person, Instant until);
  void seek(std::size_t person, std::size_t other, Duration after, bool by_link = false);

  void apply(std::size_t person, party::Call& it);
  void apply(std::size_t, party::ExpectFrom&) {}
  void apply(std::size_t person, party::Send& it);
  void apply(std::size_t person, party::SendToSeat& it);
  void apply(std::size_t person, party::SendDecided& it);
  void apply(std::size_t person, party::SendRecord& it);
  void apply(std::size_t, party::Stay&) {}
  void apply(std::size_t person, party::Drop& it);
  void apply(std::size_t person, party::UseCode& it);
  void apply(std::size_t person, party::KnockForHost& it);
  void apply(std::size_t person, party::ShareBox& it);
  void apply(std::size_t person, party::Seek& it);
  void apply(std::size_t person, party::OfferCode& it);
  void apply(std::size_t person, party::WithdrawCode& it);
  void apply(std::size_t person, party::CloseInvitations& it);
  void apply(std::size_t person, party::OpenStore& it);
  void apply(std::size_t person, party::DeleteStore& it);
  void apply(std::size_t person, party::KeepEvening& it);
  void apply(std::size_t person, party::Store& it);
  void apply(std::size_t, party::SyncTranscript&) {}
  void apply(std::size_t person, party::KeepEvidence& it);
  void apply(std::size_t person, party::KeepStatement& it);
  void apply(std::size_t person, party::FlushSoon& it);
  void apply(std::size_t person, party::Run& it);
  void apply(std::size_t person, party::Prepare& it);
  void apply(std::size_t person, party::Tell& it);
  void apply(std::size_t person, party::End& it);
  void apply(std::size_t person, party::Watching::HangUp& it);
  void apply(std::size_t person, party::CreateTranscript& it);
  void apply(std::size_t person, party::Append& it);
  void apply(std::size_t, party::Watching::Waits&) {}
  void apply(std::size_t, party::Watching::Begins&) {}
  void apply(std::size_t, party::Watching::Steps&) {}
  void apply(std::size_t, party::Watching::Lost&) {}
  void apply(std::size_t person, party::Watching::Ended& it);

  void heard(std::size_t person, const node::Notice& notice);
  void think(Person& person);
  Result<std::vector<Bytes>> decided(const Person& person, const node::Resend& resend) const;

  TablesOptions options_;
  SeededRng rng_;
  std::vector<std::unique_ptr<Person>> people_;
  std::map<Pair, std::shared_ptr<Link>> links_;
  std::uint64_t next_link_ = 1;
  std::optional<std::size_t> next_host_;
  std::priority_queue<Happening> queue_;
  std::uint64_t order_ = 0;
  Instant now_{0};
  std::vector<std::string> broken_;
  Bytes log_;
};

}  // namespace fairdeal::sim
