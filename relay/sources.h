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

/// Counts what each source has at this relay, and each network around it, against the limits of
/// Bounds.
///
/// A network is forgotten when it has nothing here, may visit and shake hands as often as a new
/// one, and has sent little today: at once if it has visited nobody and sent nothing. So the table
/// grows only with connections, or with bytes that somebody sent.
class Sources {
 public:
  explicit Sources(const Bounds& bounds) : bounds_(bounds) {}

  /// The kinds of things of which a network may hold a limited number. A connection that is over
  /// the limit, and is being told so, is counted as `told`.
  enum class Holding { connection, told, nameplate, box, pipe };
  /// Returns the smallest network of the source that holds all that it may; none if the source may
  /// have one more.
  std::optional<CountedNetwork> full(Holding what, const SourceId& source) const;
  /// Returns the smallest network of the source that holds all that it may without work; none if
  /// the source may have one more for nothing.
  std::optional<CountedNetwork> beyond_share(Holding what, const SourceId& source) const;
  /// How much a network holds, and how much it may hold.
  struct Share {
    std::size_t held, most;
  };
  /// Returns that of the network around the source which holds the largest part of what it may.
  Share fullest(Holding what, const SourceId& source) const;
  /// Returns whether the source itself holds one.
  bool has(Holding what, const SourceId& source) const;
  /// Counts one more. Returns none if full() is not none.
  std::optional<Counted> take(Holding what, const SourceId& source, Instant now);

  /// Returns whether the source may make a visit now, and counts it.
  bool take_visit(const SourceId& source, Instant now);
  /// Counts a visit to a number that nobody holds. Returns false, and counts nothing, if one of the
  /// source's networks has made too many of them: may_miss() then returns false, too.
  bool take_miss(const SourceId& source, Instant now);
  /// Returns whether the source may visit a number that it might not find.
  bool may_miss(const SourceId& source, Instant now);
  /// Counts a TLS handshake. Returns how many the widest network around the source has begun of
  /// late; none, and counts nothing, if one of its networks has begun too many.
  std::optional<std::uint64_t> take_handshake(const SourceId& source, Instant now);
  /// Counts bytes that the source sent. Returns false once one of its networks has sent all that it
  /// may send in a day, which begins with the first byte.
  bool count_bytes(const SourceId& source, std::int64_t bytes, Instant now);

  /// Forgets the networks that may be forgotten. Cost: linear in their number.
  void forget_idle(Instant now);
  std::size_t size() const { return networks_.size(); }

 private:
  struct Use {
    Bucket visits;
    Bucket misses;
    Bucket handshakes;
    std::map<Holding, std::size_t> held{};
    bool has_drawn = false;  ///< whether a bucket was ever asked
    Instant day_began{};
    std::int64_t bytes_today = 0;
  };

  Use& use(const CountedNetwork& network, Instant now);
  void give_back(Holding what, const SourceId& source);
  static bool holds(const Use& used);
  bool take_from(Bucket Use::*bucket, const SourceId& source, Instant now);
  std::size_t held(Holding what, const CountedNetwork& network) const;
  std::size_t share(Holding what, Width width) const;
  std::size_t most(Holding what, Width width) const;

  const Bounds& bounds_;
  std::map<CountedNetwork, Use> networks_;
};

}  // namespace fairdeal::relay
