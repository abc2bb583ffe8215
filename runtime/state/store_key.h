#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "proto/messages.h"

namespace fairdeal::state {

/// The kinds of values in the store. In the database a key has a space and a text (Put), which
/// belong to the store's version (docs/versions.md).
namespace kept {

/// The signed charter of the table.
struct Charter {
  bool operator==(const Charter&) const = default;
};
/// A decided step. All of these are the transcript.
struct Record {
  Step step;
  bool operator==(const Record&) const = default;
};

// Statements of this member. The store never replaces one of these (Store::apply).

/// This member's entry at a step.
struct Entry {
  Step step;
  bool operator==(const Entry&) const = default;
};
/// This member's prevote or precommit of a round.
struct Vote {
  Step step;
  Round round;
  proto::Phase phase;
  bool operator==(const Vote&) const = default;
};
/// This member's proposal of a round.
struct Proposal {
  Step step;
  Round round;
  bool operator==(const Proposal&) const = default;
};
/// The record of that proposal, which names it by its digest.
struct Proposed {
  Step step;
  Round round;
  bool operator==(const Proposed&) const = default;
};
/// Its resignation, of whichever step.
struct Resignation {
  bool operator==(const Resignation&) const = default;
};
/// The grounds of its precommit: the record, and a quorum's prevotes for it.
struct Lock {
  Step step;
  Round round;
  bool operator==(const Lock&) const = default;
};

// Secrets, which this member must not lose and nobody else may learn.

/// This seat's keys for a deal.
struct Keys {
  std::uint64_t deal;
  bool operator==(const Keys&) const = default;
};
/// The opening of its commitment: value and salt.
struct Committed {
  bool operator==(const Committed&) const = default;
};
/// The secret that is mixed into every draw (PrivateView).
struct Hedge {
  bool operator==(const Hedge&) const = default;
};
/// The addresses of the others (net/party/whereabouts.h).
struct Whereabouts {
  bool operator==(const Whereabouts&) const = default;
};
/// The proposal that this guest has signed, until its table begins (net/party/whereabouts.h). A
/// store that holds one holds no table yet.
struct SignedProposal {
  bool operator==(const SignedProposal&) const = default;
};

// Data for this member alone.

/// The seats' reserves of time.
struct Banks {
  bool operator==(const Banks&) const = default;
};
/// How long this program has played since the game's last alarm.
struct Alarm {
  bool operator==(const Alarm&) const = default;
};
/// The full record for which it prevoted in round 0.
struct Held {
  bool operator==(const Held&) const = default;
};

/// The prevotes and proposals that led to a step's decision by precommits.
struct Behind {
  Step step;
  bool operator==(const Behind&) const = default;
};
/// The decision of others for a step that this member decided differently.
struct Fork {
  Step step;
  bool operator==(const Fork&) const = default;
};
/// A statement of a member after another history, which it has not shown (other_history.h).
struct Unshown {
  Seat by;
  bool operator==(const Unshown&) const = default;
};

}  // namespace kept

using StoreKey =
    std::variant<kept::Charter, kept::Record, kept::Entry, kept::Vote, kept::Proposal,
                 kept::Proposed, kept::Resignation, kept::Lock, kept::Keys, kept::Committed,
                 kept::Hedge, kept::Whereabouts, kept::SignedProposal, kept::Banks, kept::Alarm,
                 kept::Held, kept::Behind, kept::Fork, kept::Unshown>;

/// A part of the database. Its number is stored, so the order is part of the store's version.
enum class Space { charter, record, mine, secret, local, behind, fork };

Space space_of(const StoreKey& key);
std::string text_of(const StoreKey& key);
/// Returns the key with this space and text; none if there is no such key.
std::optional<StoreKey> parse_key(Space space, std::string_view text);

}  // namespace fairdeal::state
