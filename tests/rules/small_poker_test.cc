#include <functional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "games/kuhn/kuhn.h"
#include "games/leduc/leduc.h"

/// Kuhn and Leduc poker are small enough to play every game there is.
namespace fairdeal::rules {
namespace {

using Cards = std::map<CardSlot, Face>;

/// Visits each value in which a seat decides or the game is over, once for each deal that leads
/// there.
template <class G>
void for_each_value(const G& game, const Cards& cards, std::uint32_t faces,
                    const std::function<void(const G&, const Cards&)>& visit) {
  const auto go = [&](const Event<typename G::Move>& event, const Cards& then) {
    for_each_value(G(game.after(event).value()), then, faces, visit);
  };
  const auto with_each_face = [&](CardSlot slot, const auto& event) {
    if (cards.contains(slot)) return go(event(cards.at(slot)), cards);
    for (std::uint32_t k = 0; k < faces; ++k) {
      const auto has_face = [k](const auto& card) { return card.second == Face(k); };
      if (std::ranges::any_of(cards, has_face)) continue;
      Cards then = cards;
      then[slot] = Face(k);
      go(event(Face(k)), then);
    }
  };
  if (game.result()) return visit(game, cards);
  const Want want = game.wants().front();
  if (const auto* shuffle = std::get_if<WantShuffle>(&want)) go(Shuffled{shuffle->slots}, cards);
  if (const auto* deal = std::get_if<WantDeal>(&want))
    with_each_face(deal->slot, [&](Face) { return Dealt{deal->slot, deal->to}; });
  if (const auto* show = std::get_if<WantShow>(&want))
    with_each_face(show->slot, [&](Face face) { return Shown{show->slot, face}; });
  if (const auto* move = std::get_if<WantMove>(&want)) {
    visit(game, cards);
    for (const auto& legal : game.legal(move->seats.front()))
      go(Moved<typename G::Move>{move->seats.front(), legal}, cards);
  }
}

struct Count {
  int decisions = 0;
  int ends = 0;
  std::int64_t most = 0;
};

template <class G>
Count count(std::uint32_t faces) {
  Count count;
  for_each_value<G>(G::start(Json::object(), 2).value(), {}, faces,
                    [&](const G& game, const Cards&) {
                      const auto result = game.result();
                      ++(result ? count.ends : count.decisions);
                      if (!result) return;
                      EXPECT_EQ((*result)[0] + (*result)[1], 0);
                      count.most = std::max(count.most, std::abs((*result)[0]));
                    });
  return count;
}

TEST(Kuhn, HasAsManyGamesAsCanBeCountedByHand) {
  const Count kuhn = count<Kuhn>(3);
  EXPECT_EQ(kuhn.decisions + kuhn.ends, 54);  // 6 deals, 9 sequences: - p b pp pb bp bb pbp pbb
  EXPECT_EQ(kuhn.ends, 30);                   // 6 deals, 5 of these sequences
  EXPECT_EQ(kuhn.most, 2);
}

TEST(Kuhn, IsWorthMinusOneEighteenthToTheFirstSeat) {
  // Kuhn's solution with α = 0: how often in three the holder of a card bets after these moves.
  const auto bets_in_three = [](const std::string& moves, Face card) {
    const std::map<std::string, std::array<int, 3>> jack_queen_king{
        {"", {0, 0, 0}}, {"p", {1, 0, 3}}, {"b", {0, 1, 3}}, {"pb", {0, 1, 3}}};
    return jack_queen_king.at(moves)[card.value];
  };
  std::int64_t worth = 0;  // in units of 1 / (6 deals · 3³)
  for_each_value<Kuhn>(
      Kuhn::start(Json::object(), 2).value(), {}, 3, [&](const Kuhn& game, const Cards& cards) {
        if (!game.result()) return;
        std::int64_t weight = 27;
        const std::string moves = game.json()["bets"];
        for (std::size_t i = 0; i < moves.size(); ++i) {
          const int bets = bets_in_three(moves.substr(0, i),
                                         cards.at(CardSlot(static_cast<std::uint32_t>(i % 2))));
          weight = weight * (moves[i] == 'b' ? bets : 3 - bets) / 3;
        }
        worth += weight * (*game.result())[0];
      });
  EXPECT_EQ(18 * worth, -1 * 6 * 27);
}

TEST(Leduc, HasAsManyGamesAsCanBeCountedByHand) {
  // A round has 6 decisions (- c r cr rr crr), 4 ends by a fold (rf crf rrf crrf) and 5 ways on
  // (cc rc crc rrc crrc). There are 6 · 5 deals, and 4 cards for the board.
  const Count leduc = count<Leduc>(6);
  EXPECT_EQ(leduc.decisions, 30 * (6 + 5 * 4 * 6));
  EXPECT_EQ(leduc.ends, 30 * (4 + 5 * 4 * (4 + 5)));
  EXPECT_EQ(leduc.most, 13);
}

/// Faces: 0 and 1 are jacks, 2 and 3 queens, 4 and 5 kings.
std::int64_t leduc_result(const std::string& first, const std::string& second, Face a, Face b,
                          Face board) {
  const auto names = [](Face face) {
    static constexpr const char* kCards[] = {"Jh", "Js", "Qh", "Qs", "Kh", "Ks"};
    return kCards[face.value];
  };
  const bool folds = second.ends_with('f');
  const Json state = {
      {"shuffled", true},
      {"dealt", 2},
      {"bets", {first, second}},
      {"cards", {folds ? Json() : Json(names(a)), folds ? Json() : Json(names(b)), names(board)}}};
  return Leduc::load(Json::object(), 2, state).value().result().value()[0];
}

TEST(Leduc, APairWinsThenTheHigherCardAndEqualRanksSplit) {
  EXPECT_EQ(leduc_result("cc", "cc", Face(0), Face(4), Face(1)), 1) << "a pair of jacks";
  EXPECT_EQ(leduc_result("cc", "cc", Face(0), Face(4), Face(2)), -1) << "king high";
  EXPECT_EQ(leduc_result("cc", "cc", Face(0), Face(1), Face(2)), 0) << "both have a jack";
}

TEST(Leduc, RaisesAreTwoAndThenFour) {
  EXPECT_EQ(leduc_result("rc", "cc", Face(4), Face(0), Face(2)), 3);
  EXPECT_EQ(leduc_result("crrc", "rrc", Face(4), Face(0), Face(2)), 13);
  EXPECT_EQ(leduc_result("crc", "rf", Face(4), Face(0), Face(2)), 3) << "the raise was not met";
}

}  // namespace
}  // namespace fairdeal::rules
