#include "runtime/meet/bank.h"

#include <algorithm>
#include <map>

#include "base/check.h"

namespace fairdeal::meet {
namespace {

using proto::Order;
using proto::PublicKey;
using proto::SignedOrder;

auto place_of(const SignedOrder& order) { return std::pair(order.order.key, order.order.number); }

bool is_cash_out(const SignedOrder& order) { return order.order.kind == Order::Kind::cash_out; }

}  // namespace

Bank::Bank(const proto::Terms& offered, const crypto::SigningKey& key)
    : evening_(offered.evening.value()), continues_(offered.continues), key_(key.clone()) {
  std::map<PublicKey, std::vector<SignedOrder>> kept;
  for (const SignedOrder& order : evening_.orders) kept[order.order.key].push_back(order);
  evening_.orders.clear();
  for (const auto& [player, orders] : kept)
    if (account_after(player, orders)) replace(player, orders);
}

std::vector<SignedOrder> Bank::orders_of(const PublicKey& key) const {
  std::vector<SignedOrder> of;
  std::ranges::copy_if(evening_.orders, std::back_inserter(of),
                       [&](const SignedOrder& order) { return order.order.key == key; });
  return of;
}

tl::expected<proto::Account, state::RefusedOrder> Bank::account_after(
    const PublicKey& key, std::vector<SignedOrder> orders) const {
  proto::Evening of_one = evening_;
  const bool leaves = std::ranges::any_of(orders, is_cash_out);
  of_one.orders = std::move(orders);
  std::vector<proto::Member> seats;
  const auto* account = state::account_of(evening_.accounts, key);
  if (!leaves) seats.push_back({key, account != nullptr ? account->nickname : ""});
  const auto accounts = state::accounts_or_refusal(of_one, continues_, seats);
  if (!accounts) return tl::unexpected(accounts.error());
  const auto* after = state::account_of(*accounts, key);
  return after != nullptr ? *after : proto::Account{.key = key};
}

/// Returns the player's orders with this one.
std::vector<SignedOrder> Bank::with(const SignedOrder& order) const {
  if (is_cash_out(order)) return {order};
  auto orders = orders_of(order.order.key);
  orders.push_back(order);
  return orders;
}

void Bank::replace(const PublicKey& key, const std::vector<SignedOrder>& orders) {
  std::erase_if(evening_.orders, [&](const SignedOrder& kept) { return kept.order.key == key; });
  for (const SignedOrder& order : orders)
    evening_.orders.insert(std::ranges::upper_bound(evening_.orders, place_of(order), {}, place_of),
                           order);
}

std::optional<state::RefusedOrder> Bank::problem(const Order& order,
                                                 const proto::Signature& player) const {
  using enum proto::OrderProblem;
  const proto::Break at{evening_.id, continues_};
  const SignedOrder candidate{order, player, sign_order(at, order, key_)};
  const auto orders = with(candidate);
  if (orders.size() > kOrdersOfOneMax)
    return state::RefusedOrder{
        too_often,
        "nobody orders more than " + std::to_string(kOrdersOfOneMax) + " times between two tables"};
  const std::size_t others = evening_.orders.size() - orders_of(order.key).size();
  if (order.key != key_.public_key() && others + orders.size() > kOrdersOfOthersMax)
    return state::RefusedOrder{too_many_orders,
                               "there are too many orders before this table: order after it"};
  auto after = account_after(order.key, orders);
  if (after) return {};
  return std::move(after).error();
}

void Bank::sign(const Order& order, const proto::Signature& player) {
  CHECK(!problem(order, player));
  const proto::Break at{evening_.id, continues_};
  replace(order.key, with({order, player, sign_order(at, order, key_)}));
}

bool Bank::has(const Order& order) const {
  return std::ranges::find(evening_.orders, order, &SignedOrder::order) != evening_.orders.end();
}

bool Bank::take_back_cash_out(const PublicKey& key) {
  if (!cashes_out(key)) return false;
  replace(key, {});
  return true;
}

void Bank::forget_strangers(std::span<const PublicKey> here) {
  std::erase_if(evening_.orders, [&](const SignedOrder& order) {
    return !owns_account(order.order.key) && std::ranges::count(here, order.order.key) == 0;
  });
}

bool Bank::owns_account(const PublicKey& key) const {
  return state::account_of(evening_.accounts, key) != nullptr;
}

bool Bank::cashes_out(const PublicKey& key) const {
  return std::ranges::any_of(orders_of(key), is_cash_out);
}

proto::Chips Bank::chips(const PublicKey& key) const {
  const auto account = account_after(key, orders_of(key));
  return account ? account->kept : 0;
}

std::vector<SignedOrder> Bank::orders_with(std::span<const proto::Member> seats) const {
  const auto sits = [&](const SignedOrder& order) {
    return std::ranges::any_of(seats, [&](const proto::Member& member) {
      return member.key.public_key() == order.order.key;
    });
  };
  std::vector<SignedOrder> all;
  std::ranges::copy_if(evening_.orders, std::back_inserter(all),
                       [&](const SignedOrder& order) { return sits(order) != is_cash_out(order); });
  return all;
}

}  // namespace fairdeal::meet
