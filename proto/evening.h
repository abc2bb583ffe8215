#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "crypto/hash.h"
#include "crypto/sign.h"

/// The chips of an evening: a chain of tables, each of which continues the one before, that people
/// come to and leave with chips of their own (docs/protocol.md, The evening).
namespace fairdeal::proto {

/// A number of chips. A number from outside is below 2^53, which JSON of any program holds.
using Chips = std::int64_t;

/// An order by which a player gets chips from the bank, or gives all of their chips back.
struct Order {
  enum class Kind : std::uint32_t {
    buy_in = 0,    ///< the first chips of somebody who has no account yet
    rebuy = 1,     ///< new chips of somebody who has none left
    top_up = 2,    ///< more chips of somebody who has some
    cash_out = 3,  ///< all chips of somebody who does not sit down
  };
  crypto::PublicKey key{};   ///< the player's
  std::uint32_t number = 1;  ///< counted for each player from 1, so that no order is used twice
  Kind kind = Kind::buy_in;
  Chips chips = 0;
  bool operator==(const Order&) const = default;
};

/// The reason for which a bank does not sign an order. Each player's program says it in the
/// language of its person.
enum class OrderProblem : std::uint32_t {
  other = 0,             ///< only a text says it
  bad_signature = 1,     ///< of the player or of the bank
  wrong_number = 2,      ///< it is not the player's next one
  sits_down = 3,         ///< a cash-out of a player who sits down
  not_all_chips = 4,     ///< a cash-out of other chips than all of the account
  stands = 5,            ///< chips for a player who does not sit down
  no_account = 6,        ///< a rebuy or top-up of a player who has not bought in
  has_account = 7,       ///< a second buy-in
  has_chips = 8,         ///< a rebuy of a player who has chips
  has_no_chips = 9,      ///< a top-up of a player who has none
  out_of_range = 10,     ///< less or more chips than the terms allow
  too_many_people = 11,  ///< of one evening
  too_rich = 12,         ///< more chips than an account may have
  too_often = 13,        ///< orders of one player in one break
  too_many_orders = 14,  ///< of all players in one break
  table_begins = 15,     ///< the break is over
  another_waits = 16,    ///< the bank's person is asked about an order before it
  bank_said_no = 17,     ///< the bank's person did
  name_taken = 18,       ///< a newcomer has the nickname of somebody of this evening
  no_room = 19,          ///< too many newcomers are here
  evening_over = 20,
};

struct SignedOrder {
  Order order;
  crypto::Signature player, bank;
  bool operator==(const SignedOrder&) const = default;
};

/// Names the time between two tables of an evening, in which orders are given. An order holds in
/// one break alone.
struct Break {
  crypto::Digest evening{};    ///< the evening's id
  crypto::Digest continues{};  ///< the last head of the table before; zeros before the first table
};

/// The account of one identity, which stays for all of an evening.
struct Account {
  crypto::PublicKey key{};
  std::string nickname{};  ///< the one by which it last sat down
  std::uint32_t orders = 0;
  Chips bought = 0;  ///< by all orders so far
  Chips cashed = 0;
  Chips kept = 0;  ///< its chips; the bank keeps them while they are not at a seat
  bool operator==(const Account&) const = default;
};

/// The part of a charter that makes its table one of an evening.
struct Evening {
  crypto::Digest id{};       ///< 32 random bytes, drawn when the evening began
  crypto::PublicKey bank{};  ///< who signs orders; a member or not
  Chips buy_in_min = 1, buy_in_max = 1;
  std::uint32_t room = 2;   ///< how many may sit down at one table
  std::uint32_t table = 1;  ///< the number of this table in the evening, from 1 on
  /// As the table before left them, in the order of their keys; none at the first table.
  std::vector<Account> accounts{};
  /// The orders since then, in the order of their players' keys, and of each player by number.
  std::vector<SignedOrder> orders{};
  /// The ids of tables that were proposed in the same break and did not begin. So a member who had
  /// signed one of them signs this table instead of it.
  std::vector<crypto::Digest> withdrawn{};
  bool operator==(const Evening&) const = default;
};

/// Signs an order of this break, as its player or as the bank.
crypto::Signature sign_order(const Break& at, const Order& order, const crypto::SigningKey& key);
bool order_signed(const Break& at, const Order& order, const crypto::PublicKey& by,
                  const crypto::Signature& signature);

}  // namespace fairdeal::proto
