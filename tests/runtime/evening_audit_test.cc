// Tables of an evening, played by peers: what an auditor of their transcripts finds, in files of
// their own and in one file.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/json.h"
#include "runtime/audit/settlement.h"
#include "runtime/meet/evening_break.h"
#include "runtime/state/charter.h"
#include "runtime/state/evening.h"
#include "tests/runtime/transcript_parts.h"

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
    files.push_back(world.transcript(Seat(1)));
    return audited(files.back());
  }
  /// Three people buy in, and play three tables.
  void play_three() {
    using enum Order::Kind;
    reports.push_back(play(
        nullptr, {order(0, buy_in, 800, 1), order(1, buy_in, 900, 1), order(2, buy_in, 1000, 1)}));
    for (int more = 0; more < 2; ++more) {
      ASSERT_TRUE(reports.back().evening_break);
      const auto last = *reports.back().evening_break;
      reports.push_back(play(&last, {}));
    }
  }

  std::vector<crypto::SigningKey> keys;
  std::vector<Bytes> files;  ///< the transcripts of all tables that were played
  std::vector<audit::Report> reports;
};

/// Audits a file that comes in pieces.
std::vector<audit::FoundTable> found_in(const Bytes& file, std::size_t piece = 1000) {
  SeededRng rng(7);
  std::size_t at = 0;
  return audit::audit_tables(
      [&](std::size_t wanted) -> Result<Bytes> {
        const ByteSpan next =
            ByteSpan(file).subspan(at, std::min({wanted, piece, file.size() - at}));
        at += next.size();
        return to_bytes(next);
      },
      rng);
}

Bytes joined(std::initializer_list<Bytes> files) {
  Bytes all;
  for (const Bytes& file : files) all.insert(all.end(), file.begin(), file.end());
  return all;
}

/// Returns why the one table may not stand after the other; "" if it may.
std::string why_not(const audit::Report& before, const audit::Report& after) {
  const auto checked = audit::check_stands_after(before, after);
  return checked ? "" : checked.error().about;
}

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

TEST_F(EveningAudit, OneFileHasAllTablesInTheirOrder) {
  play_three();
  const Bytes whole = joined({files[0], files[1], files[2]});
  for (const std::size_t piece : {7U, 100'000U}) {
    const auto found = found_in(whole, piece);
    ASSERT_EQ(found.size(), 3U);
    for (std::size_t i = 0, begins = 0; i < 3; begins += files[i++].size()) {
      EXPECT_EQ(found[i].report.verdict, audit::Verdict::valid);
      EXPECT_EQ(found[i].report.head, reports[i].head);
      EXPECT_EQ(found[i].begins, begins);
      EXPECT_EQ(found[i].ends, begins + files[i].size());
      if (i == 0) continue;
      EXPECT_EQ(why_not(found[i - 1].report, found[i].report), "");
    }
  }
  EXPECT_EQ(audited(whole).verdict, audit::Verdict::cannot_check) << "one table is read there";

  EXPECT_EQ(why_not(reports[0], reports[2]),
            "table 3 of the evening stands after table 1: a table between them is missing");
  EXPECT_EQ(why_not(reports[1], reports[0]),
            "table 1 of the evening stands after table 2: the tables stand in another order");
  EXPECT_EQ(why_not(reports[1], reports[1]), "it is the same table again");
  auto others = reports[1];
  others.terms->evening->id = {{std::byte{9}}};
  EXPECT_EQ(why_not(reports[0], others), "it is a table of another evening");
  auto other_end = reports[1];
  other_end.terms->continues = {{std::byte{9}}};
  EXPECT_EQ(why_not(reports[0], other_end),
            "it goes on from another end than that of the table before it");
}

TEST_F(EveningAudit, OfAFileThatWasChangedTheTablesAreReadUpToTheChange) {
  play_three();
  const Bytes whole = joined({files[0], files[1], files[2]});
  const auto verdicts = [](const Bytes& file) {
    std::vector<audit::Verdict> all;
    for (const auto& table : found_in(file)) all.push_back(table.report.verdict);
    return all;
  };
  using enum audit::Verdict;
  using Verdicts = std::vector<audit::Verdict>;
  // It is cut within the second table's first line, its charter, a record, and a length.
  for (const std::size_t length : {1U, 20U, 22U, 90U, 3000U, 3001U, 3004U}) {
    const Bytes cut(whole.begin(),
                    whole.begin() + static_cast<std::ptrdiff_t>(files[0].size() + length));
    EXPECT_EQ(verdicts(cut), (Verdicts{valid, incomplete})) << length;
  }
  for (const std::string& garbage : {std::string(1, '\0'), std::string("\n"), std::string("fox")})
    EXPECT_EQ(verdicts(joined({files[0], to_bytes(garbage), files[1]})), Verdicts{invalid})
        << garbage;
  EXPECT_EQ(verdicts(joined({files[0], files[1], to_bytes(std::string("more"))})),
            (Verdicts{valid, invalid}));
  Bytes older = joined({files[0], files[1]});
  older[files[0].size() + proto::kTranscriptMagic.size() - 2] = std::byte{'8'};
  EXPECT_EQ(verdicts(older), (Verdicts{valid, cannot_check}));
  Bytes flipped = whole;
  flipped[files[0].size() + files[1].size() / 2] ^= std::byte{1};
  EXPECT_EQ(verdicts(flipped), (Verdicts{valid, invalid}));

  // The first match lacks its end, and the second table follows.
  auto parts = parts_of(files[0]);
  parts.pop_back();
  const auto found = found_in(joined({transcript_of(parts), files[1]}));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].report.verdict, invalid);
  EXPECT_EQ(found[0].report.records, parts.size() - 1);
  EXPECT_EQ(found[0].report.error->about, "another table begins before the end of this match");
  EXPECT_TRUE(names_nobody(found[0].report));
}

}  // namespace
}  // namespace fairdeal::sim
