#pragma once

#include <optional>
#include <vector>

#include "base/bucket.h"
#include "runtime/meet/admission.h"
#include "runtime/state/table.h"

namespace fairdeal::node {

/// Those who watch a table at one member: whom it lets in, and what it sends each of them next. It
/// does no I/O. A watcher says one thing, its Watch, and then only listens: the signed charter, and
/// then the decided steps in their order, as far as WatchRelease allows.
///
/// Watchers take nothing from those who play. They are few, have places of their own, get so many
/// bytes a second, and get nothing while much waits to be sent to a member or to themselves.
class WatchService {
 public:
  static constexpr std::int64_t kBytesPerSecond = std::int64_t{64} * 1024;
  /// How long a watcher may leave what it is sent unread before it loses its place.
  static constexpr Duration kUnreadMax{30'000};

  /// Serves every caller or, if there is a token, only those that prove to know it.
  WatchService(const proto::PublicKey& me, std::optional<meet::Token> token)
      : me_(me), token_(token) {}

  /// Lets a peer that sent a Watch by the connection `link` watch `table`, or returns what to tell
  /// it before its connection ends.
  std::optional<proto::Refuse> admit(const proto::PublicKey& peer, const proto::Watch& watch,
                                     const meet::LinkId& link, const state::Table& table,
                                     Instant now);
  void remove(const proto::PublicKey& peer);
  bool has(const proto::PublicKey& peer) const { return find(peer) != nullptr; }
  std::vector<proto::PublicKey> all() const;

  /// Returns the next step to send to this watcher, which is before `until`; none if it has them
  /// all, or has had its share of this second. After the end of the match, which nobody disturbs
  /// any more, there are no shares. Requires: has().
  std::optional<Step> due(const proto::PublicKey& peer, Step until, bool over, Instant now) const;
  /// Notes that the step due() was sent, in so many bytes. Requires: has().
  void sent(const proto::PublicKey& peer, std::size_t bytes, Instant now);
  /// Notes that nothing could be sent because too much waits for this watcher. Returns whether it
  /// loses its place for that. Requires: has().
  bool is_stuck(const proto::PublicKey& peer, Instant now);
  /// Returns whether somebody lacks a step before `until`.
  bool owes(Step until) const;

 private:
  struct Watcher {
    proto::PublicKey key;
    Step next;
    Bucket rate;
    Instant sends_at;
    std::optional<Instant> unread_since{};
  };
  const Watcher* find(const proto::PublicKey& peer) const;
  Watcher& at(const proto::PublicKey& peer);

  proto::PublicKey me_;
  std::optional<meet::Token> token_;
  std::vector<Watcher> watchers_;
};

}  // namespace fairdeal::node
