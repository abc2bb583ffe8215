#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "proto/messages.h"

namespace fairdeal::runtime {

/// What a value in the store is. In the database a key has a space and a text (Put), which belong
/// to the store's version (docs/versions.md).
namespace kept {

struct Charter {
  bool operator==(const Charter&) const = default;
};
/// A step as it was decided; this is the transcript.
struct Record {
  Step step;
  bool operator==(const Record&) const = default;
};

// What this member signed: never a second thing for the same place.

struct Entry {
  Step step;
  bool operator==(const Entry&) const = default;
};
struct Vote {
  Step step;
  Round round;
  proto::Phase phase;
  bool operator==(const Vote&) const = default;
};
struct Proposal {
  Step step;
  Round round;
  bool operator==(const Proposal&) const = default;
};
/// What its precommit rests on: the record, and a quorum's prevotes for it.
struct Lock {
  Step step;
  Round round;
  bool operator==(const Lock&) const = default;
};

// What this member must not lose and nobody else may learn.

struct Keys {
  std::uint64_t deal;
  bool operator==(const Keys&) const = default;
};
/// Of what it committed to.
struct Committed {
  bool operator==(const Committed&) const = default;
};
struct Hedge {
  bool operator==(const Hedge&) const = default;
};
/// Where the others are (net/whereabouts.h).
struct Whereabouts {
  bool operator==(const Whereabouts&) const = default;
};

// Of this member alone.

/// The seats' reserves of time.
struct Banks {
  bool operator==(const Banks&) const = default;
};
/// The full record for which it prevoted in round 0.
struct Held {
  bool operator==(const Held&) const = default;
};

/// What led to a step's decision in a later round.
struct Behind {
  Step step;
  bool operator==(const Behind&) const = default;
};
/// How others decided a step, where this member has another record.
struct Fork {
  Step step;
  bool operator==(const Fork&) const = default;
};

}  // namespace kept

using StoreKey = std::variant<kept::Charter, kept::Record, kept::Entry, kept::Vote, kept::Proposal,
                              kept::Lock, kept::Keys, kept::Committed, kept::Hedge,
                              kept::Whereabouts, kept::Banks, kept::Held, kept::Behind, kept::Fork>;

/// A part of the database; the number is stored.
enum class Space { charter, record, mine, secret, local, behind, fork };

Space space_of(const StoreKey& key);
std::string text_of(const StoreKey& key);
/// The key with this space and text; none if there is no such key.
std::optional<StoreKey> parse_key(Space space, std::string_view text);

}  // namespace fairdeal::runtime
