#include "relay/sources.h"

#include <algorithm>
#include <vector>

#include "base/check.h"

namespace fairdeal::relay {
namespace {

constexpr Duration kDay{std::int64_t{24} * 3600 * 1000};
/// The tokens that one visit or handshake takes from a bucket that gets as many tokens each second
/// as there may be of them in a minute.
constexpr std::int64_t kVisitTokens = 60;

}  // namespace

Sources::Use& Sources::use(const CountedNetwork& network, Instant now) {
  const auto found = networks_.find(network);
  if (found != networks_.end()) return found->second;
  const Bucket visits(bounds_.visits_per_minute.of(network.width),
                      bounds_.visits_burst.of(network.width) * kVisitTokens, now);
  const Bucket misses(bounds_.misses_per_minute, bounds_.misses_per_minute * kVisitTokens, now);
  const Bucket handshakes(bounds_.handshakes_per_minute.of(network.width),
                          bounds_.handshakes_burst.of(network.width) * kVisitTokens, now);
  const Use unused{.visits = visits,
                   .misses = misses,
                   .handshakes = handshakes,
                   .held = {},
                   .has_drawn = false,
                   .day_began = now};
  return networks_.emplace(network, unused).first->second;
}

/// Returns how much a network of this width may hold without work.
std::size_t Sources::share(Holding what, Width width) const {
  switch (what) {
    case Holding::nameplate:
      return bounds_.nameplates_of.of(width);
    case Holding::box:
      return bounds_.boxes_of.of(width);
    case Holding::pipe:
      return bounds_.pipes_of.of(width);
    case Holding::connection:
    case Holding::told:
      break;
  }
  return bounds_.connections_of.of(width);
}

/// Returns how much it may hold in all. Numbers, boxes and pipes beyond its share cost
/// work: Connection asks for that.
std::size_t Sources::most(Holding what, Width width) const {
  const bool for_work = what == Holding::nameplate || what == Holding::box || what == Holding::pipe;
  return share(what, width) * (for_work ? bounds_.shares_with_work : 1);
}

std::size_t Sources::held(Holding what, const CountedNetwork& network) const {
  const auto used = networks_.find(network);
  if (used == networks_.end()) return 0;
  const auto held = used->second.held.find(what);
  return held == used->second.held.end() ? 0 : held->second;
}

std::optional<CountedNetwork> Sources::full(Holding what, const SourceId& source) const {
  for (const CountedNetwork& network : networks_of(source))
    if (held(what, network) >= most(what, network.width)) return network;
  return {};
}

std::optional<CountedNetwork> Sources::beyond_share(Holding what, const SourceId& source) const {
  for (const CountedNetwork& network : networks_of(source))
    if (held(what, network) >= share(what, network.width)) return network;
  return {};
}

Sources::Share Sources::fullest(Holding what, const SourceId& source) const {
  Share fullest{.held = 0, .most = 1};
  for (const CountedNetwork& network : networks_of(source)) {
    const Share share{.held = held(what, network), .most = most(what, network.width)};
    if (share.held * fullest.most >= fullest.held * share.most) fullest = share;
  }
  return fullest;
}

bool Sources::has(Holding what, const SourceId& source) const {
  return held(what, network_of(source, Width::source)) > 0;
}

std::optional<Counted> Sources::take(Holding what, const SourceId& source, Instant now) {
  if (full(what, source)) return {};
  for (const CountedNetwork& network : networks_of(source)) ++use(network, now).held[what];
  return Counted([this, what, source] { give_back(what, source); });
}

void Sources::give_back(Holding what, const SourceId& source) {
  for (const CountedNetwork& network : networks_of(source)) {
    const auto found = networks_.find(network);
    CHECK(found != networks_.end() && found->second.held[what] > 0);
    Use& used = found->second;
    --used.held[what];
    if (!holds(used) && !used.has_drawn && used.bytes_today == 0) networks_.erase(found);
  }
}

bool Sources::holds(const Use& used) {
  return std::ranges::any_of(used.held, [](const auto& each) { return each.second > 0; });
}

bool Sources::take_from(Bucket Use::*bucket, const SourceId& source, Instant now) {
  std::vector<Bucket*> taken;
  for (const CountedNetwork& network : networks_of(source)) {
    Use& used = use(network, now);
    used.has_drawn = true;
    taken.push_back(&(used.*bucket));
    if (taken.back()->take(kVisitTokens, now) <= now) continue;
    for (Bucket* each : taken) (void)each->take(-kVisitTokens, now);  // a refusal costs nothing
    return false;
  }
  return true;
}

bool Sources::take_visit(const SourceId& source, Instant now) {
  return take_from(&Use::visits, source, now);
}

bool Sources::take_miss(const SourceId& source, Instant now) {
  return take_from(&Use::misses, source, now);
}

bool Sources::may_miss(const SourceId& source, Instant now) {
  if (!take_miss(source, now)) return false;
  for (const CountedNetwork& network : networks_of(source))
    (void)use(network, now).misses.take(-kVisitTokens, now);
  return true;
}

std::optional<std::uint64_t> Sources::take_handshake(const SourceId& source, Instant now) {
  if (!take_from(&Use::handshakes, source, now)) return {};
  Use& widest = use(network_of(source, Width::network), now);
  return static_cast<std::uint64_t>(widest.handshakes.missing(now) / kVisitTokens);
}

bool Sources::count_bytes(const SourceId& source, std::int64_t bytes, Instant now) {
  bool within = true;
  for (const CountedNetwork& network : networks_of(source)) {
    Use& used = use(network, now);
    if (now - used.day_began >= kDay) {
      used.day_began = now;
      used.bytes_today = 0;
    }
    used.bytes_today += bytes;
    within = within && used.bytes_today <= bounds_.bytes_per_day.of(network.width);
  }
  return within;
}

void Sources::forget_idle(Instant now) {
  std::erase_if(networks_, [&](const auto& each) {
    Use used = each.second;  // the buckets of a copy are asked, so that this one stays as it is
    const bool sent_much = used.bytes_today >= kForgottenBytes && now - used.day_began < kDay;
    // With full buckets a network may do as much as a new one.
    return !holds(used) && !sent_much && used.visits.missing(now) == 0 &&
           used.misses.missing(now) == 0 && used.handshakes.missing(now) == 0;
  });
}

}  // namespace fairdeal::relay
