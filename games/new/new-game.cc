// new-game: each of two players gets two cards and plays one of them, both at once; the higher rank
// wins. It is a whole game, to be changed into yours. rules/game.h says what each function has to
// return, and rules/want.h what a game can want and what it hears of it.
#include <array>

#include "base/overloaded.h"
#include "rules/card.h"
#include "rules/model.h"
#include "rules/native.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

/// All that everybody knows of a match. A value never changes: `after` returns a new one.
class NewGame {
 public:
  using Move = int;  ///< which of the seat's two cards, 1 or 2

  static const GameInfo& info() {
    static const GameInfo kInfo{
        .name = "new-game",
        .version = "1",
        .about = "Two cards each; play one of them, and the higher rank wins.",
        .roles = {},
        .params = {},
        .hidden = true,
        .chance = true,
        .simultaneous = true,
        .shelf = "cards",
        // A card is dealt to one seat, and all shuffle. A table refuses a want beyond that.
        .secrets = kOwnCards};
    return kInfo;
  }
  static Result<NewGame> start(const Json&, std::size_t) { return NewGame(); }

  /// Returns what is to happen next, in order; nothing when the match is over, and only then.
  std::vector<Want> wants() const {
    if (result()) return {};
    if (!shuffled_) return {WantShuffle{all_cards<CardSlot>(), all_cards<Face>()}};
    if (dealt_ < 4) return {WantDeal{CardSlot(dealt_), Seat(dealt_ / 2)}};
    std::vector<Seat> asked;
    for (std::uint32_t seat = 0; seat < 2; ++seat)
      if (plays_[seat] == 0) asked.emplace_back(seat);
    if (!asked.empty()) return {WantMove{asked}};
    const std::size_t seat = faces_[0] ? 1 : 0;
    return {WantShow{slot_of(seat, plays_[seat])}};
  }
  /// The moves of a seat that is asked, in the order of their JSON forms.
  std::vector<Move> legal(Seat seat) const {
    const auto next = wants();
    const auto* asks = next.empty() ? nullptr : std::get_if<WantMove>(&next.front());
    if (asks == nullptr || std::ranges::find(asks->seats, seat) == asks->seats.end()) return {};
    return {1, 2};
  }
  /// The value after an event. Absent comes in place of a move; Void at any time, if a card can
  /// never be shown.
  Result<NewGame> after(const Event<Move>& event) const {
    NewGame next = *this;
    const bool fits =
        std::visit(Overloaded{[&](const Shuffled&) { return next.shuffled_ = true; },
                              [&](const Dealt&) { return ++next.dealt_ > 0; },
                              [&](const Moved<Move>& e) { return next.play(e.seat, e.move); },
                              [&](const MovedTogether<Move>& e) {
                                for (const auto& [seat, move] : e.moves) next.play(seat, move);
                                return true;
                              },
                              [&](const Absent& e) { return next.play(e.seat, 1); },
                              [&](const Shown& e) { return next.show(e.face); },
                              [&](const Void& e) { return next.settle(forfeit(e.by, bounds())); },
                              [](const auto&) { return false; }},
                   event);
    if (!fits) return fail(Fault::not_wanted, "this cannot happen in new-game");
    return next;
  }
  /// The result of each seat once the match is over; none before.
  std::optional<Payoff> result() const {
    if (settled_ || !faces_[1]) return settled_;
    const auto first = card_of(*faces_[0]).rank, second = card_of(*faces_[1]).rank;
    if (first == second) return draw_all(2);
    return first > second ? Payoff{1, -1} : Payoff{-1, 1};
  }
  Range bounds() const { return {-1, 1}; }
  std::optional<Payoff> scores() const { return {}; }

  /// The whole state. Cards that nobody has shown are not in it.
  Json json() const {
    Json state = {{"dealt", dealt_}, {"plays", plays_}, {"shuffled", shuffled_}};
    for (const auto& face : faces_)
      state["faces"].push_back(face ? Json(card_name(*face)) : Json());
    put_settled(state, settled_);
    return state;
  }
  /// Returns what a seat sees: its own cards, too. The public is no seat.
  Json view(Observer observer, const Known& known) const {
    Json view = json();
    view["own"] = Json::array();
    for (int card = 1; observer && card <= 2; ++card) {
      const CardSlot slot = slot_of(observer->value, card);
      const auto face = known.faces.find(slot);
      if (slot.value < dealt_ && face != known.faces.end())
        view["own"].push_back(card_name(face->second));
    }
    return view;
  }
  /// Returns what a terminal shows.
  std::string draw(Observer observer, const Known& known, const SeatNames& names) const {
    std::string lines;
    for (std::uint32_t i = 0; i < 2; ++i) {
      lines += seat_name(names, Seat(i)) + ": " + (faces_[i] ? card_name(*faces_[i]) : "?") + "\n";
    }
    for (const Json& card : view(observer, known)["own"]) lines += card.get<std::string>() + " ";
    return lines + "\n";
  }
  std::string label(Seat, const Move& move) const {
    return move == 1 ? "play the first card" : "play the second card";
  }
  static Json move_json(const Move& move) { return move; }
  static Result<Move> parse_move(const Json& json) {
    if (json != 1 && json != 2) return fail(Fault::not_canonical, "a move is 1 or 2");
    return json.get<Move>();
  }
  bool operator==(const NewGame&) const = default;

 private:
  static CardSlot slot_of(std::size_t seat, int card) {
    return CardSlot(static_cast<std::uint32_t>(2 * seat) + static_cast<std::uint32_t>(card) - 1);
  }
  bool play(Seat seat, Move card) { return (plays_[seat.value] = card) > 0; }
  bool show(Face face) {
    if (face.value >= Card::kFaces || faces_[0] == face) return false;
    faces_[faces_[0] ? 1 : 0] = face;
    return true;
  }
  bool settle(Payoff payoff) {
    settled_ = std::move(payoff);
    return true;
  }

  bool shuffled_ = false;
  std::uint32_t dealt_ = 0;     ///< how many cards: first those of the first seat
  std::array<int, 2> plays_{};  ///< 0: the seat has not moved
  std::array<std::optional<Face>, 2> faces_{};
  std::optional<Payoff> settled_{};
};

}  // namespace

extern const Module kNewGame;
const Module kNewGame = module_of<NewGame>();

}  // namespace fairdeal::rules

FAIRDEAL_NATIVE_MODULE(fairdeal::rules::kNewGame)
