#include "runtime/audit/settlement.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/check.h"
#include "proto/key_words.h"
#include "runtime/meet/next_match.h"
#include "runtime/state/evening.h"

namespace fairdeal::audit {
namespace {

using proto::Chips;

/// Settles people among themselves: whoever lost most pays whoever won most. Each payment makes
/// one of them even, and the last one two.
void settle_group(std::span<const Chips> won, std::span<const std::size_t> group,
                  std::vector<Payment>& payments) {
  std::map<std::size_t, Chips> left;
  for (const std::size_t i : group) left[i] = won[i];
  const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
  for (;;) {
    const auto [loser, winner] = std::ranges::minmax_element(left, less);
    if (winner->second == 0) return;
    const Chips chips = std::min(-loser->second, winner->second);
    payments.push_back({loser->first, winner->first, chips});
    loser->second += chips;
    winner->second -= chips;
  }
}

/// Divides people into as many groups as can be, in each of which all is even.
std::vector<std::vector<std::size_t>> groups_of(std::span<const Chips> won,
                                                std::span<const std::size_t> people) {
  const std::size_t all = std::size_t{1} << people.size();
  std::vector<Chips> sum(all, 0);
  std::vector<std::size_t> most(all, 0);  // of each set: how many groups are even, one by one
  for (std::size_t set = 1; set < all; ++set) {
    for (std::size_t i = 0; i < people.size(); ++i) {
      const std::size_t bit = std::size_t{1} << i;
      if ((set & bit) == 0) continue;
      sum[set] = sum[set ^ bit] + won[people[i]];
      most[set] = std::max(most[set], most[set ^ bit]);
    }
    if (sum[set] == 0) ++most[set];
  }
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t set = all - 1; set != 0;) {
    if (sum[set] == 0) groups.emplace_back();
    const std::size_t before = most[set] - (sum[set] == 0 ? 1 : 0);
    std::size_t i = 0;
    while ((set >> i & 1) == 0 || most[set ^ std::size_t{1} << i] != before) ++i;
    groups.back().push_back(people[i]);
    set ^= std::size_t{1} << i;
  }
  return groups;
}

bool is_of_evening(const Report& report) {
  return report.terms.has_value() && report.terms->evening.has_value();
}

/// Returns whether each of two tables is the next one after the same table, or the first one.
/// Requires: both are of evenings.
bool go_on_from_one(const Report& one, const Report& other) {
  return one.table != other.table && one.terms->evening->id == other.terms->evening->id &&
         one.terms->continues == other.terms->continues;
}

/// Returns whether one of two tables says that the other was withdrawn.
bool has_withdrawn_one(const Report& one, const Report& other) {
  const auto withdraws = [](const Report& table, const Report& withdrawn) {
    return std::ranges::count(table.terms->evening->withdrawn, withdrawn.table) > 0;
  };
  return withdraws(one, other) || withdraws(other, one);
}

std::vector<proto::Member> who_signed_both(const Report& one, const Report& other) {
  std::vector<proto::Member> both;
  for (std::uint32_t i = 0; i < one.charter->validators(); ++i)
    for (std::uint32_t k = 0; k < other.charter->validators(); ++k)
      if (one.charter->member(Seat(i)).key == other.charter->member(Seat(k)).key)
        both.push_back(one.charter->member(Seat(i)));
  return both;
}

/// Returns in words that two tables go on from the same one, and who has signed both.
std::string told_fork(const Report& one, const Report& other) {
  const bool are_first = one.terms->continues == crypto::Digest{};
  const std::string both =
      are_first ? "two tables are the first of it" : "two tables go on from the same one";
  if (has_withdrawn_one(one, other))
    return both + ", and one of them says that the other was withdrawn: the bank has signed both";
  std::string names;
  for (const proto::Member& member : who_signed_both(one, other))
    names += (names.empty() ? ": \"" : ", \"") + member.nickname + "\" (" +
             proto::key_words(member.key, proto::kKeyWordsToDecide) + ")";
  return both + ", and neither says that the other was withdrawn" +
         (names.empty() ? "" : names + " signed both");
}

/// Returns why tables of one evening are no chain, if two of them go on from the same one; else "".
std::string forked(const std::vector<const Report*>& tables) {
  std::string why;
  for (std::size_t i = 0; i < tables.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (go_on_from_one(*tables[k], *tables[i]) &&
          (why.empty() || !has_withdrawn_one(*tables[k], *tables[i])))
        why = told_fork(*tables[k], *tables[i]);
  return why;
}

/// Returns the tables of an evening in the order in which they were played; none if they are no
/// chain.
std::vector<const Report*> chain_of(const std::vector<const Report*>& tables, std::string& why) {
  why = forked(tables);
  if (!why.empty()) return {};
  const auto follows = [](const Report* before, const Report* after) {
    return before->evening_break && after->terms->continues == before->head;
  };
  const auto is_first = [&](const Report* table) {
    return std::ranges::none_of(tables, [&](const Report* it) { return follows(it, table); });
  };
  std::vector<const Report*> chain;
  for (auto next = std::ranges::find_if(tables, is_first); next != tables.end();
       next = std::ranges::find_if(
           tables, [&](const Report* table) { return follows(chain.back(), table); }))
    chain.push_back(*next);
  if (chain.size() == tables.size()) return chain;
  why = "a table between these is missing, or has not ended";
  return {};
}

/// Returns why nobody knows whether more tables of this evening are in a file that has one; "" if
/// the file was read to its end.
std::string unread(const TablesOfFile& file, const crypto::Digest& evening) {
  const Report& last = *file.back();
  const bool is_cut = last.verdict == Verdict::incomplete;
  if (last.verdict == Verdict::valid || (is_cut && file.size() == 1)) return "";
  const auto of_it = std::ranges::find_if(file.rbegin(), file.rend(), [&](const Report* table) {
    return is_of_evening(*table) && table->terms->evening->id == evening;
  });
  const std::string table = "table " + std::to_string((*of_it)->terms->evening->table);
  return (*of_it == &last ? table : "what stands after " + table + " in a file") + " is " +
         name(last.verdict) +
         (is_cut ? ", and the file may have had more tables before it was cut"
                 : ", and what follows it in its file was not read");
}

/// The tables of an evening that count, each of them once.
struct Known {
  proto::PublicKey bank;
  std::vector<const Report*> tables{};
  std::string why{};  ///< why some of them may be missing; "": as far as is known none is
};

/// Adds a table that is good as far as it goes. Of two files of one table the longer one counts.
void add(const Report& report, std::vector<const Report*>& tables) {
  if (!report.opened() || report.verdict == Verdict::invalid) return;
  const auto same = std::ranges::find(tables, report.table, &Report::table);
  if (same == tables.end())
    tables.push_back(&report);
  else if (report.records > (*same)->records)
    *same = &report;
}

Settlement settle(const crypto::Digest& id, const Known& known) {
  Settlement evening{.evening = id, .bank = known.bank, .why = known.why};
  if (!evening.why.empty()) return evening;
  const auto chain = chain_of(known.tables, evening.why);
  for (const Report* table : chain) evening.tables.push_back(table->table);
  if (chain.empty()) return evening;
  const Report& last = *chain.back();
  const auto accounts = last.evening_break ? last.evening_break->terms.evening->accounts
                                           : state::accounts_after(*last.charter, nullptr);
  std::vector<Chips> all;
  for (const proto::Account& account : accounts) all.push_back(won(account));
  if (std::accumulate(all.begin(), all.end(), Chips{0}) != 0) {
    evening.why = "its accounts do not add up: what some have won, nobody has lost";
    return evening;
  }
  evening.whole =
      chain.front()->terms->continues == crypto::Digest{} && last.evening_break.has_value();
  evening.accounts = accounts;
  evening.payments = fewest_payments(all);
  return evening;
}

}  // namespace

std::vector<Payment> fewest_payments(std::span<const Chips> won) {
  CHECK(std::accumulate(won.begin(), won.end(), Chips{0}) == 0);
  std::vector<std::size_t> people;
  for (std::size_t i = 0; i < won.size(); ++i)
    if (won[i] != 0) people.push_back(i);
  std::vector<Payment> payments;
  if (people.empty()) return payments;
  if (people.size() > kFewestPaymentsOf)
    settle_group(won, people, payments);
  else
    for (const auto& group : groups_of(won, people)) settle_group(won, group, payments);
  return payments;
}

std::vector<Settlement> settle_evenings(std::span<const TablesOfFile> files) {
  std::map<crypto::Digest, Known> evenings;
  for (const TablesOfFile& file : files)
    for (const Report* report : file) {
      if (!is_of_evening(*report)) continue;
      const proto::Evening& evening = *report->terms->evening;
      Known& known = evenings.try_emplace(evening.id, Known{evening.bank}).first->second;
      if (known.why.empty()) known.why = unread(file, evening.id);
      add(*report, known.tables);
    }
  std::vector<Settlement> settled;
  for (const auto& [id, known] : evenings) settled.push_back(settle(id, known));
  return settled;
}

std::vector<TableFork> table_forks(std::span<const Report* const> reports) {
  std::vector<std::size_t> tables;  // a report of each
  std::vector<TableFork> forks;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const Report& report = *reports[i];
    const auto is_same = [&](std::size_t k) { return reports[k]->table == report.table; };
    if (!report.opened() || !is_of_evening(report) || std::ranges::any_of(tables, is_same))
      continue;
    for (const std::size_t k : tables)
      if (go_on_from_one(*reports[k], report) && !has_withdrawn_one(*reports[k], report))
        forks.push_back({k, i, who_signed_both(*reports[k], report)});
    tables.push_back(i);
  }
  return forks;
}

Result<> check_follows(const Report& before, const Report& after) {
  if (before.terms->evening)
    return meet::check_evening_table(before.evening_break.value().terms, &*before.evening_break,
                                     *after.charter);
  if (after.terms->evening)
    return fail(Fault::bad_parameters, "it is of an evening, and goes on from a match of none");
  return meet::check_next(before.next.value(), *after.terms, after.keys);
}

Result<> check_stands_after(const Report& before, const Report& after) {
  const auto wrong = [](const std::string& why) { return fail(Fault::bad_parameters, why); };
  const auto& one = before.terms->evening;
  const auto& other = after.terms->evening;
  if (before.table == after.table) return wrong("it is the same table again");
  if (one && other && one->id != other->id) return wrong("it is a table of another evening");
  if (one && other && other->table != one->table + 1) {
    const std::string both = "table " + std::to_string(other->table) +
                             " of the evening stands after table " + std::to_string(one->table);
    return wrong(other->table > one->table ? both + ": a table between them is missing"
                                           : both + ": the tables stand in another order");
  }
  if (after.terms->continues != before.head)
    return wrong(after.terms->continues == crypto::Digest{}
                     ? "it goes on from no other match"
                     : "it goes on from another end than that of the table before it");
  if (!before.next && !before.evening_break)
    return wrong("no match goes on from one whose rules failed");
  return check_follows(before, after);
}

}  // namespace fairdeal::audit
