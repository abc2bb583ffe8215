// Two tables of an evening, played by peers: what an auditor of both transcripts finds.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/json.h"
#include "runtime/audit/settlement.h"
#include "runtime/meet/evening_break.h"
#include "runtime/state/charter.h"
#include "runtime/state/evening.h"
#include "tests/runtime/match.h"

namespace fairdeal::sim {
namespace {

using proto::Account;
using proto::Order;

/// Three people who play three hands at each table. So the big blind comes to the same seats again,
/// and everybody keeps their seat, as a World has it.
class EveningAudit : public testing::Test {
 protected:
  EveningAudit() {
    const World once(options({}));
    for (std::uint32_t i = 0; i < 3; ++i) keys.push_back(once.key(Seat(i)).clone());
  }

  static Options options(std::function<void(proto::Charter&)> change) {
    return {.game = "holdem",
            .params = rules::text({{"betting", "fixed-limit"}, {"hands", 3}}),
            .seats = 3,
            .seed = 3,
            .change_charter = std::move(change)};
  }

  proto::SignedOrder order(std::size_t who, Order::Kind kind, proto::Chips chips,
                           std::uint32_t number, const proto::Digest& continues = {}) const {
    const proto::Break at{{}, continues};
    const Order it{keys[who].public_key(), number, kind, chips};
    return {it, sign_order(at, it, keys[who]), sign_order(at, it, keys[0])};
  }

  /// Plays the table after `last`, or the first one, and returns its audit.
  audit::Report play(const meet::EveningBreak* last, const std::vector<proto::SignedOrder>& orders,
                     const std::function<void(proto::Terms&)>& forge = {}) {
    World world(options([&](proto::Charter& charter) {
      proto::Terms offered = last != nullptr ? last->terms : state::terms_of(charter);
      if (last == nullptr)
        offered.evening = {
            .bank = keys[0].public_key(), .buy_in_min = 500, .buy_in_max = 1000, .room = 3};
      if (forge) forge(offered);
      const auto table = meet::evening_table(offered, last, charter.seats, orders);
      ASSERT_TRUE(table) << describe(table.error());
      const auto seats = std::exchange(charter, state::charter_of(table->terms)).seats;
      ASSERT_EQ(table->seats, seats);
      charter.seats = seats;
      charter.nonce = {std::byte{1}};
    }));
    world.run();
    expect_finished(world);
    SeededRng rng(7);
    return audit::audit(world.transcript(Seat(1)), rng);
  }

  std::vector<crypto::SigningKey> keys;
};

TEST_F(EveningAudit, TablesOfPeersAreOneChainAndTheirChipsAreTheAccounts) {
  using enum Order::Kind;
  const auto first = play(
      nullptr, {order(0, buy_in, 800, 1), order(1, buy_in, 900, 1), order(2, buy_in, 1000, 1)});
  ASSERT_EQ(first.verdict, audit::Verdict::valid);
  ASSERT_TRUE(first.evening_break);
  const auto& accounts = first.evening_break->terms.evening->accounts;
  const auto* poor = &*std::ranges::min_element(accounts, {}, &Account::kept);
  ASSERT_LT(poor->kept, 1000);
  const auto who = static_cast<std::size_t>(
      std::ranges::find(keys, poor->key, &crypto::SigningKey::public_key) - keys.begin());
  const auto second = play(&*first.evening_break, {order(who, top_up, 1, 2, first.head)});
  ASSERT_EQ(second.verdict, audit::Verdict::valid);
  EXPECT_TRUE(audit::check_follows(first, second));

  const audit::Report* both[] = {&second, &first};
  const auto settled = audit::settle_evenings(both);
  ASSERT_EQ(settled.size(), 1U);
  EXPECT_TRUE(settled[0].whole);
  EXPECT_EQ(settled[0].tables, (std::vector{first.table, second.table}));
  ASSERT_EQ(settled[0].accounts.size(), 3U);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const Account& account = *state::account_of(settled[0].accounts, keys[i].public_key());
    EXPECT_EQ(account.bought, 800 + 100 * i + (i == who ? 1 : 0));
    EXPECT_EQ(audit::won(account), (*first.result)[i] + (*second.result)[i]);
  }

  // All three sign that one of them has a chip of another: the table is one, and does not follow.
  const auto forged = play(&*first.evening_break, {}, [&](proto::Terms& terms) {
    ++terms.evening->accounts[0].kept;
    --terms.evening->accounts[1].kept;
  });
  EXPECT_EQ(forged.verdict, audit::Verdict::valid);
  const auto follows = audit::check_follows(first, forged);
  ASSERT_FALSE(follows);
  EXPECT_NE(follows.error().about.find("account of"), std::string::npos) << follows.error().about;
}

}  // namespace
}  // namespace fairdeal::sim
