#include "games/hearts/hearts.h"

#include <algorithm>
#include <numeric>

#include "base/overloaded.h"
#include "games/players/simple_hearts.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

constexpr std::int64_t kWorstHand = 26;

Seat further(Seat seat, std::uint32_t by) { return Seat((seat.value + by) % kHeartsSeats); }

}  // namespace

const GameInfo& Hearts::info() {
  static const GameInfo kInfo{
      .name = "hearts",
      .version = "6",
      .about = "Take no hearts and not the queen of spades, or take them all.",
      .seats_min = kHeartsSeats,
      .seats_max = kHeartsSeats,
      .roles = {},
      .params = {{"goal", "points that end the match", "100", 1, 1000},
                 // After 16 hands, with 26 points or more in each, one of four seats has over 100.
                 {.name = "hands",
                  .about = "at the most",
                  .value = "1",
                  .min = 1,
                  .max = 50,
                  .among_people = "16"},
                 {"passing", "whether three cards are passed before play", "true"},
                 {.name = "two_of_clubs",
                  .about = "whether its holder leads it to the first trick",
                  .value = "false",
                  .left_out = true,
                  .among_people = "true"}},
      .hidden = true,
      .chance = true,
      .shelf = "cards",
      .hint = R"({"cards":{"seats":{"layout":"edges","number":"/scores/{seat}","unit":"points"},)"
              R"("zones":[{"at":"seats","pairs":"/trick","name":"trick"}],)"
              R"("mine":{"pairs":"/own","sort":["c","d","s","h"],"fair":"/fair","fan":true}}})",
      .rules = R"(Four players get thirteen cards each. They pass three cards to the left in the
first hand, then to the right, then across, then none, and so on.

One player leads a card, and the others follow suit if they can; a player who
cannot may play any card. The highest card of the suit that was led takes the
trick, and its winner leads to the next. A player may not lead hearts before a
heart was played, and may not give points in the first trick, unless they have
nothing else.

Each heart that you take is a point, and the queen of spades is thirteen. If you
take all 26, each of the others gets 26 instead. The match ends when a player
has 100 points, or as many as goal says, or after as many hands as hands says;
at a table of people this is 16, and one player has 100 by then. The fewest
points win. The result is four times the difference from the average.

At a table of people the holder of the two of clubs leads it to the first trick.
The cards are hidden from the rules, too, so the programs say in turn that their
players have not this card, until one leads it. Without the parameter
two_of_clubs the players lead in turn, as an older custom has it. The first
player is asked or leads first in the first hand, the second in the next.

As cards are hidden, the rules of play are checked when all cards of a hand have
been played. A player may not keep the two of clubs, or lead another card in its
place. A player who broke the rules then takes all 26 points, and the others
take none.

If you do not move in time, your first card is passed or played, and the highest
card of the suit that was led wins the trick as always. You take 26 points in
this hand if that card breaks a rule, or if you are away when you should lead
the two of clubs. The others then take the points of their tricks; if the tricks
of one of them have all 26, that player takes none, and nobody else pays. If
your own tricks have them all, you keep them. In a hand in which a player broke
the rules by a move, a missed move costs nothing more.

If cards cannot be shown because of a player, the hand ends, and that player
takes 26 points. A player who is gone takes 26 points in each hand that the
others play. A player who was gone in the last hand has as many points as the
last of the others, or more. Hands that nobody plays cost nobody anything.)",
      .secrets = kOwnCards};
  return kInfo;
}

Result<Hearts> Hearts::start(const Json& params, std::size_t) {
  Hearts game;
  game.goal_ = params.at("goal").get<std::int64_t>();
  game.hands_ = params.at("hands").get<std::int64_t>();
  game.pipeline_ = params.at("passing").get<bool>();
  game.two_leads_ = params.value("two_of_clubs", false);
  return game;
}

// --- where cards are ---

std::uint32_t Hearts::distance() const {
  constexpr std::uint32_t kLeftRightAcrossNone[] = {1, 3, 2, 0};
  return pipeline_ ? kLeftRightAcrossNone[hand_ % 4] : 0;
}

Seat Hearts::receiver(Seat giver) const { return further(giver, distance()); }

bool Hearts::is_passed(CardSlot slot) const { return std::ranges::count(passes_, slot) > 0; }

bool Hearts::is_played(CardSlot slot) const {
  return std::ranges::count(plays_, slot, &Play::slot) > 0;
}

/// A passed card changes hands when it is shuffled.
Seat Hearts::owner(CardSlot slot) const {
  const Seat giver(static_cast<std::uint32_t>(slot.value / kHeartsCards));
  return is_passed(slot) && giver.value < given_ ? receiver(giver) : giver;
}

std::vector<TrickCard> Hearts::shown() const {
  std::vector<TrickCard> cards;
  for (const Play& play : plays_)
    if (play.face) cards.push_back({owner(play.slot), *play.face});
  return cards;
}

std::vector<TrickCard> Hearts::trick() const {
  auto cards = shown();
  const auto complete = cards.size() - cards.size() % kHeartsSeats;
  cards.erase(cards.begin(), cards.begin() + static_cast<std::ptrdiff_t>(complete));
  return cards;
}

// --- what happens next ---

bool Hearts::over() const {
  return hand_ == hands_ || std::ranges::max(scores_) >= goal_ || settled_;
}

std::optional<Seat> Hearts::turn() const {
  if (over() || dealt_ < Card::kFaces) return {};
  if (is_passing()) return Seat(static_cast<std::uint32_t>(passes_.size() / 3));
  if (received_ < to_pass()) return {};
  if (plays_.empty()) return further(first_asked(), static_cast<std::uint32_t>(declined_.size()));
  if (!plays_.back().face) return {};
  const auto cards = shown();
  if (cards.size() % kHeartsSeats != 0) return further(cards.back().seat, 1);
  return trick_winner(std::span(cards).last(kHeartsSeats));
}

bool Hearts::is_claiming() const {
  return two_leads_ && dealt_ == Card::kFaces && !is_passing() && received_ == to_pass() &&
         plays_.empty() && !over();
}

std::vector<Want> Hearts::wants() const {
  if (over()) return {};
  if (!shuffled_) return {WantShuffle{all_cards<CardSlot>(), all_cards<Face>()}};
  if (const auto seat = turn()) return {WantMove{{*seat}}};
  if (!plays_.empty()) return {WantShow{plays_.back().slot}};
  std::vector<Want> wants;
  for (std::uint32_t k = dealt_; k < Card::kFaces; ++k)
    wants.emplace_back(WantDeal{CardSlot(k), Seat(static_cast<std::uint32_t>(k / kHeartsCards))});
  if (!wants.empty()) return wants;
  for (std::size_t k = given_; k < kHeartsSeats; ++k)
    wants.emplace_back(WantShuffle{{passes_[3 * k], passes_[3 * k + 1], passes_[3 * k + 2]}, {}});
  for (std::uint32_t k = received_; k < passes_.size(); ++k)
    wants.emplace_back(WantDeal{passes_[k], receiver(Seat(k / 3))});
  return wants;
}

std::vector<Hearts::Move> Hearts::legal(Seat seat) const {
  std::vector<Move> moves;
  if (turn() != seat) return moves;
  for (const CardSlot slot : all_cards<CardSlot>())
    if (owner(slot) == seat && !is_played(slot) && !(is_passing() && is_passed(slot)))
      moves.push_back(slot);
  if (may_decline()) moves.push_back(kDecline);
  return moves;
}

std::optional<Hearts::Move> Hearts::obvious(Seat seat, const Known& known) const {
  const auto cards = own(seat, known);
  if (!is_claiming() || turn() != seat || cards.size() != kHeartsCards) return {};
  const auto two =
      std::ranges::find(cards, kTwoOfClubs, [](const auto& card) { return card.second; });
  if (two != cards.end()) return two->first;
  return may_decline() ? std::optional(kDecline) : std::nullopt;
}

Result<> Hearts::show(Face face) {
  const auto same = [&](const Play& play) { return play.face == face; };
  if (face.value >= Card::kFaces || std::ranges::any_of(plays_, same))
    return fail(Fault::not_wanted, "a card that cannot be there");
  plays_.back().face = face;
  if (plays_.size() == Card::kFaces) end_hand();
  return {};
}

void Hearts::end_hand() {
  HandOfHearts played{.cards = shown(), .two_leads = two_leads_};
  for (std::uint32_t i = 0; i < declined_.size(); ++i)
    played.declined.push_back({further(first_asked(), i), declined_[i]});
  for (std::size_t i = 0; i < plays_.size(); ++i)
    if (!plays_[i].chosen) played.unchosen.push_back(i);
  const auto renounces = renounces_in(played, hand_);
  renounces_.insert(renounces_.end(), renounces.begin(), renounces.end());
  score_hand(points_of_hand(played, renounces));
}

void Hearts::settle_hand(SeatSet by) {
  if (by.size() == kHeartsSeats) {
    rank_last(gone_ | spoilt_by_);
    settled_ = standing();
    return;
  }
  gone_ = gone_ | by;
  score_hand(Payoff(kHeartsSeats, 0));
  spoilt_by_ = by;
}

void Hearts::score_hand(Payoff points) {
  for (const Seat seat : gone_.list()) points[seat.value] = kWorstHand;
  last_ = std::move(points);
  for (std::size_t i = 0; i < kHeartsSeats; ++i) scores_[i] += (*last_)[i];
  ++hand_;
  if (over()) rank_last(gone_);
  shuffled_ = false;
  dealt_ = given_ = received_ = 0;
  passes_.clear();
  declined_.clear();
  plays_.clear();
  gone_ = {};
}

void Hearts::rank_last(SeatSet seats) {
  const std::int64_t last = std::ranges::max(scores_);
  for (const Seat seat : seats.list()) scores_[seat.value] = last;
}

std::optional<Hearts::Move> Hearts::careful(Seat seat, const Known& known) const {
  if (legal(seat).empty() || own(seat, known).empty()) return {};
  return simple_hearts_move(*this, seat, known);
}

Hearts Hearts::without(const Out& out) const {
  Hearts next = *this;
  if (!over()) next.gone_.insert(out.seat);
  return next;
}

Result<Hearts> Hearts::after(const Event<Move>& event) const {
  Hearts next = *this;
  const auto moved = [&](CardSlot slot, bool chosen) {
    if (is_passing())
      next.passes_.push_back(slot);
    else if (slot == kDecline)
      next.declined_.push_back(chosen);
    else
      next.plays_.push_back({.slot = slot, .chosen = chosen});
    return next;
  };
  return std::visit(Overloaded{[&](const Shuffled&) -> Result<Hearts> {
                                 if (shuffled_)
                                   ++next.given_;
                                 else
                                   next.shuffled_ = true;
                                 next.spoilt_by_ = {};
                                 return next;
                               },
                               [&](const Dealt&) -> Result<Hearts> {
                                 ++(dealt_ < Card::kFaces ? next.dealt_ : next.received_);
                                 return next;
                               },
                               [&](const Moved<Move>& e) -> Result<Hearts> {
                                 if (!std::ranges::binary_search(legal(e.seat), e.move))
                                   return fail(Fault::illegal_move, text(move_json(e.move)));
                                 return moved(e.move, true);
                               },
                               [&](const Shown& e) -> Result<Hearts> {
                                 FD_TRY(next.show(e.face));
                                 return next;
                               },
                               [&](const Absent& e) -> Result<Hearts> {
                                 const auto moves = legal(e.seat);
                                 return moved(may_decline() ? kDecline : moves.front(), false);
                               },
                               [&](const Void& e) -> Result<Hearts> {
                                 next.settle_hand(e.by);
                                 return next;
                               },
                               [](const auto&) -> Result<Hearts> {
                                 return fail(Fault::not_wanted, "hearts has no such event");
                               }},
                    event);
}

Payoff Hearts::standing() const {
  const auto sum = std::accumulate(scores_.begin(), scores_.end(), std::int64_t{0});
  Payoff payoff;
  for (const std::int64_t points : scores_)
    payoff.push_back(sum - static_cast<std::int64_t>(kHeartsSeats) * points);
  return payoff;
}

std::optional<Payoff> Hearts::result() const {
  if (settled_) return settled_;
  if (!over()) return {};
  return standing();
}

// --- what a seat knows ---

std::map<CardSlot, Face> Hearts::own(Seat seat, const Known& known) const {
  std::map<CardSlot, Face> cards;
  for (const auto& [slot, face] : known.faces) {
    const auto is_open = [&](const Play& play) { return play.slot == slot && play.face; };
    if (slot.value < dealt_ && owner(slot) == seat && std::ranges::none_of(plays_, is_open))
      cards.emplace(slot, face);
  }
  return cards;
}

std::vector<CardSlot> Hearts::fair(Seat seat, const Known& known) const {
  const auto moves = legal(seat);
  if (is_passing()) return moves;
  if (const auto leads = obvious(seat, known))
    return leads == kDecline ? std::vector<CardSlot>() : std::vector{*leads};
  const auto before = shown();
  const auto cards = own(seat, known);
  std::vector<CardSlot> slots;
  for (const CardSlot slot : moves) {
    const auto mine = cards.find(slot);
    if (mine == cards.end()) continue;
    std::vector<Face> others;
    for (const auto& [other, face] : cards)
      if (other != slot) others.push_back(face);
    if (!wrong_with(mine->second, before, others)) slots.push_back(slot);
  }
  return slots;
}

extern const Module kHearts;
const Module kHearts = module_of<Hearts>();

}  // namespace fairdeal::rules
