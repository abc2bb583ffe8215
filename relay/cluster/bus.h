#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>

#include "base/bytes.h"
#include "base/ids.h"

namespace fairdeal::relay::cluster {

/// 16 random bytes that a process of a relay draws when it starts.
using ProcessId = ByteArray<16>;
/// The request that a KeyAnswer answers; no number is used twice by one process.
using KeyRequestId = Id<struct KeyRequestTag, std::uint64_t>;

/// A message to a subject that we have subscribed to. Messages of one sender come in their order,
/// and each may be lost.
struct BusMessage {
  std::string subject;
  Bytes bytes;
};
/// The answer to a request for a key.
struct KeyAnswer {
  enum class What {
    done,         ///< it was created, updated or found
    refused,      ///< somebody else has created or updated it: read it
    none,         ///< there is no such key
    unavailable,  ///< no answer came; perhaps the request was carried out
  };
  KeyRequestId request;
  What what = What::unavailable;
  std::uint64_t revision = 0;
  Bytes value{};  ///< if it was read
};
/// The connection to the bus was lost: what was sent during the last seconds may be lost, too.
struct BusLost {};
/// The connection to the bus is there again, and so are the subscriptions.
struct BusBack {};
using BusEvent = std::variant<BusMessage, KeyAnswer, BusLost, BusBack>;

/// A message bus that several processes of a relay share, with a store of keys. Nothing here waits,
/// and events come later, never from inside a call.
class Bus {
 public:
  virtual ~Bus() = default;
  using OnEvent = std::function<void(BusEvent event)>;
  /// Begins to report events. Is called once, before everything else.
  virtual void start(OnEvent on_event) = 0;

  virtual void subscribe(const std::string& subject) = 0;
  virtual void unsubscribe(const std::string& subject) = 0;
  /// Sends a message after the subscriptions that were asked for before. It may be lost; nobody is
  /// told.
  virtual void publish(const std::string& subject, Bytes bytes) = 0;

  // Each request but a removal gets one answer.
  /// Creates a key that is not there. Of several that do so at the same time one succeeds.
  virtual void create(KeyRequestId request, const std::string& key, const Bytes& value) = 0;
  /// Gives a key another value, if `revision` is that of its present one. Of several that do so at
  /// the same time more than one may succeed: a cluster of nats-server 2.9 compares revisions
  /// before it orders the requests, except for create().
  virtual void update(KeyRequestId request, const std::string& key, const Bytes& value,
                      std::uint64_t revision) = 0;
  virtual void read(KeyRequestId request, const std::string& key) = 0;
  /// Removes a key, if its revision is not newer.
  virtual void remove(const std::string& key, std::uint64_t revision) = 0;
};

}  // namespace fairdeal::relay::cluster
