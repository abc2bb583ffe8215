#include "games/poker/ohh.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "base/ascii.h"
#include "rules/json_full.h"

namespace fairdeal::rules {
namespace {

using Done = HandRecord::Action::Kind;

/// The version of what this file writes, as the format asks of a site.
constexpr const char* kOhhInternalVersion = "1.0.0";

Json ohh_cards(std::span<const Face> faces) {
  Json cards = Json::array();
  for (const Face face : faces) cards.push_back(card_name(face));
  return cards;
}

/// The name of an action before the flop or after it; "" for what is not an action of a player.
const char* ohh_action(Done kind, bool preflop) {
  switch (kind) {
    case Done::ante:
    case Done::table_ante:
      return "Post Ante";
    case Done::small_blind:
      return "Post SB";
    case Done::big_blind:
      return "Post BB";
    case Done::straddle:
      return "Straddle";
    case Done::fold:
      return "Fold";
    case Done::check:
      return "Check";
    case Done::call:
      return "Call";
    case Done::deal:
      return "Dealt Cards";
    case Done::bring_in:
      return "Bet";  // the format has no bring-in
    case Done::bet:
      return preflop ? "Raise" : "Bet";  // the format has no bet before the flop
    case Done::raise:
      return "Raise";
    case Done::show:
      return "Shows Cards";
    case Done::muck:
      return "Mucks Cards";
    case Done::discard:  // the format has none
    case Done::board:
    case Done::anew:
      break;
  }
  return "";
}

std::optional<Seat> hero_of(const HandRecord& hand) {
  for (const HandRecord::Player& player : hand.players)
    if (!player.own.empty()) return player.seat;
  return {};
}

/// The rounds of a hand.
class OhhRounds {
 public:
  explicit OhhRounds(const HandRecord& hand)
      : hand_(hand), hero_dealt_(hand.variant->has_bring_in()) {
    begin(hand.variant->board() > 0 ? "Preflop" : street_name(0));
    for (const HandRecord::Action& action : hand.actions) {
      if (!is_forced(action.kind)) deal_hero();
      if (action.kind == Done::show || action.kind == Done::muck) continue;
      if (action.kind == Done::board)
        board(action);
      else if (action.kind == Done::deal)
        deal(action);
      else if (action.kind == Done::discard)
        begin_draw(action.seat);
      else
        add(action);
    }
    deal_hero();
    begin("Showdown");
    for (const HandRecord::Action& action : hand.actions)
      if (action.kind == Done::show || action.kind == Done::muck) add(action);
    if (rounds_.back()["actions"].empty()) rounds_.erase(rounds_.size() - 1);
  }
  Json list() && { return std::move(rounds_); }

 private:
  static bool is_forced(Done kind) { return kind <= Done::straddle; }

  /// "Third Street", "Predraw", "First Draw"
  std::string street_name(std::size_t street) const {
    const PokerStreet& of = hand_.variant->streets[street];
    std::string name = hand_.variant->has_draws() ? of.name : of.part;
    std::ranges::replace(name, '_', ' ');
    bool is_first = true;
    for (char& c : name) {
      if (is_first) c = ascii::upper(c);
      is_first = c == ' ';
    }
    return name;
  }
  void begin(const std::string& street) {
    rounds_.push_back({{"id", rounds_.size()},
                       {"street", street},
                       {"cards", Json::array()},
                       {"actions", Json::array()}});
  }

  void board(const HandRecord::Action& action) {
    auto& count = action.second ? second_ : first_;
    if (action.second && count == 0) count = 5 - second_cards();
    count += action.cards.size();
    begin(count == 3 ? "Flop" : count == 4 ? "Turn" : "River");
    rounds_.back()["cards"] = ohh_cards(action.cards);
  }
  /// The first seat to change its cards begins the round.
  void begin_draw(Seat seat) {
    if (!changed_.empty() && changed_.insert(seat).second) return;
    changed_ = {seat};
    begin(street_name(++street_));
  }

  /// A card of a player alone is named if the history knows it.
  void deal(const HandRecord::Action& action) {
    if (hand_.variant->has_bring_in()) {
      const std::size_t street = hand_.variant->street_of(cards_[action.seat]++);
      if (street > street_) begin(street_name(street_ = street));
    }
    if (action.cards.empty()) return;
    add(action);
    actions().back()["cards"] = ohh_cards(action.cards);
  }
  std::size_t second_cards() const {
    std::size_t count = 0;
    for (const HandRecord::Action& action : hand_.actions)
      if (action.kind == Done::board && action.second) count += action.cards.size();
    return count;
  }

  void deal_hero() {
    if (std::exchange(hero_dealt_, true)) return;
    const auto hero = hero_of(hand_);
    if (!hero) return;
    std::vector<Face> faces;
    for (const auto& face : hand_.player(*hero)->own)
      if (face) faces.push_back(*face);
    push(*hero, "Dealt Cards", 0, false);
    actions().back()["cards"] = ohh_cards(faces);
  }

  void add(const HandRecord::Action& action) {
    const char* name = ohh_action(action.kind, hand_.variant->board() > 0 && rounds_.size() == 1);
    if (*name == 0) return;
    push(action.seat, name, action.chips, action.all_in);
    if (action.kind == Done::show) actions().back()["cards"] = ohh_cards(action.cards);
  }
  void push(Seat seat, const char* name, Chips chips, bool all_in) {
    actions().push_back({{"action_number", ++number_},
                         {"player_id", seat.value},
                         {"action", name},
                         {"amount", chips},
                         {"is_allin", all_in}});
  }
  Json& actions() { return rounds_.back()["actions"]; }

  const HandRecord& hand_;
  Json rounds_ = Json::array();
  std::size_t number_ = 0;  ///< of the last action; they count on through the hand
  bool hero_dealt_;
  std::map<Seat, std::size_t> cards_;  ///< how many each has, where they come on several streets
  std::size_t street_ = 0;
  std::set<Seat> changed_;              ///< the players who have changed cards in this draw
  std::size_t first_ = 0, second_ = 0;  ///< how many cards the boards have
};

Json ohh_players(const HandRecord& hand) {
  Json players = Json::array();
  for (const HandRecord::Player& player : hand.players)
    players.push_back({{"id", player.seat.value},
                       {"seat", player.seat.value + 1},
                       {"name", player.name},
                       {"display", player.name},
                       {"starting_stack", player.stack},
                       {"is_sitting_out", player.sits_out}});
  return players;
}

Json ohh_pots(const HandRecord& hand) {
  Json pots = Json::array();
  for (const HandRecord::Pot& pot : hand.pots) {
    Json wins = Json::array();
    for (const auto& [seat, chips] : pot.wins)
      wins.push_back({{"player_id", seat.value}, {"win_amount", chips}});
    pots.push_back({{"number", pots.size()},
                    {"amount", pot.chips},
                    {"rake", 0},
                    {"jackpot", 0},
                    {"player_wins", wins}});
  }
  return pots;
}

Json ohh_start(const HandRecord& hand) {
  if (!hand.time) return nullptr;
  const UtcTime time = UtcTime::of(*hand.time);
  std::array<char, 80> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%02dZ", time.year, time.month,
                time.day, time.hour, time.minute, time.second);
  return text.data();
}

Json ohh_object(const HandRecord& hand) {
  constexpr const char* kBetTypes[] = {"NL", "PL", "FL"};
  const auto hero = hero_of(hand);
  Json flags = Json::array();
  if (hand.twice) flags.push_back("Run_It_Twice");
  if (!hero) flags.push_back("Observed");
  return {
      {"spec_version", "1.4.7"},
      {"site_name", "Fairdeal"},
      {"network_name", "Fairdeal"},
      {"internal_version", kOhhInternalVersion},
      {"tournament", false},
      {"game_number", (hand.table.empty() ? "" : hand.table + "-") + std::to_string(hand.number)},
      {"start_date_utc", ohh_start(hand)},
      {"table_name", hand.table},
      {"game_type", hand.variant->game_type},
      {"bet_limit",
       {{"bet_type", kBetTypes[static_cast<std::size_t>(hand.limit.kind)]}, {"bet_cap", 0}}},
      {"table_size", hand.seats},
      {"currency", ""},
      {"dealer_seat", hand.button.value + 1},
      {"small_blind_amount", hand.level.small},
      {"big_blind_amount", hand.level.big},
      {"ante_amount", hand.level.ante},
      {"hero_player_id", hero ? Json(hero->value) : Json(nullptr)},
      {"flags", flags},
      {"players", ohh_players(hand)},
      {"rounds", OhhRounds(hand).list()},
      {"pots", ohh_pots(hand)}};
}

}  // namespace

std::string ohh(const std::vector<HandRecord>& hands) {
  std::string file;
  for (const HandRecord& hand : hands)
    if (hand.ended) file += (file.empty() ? "" : "\n") + text({{"ohh", ohh_object(hand)}}) + "\n";
  return file;
}

}  // namespace fairdeal::rules
