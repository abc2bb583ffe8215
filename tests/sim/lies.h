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

/// The ways of lying that these layers can meet (docs/threat-model.md). A liar runs the honest
/// Node, and what that would send is replaced by what its script says.
enum class Lie : std::uint8_t {
  two_entries,    ///< another entry to each half of the table
  two_votes,      ///< other votes to each half
  two_faces,      ///< another entry to each half, and to each member that member's own votes again
  two_proposals,  ///< other proposals to each half, when it leads
  nil_votes,      ///< votes nil whatever it saw
  no_votes,       ///< keeps its votes back
  no_entries,     ///< keeps its entries back, shares and reveals among them
  wrong_proof,    ///< entries that are false: key, shuffle, share, coin, reveal, move
  old_proof,      ///< the payload of its last entry of this kind again
  wrong_move,     ///< a move that the rules do not have
  wrong_dealing,  ///< a recovery share that is none, to one seat
  zero_share,     ///< deals one seat a recovery share of zero
  false_complaint,   ///< calls a sound recovery share wrong
  false_evidence,    ///< accuses an honest seat with what proves nothing
  forged_absence,    ///< proposes as absent who is there
  wild_votes,        ///< votes for anything anybody voted for, with any grounds, another to each
  wild_proposals,    ///< proposes anything anybody signed, with any grounds, another to each
  other_state,       ///< votes as if the rules computed something else
  forged_decision,   ///< sends steps as decided that are not
  false_status,      ///< says to be elsewhere, to hold what it does not, to reach who it does not
  replays,           ///< sends again what anybody ever sent
  malformed,         ///< bytes changed or cut on the way
  false_turns,       ///< passes shuffles on that are false
  two_turns,         ///< passes another sound shuffle to one half of the table
  false_turn_noted,  ///< notes a passed shuffle that its author did not sign
  flood,             ///< a hundred frames of nonsense for each that is due
  any_field,         ///< any field of anything it signs changed, to any of the others, at any time
  foreign_evidence,  ///< accuses an honest seat with what that signed at another table
  far_rounds,        ///< votes in rounds that nobody has reached, beside its own votes
  far_presence,      ///< says of steps far ahead that it is back, or leaves
  votes_out,         ///< takes in nothing that a member who is here says at its slots
};
inline constexpr std::size_t kLies = static_cast<std::size_t>(Lie::votes_out) + 1;

std::string name(Lie lie);
std::optional<Lie> lie_named(const std::string& name);
/// Whether telling it once is proof enough, whatever else happens: an entry that is false.
bool convicts(Lie lie);
/// Whether it takes more such liars than the table can bear, so that it is told by a quorum only.
bool needs_a_quorum(Lie lie);

/// One liar's script.
class Liar {
 public:
  /// `about`: whom it is about, if the lie is about somebody.
  Liar(World& world, Seat me, Lie lie, Seat about, std::uint64_t seed);
  ~Liar();
  /// What reaches `to` instead of `frame`.
  std::vector<Bytes> say(Seat to, const Bytes& frame);
  /// What it hears, to be used. Whether its Node hears it too.
  bool hear(Seat from, const Bytes& frame);
  Lie lie() const;
  /// How often it has said something else than the truth.
  std::size_t told() const;
  /// Whether that is proof enough by itself.
  bool proven() const;

 private:
  struct Script;
  std::unique_ptr<Script> script_;
};

}  // namespace fairdeal::sim
