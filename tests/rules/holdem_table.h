#pragma once

#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "games/holdem/holdem.h"
#include "games/poker/history.h"
#include "rules/dealer.h"
#include "rules/params.h"
#include "rules/pots.h"
#include "tests/rules/cards.h"

namespace fairdeal::rules {

/// A match of hold'em whose cards a test chooses.
class HoldemTable {
 public:
  using Move = Holdem::Move;

  explicit HoldemTable(std::size_t seats, const Json& params = Json::object())
      : params_(complete_params(Holdem::info(), params).value()),
        game_(Holdem::start(params_, seats).value()) {}

  /// Each seat's chips, blinds included. Requires the same sum as before, and no cards yet.
  HoldemTable& stacks(const std::vector<Chips>& chips) {
    Json state = game_.json();
    std::vector<Stake> stakes(game_.betting().stakes.begin(),
                              game_.betting().stakes.begin() + std::ssize(chips));
    Chips unposted = game_.betting().unposted;
    for (std::size_t i = 0; i < chips.size(); ++i) {
      Stake& stake = stakes[i];
      // The table's ante comes after the blind, a seat's own before it.
      if (stake.dead == 0) stake.paid = std::min(stake.paid, chips[i]);
      const Chips bet = std::min(stake.bet, chips[i] - (stake.dead == 0 ? stake.paid : 0));
      unposted += stake.bet - bet;
      stake.bet = bet;
      if (stake.dead > 0) stake.dead = stake.paid = std::min(stake.dead, chips[i] - bet);
      state["stacks"][i] = stake.stack = chips[i] - stake.bet - stake.paid;
      state["bets"][i] = stake.bet;
      state["paid"][i] = stake.paid;
      if (state.contains("dead")) state["dead"][i] = stake.dead;
    }
    if (state.contains("unposted")) state["unposted"] = unposted;
    state["pots"] = Json::array();
    for (const Pot& pot : pots(stakes)) {
      Json seats = Json::array();
      for (const Seat seat : pot.seats) seats.push_back(seat.value);
      state["pots"].push_back({{"chips", pot.chips}, {"seats", seats}});
    }
    game_ = Holdem::load(params_, chips.size(), state).value();
    return *this;
  }

  /// Deals the hand: `pockets` by seat ("Ah Kd"), five cards for the board, and those that a second
  /// board has of its own.
  HoldemTable& deal(const std::vector<std::string>& pockets, const std::string& board,
                    const std::string& second = "") {
    std::vector<std::int64_t> deck(Card::kFaces, -1);
    std::set<std::int64_t> left;
    for (std::int64_t k = 0; k < Card::kFaces; ++k) left.insert(k);
    const auto place = [&](std::uint32_t slot, Face face) {
      deck[slot] = face.value;
      left.erase(face.value);
    };
    std::uint32_t board_slot = 0;
    for (std::uint32_t i = 0; i < pockets.size(); ++i)
      if (const Holdem::Pocket& pocket = game_.pocket(Seat(i)); pocket.dealt_in) {
        const auto cards = faces(pockets[i]);
        for (std::size_t card = 0; card < 2; ++card) place(pocket.slots[card].value, cards[card]);
        board_slot = std::max(board_slot, pocket.slots[1].value + 1);
      }
    for (const Face face : faces(board)) place(board_slot++, face);
    const auto own = faces(second);
    board_slot += static_cast<std::uint32_t>(5 - own.size());
    for (const Face face : own) place(board_slot++, face);
    for (auto& face : deck)
      if (face < 0) face = left.extract(left.begin()).value();
    dealer_ = Dealer(0, {deck});
    return chance();
  }
  /// Deals any cards.
  HoldemTable& deal(std::uint64_t seed = 0) {
    dealer_ = Dealer(seed);
    return chance();
  }

  /// "raise 60": the move of the seat whose turn it is; then what no seat decides.
  HoldemTable& play(const std::string& words) {
    const auto seat = asked();
    EXPECT_TRUE(seat) << "nobody is asked to " << words;
    if (!seat) return *this;
    return after(Moved<Move>{*seat, move(words)});
  }
  HoldemTable& play_all(const std::vector<std::string>& moves) {
    for (const auto& words : moves) play(words);
    return *this;
  }
  HoldemTable& after(const Event<Move>& event) {
    auto next = game_.after(event);
    EXPECT_TRUE(next) << (next ? "" : describe(next.error()));
    if (next) happened(event, *next);
    return chance();
  }

  HoldemTable& out(Seat seat) { return out(Out{seat}); }
  HoldemTable& out(const Out& event) {
    happened(event, game_.without(event));
    return chance();
  }

  /// Keeps a history of what happens from now on.
  void keep_history(const SeatNames& names) { writer_.emplace(names, "oak"); }
  /// Keeps the history of one seat, with the cards that it is dealt.
  void keep_history(const SeatNames& names, Seat own) {
    keep_history(names);
    writer_->set_own([this, own](CardSlot slot) -> std::optional<Face> {
      const auto faces = known(own).faces;
      const auto found = faces.find(slot);
      return found == faces.end() ? std::nullopt : std::optional(found->second);
    });
  }
  const std::string& history() const { return history_; }
  /// The news that players were told since the beginning: seat 0 is Ann, seat 1 Bob.
  const std::string& news() const { return news_; }
  HandHistory& writer() { return *writer_; }

  /// The legal moves of whose turn it is, by their labels.
  std::vector<std::string> legal() const {
    std::vector<std::string> labels;
    for (const Move& legal_move : game_.legal(asked().value()))
      labels.push_back(game_.label(*asked(), legal_move));
    return labels;
  }
  std::optional<Seat> asked() const {
    const auto wants = game_.wants();
    if (wants.empty() || !std::holds_alternative<WantMove>(wants.front())) return {};
    return std::get<WantMove>(wants.front()).seats.front();
  }
  const Holdem& game() const { return game_; }
  Known known(Seat seat) const { return dealer_.known(seat); }
  Chips stack(std::uint32_t seat) const { return game_.betting().stakes[seat].stack; }
  std::vector<Chips> won() const {
    const auto& won = game_.last().won;
    return {won.begin(), won.begin() + static_cast<std::ptrdiff_t>(game_.betting().seats)};
  }
  /// The shown cards, in order, since the last shuffle.
  const std::vector<Face>& shown() const { return shown_; }

 private:
  /// Lets happen what no seat decides, but begins no new hand.
  HoldemTable& chance() {
    for (;;) {
      const auto wants = game_.wants();
      const bool dealt = game_.street() != Holdem::Street::shuffle;
      if (wants.empty() || std::holds_alternative<WantMove>(wants.front())) return *this;
      if (!dealt && !dealer_.outcomes().empty()) return *this;
      if (!dealt) shown_.clear();
      const ChanceEvent event = dealer_.answer(wants.front());
      if (const auto* shown = std::get_if<Shown>(&event)) shown_.push_back(shown->face);
      happened(event_of<Move>(event), game_.after(event_of<Move>(event)).value());
    }
  }

  void happened(const Event<Move>& event, const Holdem& next) {
    if (writer_) history_ += writer_->on(game_, event, next);
    if (const std::string words = game_.news(event, next, kNewsNames); !words.empty())
      news_ += words + "\n";
    game_ = next;
  }

  static Move move(const std::string& words) {
    std::istringstream in(words);
    std::string name;
    Chips to = 0;
    in >> name;
    if (in >> to) return Holdem::parse_move({{name, to}}).value();
    return Holdem::parse_move(name).value();
  }

  Json params_;
  Holdem game_;
  Dealer dealer_{0};
  std::vector<Face> shown_;
  std::optional<HandHistory> writer_;
  std::string history_;
  static inline const SeatNames kNewsNames{"Ann", "Bob", "Cat", "Dan", "Eve",
                                           "Fay", "Gus", "Hal", "Ida", "Jon"};
  std::string news_;
};

}  // namespace fairdeal::rules
