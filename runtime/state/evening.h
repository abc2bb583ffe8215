#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "proto/messages.h"
#include "rules/any_game.h"

/// The ledger of an evening at one of its tables: who owns how many chips (docs/protocol.md, The
/// evening). A charter has the accounts as the table before left them, and the orders since then;
/// everybody computes the rest:
///
///   accounts of the charter ── its orders ──> each seat has the chips of its account
///                                               ── match ──> accounts of the next charter
///
/// Orders change no balance: who gets chips has bought as many. So whatever is ordered, only a
/// match that its owner has signed can change what anybody has won or lost.
namespace fairdeal::state {

/// Returns the accounts after the orders of this table, whose seats these members take, by key.
/// Errors: bad_parameters, naming whose order may not be.
Result<std::vector<proto::Account>> accounts_at(const proto::Evening& evening,
                                                const proto::Digest& continues,
                                                std::span<const proto::Member> seats);

/// An order that may not be, and why.
struct RefusedOrder {
  proto::OrderProblem why = proto::OrderProblem::other;
  std::string about{};  ///< for logs; it calls the player "you"
};
/// Returns the accounts as accounts_at() does or, for the player whose order may not be, the
/// reason.
tl::expected<std::vector<proto::Account>, RefusedOrder> accounts_or_refusal(
    const proto::Evening& evening, const proto::Digest& continues,
    std::span<const proto::Member> seats);

/// Returns the accounts after the match that these members played with these chips to its `ended`
/// state; as before it, if its rules failed. Requires: the charter is of an evening, and a table.
std::vector<proto::Account> accounts_after(const proto::Charter& charter,
                                           const rules::AnyGame* ended);

/// Checks an evening as terms offer it, before its people are known. Its quorum, recovery and
/// randomness are the usual ones. Errors: bad_parameters.
Result<> check_evening(const proto::Terms& terms, const rules::AnyGame& game);
/// Checks that the seats of a table have the chips of their owners' accounts. Errors:
/// bad_parameters, naming what is wrong and whose it is.
Result<> check_evening(const proto::Charter& charter, const rules::AnyGame& game);

/// Checks that `offered` is the evening that was shown, besides its orders and the tables that were
/// withdrawn. Errors: bad_parameters,
/// naming the term or the owner of the account that differs.
Result<> check_same_evening(const std::optional<proto::Evening>& shown,
                            const std::optional<proto::Evening>& offered);

/// Returns whether the bank of the break after a table has lost all its chips, and has ordered none
/// since. It sits at each table, so the evening then ends with the break.
bool is_bank_broke(const proto::Evening& evening);

/// Returns the account of a key; null if it has none.
const proto::Account* account_of(std::span<const proto::Account> accounts,
                                 const proto::PublicKey& key);
/// Returns an order's kind in words: "top-up".
const char* name(proto::Order::Kind kind);

}  // namespace fairdeal::state
