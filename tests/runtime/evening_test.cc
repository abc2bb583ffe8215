// The ledger of an evening: whoever sits down, leaves, comes back or orders chips, and whatever is
// played, everybody owns what they bought and won, and nobody gets anybody else's chips.
#include "runtime/state/evening.h"

#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "proto/codec.h"
#include "rules/json.h"
#include "rules/match.h"
#include "rules/params.h"
#include "rules/registry.h"
#include "runtime/audit/settlement.h"
#include "runtime/meet/evening_break.h"
#include "runtime/state/charter.h"
#include "runtime/state/rules_digest.h"

namespace fairdeal::meet {
namespace {

using proto::Account;
using proto::Chips;
using proto::Order;
using proto::PublicKey;

/// People, a bank, and an evening of hold'em that they play.
class Evening : public testing::Test {
 protected:
  static constexpr std::size_t kPeople = 9;

  Evening() {
    for (std::size_t i = 0; i < kPeople; ++i) keys.push_back(crypto::SigningKey::generate(rng));
    const rules::Module* module = *rules::find_module("holdem");
    offered = {.module = "holdem",
               .module_version = module->info().version,
               .rules = state::rules_digest(*module),
               .params = rules::text(*rules::complete_params(
                   module->info(), {{"hands", 2}, {"small_blind", 10}, {"big_blind", 20}})),
               .seats = 6};
    state::set_defaults(offered);
    offered.evening = {.bank = bank.public_key(), .buy_in_min = 400, .buy_in_max = 1000, .room = 6};
    rng.fill(offered.evening->id.bytes);
  }

  proto::Member member(std::size_t i) {
    return {keys[i].public_key(), "Person " + std::to_string(i)};
  }
  std::vector<proto::Member> members(const std::vector<std::size_t>& who) {
    std::vector<proto::Member> all;
    for (const std::size_t i : who) all.push_back(member(i));
    return all;
  }
  proto::SignedOrder order(std::size_t who, Order::Kind kind, Chips chips,
                           std::uint32_t number = 0) {
    const Account* account = account_of(who);
    if (number == 0) number = account != nullptr ? account->orders + 1 : 1;
    const Order order{keys[who].public_key(), number, kind, chips};
    const proto::Break at{offered.evening->id, offered.continues};
    return {order, sign_order(at, order, keys[who]), sign_order(at, order, bank)};
  }
  const Account* account_of(std::size_t who) {
    return state::account_of(offered.evening->accounts, keys[who].public_key());
  }
  Chips kept(std::size_t who) {
    const Account* account = account_of(who);
    return account != nullptr ? account->kept : 0;
  }

  Result<EveningTable> table(const std::vector<std::size_t>& who,
                             const std::vector<proto::SignedOrder>& orders) {
    return evening_table(offered, last ? &*last : nullptr, members(who), orders);
  }
  static proto::Charter charter_of(const EveningTable& table) {
    proto::Charter charter = state::charter_of(table.terms);
    charter.seats = table.seats;
    return charter;
  }
  Result<> check(const proto::Charter& charter) {
    return check_evening_table(offered, last ? &*last : nullptr, charter);
  }
  std::string refusal(const std::vector<std::size_t>& who,
                      const std::vector<proto::SignedOrder>& orders) {
    const auto made = table(who, orders);
    return made ? "" : made.error().about;
  }
  /// Returns why a charter is refused that was changed after its orders were carried out.
  std::string refused(const std::function<void(proto::Charter&)>& change) {
    proto::Charter charter = charter_of(*table({0, 1, 2}, {}));
    EXPECT_TRUE(check(charter));
    change(charter);
    const auto checked = check(charter);
    return checked ? "" : checked.error().about;
  }

  /// Returns the end of a match of random moves at this table.
  static rules::AnyGame ended(const proto::Charter& charter, std::uint64_t seed) {
    SeededRng moves(seed);
    rules::Match match(*state::start_game(charter), rules::Dealer(seed));
    EXPECT_TRUE(match.begin());
    while (!match.game().over()) {
      std::map<Seat, rules::Action> actions;
      for (const Seat seat : match.game().active())
        actions.emplace(seat, random_move(match.game(), seat, match.dealer().known(seat), moves));
      EXPECT_TRUE(match.move(actions));
    }
    return match.game();
  }
  /// Plays such a match, and goes on to the break after it. Returns what each key has won.
  std::map<PublicKey, Chips> play(const proto::Charter& charter, std::uint64_t seed) {
    const rules::AnyGame game = ended(charter, seed);
    std::map<PublicKey, Chips> won;
    for (std::size_t i = 0; i < charter.seats.size(); ++i)
      won[charter.seats[i].key] = (*game.result())[i];
    proto::Digest head;
    rng.fill(head.bytes);
    last = break_after(charter, game, false, head);
    offered = last->terms;
    return won;
  }
  /// Three people buy in for 500, 600 and 700, and play a match.
  void begin() {
    using enum Order::Kind;
    const auto made =
        table({0, 1, 2}, {order(0, buy_in, 500), order(1, buy_in, 600), order(2, buy_in, 700)});
    ASSERT_TRUE(made) << describe(made.error());
    play(charter_of(*made), 4);
    for (const std::size_t i : {0U, 1U, 2U}) ASSERT_GT(kept(i), 0);
  }

  SeededRng rng{1};
  crypto::SigningKey bank = crypto::SigningKey::generate(rng);
  std::vector<crypto::SigningKey> keys;
  proto::Terms offered;
  std::optional<EveningBreak> last;
};

/// The books of somebody who keeps them by hand, and knows nothing of accounts.
struct Books {
  Chips bought = 0, cashed = 0, won = 0;
  std::uint32_t orders = 0;
};

/// Checks that these accounts are those of the books.
void expect_accounts(std::span<const Account> accounts, const std::map<PublicKey, Books>& books) {
  Chips owned = 0, sold = 0;
  ASSERT_EQ(accounts.size(), books.size()) << "nobody is forgotten";
  for (const Account& account : accounts) {
    const Books& book = books.at(account.key);
    ASSERT_EQ(account.bought, book.bought);
    ASSERT_EQ(account.cashed, book.cashed);
    ASSERT_EQ(account.orders, book.orders);
    ASSERT_EQ(account.kept, book.bought - book.cashed + book.won) << account.nickname;
    owned += account.kept;
    sold += account.bought - account.cashed;
  }
  ASSERT_EQ(owned, sold) << "what somebody wins, others lose";
}

/// The rules fail in the third hand, when the blinds have risen: nobody has won or lost anything,
/// and the blinds stay as high as they are.
TEST_F(Evening, AMatchWhoseRulesFailGoesOnAtTheLevelThatItHadReached) {
  using enum Order::Kind;
  rules::Json params = rules::Json::parse(offered.params);
  params["hands"] = 9;
  params["levels"] = {{{"ante", 0}, {"big", 40}, {"small", 20}, {"from", 3}},
                      {{"ante", 0}, {"big", 80}, {"small", 40}, {"from", 5}}};
  offered.params = rules::text(params);
  const auto charter = charter_of(
      *table({0, 1, 2}, {order(0, buy_in, 900), order(1, buy_in, 900), order(2, buy_in, 900)}));
  rules::Match match(*state::start_game(charter), rules::Dealer(5));
  ASSERT_TRUE(match.begin());
  const auto at_start = break_after(charter, match.game(), true, {{std::byte{1}}});
  EXPECT_EQ(at_start.terms.params, offered.params);
  while (match.game().json().at("hand") != 3) {
    std::map<Seat, rules::Action> actions;
    for (const Seat seat : match.game().active()) {  // each hand ends by folds
      const rules::Action fold(R"("fold")"), muck(R"("muck")");
      actions.emplace(seat, rules::allows(match.game(), seat, fold) ? fold : muck);
    }
    ASSERT_TRUE(match.move(actions));
  }
  const auto next = break_after(charter, match.game(), true, {{std::byte{1}}});
  const auto goes_on = rules::Json::parse(next.terms.params);
  EXPECT_EQ(goes_on.at("big_blind"), 40);
  EXPECT_EQ(goes_on.at("levels").size(), 1U);
  EXPECT_EQ(goes_on["levels"][0].at("from"), 3) << "the third hand is played again as the first";
  for (const Account& account : next.terms.evening->accounts) EXPECT_EQ(account.kept, 900);
}

TEST_F(Evening, EverybodyOwnsWhatTheyBoughtAndWonAndNobodyElsesChips) {
  std::size_t orders_of[4] = {}, came_back = 0, busted = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    last.reset();
    offered.continues = {};
    offered.evening->table = 1;
    offered.evening->accounts.clear();
    offered.evening->orders.clear();
    std::map<PublicKey, Books> books;
    std::set<std::size_t> sat;
    for (int tables = 0; tables < 8; ++tables) {
      std::vector<std::size_t> here;
      std::vector<proto::SignedOrder> orders;
      const auto give = [&](std::size_t who, Order::Kind kind, Chips chips) {
        orders.push_back(order(who, kind, chips));
        Books& book = books[keys[who].public_key()];
        (kind == Order::Kind::cash_out ? book.cashed : book.bought) += chips;
        ++book.orders;
        ++orders_of[static_cast<std::size_t>(kind)];
      };
      for (std::size_t i = 0; i < kPeople; ++i) {
        const bool is_here = here.size() < 6 && (rng.below(2) == 0 || i + 2 >= kPeople);
        const Account* account = account_of(i);
        if (!is_here && kept(i) > 0 && rng.below(4) == 0) give(i, Order::Kind::cash_out, kept(i));
        if (!is_here) continue;
        here.push_back(i);
        if (account != nullptr && kept(i) > 0 && !sat.contains(i)) ++came_back;
        const auto buys = static_cast<Chips>(400 + rng.below(601));
        if (account == nullptr)
          give(i, Order::Kind::buy_in, buys);
        else if (kept(i) == 0)
          ++busted, give(i, Order::Kind::rebuy, buys);
        else if (kept(i) < 1000 && rng.below(2) == 0)
          give(i, Order::Kind::top_up,
               static_cast<Chips>(1 + rng.below(static_cast<std::uint64_t>(1000 - kept(i)))));
      }
      std::ranges::reverse(orders);  // whatever the order of their coming
      const auto made = table(here, orders);
      ASSERT_TRUE(made) << describe(made.error());
      const auto charter = charter_of(*made);
      ASSERT_TRUE(check(charter));
      ASSERT_EQ(proto::decode_charter(proto::encode(charter)), charter);
      for (const auto& [key, won] : play(charter, rng.next())) books[key].won += won;
      sat = {here.begin(), here.end()};

      ASSERT_NO_FATAL_FAILURE(expect_accounts(offered.evening->accounts, books));
      for (const auto& signed_order : charter.evening->orders) {
        auto again = charter;
        again.evening->accounts = offered.evening->accounts;
        again.evening->orders = {signed_order};
        ASSERT_FALSE(state::accounts_at(*again.evening, charter.continues, charter.seats))
            << "an order twice";
      }
    }
  }
  for (const std::size_t count : orders_of) EXPECT_GT(count, 50U);
  EXPECT_GT(came_back, 50U);
  EXPECT_GT(busted, 50U);
}

/// All who sit down compute the same table, whatever the order in which they came, but for those
/// who were not at the last one.
TEST_F(Evening, WhoStaysSitsWhereTheBigBlindComesNextInAnyOrderOfComing) {
  begin();
  const auto made = table({0, 1, 2}, {});
  ASSERT_TRUE(made);
  EXPECT_EQ(table({2, 0, 1}, {})->seats, made->seats);
  EXPECT_EQ(table({2, 0, 1}, {})->terms, made->terms);
  const auto with_new = table({4, 0, 1, 2}, {order(4, Order::Kind::buy_in, 400)});
  ASSERT_TRUE(with_new);
  EXPECT_EQ(with_new->seats[2].key, keys[4].public_key()) << "a newcomer posts the big blind";
  EXPECT_EQ(rules::Json::parse(with_new->terms.params)["stacks"][2], 400);
}

TEST_F(Evening, AnOrderThatMayNotBeIsRefusedAndSaysWhose) {
  using enum Order::Kind;
  begin();
  const auto has = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
    EXPECT_NE(text.find("Person"), std::string::npos) << text;
  };
  const std::vector<std::size_t> all{0, 1, 2}, two{0, 1}, with_3{0, 1, 2, 3};
  has(refusal(with_3, {}), "no chips to sit down with");
  has(refusal(with_3, {order(3, buy_in, 399)}), "from 400 to 1000");
  has(refusal(with_3, {order(3, buy_in, 1001)}), "from 400 to 1000");
  has(refusal(with_3, {order(3, rebuy, 500)}), "have not bought in");
  has(refusal(with_3, {order(3, top_up, 500)}), "have not bought in");
  has(refusal(with_3, {order(3, buy_in, 500), order(3, buy_in, 500, 2)}), "have bought in already");
  has(refusal(with_3, {order(3, buy_in, 500, 2)}), "the next is 1");
  has(refusal(all, {order(0, buy_in, 500)}), "have bought in already");
  has(refusal(all, {order(0, rebuy, 500)}), "still have");
  has(refusal(all, {order(0, top_up, 1001 - kept(0))}), "nobody buys more");
  has(refusal(all, {order(0, top_up, 1, 1)}), "the next is 2");
  has(refusal(all, {order(2, cash_out, kept(2))}), "does not cash out");
  has(refusal(two, {order(2, cash_out, kept(2) - 1)}), "all out or none");
  has(refusal(two, {order(2, cash_out, kept(2) + 1)}), "all out or none");
  has(refusal(two, {order(2, top_up, 1)}), "do not sit down");
  EXPECT_EQ(refusal(two, {order(2, cash_out, kept(2))}), "");
  EXPECT_NE(refusal(two, {order(5, cash_out, 1)}), "") << "somebody without an account";

  auto forged = order(3, buy_in, 500);
  forged.order.chips = 600;
  has(refusal(with_3, {forged}), "the player has not signed it");
  forged = order(3, buy_in, 500);
  forged.bank = sign_order({offered.evening->id, offered.continues}, forged.order, keys[0]);
  has(refusal(with_3, {forged}), "the bank has not signed it");
  forged = order(2, cash_out, kept(2));
  std::swap(forged.player, forged.bank);
  has(refusal(two, {forged}), "the player has not signed it");
}

/// Each lie about the ledger is refused by all who saw the last table end, with the name of who
/// would lose or gain.
TEST_F(Evening, ACharterThatDoesNotFollowNamesWhoseChipsDiffer) {
  begin();
  const auto says = [&](const std::string& part,
                        const std::function<void(proto::Charter&)>& change) {
    const std::string why = refused(change);
    EXPECT_NE(why.find(part), std::string::npos) << why;
  };
  const auto account = [&](proto::Charter& c, std::size_t who) -> Account& {
    return *std::ranges::find(c.evening->accounts, keys[who].public_key(), &Account::key);
  };
  says("chips, not", [&](auto& c) { --account(c, 0).kept, ++account(c, 1).kept; });
  says("Person 2", [&](auto& c) { ++account(c, 2).bought; });
  says("Person 2", [&](auto& c) { ++account(c, 2).orders; });
  says("Person 1", [&](auto& c) { account(c, 1).nickname = "Person 2"; });
  says("Person 1", [&](auto& c) {
    std::erase_if(c.evening->accounts,
                  [&](const Account& a) { return a.key == keys[1].public_key(); });
  });
  says("the account of", [&](auto& c) { c.evening->accounts.push_back({}); });
  says("an evening other", [](auto& c) { c.evening->id = {}; });
  says("the bank", [&](auto& c) { c.evening->bank = keys[0].public_key(); });
  says("the buy-in", [](auto& c) { ++c.evening->buy_in_max; });
  says("room", [](auto& c) { ++c.evening->room; });
  says("no evening", [](auto& c) { c.evening.reset(); });
  says("another match", [](auto& c) { c.continues = {}; });
  says("seat 1 belongs to", [](auto& c) { std::swap(c.seats[0], c.seats[1]); });
  says("parameters", [](auto& c) {
    auto params = rules::Json::parse(c.params);
    params["stacks"] = {600, 600, 600};
    c.params = rules::text(params);
  });
  says("parameters", [](auto& c) {
    auto params = rules::Json::parse(c.params);
    params["big_blind"] = 40;
    c.params = rules::text(params);
  });
  says("quorum", [](auto& c) { ++c.quorum; });
  says("move time", [](auto& c) { c.pace.move = {9'000}; });
  says("no chips to sit down with", [&](auto& c) { c.seats[0] = member(3); });
  EXPECT_NE(refused([&](auto& c) { c.seats.push_back(member(3)); }), "");
}

/// A table refuses a charter of its own accord if its seats have other chips than the accounts of
/// their owners, whoever has signed it.
TEST_F(Evening, ATableWhoseSeatsHaveOtherChipsThanItsAccountsIsNone) {
  begin();
  const proto::Charter good = charter_of(*table({0, 1, 2}, {}));
  EXPECT_TRUE(state::start_game(good));
  const auto refused = [&](const std::function<void(proto::Charter&)>& change) {
    proto::Charter charter = good;
    change(charter);
    return !state::start_game(charter);
  };
  const auto stacks = [](proto::Charter& c, const rules::Json& chips) {
    auto params = rules::Json::parse(c.params);
    params["stacks"] = chips;
    c.params = rules::text(params);
  };
  EXPECT_TRUE(refused([&](auto& c) { stacks(c, {600, 600, 600}); }));
  EXPECT_TRUE(refused([&](auto& c) { stacks(c, rules::Json::array()); }));
  EXPECT_TRUE(refused([&](auto& c) { std::swap(c.seats[0], c.seats[1]); }));
  EXPECT_TRUE(refused([](auto& c) { ++c.evening->accounts[0].bought; })) << "chips out of nothing";
  EXPECT_TRUE(refused([](auto& c) { ++c.evening->accounts[0].cashed; }));
  EXPECT_TRUE(refused([](auto& c) { c.continues = {}; })) << "a first table has no accounts";
  EXPECT_TRUE(refused([](auto& c) { c.evening->room = 2; }));
  EXPECT_TRUE(refused([](auto& c) { c.evening->buy_in_min = 0; }));
  EXPECT_TRUE(refused([](auto& c) { c.evening->buy_in_min = 1001; }));
  proto::Terms no_chips = state::terms_of(good);
  no_chips.module = "kuhn";
  EXPECT_FALSE(state::start_game(no_chips));
}

/// Returns into how many groups people can be divided in each of which all is even.
std::size_t even_groups(const std::vector<Chips>& won, std::size_t person,
                        std::vector<Chips>& groups) {
  if (person == won.size())
    return std::ranges::all_of(groups, [](Chips sum) { return sum == 0; }) ? groups.size() : 0;
  std::size_t best = 0;
  for (std::size_t group = 0; group <= groups.size(); ++group) {
    auto with = groups;
    if (group == groups.size()) with.push_back(0);
    with[group] += won[person];
    best = std::max(best, even_groups(won, person + 1, with));
  }
  return best;
}

TEST_F(Evening, WhoLostPaysWhoWonWithTheFewestPayments) {
  std::size_t saved = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<Chips> won;
    const std::size_t people = 1 + rng.below(7);
    while (won.size() < people) {
      const auto chips = static_cast<Chips>(1 + rng.below(5));
      won.push_back(rng.below(2) == 0 ? chips : -chips);
    }
    won.back() -= std::accumulate(won.begin(), won.end(), Chips{0});
    std::vector<Chips> groups, nobody_even;
    for (const Chips chips : won)
      if (chips != 0) nobody_even.push_back(chips);
    const std::size_t fewest = nobody_even.size() - even_groups(nobody_even, 0, groups);
    const auto payments = audit::fewest_payments(won);
    EXPECT_EQ(payments.size(), fewest);
    if (nobody_even.size() > fewest + 1) ++saved;
    for (const auto& payment : payments) {
      EXPECT_GT(payment.chips, 0);
      won[payment.from] += payment.chips;
      won[payment.to] -= payment.chips;
    }
    EXPECT_EQ(won, std::vector<Chips>(people, 0));
  }
  EXPECT_GT(saved, 20U);
  std::vector<Chips> many(64, 1);
  many[5] = -63;
  EXPECT_EQ(audit::fewest_payments(many).size(), 63U);
}

/// Reports of the tables of an evening, as an audit of their transcripts makes them.
class Settled : public Evening {
 protected:
  /// Plays a table with these orders, at which everybody keeps some chips, and returns its report.
  audit::Report report(const std::vector<std::size_t>& who,
                       const std::vector<proto::SignedOrder>& orders) {
    const auto made = table(who, orders);
    EXPECT_TRUE(made) << describe(made.error());
    audit::Report report;
    report.verdict = audit::Verdict::valid;
    report.charter = charter_of(*made);
    report.terms = state::terms_of(*report.charter);
    report.table = crypto::hash("table", proto::encode(*report.charter));
    report.attendance.members.resize(who.size());
    std::uint64_t seed = rng.next();
    while (std::ranges::count(ended(*report.charter, seed).chips(), 0) > 0) ++seed;
    for (const auto& [key, chips] : play(*report.charter, seed)) won[key] += chips;
    report.evening_break = last;
    report.head = last->terms.continues;
    return report;
  }
  static std::vector<audit::Settlement> settle(const std::vector<audit::Report>& reports) {
    std::vector<audit::TablesOfFile> files;
    for (const auto& report : reports) files.push_back({&report});
    return audit::settle_evenings(files);
  }

  std::map<PublicKey, Chips> won;
};

TEST_F(Settled, AnEveningIsAddedUpOverItsTablesInAnyOrderOfTheFiles) {
  using enum Order::Kind;
  std::vector<audit::Report> reports;
  reports.push_back(
      report({0, 1, 2}, {order(0, buy_in, 500), order(1, buy_in, 600), order(2, buy_in, 700)}));
  const Chips cashed = kept(2);
  reports.push_back(report({0, 1, 3}, {order(2, cash_out, cashed), order(3, buy_in, 1000)}));
  reports.push_back(report({1, 3}, {}));
  for (std::size_t i = 1; i < reports.size(); ++i)
    EXPECT_TRUE(audit::check_follows(reports[i - 1], reports[i]));
  const auto skipped = reports;
  std::ranges::reverse(reports);
  const auto settled = settle(reports);
  ASSERT_EQ(settled.size(), 1U);
  EXPECT_TRUE(settled[0].whole);
  EXPECT_EQ(settled[0].tables, (std::vector{reports[2].table, reports[1].table, reports[0].table}));
  ASSERT_EQ(settled[0].accounts.size(), 4U);
  std::map<PublicKey, Chips> after = won;
  for (const Account& account : settled[0].accounts)
    EXPECT_EQ(audit::won(account), won[account.key]) << account.nickname;
  EXPECT_EQ(state::account_of(settled[0].accounts, keys[2].public_key())->cashed, cashed);
  for (const auto& payment : settled[0].payments) {
    after[settled[0].accounts[payment.from].key] += payment.chips;
    after[settled[0].accounts[payment.to].key] -= payment.chips;
  }
  for (const auto& [key, chips] : after) EXPECT_EQ(chips, 0) << "all are even";

  EXPECT_NE(settle({skipped[0], skipped[2]})[0].why, "") << "a table is missing";
  EXPECT_FALSE(settle({skipped[1], skipped[2]})[0].whole) << "the first table is missing";
  EXPECT_EQ(settle({skipped[1], skipped[1], skipped[2]})[0].tables.size(), 2U);
  auto open = skipped;
  open.back().evening_break.reset();
  open.back().verdict = audit::Verdict::incomplete;
  EXPECT_FALSE(settle(open)[0].whole) << "the last match goes on";
  EXPECT_EQ(settle(open)[0].accounts, skipped[1].evening_break->terms.evening->accounts);
  auto forked = skipped;
  forked.push_back(skipped[2]);
  forked.back().table = {};
  EXPECT_NE(settle(forked)[0].why.find("two tables go on"), std::string::npos);
  forked.back().terms->evening->withdrawn = {skipped[2].table};
  EXPECT_NE(settle(forked)[0].why.find("the bank has signed both"), std::string::npos);
}

TEST_F(Settled, AccountsThatDoNotAddUpAreNotSettled) {
  using enum Order::Kind;
  auto strange = report({0, 1}, {order(0, buy_in, 500), order(1, buy_in, 600)});
  ++strange.evening_break->terms.evening->accounts.front().kept;
  const auto settled = settle({strange});
  ASSERT_EQ(settled.size(), 1U);
  EXPECT_NE(settled[0].why.find("do not add up"), std::string::npos);
  EXPECT_TRUE(settled[0].accounts.empty());
  EXPECT_TRUE(settled[0].payments.empty());
}

/// Three who work together sign what they like among themselves: a table that moves chips of the
/// others, or drops them, does not follow, and one that follows takes nothing from anybody.
TEST_F(Settled, ATableOfColludersTakesNoChipOfThoseWhoDidNotSign) {
  using enum Order::Kind;
  std::vector<audit::Report> reports;
  reports.push_back(report({0, 1, 2, 3, 4, 5},
                           {order(0, buy_in, 500), order(1, buy_in, 500), order(2, buy_in, 500),
                            order(3, buy_in, 500), order(4, buy_in, 500), order(5, buy_in, 500)}));
  const std::vector<std::size_t> colluders{1, 3, 4};
  std::map<PublicKey, Chips> honest;
  for (const Account& account : offered.evening->accounts)
    if (std::ranges::none_of(colluders,
                             [&](std::size_t i) { return keys[i].public_key() == account.key; }))
      honest[account.key] = account.kept;
  ASSERT_EQ(honest.size(), 3U);
  for (std::size_t lie = 0; lie < 3; ++lie) {
    audit::Report forged = reports.front();
    forged.charter = charter_of(*table(colluders, {}));
    auto& accounts = forged.charter->evening->accounts;
    const auto victim = std::ranges::find(accounts, honest.begin()->first, &Account::key);
    const auto thief = std::ranges::find(accounts, keys[colluders[0]].public_key(), &Account::key);
    if (lie == 0) ++thief->kept, --victim->kept;
    if (lie == 1) victim->cashed += std::exchange(victim->kept, 0);
    if (lie == 2) accounts.erase(victim);
    forged.terms = state::terms_of(*forged.charter);
    const auto follows = audit::check_follows(reports.front(), forged);
    ASSERT_FALSE(follows) << lie;
    EXPECT_NE(follows.error().about.find("account of"), std::string::npos);
  }
  reports.push_back(report(colluders, {}));
  EXPECT_TRUE(audit::check_follows(reports[0], reports[1]));
  for (const auto& [key, chips] : honest)
    EXPECT_EQ(state::account_of(settle(reports)[0].accounts, key)->kept, chips);
}

TEST_F(Evening, AMatchWhoseRulesFailChangesNoAccount) {
  begin();
  const proto::Charter charter = charter_of(*table({0, 1}, {}));
  const auto before = offered.evening->accounts;
  const auto after = break_after(charter, *state::start_game(charter), true, {});
  EXPECT_EQ(after.terms.evening->accounts, before);
}

}  // namespace
}  // namespace fairdeal::meet
