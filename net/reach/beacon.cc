#include "net/reach/beacon.h"

#include <algorithm>

namespace fairdeal::reach {
namespace {

/// Refuses a source on another network. The hop limit of 1 keeps a datagram from crossing a router,
/// but a forger may set a larger one, so it says nothing about the source.
Result<> on_this_network(const std::vector<sockets::LanInterface>& interfaces,
                         const sockets::LanIp& source) {
  if (!sockets::is_attached(interfaces, source))
    return fail(Fault::not_wanted, "a datagram from another network");
  return {};
}

}  // namespace

// ---- The host's side

void Announcer::on_change(const proto::BeaconTable& table, Instant now) {
  if (table == table_) return;
  table_ = table;
  const Instant soonest = announced_ ? *announced_ + net::kAnnounceGap : now;
  due_ = std::min(due_, std::max(now, soonest));
}

Result<> Announcer::on_datagram(const sockets::LanEndpoint& from, ByteSpan bytes, Instant now,
                                Rng& rng) {
  FD_TRY(on_this_network(interfaces_, from.ip));
  FD_TRY(const auto beacon, proto::decode_beacon(bytes));
  const auto* seek = std::get_if<proto::BeaconSeek>(&beacon);
  if (seek == nullptr) return fail(Fault::not_wanted, "a datagram that asks nothing");

  std::erase_if(askers_, [&](const auto& a) { return !a.second.waits && a.second.due <= now; });
  const auto known = askers_.find(from.ip);
  if (known == askers_.end() && askers_.size() == net::kBeaconSourcesMax)
    return fail(Fault::too_large, "sources that ask");
  // The same question arrives once for each way that it took.
  if (known != askers_.end() && known->second.nonce == seek->nonce) return {};
  // The earlier asker may have ended: a second program of the same machine gets the answer.
  if (known != askers_.end() && known->second.waits) {
    known->second.waits = from;
    known->second.nonce = seek->nonce;
    return {};
  }
  const Instant soonest = known == askers_.end() ? now : known->second.due;
  const auto delay = rng.below(static_cast<std::uint64_t>(net::kAnswerDelayMax.ms) + 1);
  askers_[from.ip] = {.waits = from,
                      .due = soonest + Duration{static_cast<std::int64_t>(delay)},
                      .nonce = seek->nonce};
  return {};
}

std::vector<Announcer::Outgoing> Announcer::on_time(Instant now) {
  std::vector<Outgoing> out;
  if (due_ <= now) {
    out.push_back({std::nullopt, proto::encode(table_)});
    announced_ = now;
    due_ = now + net::kAnnounceEvery;
  }
  for (auto& [ip, asker] : askers_) {
    if (!asker.waits || asker.due > now) continue;
    out.push_back({std::exchange(asker.waits, {}), proto::encode(table_)});
    asker.due = now + net::kAnswerEvery;
  }
  return out;
}

Instant Announcer::deadline() const {
  Instant next = due_;
  for (const auto& [ip, asker] : askers_)
    if (asker.waits) next = std::min(next, asker.due);
  return next;
}

// ---- The listener's side

Result<> BeaconList::on_datagram(const sockets::LanEndpoint& from, ByteSpan bytes, Instant now) {
  FD_TRY(on_this_network(interfaces_, from.ip));
  FD_TRY(count(from.ip, now));
  FD_TRY(const auto beacon, proto::decode_beacon(bytes));
  if (const auto* table = std::get_if<proto::BeaconTable>(&beacon))
    return hear(from.ip, *table, now);
  if (const auto* bye = std::get_if<proto::BeaconBye>(&beacon)) return end(from.ip, *bye);
  return fail(Fault::not_wanted, "a question");
}

Result<> BeaconList::count(const sockets::LanIp& source, Instant now) {
  auto rate = rates_.find(source);
  if (rate == rates_.end()) {
    if (rates_.size() == net::kBeaconSourcesMax)  // after a second a bucket is full again
      std::erase_if(rates_, [&](const auto& r) { return r.second.open + Duration{1000} <= now; });
    if (rates_.size() == net::kBeaconSourcesMax)
      return fail(Fault::too_large, "sources of datagrams");
    const Bucket full(net::kBeaconsPerSecond, net::kBeaconsPerSecond, now);
    rate = rates_.emplace(source, Rate{full, now}).first;
  }
  if (now < rate->second.open) return fail(Fault::too_large, "datagrams a second");
  rate->second.open = rate->second.bucket.take(1, now);
  return {};
}

Result<> BeaconList::hear(const sockets::LanIp& from, const proto::BeaconTable& table,
                          Instant now) {
  (void)tables(now);
  const auto known =
      std::ranges::find(tables_, table.lobby, [](const Heard& h) { return h.table.lobby; });
  const Heard::Place here{.at = {from, table.port}, .last = now};
  if (known == tables_.end()) {
    if (tables_.size() == net::kLanTablesMax) return fail(Fault::too_large, "tables");
    tables_.push_back({table, {here}});
    return {};
  }
  auto& places = known->places;
  const auto place = std::ranges::find(places, from, [](const auto& p) { return p.at.ip; });
  if (place == places.end() && places.size() == net::kLanPlacesMax)
    return fail(Fault::too_large, "places of a table");
  // Anybody can repeat a lobby. A repeater only adds a place, and changes nothing that was heard.
  if (place == places.begin()) known->table = table;
  if (place == places.end())
    places.push_back(here);
  else
    *place = here;
  return {};
}

Result<> BeaconList::end(const sockets::LanIp& from, const proto::BeaconBye& bye) {
  std::size_t ended = 0;
  for (Heard& heard : tables_)
    if (heard.table.lobby == bye.lobby)
      ended += std::erase_if(heard.places, [&](const auto& p) { return p.at.ip == from; });
  std::erase_if(tables_, [](const Heard& heard) { return heard.places.empty(); });
  if (ended == 0) return fail(Fault::not_wanted, "a farewell for no table heard from there");
  return {};
}

const std::vector<BeaconList::Heard>& BeaconList::tables(Instant now) {
  for (Heard& heard : tables_)
    std::erase_if(heard.places, [&](const auto& p) { return p.last + net::kAnnouncedFor <= now; });
  std::erase_if(tables_, [](const Heard& heard) { return heard.places.empty(); });
  return tables_;
}

}  // namespace fairdeal::reach
