#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "base/rng.h"
#include "base/time.h"
#include "crypto/hash.h"
#include "crypto/secret.h"
#include "relay/cluster/bus.h"
#include "relay/counters.h"

namespace fairdeal::relay::cluster {

/// The key that all processes of a relay share, and nobody else on their bus has.
class Key {
 public:
  static constexpr std::size_t kBytesMin = 22;
  static constexpr std::size_t kBytesMax = 4096;
  /// Makes the key from the content of a file; white space at its end does not count. Errors:
  /// bad_parameters (too short), too_large.
  static Result<Key> from(std::string_view secret);

 private:
  friend class AuthenticatedBus;
  explicit Key(const crypto::Digest& key) : key_(key) {}
  crypto::Secret<crypto::Digest> key_;
};

/// A bus on which strangers can say nothing: what a process publishes or stores carries a MAC under
/// the cluster's key, and what carries none is dropped and counted.
///
///   message   bytes ‖ sender (16) ‖ number (8) ‖ time (8) ‖ MAC(subject, all before it)
///   value     bytes ‖ time (8) ‖ MAC(key, all before it)
///
/// The MAC is keyed BLAKE2b-256. A sender's numbers grow, and a receiver takes each once, up to
/// kOutOfOrder of them late. Times are in ms of UTC: a message counts for kMessageAge, and a value
/// for as long as the store keeps it, so that old ones cannot be said again. Clocks of the
/// processes may differ by as much as that. A value that is none of ours reads as empty.
class AuthenticatedBus final : public Bus {
 public:
  static constexpr std::uint64_t kOutOfOrder = 1024;
  static constexpr Duration kMessageAge{30'000};
  static constexpr Duration kValueAge{90'000};
  static constexpr std::size_t kSendersMax = 256;
  static constexpr std::size_t kTailBytes = 16 + 8 + 8 + 32;

  /// `counters` outlives the bus. `utc_ms` returns the date in ms since 1970, and `on_forged` hears
  /// of the first message or value that no process of the cluster wrote.
  AuthenticatedBus(std::unique_ptr<Bus> bus, Key key, Counters& counters, Rng& rng,
                   std::function<std::int64_t()> utc_ms, std::function<void()> on_forged);

  void start(OnEvent on_event) override;
  void subscribe(const std::string& subject) override { bus_->subscribe(subject); }
  void unsubscribe(const std::string& subject) override { bus_->unsubscribe(subject); }
  void publish(const std::string& subject, Bytes bytes) override;
  void create(KeyRequestId request, const std::string& key, const Bytes& value) override;
  void update(KeyRequestId request, const std::string& key, const Bytes& value,
              std::uint64_t revision) override;
  void read(KeyRequestId request, const std::string& key) override;
  void remove(const std::string& key, std::uint64_t revision) override {
    bus_->remove(key, revision);
  }

 private:
  using SenderId = ByteArray<16>;
  /// The numbers that were taken of a sender: the highest, and which of those before it.
  struct Sender {
    std::uint64_t highest = 0;
    std::set<std::uint64_t> taken{};
    std::int64_t heard_ms = 0;
  };

  crypto::Digest mac(std::string_view kind, const std::string& name, ByteSpan bytes) const;
  Bytes tagged_value(const std::string& key, const Bytes& value) const;
  /// Takes the tag away. Returns none for a message that is not of the cluster, or was said
  /// before.
  std::optional<Bytes> opened(const std::string& subject, const Bytes& tagged);
  std::optional<Bytes> opened_value(const std::string& key, const Bytes& tagged) const;
  bool take_number(const SenderId& sender, std::uint64_t number, std::int64_t now_ms);
  void forged();

  std::unique_ptr<Bus> bus_;
  Key key_;
  Counters& counters_;
  std::function<std::int64_t()> utc_ms_;
  std::function<void()> on_forged_;
  SenderId self_;
  std::uint64_t last_number_ = 0;
  std::map<SenderId, Sender> senders_;
  std::map<KeyRequestId, std::string> reads_;  ///< that are not answered yet, with their keys
};

}  // namespace fairdeal::relay::cluster
