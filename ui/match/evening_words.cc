#include "ui/match/evening_words.h"

#include <algorithm>

#include "proto/key_words.h"
#include "rules/json_full.h"
#include "ui/words/printable.h"

namespace fairdeal::match {
namespace {

using audit::Payment;
using audit::Settlement;
using audit::won;
using proto::Account;

/// Returns what the accounts of an evening lack, if anything: why there are none, or that they are
/// those of some of its tables.
std::string note_on(const Settlement& evening) {
  if (!evening.why.empty()) return "not added up: " + evening.why;
  return evening.whole ? "" : "the first table or the end is not among these files";
}

/// Returns a name as the report has it, with key words if several people used this name.
std::string who(const Settlement& evening, std::size_t index) {
  const Account& account = evening.accounts[index];
  const auto same = std::ranges::count(evening.accounts, account.nickname, &Account::nickname);
  const std::string name = '"' + words::printable(account.nickname) + '"';
  if (same == 1) return name;
  return name + " (" + proto::key_words(account.key, proto::kKeyWordsToDecide) + ")";
}

std::string with_sign(proto::Chips chips) { return (chips > 0 ? "+" : "") + std::to_string(chips); }

std::string csv_text(const std::string& text) {
  std::string out = "\"";
  if (!text.empty() && std::string("=+-@").find(text.front()) != std::string::npos) out += '\'';
  for (const char c : words::printable(text))
    out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace

words::Json as_json(const Settlement& evening) {
  words::Json json = {{"id", evening.evening.hex()},      {"bank", evening.bank.hex()},
                      {"whole", evening.whole},           {"tables", words::Json::array()},
                      {"accounts", words::Json::array()}, {"payments", words::Json::array()}};
  if (!evening.why.empty()) json["why"] = evening.why;
  for (const auto& table : evening.tables) json["tables"].push_back(table.hex());
  for (const Account& account : evening.accounts)
    json["accounts"].push_back({{"key", account.key.hex()},
                                {"nickname", account.nickname},
                                {"bought", account.bought},
                                {"cashed", account.cashed},
                                {"chips", account.kept},
                                {"won", won(account)}});
  for (const Payment& payment : evening.payments)
    json["payments"].push_back({{"from", evening.accounts[payment.from].key.hex()},
                                {"to", evening.accounts[payment.to].key.hex()},
                                {"chips", payment.chips}});
  return json;
}

std::string to_text(const Settlement& evening) {
  std::string text = "The evening " + evening.evening.hex().substr(0, 8);
  if (!evening.why.empty()) return text + " is not added up: " + words::printable(evening.why);
  text += ", " + std::to_string(evening.tables.size()) +
          (evening.tables.size() == 1 ? " table" : " tables") +
          (evening.whole ? ":" : ", of which the first or the end is not among these files:");
  for (std::size_t i = 0; i < evening.accounts.size(); ++i) {
    const Account& account = evening.accounts[i];
    text += "\n  " + who(evening, i) + ": " + with_sign(won(account)) + " (bought " +
            std::to_string(account.bought) + ", cashed out " + std::to_string(account.cashed) +
            ", has " + std::to_string(account.kept) + ")";
  }
  for (const Payment& payment : evening.payments)
    text += "\n  " + who(evening, payment.from) + " owes " + who(evening, payment.to) + " " +
            std::to_string(payment.chips);
  return text;
}

std::string to_csv(std::span<const Settlement> evenings) {
  std::string text = "evening,nickname,key,bought,cashed_out,chips,won\r\n";
  for (const Settlement& evening : evenings)
    for (const Account& account : evening.accounts)
      text += evening.evening.hex() + ',' + csv_text(account.nickname) + ',' + account.key.hex() +
              ',' + std::to_string(account.bought) + ',' + std::to_string(account.cashed) + ',' +
              std::to_string(account.kept) + ',' + std::to_string(won(account)) + "\r\n";
  text += "\r\nevening,from,from_key,to,to_key,chips\r\n";
  for (const Settlement& evening : evenings)
    for (const Payment& payment : evening.payments) {
      const Account &from = evening.accounts[payment.from], &to = evening.accounts[payment.to];
      text += evening.evening.hex() + ',' + csv_text(from.nickname) + ',' + from.key.hex() + ',' +
              csv_text(to.nickname) + ',' + to.key.hex() + ',' + std::to_string(payment.chips) +
              "\r\n";
    }
  if (std::ranges::all_of(evenings, [](const auto& one) { return note_on(one).empty(); }))
    return text;
  text += "\r\nevening,note\r\n";
  for (const Settlement& evening : evenings)
    if (const std::string note = note_on(evening); !note.empty())
      text += evening.evening.hex() + ',' + csv_text(note) + "\r\n";
  return text;
}

}  // namespace fairdeal::match
