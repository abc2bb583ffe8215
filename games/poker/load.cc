#include <algorithm>

#include "games/poker/poker.h"
#include "rules/json_full.h"

/// Reading a state of poker back: whatever a text says, what is read from it can be played on.
namespace fairdeal::rules {
namespace {

/// No sum of chips is as large: ten stacks at the most, or a blind and a raise.
constexpr Chips kAmountMax = 20'000'000'000'000;

Result<std::int64_t> read_number(const Json& json, std::int64_t min, std::int64_t max) {
  if (!json.is_number_integer() || json < min || json > max)
    return bad_state(text(json) + " is not from " + std::to_string(min) + " to " +
                     std::to_string(max));
  return json.get<std::int64_t>();
}

Result<Seat> read_seat(const Json& json, std::size_t seats) {
  FD_TRY(const auto number, read_number(json, 0, static_cast<std::int64_t>(seats) - 1));
  return Seat(static_cast<std::uint32_t>(number));
}

Result<Poker::Presence> read_presence(const Json& json) {
  for (int i = 0; i <= static_cast<int>(Poker::Presence::waits); ++i) {
    const auto presence = static_cast<Poker::Presence>(i);
    if (json == presence_name(presence)) return presence;
  }
  return bad_state("'presence' is none");
}

/// Returns what `read` makes of `json`, or nothing of null.
template <class Read, class T = typename std::invoke_result_t<Read, const Json&>::value_type>
Result<std::optional<T>> read_optional(const Json& json, Read read) {
  if (json.is_null()) return std::optional<T>();
  FD_TRY(T value, read(json));
  return std::optional<T>(value);
}

constexpr std::size_t kBoardCards = 5;

/// The cards of one hand as they are read: none can be there twice.
class Deck {
 public:
  explicit Deck(const PokerVariant& variant) : first_face_(variant.first_face) {}
  Result<Face> read(const Json& name) {
    FD_TRY(const Face face, parse_card(name.get<std::string>()));
    if (face.value < first_face_) return bad_state(card_name(face) + " is in no such deck");
    if (seen_.overlaps(CardSet::of(face))) return bad_state(card_name(face) + " is there twice");
    seen_ |= CardSet::of(face);
    return face;
  }
  Result<Poker::Board> read_board(const Json& names) {
    Poker::Board board;
    for (const Json& name : names) {
      if (board.size == kBoardCards) return bad_state("a board has five cards");
      FD_TRY(board.faces[board.size++], read(name));
    }
    return board;
  }
  /// A second board has its first cards with `first` in common.
  Result<std::optional<Poker::Board>> read_second(const Json& names, const Poker::Board& first) {
    if (names.is_null()) return std::optional<Poker::Board>();
    Poker::Board board;
    bool in_common = true;
    for (const Json& name : names) {
      const std::size_t i = board.size;
      if (i == kBoardCards) return bad_state("a board has five cards");
      in_common = in_common && i < first.size && name == card_name(first.faces[i]);
      if (in_common) {
        board.faces[i] = first.faces[i];
      } else {
        FD_TRY(board.faces[i], read(name));
      }
      ++board.size;
    }
    return std::optional(board);
  }

 private:
  std::uint32_t first_face_;
  CardSet seen_;
};

Result<Poker::HandOutcome> read_last(const PokerVariant& variant, const Json& json,
                                     std::size_t seats, const PokerTerms& terms) {
  const std::size_t hole = variant.hole();
  const auto number = [](const Json& value) { return read_number(value, 0, INT64_MAX); };
  Poker::HandOutcome last;
  if (json.is_null()) return last;
  Deck deck(variant);
  FD_TRY(last.hand, number(json.at("hand")));
  last.variant = &variant;
  FD_TRY(last.board, deck.read_board(json.at("board")));
  if (terms.run_twice) {
    FD_TRY(last.second, deck.read_second(json.at("second"), last.board));
  }
  for (std::size_t i = 0; i < seats; ++i) {
    FD_TRY(last.paid[i], number(json.at("paid").at(i)));
    FD_TRY(last.won[i], number(json.at("won").at(i)));
    const Json& shown = json.at("shown").at(i);
    if (shown.is_null()) continue;
    if (shown.size() != hole) return bad_state("a hand has another number of cards");
    last.shown[i].emplace();
    for (std::size_t card = 0; card < hole; ++card) {
      FD_TRY(const Face face, deck.read(shown.at(card)));
      last.shown[i]->add(face);
    }
  }
  return last;
}

}  // namespace

Result<Poker::Street> Poker::read_street(const std::string& name) const {
  for (int i = 0; i <= static_cast<int>(Street::over); ++i) {
    const auto street = static_cast<Street>(i);
    if (street == Street::choice) continue;  // mixed tables are not read back
    const bool is_there = street <= last_street() || street > Street::last;
    if (is_there && name == street_name(street)) return street;
  }
  return bad_state("'street' is no street");
}

Result<Poker> Poker::read_back(const PokerVariant& variant, const Json& params, std::size_t seats,
                               const Json& state) {
  FD_TRY(Poker game, start(variant, params, seats));
  FD_TRY(game.read_betting(state));
  FD_TRY(game.read_cards(state));
  FD_TRY(game.read_terms(state));
  FD_TRY(game.check());
  if (game.json() != state) return bad_state("some of it contradicts the rest, or is missing");
  return game;
}

Result<> Poker::read_betting(const Json& state) {
  const auto seat = [this](const Json& json) { return read_seat(json, betting_.seats); };
  const auto amount = [](const Json& json) { return read_number(json, 0, kAmountMax); };

  FD_TRY(street_, read_street(state.at("street").get<std::string>()));
  FD_TRY(blinds_.button, seat(state.at("button")));
  FD_TRY(blinds_.small, seat(state.at("blinds").at(0)));
  FD_TRY(blinds_.big, seat(state.at("blinds").at(1)));
  FD_TRY((is_betting() ? betting_.turn : decides_), read_optional(state.at("to_act"), seat));
  FD_TRY(betting_.aggressor, read_optional(state.at("aggressor"), seat));
  FD_TRY(betting_.to_meet, amount(state.at("to_meet")));
  FD_TRY(betting_.raise_min, read_number(state.at("raise_min"), 1, kAmountMax));
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    Stake& stake = betting_.stakes[i];
    FD_TRY(stake.stack, amount(state.at("stacks").at(i)));
    FD_TRY(stake.bet, amount(state.at("bets").at(i)));
    FD_TRY(stake.paid, amount(state.at("paid").at(i)));
    FD_TRY(stake.met, read_optional(state.at("met").at(i), amount));
  }
  return {};
}

Result<> Poker::read_cards(const Json& state) {
  Deck deck(*variant_);
  FD_TRY(hand_, read_number(state.at("hand"), 1, INT64_MAX - 1));
  FD_TRY(last_, read_last(*variant_, state.at("last"), betting_.seats, terms_));
  FD_TRY(board_, deck.read_board(state.at("board")));
  spoilt_ = state.value("spoilt", false);
  if (terms_.run_twice) {
    FD_TRY(second_, deck.read_second(state.at("second"), board_));
  }
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    const Json& cards = state.at("pockets").at(i);
    Pocket& pocket = pockets_[i] = {};
    pocket.dealt_in = !cards.is_null();
    pocket.tabled = state.at("tabled").at(i).get<bool>();
    betting_.stakes[i].in = state.at("in").at(i).get<bool>();
    if (!pocket.dealt_in) continue;
    pocket.size = variant_->hole();
    if (cards.size() != pocket.size) return bad_state("a hand has another number of cards");
    for (std::size_t card = 0; card < pocket.size; ++card) {
      const auto read = [&](const Json& json) { return deck.read(json); };
      FD_TRY(pocket.faces[card], read_optional(cards.at(card), read));
    }
  }
  place_pockets();
  FD_TRY(const auto dealt, read_number(state.at("dealt"), 0,
                                       static_cast<Chips>(variant_->hole() * players().size())));
  dealt_ = static_cast<std::uint32_t>(dealt);
  opened_ = is_betting();
  return {};
}

Result<> Poker::read_terms(const Json& state) {
  const auto amount = [](const Json& json) { return read_number(json, 0, kAmountMax); };
  if (terms_.limit.kind == BetLimit::Kind::pot) {
    FD_TRY(betting_.unposted, amount(state.at("unposted")));
  }
  if (terms_.limit.kind == BetLimit::Kind::fixed) {
    FD_TRY(betting_.full, read_number(state.at("full"), 0, betting_.to_meet));
    FD_TRY(betting_.wagers, amount(state.at("wagers")));
  }
  if (terms_.level_minutes > 0) {
    const auto levels = static_cast<std::int64_t>(terms_.levels.size());
    FD_TRY(const auto level, read_number(state.at("level"), 1, levels));
    level_ = level_due_ = static_cast<std::size_t>(level) - 1;
    if (state.contains("level_due")) {
      FD_TRY(const auto due, read_number(state.at("level_due"), level + 1, levels));
      level_due_ = static_cast<std::size_t>(due) - 1;
    }
  }
  if (terms_.straddle) {
    FD_TRY(straddle_, read_optional(state.at("straddle"), [this](const Json& json) {
             return read_seat(json, betting_.seats);
           }));
  }
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    Stake& stake = betting_.stakes[i];
    if (state.contains("presence")) {
      FD_TRY(presence_[i], read_presence(state.at("presence").at(i)));
    }
    if (terms_.sit_out) away_[i] = state.at("away").at(i).get<bool>();
    if (terms_.table_ante) {
      FD_TRY(stake.dead, read_number(state.at("dead").at(i), 0, stake.paid));
    }
  }
  return {};
}

Result<> Poker::check() const {
  Chips total = 0;
  for (const Stake& stake : betting_.stakes) {
    total += stake.total();
    if (stake.bet > betting_.to_meet) return bad_state("a bet is higher than 'to_meet'");
  }
  for (std::size_t i = 0; i < betting_.seats; ++i)
    if (betting_.stakes[i].in && !pockets_[i].dealt_in) return bad_state("who is in has cards");
  if (is_betting() && terms_.limit.kind == BetLimit::Kind::fixed &&
      2 * (betting_.to_meet - betting_.full) >= betting_.raise_min)
    return bad_state("'full' is not the last full bet");
  if (total != terms_.total()) return bad_state("chips have come or gone");
  return check_turn();
}

Result<> Poker::check_turn() const {
  if (!waits()) return bad_state("nobody is to act");
  const bool nobody = street_ == Street::shuffle || street_ == Street::deal;
  if ((nobody || street_ == Street::over) && turn()) return bad_state("nobody can act now");
  if (street_ == Street::over) return {};
  if (street_ == Street::rabbit) return check_rabbit();
  const bool alone = street_ == Street::showdown && terms_.winner_shows;
  if (betting_.in() < (alone ? 1 : 2)) return bad_state("a hand is played by two or more");
  if (turn() && !betting_.at(*turn()).in) return bad_state("who is to act is not in the hand");
  if (street_ == Street::seating && !sits_out(*turn()))
    return bad_state("only who sits out is asked");
  if (street_ == Street::straddle && std::ranges::count(straddlers(), *turn()) == 0)
    return bad_state("this seat may not straddle");
  if (street_ == Street::run_outs && !turn()) return bad_state("nobody decides on the boards");
  if (second_ && street_ != Street::showdown)
    return bad_state("a second board is for the showdown");
  if (spoilt_ && (turn() || (street_ != Street::shuffle && street_ != Street::showdown)))
    return bad_state("nobody bets on a hand that is void");
  if (street_ < Street::run_outs) return {};
  for (std::size_t i = 0; i < betting_.seats; ++i)
    if ((!turn() || street_ == Street::run_outs) && betting_.stakes[i].in && !pockets_[i].tabled)
      return bad_state("at the showdown, who does not decide shows");
  return {};
}

Result<> Poker::check_rabbit() const {
  const auto has_paid = [](const Stake& stake) { return stake.bet > 0 || stake.paid > 0; };
  if (!terms_.rabbit || spoilt_ || second_ || betting_.in() != 1 || last_.hand != hand_ ||
      std::ranges::any_of(betting_.stakes, has_paid))
    return bad_state("the rest of a board is seen after a hand that was won by a fold");
  if (turn() && is_last_hand()) return bad_state("after the last hand nothing more is seen");
  if (turn() && !pocket(*turn()).dealt_in) return bad_state("who is to act was not dealt in");
  return {};
}

}  // namespace fairdeal::rules
