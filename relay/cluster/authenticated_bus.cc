#include "relay/cluster/authenticated_bus.h"

#include <algorithm>
#include <array>

#include "crypto/keyed_hash.h"

namespace fairdeal::relay::cluster {
namespace {

constexpr std::size_t kMacBytes = crypto::Digest::kBytes;

void add_number(Bytes& bytes, std::uint64_t number) {
  for (int shift = 56; shift >= 0; shift -= 8)
    bytes.push_back(static_cast<std::byte>(number >> shift));
}

std::uint64_t number_of(ByteSpan bytes) {
  std::uint64_t number = 0;
  for (const std::byte b : bytes) number = number << 8 | std::to_integer<std::uint64_t>(b);
  return number;
}

/// Returns whether a time is neither older nor newer than `age`.
bool is_recent(std::uint64_t time_ms, std::int64_t now_ms, Duration age) {
  const auto time = static_cast<std::int64_t>(time_ms);
  return time >= 0 && time > now_ms - age.ms && time < now_ms + age.ms;
}

}  // namespace

Result<Key> Key::from(std::string_view secret) {
  secret = secret.substr(0, secret.find_last_not_of(" \t\r\n") + 1);
  if (secret.size() < kBytesMin)
    return fail(Fault::bad_parameters,
                "a key of less than " + std::to_string(kBytesMin) + " characters");
  if (secret.size() > kBytesMax) return fail(Fault::too_large, "a cluster's key");
  return Key(crypto::hash("relay/cluster", as_bytes(secret)));
}

AuthenticatedBus::AuthenticatedBus(std::unique_ptr<Bus> bus, Key key, Counters& counters, Rng& rng,
                                   std::function<std::int64_t()> utc_ms,
                                   std::function<void()> on_forged)
    : bus_(std::move(bus)),
      key_(std::move(key)),
      counters_(counters),
      utc_ms_(std::move(utc_ms)),
      on_forged_(std::move(on_forged)) {
  rng.fill(self_);
}

void AuthenticatedBus::start(OnEvent on_event) {
  bus_->start([this, on_event = std::move(on_event)](BusEvent event) {
    if (auto* message = std::get_if<BusMessage>(&event)) {
      auto bytes = opened(message->subject, message->bytes);
      if (!bytes) return forged();
      message->bytes = *std::move(bytes);
    }
    if (auto* answer = std::get_if<KeyAnswer>(&event)) {
      const auto read = reads_.extract(answer->request);
      if (!read.empty() && answer->what == KeyAnswer::What::done) {
        auto value = opened_value(read.mapped(), answer->value);
        if (!value) forged();
        answer->value = std::move(value).value_or(Bytes{});
      }
    }
    on_event(std::move(event));
  });
}

crypto::Digest AuthenticatedBus::mac(std::string_view kind, const std::string& name,
                                     ByteSpan bytes) const {
  // Neither kinds nor names have a 0 in them, so two of them are never read as others.
  Bytes all = to_bytes(kind);
  all.push_back(std::byte{0});
  const ByteSpan name_bytes = as_bytes(name);
  all.insert(all.end(), name_bytes.begin(), name_bytes.end());
  all.push_back(std::byte{0});
  all.insert(all.end(), bytes.begin(), bytes.end());
  return crypto::keyed_hash(key_.key_.expose(), all);
}

// ---- Messages

void AuthenticatedBus::publish(const std::string& subject, Bytes bytes) {
  bytes.insert(bytes.end(), self_.begin(), self_.end());
  add_number(bytes, ++last_number_);
  add_number(bytes, static_cast<std::uint64_t>(utc_ms_()));
  const auto tag = mac("message", subject, bytes);
  bytes.insert(bytes.end(), tag.bytes.begin(), tag.bytes.end());
  bus_->publish(subject, std::move(bytes));
}

std::optional<Bytes> AuthenticatedBus::opened(const std::string& subject, const Bytes& tagged) {
  if (tagged.size() < kTailBytes) return {};
  const ByteSpan all(tagged), said = all.first(all.size() - kMacBytes);
  if (!crypto::same_in_constant_time(mac("message", subject, said).bytes, all.last(kMacBytes)))
    return {};
  const ByteSpan head = said.last(kTailBytes - kMacBytes);
  SenderId sender;
  std::ranges::copy(head.first(sender.size()), sender.begin());
  const std::int64_t now_ms = utc_ms_();
  if (!is_recent(number_of(head.last(8)), now_ms, kMessageAge)) return {};
  if (!take_number(sender, number_of(head.subspan(sender.size(), 8)), now_ms)) return {};
  return to_bytes(said.first(said.size() - head.size()));
}

bool AuthenticatedBus::take_number(const SenderId& id, std::uint64_t number, std::int64_t now_ms) {
  // A sender that was silent for so long has said nothing that could be said again.
  if (!senders_.contains(id) && senders_.size() >= kSendersMax)
    std::erase_if(senders_, [&](const auto& known) {
      return known.second.heard_ms < now_ms - 2 * kMessageAge.ms;
    });
  if (!senders_.contains(id) && senders_.size() >= kSendersMax) return false;
  Sender& sender = senders_[id];
  const bool late = number + kOutOfOrder <= sender.highest;
  if (late || !sender.taken.insert(number).second) return false;
  sender.highest = std::max(sender.highest, number);
  sender.heard_ms = now_ms;
  while (*sender.taken.begin() + kOutOfOrder <= sender.highest)
    sender.taken.erase(sender.taken.begin());
  return true;
}

void AuthenticatedBus::forged() {
  ++counters_.nats_forged;
  if (on_forged_) std::exchange(on_forged_, nullptr)();
}

// ---- Values

Bytes AuthenticatedBus::tagged_value(const std::string& key, const Bytes& value) const {
  Bytes bytes = value;
  add_number(bytes, static_cast<std::uint64_t>(utc_ms_()));
  const auto tag = mac("value", key, bytes);
  bytes.insert(bytes.end(), tag.bytes.begin(), tag.bytes.end());
  return bytes;
}

std::optional<Bytes> AuthenticatedBus::opened_value(const std::string& key,
                                                    const Bytes& tagged) const {
  if (tagged.size() < 8 + kMacBytes) return {};
  const ByteSpan all(tagged), said = all.first(all.size() - kMacBytes);
  if (!crypto::same_in_constant_time(mac("value", key, said).bytes, all.last(kMacBytes))) return {};
  if (!is_recent(number_of(said.last(8)), utc_ms_(), kValueAge)) return {};
  return to_bytes(said.first(said.size() - 8));
}

void AuthenticatedBus::create(KeyRequestId request, const std::string& key, const Bytes& value) {
  bus_->create(request, key, tagged_value(key, value));
}

void AuthenticatedBus::update(KeyRequestId request, const std::string& key, const Bytes& value,
                              std::uint64_t revision) {
  bus_->update(request, key, tagged_value(key, value), revision);
}

void AuthenticatedBus::read(KeyRequestId request, const std::string& key) {
  reads_.emplace(request, key);
  bus_->read(request, key);
}

}  // namespace fairdeal::relay::cluster
