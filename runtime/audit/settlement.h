#pragma once

#include <span>
#include <string>
#include <vector>

#include "proto/messages.h"
#include "runtime/audit/audit.h"

namespace fairdeal::audit {

/// A payment by which people get even, between two of a list.
struct Payment {
  std::size_t from = 0, to = 0;
  proto::Chips chips = 0;
  bool operator==(const Payment&) const = default;
};

/// More people than this are settled in groups that need not be the smallest.
inline constexpr std::size_t kFewestPaymentsOf = 15;

/// Returns payments after which nobody has won or lost anything. Up to kFewestPaymentsOf people who
/// won or lost something these are the fewest that there are; else one fewer than people at most.
/// Requires: the sum of `won` is 0. Cost: 2^n steps for n people.
std::vector<Payment> fewest_payments(std::span<const proto::Chips> won);

/// The accounts of an evening, added up over the tables of which transcripts were audited.
struct Settlement {
  crypto::Digest evening;
  proto::PublicKey bank;
  std::vector<crypto::Digest> tables{};  ///< in the order in which they were played
  bool whole = false;  ///< whether the first table is here, and the match at the last one is over
  std::vector<proto::Account> accounts{};  ///< of everybody who ever sat down, after the last table
  std::vector<Payment> payments{};         ///< who owes whom, by `accounts`; no bank is needed
  /// Why there are no accounts, if there are none: part of a file was not read, the tables are no
  /// chain, since one is missing or two go on from the same one, or the accounts do not add up.
  std::string why{};
};

/// Returns what the account has won, or lost.
inline proto::Chips won(const proto::Account& account) {
  return account.cashed + account.kept - account.bought;
}

/// The tables of one file in their order, as audit_tables() finds them: at least one.
using TablesOfFile = std::vector<const Report*>;

/// Adds up each evening of which there are tables. The caller checks each table against the one
/// before it (check_follows). After a table that is INVALID or CANNOT CHECK a file may have more
/// tables, which nobody has read; so may a file of several tables that was cut within its last one.
/// The evenings with a table in such a file have no accounts: whoever was ahead before a table that
/// is missing could have spoilt the file there.
std::vector<Settlement> settle_evenings(std::span<const TablesOfFile> files);

/// Two tables of one evening that go on from the same one, or that both begin it, though neither
/// says that the other was withdrawn. No honest member signs both: the bank withdraws a table
/// before it proposes another one, and a guest signs no second one otherwise.
struct TableFork {
  std::size_t one, other;  ///< which of the reports
  std::vector<proto::Member> signed_both;
};

/// Returns the forks between tables of which all members have signed the charter.
std::vector<TableFork> table_forks(std::span<const Report* const> reports);

/// Checks that a table begins as the one that it continues ended. Requires: it names that one's
/// head, and `before` has a next match or an evening that goes on. Errors: bad_parameters, naming
/// what differs.
Result<> check_follows(const Report& before, const Report& after);

/// Checks that a table may stand right after another one in one file: it continues that one's match
/// and begins as it ended, so no table of an evening is missing between them. Requires: both are
/// opened, and `before` is valid. Errors: bad_parameters, naming what is wrong.
Result<> check_stands_after(const Report& before, const Report& after);

}  // namespace fairdeal::audit
