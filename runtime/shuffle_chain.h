#pragma once

#include <set>
#include <span>

#include "proto/messages.h"
#include "runtime/deal.h"

/// What passes from seat to seat before the table has agreed to it: keys and recovery shares of a
/// deal that is opened ahead, and shuffles.
///
///   deck opened ─> holder 1 ─> holder 2 ─> … ─> holder n     each passes its deck on at once
///                     └───────────┴──────────────┴──> whoever answers a step's first slot attaches
///                                                     what it has checked: agreed by that record
///
/// docs/dealing.md, shuffles that pass.
namespace fairdeal::runtime {

/// One turn of a deck: what `author` made of the deck `in`.
struct ShuffleTurn {
  Seat author;
  const crypto::Deck* in;
  const proto::ShufflePayload* shuffle;
};

/// Those of its proof. Errors: bad_proof, if what it made is no deck of this size.
Result<crypto::Equations> equations(const crypto::Digest& table, const SharedDeck& deck,
                                    const ShuffleTurn& turn);
/// The first of these that is false, if any. Cost: one multi-scalar multiplication, in which a deck
/// that two turns share counts once; if one is false, some more.
std::optional<std::size_t> first_false(const crypto::Digest& table, const SharedDeck& deck,
                                       std::span<const ShuffleTurn> turns, Rng& rng);

/// By what is passed is known: its author, what it says, and the signature.
crypto::Digest name_of(const proto::Envelope& passed);
/// Names of what was passed and found to be signed and sound.
using Verified = std::set<crypto::Digest>;

/// What one peer has seen passed of the deal or the deck that is being opened. Losing it costs
/// nothing but time.
class ShuffleChain {
 public:
  struct Link {
    enum class Is { unknown, checking, sound, wrong };
    std::shared_ptr<const proto::Signed<proto::Passed>> passed;
    crypto::Digest name;
    crypto::Digest output;  ///< of the deck that a turn leaves
    Is is;

    const proto::Passed& message() const { return passed->message(); }
    /// None if it is no turn.
    const proto::ShufflePayload* turn() const {
      return std::get_if<proto::ShufflePayload>(&message().part);
    }
    std::shared_ptr<const crypto::Deck> deck() const { return {passed, &turn()->deck}; }
  };
  /// A link to check: a turn, of this deck; or what a deal needs before.
  struct Check {
    Link link;
    std::shared_ptr<const crypto::Deck> in;
  };

  /// Of what has its proofs at this place from now on. True if it is another than before: what was
  /// of that is forgotten.
  bool begin(const std::optional<Step>& place);
  const std::optional<Step>& place() const { return place_; }

  /// Whether another of `author`'s would be kept, and whether this one is.
  bool has_room(Seat author) const;
  bool knows(const crypto::Digest& name) const;
  void add(proto::Signed<proto::Passed> passed, Link::Is is);
  void found(const crypto::Digest& name, bool sound);

  /// The links that follow one another from the deck's cards, one for each turn; `sound`: of those
  /// that are known to be.
  std::vector<const Link*> chain(const SharedDeck& deck, SeatSet takers, bool sound) const;
  /// The deck as all links so far would leave it, those included that are not checked yet.
  SharedDeck reached(const SharedDeck& deck, SeatSet takers) const;
  /// Of the keys, or recovery shares, that the deal needs now: one of each who owes its own. Those
  /// that are `sound`, or all but the wrong ones.
  std::vector<const Link*> parts(const Deal& deal, bool sound) const;
  /// Those not checked yet that can be now; from now on they are being checked.
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

}  // namespace fairdeal::runtime
