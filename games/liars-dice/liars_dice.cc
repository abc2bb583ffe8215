#include "games/liars-dice/liars_dice.h"

#include <algorithm>
#include <numeric>

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

Json bid_json(const LiarsDice::Bid& bid) { return Json::array({bid.count, bid.face}); }

Result<std::int64_t> number(const Json& json, std::int64_t min, std::int64_t max) {
  if (!json.is_number_integer() || json < min || json > max)
    return bad_state("a number from " + std::to_string(min) + " to " + std::to_string(max) +
                     ", not " + text(json));
  return json.get<std::int64_t>();
}

}  // namespace

const GameInfo& LiarsDice::info() {
  static const GameInfo kInfo{
      .name = "liars-dice",
      .version = "3",
      .about = "Bid on the dice under all cups, or doubt the last bid.",
      .seats_min = 2,
      .seats_max = 6,
      .roles = {},
      .params = {{"dice", "of each seat at the start", "5", 1, kDiceMax}},
      .hidden = true,
      .chance = true,
      .shelf = "dice",
      .hint = R"({"dice":{"seats":{"count":"/dice/{seat}",)"
              R"("faces":"/opened/{seat}"},"mine":"/own",)"
              R"("centre":{"count":"/bid/0","face":"/bid/1",)"
              R"("by":"/bidder"}},"moves":{"order":["liar","bid"],)"
              R"("form":{"bid":["count","face"]},"keys":{"l":"liar"}}})",
      .rules = R"(Each player rolls dice under a cup, and nobody else sees them. In turn each
player bids that under all cups so many dice show a number: "4 times 5". Ones
count as any number, but for a bid of ones. A bid has more dice than the one
before, or as many of a higher number.

Instead of bidding a player may doubt the last bid. Then all cups are lifted. If
there are as many dice as were bid, or more, the player who doubted loses a die,
else the player who bid. All roll again, and the player who lost a die begins.

A player without dice is out. The last one wins one point from each of the
others.

A missed move costs a die, and all roll again. A player who leaves, or does not
let their dice be seen, is out.)",
      .secrets = kOwnDice};
  return kInfo;
}

Result<LiarsDice> LiarsDice::start(const Json& params, std::size_t seats) {
  LiarsDice game;
  game.dice_.assign(seats, params.at("dice").get<std::int64_t>());
  game.rolled_.assign(seats, false);
  game.opened_.resize(seats);
  return game;
}

std::int64_t LiarsDice::all_dice() const {
  return std::accumulate(dice_.begin(), dice_.end(), std::int64_t{0});
}

std::uint32_t LiarsDice::next_with_dice(std::uint32_t seat) const {
  do seat = (seat + 1) % seats();
  while (!has_dice(seat));
  return seat;
}

bool LiarsDice::waits_for_rolls() const {
  for (std::uint32_t i = 0; i < seats(); ++i)
    if (has_dice(i) && !rolled_[i]) return true;
  return false;
}

bool LiarsDice::waits_for_cups() const {
  for (std::uint32_t i = 0; i < seats(); ++i)
    if (has_dice(i) && opened_[i].empty()) return true;
  return false;
}

std::vector<Want> LiarsDice::wants() const {
  if (result()) return {};
  std::vector<Want> wants;
  for (std::uint32_t i = 0; i < seats(); ++i) {
    if (!has_dice(i)) continue;
    if (!rolled_[i]) {
      WantRollFor roll{.seat = Seat(i), .dice = {}};
      for (std::int64_t k = 1; k <= dice_[i]; ++k)
        roll.dice.push_back(uniform_die("die " + std::to_string(k), 1, kFaces));
      wants.push_back(std::move(roll));
    } else if (lifting_ && opened_[i].empty()) {
      wants.push_back(WantShowDice{Seat(i)});
    }
  }
  if (wants.empty()) wants.push_back(WantMove{{Seat(to_act_)}});
  return wants;
}

std::vector<LiarsDice::Move> LiarsDice::legal(Seat seat) const {
  std::vector<Move> moves;
  if (result() || lifting_ || waits_for_rolls() || seat.value != to_act_) return moves;
  for (std::int64_t count = 1; count <= all_dice(); ++count)
    for (std::int64_t face = 1; face <= kFaces; ++face)
      if (const Bid bid{count, face}; !bid_ || bid > *bid_) moves.push_back({bid});
  if (bid_) moves.push_back({});
  return moves;
}

std::optional<LiarsDice::Move> LiarsDice::careful(Seat seat, const Known& known) const {
  const auto moves = legal(seat);
  if (moves.empty()) return {};
  const auto is_likely = [&](const Move& move) {
    if (!move.bid) return false;
    const auto own = std::ranges::count_if(
        known.dice, [&](std::int64_t value) { return value == 1 || value == move.bid->face; });
    return 3 * (move.bid->count - own) <=
           all_dice() - dice_[seat.value];  // one die in three counts
  };
  const auto bid = std::ranges::find_if(moves, is_likely);
  return bid != moves.end() ? *bid : moves.back();
}

/// Lifts the cups; where there is none to lift, the round is over at once.
void LiarsDice::lift_or_judge() {
  lifting_ = true;
  if (!result() && !waits_for_cups()) judge();
}

std::int64_t LiarsDice::count_of_bid() const {
  std::int64_t count = 0;
  for (const auto& values : opened_)
    count += std::ranges::count_if(
        values, [&](std::int64_t value) { return value == 1 || value == bid_->face; });
  return count;
}

std::uint32_t LiarsDice::wrong() const {
  return count_of_bid() >= bid_->count ? *doubter_ : bidder_;
}

void LiarsDice::judge() {
  if (doubter_) {
    const std::uint32_t loser = bid_ ? wrong() : *doubter_;
    --dice_[loser];
    to_act_ = has_dice(loser) ? loser : next_with_dice(loser);
  }
  begin_round();
}

void LiarsDice::begin_round() {
  rolled_.assign(seats(), false);
  opened_.assign(seats(), {});
  bid_.reset();
  bidder_ = to_act_;
  doubter_.reset();
  lifting_ = false;
}

bool LiarsDice::none_left_without(SeatSet by) const {
  for (std::uint32_t i = 0; i < seats(); ++i)
    if (has_dice(i) && !by.has(Seat(i))) return false;
  return true;
}

void LiarsDice::remove(Seat seat) {
  if (to_act_ == seat.value) to_act_ = next_with_dice(to_act_);
  dice_[seat.value] = 0;
  rolled_[seat.value] = false;
  opened_[seat.value].clear();
}

LiarsDice LiarsDice::without(const Out& out) const {
  const Seat seat = out.seat;
  LiarsDice next = *this;
  if (!has_dice(seat.value)) return next;
  const bool bidding = !waits_for_rolls();
  next.remove(seat);
  next.bid_.reset();
  next.doubter_.reset();
  next.bidder_ = next.to_act_;
  if (bidding) next.lift_or_judge();
  return next;
}

Result<> LiarsDice::open(Seat seat, const std::vector<std::int64_t>& values) {
  const auto is_face = [](std::int64_t value) { return value >= 1 && value <= kFaces; };
  if (values.size() != static_cast<std::size_t>(dice_[seat.value]) ||
      !std::ranges::all_of(values, is_face))
    return fail(Fault::not_wanted, "dice that cannot be under that cup");
  opened_[seat.value] = values;
  lift_or_judge();
  return {};
}

Result<LiarsDice> LiarsDice::after(const Event<Move>& event) const {
  LiarsDice next = *this;
  return std::visit(Overloaded{[&](const Moved<Move>& e) -> Result<LiarsDice> {
                                 if (!std::ranges::binary_search(legal(e.seat), e.move))
                                   return fail(Fault::illegal_move, text(move_json(e.move)));
                                 if (e.move.bid) {
                                   next.bid_ = e.move.bid;
                                   next.bidder_ = to_act_;
                                   next.to_act_ = next_with_dice(to_act_);
                                 } else {
                                   next.doubter_ = to_act_;
                                   next.lift_or_judge();
                                 }
                                 return next;
                               },
                               [&](const RolledFor& e) -> Result<LiarsDice> {
                                 next.rolled_[e.seat.value] = true;
                                 return next;
                               },
                               [&](const DiceShown& e) -> Result<LiarsDice> {
                                 FD_TRY(next.open(e.seat, e.values));
                                 return next;
                               },
                               [&](const Absent& e) -> Result<LiarsDice> {
                                 next.bid_.reset();
                                 next.bidder_ = next.to_act_;
                                 next.doubter_ = e.seat.value;
                                 next.lift_or_judge();
                                 return next;
                               },
                               [&](const Void& e) -> Result<LiarsDice> {
                                 if (none_left_without(e.by)) {
                                   next.settled_ = draw_all(seats());
                                   return next;
                                 }
                                 for (const Seat seat : e.by.list()) next.remove(seat);
                                 next.begin_round();
                                 return next;
                               },
                               [](const auto&) -> Result<LiarsDice> {
                                 return fail(Fault::not_wanted, "liar's dice has no such event");
                               }},
                    event);
}

std::optional<Payoff> LiarsDice::result() const {
  if (settled_) return settled_;
  const auto winner = std::ranges::find(dice_, all_dice());  // has them all
  if (winner == dice_.end()) return {};
  Payoff payoff(dice_.size(), -1);
  payoff[static_cast<std::size_t>(winner - dice_.begin())] = bounds().max;
  return payoff;
}

Result<LiarsDice> LiarsDice::load(const Json& params, std::size_t seats, const Json& state) {
  FD_TRY(LiarsDice game, start(params, seats));
  const auto most = params.at("dice").get<std::int64_t>();
  const auto last = static_cast<std::int64_t>(seats) - 1;
  for (std::size_t i = 0; i < seats; ++i) {
    FD_TRY(game.dice_[i], number(state.at("dice").at(i), 0, most));
    game.rolled_[i] = state.at("rolled").at(i).get<bool>();
    const Json& opened = state.at("opened").at(i);
    for (std::size_t k = 0; !opened.is_null() && k < opened.size(); ++k) {
      FD_TRY(const std::int64_t value, number(opened.at(k), 1, kFaces));
      game.opened_[i].push_back(value);
    }
    const bool open = !game.opened_[i].empty();
    if ((open && game.opened_[i].size() != static_cast<std::size_t>(game.dice_[i])) ||
        (game.rolled_[i] && game.dice_[i] == 0))
      return bad_state("dice of a seat that it does not have");
  }
  if (game.all_dice() == 0) return bad_state("nobody has dice");
  FD_TRY(const std::int64_t turn, number(state.at("turn"), 0, last));
  FD_TRY(const std::int64_t bidder, number(state.at("bidder"), 0, last));
  game.to_act_ = static_cast<std::uint32_t>(turn);
  game.bidder_ = static_cast<std::uint32_t>(bidder);
  game.lifting_ = state.at("lifting").get<bool>();
  if (const Json& bid = state.at("bid"); !bid.is_null()) {
    game.bid_ = Bid{};
    FD_TRY(game.bid_->count, number(bid.at(0), 1, game.all_dice()));
    FD_TRY(game.bid_->face, number(bid.at(1), 1, kFaces));
  }
  if (const Json& doubter = state.at("doubter"); !doubter.is_null()) {
    FD_TRY(const std::int64_t who, number(doubter, 0, last));
    game.doubter_ = static_cast<std::uint32_t>(who);
  }
  FD_TRY(game.settled_, get_settled(state, seats));
  if (game.result()) return game;

  const bool any_open = std::ranges::any_of(game.opened_, [](const auto& v) { return !v.empty(); });
  const auto plays = [&](std::uint32_t seat) { return game.has_dice(seat); };
  if (!plays(game.to_act_) || (game.bid_ && !plays(game.bidder_)) ||
      (game.doubter_ && !plays(*game.doubter_)) || (game.doubter_ && !game.lifting_) ||
      (game.lifting_ && game.bid_ && !game.doubter_) || (any_open && !game.lifting_) ||
      (game.lifting_ && !game.waits_for_cups()) ||
      (game.waits_for_rolls() && (game.bid_ || game.lifting_)))
    return bad_state("bids, doubts and cups that do not go together");
  return game;
}

Json LiarsDice::json() const {
  Json opened = Json::array();
  for (const auto& values : opened_) opened.push_back(values.empty() ? Json() : Json(values));
  Json state = {{"bid", bid_ ? bid_json(*bid_) : Json()},
                {"bidder", bidder_},
                {"dice", dice_},
                {"doubter", doubter_ ? Json(*doubter_) : Json()},
                {"lifting", lifting_},
                {"opened", opened},
                {"rolled", rolled_},
                {"turn", to_act_}};
  put_settled(state, settled_);
  return state;
}

Json LiarsDice::view(Observer observer, const Known& known) const {
  Json view = json();
  view["heading"] = {{"dice", std::accumulate(dice_.begin(), dice_.end(), std::int64_t{0})}};
  if (observer) view["own"] = known.dice;
  return view;
}

std::string LiarsDice::draw(Observer observer, const Known& known, const SeatNames& names) const {
  std::string lines;
  for (std::uint32_t i = 0; i < seats(); ++i) {
    lines += seat_name(names, Seat(i)) + "  ";
    const bool own = observer == Seat(i) && !known.dice.empty();
    const auto& values = own ? known.dice : opened_[i];
    for (std::int64_t k = 0; k < dice_[i]; ++k) {
      const auto at = static_cast<std::size_t>(k);
      lines += at < values.size() ? std::to_string(values[at]) + " " : "? ";
    }
    lines += has_dice(i) ? "\n" : "out\n";
  }
  if (!bid_) return lines + "No bid yet\n";
  return lines + seat_name(names, Seat(bidder_)) + " bids " + label(Seat(bidder_), Move{bid_}) +
         "\n";
}

std::string LiarsDice::news(const Event<Move>& event, const LiarsDice& after,
                            const SeatNames& names) const {
  if (!doubter_ || after.lifting_ || !std::holds_alternative<DiceShown>(event)) return "";
  const auto loses_a_die = [&](std::uint32_t loser) {
    return who_does(names, Seat(loser), "loses") + " a die" +
           (after.has_dice(loser) ? "." : ", the last one.");
  };
  if (!bid_) return loses_a_die(*doubter_);
  const auto& [seat, values] = std::get<DiceShown>(event);
  LiarsDice lifted = *this;
  lifted.opened_[seat.value] = values;
  const std::int64_t count = lifted.count_of_bid();
  const std::uint32_t wrong = lifted.wrong();
  return "The bid was " + label({}, Move{bid_}) + ", and there are " + std::to_string(count) +
         ": " + seat_name(names, Seat(bidder_)) +
         (wrong == bidder_ ? " lied. " : " told the truth. ") + loses_a_die(wrong);
}

Json LiarsDice::move_json(const Move& move) {
  return move.bid ? Json{{"bid", bid_json(*move.bid)}} : Json("liar");
}

Result<LiarsDice::Move> LiarsDice::parse_move(const Json& json) {
  if (json == "liar") return Move{};
  const bool is_bid = json.is_object() && json.size() == 1 && json.contains("bid") &&
                      json["bid"].is_array() && json["bid"].size() == 2 &&
                      json["bid"][0].is_number_integer() && json["bid"][1].is_number_integer();
  if (!is_bid) return fail(Fault::not_canonical, R"(a move is {"bid":[count,face]} or "liar")");
  return Move{Bid{json["bid"][0].get<std::int64_t>(), json["bid"][1].get<std::int64_t>()}};
}

std::string LiarsDice::label(Seat, const Move& move) const {
  if (!move.bid) return "liar";
  return std::to_string(move.bid->count) + " times " + std::to_string(move.bid->face);
}

extern const Module kLiarsDice;
const Module kLiarsDice = module_of<LiarsDice>();

}  // namespace fairdeal::rules
