#include "relay/sources.h"

#include <algorithm>

#include "base/check.h"

namespace fairdeal::relay {
namespace {

constexpr Duration kDay{24 * 3600 * std::int64_t{1000}};
/// The tokens that one visit takes from a bucket that gets visits_per_minute tokens each second.
constexpr std::int64_t kVisitTokens = 60;

}  // namespace

Sources::Use& Sources::use(const SourceId& source, Instant now) {
  const Bucket visits(bounds_.visits_per_minute, bounds_.visits_burst * kVisitTokens, now);
  return sources_.try_emplace(source, Use{.visits = visits, .last_visit = now, .day_began = now})
      .first->second;
}

std::pair<Sources::Entry, Counted> Sources::enter(const SourceId& source, Instant now) {
  const auto found = sources_.find(source);
  const std::size_t has = found == sources_.end() ? 0 : found->second.connections;
  const bool nearly_full = connections_ >= bounds_.connections - bounds_.connections / 10;
  if (connections_ >= bounds_.connections || (nearly_full && has > 0) ||
      has >= 2 * bounds_.connections_per_source)
    return {Entry::closed, Counted()};
  ++connections_;
  ++use(source, now).connections;
  return {has < bounds_.connections_per_source ? Entry::admitted : Entry::over_limit,
          Counted([this, source] { leave(source); })};
}

void Sources::leave(const SourceId& source) {
  const auto found = sources_.find(source);
  CHECK(found != sources_.end() && found->second.connections > 0);
  --found->second.connections;
  --connections_;
}

std::size_t Sources::max_of(Holding what) const {
  switch (what) {
    case Holding::nameplate:
      return bounds_.nameplates_per_source;
    case Holding::box:
      return bounds_.boxes_per_source;
    case Holding::pipe:
      break;
  }
  return bounds_.pipes_per_source;
}

std::optional<Counted> Sources::take(Holding what, const SourceId& source, Instant now) {
  std::size_t& held = use(source, now).held[what];
  if (held >= max_of(what)) return {};
  ++held;
  return Counted([this, what, source] { give_back(what, source); });
}

void Sources::give_back(Holding what, const SourceId& source) {
  const auto found = sources_.find(source);
  CHECK(found != sources_.end() && found->second.held[what] > 0);
  --found->second.held[what];
}

bool Sources::take_visit(const SourceId& source, Instant now) {
  Use& used = use(source, now);
  used.last_visit = now;
  if (used.visits.take(kVisitTokens, now) <= now) return true;
  (void)used.visits.take(-kVisitTokens, now);  // a visit that is refused costs nothing
  return false;
}

bool Sources::count_bytes(const SourceId& source, std::int64_t bytes, Instant now) {
  Use& used = use(source, now);
  if (now - used.day_began >= kDay) {
    used.day_began = now;
    used.bytes_today = 0;
  }
  used.bytes_today += bytes;
  return used.bytes_today <= bounds_.bytes_per_day;
}

void Sources::forget_idle(Instant now) {
  // After this time without a visit, a source may make as many again as a new one.
  const Duration refilled{bounds_.visits_burst * 60'000 / bounds_.visits_per_minute};
  std::erase_if(sources_, [&](const auto& each) {
    const Use& used = each.second;
    const bool holds = std::ranges::any_of(used.held, [](const auto& h) { return h.second > 0; });
    const bool sent_much = used.bytes_today >= kForgottenBytes && now - used.day_began < kDay;
    return used.connections == 0 && !holds && !sent_much && now - used.last_visit >= refilled;
  });
}

}  // namespace fairdeal::relay
