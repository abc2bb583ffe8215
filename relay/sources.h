#pragma once

#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "base/bucket.h"
#include "relay/ip.h"
#include "relay/limits.h"

namespace fairdeal::relay {

/// Something that is counted as long as this object lives: it calls `give_back` once, when it is
/// destroyed or another one is moved into it.
class Counted {
 public:
  Counted() = default;
  explicit Counted(std::function<void()> give_back) : give_back_(std::move(give_back)) {}
  Counted(Counted&& other) noexcept : give_back_(std::exchange(other.give_back_, nullptr)) {}
  Counted& operator=(Counted&& other) noexcept {
    if (this == &other) return *this;
    const auto mine = std::exchange(give_back_, std::exchange(other.give_back_, nullptr));
    if (mine) mine();
    return *this;
  }
  ~Counted() {
    if (give_back_) give_back_();
  }

 private:
  std::function<void()> give_back_;
};

/// Counts one in a gauge.
inline Counted counted_in(std::int64_t& gauge) {
  ++gauge;
  return Counted([&gauge] { --gauge; });
}

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
  std::pair<Entry, Counted> enter(const SourceId& source, Instant now);

  /// The kinds of things of which a source may hold a limited number.
  enum class Holding { nameplate, box, pipe };
  /// Counts one more. Returns none if the source has all that it may have.
  std::optional<Counted> take(Holding what, const SourceId& source, Instant now);

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
  void leave(const SourceId& source);
  void give_back(Holding what, const SourceId& source);
  std::size_t max_of(Holding what) const;

  const RelayBounds& bounds_;
  std::size_t connections_ = 0;
  std::map<SourceId, Use> sources_;
};

}  // namespace fairdeal::relay
