#pragma once

#include <cmath>
#include <deque>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <toml++/toml.h>

#include "games/poker/poker_game.h"
#include "rules/card_names.h"
#include "rules/json_full.h"
#include "rules/registry.h"
#include "tests/rules/cards.h"

namespace fairdeal::rules {

/// A hand that somebody else recorded in the Poker Hand History format, set up by the parameters of
/// our game and played again. A step that the game refuses ends the hand: `wrong` says which.
///
/// Player i of the format is the i-th from the button's left; the last one has the button. An empty
/// seat stands for a small blind that nobody posts.
class PhhHand {
 public:
  /// `adapts`: a raise that our rules refuse becomes a call, or the least raise.
  PhhHand(const toml::table& file, bool adapts) : file_(file), adapts_(adapts) {
    read_numbers();
    const auto started = start_game(name(), params(), seats_);
    if (!started) {
      wrong = started.error().about;
      return;
    }
    game_.emplace(*started);
    for (const auto& action : *file_["actions"].as_array()) read(action.value_or(std::string()));
    while (wrong.empty() && !game_->over()) go_on();
  }

  std::string wrong;

  /// Returns each player's chips at the end.
  std::vector<Chips> stacks() const {
    std::vector<Chips> stacks;
    const Payoff scores = game_->scores().value();
    for (std::size_t i = 0; i < players_; ++i) stacks.push_back(scores[seat_of(i).value]);
    return stacks;
  }
  /// Returns the chips that the file says each player has at the end; none: it does not say.
  std::vector<Chips> expected() const { return numbers("finishing_stacks"); }
  /// Returns the name of our game.
  std::string name() const {
    static const std::map<std::string, std::string> kNames{
        {"FT", "holdem"},         {"NT", "holdem"},     {"PO", "omaha"},
        {"FO/8", "omaha-hi-lo"},  {"NS", "short-deck"}, {"F7S", "stud"},
        {"F7S/8", "stud-hi-lo"},  {"FR", "razz"},       {"N5D", "five-card-draw"},
        {"N2L1D", "single-draw"}, {"FB", "badugi"},     {"F2L3D", "triple-draw"}};
    return kNames.at(variant());
  }
  std::string variant() const { return file_["variant"].value_or(std::string()); }

  Json params() const {
    const char limit = variant().front();
    const auto antes = numbers("antes"), blinds = numbers("blinds_or_straddles");
    const bool each = std::ranges::count(antes, antes.front()) == std::ssize(antes);
    const Chips ante = std::ranges::max(antes);
    Json params{{"hands", 1},
                {"raises", 0},
                {"ante", ante},
                {"betting", limit == 'N'   ? "no-limit"
                            : limit == 'P' ? "pot-limit"
                                           : "fixed-limit"}};
    const Chips bet = number(limit == 'F' ? "small_bet" : "min_bet");
    if (name() == "short-deck") {
      params["button_blind"] = bet;
    } else if (blinds.empty()) {
      params["bring_in"] = number("bring_in");
      params["bet"] = bet;
    } else {
      params["ante_from"] = each ? "each" : "big-blind";
      params["big_blind"] = bet;
      params["small_blind"] = has_small_blind_ ? std::ranges::min(blinds[0], blinds[1]) : bet / 2;
    }
    std::vector<Chips> stacks(seats_, 0);
    const auto starting = numbers("starting_stacks");
    for (std::size_t i = 0; i < players_; ++i) stacks[seat_of(i).value] = starting[i];
    params["stacks"] = stacks;
    return params;
  }

 private:
  Chips number(const char* field) const {
    return std::llround(file_[field].value<double>().value() * scale_);
  }
  std::vector<Chips> numbers(const char* field) const {
    std::vector<Chips> list;
    if (const auto* all = file_[field].as_array())
      for (const auto& one : *all) list.push_back(std::llround(*one.value<double>() * scale_));
    return list;
  }
  /// Some files count chips with cents.
  void read_numbers() {
    const auto& stacks = *file_["starting_stacks"].as_array();
    if (std::ranges::any_of(stacks, [](const auto& one) { return one.is_floating_point(); }))
      scale_ = 100;
    players_ = stacks.size();
    const auto blinds = numbers("blinds_or_straddles");
    has_small_blind_ = std::ranges::count_if(blinds, [](Chips chips) { return chips > 0; }) != 1 ||
                       name() == "short-deck";
    seats_ = players_ + (has_small_blind_ ? 0 : 1);
  }
  Seat seat_of(std::size_t player) const {
    const std::size_t empty = has_small_blind_ ? 0 : 1;
    return Seat(static_cast<std::uint32_t>((player + 1 + empty) % seats_));
  }

  /// Takes in an action of the file: the cards first, which the table asks for in its own order.
  void read(const std::string& line) {
    std::istringstream words(line);
    std::string who, what, to, cards;
    words >> who >> what >> to;
    if (who == "d" && what == "db") {
      for (const Face face : faces_of(to)) board_.push_back(face);
    } else if (who == "d") {
      words >> cards;
      auto& own = dealt_[player_of(to)];
      for (std::size_t i = 0; i + 1 < cards.size(); i += 2) own.push_back(cards.substr(i, 2));
    } else if (what == "sm") {
      const auto shown = faces_of(to);
      shows_[player_of(who)] = {shown.begin(), shown.end()};
    } else if (who != "#") {
      steps_.push_back({player_of(who), what, to == "#" ? "" : to});
    }
  }
  static std::size_t player_of(const std::string& who) {
    return static_cast<std::size_t>(std::stoi(who.substr(1)) - 1);
  }
  static std::vector<Face> faces_of(const std::string& cards) {
    std::vector<Face> list;
    for (std::size_t i = 0; i + 1 < cards.size(); i += 2)
      if (cards[i] != '?') list.push_back(parse_card(cards.substr(i, 2)).value());
    return list;
  }

  void go_on() {
    const Want want = game_->wants().front();
    if (const auto* shuffle = std::get_if<WantShuffle>(&want)) {
      for (const CardSlot slot : shuffle->slots) faces_.erase(slot);
      return happen(Shuffled{shuffle->slots});
    }
    if (const auto* deal = std::get_if<WantDeal>(&want)) {
      place(deal->slot, deal->to);
      return happen(Dealt{deal->slot, deal->to});
    }
    if (const auto* show = std::get_if<WantShow>(&want)) {
      if (!faces_.contains(show->slot)) place(show->slot, owner(show->slot));
      return happen(Shown{show->slot, faces_.at(show->slot)});
    }
    move(std::get<WantMove>(want).seats.front());
  }
  void happen(const AnyEvent& event) {
    const auto next = game_->after(event);
    if (next)
      game_ = *next;
    else
      wrong = next.error().about + " " + text(game_->json());
  }
  const Poker& table() const { return *poker_in(*game_); }

  std::optional<Seat> owner(CardSlot slot) const {
    for (std::uint32_t i = 0; i < seats_; ++i) {
      const Poker::Pocket& pocket = table().pocket(Seat(i));
      if (pocket.dealt_in && std::ranges::count(pocket.slots, slot) != 0) return Seat(i);
    }
    return {};
  }
  std::size_t player(Seat seat) const {
    std::size_t player = 0;
    while (seat_of(player) != seat) ++player;
    return player;
  }
  /// Decides which face lies in a slot: the file's next card of that player or of the board.
  void place(CardSlot slot, std::optional<Seat> seat) {
    std::optional<Face> face;
    if (!seat) {
      if (board_.empty()) return fail_at("the file has no such card of the board");
      face = board_.front();
      board_.pop_front();
    } else if (auto& own = dealt_[player(*seat)]; !own.empty()) {
      if (own.front() != "??") face = parse_card(own.front()).value();
      own.pop_front();
    }
    faces_[slot] = face ? *face : some_face(seat);
  }
  /// Returns a card that the file does not name, or one that the player will show.
  Face some_face(std::optional<Seat> seat) {
    std::set<std::uint32_t> used;
    for (const auto& [slot, face] : faces_) used.insert(face.value);
    std::vector<Face> to_show;  // the cards that this player must have at last
    if (const auto shown = seat ? shows_.find(player(*seat)) : shows_.end(); shown != shows_.end())
      for (const Face face : shown->second)
        if (!used.contains(face.value)) to_show.push_back(face);
    if (!to_show.empty() && dealt_[player(*seat)].size() < to_show.size()) return to_show.front();
    // An open card that nobody knows was not the one that brought in.
    const PokerVariant& variant = table().variant();
    const bool high = variant.has_bring_in() && variant.order == HandOrder::high;
    const std::string all = named();
    for (std::uint32_t i = variant.first_face; i < Card::kFaces; ++i) {
      const Face face(high ? Card::kFaces - 1 - i : i);
      if (!used.contains(face.value) && all.find(card_name(face)) == std::string::npos) return face;
    }
    fail_at("no face is left");
    return Face(0);
  }
  std::string named() const {
    std::string all;
    for (const auto& action : *file_["actions"].as_array()) all += action.value_or(std::string());
    return all;
  }
  void fail_at(const std::string& what) { wrong = what + " " + text(game_->json()); }

  void move(Seat seat) {
    if (table().street() == Poker::Street::showdown) {
      const auto shown = shows_.find(player(seat));
      const bool mucks = shown != shows_.end() && shown->second.empty();
      return happen(Moved<Action>{seat, {mucks ? R"("muck")" : R"("show")"}});
    }
    if (steps_.empty()) return fail_at("the file has no more actions");
    const Step step = steps_.front();
    steps_.pop_front();
    if (seat_of(step.player) != seat)
      return fail_at("asked is seat " + std::to_string(seat.value) + ", and not player " +
                     std::to_string(step.player + 1));
    happen(Moved<Action>{seat, {text(json_of(step, seat))}});
  }

  struct Step {
    std::size_t player;
    std::string what, argument;
  };
  Json json_of(const Step& step, Seat seat) const {
    const Betting& betting = table().betting();
    if (step.what == "f") return "fold";
    if (step.what == "pb") return "bring_in";
    if (step.what == "cc") return betting.to_call() == 0 ? "check" : "call";
    if (step.what == "cbr") return raise_of(std::llround(std::stod(step.argument) * scale_));
    return step.argument.empty() ? Json("keep") : Json(changed(step, seat));
  }
  /// Some write a raise that nobody can call, or one of as much as the others can call: here that
  /// is a call, or the least raise, of which the rest comes back.
  Json raise_of(Chips to) const {
    const Betting& betting = table().betting();
    const auto raises = betting.raises();
    if (!raises && adapts_) return betting.to_call() == 0 ? "check" : "call";
    if (raises && adapts_) to = std::max(to, raises->min);
    return {{betting.to_meet == 0 ? "bet" : "raise", to}};
  }
  /// Returns "change 1 4": the cards that the file names, or as many that it does not.
  std::string changed(const Step& step, Seat seat) const {
    const Poker::Pocket& pocket = table().pocket(seat);
    const auto shown = shows_.find(step.player);
    std::set<std::size_t> places;
    for (std::size_t i = 0; i + 1 < step.argument.size(); i += 2) {
      const std::string name = step.argument.substr(i, 2);
      for (std::size_t card = 0; card < pocket.size; ++card) {
        const Face face = faces_.at(pocket.slots[card]);
        const bool stays = shown != shows_.end() && std::ranges::count(shown->second, face) != 0;
        const bool fits = name == "??" ? !stays : name == card_name(face);
        if (fits && places.insert(card + 1).second) break;
      }
    }
    std::string words = "change";
    for (const std::size_t place : places) words += " " + std::to_string(place);
    return words;
  }

  const toml::table& file_;
  const bool adapts_;
  double scale_ = 1;
  std::size_t players_ = 0, seats_ = 0;
  bool has_small_blind_ = true;
  std::optional<AnyGame> game_;
  std::map<CardSlot, Face> faces_;
  std::map<std::size_t, std::deque<std::string>> dealt_;
  std::deque<Face> board_;
  std::map<std::size_t, std::vector<Face>> shows_;
  std::deque<Step> steps_;
};

}  // namespace fairdeal::rules
