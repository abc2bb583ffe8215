#pragma once

#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <queue>

#include "base/seeded_rng.h"
#include "runtime/node_queries.h"
#include "tests/sim/deliveries.h"
#include "tests/sim/disk.h"
#include "tests/sim/faults.h"
#include "tests/sim/reach.h"

/// All members of a table in one thread, from one seed: the production Node, with a network, clocks
/// and disks made of memory. Nothing sleeps; time jumps to what happens next.
namespace fairdeal::sim {

struct Options {
  std::string game = "tic-tac-toe";
  std::string params = "{}";
  std::size_t seats = 2;
  std::size_t witnesses = 0;
  std::uint64_t seed = 1;
  Faults faults{};
  std::function<void(proto::Charter&)> change_charter{};
  bool stuck = false;  ///< what a member's Node draws from says the same whenever it is asked

  friend std::ostream& operator<<(std::ostream& out, const Options& o) {
    return out << o.game << " " << o.params << " for " << o.seats;
  }
};

class World;

/// Sees everything from outside, and changes nothing.
class Observer {
 public:
  virtual ~Observer() = default;
  /// A frame that `from`'s Node wants sent, before a liar's script or the network touches it.
  virtual void on_send(World&, Seat /*from*/, Seat /*to*/, const Bytes& /*frame*/) {}
  virtual void on_deliver(World&, Seat /*from*/, Seat /*to*/, const Bytes& /*frame*/) {}
  virtual void on_notice(World&, Seat /*seat*/, const runtime::Notice& /*notice*/) {}
  /// `seat`'s Node has taken something in.
  virtual void on_change(World&, Seat /*seat*/) {}
  /// `seat`'s process is started again; node(seat) is still the one that died.
  virtual void on_restart(World&, Seat /*seat*/) {}
  /// Something went wrong that no Node notices.
  virtual void on_reached(World&, Reached /*what*/) {}
  /// `seat` closes its connection to `peer`, which sends what is of no use.
  virtual void on_hang_up(World&, Seat /*seat*/, Seat /*peer*/) {}
  virtual void on_incident(World&, const std::string& /*text*/) {}
};

class World {
 public:
  explicit World(const Options& options, Observer* observer = nullptr);
  ~World();

  /// Runs until every honest node has finished or halted, or nothing is left to happen before
  /// `limit`.
  void run(Instant limit = {10'000'000});
  /// Runs one event. False if there is none.
  bool step();

  runtime::Node& node(Seat seat) { return *members_[seat.value].node; }
  const runtime::Node& node(Seat seat) const { return *members_[seat.value].node; }
  std::size_t size() const { return members_.size(); }
  Instant now() const { return now_; }
  const crypto::SigningKey& key(Seat seat) const { return members_[seat.value].key; }
  std::shared_ptr<const proto::SignedCharter> charter() const { return charter_; }
  /// What a member's own clock shows.
  Instant clock(Seat seat) const;

  /// The transcript that a member wrote.
  Bytes transcript(Seat seat) const;
  const std::vector<runtime::Notice>& notices(Seat seat) const {
    return members_[seat.value].notices;
  }
  const std::vector<Bytes>& frames_sent(Seat seat) const { return members_[seat.value].sent; }
  /// All that a member ever wrote to its disk, which may not be there any more.
  const std::vector<runtime::Put>& stored(Seat seat) const {
    return members_[seat.value].disk.written();
  }
  const Disk& disk(Seat seat) const { return members_[seat.value].disk; }
  std::size_t writes(Seat seat) const { return members_[seat.value].writes; }

  /// A lie: what `seat` would send to `to` is replaced by what this returns (none: nothing).
  using Tamper = std::function<std::vector<Bytes>(Seat to, const Bytes& frame)>;
  void corrupt(Seat seat, Tamper tamper) { members_[seat.value].tamper = std::move(tamper); }
  /// `about`: whom it is about, if the lie is about somebody.
  void lie(Seat seat, Lie lie, Seat about = Seat(0));
  /// None if it does not lie.
  const Liar* liar(Seat seat) const { return members_[seat.value].liar.get(); }
  /// Puts a frame on the wire as if `from` had sent it.
  void inject(Seat from, Seat to, Bytes frame);
  /// Cuts or mends a connection; what was cut twice is mended twice.
  void link(Seat a, Seat b, bool up);
  /// Whether two are connected, or were so long ago at most.
  bool near(Seat a, Seat b, Duration time) const;
  /// What `from` sends to `to` is lost from now on, or again is not.
  void deafen(Seat from, Seat to, bool lost);
  /// A member that hears everything and says nothing more.
  void silence(Seat seat) {
    corrupt(seat, [](Seat, const Bytes&) { return std::vector<Bytes>(); });
  }
  /// A member's clock jumps ahead, as that of a computer that slept.
  void jump(Seat seat, Duration by);
  /// A member whose process stands still; then it gets all that came meanwhile.
  void freeze(Seat seat, Duration time);
  /// A member whose process dies: what it stored stays, what was on its way to the disk does not.
  void kill(Seat seat);
  /// It is started again from its store, unless it runs.
  void revive(Seat seat);
  bool alive(Seat seat) const { return !members_[seat.value].dead; }
  /// Whether nothing is on its way to its disk.
  bool synced(Seat seat) const { return !members_[seat.value].syncing; }
  std::size_t bytes_sent() const { return bytes_sent_; }

  /// Whether it is nobody's fault if `author`, whose store is an older copy, contradicts what it
  /// said in this body.
  bool excused(Seat author, const Bytes& body) const { return deliveries_.excused(author, body); }
  bool has_older_copy(Seat seat) const { return deliveries_.has_older_copy(seat); }

  using Crash = sim::Crash;
  /// The process dies at its n-th write (from 1) of all its lives, and is started again later, if
  /// at all.
  void crash_at_write(Seat seat, std::size_t n, Crash when, std::optional<Duration> down);

  /// The last moment at which something went wrong, as far as it is known yet.
  Instant last_trouble() const { return last_trouble_; }
  bool troubled() const { return waiting_ != 0 || now_ <= last_trouble_; }

 private:
  struct Member {
    explicit Member(crypto::SigningKey k) : key(std::move(k)) {}
    crypto::SigningKey key;
    std::unique_ptr<SeededRng> rng;  ///< what it does is chosen by this
    std::unique_ptr<Rng> stuck{};
    Rng& source() { return stuck ? *stuck : *rng; }
    std::optional<runtime::Node> node;
    std::vector<runtime::Notice> notices;
    Disk disk;
    std::vector<Bytes> sent;
    Tamper tamper;
    std::unique_ptr<Liar> liar;
    bool dead = false;
    int life = 1;            ///< what was meant for an earlier one comes to nothing
    Instant busy_until{0};   ///< it takes nothing in before
    std::int64_t skew = 0;   ///< ms
    std::int64_t drift = 0;  ///< thousandths
    std::int64_t slow = 1;   ///< times as long as the others
    bool syncing = false;
    std::size_t writes = 0;
    std::size_t crash_at = 0;  ///< 0: never
    Crash crash = Crash::before_sync;
    std::optional<Duration> down{};
    Found found = Found::all;  ///< when it is started again
    std::size_t missing = 0;   ///< writes, in an older copy
  };
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
  /// The same, for what a member takes in: later, if it is busy; not at all in another life.
  void at(Instant when, Seat seat, std::function<void()> what);
  void perform(Seat seat, runtime::Effects effects);
  void die_writing(Seat seat, runtime::Effects effects);
  void stop(Seat seat, const Error& error);
  Duration work_on(Seat seat, runtime::Work work, Duration begins_in);
  void change_disk(Seat seat);
  bool keep(Seat seat, std::vector<runtime::Put> puts);
  void finish(Seat seat, runtime::Effects effects);
  void resend(Seat seat, const runtime::Resend& resend);
  void send(Seat seat, Seat to, const Bytes& frame);
  void deliver(Seat from, Seat to, const Bytes& frame);
  void connection(Seat a, Seat b, bool up);
  void hang_up(Seat seat, Seat peer);
  bool reaches(Seat a, Seat b) const;
  void think(Seat seat);
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
  Observer* observer_;
  Deliveries deliveries_;
  std::shared_ptr<const proto::SignedCharter> charter_;
  std::vector<Member> members_;
  std::map<std::pair<Seat, Seat>, int> cut_;
  std::map<std::pair<Seat, Seat>, Instant> linked_;  ///< who ever were connected, and until when
  std::map<std::pair<Seat, Seat>, int> deaf_;
  std::priority_queue<Happening> queue_;
  std::uint64_t order_ = 0;
  Instant now_{0};
  std::size_t bytes_sent_ = 0;
  std::vector<Faults::Incident> ahead_;  ///< not begun yet
  std::size_t waiting_ = 0;              ///< begun, and not over though they will be
  Instant last_trouble_{0};
};

}  // namespace fairdeal::sim
