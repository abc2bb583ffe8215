#include "ui/seat/order_words.h"

#include "proto/limits.h"
#include "runtime/meet/bank.h"

namespace fairdeal::seat {
namespace {

using words::said;

words::Said::Value count(std::size_t n) { return words::count(static_cast<std::int64_t>(n)); }

}  // namespace

words::Said order_problem_said(proto::OrderProblem why, const proto::Evening& evening,
                               proto::Chips has) {
  using enum proto::OrderProblem;
  switch (why) {
    case other:
      return {};
    case bad_signature:
      return said("order_bad_signature");
    case wrong_number:
      return said("order_wrong_number");
    case sits_down:
      return said("order_sits_down");
    case not_all_chips:
      return said("order_not_all_chips");
    case stands:
      return said("order_stands");
    case no_account:
      return said("order_no_account");
    case has_account:
      return said("order_has_account");
    case has_chips:
      return said("order_has_chips", {{"n", words::chips(has)}});
    case has_no_chips:
      return said("order_has_no_chips");
    case out_of_range:
      return said("order_out_of_range", {{"least", words::chips(evening.buy_in_min)},
                                         {"most", words::chips(evening.buy_in_max)}});
    case too_many_people:
      return said("order_too_many_people", {{"n", count(proto::kAccountsMax)}});
    case too_rich:
      return said("order_too_rich", {{"n", words::chips(proto::kAccountChipsMax)}});
    case too_often:
      return said("order_too_often", {{"n", count(meet::Bank::kOrdersOfOneMax)}});
    case too_many_orders:
      return said("order_too_many_orders");
    case table_begins:
      return said("order_table_begins");
    case another_waits:
      return said("order_another_waits");
    case bank_said_no:
      return said("order_bank_said_no");
    case name_taken:
      return said("order_name_taken");
    case no_room:
      return said("order_no_room");
    case evening_over:
      return said("order_evening_over");
  }
  return {};
}

}  // namespace fairdeal::seat
