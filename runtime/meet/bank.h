#pragma once

#include <span>
#include <string>
#include <vector>

#include "proto/limits.h"
#include "proto/messages.h"
#include "runtime/state/evening.h"

namespace fairdeal::meet {

/// The bank in one break of an evening: it signs the orders that the rules allow, and keeps them
/// until the next table begins (docs/protocol.md, The evening).
///
/// Nobody's order takes anything from anybody else. An order of somebody who does not sit down at
/// the next table is forgotten, unless it cashes out.
class Bank {
 public:
  /// The orders of one player in one break: a rebuy, and two corrections of it.
  static constexpr std::size_t kOrdersOfOneMax = 3;
  /// Room for the orders of the bank's own player is left over.
  static constexpr std::size_t kOrdersOfOthersMax = proto::kOrdersMax - kOrdersOfOneMax;

  /// `offered` are the terms of the break, which have its orders so far. Those that do not hold are
  /// forgotten. `key` is the bank's.
  Bank(const proto::Terms& offered, const crypto::SigningKey& key);

  /// Checks an order as if it were signed by the bank. Returns why it may not be, for the player.
  std::optional<state::RefusedOrder> problem(const proto::Order& order,
                                             const proto::Signature& player) const;
  /// Signs an order, and keeps it. An order that cashes out replaces the player's others, which it
  /// makes pointless. Requires: problem() returns none.
  void sign(const proto::Order& order, const proto::Signature& player);
  /// Returns whether exactly this order is kept.
  bool has(const proto::Order& order) const;
  /// Forgets that this player wanted to cash out: they sit down after all. Returns whether they
  /// did.
  bool take_back_cash_out(const proto::PublicKey& key);
  /// Forgets the orders of people who have no account, besides these.
  void forget_strangers(std::span<const proto::PublicKey> here);

  bool owns_account(const proto::PublicKey& key) const;
  bool cashes_out(const proto::PublicKey& key) const;
  /// Returns the chips with which this player would sit down; 0 for somebody who cashes out.
  proto::Chips chips(const proto::PublicKey& key) const;
  /// Returns the orders of this break, as an Evening has them.
  const std::vector<proto::SignedOrder>& orders() const { return evening_.orders; }
  /// Returns those that a table has at which these people sit down.
  std::vector<proto::SignedOrder> orders_with(std::span<const proto::Member> seats) const;

 private:
  std::vector<proto::SignedOrder> orders_of(const proto::PublicKey& key) const;
  /// Returns the account of this player after these orders of theirs, as it is at the next table.
  tl::expected<proto::Account, state::RefusedOrder> account_after(
      const proto::PublicKey& key, std::vector<proto::SignedOrder> orders) const;
  std::vector<proto::SignedOrder> with(const proto::SignedOrder& order) const;
  void replace(const proto::PublicKey& key, const std::vector<proto::SignedOrder>& orders);

  proto::Evening evening_;  ///< with the orders of this break
  proto::Digest continues_;
  crypto::SigningKey key_;
};

}  // namespace fairdeal::meet
