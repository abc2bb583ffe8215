#include "runtime/meet/evening_break.h"

#include <algorithm>

#include "base/check.h"
#include "rules/json_full.h"
#include "runtime/state/charter.h"
#include "runtime/state/evening.h"
#include "runtime/state/table.h"
#include "runtime/state/terms.h"

namespace fairdeal::meet {
namespace {

proto::PublicKey key_of(const proto::Member& member) { return member.key.public_key(); }

/// Returns these people as they sit at the next table.
std::vector<proto::Member> seated(const EveningBreak* last, std::span<const proto::Member> here) {
  if (last == nullptr) return {here.begin(), here.end()};
  SeatSet staying;
  std::vector<proto::Member> newcomers;
  for (const proto::Member& member : here) {
    const auto seat = std::ranges::find(last->seats, key_of(member), key_of);
    if (seat == last->seats.end())
      newcomers.push_back(member);
    else
      staying.insert(Seat(static_cast<std::uint32_t>(seat - last->seats.begin())));
  }
  std::vector<proto::Member> seats;
  auto newcomer = newcomers.begin();
  for (const auto& seat : last->game.next_seats(staying, newcomers.size()))
    seats.push_back(seat ? *std::ranges::find(here, key_of(last->seats[seat->value]), key_of)
                         : *newcomer++);
  return seats;
}

tl::unexpected<Error> differs(const std::string& about) {
  return fail(Fault::bad_parameters, about);
}

}  // namespace

EveningBreak break_after(const proto::Charter& charter, rules::AnyGame ended, bool failed,
                         const proto::Digest& head) {
  EveningBreak next{state::terms_of(charter), charter.seats, std::move(ended)};
  next.terms.evening->accounts = state::accounts_after(charter, failed ? nullptr : &next.game);
  next.terms.evening->orders.clear();
  next.terms.evening->withdrawn.clear();
  ++next.terms.evening->table;
  next.terms.continues = head;
  next.terms.params = rules::text(next.game.params_with_chips({}));
  next.terms.seats = next.terms.evening->room;
  state::set_defaults(next.terms);
  return next;
}

EveningBreak break_after(const state::Table& table) {
  CHECK(table.over() && table.charter().evening);
  return break_after(table.charter(), table.game(), table.rules_fault().has_value(), table.head());
}

Result<EveningTable> evening_table(const proto::Terms& offered, const EveningBreak* last,
                                   std::span<const proto::Member> here,
                                   std::vector<proto::SignedOrder> orders) {
  CHECK(offered.evening);
  std::ranges::sort(orders, {}, [](const proto::SignedOrder& signed_order) {
    return std::pair(signed_order.order.key, signed_order.order.number);
  });
  EveningTable table{offered, seated(last, here)};
  table.terms.evening->orders = std::move(orders);
  table.terms.seats = static_cast<std::uint32_t>(table.seats.size());
  state::set_defaults(table.terms);
  FD_TRY(const auto accounts,
         state::accounts_at(*table.terms.evening, offered.continues, table.seats));
  std::vector<proto::Chips> chips;
  for (const proto::Member& member : table.seats) {
    const auto* account = state::account_of(accounts, member.key);
    if (account == nullptr || account->kept == 0)
      return fail(Fault::bad_parameters,
                  '"' + member.nickname + "\" has no chips to sit down with");
    chips.push_back(account->kept);
  }
  FD_TRY(const rules::AnyGame game, state::start_game(offered));
  table.terms.params = rules::text(game.params_with_chips(chips));
  proto::Charter charter = state::charter_of(table.terms);
  charter.seats = table.seats;
  charter.witnesses.clear();
  FD_TRY(const rules::AnyGame starts, state::start_game(table.terms));
  FD_TRY(state::check_evening(charter, starts));
  return table;
}

Result<> check_evening_table(const proto::Terms& offered, const EveningBreak* last,
                             const proto::Charter& charter) {
  if (charter.continues != offered.continues) return differs("it goes on from another match");
  if (!charter.evening) return differs("it is a table of no evening");
  FD_TRY(state::check_same_evening(offered.evening, charter.evening));
  proto::Terms shown = offered;
  shown.witnesses = static_cast<std::uint32_t>(charter.witnesses.size());
  FD_TRY(const EveningTable expected,
         evening_table(shown, last, charter.seats, charter.evening->orders));
  FD_TRY(state::check_same(expected.terms, state::terms_of(charter)));
  for (std::size_t i = 0; i < charter.seats.size(); ++i)
    if (key_of(charter.seats[i]) != key_of(expected.seats[i]))
      return differs("seat " + std::to_string(i + 1) + " belongs to \"" +
                     expected.seats[i].nickname + "\", and \"" + charter.seats[i].nickname +
                     "\" has it");
  return {};
}

}  // namespace fairdeal::meet
