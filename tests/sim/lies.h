#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/seeded_rng.h"

namespace fairdeal::sim {

class World;

/// The ways of lying that members can meet (docs/threat-model.md). A liar runs the honest Node, and
/// its script replaces what that would send.
enum class Lie : std::uint8_t {
  two_entries,  ///< sends another entry to each half of the table
  two_votes,    ///< sends other votes to each half
  two_faces,    ///< sends another entry to each half, and votes as each member does to that member
  two_proposals,     ///< sends other proposals to each half, when it leads
  nil_votes,         ///< votes nil whatever it saw
  no_votes,          ///< keeps its votes back
  no_entries,        ///< keeps its entries back, shares and reveals among them
  wrong_proof,       ///< sends false entries: key, shuffle, share, coin, reveal
  old_proof,         ///< sends the payload of its last entry of this kind again
  wrong_move,        ///< sends a move that the rules do not allow
  wrong_dealing,     ///< deals one seat a recovery share that does not fit the commitments
  zero_share,        ///< deals one seat a recovery share of zero
  false_complaint,   ///< calls a sound recovery share wrong
  false_evidence,    ///< accuses an honest seat with two statements that do not contradict
  forged_absence,    ///< proposes as absent seats that are there
  wild_votes,        ///< votes for anything anybody voted for, with any grounds, another to each
  wild_proposals,    ///< proposes anything anybody signed, with any grounds, another to each
  other_state,       ///< votes as if the rules computed another state
  forged_decision,   ///< sends steps as decided that are not
  false_status,      ///< claims to be elsewhere, to hold and to reach what it does not
  replays,           ///< sends again what anybody ever sent
  malformed,         ///< sends frames with bytes changed or cut off
  false_turns,       ///< passes false keys, recovery shares and shuffles
  two_turns,         ///< passes another sound shuffle to one half of the table
  false_turn_noted,  ///< attaches a passed part that its author did not sign
  flood,             ///< sends 25 frames of nonsense with each that is due
  any_field,         ///< changes any field of anything it signs, towards anybody, at any time
  foreign_evidence,  ///< accuses an honest seat with what it signed at another table
  far_rounds,        ///< votes in rounds that nobody has reached, beside its own votes
  far_presence,      ///< says for steps to come that it is back, or leaves
  votes_out,         ///< ignores all that an honest member says at its own slots
  // Schemes, which only the plans of plan_of() with Wish::schemes have.
  all_but_one,  ///< sends its votes of round 0, and what is decided, to all but one member
  waits,        ///< answers, moves and votes just before each time-out of its receiver
  fills_quota,  ///< fills others' memory of its contradictions with old ones, then signs new ones
  splits,       ///< plays another match with one member, which is connected through it alone
};
inline constexpr std::size_t kLies = static_cast<std::size_t>(Lie::splits) + 1;
/// How many of them are no schemes. These come first.
inline constexpr std::size_t kPlainLies = static_cast<std::size_t>(Lie::votes_out) + 1;

std::string name(Lie lie);
std::optional<Lie> lie_named(const std::string& name);
/// Returns whether the lie is an entry that is false, so that telling it once convicts.
bool convicts(Lie lie);
/// Returns whether the lie does something only if a quorum tells it.
bool needs_a_quorum(Lie lie);

/// A member that tells one kind of lie.
class Liar {
 public:
  /// Makes `me` a liar. `about` is the member that the lie is about, if it is about somebody.
  Liar(World& world, Seat me, Lie lie, Seat about, std::uint64_t seed);
  ~Liar();
  /// Returns the frames that reach `to` instead of `frame`.
  std::vector<Bytes> say(Seat to, const Bytes& frame);
  /// Hears a frame, as material. Returns whether its Node hears it, too.
  bool hear(Seat from, const Bytes& frame);
  Lie lie() const;
  /// Returns how often it has lied.
  std::size_t told() const;
  /// Returns whether it has told a lie that convicts it.
  bool proven() const;

 private:
  struct Script;
  std::unique_ptr<Script> script_;
};

}  // namespace fairdeal::sim
