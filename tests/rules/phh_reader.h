#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <toml++/toml.h>

#include "rules/betting.h"

namespace fairdeal::rules {

/// Reads a hand in the Poker Hand History format and plays it as the format's specification and the
/// common rules of games with a board say, with nothing of the code that wrote it.
class PhhReader {
 public:
  explicit PhhReader(const toml::table& fields) : fields_(fields) {
    check_types();
    stacks_ = numbers("starting_stacks");
    n_ = stacks_.size();
    bets_.assign(n_, 0), paid_.assign(n_, 0);
    in_.assign(n_, true), acted_.assign(n_, false);
    post();
    for (const auto& action : *fields["actions"].as_array()) on(action.value_or(std::string()));
    settle();
  }

  bool cut = false;                ///< whether the actions end before the hand does
  std::vector<std::string> cards;  ///< all that are named

  std::vector<Chips> numbers(const char* name) const {
    std::vector<Chips> list;
    for (const auto& number : *fields_[name].as_array()) list.push_back(*number.value<Chips>());
    return list;
  }
  /// Each player's chips in the pots.
  const std::vector<Chips>& paid() const { return paid_; }

 private:
  void check_types() {
    static const std::map<std::string, std::size_t> kHole{
        {"FT", 2}, {"NT", 2}, {"NS", 2}, {"PO", 4}, {"FO/8", 4}};
    const auto variant = fields_["variant"].value_or(std::string());
    ASSERT_TRUE(kHole.contains(variant)) << variant;
    hole_ = kHole.at(variant);
    const bool fixed = variant.starts_with("F");
    for (const char* name : {"small_bet", "big_bet"})
      EXPECT_EQ(fields_[name].is_integer(), fixed) << name;
    EXPECT_EQ(fields_["min_bet"].is_integer(), !fixed);
    const auto count = fields_["starting_stacks"].as_array()->size();
    for (const char* name : {"antes", "blinds_or_straddles", "seats", "players"})
      EXPECT_EQ(fields_[name].as_array()->size(), count) << name;
    for (const auto& stack : *fields_["starting_stacks"].as_array())
      EXPECT_GT(stack.value_or(Chips{0}), 0);
    for (const char* name : {"hand", "level", "seat_count"})
      EXPECT_TRUE(fields_[name].is_integer()) << name;
    for (const auto& [name, value] : fields_)
      EXPECT_TRUE(kNames.contains(std::string(name.str())) || name.str().starts_with("_"))
          << name.str();
  }

  void pay(std::size_t i, Chips chips) {
    stacks_[i] -= chips;
    bets_[i] += chips;
    EXPECT_GE(stacks_[i], 0);
  }
  void post() {
    auto antes = numbers("antes"), blinds = numbers("blinds_or_straddles");
    if (n_ == 2) std::swap(antes[0], antes[1]), std::swap(blinds[0], blinds[1]);
    for (std::size_t i = 0; i < n_; ++i) {
      const Chips ante = std::min(antes[i], stacks_[i]);
      stacks_[i] -= ante, paid_[i] += ante;
    }
    std::size_t last = n_ - 1;
    for (std::size_t i = 0; i < n_; ++i) {
      pay(i, std::min(blinds[i], stacks_[i]));
      if (blinds[i] > 0 && blinds[i] >= to_meet_) to_meet_ = blinds[i], last = i;
    }
    turn_ = last;
    next();
  }

  bool asked(std::size_t i) const {
    std::size_t able = 0;
    Chips others = 0;
    for (std::size_t k = 0; k < n_; ++k) {
      able += in_[k] && stacks_[k] > 0;
      if (k != i && in_[k]) others = std::max(others, bets_[k]);
    }
    if (!in_[i] || stacks_[i] == 0) return false;
    return bets_[i] < (able > 1 ? to_meet_ : others) || (!acted_[i] && able > 1);
  }
  void next() {
    for (std::size_t k = 1; k <= n_; ++k)
      if (const auto i = (turn_ + k) % n_; asked(i) && std::ranges::count(in_, true) > 1) {
        turn_ = i;
        return;
      }
    turn_ = n_;
  }
  void gather() {
    EXPECT_EQ(turn_, n_) << "the round goes on";
    auto highest = std::ranges::max_element(bets_);
    const Chips most = *highest;
    *highest = 0;
    const Chips called = std::max(Chips{0}, std::ranges::max(bets_));
    *highest = called;
    stacks_[static_cast<std::size_t>(highest - bets_.begin())] += most - called;
    for (std::size_t i = 0; i < n_; ++i) paid_[i] += std::exchange(bets_[i], 0), acted_[i] = false;
    to_meet_ = 0;
    turn_ = n_ - 1;
    next();
  }

  void on(const std::string& action) {
    EXPECT_FALSE(cut) << "a commentary of its own is the last action";
    std::istringstream words(action);
    std::string who, what, argument, more;
    words >> who >> what;
    if (who == "#") {
      cut = true;
    } else if (who == "d" && what == "dh") {
      words >> argument >> more;
      EXPECT_EQ(argument, "p" + std::to_string(++dealt_)) << "dealt in their order, each once";
      EXPECT_EQ(more.size(), 2 * hole_);
      name_cards(more);
    } else if (who == "d") {
      EXPECT_EQ(what, "db");
      words >> argument;
      if (!showdown_) gather();
      EXPECT_EQ(argument.size(), board_ == 0 ? 6U : 2U);
      board_ += argument.size() / 2;
      name_cards(argument);
    } else {
      act(static_cast<std::size_t>(std::stoi(who.substr(1)) - 1), what, words);
    }
  }
  void act(std::size_t i, const std::string& what, std::istringstream& words) {
    EXPECT_EQ(dealt_, n_) << "nobody acts before all have cards";
    if (what == "sm") {
      if (!showdown_) gather();
      showdown_ = true;
      EXPECT_TRUE(in_[i] || std::ranges::count(in_, true) == 1);
      std::string shown;
      words >> shown;
      if (shown.empty() || shown == "#")
        in_[i] = false;
      else
        EXPECT_EQ(shown.size(), 2 * hole_), name_cards(shown);
      return;
    }
    EXPECT_EQ(turn_, i) << "whose turn it is";
    if (what == "f") {
      in_[i] = false;
    } else if (what == "cc") {
      std::size_t able = 0;
      Chips others = 0;
      for (std::size_t k = 0; k < n_; ++k)
        if (k != i && in_[k]) able += stacks_[k] > 0, others = std::max(others, bets_[k]);
      const Chips price = able > 0 ? to_meet_ : others;
      pay(i, std::clamp<Chips>(price - bets_[i], 0, stacks_[i]));
    } else {
      EXPECT_EQ(what, "cbr");
      Chips to = 0;
      words >> to;
      EXPECT_GT(to, to_meet_) << "a raise is more than the bet before it";
      pay(i, to - bets_[i]);
      to_meet_ = to;
    }
    acted_[i] = true;
    next();
  }
  void name_cards(const std::string& text) {
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
      const auto card = text.substr(i, 2);
      if (card != "??" && std::ranges::count(cards, card) == 0) cards.push_back(card);
    }
  }
  void settle() {
    if (cut) return;
    if (!showdown_) gather();
    EXPECT_TRUE(std::ranges::count(in_, true) == 1 || board_ == 5) << "the hand has ended";
  }

  static inline const std::set<std::string> kNames{"variant",   "antes",   "blinds_or_straddles",
                                                   "small_bet", "big_bet", "min_bet",
                                                   "actions",   "hand",    "starting_stacks",
                                                   "level",     "seats",   "seat_count",
                                                   "table",     "players", "finishing_stacks",
                                                   "winnings",  "time",    "ante_trimming_status",
                                                   "day",       "month",   "year",
                                                   "time_zone"};

  const toml::table& fields_;
  std::size_t n_ = 0, turn_ = 0, dealt_ = 0, board_ = 0, hole_ = 0;
  std::vector<Chips> stacks_, bets_, paid_;
  std::vector<bool> in_, acted_;
  Chips to_meet_ = 0;
  bool showdown_ = false;
};

}  // namespace fairdeal::rules
