#pragma once

#include <set>
#include <span>

#include "proto/messages.h"
#include "runtime/state/deal.h"

/// The parts that pass from seat to seat before the table has agreed to them: keys and recovery
/// shares of a deal that is opened ahead, and shuffle turns (docs/dealing.md, Shuffles that pass).
///
///   deck begun ─> holder 1 ─> holder 2 ─> … ─> holder n      each passes its deck on at once
///                    └───────────┴──────────────┴──> the author of a step's first entry attaches
///                                                    what it has checked; its record agrees to it

namespace fairdeal::state {

/// One turn of a deck: the shuffle that `author` made of the deck `in`.
struct ShuffleTurn {
  Seat author;
  const crypto::Deck* in;
  const proto::ShufflePayload* shuffle;
};

/// Returns the equations of a turn's proof. Errors: bad_proof (what the turn made is no deck of
/// this size).
Result<crypto::Equations> equations(const crypto::Digest& table, const SharedDeck& deck,
                                    const ShuffleTurn& turn);
/// Returns the index of the first turn that is false; none if all hold. Cost: one multi-scalar
/// multiplication, in which a deck that two turns share counts once; some more if a turn is false.
std::optional<std::size_t> first_false(const crypto::Digest& table, const SharedDeck& deck,
                                       std::span<const ShuffleTurn> turns, Rng& rng);

/// Returns the name by which a passed part is known: the digest of its author, body and signature.
crypto::Digest name_of(const proto::Envelope& passed);
/// The names of passed parts whose signatures and proofs were found to hold.
using Verified = std::set<crypto::Digest>;

/// The passed parts that one peer has seen of the deal or the deck that is being opened. To lose
/// them costs nothing but time.
class ShuffleChain {
 public:
  /// One passed part.
  struct Link {
    enum class Is { unknown, checking, sound, wrong };
    std::shared_ptr<const proto::Signed<proto::Passed>> passed;
    crypto::Digest name;
    crypto::Digest output;  ///< the digest of the deck that a turn leaves
    Is is;

    const proto::Passed& message() const { return passed->message(); }
    /// Returns the shuffle of a turn; null if the part is no turn.
    const proto::ShufflePayload* turn() const {
      return std::get_if<proto::ShufflePayload>(&message().part);
    }
    std::shared_ptr<const crypto::Deck> deck() const { return {passed, &turn()->deck}; }
  };
  /// A link to check. A turn is checked against the deck `in`; `in` is null for a key and for
  /// recovery shares.
  struct Check {
    Link link;
    std::shared_ptr<const crypto::Deck> in;
  };

  /// Keeps links of this place from now on. Returns true if it is another place than before; then
  /// the links of the old one are forgotten.
  bool begin(const std::optional<Step>& place);
  const std::optional<Step>& place() const { return place_; }

  /// Returns whether there is room for another link of this author.
  bool has_room(Seat author) const;
  /// Returns whether the link with this name is here.
  bool knows(const crypto::Digest& name) const;
  void add(proto::Signed<proto::Passed> passed, Link::Is is);
  void found(const crypto::Digest& name, bool sound);

  /// Returns the links that follow one another from the deck's cards, one for each turn. With
  /// `sound` it uses only links that are known to be sound, or else all that are not known to be
  /// wrong.
  std::vector<const Link*> chain(const SharedDeck& deck, SeatSet takers, bool sound) const;
  /// Returns the deck as the chain so far leaves it, with links that are not checked yet.
  SharedDeck reached(const SharedDeck& deck, SeatSet takers) const;
  /// Returns the keys, or the recovery shares, that the deal needs now, one link of each author
  /// that owes its own. `sound` is as for chain().
  std::vector<const Link*> parts(const Deal& deal, bool sound) const;
  /// Return the links that are not checked yet and can be checked now, and mark them as being
  /// checked.
  std::vector<Check> start_checks(const SharedDeck& deck);
  std::vector<Check> start_checks(const Deal& deal);
  const std::vector<Link>& links() const { return links_; }
  Verified verified() const;

 private:
  std::shared_ptr<const crypto::Deck> deck_of(const crypto::Digest& digest,
                                              const SharedDeck& deck) const;

  std::optional<Step> place_;
  std::vector<Link> links_;
};

}  // namespace fairdeal::state
