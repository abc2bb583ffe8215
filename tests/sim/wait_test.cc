// The price of a void is a wait, and nobody's friends end it (docs/dealing.md, Who is out): tables
// of each size with coalitions that make deals void for one of them, and that end each other's
// waits in every way that they have. And who really lost its line comes back.
#include <cmath>
#include <iomanip>
#include <iostream>

#include <nlohmann/json.hpp>

#include "tests/sim/foreseen.h"

namespace fairdeal::sim {
namespace {

constexpr Seat kHonest(0), kFriend(1);

bool owes(const Table& table, Seat seat) {
  return std::ranges::count(table.slots(), seat, &consensus::EntrySlot::seat) != 0;
}

/// The ways of a coalition to end the wait of those of it who made a deal void.
enum class Way {
  waits,         ///< none
  no_key,        ///< the others of it give no key
  no_key_once,   ///< the same, once after each void
  no_turn,       ///< the others of it do not shuffle
  silent,        ///< the others of it answer nothing, and say nothing, until one has ended its wait
  leaves,        ///< the others of it leave, and come back once one has ended its wait
  says_no_word,  ///< as no_key, and who waits does not say that it is back until then
};
constexpr std::array kWays{std::pair{Way::waits, "all wait"},
                           std::pair{Way::no_key, "others give no key"},
                           std::pair{Way::no_key_once, "others give no key once"},
                           std::pair{Way::no_turn, "others do not shuffle"},
                           std::pair{Way::silent, "others fall silent"},
                           std::pair{Way::leaves, "others leave"},
                           std::pair{Way::says_no_word, "no key and no word"}};

struct Scene {
  std::size_t seats;
  std::size_t witnesses;
  bool recovery;
  std::size_t honest;  ///< so many are outside of the coalition: seat 0 and the last ones
  std::pair<Way, const char*> way;
};

/// A match of a coalition that redraws the hand of `kFriend`, until it has an ace, as often as it
/// can.
class Redraws {
 public:
  Redraws(const Scene& scene, std::size_t hands)
      : scene_(scene),
        coalition_(SeatSet::first(scene.seats - scene.honest + 1) - SeatSet::of({kHonest})),
        world_({.game = "holdem",
                .params = R"({"hands":)" + std::to_string(hands) + R"(,"stack":1000000})",
                .seats = scene.seats,
                .witnesses = scene.witnesses,
                .seed = 5,
                .change_charter =
                    [&scene](proto::Charter& charter) {
                      if (scene.recovery) return;
                      charter.recovery = 0;
                      charter.randomness = proto::Randomness::commit_reveal;
                    }}),
        course_(world_,
                {.name = scene.way.second,
                 .whose = coalition_,
                 .silent = [this](const Table& table, Seat seat) { return silent(table, seat); },
                 .leaves =
                     [this](const Table& table, Seat seat) {
                       return scene_.way.first == Way::leaves && ends_the_wait(table, seat) &&
                              !table.members().standing(seat).left();
                     },
                 .prefers =
                     [](Seat) {
                       return std::vector<std::string>{"check", "call", "show"};
                     }},
                5) {
    while (course_.step()) look();
  }

  std::size_t hands() const { return hands_; }
  std::size_t aces() const { return aces_; }
  std::uint64_t deals() const { return course_.table().state().deals_begun; }
  /// Returns how often a seat made a deal void in which the friend and somebody else played.
  const std::map<Seat, std::size_t>& voids() const { return voids_; }
  /// Returns how many deals a seat missed.
  std::size_t missed(Seat seat) const {
    const auto found = missed_.find(seat);
    return found == missed_.end() ? 0 : found->second;
  }
  SeatSet coalition() const { return coalition_; }
  bool over() const { return course_.table().over(); }

 private:
  SeatSet spoilers() const { return coalition_ - SeatSet::of({kFriend}); }
  bool one_waits(const Table& table) const { return !(spoilers() - table.members().in()).empty(); }
  bool ends_the_wait(const Table& table, Seat seat) const {
    return coalition_.has(seat) && table.members().in().has(seat) && one_waits(table);
  }

  bool silent(const Table& table, Seat seat) const {
    if (!coalition_.has(seat)) return false;
    if (spoils(table, seat)) return true;
    const bool ends = ends_the_wait(table, seat);
    switch (scene_.way.first) {
      case Way::waits:
      case Way::leaves:
        return false;
      case Way::no_turn:
        return ends && std::holds_alternative<state::stages::Shuffling>(table.stage());
      case Way::silent:
        return seat == kFriend ? one_waits(table) : ends && owes(table, seat);
      case Way::says_no_word:
        if (!ends && spoilers().has(seat) && table.members().in().has(kFriend) &&
            !table.members().in().has(seat))
          return true;
        [[fallthrough]];
      case Way::no_key:
      case Way::no_key_once:
        return ends && !(scene_.way.first == Way::no_key_once && missed_one_) &&
               std::holds_alternative<state::stages::CollectingKeys>(table.stage());
    }
    return false;
  }

  /// Returns whether the seat keeps its shares of the friend's hand back, or its help: the first
  /// that plays does, and where the others can recover shares, the second.
  bool spoils(const Table& table, Seat seat) const {
    const SeatSet ready = spoilers() & table.members().in();
    if (!table.members().in().has(kFriend) || !ready.has(seat)) return false;
    const auto* stage = hand_to_friend(table);
    if (stage == nullptr || !owes(table, seat)) return false;
    if (scene_.recovery && ready.size() < 2) return false;
    const bool helps = std::holds_alternative<state::stages::Recovering>(table.stage());
    if (seat != ready.list()[helps ? 1 : 0]) return false;
    return !sees_an_ace(course_, *stage, kFriend);
  }
  /// Returns the step of shares, or of their recovery, that deals the friend its hand.
  static const state::stages::Decrypting* hand_to_friend(const Table& table) {
    const auto* recovering = std::get_if<state::stages::Recovering>(&table.stage());
    const auto* stage = recovering != nullptr
                            ? std::get_if<state::stages::Decrypting>(&recovering->what)
                            : std::get_if<state::stages::Decrypting>(&table.stage());
    const auto deals = [](const auto& card) { return card.deal && card.to == kFriend; };
    return stage != nullptr && std::ranges::any_of(stage->cards, deals) ? stage : nullptr;
  }

  void look() {
    const Table& table = course_.table();
    for (const auto& event : table.events())
      if (const auto* one = std::get_if<rules::Void>(&event); one != nullptr && dealt_) {
        for (const Seat seat : (one->by & played_).list()) ++voids_[seat];
        missed_one_ = false;
      }
    const auto* stage = hand_to_friend(table);
    dealt_ = stage != nullptr && table.members().in().size() > 2;
    const auto& state = table.state();
    played_ = state.in();
    missed_one_ = missed_one_ || !played_.has(kFriend);
    if (const auto begun = state.deals_begun - std::exchange(deal_, state.deals_begun); begun > 0)
      for (const Seat seat : coalition_.list())
        missed_[seat] += begun - (state.next && state.next->members.has(seat) ? 1 : 0);
    if (!std::holds_alternative<state::stages::Moving>(table.stage()) || !played_.has(kFriend) ||
        std::exchange(hand_, state.deals_begun) == state.deals_begun)
      return;
    const auto& faces = course_.view(kFriend).known().faces;
    if (faces.size() != 2) return;
    ++hands_;
    aces_ += std::ranges::any_of(faces, [](const auto& one) { return is_ace(one.second); }) ? 1 : 0;
  }

  Scene scene_;
  SeatSet coalition_;
  World world_;
  Course course_;
  SeatSet played_;           ///< the seats that played before this step
  bool dealt_ = false;       ///< three of them or more were dealt hands then, the friend among them
  bool missed_one_ = false;  ///< the friend missed a deal since the last void
  std::uint64_t deal_ = 1, hand_ = 0;
  std::size_t hands_ = 0, aces_ = 0;
  std::map<Seat, std::size_t> voids_, missed_;
};

constexpr double kAce = 1 - 48.0 * 47 / (52 * 51);  ///< how many of all hands have an ace

double error(double hands) { return std::sqrt(kAce * (1 - kAce) / hands); }

/// Returns how often a seat can make a deal void in so many deals: it waits 2 deals, 8, 32 and so
/// on, and ten deals that it plays are worth one halving.
double most_voids(double deals) { return 2 + std::log2(deals) / 2 + deals / 20; }

std::vector<Scene> scenes() {
  std::vector<Scene> all;
  for (const auto& way : kWays) {
    for (const std::size_t witnesses : {0U, 2U}) all.push_back({3, witnesses, false, 1, way});
    for (const std::size_t seats : {4U, 5U, 7U, 10U}) {
      if (seats == 10 && way.first != Way::no_key) continue;
      all.push_back({seats, seats == 4 ? 1u : 0u, false, 1, way});
      if (seats < 7) all.push_back({seats, 0, true, 1, way});
      if (seats == 5) all.push_back({seats, 0, true, 2, way});
    }
  }
  return all;
}

/// Until the third audit's second look one seat made void each deal in which its friend got no ace,
/// and the friend missed its next key, so that both played again at once: an ace in 28 % of hands.
TEST(Wait, OfAVoidIsEndedByNobodysAbsence) {
  constexpr std::size_t kHands = 40;
  double hands = 0, aces = 0;
  std::cout << "seats witnesses recovery honest  deals hands  aces voids missed  way\n";
  for (const Scene& scene : scenes()) {
    const Redraws match(scene, kHands);
    std::size_t voids = 0, missed = 0;
    for (const auto& [seat, times] : match.voids()) {
      EXPECT_LE(static_cast<double>(times), most_voids(static_cast<double>(match.deals())))
          << scene.way.second << ", seat " << seat.value << " of " << scene.seats;
      EXPECT_LE(times, match.missed(seat) + 1) << scene.way.second;
      voids += times;
      missed += match.missed(seat);
    }
    EXPECT_TRUE(match.over());
    EXPECT_GE(voids, 1u) << scene.way.second;
    hands += static_cast<double>(match.hands());
    aces += static_cast<double>(match.aces());
    std::cout << std::setw(5) << scene.seats << std::setw(10) << scene.witnesses << std::setw(9)
              << (scene.recovery ? "on" : "off") << std::setw(7) << scene.honest << std::setw(7)
              << match.deals() << std::setw(6) << match.hands() << std::setw(6) << match.aces()
              << std::setw(6) << voids << std::setw(7) << missed << "  " << scene.way.second
              << "\n";
  }
  std::cout << aces / hands << " of " << hands << " hands have an ace, " << kAce << " of all\n";
}

/// A coalition that falls silent too often gets its friend fewer hands, and no better ones in all.
TEST(Wait, OfAVoidGivesAFriendNoMoreGoodHandsThanAnHonestDealer) {
  constexpr std::size_t kHands = 500;
  for (const auto& way : kWays) {
    const Redraws match({3, 2, false, 1, way}, kHands);
    const auto hands = static_cast<double>(match.hands());
    const auto aces = static_cast<double>(match.aces());
    std::cout << way.second << ": " << aces << " aces in " << hands << " hands\n";
    if (match.hands() < kHands / 10)
      EXPECT_LT(aces, kAce * kHands / 4) << way.second;
    else
      EXPECT_LE(aces / hands, kAce + 1.96 * error(hands)) << way.second;
  }
}

}  // namespace
}  // namespace fairdeal::sim
