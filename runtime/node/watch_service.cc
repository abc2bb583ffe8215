#include "runtime/node/watch_service.h"

#include <algorithm>

#include "base/check.h"
#include "crypto/keyed_hash.h"
#include "proto/limits.h"

namespace fairdeal::node {

std::optional<proto::Refuse> WatchService::admit(const proto::PublicKey& peer,
                                                 const proto::Watch& watch,
                                                 const meet::LinkId& link,
                                                 const state::Table& table, Instant now) {
  using proto::Refusal;
  if (token_ &&
      !crypto::same_in_constant_time(watch.proof, meet::link_proof(*token_, link, me_, peer)))
    return proto::Refuse{Refusal::not_invited, "only who was invited may watch here"};
  if (has(peer)) return proto::Refuse{Refusal::not_welcome, "you watch already"};
  if (watch.table && *watch.table != table.id())
    return proto::Refuse{Refusal::not_welcome, "another table is played here"};
  if (watch.from > table.step())
    return proto::Refuse{Refusal::not_welcome, "this table has not come so far"};
  if (watchers_.size() >= proto::kWatchersMax)
    return proto::Refuse{Refusal::full, "as many as can watch here"};
  watchers_.push_back({peer, watch.from, Bucket(kBytesPerSecond, kBytesPerSecond, now), now});
  return {};
}

void WatchService::remove(const proto::PublicKey& peer) {
  std::erase_if(watchers_, [&](const Watcher& w) { return w.key == peer; });
}

std::vector<proto::PublicKey> WatchService::all() const {
  std::vector<proto::PublicKey> keys;
  for (const Watcher& watcher : watchers_) keys.push_back(watcher.key);
  return keys;
}

std::optional<Step> WatchService::due(const proto::PublicKey& peer, Step until, bool over,
                                      Instant now) const {
  const Watcher* watcher = find(peer);
  CHECK(watcher != nullptr);
  if (watcher->next >= until || (!over && now < watcher->sends_at)) return {};
  return watcher->next;
}

void WatchService::sent(const proto::PublicKey& peer, std::size_t bytes, Instant now) {
  Watcher& watcher = at(peer);
  watcher.next = watcher.next.next();
  watcher.sends_at = watcher.rate.take(static_cast<std::int64_t>(bytes), now);
  watcher.unread_since.reset();
}

bool WatchService::is_stuck(const proto::PublicKey& peer, Instant now) {
  Watcher& watcher = at(peer);
  if (!watcher.unread_since) watcher.unread_since = now;
  return now >= *watcher.unread_since + kUnreadMax;
}

bool WatchService::owes(Step until) const {
  return std::ranges::any_of(watchers_, [&](const Watcher& w) { return w.next < until; });
}

const WatchService::Watcher* WatchService::find(const proto::PublicKey& peer) const {
  const auto watcher = std::ranges::find(watchers_, peer, &Watcher::key);
  return watcher == watchers_.end() ? nullptr : &*watcher;
}

WatchService::Watcher& WatchService::at(const proto::PublicKey& peer) {
  const auto watcher = std::ranges::find(watchers_, peer, &Watcher::key);
  CHECK(watcher != watchers_.end());
  return *watcher;
}

}  // namespace fairdeal::node
