#pragma once

#include <functional>
#include <map>
#include <memory>
#include <queue>

#include "base/seeded_rng.h"
#include "runtime/node.h"

/// All members of a table in one thread, from one seed: the production Node, with a network, a
/// clock and disks made of memory. Nothing sleeps; time jumps to what happens next.
namespace fairdeal::sim {

/// What goes wrong between two members, for each frame on its own.
struct Faults {
  double loss = 0;        ///< probability that a frame is lost
  double duplicate = 0;   ///< probability that it comes twice
  Duration delay_min{1};  ///< of a frame
  Duration delay_max{1};  ///< frames with unequal delays overtake each other
};

struct Options {
  std::string game = "tic-tac-toe";
  std::string params = "{}";
  std::size_t seats = 2;
  std::size_t witnesses = 0;
  std::uint64_t seed = 1;
  Faults faults{};
  std::function<void(proto::Charter&)> change_charter{};
};

class World {
 public:
  explicit World(const Options& options);

  /// Runs until every honest node has finished or halted, or nothing is left to happen before
  /// `limit`.
  void run(Instant limit = {10'000'000});
  /// Runs one event. False if there is none.
  bool step();

  runtime::Node& node(Seat seat) { return *members_[seat.value].node; }
  std::size_t size() const { return members_.size(); }
  Instant now() const { return now_; }
  const crypto::SigningKey& key(Seat seat) const { return members_[seat.value].key; }
  std::shared_ptr<const proto::SealedCharter> charter() const { return charter_; }

  /// The transcript that a member wrote.
  Bytes transcript(Seat seat) const;
  const std::vector<runtime::Notice>& notices(Seat seat) const {
    return members_[seat.value].notices;
  }
  const std::vector<Bytes>& frames_sent(Seat seat) const { return members_[seat.value].sent; }
  const std::vector<runtime::Put>& stored(Seat seat) const { return members_[seat.value].stored; }

  /// A lie: what `seat` would send to `to` is replaced by what this returns (none: nothing).
  using Tamper = std::function<std::vector<Bytes>(Seat to, const Bytes& frame)>;
  void corrupt(Seat seat, Tamper tamper) { members_[seat.value].tamper = std::move(tamper); }
  /// Puts a frame on the wire as if `from` had sent it.
  void inject(Seat from, Seat to, Bytes frame);
  /// Cuts or mends a connection.
  void link(Seat a, Seat b, bool up);
  /// A member that hears everything and says nothing more.
  void silence(Seat seat) {
    corrupt(seat, [](Seat, const Bytes&) { return std::vector<Bytes>(); });
  }
  /// A member whose process dies: what it stored stays.
  void kill(Seat seat);
  /// It is started again from its store.
  void revive(Seat seat);
  bool alive(Seat seat) const { return !members_[seat.value].dead; }
  std::size_t bytes_sent() const { return bytes_sent_; }

 private:
  struct Member {
    crypto::SigningKey key;
    std::unique_ptr<SeededRng> rng;
    std::optional<runtime::Node> node;
    std::vector<runtime::Notice> notices;
    std::vector<runtime::Put> stored;
    std::vector<Bytes> sent;
    Tamper tamper;
    bool dead = false;
    int life = 1;  ///< what was meant for an earlier one comes to nothing
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
  void perform(Seat seat, runtime::Effects effects);
  void deliver(Seat from, Seat to, const Bytes& frame);
  void think(Seat seat);
  void arm(Seat seat);
  bool chance(double probability);

  SeededRng rng_;
  Faults faults_;
  std::shared_ptr<const proto::SealedCharter> charter_;
  std::vector<Member> members_;
  std::map<std::pair<Seat, Seat>, bool> cut_;
  std::priority_queue<Happening> queue_;
  std::uint64_t order_ = 0;
  Instant now_{0};
  std::size_t bytes_sent_ = 0;
};

}  // namespace fairdeal::sim
