#include "ui/match/evening_words.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "crypto/sign.h"
#include "proto/key_words.h"

/// The accounts of an evening as people and programs read them.

namespace fairdeal::match {
namespace {

using audit::Settlement;
using proto::Account;

Account account(std::uint64_t seed, const std::string& name, proto::Chips bought,
                proto::Chips cashed, proto::Chips kept) {
  SeededRng rng(seed);
  return {.key = crypto::SigningKey::generate(rng).public_key(),
          .nickname = name,
          .bought = bought,
          .cashed = cashed,
          .kept = kept};
}

/// Two people of one name, and one whose name is a formula.
Settlement three_people() {
  return {.evening = {},
          .bank = {},
          .tables = {{}, {}},
          .whole = true,
          .accounts = {account(1, "Ann", 800, 0, 560), account(2, "=1+\"1\"", 1000, 300, 1060),
                       account(3, "Ann", 900, 0, 780)},
          .payments = {{.from = 0, .to = 1, .chips = 240}, {.from = 2, .to = 1, .chips = 120}}};
}

TEST(EveningWords, TellWhoWonAndWhoOwesWhom) {
  const Settlement evening = three_people();
  const std::string text = to_text(evening);
  EXPECT_TRUE(text.starts_with("The evening 00000000, 2 tables:\n")) << text;
  EXPECT_NE(text.find("+360 (bought 1000, cashed out 300, has 1060)"), std::string::npos) << text;
  EXPECT_NE(
      text.find("\"Ann\" (" + proto::key_words(evening.accounts[2].key, proto::kKeyWordsToDecide)),
      std::string::npos)
      << "two have this name\n"
      << text;
  EXPECT_TRUE(text.ends_with(" 120")) << text;
}

TEST(EveningWords, ThatAreNoChainHaveNoAccounts) {
  const std::string text = to_text({.evening = {}, .bank = {}, .why = "a table is missing"});
  EXPECT_EQ(text, "The evening 00000000 is not added up: a table is missing");
}

TEST(EveningWords, OfJsonHaveKeysForPayments) {
  const Settlement evening = three_people();
  const words::Json json = as_json(evening);
  EXPECT_EQ(json.at("accounts").at(1).at("won"), 360);
  EXPECT_EQ(json.at("payments").at(0).at("to"), evening.accounts[1].key.hex());
  EXPECT_FALSE(json.contains("why"));
}

TEST(EveningWords, OfCsvRunNothingInASpreadsheet) {
  const std::string csv = to_csv(std::vector{three_people()});
  EXPECT_NE(csv.find(",\"'=1+\"\"1\"\"\","), std::string::npos) << csv;
  EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 3 + 2 + 2) << csv;
}

TEST(EveningWords, OfCsvSayWhatTheAccountsLack) {
  EXPECT_EQ(to_csv(std::vector{three_people()}).find("note"), std::string::npos);
  auto part = three_people();
  part.whole = false;
  const std::string csv =
      to_csv(std::vector<Settlement>{part, {.evening = {}, .bank = {}, .why = "one is missing"}});
  EXPECT_NE(csv.find("\r\nevening,note\r\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",\"the first table or the end is not among these files\"\r\n"),
            std::string::npos)
      << csv;
  EXPECT_NE(csv.find(",\"not added up: one is missing\"\r\n"), std::string::npos) << csv;
}

}  // namespace
}  // namespace fairdeal::match
