#pragma once

#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "games/poker/history.h"
#include "games/poker/poker.h"
#include "rules/dealer.h"
#include "rules/params.h"
#include "tests/rules/cards.h"

namespace fairdeal::rules {

/// A match of any game of poker whose cards a test chooses.
class PokerTable {
 public:
  PokerTable(const PokerVariant& variant, std::size_t seats, const Json& params = Json::object())
      : game_(Poker::start(variant, completed(variant, params), seats).value()) {}

  /// Deals a hand in which the first slots have these cards, and the others any.
  PokerTable& deal(const std::string& first, std::uint64_t seed = 0) {
    std::vector<std::int64_t> deck;
    for (const Face face : faces(first)) deck.push_back(face.value);
    for (std::int64_t k = game_.variant().first_face; k < Card::kFaces; ++k)
      if (std::ranges::count(deck, k) == 0) deck.push_back(k);
    dealer_ = Dealer(seed, {deck});
    return chance();
  }
  /// Deals any cards.
  PokerTable& deal_any(std::uint64_t seed) {
    dealer_ = Dealer(seed);
    return chance();
  }

  /// Makes these moves, each by the seat whose turn it is: "raise 60, change 1 4".
  PokerTable& play(const std::string& moves) {
    std::istringstream in(moves);
    for (std::string words; std::getline(in >> std::ws, words, ',');)
      after(Moved<Poker::Move>{asked().value(), move(words)});
    return *this;
  }
  PokerTable& after(const Event<Poker::Move>& event) {
    auto next = game_.after(event);
    EXPECT_TRUE(next) << (next ? "" : describe(next.error())) << game_.json();
    if (next) happened(event, *next);
    return chance();
  }
  PokerTable& out(const Out& event) {
    happened(event, game_.without(event));
    return chance();
  }

  /// Keeps the history of one seat from now on, with the cards that it is dealt.
  void keep_history(const SeatNames& names, Seat own) {
    writer_.emplace(names, "oak");
    writer_->set_own([this, own](CardSlot slot) -> std::optional<Face> {
      const auto& faces = known(own).faces;
      const auto found = faces.find(slot);
      return found == faces.end() ? std::nullopt : std::optional(found->second);
    });
  }
  const std::string& history() const { return history_; }
  const HandHistory& writer() const { return *writer_; }

  /// Returns the legal moves of the seat whose turn it is, by their labels: "check | bet 20".
  std::string legal() const {
    std::string labels;
    for (const Poker::Move& move : game_.legal(asked().value()))
      labels += (labels.empty() ? "" : " | ") + game_.label(*asked(), move);
    return labels;
  }
  /// Returns the number of the seat that is asked, from 1; 0: none.
  std::uint32_t turn() const { return asked() ? asked()->value + 1 : 0; }
  std::optional<Seat> asked() const {
    const auto wants = game_.wants();
    if (wants.empty() || !std::holds_alternative<WantMove>(wants.front())) return {};
    return std::get<WantMove>(wants.front()).seats.front();
  }
  const Poker& game() const { return game_; }
  const Known& known(Seat seat) const { return dealer_.known(seat); }
  /// Returns what the seat holds, as it sees it.
  std::string hand(std::uint32_t seat) const {
    std::string names;
    if (const auto own = game_.own_hand(Seat(seat - 1), known(Seat(seat - 1))))
      for (const Face face : own->cards()) names += (names.empty() ? "" : " ") + card_name(face);
    return names;
  }
  std::vector<Chips> won() const {
    const auto& won = game_.last().won;
    return {won.begin(), won.begin() + static_cast<std::ptrdiff_t>(game_.betting().seats)};
  }

 private:
  static Json completed(const PokerVariant& variant, const Json& params) {
    GameInfo info;
    info.params = PokerTerms::params(variant, "fixed-limit", "0");
    return complete_params(info, params).value();
  }
  static Poker::Move move(const std::string& words) {
    std::istringstream in(words);
    std::string name;
    Chips to = 0;
    in >> name;
    if ((name == "bet" || name == "raise") && in >> to)
      return Poker::parse_move({{name, to}}).value();
    return Poker::parse_move(words).value();
  }

  /// Lets happen what no seat decides, but begins no new hand.
  PokerTable& chance() {
    for (;;) {
      const auto wants = game_.wants();
      const bool dealt = game_.street() != Poker::Street::shuffle;
      if (wants.empty() || std::holds_alternative<WantMove>(wants.front())) return *this;
      if (!dealt && !dealer_.outcomes().empty()) return *this;
      const auto event = event_of<Poker::Move>(dealer_.answer(wants.front()));
      happened(event, game_.after(event).value());
    }
  }

  void happened(const Event<Poker::Move>& event, const Poker& next) {
    if (writer_) history_ += writer_->on(game_, event, next);
    game_ = next;
  }

  Poker game_;
  Dealer dealer_{0};
  std::optional<HandHistory> writer_;
  std::string history_;
};

/// Names the tests of a variant.
inline std::string variant_name(const testing::TestParamInfo<const PokerVariant*>& test) {
  std::string name = test.param->title;
  std::erase_if(name, [](unsigned char c) { return std::isalnum(c) == 0; });
  return name;
}

}  // namespace fairdeal::rules
