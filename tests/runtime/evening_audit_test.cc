// Tables of an evening, played by peers: what an auditor of their transcripts finds, in files of
// their own and in one file.
#include "runtime/audit/settlement.h"
#include "tests/runtime/evening_tables.h"

namespace fairdeal::sim {
namespace {

using proto::Account;
using proto::Order;

class EveningAudit : public testing::Test, protected EveningTables {};

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

  const std::vector<audit::TablesOfFile> files_of_both{{&second}, {&first}};
  const auto settled = audit::settle_evenings(files_of_both);
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

/// Three tables that all three sign after the first one. One of them withdraws another of them, and
/// the third none of them.
TEST_F(EveningAudit, TwoTablesThatGoOnFromOneAreAForkUnlessOneOfThemIsWithdrawn) {
  using enum Order::Kind;
  const auto begun = [&](proto::Chips chips) {
    return play(nullptr,
                {order(0, buy_in, chips, 1), order(1, buy_in, 900, 1), order(2, buy_in, 1000, 1)});
  };
  const auto first = begun(800);
  ASSERT_TRUE(first.evening_break);
  const auto& last = *first.evening_break;
  const auto one = play(&last, {});
  const auto after = [&](const audit::Report& withdrawn) {
    return play(&last, {},
                [&](auto& terms) { terms.evening->withdrawn.push_back(withdrawn.table); });
  };
  const auto other = after(one), third = after(first);
  for (const auto* table : {&one, &other, &third}) {
    ASSERT_EQ(table->verdict, audit::Verdict::valid);
    EXPECT_EQ(why_not(first, *table), "");
  }
  const auto forks = [](std::vector<const audit::Report*> of) { return audit::table_forks(of); };
  EXPECT_TRUE(forks({&first, &one, &one}).empty()) << "two files of one table";
  EXPECT_TRUE(forks({&other, &first, &one}).empty());
  const auto found = forks({&one, &first, &other, &third});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(std::pair(found[0].one, found[0].other), (std::pair<std::size_t, std::size_t>(0, 3)));
  EXPECT_EQ(std::pair(found[1].one, found[1].other), (std::pair<std::size_t, std::size_t>(2, 3)));
  ASSERT_EQ(found[0].signed_both.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(found[0].signed_both[i], one.charter->seats[i]);

  const auto why = [](const std::vector<audit::TablesOfFile>& of) {
    return audit::settle_evenings(of).at(0).why;
  };
  const auto begins = [](const std::string& text, const char* words) {
    return text.starts_with(words);
  };
  const char* neither = "two tables go on from the same one, and neither says that the other was ";
  EXPECT_TRUE(begins(why({{&first}, {&one}, {&third}}), neither));
  EXPECT_TRUE(begins(why({{&one}, {&third}}), neither)) << "without the table before them";
  EXPECT_TRUE(begins(why({{&first}, {&one}, {&other}, {&third}}), neither));
  EXPECT_TRUE(begins(why({{&first}, {&one}, {&other}}),
                     "two tables go on from the same one, and one of them says that the other"));
  const auto another = begun(850);
  EXPECT_EQ(forks({&first, &another}).size(), 1U);
  EXPECT_TRUE(begins(why({{&first}, {&another}}), "two tables are the first of it, and neither"));
}

/// A player who was ahead after the first table spoils the file of the second, which they lost.
TEST_F(EveningAudit, OfAFileThatWasChangedNobodyOwesAnything) {
  play_three();
  const Bytes whole = joined({files[0], files[1], files[2]});
  const auto settled = [](const Bytes& file) {
    const auto found = found_in(file);
    std::vector<audit::TablesOfFile> of_one(1);
    for (const auto& table : found) of_one[0].push_back(&table.report);
    return audit::settle_evenings(of_one);
  };
  const auto changed = [&](std::size_t at) {
    Bytes file = whole;
    file[at] ^= std::byte{1};
    return file;
  };
  const auto cut = [&](std::size_t length) {
    return Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
  };
  EXPECT_TRUE(settled(whole).at(0).whole);
  const std::size_t one = files[0].size(), two = one + files[1].size();
  const std::size_t charter_ends =
      one + proto::kTranscriptMagic.size() + proto::frame_part(parts_of(files[1])[0]).size();
  const std::string not_read = " is INVALID, and what follows it in its file was not read";
  const std::string was_cut =
      " is INCOMPLETE, and the file may have had more tables before it was cut";
  const std::map<std::string, Bytes> spoilt{
      {"table 1" + not_read, changed(one / 2)},
      {"table 2" + not_read, changed(one + files[1].size() / 2)},
      {"table 3" + not_read, changed(whole.size() - 1)},
      {"what stands after table 1 in a file" + not_read, changed(charter_ends - 1)},
      {"table 2" + was_cut, cut(two - 1)},
      {"what stands after table 2 in a file" + was_cut, cut(two + 30)}};
  for (const auto& [why, file] : spoilt) {
    const auto evenings = settled(file);
    ASSERT_EQ(evenings.size(), 1U) << why;
    EXPECT_EQ(evenings[0].why, why);
    EXPECT_FALSE(evenings[0].whole) << why;
    EXPECT_TRUE(evenings[0].accounts.empty() && evenings[0].payments.empty()) << why;
  }

  // A match that goes on is no spoilt file: it may be the last one of its evening so far.
  auto parts = parts_of(files[0]);
  parts.pop_back();
  const auto goes_on = settled(transcript_of(parts));
  ASSERT_EQ(goes_on.size(), 1U);
  EXPECT_EQ(goes_on[0].why, "");
  EXPECT_FALSE(goes_on[0].whole);
  EXPECT_EQ(goes_on[0].accounts.size(), 3U);
}

}  // namespace
}  // namespace fairdeal::sim
