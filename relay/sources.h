#pragma once

#include <map>
#include <optional>

#include "base/bucket.h"
#include "relay/ip.h"
#include "relay/limits.h"

namespace fairdeal::relay {

/// Counts what each source has at this relay, against the limits of RelayBounds.
///
/// A source is forgotten when it has nothing here, its visits are all granted again, and it has
/// sent little today. So the table grows only with connections, or with bytes that somebody sent.
class Sources {
 public:
  explicit Sources(const RelayBounds& bounds) : bounds_(bounds) {}

  enum class Entry {
    admitted,
    /// The source has all the connections that it may have: this one is told so, and is closed.
    over_limit,
    /// The relay is nearly full, or the source has many such connections: it is closed at once.
    closed,
  };
  /// Counts a connection, unless the answer is `closed`.
  Entry enter(const SourceId& source, Instant now);
  /// Undoes an enter() that was not `closed`.
  void leave(const SourceId& source);

  /// The kinds of things of which a source may hold a limited number.
  enum class Holding { nameplate, box, pipe };
  /// Counts one more. Returns false, and counts nothing, if the source has all that it may have.
  bool take(Holding what, const SourceId& source, Instant now);
  void give_back(Holding what, const SourceId& source);

  /// Returns whether the source may make a visit now, and counts it.
  bool take_visit(const SourceId& source, Instant now);
  /// Counts bytes that the source sent. Returns false once it has sent all that it may send in a
  /// day, which begins with the first byte.
  bool count_bytes(const SourceId& source, std::int64_t bytes, Instant now);

  /// Forgets the sources that may be forgotten. Cost: linear in their number.
  void forget_idle(Instant now);
  std::size_t size() const { return sources_.size(); }

 private:
  struct Use {
    std::size_t connections = 0;
    std::map<Holding, std::size_t> held{};
    Bucket visits;
    Instant last_visit{};
    Instant day_began{};
    std::int64_t bytes_today = 0;
  };

  Use& use(const SourceId& source, Instant now);
  std::size_t max_of(Holding what) const;

  const RelayBounds& bounds_;
  std::size_t connections_ = 0;
  std::map<SourceId, Use> sources_;
};

}  // namespace fairdeal::relay
