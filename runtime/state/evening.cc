#include "runtime/state/evening.h"

#include <algorithm>

#include "base/check.h"
#include "proto/key_words.h"
#include "proto/limits.h"
#include "rules/json_full.h"
#include "runtime/state/charter.h"

namespace fairdeal::state {
namespace {

using proto::Account;
using proto::Chips;
using proto::Evening;
using proto::Order;

tl::unexpected<Error> wrong(const std::string& about) { return fail(Fault::bad_parameters, about); }

/// Returns a person as messages name them: nicknames may repeat in an evening, and keys do not.
std::string who(const std::string& nickname, const proto::PublicKey& key) {
  const std::string words = proto::key_words(key, proto::kKeyWordsToDecide);
  return nickname.empty() ? words : '"' + nickname + "\" (" + words + ")";
}

std::string chips(Chips count) { return std::to_string(count) + " chips"; }

std::vector<Account>::iterator find(std::vector<Account>& accounts, const proto::PublicKey& key) {
  return std::ranges::lower_bound(accounts, key, {}, &Account::key);
}

/// The accounts while orders are carried out one after another.
class Ledger {
 public:
  Ledger(const Evening& evening, const proto::Digest& continues,
         std::span<const proto::Member> seats, bool tells_player)
      : evening_(evening),
        break_{evening.id, continues},
        seats_(seats),
        tells_player_(tells_player),
        accounts_(evening.accounts) {}

  tl::expected<void, RefusedOrder> carry_out(const proto::SignedOrder& signed_order) {
    const Order& order = signed_order.order;
    const auto seat = std::ranges::find(
        seats_, order.key, [](const proto::Member& member) { return member.key.public_key(); });
    const bool sits = seat != seats_.end();
    auto account = find(accounts_, order.key);
    const bool is_new = account == accounts_.end() || account->key != order.key;
    const std::string nickname = sits ? seat->nickname : is_new ? std::string() : account->nickname;
    const auto refuse = [&](const RefusedOrder& refused) {
      const std::string what = std::string(name(order.kind)) + " of " + chips(order.chips);
      return tl::unexpected(RefusedOrder{
          refused.why, (tells_player_ ? "your " + what : what + " by " + who(nickname, order.key)) +
                           ": " + refused.about});
    };
    using enum proto::OrderProblem;
    if (!order_signed(break_, order, order.key, signed_order.player))
      return refuse({bad_signature, "the player has not signed it"});
    if (!order_signed(break_, order, evening_.bank, signed_order.bank))
      return refuse({bad_signature, "the bank has not signed it"});
    if (const auto why = problem(order, is_new ? nullptr : &*account, sits)) return refuse(*why);
    if (is_new) account = accounts_.insert(account, {.key = order.key, .nickname = nickname});
    ++account->orders;
    if (order.kind == Order::Kind::cash_out) {
      account->cashed += order.chips;
      account->kept -= order.chips;
    } else {
      account->bought += order.chips;
      account->kept += order.chips;
    }
    return {};
  }

  std::vector<Account> accounts() && { return std::move(accounts_); }

 private:
  /// Returns why an order may not be; none if it may.
  std::optional<RefusedOrder> problem(const Order& order, const Account* account, bool sits) const {
    using enum proto::OrderProblem;
    const std::string player = tells_player_ ? "you" : "they";
    const std::uint32_t next = account != nullptr ? account->orders + 1 : 1;
    if (order.number != next)
      return RefusedOrder{wrong_number, "its number is " + std::to_string(order.number) +
                                            ", and the next is " + std::to_string(next)};
    const Chips has = account != nullptr ? account->kept : 0;
    if (order.kind == Order::Kind::cash_out) {
      if (sits) return RefusedOrder{sits_down, "a player who sits down does not cash out"};
      if (order.chips == has && account->cashed <= proto::kAccountChipsMax - has) return {};
      return RefusedOrder{not_all_chips,
                          player + " have " + chips(has) + ", and cash all out or none"};
    }
    if (!sits) return RefusedOrder{stands, player + " do not sit down"};
    if (order.kind == Order::Kind::buy_in && account != nullptr)
      return RefusedOrder{has_account, player + " have bought in already"};
    if (order.kind != Order::Kind::buy_in && account == nullptr)
      return RefusedOrder{no_account, player + " have not bought in"};
    if (order.kind == Order::Kind::rebuy && has > 0)
      return RefusedOrder{has_chips, player + " still have " + chips(has)};
    if (order.kind == Order::Kind::top_up && has == 0)
      return RefusedOrder{has_no_chips, player + " have no chips"};
    return problem_of_number(order, account, has);
  }

  /// Returns why nobody may buy so many chips who has so many; none if they may.
  std::optional<RefusedOrder> problem_of_number(const Order& order, const Account* account,
                                                Chips has) const {
    using enum proto::OrderProblem;
    const Chips least = order.kind == Order::Kind::top_up ? 1 : evening_.buy_in_min;
    if (order.chips < least || order.chips > evening_.buy_in_max - has)
      return RefusedOrder{out_of_range, "a buy-in is from " + std::to_string(evening_.buy_in_min) +
                                            " to " + chips(evening_.buy_in_max) +
                                            ", and nobody buys more than that"};
    if (account == nullptr && accounts_.size() >= proto::kAccountsMax)
      return RefusedOrder{too_many_people, "an evening has at most " +
                                               std::to_string(proto::kAccountsMax) + " people"};
    if (account != nullptr && account->bought > proto::kAccountChipsMax - order.chips)
      return RefusedOrder{too_rich, "an account has at most " + chips(proto::kAccountChipsMax)};
    return {};
  }

  const Evening& evening_;
  proto::Break break_;
  std::span<const proto::Member> seats_;
  bool tells_player_;
  std::vector<Account> accounts_;
};

Result<> check_accounts(const Evening& evening, bool first) {
  if (evening.buy_in_min < 1 || evening.buy_in_min > evening.buy_in_max)
    return wrong("a buy-in from " + std::to_string(evening.buy_in_min) + " to " +
                 chips(evening.buy_in_max));
  if (first && !evening.accounts.empty())
    return wrong("the first table of an evening has accounts");
  if (first != (evening.table == 1))
    return wrong("table " + std::to_string(evening.table) + " of an evening goes on from " +
                 (first ? "none" : "another one"));
  Chips bought = 0, owned = 0;
  for (const Account& account : evening.accounts) {
    bought += account.bought;
    owned += account.cashed + account.kept;
  }
  if (bought == owned) return {};
  return wrong("the accounts of this evening: " + chips(bought) + " were bought, and there are " +
               std::to_string(owned));
}

/// Checks the terms that follow from the number of people, which differs from table to table.
Result<> check_defaults(const proto::Terms& terms) {
  proto::Terms usual = terms;
  set_defaults(usual);
  if (terms.quorum == usual.quorum && terms.recovery == usual.recovery &&
      terms.randomness == usual.randomness)
    return {};
  return wrong(
      "quorum and recovery of an evening are the usual ones for the people at each table, "
      "and no others");
}

Result<> differs(const std::string& term) {
  return wrong(term + " of the evening, which is not as it was shown");
}

}  // namespace

const char* name(Order::Kind kind) {
  switch (kind) {
    case Order::Kind::buy_in:
      return "buy-in";
    case Order::Kind::rebuy:
      return "rebuy";
    case Order::Kind::top_up:
      return "top-up";
    case Order::Kind::cash_out:
      return "cash-out";
  }
  return "";
}

const Account* account_of(std::span<const Account> accounts, const proto::PublicKey& key) {
  const auto found = std::ranges::find(accounts, key, &Account::key);
  return found == accounts.end() ? nullptr : &*found;
}

bool is_bank_broke(const Evening& evening) {
  const Account* bank = account_of(evening.accounts, evening.bank);
  return bank != nullptr && bank->kept == 0 &&
         std::ranges::none_of(evening.orders, [&](const proto::SignedOrder& order) {
           return order.order.key == evening.bank;
         });
}

namespace {

tl::expected<std::vector<Account>, RefusedOrder> carry_out_all(Ledger ledger,
                                                               const Evening& evening) {
  for (const proto::SignedOrder& order : evening.orders)
    if (auto done = ledger.carry_out(order); !done) return tl::unexpected(std::move(done).error());
  return std::move(ledger).accounts();
}

}  // namespace

Result<std::vector<Account>> accounts_at(const Evening& evening, const proto::Digest& continues,
                                         std::span<const proto::Member> seats) {
  auto accounts = carry_out_all(Ledger(evening, continues, seats, false), evening);
  if (!accounts) return wrong(accounts.error().about);
  return *std::move(accounts);
}

tl::expected<std::vector<Account>, RefusedOrder> accounts_or_refusal(
    const Evening& evening, const proto::Digest& continues, std::span<const proto::Member> seats) {
  return carry_out_all(Ledger(evening, continues, seats, true), evening);
}

std::vector<Account> accounts_after(const proto::Charter& charter, const rules::AnyGame* ended) {
  auto accounts = *accounts_at(charter.evening.value(), charter.continues, charter.seats);
  const auto has = ended != nullptr ? ended->chips() : std::vector<Chips>();
  for (std::size_t i = 0; i < charter.seats.size(); ++i) {
    Account& account = *find(accounts, charter.seats[i].key);
    account.nickname = charter.seats[i].nickname;
    if (ended != nullptr) account.kept = has.at(i);
  }
  return accounts;
}

Result<> check_evening(const proto::Terms& terms, const rules::AnyGame& game) {
  if (!terms.evening) return {};
  if (!game.has_chips())
    return wrong(terms.module + " has no chips that people own, so no evening of it is played");
  FD_TRY(check_defaults(terms));
  return check_accounts(*terms.evening, terms.continues == proto::Digest{});
}

Result<> check_evening(const proto::Charter& charter, const rules::AnyGame& game) {
  if (!charter.evening) return {};
  if (charter.seats.size() > charter.evening->room)
    return wrong(std::to_string(charter.seats.size()) +
                 " people sit down where there is room for " +
                 std::to_string(charter.evening->room));
  FD_TRY(const auto accounts, accounts_at(*charter.evening, charter.continues, charter.seats));
  std::vector<Chips> stacks;
  for (const proto::Member& member : charter.seats) {
    const Account* account = account_of(accounts, member.key);
    if (account == nullptr || account->kept == 0)
      return wrong(who(member.nickname, member.key) + " sits down without chips");
    stacks.push_back(account->kept);
  }
  if (rules::text(game.params_with_chips(stacks)) == rules::text(game.params())) return {};
  const auto at_seats = game.chips();
  for (std::size_t i = 0; i < at_seats.size() && i < stacks.size(); ++i)
    if (at_seats[i] > stacks[i])
      return wrong(who(charter.seats[i].nickname, charter.seats[i].key) + " has " +
                   chips(stacks[i]) + ", and sits down with more");
  return wrong("the seats have other chips than the accounts of their owners");
}

Result<> check_same_evening(const std::optional<Evening>& shown,
                            const std::optional<Evening>& offered) {
  if (!shown && !offered) return {};
  if (!shown || !offered || shown->id != offered->id) return wrong("an evening other than shown");
  if (shown->bank != offered->bank) return differs("the bank");
  if (shown->buy_in_min != offered->buy_in_min || shown->buy_in_max != offered->buy_in_max)
    return differs("the buy-in");
  if (shown->room != offered->room) return differs("the room for people");
  if (shown->table != offered->table) return differs("the number of this table");
  for (const Account& account : shown->accounts) {
    const Account* other = account_of(offered->accounts, account.key);
    if (other == nullptr)
      return differs("the account of " + who(account.nickname, account.key) + ", which lacks,");
    if (other->kept != account.kept)
      return wrong("the account of " + who(account.nickname, account.key) + " has " +
                   chips(other->kept) + ", not " + std::to_string(account.kept));
    if (*other != account) return differs("the account of " + who(account.nickname, account.key));
  }
  for (const Account& account : offered->accounts)
    if (account_of(shown->accounts, account.key) == nullptr)
      return differs("the account of " + who(account.nickname, account.key));
  return {};
}

}  // namespace fairdeal::state
