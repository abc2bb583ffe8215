#include <algorithm>

#include "games/hearts/hearts.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

Result<std::uint32_t> count(const Json& json, std::int64_t max) {
  if (!json.is_number_integer() || json < 0 || json > max)
    return bad_state("a number from 0 to " + std::to_string(max) + ", not " + text(json));
  return json.get<std::uint32_t>();
}

/// One number from 0 to `max` for each seat.
Result<Payoff> points(const Json& json, std::int64_t max) {
  if (!json.is_array() || json.size() != kHeartsSeats)
    return bad_state("points are one number a seat");
  Payoff points;
  for (const Json& of_seat : json) {
    FD_TRY(const auto number, count(of_seat, max));
    points.push_back(number);
  }
  return points;
}

Json renounce_json(const Renounce& renounce) {
  return {{"card", card_name(renounce.card)},
          {"hand", renounce.hand},
          {"seat", renounce.seat.value},
          {"trick", renounce.trick},
          {"wrong", words_of(renounce.wrong)}};
}

Result<Renounce> parse_renounce(const Json& json, std::uint32_t hands) {
  if (hands == 0) return bad_state("a renounce before a hand is over");
  Renounce renounce{};
  FD_TRY(renounce.hand, count(json.at("hand"), hands - 1));
  FD_TRY(const auto seat, count(json.at("seat"), kHeartsSeats - 1));
  renounce.seat = Seat(seat);
  FD_TRY(renounce.trick, count(json.at("trick"), kHeartsCards - 1));
  FD_TRY(renounce.card, parse_card(json.at("card").get<std::string>()));
  for (const Wrong wrong :
       {Wrong::renounced, Wrong::led_hearts_early, Wrong::gave_points_in_first_trick,
        Wrong::kept_two_of_clubs, Wrong::led_in_its_place})
    if (json.at("wrong") == words_of(wrong)) renounce.wrong = wrong;
  return renounce;
}

}  // namespace

/// Move by move, so that whatever is out of its order is found.
Result<> Hearts::load_hand(const Json& state) {
  for (const Json& pass : state.at("passes")) {
    FD_TRY(const auto slot, count(pass, Card::kFaces - 1));
    const auto seat = turn();
    if (!is_passing() || !seat || !std::ranges::binary_search(legal(*seat), CardSlot(slot)))
      return bad_state("a pass of a card that is not there to pass");
    passes_.push_back(CardSlot(slot));
  }
  FD_TRY(given_, count(state.at("given"), kHeartsSeats));
  FD_TRY(received_, count(state.at("received"), 3 * kHeartsSeats));
  if ((given_ > 0 && (passes_.empty() || is_passing())) || (received_ > 0 && given_ < kHeartsSeats))
    return bad_state("cards that were passed on too early");
  for (const Json& chosen : two_leads_ ? state.at("declined") : Json::array()) {
    if (!may_decline()) return bad_state("a seat that has not the two of clubs too early or late");
    declined_.push_back(chosen.get<bool>());
  }
  for (const Json& play : state.at("plays")) {
    FD_TRY(const auto slot, count(play.at(0), Card::kFaces - 1));
    const auto seat = turn();
    if (is_passing() || !seat || !std::ranges::binary_search(legal(*seat), CardSlot(slot)))
      return bad_state("a play of a card that is not there to play");
    plays_.push_back({.slot = CardSlot(slot), .chosen = play.size() < 3});
    if (play.at(1).is_null()) continue;
    if (plays_.size() == Card::kFaces) return bad_state("a hand that is over");
    FD_TRY(const Face face, parse_card(play.at(1).get<std::string>()));
    FD_TRY(show(face));
  }
  return {};
}

Result<Hearts> Hearts::load(const Json& params, std::size_t seats, const Json& state) {
  FD_TRY(Hearts game, start(params, seats));
  FD_TRY(game.hand_, count(state.at("hand"), game.hands_));
  FD_TRY(game.scores_, points(state.at("scores"), std::int64_t{26} * game.hand_));
  if (!state.at("last").is_null()) {
    FD_TRY(game.last_, points(state.at("last"), 26));
  }
  for (const Json& renounce : state.at("renounces")) {
    if (game.renounces_.size() == kHeartsSeats * game.hand_) return bad_state("too many renounces");
    FD_TRY(const Renounce read, parse_renounce(renounce, game.hand_));
    game.renounces_.push_back(read);
  }
  game.shuffled_ = state.at("shuffled").get<bool>();
  FD_TRY(game.dealt_, count(state.at("dealt"), Card::kFaces));
  if (game.dealt_ > 0 && !game.shuffled_) return bad_state("cards dealt before they are shuffled");
  if (game.shuffled_ && game.over()) return bad_state("a hand after the end");
  FD_TRY(game.load_hand(state));
  FD_TRY(game.gone_, read_seats(state, "gone", seats));
  FD_TRY(game.spoilt_by_, read_seats(state, "spoilt_by", seats));
  FD_TRY(game.settled_, get_settled(state, seats));
  if (game.json() != state) return bad_state("this is no state of hearts");
  return game;
}

Json Hearts::json() const {
  Json state = {{"dealt", dealt_},         {"given", given_},
                {"hand", hand_},           {"last", last_ ? Json(*last_) : Json()},
                {"passes", Json::array()}, {"plays", Json::array()},
                {"received", received_},   {"renounces", Json::array()},
                {"scores", scores_},       {"shuffled", shuffled_}};
  for (const CardSlot slot : passes_) state["passes"].push_back(slot.value);
  for (const Play& play : plays_) {
    state["plays"].push_back({play.slot.value, play.face ? Json(card_name(*play.face)) : Json()});
    if (!play.chosen) state["plays"].back().push_back("absent");
  }
  if (two_leads_) state["declined"] = declined_;
  for (const Renounce& renounce : renounces_) state["renounces"].push_back(renounce_json(renounce));
  if (!gone_.empty()) state["gone"] = numbers_of(gone_);
  if (!spoilt_by_.empty()) state["spoilt_by"] = numbers_of(spoilt_by_);
  put_settled(state, settled_);
  return state;
}

Json Hearts::heading() const {
  Json heading{{"deal", hand_ + 1}};
  const std::int64_t shown =
      std::ranges::count_if(plays_, [](const Play& play) { return !!play.face; });
  if (plays_.empty() && to_pass() > 0)
    heading["part"] = "passing";
  else
    heading["trick"] = shown / std::int64_t{kHeartsSeats} + 1;
  return heading;
}

Json Hearts::view(Observer observer, const Known& known) const {
  Json view = json();
  view["heading"] = heading();
  view["trick"] = Json::array();
  for (const auto& [seat, face] : trick()) view["trick"].push_back({seat.value, card_name(face)});
  if (!observer) return view;
  view["own"] = Json::array();
  for (const auto& [slot, face] : own(*observer, known))
    view["own"].push_back({slot.value, card_name(face)});
  view["fair"] = Json::array();
  for (const CardSlot slot : fair(*observer, known)) view["fair"].push_back(slot.value);
  return view;
}

std::string Hearts::draw(Observer observer, const Known& known, const SeatNames& names) const {
  std::string lines;
  const auto cards = trick();
  for (std::uint32_t i = 0; i < kHeartsSeats; ++i) {
    const auto played = std::ranges::find(cards, Seat(i), &TrickCard::seat);
    lines += (played == cards.end() ? "    " : card_symbol(played->face) + "  ") +
             seat_name(names, Seat(i)) + "  " + std::to_string(scores_[i]) + " points";
    if (last_) lines += ", " + std::to_string((*last_)[i]) + " in the last hand";
    for (const Renounce& renounce : renounces_)
      if (renounce.seat == Seat(i) && renounce.hand + 1 == hand_)
        lines += std::string("; ") + words_of(renounce.wrong) + " with " +
                 card_symbol(renounce.card) + " in trick " + std::to_string(renounce.trick + 1);
    lines += "\n";
  }
  if (!observer) return lines;
  std::vector<Face> sorted;
  for (const auto& [slot, face] : own(*observer, known)) sorted.push_back(face);
  std::ranges::sort(sorted, {}, [](Face face) {
    const auto [rank, suit] = card_of(face);
    return std::pair(suit, rank);
  });
  std::string hand;
  for (const Face face : sorted) hand += "  " + card_symbol(face);
  return hand.empty() ? lines : lines + "Yours" + hand + "\n";
}

std::optional<TrickPlay> Hearts::trick_play(const Event<Move>& event, const Hearts&) const {
  const auto* shown = std::get_if<Shown>(&event);
  if (shown == nullptr) return {};
  auto cards = trick();
  cards.push_back({owner(shown->slot), shown->face});
  TrickPlay play{.seat = cards.back().seat, .card = card_symbol(shown->face), .takes = {}};
  if (cards.size() == kHeartsSeats) play.takes = trick_winner(cards);
  return play;
}

namespace {

constexpr const char* kNoTwoOfClubs = "no_two_of_clubs";

}  // namespace

Json Hearts::move_json(const Move& move) {
  return move == kDecline ? Json(kNoTwoOfClubs) : Json(move.value);
}

Result<Hearts::Move> Hearts::parse_move(const Json& json) {
  if (json == kNoTwoOfClubs) return kDecline;
  if (!json.is_number_unsigned() || json >= Card::kFaces)
    return fail(Fault::not_canonical, "a move is the number of a card's slot");
  return CardSlot(json.get<std::uint32_t>());
}

std::string Hearts::words(const Event<Move>& event, const SeatNames& names) const {
  const auto* passed = std::get_if<Moved<Move>>(&event);
  if (passed == nullptr || !is_passing()) return "";
  const std::string who = seat_name(names, passed->seat);
  return who + (who == "You" ? " pass a card" : " passes a card");
}

std::string Hearts::label(Seat, const Move& move) const {
  if (move == kDecline) return "no two of clubs";
  return (is_passing() ? "pass card " : "play card ") + std::to_string(move.value);
}

std::vector<std::string> Hearts::names_of(Seat seat, const Move& move, const Known& known,
                                          const SeatNames&) const {
  const auto cards = own(seat, known);
  const auto card = cards.find(move);
  if (card == cards.end()) return {};
  return {(is_passing() ? "pass " : "play ") + card_symbol(card->second), card_symbol(card->second),
          card_name(card->second)};
}

}  // namespace fairdeal::rules
