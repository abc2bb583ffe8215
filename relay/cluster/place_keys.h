#pragma once

#include <functional>
#include <map>
#include <set>

#include "proto/reach.h"
#include "relay/cluster/bus.h"
#include "relay/counters.h"

namespace fairdeal::relay::cluster {

/// The value of a key: who has the place, and what shows that one who comes later is its holder.
struct KeyValue {
  ProcessId process{};
  ByteArray<16> proof{};

  Bytes encode() const;
  static std::optional<KeyValue> decode(ByteSpan bytes);
};

/// The keys by which the processes of a relay agree who of them has which place. A core without
/// I/O: answers of the bus and the time go in, requests go out to it.
///
///   key    n.NUMBER or b.HEX      value   process ‖ proof
///
///   claiming → held ⇄ renewing → gone (released, taken over, or not renewed in time)
///
/// A place that nobody has is claimed by creating its key, and given back by removing it: so of two
/// who claim at the same time one succeeds. A key is updated only in place of a value of our own,
/// or of one with the proof that the claimer shows, which is the same holder's. A value of our own
/// that we find there, because the answer to an earlier request was lost, is updated once more:
/// then a delayed removal of the older revision does nothing. The store forgets a key after
/// kKeyLifetime, and a process that could not renew it gives its place up before that.
class PlaceKeys {
 public:
  enum class Claim { held, taken, unavailable };
  enum class Loss {
    taken_over,  ///< its holder came back through another process
    lost,        ///< somebody else has the place, or may have it
  };
  /// Called from on_answer() and on_time() only.
  struct Handlers {
    /// Returns whether the place is still wanted; if not, its key is released when it is due.
    std::function<bool(const proto::RelayPlace&, Instant now)> wanted;
    std::function<void(const proto::RelayPlace&, Loss, Instant now)> on_lost;
  };
  using OnClaim = std::function<void(Claim, Instant now)>;
  /// Hears who has a place: nobody, or an error if the store cannot be reached.
  using OnFound = std::function<void(const Result<std::optional<KeyValue>>&, Instant now)>;

  PlaceKeys(const ProcessId& self, Bus& bus, Counters& counters, Handlers handlers)
      : self_(self), bus_(bus), counters_(counters), handlers_(std::move(handlers)) {}

  /// Claims a place for a holder who shows `shown`; who comes back later shows `proof`. Requires:
  /// !is_busy(place).
  void claim(const proto::RelayPlace& place, const ByteArray<16>& shown, const ByteArray<16>& proof,
             Instant now, OnClaim on_claim);
  /// Gives a place back, as soon as no request is under way.
  void release(const proto::RelayPlace& place);
  /// Returns whether a request about the place is under way.
  bool is_busy(const proto::RelayPlace& place) const;
  /// Returns whether we hold the place with this proof.
  bool holds(const proto::RelayPlace& place, const ByteArray<16>& proof) const;
  void find(const proto::RelayPlace& place, Instant now, OnFound on_found);

  void on_answer(const KeyAnswer& answer, Instant now);
  /// Renews everything: the store may have lost its memory.
  void on_back(Instant now);
  Instant deadline() const { return due_.empty() ? never() : due_.begin()->first; }
  void on_time(Instant now);

 private:
  enum class Doing { nothing, creating, updating, reading };
  /// A place that we hold or claim, or one that we look up.
  struct Task {
    proto::RelayPlace place;
    ByteArray<16> shown{};
    ByteArray<16> proof{};
    std::uint64_t revision = 0;  ///< of the value to be replaced; 0: none is known
    Doing doing = Doing::nothing;
    bool waits = false;  ///< for an answer
    Instant since{};     ///< when this claim, renewal or search began
    Instant sent{};      ///< when the last request was sent
    Instant leased_until = never();
    Instant due = never();  ///< when to do something, if no answer comes before
    std::size_t refusals = 0;
    bool unwanted = false;
    OnClaim on_claim{};  ///< is set while claiming
    OnFound on_found{};  ///< is set if this only looks up
  };
  using TaskId = Id<struct TaskTag, std::uint64_t>;

  TaskId add(Task task);
  Task remove(TaskId id);
  void set_due(TaskId id, Instant due);
  /// Begins to claim or to renew.
  void begin(TaskId id, Instant now);
  void send(TaskId id, Doing doing, Instant now);
  void on_read(TaskId id, const KeyAnswer& answer, Instant now);
  void on_unavailable(TaskId id, Instant now);
  void held(TaskId id, std::uint64_t revision, Instant now);
  void not_held(TaskId id, Claim outcome, Loss loss, Instant now);
  void free(TaskId id);
  KeyRequestId next_request();

  ProcessId self_;
  Bus& bus_;
  Counters& counters_;
  Handlers handlers_;
  std::map<TaskId, Task> tasks_;
  std::map<proto::RelayPlace, TaskId> places_;  ///< those that we hold or claim
  std::map<KeyRequestId, TaskId> requests_;
  std::set<std::pair<Instant, TaskId>> due_;
  TaskId last_task_{};
  KeyRequestId last_request_{};
};

}  // namespace fairdeal::relay::cluster
