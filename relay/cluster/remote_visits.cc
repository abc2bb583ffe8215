#include "relay/cluster/remote_visits.h"

#include <algorithm>

#include "base/check.h"
#include "base/hex.h"

namespace fairdeal::relay::cluster {
namespace {

Bytes encode_in_visit(const ProcessId& from, std::uint64_t visit, VisitRole role,
                      std::uint8_t number, const proto::RelayMessage& message) {
  Bytes bytes = to_bytes(from);
  for (int shift = 56; shift >= 0; shift -= 8)
    bytes.push_back(static_cast<std::byte>(visit >> shift));
  bytes.push_back(static_cast<std::byte>(role));
  bytes.push_back(static_cast<std::byte>(number));
  const Bytes body = proto::encode(message);
  bytes.insert(bytes.end(), body.begin(), body.end());
  return bytes;
}

}  // namespace

struct RemoteVisits::Message {
  ProcessId from{};
  std::uint64_t visit = 0;
  VisitRole role = VisitRole::visitor;
  std::uint8_t number = 0;
  proto::RelayMessage message;

  static std::optional<Message> decode(ByteSpan bytes) {
    constexpr std::size_t kHead = 16 + 8 + 1 + 1;
    if (bytes.size() < kHead || bytes[24] > std::byte{1}) return {};
    auto body = proto::decode_relay(bytes.subspan(kHead));
    if (!body) return {};
    Message message{.role = static_cast<VisitRole>(bytes[24]),
                    .number = std::to_integer<std::uint8_t>(bytes[25]),
                    .message = *std::move(body)};
    std::ranges::copy(bytes.first(16), message.from.begin());
    for (const std::byte b : bytes.subspan(16, 8))
      message.visit = message.visit << 8 | std::to_integer<std::uint64_t>(b);
    return message;
  }
};

SourceId source_of_stand_in(CallerId who) {
  SourceId source;
  for (std::size_t i = 0; i < 6; ++i)  // the bytes of the widest network
    source.prefix[i] = static_cast<std::byte>(who.value >> (40 - 8 * i));
  return source;
}

RemoteVisits::RemoteVisits(const ProcessId& self, const Bounds& bounds, Bus& bus, Places& places,
                           Counters& counters, Rng& rng, Deliver deliver)
    : self_(self),
      bounds_(bounds),
      bus_(bus),
      places_(places),
      counters_(counters),
      rng_(rng),
      deliver_(std::move(deliver)) {
  bus_.subscribe(subject(self_));
}

std::string RemoteVisits::subject(const ProcessId& process) { return "fd.v." + to_hex(process); }

// ---- Visitors here

std::uint64_t RemoteVisits::begin(CallerId visitor, const proto::Visit& visit, Instant now) {
  std::uint64_t id = rng_.u64();
  while (visitors_.contains(id)) id = rng_.u64();
  const Instant until = now + bounds_.visit_max;
  visitors_.emplace(id, Visitor{.caller = visitor, .visit = visit, .until = until, .due = never()});
  set_due(id, until);
  visits_of_[visitor].insert(id);
  return id;
}

std::optional<proto::Visit> RemoteVisits::take(std::uint64_t id) {
  const auto found = visitors_.find(id);
  if (found == visitors_.end()) return {};
  proto::Visit visit = std::move(found->second.visit);
  remove(id);
  return visit;
}

void RemoteVisits::send(std::uint64_t id, const ProcessId& holder, Instant now) {
  const auto found = visitors_.find(id);
  if (found == visitors_.end()) return;
  found->second.holder = holder;
  set_due(id, now + kVisitRepeatAfter);
  send_as_visitor(id, found->second, found->second.visit);
}

void RemoteVisits::send_as_visitor(std::uint64_t id, Visitor& visitor,
                                   const proto::RelayMessage& message) {
  if (!visitor.holder) return;
  ++visitor.sent;
  bus_.publish(subject(*visitor.holder),
               encode_in_visit(self_, id, VisitRole::visitor, visitor.sent, message));
}

bool RemoteVisits::on_say(CallerId from, const proto::Say& say) {
  const auto mine = visits_of_.find(from);
  if (mine == visits_of_.end()) return false;
  for (const std::uint64_t id : mine->second) {
    Visitor& visitor = visitors_.at(id);
    if (visitor.number == 0 || visitor.number != say.visit) continue;
    // The holder's process ends a visit that has too many.
    if (visitor.sent <= proto::kVisitMessagesMax) send_as_visitor(id, visitor, say);
    return true;
  }
  return false;
}

void RemoteVisits::on_gone(CallerId from, const proto::Gone& gone) {
  const auto mine = visits_of_.find(from);
  if (mine == visits_of_.end()) return;
  const std::set<std::uint64_t> ids = mine->second;
  for (const std::uint64_t id : ids) {
    Visitor& visitor = visitors_.at(id);
    if (visitor.number != gone.visit) continue;  // 0: all that are not answered
    send_as_visitor(id, visitor, gone);
    remove(id);
  }
}

void RemoteVisits::on_hang_up(CallerId from) {
  const auto mine = visits_of_.find(from);
  if (mine == visits_of_.end()) return;
  const std::set<std::uint64_t> ids = mine->second;
  for (const std::uint64_t id : ids) {
    Visitor& visitor = visitors_.at(id);
    send_as_visitor(id, visitor, proto::Gone{.visit = visitor.number});
    remove(id);
  }
}

void RemoteVisits::on_answer(const Message& message) {
  const auto found = visitors_.find(message.visit);
  if (found == visitors_.end()) return;  // it has ended here
  Visitor& visitor = found->second;
  if (visitor.holder != message.from || message.number <= visitor.heard) return;
  visitor.heard = message.number;
  const CallerId caller = visitor.caller;
  if (const auto* say = std::get_if<proto::Say>(&message.message)) {
    visitor.number = say->visit;
    set_due(message.visit, visitor.until);
    deliver_(caller, *say);
  } else if (const auto* gone = std::get_if<proto::Gone>(&message.message)) {
    const proto::Gone told{.visit = visitor.number, .why = gone->why};
    remove(message.visit);
    deliver_(caller, told);
  } else {
    ++counters_.nats_ignored;
  }
}

void RemoteVisits::set_due(std::uint64_t id, Instant due) {
  Visitor& visitor = visitors_.at(id);
  due_.erase({visitor.due, id});
  visitor.due = std::min(due, visitor.until);
  due_.emplace(visitor.due, id);
}

void RemoteVisits::remove(std::uint64_t id) {
  const auto visitor = visitors_.extract(id);
  due_.erase({visitor.mapped().due, id});
  const auto of = visits_of_.find(visitor.mapped().caller);
  of->second.erase(id);
  if (of->second.empty()) visits_of_.erase(of);
}

void RemoteVisits::on_time(Instant now) {
  while (!due_.empty() && due_.begin()->first <= now) {
    const std::uint64_t id = due_.begin()->second;
    Visitor& visitor = visitors_.at(id);
    if (visitor.until <= now) {
      const CallerId caller = visitor.caller;
      const proto::Gone told{.visit = visitor.number, .why = proto::Gone::Why::time};
      send_as_visitor(id, visitor, proto::Gone{.visit = visitor.number});
      remove(id);
      deliver_(caller, told);
    } else if (visitor.repeats < kVisitRepeats) {
      ++visitor.repeats;
      set_due(id, now + kVisitRepeatAfter);
      visitor.sent = 0;  // the same number again
      send_as_visitor(id, visitor, visitor.visit);
    } else {
      set_due(id, visitor.until);
    }
  }
}

// ---- Visitors elsewhere

Places::Deliveries RemoteVisits::on_message(ByteSpan bytes, Instant now) {
  const auto message = Message::decode(bytes);
  if (message && message->role == VisitRole::visitor) return on_guest(*message, now);
  if (message)
    on_answer(*message);
  else
    ++counters_.nats_ignored;
  return {};
}

Places::Deliveries RemoteVisits::on_guest(const Message& message, Instant now) {
  const GuestName name(message.from, message.visit);
  const auto known = stand_ins_.find(name);
  const auto* visit = std::get_if<proto::Visit>(&message.message);
  if (known == stand_ins_.end()) {
    if (visit == nullptr) return {};  // its visit has ended
    if (visit->visit != 0) return ++counters_.nats_ignored, Places::Deliveries();
    const CallerId stand_in(kStandIn | ++last_stand_in_);
    guests_.emplace(stand_in, Guest{.name = name, .heard = message.number});
    stand_ins_.emplace(name, stand_in);
    if (guests_.size() <= kGuestsMax)
      return places_.begin_visit(stand_in, source_of_stand_in(stand_in), *visit, now);
    answer(stand_in, proto::Gone{.visit = 0, .why = proto::Gone::Why::too_many});
    return {};
  }
  const CallerId stand_in = known->second;
  Guest& guest = guests_.at(stand_in);
  if (message.number <= guest.heard) {
    if (visit != nullptr && !guest.answer.empty())
      bus_.publish(subject(message.from), guest.answer);
    return {};
  }
  guest.heard = message.number;
  const bool ends = std::holds_alternative<proto::Gone>(message.message);
  if (!ends && !std::holds_alternative<proto::Say>(message.message))
    return ++counters_.nats_ignored, Places::Deliveries();
  auto deliveries = places_.on_message(stand_in, {}, message.message, now);
  CHECK(deliveries);  // only a relay's own messages are refused
  if (!ends) return *std::move(deliveries);
  const auto more = places_.on_hang_up(stand_in, now);
  deliveries->insert(deliveries->end(), more.begin(), more.end());
  remove_guest(stand_in);
  return *std::move(deliveries);
}

void RemoteVisits::answer(CallerId to, const proto::RelayMessage& message) {
  const auto found = guests_.find(to);
  if (found == guests_.end()) return;
  Guest& guest = found->second;
  ++guest.sent;
  guest.answer = encode_in_visit(self_, guest.name.second, VisitRole::holder, guest.sent, message);
  bus_.publish(subject(guest.name.first), guest.answer);
  if (std::holds_alternative<proto::Gone>(message)) remove_guest(to);
}

void RemoteVisits::remove_guest(CallerId stand_in) {
  const auto guest = guests_.extract(stand_in);
  if (guest) stand_ins_.erase(guest.mapped().name);
}

}  // namespace fairdeal::relay::cluster
