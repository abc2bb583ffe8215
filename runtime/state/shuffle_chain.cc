#include "runtime/state/shuffle_chain.h"

#include <algorithm>

#include "base/encode.h"
#include "crypto/shuffle_proof.h"

namespace fairdeal::state {

namespace {

/// How many links of one author are kept for one place. An honest author passes a key, recovery
/// shares and a turn, and after a restart some of them again.
constexpr std::ptrdiff_t kLinksMax = 8;

/// Returns whether a link is the key, or the recovery shares, that its author owes the deal now.
bool is_wanted(const Deal& deal, const ShuffleChain::Link& link) {
  const Seat author = link.passed->by();
  if (std::holds_alternative<proto::KeyPayload>(link.message().part))
    return deal.owe_keys().has(author);
  return link.turn() == nullptr && deal.owe_shares().has(author) &&
         link.message().input == deal.keys_digest();
}

}  // namespace

Result<crypto::Equations> equations(const crypto::Digest& table, const SharedDeck& deck,
                                    const ShuffleTurn& turn) {
  const auto& [cards, proof] = *turn.shuffle;
  const Bytes context = crypto::context({table, deck.place}, turn.author, crypto::Purpose::shuffle);
  if (const auto* several = std::get_if<crypto::ShuffleProof>(&proof))
    return crypto::shuffle_equations({deck.key, *turn.in, cards}, *several, context);
  if (turn.in->size() != 1 || cards.size() != 1)
    return fail(Fault::bad_proof, "fresh mask: of one card only");
  return crypto::remask_equations({deck.key, turn.in->front(), cards.front()},
                                  std::get<crypto::DleqProof>(proof), context);
}

std::optional<std::size_t> first_false(const crypto::Digest& table, const SharedDeck& deck,
                                       std::span<const ShuffleTurn> turns, Rng& rng) {
  std::vector<crypto::Equations> equations;
  for (const ShuffleTurn& turn : turns) {
    auto one = state::equations(table, deck, turn);
    if (!one) break;
    equations.push_back(*std::move(one));
  }
  // The first false turn is among those before the first that has no equations, or it is that one.
  if (const auto wrong = crypto::first_false(equations, rng)) return wrong;
  return equations.size() < turns.size() ? std::optional(equations.size()) : std::nullopt;
}

crypto::Digest name_of(const proto::Envelope& passed) {
  return crypto::hash(
      "passed",
      Writer().u32(passed.by.value).frame(passed.body).raw(passed.signature.bytes).bytes());
}

// ---- The links that one peer has seen

bool ShuffleChain::begin(const std::optional<Step>& place) {
  if (place == place_) return false;
  place_ = place;
  links_.clear();
  return true;
}

bool ShuffleChain::has_room(Seat author) const {
  return std::ranges::count(links_, author, [](const Link& link) { return link.passed->by(); }) <
         kLinksMax;
}

bool ShuffleChain::knows(const crypto::Digest& name) const {
  return std::ranges::find(links_, name, &Link::name) != links_.end();
}

void ShuffleChain::add(proto::Signed<proto::Passed> passed, Link::Is is) {
  Link link{nullptr, name_of({passed.by(), passed.body(), passed.signature()}), {}, is};
  link.passed = std::make_shared<const proto::Signed<proto::Passed>>(std::move(passed));
  if (link.turn() != nullptr) link.output = crypto::digest(link.turn()->deck);
  links_.push_back(std::move(link));
}

void ShuffleChain::found(const crypto::Digest& name, bool sound) {
  const auto link = std::ranges::find(links_, name, &Link::name);
  if (link != links_.end()) link->is = sound ? Link::Is::sound : Link::Is::wrong;
}

std::vector<const ShuffleChain::Link*> ShuffleChain::chain(const SharedDeck& deck, SeatSet takers,
                                                           bool sound) const {
  std::vector<const Link*> chain;
  SharedDeck at = deck;
  while (const auto due = at.due(takers)) {
    const auto next = std::ranges::find_if(links_, [&](const Link& link) {
      return link.turn() != nullptr && link.passed->by() == *due &&
             link.message().place == deck.place && link.message().input == at.digest &&
             (sound ? link.is == Link::Is::sound : link.is != Link::Is::wrong);
    });
    if (next == links_.end()) break;
    chain.push_back(&*next);
    at.left.erase(*due);
    at.digest = next->output;
  }
  return chain;
}

SharedDeck ShuffleChain::reached(const SharedDeck& deck, SeatSet takers) const {
  SharedDeck at = deck;
  for (const Link* link : chain(deck, takers, false)) {
    at.left.erase(link->passed->by());
    at.cards = link->deck();
    at.digest = link->output;
  }
  return at;
}

std::shared_ptr<const crypto::Deck> ShuffleChain::deck_of(const crypto::Digest& digest,
                                                          const SharedDeck& deck) const {
  if (digest == deck.digest) return deck.cards;
  const auto link = std::ranges::find_if(
      links_, [&](const Link& one) { return one.turn() != nullptr && one.output == digest; });
  return link != links_.end() ? link->deck() : nullptr;
}

std::vector<ShuffleChain::Check> ShuffleChain::start_checks(const SharedDeck& deck) {
  std::vector<Check> checks;
  for (Link& link : links_) {
    if (link.is != Link::Is::unknown || link.turn() == nullptr || !deck.left.has(link.passed->by()))
      continue;
    const auto in = deck_of(link.message().input, deck);
    if (!in) continue;
    link.is = Link::Is::checking;
    checks.push_back({link, in});
  }
  return checks;
}

std::vector<ShuffleChain::Check> ShuffleChain::start_checks(const Deal& deal) {
  std::vector<Check> checks;
  for (Link& link : links_) {
    if (link.is != Link::Is::unknown || !is_wanted(deal, link)) continue;
    link.is = Link::Is::checking;
    checks.push_back({link, nullptr});
  }
  return checks;
}

std::vector<const ShuffleChain::Link*> ShuffleChain::parts(const Deal& deal, bool sound) const {
  std::vector<const Link*> parts;
  SeatSet found;
  for (const Link& link : links_) {
    if (found.has(link.passed->by()) || !is_wanted(deal, link)) continue;
    if (sound ? link.is != Link::Is::sound : link.is == Link::Is::wrong) continue;
    found.insert(link.passed->by());
    parts.push_back(&link);
  }
  return parts;
}

Verified ShuffleChain::verified() const {
  Verified names;
  for (const Link& link : links_)
    if (link.is == Link::Is::sound) names.insert(link.name);
  return names;
}

}  // namespace fairdeal::state
