#pragma once

#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <queue>

#include "base/seeded_rng.h"
#include "rules/players/trail.h"
#include "runtime/node/node_queries.h"
#include "tests/sim/deliveries.h"
#include "tests/sim/disk.h"
#include "tests/sim/faults.h"
#include "tests/sim/memory.h"
#include "tests/sim/reach.h"

/// All members of a table in one thread, from one seed. It runs the production Node with a network,
/// clocks and disks in memory. Nothing sleeps: time jumps to what happens next.
namespace fairdeal::sim {

/// A table that its members have set up: the charter, and the keys that have signed it, by seat.
struct SetUpTable {
  proto::SignedCharter charter;
  std::vector<crypto::SigningKey> keys;
};

/// The table to simulate, its seed, and what goes wrong.
struct Options {
  std::string game = "tic-tac-toe";
  std::string params = "{}";
  std::size_t seats = 2;
  std::size_t witnesses = 0;
  std::uint64_t seed = 1;
  Faults faults{};
  std::function<void(proto::Charter&)> change_charter{};
  std::optional<proto::WatchDelay> watch{};  ///< none: nobody may watch
  /// The table, if it is set up; then the game, its parameters and the number of seats are its own.
  std::shared_ptr<const SetUpTable> table{};
  bool stuck = false;  ///< each Node draws from a generator that always returns the same bytes
  /// The player that chooses the moves of all seats, as `--bots` names it; "": any legal moves.
  std::string player{};
  std::uint64_t simulations = 0;  ///< of the player, in place of its own

  friend std::ostream& operator<<(std::ostream& out, const Options& o) {
    return out << o.game << " " << o.params << " for " << o.seats;
  }
};

class World;

/// Sees everything from outside, and changes nothing.
class Observer {
 public:
  virtual ~Observer() = default;
  /// Sees a frame that `from`'s Node wants sent, before a liar's script or the network changes it.
  virtual void on_send(World&, Seat /*from*/, Seat /*to*/, const Bytes& /*frame*/) {}
  virtual void on_deliver(World&, Seat /*from*/, Seat /*to*/, const Bytes& /*frame*/) {}
  virtual void on_notice(World&, Seat /*seat*/, const node::Notice& /*notice*/) {}
  /// Is called when `seat`'s Node has taken something in, and its Effects were performed.
  virtual void on_change(World&, Seat /*seat*/) {}
  /// Is called when `seat`'s process is restarted; node(seat) is still the one that died.
  virtual void on_restart(World&, Seat /*seat*/) {}
  /// Is called when something was reached that no Node notices.
  virtual void on_reached(World&, Reached /*what*/) {}
  /// Is called when `seat` ends its connection to `peer`, which sent what is of no use.
  virtual void on_hang_up(World&, Seat /*seat*/, Seat /*peer*/) {}
  virtual void on_incident(World&, const std::string& /*text*/) {}
};

/// A simulated match.
class World {
 public:
  explicit World(const Options& options, Observer* observer = nullptr);
  ~World();

  /// Runs until every living node has finished or halted and no incident is under way, or nothing
  /// is left to happen before `limit`.
  void run(Instant limit = {10'000'000});
  /// Runs one event. Returns false if there is none.
  bool step();

  node::Node& node(Seat seat) { return *members_[seat.value].node; }
  const node::Node& node(Seat seat) const { return *members_[seat.value].node; }
  std::size_t size() const { return members_.size(); }
  Instant now() const { return now_; }
  const crypto::SigningKey& key(Seat seat) const { return members_[seat.value].key; }
  std::shared_ptr<const proto::SignedCharter> charter() const { return charter_; }
  /// Returns the time by a member's own clock.
  Instant clock(Seat seat) const;

  /// Returns the transcript that a member's disk has.
  Bytes transcript(Seat seat) const;
  const std::vector<node::Notice>& notices(Seat seat) const { return members_[seat.value].notices; }
  const std::vector<Bytes>& frames_sent(Seat seat) const { return members_[seat.value].sent; }
  /// Returns all that a member ever wrote to its disk, even what is not there any more.
  const std::vector<state::Put>& stored(Seat seat) const {
    return members_[seat.value].disk.written();
  }
  const Disk& disk(Seat seat) const { return members_[seat.value].disk; }
  std::size_t writes(Seat seat) const { return members_[seat.value].writes; }

  /// Returns the frames that `to` is sent instead of `frame`; it may be none.
  using Tamper = std::function<std::vector<Bytes>(Seat to, const Bytes& frame)>;
  /// Replaces what `seat` sends by what `tamper` returns.
  void corrupt(Seat seat, Tamper tamper) { members_[seat.value].tamper = std::move(tamper); }
  /// Makes `seat` a liar. `about` is the member that the lie is about, if it is about somebody.
  void lie(Seat seat, Lie lie, Seat about = Seat(0));
  /// Returns the liar at this seat; null if it does not lie.
  const Faults& faults() const { return faults_; }
  const Liar* liar(Seat seat) const { return members_[seat.value].liar.get(); }
  /// Puts a frame on the wire as if `from` had sent it.
  void inject(Seat from, Seat to, Bytes frame);
  /// The same after a time.
  void inject_after(Duration time, Seat from, Seat to, Bytes frame);
  /// Cuts or mends a connection. One that was cut twice must be mended twice.
  void link(Seat a, Seat b, bool up);
  /// Returns whether two members are connected, as far as one of them knows.
  bool connected(Seat a, Seat b) const;
  /// Returns whether two members are connected, or were until at most this time ago.
  bool near(Seat a, Seat b, Duration time) const;
  /// Loses all that `from` sends to `to` from now on, or stops doing so.
  void deafen(Seat from, Seat to, bool lost);
  /// Makes a member silent: it hears everything and sends nothing more.
  void silence(Seat seat) {
    corrupt(seat, [](Seat, const Bytes&) { return std::vector<Bytes>(); });
  }
  /// Makes a member's clock jump ahead, like that of a computer that slept.
  void jump(Seat seat, Duration by);
  /// Stops a member's process for a time. Then it gets all that came meanwhile.
  void freeze(Seat seat, Duration time);
  /// Kills a member's process. What it stored stays; what was on its way to the disk is lost.
  void kill(Seat seat);
  /// Restarts a member's process from its store, unless it runs.
  void revive(Seat seat);
  bool alive(Seat seat) const { return !members_[seat.value].dead; }
  /// Returns whether nothing is on its way to the member's disk.
  bool synced(Seat seat) const { return !members_[seat.value].syncing; }
  std::size_t bytes_sent() const { return bytes_sent_; }

  /// Returns whether it is nobody's fault if `author`, whose store is an older copy, contradicts
  /// its statement with this body.
  bool excused(Seat author, const Bytes& body) const { return deliveries_.excused(author, body); }
  bool has_older_copy(Seat seat) const { return deliveries_.has_older_copy(seat); }

  using Crash = sim::Crash;
  /// Kills a member's process at its n-th write, counted from 1 through all restarts. It is
  /// restarted after `down`; none: never.
  void crash_at_write(Seat seat, std::size_t n, Crash when, std::optional<Duration> down);

  /// Returns the last moment at which something goes wrong, as far as that is known yet.
  Instant last_trouble() const { return last_trouble_; }
  bool troubled() const { return waiting_ != 0 || now_ <= last_trouble_; }

 private:
  /// One member, with its process, its clock and its disk.
  struct Member {
    explicit Member(crypto::SigningKey k) : key(std::move(k)) {}
    crypto::SigningKey key;
    std::unique_ptr<SeededRng> rng;  ///< chooses its moves, and is what its Node draws from
    std::unique_ptr<Rng> stuck{};
    Rng& source() { return stuck ? *stuck : *rng; }
    std::optional<node::Node> node;
    std::vector<node::Notice> notices;
    std::optional<rules::Trail> trail{};  ///< for a player; none once the member was restarted
    Disk disk;
    std::vector<Bytes> sent;
    Tamper tamper;
    std::unique_ptr<Liar> liar;
    bool dead = false;
    int life = 1;            ///< counts its restarts; events of an earlier life are dropped
    Instant busy_until{0};   ///< it takes nothing in before this
    std::int64_t skew = 0;   ///< in ms
    std::int64_t drift = 0;  ///< in thousandths
    std::int64_t slow = 1;   ///< its work takes this many times as long as the others'
    bool syncing = false;
    std::size_t writes = 0;
    std::size_t crash_at = 0;  ///< the write at which it dies; 0: none
    Crash crash = Crash::before_sync;
    std::optional<Duration> down{};
    Found found = Found::all;  ///< what it finds when it is restarted
    std::size_t missing = 0;   ///< how many writes an older copy lacks
  };
  /// An event that is to come.
  struct Happening {
    Instant at;
    std::uint64_t order;
    std::function<void()> what;
    friend bool operator<(const Happening& a, const Happening& b) {
      return std::pair(b.at, b.order) < std::pair(a.at, a.order);
    }
  };

  void at(Instant when, std::function<void()> what) {
    queue_.push({when, order_++, std::move(what)});
  }
  /// Schedules something that a member takes in: it comes later if the member is busy then, and not
  /// at all if it was killed meanwhile.
  void at(Instant when, Seat seat, std::function<void()> what);
  void perform(Seat seat, node::Effects effects);
  void die_writing(Seat seat, node::Effects effects);
  void stop(Seat seat, const Error& error);
  Duration work_on(Seat seat, node::Work work, Duration begins_in);
  void change_disk(Seat seat);
  bool keep(Seat seat, std::vector<state::Put> puts);
  void finish(Seat seat, node::Effects effects);
  void resend(Seat seat, const node::Resend& resend);
  void send(Seat seat, Seat to, const Bytes& frame);
  void deliver(Seat from, Seat to, const Bytes& frame);
  void connection(Seat a, Seat b, bool up);
  void hang_up(Seat seat, Seat peer);
  bool reaches(Seat a, Seat b) const;
  Instant moves_at(Seat seat);
  void think(Seat seat);
  rules::Action any_move(Seat seat);
  rules::Action move_of_player(Seat seat);
  void move_carefully(Seat seat);
  /// Returns the first moment at which a member's clock shows this time.
  Instant when_shows(Seat seat, Instant time) const;
  void arm(Seat seat);
  void begin_incidents(Step reached, Round round);
  void begin(const Faults::Incident& incident);
  void begin_crash(const Faults::Incident& incident);
  void end(const Faults::Incident& incident);
  void say_presence(Seat seat, proto::Presence::What what);
  void trouble(Instant until) { last_trouble_ = std::max(last_trouble_, until); }
  bool chance(double probability);
  Duration up_to(Duration most);
  void tell(const std::string& text);
  void reached(Reached what);

  SeededRng rng_;
  Faults faults_;
  std::string player_;
  std::uint64_t simulations_;
  std::optional<proto::WatchDelay> watch_;
  Observer* observer_;
  Deliveries deliveries_;
  std::shared_ptr<const proto::SignedCharter> charter_;
  std::vector<Member> members_;
  std::map<std::pair<Seat, Seat>, int> cut_;
  std::map<std::pair<Seat, Seat>, Instant> linked_;  ///< until when each two were connected
  std::map<std::pair<Seat, Seat>, int> deaf_;
  std::priority_queue<Happening> queue_;
  std::uint64_t order_ = 0;
  Instant now_{0};
  std::size_t bytes_sent_ = 0;
  std::vector<Faults::Incident> ahead_;  ///< the incidents that are not due yet
  std::size_t waiting_ = 0;              ///< how many beginnings and ends of incidents are to come
  Instant last_trouble_{0};
};

}  // namespace fairdeal::sim
