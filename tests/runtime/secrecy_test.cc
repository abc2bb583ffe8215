// Secrecy (docs/attacks.md): what any coalition can add up, and what a transcript shows
// (docs/cards.md, 5 and 9).
#include <set>

#include "base/encode.h"
#include "base/hex.h"
#include "crypto/deck.h"
#include "crypto/encrypt.h"
#include "crypto/vss.h"
#include "rules/registry.h"
#include "tests/runtime/match.h"

namespace fairdeal::sim {
namespace {

using crypto::Point;
using crypto::Scalar;

SeatSet only(Seat seat) {
  SeatSet set;
  set.insert(seat);
  return set;
}

bool contains(ByteSpan haystack, ByteSpan needle) {
  return as_text(haystack).find(as_text(needle)) != std::string_view::npos;
}

/// Every point that anybody published: of shares, proofs aside.
std::vector<Point> published_points(const World& world) {
  std::vector<Point> points;
  std::set<ByteArray<32>> seen;
  const auto add = [&](const Point& point) {
    if (seen.insert(point.encode()).second) points.push_back(point);
  };
  for (std::uint32_t i = 0; i < world.size(); ++i)
    for (const Bytes& bytes : world.frames_sent(Seat(i))) {
      const auto entry = entry_in(bytes);
      if (!entry) continue;
      if (const auto* p = std::get_if<proto::DecryptPayload>(&entry->payload)) {
        for (const auto& share : p->shares) add(share);
        add(p->proof.R1);
        add(p->proof.R2);
      }
      if (const auto* p = std::get_if<proto::SharesPayload>(&entry->payload))
        for (const auto& commitment : p->commitments) add(commitment);
    }
  return points;
}

/// Everybody but one, with all they have: their keys, what was encrypted to them, all frames.
struct Coalition {
  World& world;
  const state::Table& table;
  Seat victim;

  std::vector<Seat> members() const {
    std::vector<Seat> members;
    for (std::uint32_t i = 0; i < table.seats(); ++i)
      if (Seat(i) != victim) members.push_back(Seat(i));
    return members;
  }

  /// B − Σ of all shares but the victim's: what is left is M + x·A.
  Point without_theirs(const state::PublicCard& card) const {
    Point rest = card.masked.B;
    for (const Seat seat : members()) rest = rest - masking_key(world, seat) * card.masked.A;
    return rest;
  }

  std::optional<Face> opened(const state::PublicCard& card, const Point& missing) const {
    return crypto::face_of(without_theirs(card) - missing, table.state().faces);
  }

  /// The share of the victim's key that was encrypted to a member.
  Scalar recovery_share(Seat member) const {
    const state::Deal& deal = *table.state().deal;
    const Scalar y = keys_of(world, member, deal)->second;
    const auto& encrypted = deal.encrypted(victim, member);
    const crypto::Secret<Point> K(y * encrypted.E);
    const auto context =
        crypto::context({table.id(), deal.place()}, victim, crypto::Purpose::recover);
    return crypto::decrypt(encrypted, deal.Y[member.value], K, context)->expose();
  }

  /// x·A as these members' recovery shares make it, if there are enough of them.
  Point recovered(const state::PublicCard& card, std::span<const Seat> some) const {
    std::vector<Point> shares;
    for (const Seat member : some) shares.push_back(recovery_share(member) * card.masked.A);
    return crypto::combine_shares(some, shares);
  }
};

std::vector<const state::PublicCard*> unseen_cards_of(const state::Table& table, Seat seat) {
  std::vector<const state::PublicCard*> cards;
  for (const auto& [slot, card] : table.state().cards)
    if (card.dealt_to == seat && !card.face) cards.push_back(&card);
  return cards;
}

class AllButOne : public testing::TestWithParam<std::pair<Options, std::uint32_t>> {};

TEST_P(AllButOne, A27_CannotOpenTheLastSeatsCardsWithAllTheyHave) {
  const auto& [options, last] = GetParam();
  const Seat victim(last);
  World world(options);
  ASSERT_TRUE(run_to<state::stages::Moving>(world, victim));
  const state::Table table = world.node(victim).table();
  const Coalition coalition{world, table, victim};
  const auto cards = unseen_cards_of(table, victim);
  ASSERT_FALSE(cards.empty());
  auto points = published_points(world);
  points.push_back(Point());
  for (const auto* card : cards) {
    // Neither as it is, nor with any point, difference of points or own multiple they have.
    for (const Point& a : points) {
      EXPECT_FALSE(coalition.opened(*card, a));
      for (const Seat seat : coalition.members())
        EXPECT_FALSE(coalition.opened(*card, masking_key(world, seat) * a));
    }
    for (std::size_t i = 0; i + 1 < std::min<std::size_t>(points.size(), 14); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        EXPECT_FALSE(coalition.opened(*card, points[i] + points[j]));
        EXPECT_FALSE(coalition.opened(*card, points[i] - points[j]));
      }
    // With the one share that is missing it opens: this test can succeed.
    const auto face = coalition.opened(*card, masking_key(world, victim) * card->masked.A);
    ASSERT_TRUE(face);
    const auto& known = world.node(victim).known().faces;
    EXPECT_TRUE(std::ranges::any_of(known, [&](const auto& k) { return k.second == *face; }));
  }
}

TEST_P(AllButOne, OpenThemByRecoveryOnlyWithAsManySharesAsTheTermsSay) {
  const auto& [options, last] = GetParam();
  World world(options);
  ASSERT_TRUE(run_to<state::stages::Moving>(world, Seat(0)));
  const auto& table = world.node(Seat(0)).table();
  const Coalition coalition{world, table, Seat(last)};
  const std::size_t t = table.charter().recovery;
  if (t == 0) {
    EXPECT_TRUE(table.state().deal->dealings.empty());
    return;
  }
  const auto members = coalition.members();
  for (const auto* card : unseen_cards_of(table, Seat(last)))
    for (std::uint32_t subset = 1; subset < 1u << members.size(); ++subset) {
      std::vector<Seat> some;
      for (std::size_t i = 0; i < members.size(); ++i)
        if (subset >> i & 1) some.push_back(members[i]);
      EXPECT_EQ(coalition.opened(*card, coalition.recovered(*card, some)).has_value(),
                some.size() >= t)
          << some.size() << " shares";
    }
}

Options holdem(std::size_t seats, std::uint32_t recovery) {
  return {.game = "holdem",
          .params = R"({"stack":40})",
          .seats = seats,
          .seed = 3,
          .change_charter = [=](proto::Charter& charter) { charter.recovery = recovery; }};
}
/// The others are a deal of three, in which nobody stands in for anybody.
TEST(NeverCame, ThreeWhoDealWithoutTheFourthHaveNoRecoveryShares) {
  constexpr Seat kAbsent(3), kVictim(1);
  World world(holdem(4, 3));
  world.silence(kAbsent);
  ASSERT_TRUE(run_to<state::stages::Moving>(world, Seat(0)));
  const auto& table = world.node(Seat(0)).table();
  EXPECT_FALSE(table.members().in().has(kAbsent));
  EXPECT_EQ(table.state().deal->members, SeatSet::first(3));
  EXPECT_TRUE(table.state().deal->dealings.empty());
  EXPECT_FALSE(table.state().recovers(only(kVictim)));
}

INSTANTIATE_TEST_SUITE_P(Tables, AllButOne,
                         testing::Values(std::pair(Options{.game = "kuhn", .seed = 1}, 1u),
                                         std::pair(Options{.game = "leduc", .seed = 2}, 0u),
                                         std::pair(holdem(3, 0), 2u), std::pair(holdem(4, 3), 3u),
                                         std::pair(holdem(5, 4), 1u)));

// ---- A whole match, watched step by step

class Watched : public testing::TestWithParam<Options> {
 protected:
  /// Calls `look` whenever seat 0 has come to another step, to the end.
  template <class Look>
  void watch(World& world, Look look) {
    Step last{999};
    while (!world.node(Seat(0)).finished()) {
      const auto& table = world.node(Seat(0)).table();
      if (std::exchange(last, table.step()) != table.step()) look(table);
      ASSERT_TRUE(world.step());
    }
    world.run();
    expect_finished(world);
  }
};

/// The owners' shares of what they alone know at this step: cards and dice not shown yet. `asked`:
/// with those that this very step asks for.
std::map<ByteArray<32>, Seat> shares_withheld(const World& world, const state::Table& table,
                                              bool asked) {
  const auto* decrypting = std::get_if<state::stages::Decrypting>(&table.stage());
  const auto* rolling = std::get_if<state::stages::Rolling>(&table.stage());
  std::map<ByteArray<32>, Seat> withheld;
  for (const auto& [slot, card] : table.state().cards) {
    const bool shows =
        decrypting != nullptr &&
        std::ranges::any_of(decrypting->cards,
                            [wanted = slot](const state::stages::CardToDecrypt& one) {
                              return one.slot == wanted && !one.to;
                            });
    if (card.dealt_to && !card.face && (asked || !shows))
      withheld[(masking_key(world, *card.dealt_to) * card.masked.A).encode()] = *card.dealt_to;
  }
  for (const auto& [seat, rolled] : table.state().private_rolls) {
    const bool shows =
        rolling != nullptr &&
        std::ranges::any_of(rolling->coins, [wanted = seat](const state::stages::Coin& coin) {
          return coin.for_whom == state::stages::Coin::For::shown && coin.seat == wanted;
        });
    if (asked || !shows) withheld[(masking_key(world, seat) * rolled.coin.point).encode()] = seat;
  }
  return withheld;
}

/// A card is hidden because one share is missing. No message has that share until the face or the
/// dice are to be seen. Then a message has it, so this test can fail.
TEST_P(Watched, TheShareThatHidesAFaceIsNotOnTheWireBeforeItIsShown) {
  Options options = GetParam();
  std::size_t hidden = 0, sent = 0;
  for (int more = 0; sent == 0 && more < 40; ++more, ++options.seed) {
    World world(options);
    std::map<ByteArray<32>, Seat> withheld;
    std::vector<std::size_t> looked_at(world.size());
    watch(world, [&](const state::Table& table) {
      const auto now = shares_withheld(world, table, true);
      const auto secret = shares_withheld(world, table, false);  // others may be a step ahead
      for (std::uint32_t i = 0; i < world.size(); ++i) {
        const auto& frames = world.frames_sent(Seat(i));
        for (std::size_t& k = looked_at[i]; k < frames.size(); ++k)
          for (const auto& [share, owner] : withheld) {
            const bool is_there = contains(frames[k], share);
            EXPECT_FALSE(is_there && secret.contains(share)) << "of seat " << owner.value;
            sent += is_there ? 1 : 0;
          }
      }
      hidden += now.size();
      withheld = now;
    });
  }
  EXPECT_GT(hidden, 0u);
  EXPECT_GT(sent, 0u) << "nothing is ever shown";
}

/// Of games in which cards stay hidden to the end.
class WatchedCards : public Watched {};

TEST_P(WatchedCards, ACardThatItsOwnerNeverShowedLacksItsOwnersShareInTheTranscript) {
  Options options = GetParam();
  std::size_t mucked = 0;
  for (int more = 0; mucked == 0 && more < 10; ++more, ++options.seed) {
    World world(options);
    std::map<ByteArray<32>, bool> shown;  // the owner's share of each card dealt: to be seen?
    std::map<CardSlot, state::PublicCard> before;
    std::optional<state::Deal> deal_before;
    const auto share_of = [&](const state::PublicCard& card, const state::Deal& deal) {
      return (keys_of(world, *card.dealt_to, deal)->first * card.masked.A).encode();
    };
    watch(world, [&](const state::Table& table) {
      // A card that a step shows may be gone after it: the next deck lies there already.
      for (const auto& event : table.events())
        if (const auto* show = std::get_if<rules::Shown>(&event))
          if (const auto card = before.find(show->slot);
              card != before.end() && card->second.dealt_to)
            shown[share_of(card->second, *deal_before)] = true;
      before = table.state().cards;
      deal_before = table.state().deal;
      for (const auto& [slot, card] : table.state().cards) {
        if (!card.dealt_to) continue;
        EXPECT_EQ(card.shares.contains(*card.dealt_to), card.face.has_value());
        shown[share_of(card, *table.state().deal)] |= card.face.has_value();
      }
    });
    EXPECT_FALSE(shown.empty());
    const Bytes transcript = world.transcript(Seat(0));
    for (const auto& [share, is_shown] : shown) {
      EXPECT_EQ(contains(transcript, share), is_shown);
      if (is_shown) continue;
      ++mucked;
      for (std::uint32_t i = 0; i < world.size(); ++i)
        for (const Bytes& frame : world.frames_sent(Seat(i))) EXPECT_FALSE(contains(frame, share));
    }
  }
  EXPECT_GT(mucked, 0u) << "all cards were shown";
}

TEST_P(WatchedCards, A26_EveryCardIsInExactlyOnePlace) {
  World world(GetParam());
  std::size_t looked = 0;
  watch(world, [&](const state::Table& table) {
    // Cards move in shuffles and decrypting only.
    if (table.state().cards.empty() ||
        !std::holds_alternative<state::stages::Moving>(table.stage()))
      return;
    std::set<Face> faces;
    for (const auto& [slot, card] : table.state().cards) {
      Point M = card.masked.B;
      for (std::uint32_t i = 0; i < table.seats(); ++i)
        M = M - masking_key(world, Seat(i)) * card.masked.A;
      const auto face = crypto::face_of(M, table.state().faces);
      ASSERT_TRUE(face);
      EXPECT_TRUE(faces.insert(*face).second) << "twice at step " << table.step().value;
      EXPECT_TRUE(!card.face || *card.face == *face);
    }
    EXPECT_EQ(faces.size(), table.state().faces);
    ++looked;
  });
  EXPECT_GT(looked, 1u);
}

TEST_P(Watched, A19_NoSecretAndNoHiddenFaceIsInAnythingThatLeavesItsOwner) {
  World world(GetParam());
  std::vector<Bytes> faces;  // M of what was seen by one seat only, when it was
  watch(world, [&](const state::Table&) {});
  for (const auto& card : crypto::plain_deck(std::vector{Face(0), Face(1), Face(2)}))
    faces.push_back(to_bytes(card.B.encode()));
  std::vector<Bytes> secrets;
  for (std::uint32_t i = 0; i < world.size(); ++i)
    for (const auto& put : world.stored(Seat(i)))
      if (put.space == state::Put::Space::secret && put.key.starts_with("keys ") &&
          !put.value.empty()) {
        secrets.push_back(to_bytes(ByteSpan(put.value).first(32)));
        secrets.push_back(to_bytes(ByteSpan(put.value).subspan(32)));
        secrets.push_back(to_bytes(world.key(Seat(i)).seed().expose()));
      }
  ASSERT_GE(secrets.size(), 3 * world.size());
  for (const Bytes& secret : std::vector(secrets)) secrets.push_back(to_bytes(to_hex(secret)));
  secrets.insert(secrets.end(), faces.begin(), faces.end());
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    std::vector<Bytes> out = world.frames_sent(Seat(i));
    for (const auto& put : world.stored(Seat(i)))
      if (put.space != state::Put::Space::secret) out.push_back(put.value);
    for (const auto& notice : world.notices(Seat(i)))
      if (const auto* no = std::get_if<node::Refused>(&notice))
        out.push_back(to_bytes(describe(no->error)));
    for (const Bytes& bytes : out)
      for (const Bytes& secret : secrets) EXPECT_FALSE(contains(bytes, secret));
  }
}

std::string name_of(const testing::TestParamInfo<Options>& test) {
  std::string name = test.param.game;
  std::ranges::replace(name, '-', '_');
  return name;
}

/// Every game of the registry that hides something, three at the table where so many may be, and
/// with so few chips that a match is short.
std::vector<Options> games_that_hide() {
  std::vector<Options> games;
  for (const auto& module : rules::modules()) {
    const auto& info = module.info();
    if (!info.hidden) continue;
    const bool has_stacks = std::ranges::count(info.params, "stack", &rules::Param::name) > 0;
    games.push_back({.game = info.name,
                     .params = has_stacks ? R"({"stack":40})" : "{}",
                     .seats = std::clamp<std::size_t>(3, info.seats_min, info.seats_max),
                     .seed = 3});
  }
  return games;
}
INSTANTIATE_TEST_SUITE_P(Games, Watched, testing::ValuesIn(games_that_hide()), name_of);
INSTANTIATE_TEST_SUITE_P(
    Games, WatchedCards,
    testing::Values(Options{.game = "kuhn", .seed = 4}, Options{.game = "leduc", .seed = 4},
                    Options{.game = "hearts", .seats = 4, .seed = 4},
                    Options{.game = "holdem", .params = R"({"stack":40})", .seats = 3, .seed = 3}),
    name_of);

}  // namespace
}  // namespace fairdeal::sim
