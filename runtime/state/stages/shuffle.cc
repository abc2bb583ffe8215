#include "runtime/state/stages/shuffle.h"

#include "base/check.h"
#include "crypto/remask.h"
#include "crypto/schnorr.h"
#include "proto/limits.h"
#include "runtime/state/checking.h"
#include "runtime/state/opening.h"
#include "runtime/state/transition.h"

namespace fairdeal::state::stages {
namespace {

/// Returns a deck that these seats are to shuffle. Errors: bad_proof (their keys cancel out, so
/// that nothing would be masked). Seats whose keys do that have made them so, all of them together:
/// a key is proved, and whoever made one alone knows no key that cancels it. So the deck is void by
/// all.
Result<SharedDeck> take_deck(const rules::WantShuffle& want, crypto::Deck cards,
                             SeatSet key_holders, const Deal& deal, Step place) {
  std::vector<crypto::Point> keys;
  for (const Seat seat : key_holders.list()) keys.push_back(deal.X[seat.value]);
  FD_TRY(const auto key, crypto::joint_key(keys));
  const auto digest = crypto::digest(cards);
  return SharedDeck{want.slots, want.faces, key_holders,
                    key,        place,      std::make_shared<const crypto::Deck>(std::move(cards)),
                    digest,     key_holders};
}

/// Begins a deck that joins the current deal, under its keys: one beside cards that stay, or one
/// that named seats shuffle.
Next join_deal(const Transition& t, const rules::WantShuffle& want) {
  if (t.is_alone() && want.by.empty()) return t.settle_alone();
  if (auto first = deal_for_those_in(t)) return first;
  const SeatSet by = want.by.empty() ? t.key_holders() : t.key_holders() & want.by;
  if (want.by.empty() && by.size() < 2 && t.state.seats() > 1) return t.settle_alone();
  if (by.empty()) return t.give_up(want.by);
  auto deck = new_deck(t.state, want, by, *t.state.deal, t.before.step.next());
  if (!deck) return t.give_up(by);
  joins_deal(t.state);
  return shuffle(*std::move(deck));
}

/// Begins to shuffle cards that lie. It first takes off the locks of seats that are gone, where
/// their shares of all these cards are public: under new masks these shares would be of no use.
Next shuffle_again(const Transition& t, const rules::WantShuffle& want) {
  const auto& lying = t.state.cards;
  SeatSet gone = t.state.all_seats() - t.state.present();
  for (const CardSlot slot : want.slots) {
    const PublicCard& card = lying.at(slot);
    for (const Seat seat : gone.list())
      if (card.key_holders.has(seat) && !card.shares.contains(seat)) gone.erase(seat);
  }
  crypto::Deck cards;
  std::optional<SeatSet> key_holders;
  for (const CardSlot slot : want.slots) {
    const PublicCard& card = lying.at(slot);
    const SeatSet locks = card.key_holders - gone;
    if (key_holders.value_or(locks) != locks)  // seats that are out keep their locks on some
      return t.give_up((*key_holders | locks) - (*key_holders & locks));
    if ((locks & t.state.in()).empty()) return t.give_up(card.key_holders);
    key_holders = locks;
    crypto::MaskedCard& masked = cards.emplace_back(card.masked);
    for (const auto& [seat, share] : card.shares)
      if (gone.has(seat)) masked.B = masked.B - share;
  }
  auto deck = take_deck(want, std::move(cards), *key_holders, *t.state.deal, t.before.step.next());
  if (!deck) return t.give_up(*key_holders);
  if (!want.by.empty()) deck->left = deck->left & want.by;
  joins_deal(t.state);
  return shuffle(*std::move(deck));
}

/// Returns whether the rules, having heard that a seat is out, still want these cards shuffled.
bool is_wanted(const Transition& t, const SharedDeck& deck) {
  const auto wants = t.state.game.wants();
  const auto* want = wants.empty() ? nullptr : std::get_if<rules::WantShuffle>(&wants.front());
  return want != nullptr && want->faces.empty() && want->slots == deck.slots;
}

/// Returns whether the seats that had turns are too few: none, or none of those that know the face
/// of a card that was dealt. Its shares that are public would then open what it became. Named seats
/// missed their turns, and all other key holders have turns in their place.
bool lacks_turns(const PublicState& state, const SharedDeck& deck) {
  if (deck.is_new()) return false;
  if (deck.turns.empty()) return true;
  const auto lying = state.lying();
  return std::ranges::any_of(deck.slots, [&](CardSlot slot) {
    const rules::LyingCard& card = lying.cards.at(slot);
    return !card.dealt_to.empty() && !card.shown && (card.dealt_to & deck.turns).empty();
  });
}

/// Lays the cards into their slots. If the deck opens a deal, that becomes the current deal.
Next lay_out(const Transition& t, const SharedDeck& deck) {
  PublicState& state = t.state;
  const bool opens = state.next && deck.place == state.next->place();
  const bool anew = opens && state.next->anew;
  if (opens) state.deal = *std::exchange(state.next, std::nullopt);
  for (std::size_t i = 0; i < deck.slots.size(); ++i) {
    PublicCard& card = state.cards[deck.slots[i]];
    card = {
        (*deck.cards)[i], deck.key_holders, {}, {}, {}, deck.is_new() ? deck.turns : card.shuffled};
  }
  if (anew)
    state.deal->anew = false;
  else
    FD_TRY(t.happens(rules::Shuffled{deck.slots}));
  return std::nullopt;
}

}  // namespace

const SharedDeck* shuffled_deck(const Stage& stage) {
  const auto* shuffling = std::get_if<Shuffling>(&stage);
  return shuffling != nullptr ? &shuffling->deck : nullptr;
}

Stage shuffle(SharedDeck deck) { return Shuffling{std::move(deck)}; }

Next begin_shuffle(const Transition& t, const rules::WantShuffle& want) {
  if (want.faces.empty()) return shuffle_again(t, want);
  return begins_deal(t.state, want) ? begin_wanted_deal(t, want) : join_deal(t, want);
}

Result<SharedDeck> new_deck(PublicState& state, const rules::WantShuffle& want, SeatSet key_holders,
                            const Deal& deal, Step place) {
  static_assert(rules::kFacesMax == crypto::kGeneratorsMax);
  static_assert(rules::kDeckCardsMax == proto::kDeckMax);
  FD_TRY(auto deck, take_deck(want, crypto::plain_deck(want.faces), key_holders, deal, place));
  state.faces = std::max<std::size_t>(state.faces, std::ranges::max(want.faces).value + 1);
  return deck;
}

EntrySlots owing(const Shuffling& stage, const PublicState& state) {
  const auto due = stage.deck.due(state.in());
  if (!due) return {};
  return {{*due, proto::Kind::shuffle}};
}

/// Checks only the kind: check_attachments() checks the turn with those that the entry attaches.
Result<> check(const Shuffling&, const Checking& checking) {
  FD_TRY(checking.payload<proto::ShufflePayload>());
  return {};
}

proto::Payload make(const Shuffling&, const Making&) { CHECK(false); }

proto::Passed make_turn(crypto::PreparedShuffle prepared, const SharedDeck& reached,
                        const crypto::Digest& table, Seat me) {
  const auto context = crypto::context({table, reached.place}, me, crypto::Purpose::shuffle);
  proto::ShufflePayload turn;
  if (reached.cards->size() == 1) {
    auto made =
        crypto::remask_and_prove(std::move(prepared), reached.cards->front(), reached.key, context);
    turn = {{made.card}, made.proof};
  } else {
    auto made =
        crypto::shuffle_and_prove(std::move(prepared), reached.key, *reached.cards, context);
    turn = {std::move(made.deck), std::move(made.proof)};
  }
  return {table, reached.place, reached.digest, std::move(turn)};
}

Result<> check_turn(const Checking& checking, SharedDeck& deck, Seat author,
                    const proto::ShufflePayload& turn, bool known) {
  if (!known)
    FD_TRY(checking.later(equations(checking.state.id, deck, {author, deck.cards.get(), &turn})));
  deck.take_turn(author, std::make_shared<const crypto::Deck>(turn.deck));
  return {};
}

/// Takes the turn of the key holder that was due, then those that the entries attach. A key holder
/// that misses its turn is out. If the deck is new it is dropped then, and also when a key holder
/// goes, and those who remain begin another. Why: the others together would know the order of a
/// deck that one of its key holders did not shuffle.
Next apply(const Shuffling& stage, const Transition& t) {
  SharedDeck deck = stage.deck;
  if (!t.record.answers.empty()) {
    const Seat due = owing(t.before).front().seat;
    const auto* p = t.given<proto::ShufflePayload>(due);
    if (p != nullptr) deck.take_turn(due, std::make_shared<const crypto::Deck>(p->deck));
    take_attached_turns(t, deck, t.state.in());
    if (p == nullptr) FD_TRY(t.goes_out(SeatSet::of({due})));
    if (p == nullptr && !deck.is_new() && !is_wanted(t, deck)) return std::nullopt;
  }
  if (deck.is_new() && !(deck.key_holders - t.state.in()).empty()) return std::nullopt;
  if (!deck.due(t.state.in()) && lacks_turns(t.state, deck))
    deck.left = deck.key_holders - deck.turns;
  if (deck.due(t.state.in())) return shuffle(std::move(deck));
  if (deck.turns.empty()) return t.give_up(deck.key_holders);
  return lay_out(t, deck);
}

/// The check of the entry has seen that the turns follow one another. A turn that no longer does,
/// because somebody left in this same record, counts for nothing.
void take_attached_turns(const Transition& t, SharedDeck& deck, SeatSet takers) {
  t.for_each_passed([&](Seat author, const proto::Passed& passed) {
    const auto* turn = std::get_if<proto::ShufflePayload>(&passed.part);
    if (turn != nullptr && deck.due(takers) == author && passed.place == deck.place &&
        passed.input == deck.digest)
      deck.take_turn(author, std::make_shared<const crypto::Deck>(turn->deck));
  });
}

}  // namespace fairdeal::state::stages
