#include "ui/seat/evening.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "proto/key_words.h"
#include "runtime/audit/settlement.h"
#include "runtime/state/evening.h"
#include "ui/match/evening_words.h"
#include "ui/seat/hear.h"
#include "ui/seat/order_words.h"
#include "ui/seat/sentences.h"
#include "ui/words/printable.h"

namespace fairdeal::seat {
namespace {

using proto::Account;
using proto::Chips;
using words::said;
using What = meet::LobbyNews::What;

/// Returns the evening that gathers, or of which a table is played; null if it is none.
const proto::Evening* evening_of(const Model& model) {
  if (const auto* table = model.table()) {
    const auto& evening = table->table->charter().evening;
    return evening ? &*evening : nullptr;
  }
  const auto& terms = model.gathering.terms;
  return terms && terms->evening ? &*terms->evening : nullptr;
}

/// Returns the ledger by which an evening ends for this seat: that of the break that is shown or,
/// before the host has shown it, that after the last table; null if none is known.
const proto::Evening* last_ledger(const Model& model) {
  const auto& continues = model.setup.continues;
  if (const auto* shown = evening_of(model)) return shown;
  return continues && continues->evening ? &*continues->evening->terms.evening : nullptr;
}

words::Said::Value player(const Account& account) {
  return words::name(words::printable(account.nickname));
}

/// Returns an order in words: "buys 500 chips", or "gives back 740 chips".
words::Said order_said(const proto::Order& order, const words::Said::Value& who) {
  const words::Values values{{"who", who}, {"n", words::chips(order.chips)}};
  return order.kind == proto::Order::Kind::cash_out ? said("order_cash_out", values)
                                                    : said("order_buys", values);
}

/// Returns why the bank does not sign an order of this seat's person.
words::Said refused_said(const Model& model, const meet::LobbyNews& news) {
  const auto* evening = evening_of(model);
  const Account* own = own_account(model);
  const words::Said why = evening == nullptr ? words::Said()
                                             : order_problem_said(news.problem, *evening,
                                                                  own != nullptr ? own->kept : 0);
  return said("order_refused", {{"why", why.empty() ? words::text(words::printable(news.why))
                                                    : words::sentence(why)}});
}

/// Says what a page shows by its buttons.
void say_at_terminal(const words::Said& line, SeatEffects& out) {
  out.add(Line{.text = line.text(), .to = Line::To::terminal, .said = line.json()});
}

/// Returns a number of chips that a person typed; 0 if it is none.
Chips chips_typed(const std::string& typed) {
  Chips chips = 0;
  const char* end = typed.data() + typed.size();
  const auto read = std::from_chars(typed.data(), end, chips);
  return read.ec == std::errc() && read.ptr == end && chips > 0 ? chips : 0;
}

bool is_bank(const Model& model) {
  const auto* evening = evening_of(model);
  return evening != nullptr && evening->bank == model.setup.key;
}

/// Returns in how many seconds the break that is shown is over; none if nobody knows.
std::optional<std::int64_t> seconds_left(const Model& model) {
  const auto& ends = model.gathering.break_ends;
  if (model.table() != nullptr || !is_of_evening(model) || !ends) return {};
  const auto left = std::chrono::ceil<std::chrono::seconds>(*ends - model.sight.now);
  return std::max<std::int64_t>(0, left.count());
}

/// Returns in how many seconds the evening ends because its bank has no chips; none if it does not.
std::optional<std::int64_t> seconds_to_end(const Model& model) {
  const auto left = seconds_left(model);
  return left && state::is_bank_broke(*evening_of(model)) ? left : std::nullopt;
}

words::Said buy_in_said(const proto::Evening& evening) {
  return said("evening_buy_in", {{"least", words::chips(evening.buy_in_min)},
                                 {"most", words::chips(evening.buy_in_max)}});
}

/// Returns the chips that this seat's person has now: at the table, or in the account of the break
/// with the orders that the bank has signed.
Chips own_chips(const Model& model);

/// Returns how many chips the person may order who has so many.
words::Said order_range_said(const Model& model, const proto::Evening& evening) {
  const Chips has = own_chips(model);
  if (has == 0) return buy_in_said(evening);
  const words::Values values{{"has", words::chips(has)},
                             {"most", words::chips(evening.buy_in_max)},
                             {"n", words::chips(evening.buy_in_max - has)}};
  return has < evening.buy_in_max ? said("top_up_range", values) : said("top_up_none", values);
}

/// Returns the chips that a seat without chips orders without being asked; 0 if its person has to
/// say a number.
Chips first_chips(const Model& model, const proto::Evening& evening) {
  if (model.wish.chips > 0) return model.wish.chips;
  if (own_account(model) != nullptr) return 0;  // a rebuy is the person's word alone
  if (model.setup.options.evening.chips > 0) return model.setup.options.evening.chips;
  return is_bank(model) || !model.setup.person() ? evening.buy_in_max : 0;
}

/// Returns the chips that a seat with so many orders without being asked: of those that it wished
/// for at a table, at which it may have won or lost some since, as many as it may have. 0: none, or
/// its person has to say a number.
Chips chips_to_order(const Model& model, const proto::Evening& evening, Chips has) {
  if (has > 0)
    return std::min(model.wish.chips, evening.buy_in_max - std::min(has, evening.buy_in_max));
  const Chips first = first_chips(model, evening);
  return first >= evening.buy_in_min ? first : 0;
}

/// Says why a seat with so many chips does not order as many as its person wanted.
void tell_other_order(const Model& model, const proto::Evening& evening, Chips has, Chips wants,
                      SeatEffects& out) {
  if (has > 0 && wants < model.wish.chips) {
    words::Values values{{"has", words::chips(has)},
                         {"most", words::chips(evening.buy_in_max)},
                         {"n", words::chips(model.wish.chips)}};
    if (wants == 0) return out.say(said("order_was_cut", values));
    values.emplace("orders", words::chips(wants));
    return out.say(said("order_is_cut_to", values));
  }
  const Chips first = has > 0 ? 0 : first_chips(model, evening);
  if (first > 0 && first < evening.buy_in_min)
    out.say(said("buy_in_too_small",
                 {{"n", words::chips(first)}, {"least", words::chips(evening.buy_in_min)}}));
}

/// Ends the program of a seat whose evening came to its end.
void end_seat(Model& model, words::Json document, std::string text, SeatEffects& out) {
  out.add(KeepBlock{});
  out.add(StopInputs{});
  out.add(StopSession{});
  out.add(Conclude{.document = std::move(document), .text = std::move(text)});
  model.account.ended = true;
  // The page of the table before may still be on its way to this break.
  const bool is_awaited = model.setup.continues && model.table() == nullptr;
  out.add(End{.lingers = model.setup.has_page, .is_awaited = is_awaited});
}

}  // namespace

bool is_of_evening(const Model& model) { return evening_of(model) != nullptr; }

bool waits_for_break(const Model& model) {
  if (model.table() != nullptr || is_of_evening(model)) return false;
  return last_ledger(model) != nullptr || model.gathering.until_break;
}

const Account* own_account(const Model& model) {
  const auto* evening = evening_of(model);
  return evening != nullptr ? state::account_of(evening->accounts, model.setup.key) : nullptr;
}

void add_account_lines(const Model& model, std::vector<words::Said>& lines) {
  const auto* evening = evening_of(model);
  if (evening == nullptr || !model.setup.guest) return;
  const Account* shown = own_account(model);
  if (shown != nullptr)
    lines.push_back(said("account_shown", {{"has", words::chips(shown->kept)},
                                           {"bought", words::chips(shown->bought)},
                                           {"cashed", words::chips(shown->cashed)}}));
  for (const proto::Order& order : model.sight.own_orders)
    lines.push_back(said("account_ordered", {{"n", words::chips(order.chips)}}));
  const auto& memory = model.sight.evening;
  if (!memory || model.sight.as_seen) return;
  const Account* seen = state::account_of(memory->terms.evening->accounts, model.setup.key);
  const std::int64_t unseen =
      static_cast<std::int64_t>(evening->table) - memory->terms.evening->table;
  if (seen == nullptr && shown == nullptr) return;  // a newcomer has never had an account
  if (unseen == 0 && seen != nullptr && shown != nullptr && *seen == *shown) return;
  lines.push_back(
      said("account_unseen", {{"n", words::count(std::max<std::int64_t>(unseen, 0))},
                              {"has", words::chips(seen != nullptr ? seen->kept : 0)}}));
}

bool agrees_by_itself(const Model& model) {
  return model.setup.guest && is_of_evening(model) && model.sight.as_seen;
}

bool must_ask(const Model& model) {
  if (!model.setup.guest || !is_of_evening(model) || model.sight.as_seen) return false;
  const auto& memory = model.sight.evening;
  return own_account(model) != nullptr ||
         (memory && state::account_of(memory->terms.evening->accounts, model.setup.key) != nullptr);
}

bool takes_buy_in(Model& model, const std::string& line) {
  constexpr std::string_view kWord = "buyin";
  if (!is_of_evening(model) || !line.starts_with(kWord)) return false;
  const Chips chips = chips_typed(line.substr(kWord.size()));
  // If the bank has an order of this break already, the person says yes to that.
  if (chips > 0 && model.sight.own_orders.empty()) wish_for(model, chips);
  return chips > 0;
}

void wish_for(Model& model, Chips chips) {
  model.wish.chips = chips;
  model.wish.number = 0;
}

namespace {

/// Returns whether the bank has signed this seat's order of that number, by these accounts or one
/// of these orders. The numbers of somebody's orders go up through the whole evening.
bool is_signed(const Model& model, const proto::Evening& evening, std::uint32_t number) {
  if (number == 0) return false;
  const Account* account = state::account_of(evening.accounts, model.setup.key);
  if (account != nullptr && account->orders >= number) return true;
  return std::ranges::any_of(evening.orders, [&](const proto::SignedOrder& order) {
    return order.order.key == model.setup.key && order.order.number >= number;
  });
}

/// Orders chips. A guest's disk has the order with its number before it is sent: if its answer is
/// lost, the program knows by the number whether the bank has signed it.
void order_chips(Model& model, Chips chips, SeatEffects& out) {
  auto& known = model.gathering;
  if (model.setup.guest && known.placed == 0) {
    const Account* account = own_account(model);
    const auto before = static_cast<std::uint32_t>(model.sight.own_orders.size());
    known.sends = {.chips = chips,
                   .number = (account != nullptr ? account->orders : 0) + before + 1};
  }
  out.add(OrderChips{chips});
}

/// Forgets what was sent to the bank and has no answer. The program wishes it for the next break,
/// or for this one once the bank is back. Returns whether there was something.
bool wish_again(Model& model) {
  auto& known = model.gathering;
  const EveningWish sent = std::exchange(known.sends, {});
  const bool cashes = std::exchange(known.cashing, false);
  const bool waits = std::exchange(known.leaves_after_order, false);
  known.placed = 0;
  known.asked_bank.reset();
  if (cashes || waits) model.wish.leaves = true;
  if (sent.chips == 0 || model.wish.chips > 0) return cashes || waits;
  model.wish.chips = sent.chips;
  model.wish.number = sent.number;
  return true;
}

/// Forgets the wish for chips if the bank has signed the order of it.
void forget_signed(Model& model, const proto::Evening& evening) {
  if (is_signed(model, evening, model.wish.number)) wish_for(model, 0);
}

}  // namespace

void take_up_wish(Model& model, const proto::Evening& evening, SeatEffects& out) {
  auto& wishes = model.setup.wishes;
  const auto kept = std::ranges::find(wishes, evening.id, &WishOfEvening::evening);
  if (kept == wishes.end()) return;
  model.wish_kept = kept->wish;
  wishes.erase(kept);
  if (model.wish.chips > 0 || model.wish.leaves) return;  // the person has said another one since
  model.wish = model.wish_kept;
  forget_signed(model, evening);
  // A newcomer's buy-in, said since, is in place of that one.
  const Chips said_since = model.setup.options.evening.chips;
  if (own_account(model) == nullptr && model.wish.chips > 0 && said_since > 0)
    model.wish.chips = said_since;
  if (model.wish.chips > 0)
    out.say(said("order_from_before", {{"n", words::chips(model.wish.chips)}}));
  if (model.wish.leaves) out.say(said("leaves_from_before"));
  const bool has_one = model.wish.chips > 0 || model.wish.leaves;
  if (has_one && must_ask(model)) say_at_terminal(said("stay_takes_back"), out);
}

void sit_with_chips(Model& model, SeatEffects& out) {
  const proto::Evening& evening = *evening_of(model);
  const Account* account = own_account(model);
  if (std::exchange(model.wish.refused, false) || model.wish.leaves)
    return leave_evening(model, out);
  forget_signed(model, evening);
  const bool has_ordered = !model.sight.own_orders.empty();
  const bool wants_some = !has_ordered || model.wish.chips > 0;
  const Chips has = own_chips(model);
  const Chips wants = wants_some ? chips_to_order(model, evening, has) : 0;
  if (wants_some) tell_other_order(model, evening, has, wants, out);
  model.wish = {};
  if (wants > 0) return order_chips(model, wants, out);
  if (has > 0 || has_ordered) return;
  if (!model.setup.person()) return leave_evening(model, out);
  if (account != nullptr) out.say(said("no_chips_left"));
  out.ask(buy_in_said(evening));
}

void open_break(Model& model, SeatEffects& out) {
  const proto::Evening& evening = *evening_of(model);
  const Account* account = own_account(model);
  const Chips has = account != nullptr ? account->kept : 0;
  if (model.wish.leaves) return leave_evening(model, out);
  if (model.setup.continues && model.setup.continues->has_new_link) out.say(said("link_is_new"));
  const bool ordered = std::ranges::any_of(
      evening.orders, [&](const auto& order) { return order.order.key == model.setup.key; });
  const Chips wants = ordered ? 0 : chips_to_order(model, evening, has);
  const auto ends = wants == 0 ? seconds_to_end(model) : std::nullopt;
  if (model.setup.continues && !ends)
    out.say(said("break_lasts", {{"n", words::count(model.setup.options.evening.break_s)}}));
  if (!ordered) tell_other_order(model, evening, has, wants, out);
  model.wish = {};
  if (ordered) return;
  if (wants > 0) return out.add(OrderChips{wants});
  if (has > 0) return;
  if (!model.setup.person()) return leave_evening(model, out);
  out.say(ends ? said("bank_buys", {{"n", words::count(*ends)}}) : said("no_chips_left"));
  out.ask(buy_in_said(evening));
}

void note_break(Model& model, std::optional<Duration> left, SeatEffects& out) {
  auto& ends = model.gathering.break_ends;
  ends.reset();
  if (left) ends = model.sight.now + std::chrono::milliseconds(left->ms);
  tell_bank(model, out);
}

void tell_bank(Model& model, SeatEffects& out) {
  if (!is_of_evening(model) || model.table() != nullptr) return;
  auto& known = model.gathering;
  const auto ends = seconds_to_end(model);
  if (!ends) known.end_near_said = false;
  if (ends.has_value() == std::exchange(known.broke_said, ends.has_value()) || is_bank(model))
    return;
  out.say(ends ? said("bank_broke", {{"n", words::count(*ends)}}) : said("bank_has_chips"));
}

void tell_end_is_near(Model& model, SeatEffects& out) {
  constexpr std::int64_t kNear_s = 30;
  const auto ends = seconds_to_end(model);
  if (!ends || *ends > kNear_s || std::exchange(model.gathering.end_near_said, true)) return;
  const words::Values in{{"n", words::count(*ends)}};
  out.say(is_bank(model) ? said("bank_buys_soon", in) : said("bank_broke_soon", in));
}

void tell_order_waits(Model& model, SeatEffects& out) {
  constexpr std::chrono::seconds kAnswersWithin{3};
  auto& known = model.gathering;
  const auto& asked = known.asked_bank;
  if (!asked || model.sight.now - *asked < kAnswersWithin) return;
  known.asked_bank.reset();  // it is told once
  const words::Values values{{"bank", words::name(known.host_name)},
                             {"n", words::chips(known.placed)}};
  out.say(known.cashing ? said("cash_out_waits", values) : said("order_waits", values));
}

namespace {

words::Said newcomer_said(const meet::Newcomer& guest) {
  const words::Values who{{"who", words::name(words::printable(guest.nickname))}};
  return guest.has_account ? said("newcomer_reads", who) : said("newcomer_has_no_chips", who);
}

}  // namespace

std::vector<words::Said> newcomers_said(const Model& model) {
  std::vector<words::Said> lines;
  for (const meet::Newcomer& guest : model.sight.newcomers) lines.push_back(newcomer_said(guest));
  return lines;
}

void tell_newcomers(Model& model, SeatEffects& out) {
  constexpr std::chrono::seconds kBuysWithin{5}, kToldEvery{30};
  auto& known = model.gathering.newcomers;
  auto& told = model.gathering.newcomers_told;
  const auto& here = model.sight.newcomers;
  std::erase_if(known, [&](const auto& one) {
    return std::ranges::count(here, one.first, &meet::Newcomer::key) == 0;
  });
  // Strangers with the link, who come and go, do not fill the screen.
  const bool may_tell = !told || model.sight.now - *told >= kToldEvery;
  for (const meet::Newcomer& guest : here) {
    const Model::Gathering::Newcomer comes{.since = model.sight.now};
    auto& heard = known.try_emplace(guest.key, comes).first->second;
    if (!may_tell || model.sight.now - heard.since < kBuysWithin) continue;
    if (std::exchange(heard.said, true)) continue;
    out.say(newcomer_said(guest));
    told = model.sight.now;
  }
}

void tell_no_chips(Model& model, const rules::AnyGame& now, SeatEffects& out) {
  const auto* table = model.table();
  if (table == nullptr || !is_of_evening(model) || !model.setup.person()) return;
  const auto chips = now.chips();
  if (table->me.value >= chips.size()) return;
  const bool none = chips[table->me.value] == 0 && model.wish.chips == 0 && !model.wish.leaves;
  if (none == std::exchange(model.play.no_chips_said, none) || !none) return;
  say_at_terminal(is_bank(model) ? said("bank_rebuys") : said("rebuys"), out);
}

namespace {

/// Says that the person leaves after the table that is played, or ends the evening then.
void tell_leaves_after(const Model& model, SeatEffects& out) {
  out.say(is_bank(model) ? said("evening_ends_after") : said("cashes_out_after"));
  if (model.setup.person() && !model.typed_on_page) say_at_terminal(said("stay_takes_back"), out);
}

}  // namespace

void begin_table(Model& model, SeatEffects& out) {
  if (model.asks(Model::Question::leave_evening)) model.question = Model::Question::none;
  const bool has_asked = model.gathering.cashing || model.gathering.leaves_after_order;
  const bool has_sent = wish_again(model);
  if (const auto& evening = model.table()->table->charter().evening) forget_signed(model, *evening);
  if (std::exchange(model.wish.refused, false) || has_asked) {
    model.wish.leaves = true;
    return tell_leaves_after(model, out);
  }
  if (has_sent && model.wish.chips > 0) tell_wish(model, out);
}

EveningWish unanswered_wish(const Model& model) {
  const auto& known = model.gathering;
  EveningWish wish{.chips = model.wish.chips, .number = model.wish.number};
  if (wish.chips == 0) wish = known.sends;
  wish.leaves = model.wish.leaves || known.cashing || known.leaves_after_order;
  return wish;
}

/// A wish, and that it is taken back, is durable before the person hears of it, and before anything
/// is sent. The bank's own order is durable by itself: its wish is forgotten after that.
void note_wish(Model& model, SeatEffects& out) {
  const EveningWish wish = unanswered_wish(model);
  const EveningWish& kept = model.wish_kept;
  const auto& shown = model.gathering.shown;
  const auto* evening = last_ledger(model);
  if (is_as_kept(wish, kept) || (evening == nullptr && !shown)) return;
  model.wish_kept = wish;
  const KeepWish keep = evening != nullptr ? KeepWish{evening->id, evening->table, wish}
                                           : KeepWish{shown->evening, shown->table, wish};
  const bool carries_out = std::ranges::any_of(
      out.all(), [](const Effect& effect) { return std::holds_alternative<Order>(effect); });
  if (wish.chips == 0 && !wish.leaves && carries_out) return out.add(keep);
  out.all().insert(out.all().begin(), keep);
}

void tell_wish(const Model& model, SeatEffects& out) {
  const EveningWish& wish = model.wish;
  if (wish.leaves) return tell_leaves_after(model, out);
  if (wish.chips > 0) out.say(said("ordered_for_break", {{"n", words::chips(wish.chips)}}));
}

// ---- What a person types

void order_typed(Model& model, const std::string& typed, SeatEffects& out) {
  const auto* evening = last_ledger(model);
  const bool knows_none = evening == nullptr && waits_for_break(model);
  if (evening == nullptr && !knows_none) return out.say(said("no_evening"));
  const Chips chips = chips_typed(typed);
  if (chips == 0)
    return out.say(knows_none ? said("buy_in_of_next_break") : order_range_said(model, *evening));
  const Chips has = own_chips(model);
  const bool exceeds = has > 0 && chips > evening->buy_in_max - has;
  const bool in_break = model.table() == nullptr && is_of_evening(model);
  if (in_break && exceeds) return out.say(order_range_said(model, *evening));
  if (in_break) return order_chips(model, chips, out);
  // An order whose answer is not known is replaced: if the bank has signed it, it buys no more.
  const EveningWish sent = model.wish;
  wish_for(model, chips);
  model.wish.number = sent.number;
  const words::Values values{{"n", words::chips(chips)}};
  if (sent.number > 0)
    return out.say(said("ordered_in_place",
                        {{"n", words::chips(chips)}, {"before", words::chips(sent.chips)}}));
  if (!exceeds) return out.say(said("ordered_for_break", values));
  out.say(said("ordered_up_to",
               {{"n", words::chips(chips)}, {"most", words::chips(evening->buy_in_max)}}));
}

bool takes_number(Model& model, const std::string& line, SeatEffects& out) {
  const bool in_break = model.table() == nullptr && is_of_evening(model);
  if (!in_break || chips_typed(line) == 0 || own_chips(model) > 0 || model.gathering.placed > 0)
    return false;
  order_typed(model, line, out);
  return true;
}

void take_back(Model& model, SeatEffects& out) {
  const bool in_break = model.table() == nullptr && is_of_evening(model);
  if (in_break && is_bank(model) && model.wish.leaves) return out.say(said("evening_ends"));
  if (model.gathering.cashing) return out.say(said("cash_out_is_asked"));
  const bool leaves = std::exchange(model.gathering.leaves_after_order, false);
  const bool wishes = leaves || model.wish.leaves || model.wish.chips > 0;
  const EveningWish sent = std::exchange(model.gathering.sends, {});  // it is not sent again
  const bool is_sent = sent.chips > 0 || model.wish.number > 0;
  model.wish = {};
  if (is_sent) return out.say(said("taken_back_unless_signed"));
  out.say(in_break && !wishes ? said("nothing_to_take_back") : said("taken_back"));
}

words::Said leave_question(const Model& model) {
  const bool plays = model.table() != nullptr;
  if (is_bank(model))
    return model.wish.leaves ? words::Said()
           : plays           ? said("sure_to_end_after")
                             : said("sure_to_end_evening");
  const Account* own = own_account(model);
  if (plays || own == nullptr || own->kept == 0) return {};
  return said("sure_to_cash_out", {{"n", words::chips(own_chips(model))}});
}

bool has_account(const Model& model) {
  const auto* evening = last_ledger(model);
  return evening != nullptr && state::account_of(evening->accounts, model.setup.key) != nullptr;
}

void leave_evening(Model& model, SeatEffects& out) {
  if (model.table() != nullptr) {
    model.wish.leaves = true;
    return tell_leaves_after(model, out);
  }
  if (is_bank(model)) {
    model.wish.leaves = true;
    out.say(said("evening_ends"));
    return out.add(CloseEvening{});
  }
  const Account* account = own_account(model);
  if (account != nullptr && account->kept > 0) {
    model.wish.leaves = true;  // until the bank has signed it
    return out.add(CashOut{});
  }
  model.wish = {};
  model.gathering.sends = {};
  model.account.plays_on = true;
  if (is_of_evening(model)) out.add(Decline{"leaves the evening"});
  out.add(EndEvening{});
}

// ---- News

namespace {

/// Forgets the break that was shown, since the next one has other terms and other people, and lets
/// the person type what they wish for it.
void await_break(Model& model, bool seeks_bank, SeatEffects& out) {
  auto& known = model.gathering;
  model.clocks.waits_since = model.sight.now;
  known.until_break = true;
  known.seeks_bank = seeks_bank;
  known.here.clear();
  known.here_said = {};
  known.come.clear();
  known.terms.reset();
  known.all_came = known.waits_for_host = false;  // the program asks anew
  known.break_ends.reset();
  known.broke_said = false;
  if (model.asks(Model::Question::agree) || model.asks(Model::Question::leave_evening))
    model.question = Model::Question::none;
  const bool has_sent = wish_again(model);
  out.say(seeks_bank ? said("bank_lost") : said("until_break"));
  if (has_sent && model.wish.chips > 0)
    out.say(said("order_is_sent_again", {{"n", words::chips(model.wish.chips)}}));
  if (has_sent && model.wish.leaves) out.say(said("cash_out_is_sent_again"));
  const auto& setup = model.setup;
  if (!setup.person() || !setup.can_ask()) return;  // such input is for the table
  out.add(Listen{});
  if (!seeks_bank) say_at_terminal(said("until_break_typed"), out);
}

/// The bank has not signed that the person cashes out: they stay, and a program without one ends.
void keep_seat(Model& model, SeatEffects& out) {
  model.wish.leaves = false;
  model.wish.refused = true;  // the next table may begin just now: see begin_table()
  if (model.setup.person()) return;
  model.account.plays_on = true;
  out.add(EndEvening{});
}

}  // namespace

void hear_evening(Model& model, const meet::LobbyNews& news, SeatEffects& out) {
  const bool own = model.setup.guest || news.key == model.setup.key;
  const auto who =
      words::name(model.setup.guest ? "" : guest_words(model, news, proto::kKeyWordsToDiffer));
  words::Json told{{"key", news.key.hex()}};
  if (news.order)
    told.update({{"order", state::name(news.order->kind)}, {"chips", news.order->chips}});
  if (!news.why.empty()) told["why"] = news.why;
  const bool answers = news.what == What::ordered || news.what == What::order_refused ||
                       news.what == What::order_lost;
  if (model.setup.guest && answers) {
    model.gathering.placed = 0;
    model.gathering.sends = {};
    model.gathering.cashing = false;
    model.gathering.asked_bank.reset();
  }
  switch (news.what) {
    case What::asks_order:
      out.tell("asks_order", told);
      return out.ask(said("order_asked", {{"order", words::sentence(order_said(*news.order, who))},
                                          {"who", words::text(words::printable(news.nickname))}}));
    case What::ordered:
      out.tell("ordered", told);
      if (!own) return out.say(order_said(*news.order, who));
      if (news.order->kind == proto::Order::Kind::cash_out) {
        model.account.plays_on = true;
        model.account.cashed_out = news.order->chips;
        model.wish = {};  // it is carried out: a person who comes back does not leave again
        return out.add(EndEvening{});
      }
      out.say(said("own_order", {{"n", words::chips(news.order->chips)}}));
      if (std::exchange(model.gathering.leaves_after_order, false)) leave_evening(model, out);
      return;
    case What::order_refused:
      out.tell("order_refused", told);
      if (news.problem == proto::OrderProblem::table_begins &&
          news.order->kind != proto::Order::Kind::cash_out) {
        if (std::exchange(model.gathering.leaves_after_order, false)) {
          model.wish.refused = true;  // begin_table() says so
          return;
        }
        wish_for(model, news.order->chips);
        return out.say(said("ordered_for_break", {{"n", words::chips(news.order->chips)}}));
      }
      out.say(refused_said(model, news));
      if (news.order->kind == proto::Order::Kind::cash_out) return keep_seat(model, out);
      if (!model.setup.person() || std::exchange(model.gathering.leaves_after_order, false))
        return leave_evening(model, out);
      return out.ask(order_range_said(model, *evening_of(model)));
    case What::order_lost:
      out.tell("order_lost", told);
      return out.ask(said("order_lost", {{"n", words::chips(news.order->chips)}}));
    case What::until_break:
    case What::bank_lost:
      out.tell(news.what == What::bank_lost ? "bank_lost" : "until_break", told);
      return await_break(model, news.what == What::bank_lost, out);
    case What::bank_broke:
      out.tell("bank_broke", told);
      model.wish.leaves = true;
      return out.say(said("evening_over_bank_broke"));
    case What::over:
      return out.add(EndEvening{});
    default:
      return;
  }
}

// ---- For a page

namespace {

using front::message::EveningAccount;

/// Returns the accounts as they are at the table that is played: first those of the seats.
std::vector<Account> accounts_at_table(const TableSight& sight) {
  const proto::Charter& charter = sight.table->charter();
  auto others = state::accounts_at(*charter.evening, charter.continues, charter.seats)
                    .value_or(charter.evening->accounts);
  const auto chips = sight.table->game().chips();
  std::vector<Account> all;
  for (std::size_t i = 0; i < charter.seats.size(); ++i) {
    const auto& key = charter.seats[i].key.public_key();
    const auto account = std::ranges::find(others, key, &Account::key);
    if (account == others.end() || i >= chips.size()) continue;
    all.push_back(*account);
    all.back().kept = chips[i];
    others.erase(account);
  }
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

/// Returns the nickname of somebody in a break who has no account yet; "" if it is not known.
std::string newcomer(const Model& model, const crypto::PublicKey& key) {
  if (key == model.setup.key) return model.setup.nickname;
  const auto& guests = model.gathering.guests;
  const auto guest = std::ranges::find(guests, key, &Model::Gathering::Guest::key);
  return guest != guests.end() ? guest->name : "";
}

/// Returns the accounts as they are in a break, with the orders that the bank has signed.
std::vector<Account> accounts_in_break(const Model& model, const proto::Evening& evening) {
  std::vector<Account> all = evening.accounts;
  for (const auto& [order, by_player, by_bank] : evening.orders) {
    auto account = std::ranges::find(all, order.key, &Account::key);
    if (account == all.end()) {
      const std::string name = newcomer(model, order.key);
      if (name.empty()) continue;
      account = all.insert(all.end(), {.key = order.key, .nickname = name});
    }
    const bool cashes_out = order.kind == proto::Order::Kind::cash_out;
    if (cashes_out && order.chips > account->kept) continue;  // no table will take that
    (cashes_out ? account->cashed : account->bought) += order.chips;
    account->kept += cashes_out ? -order.chips : order.chips;
  }
  return all;
}

/// Returns these accounts with an empty one for each newcomer who has not bought in yet.
std::vector<Account> with_newcomers(const Model& model, std::vector<Account> accounts) {
  for (const meet::Newcomer& guest : model.sight.newcomers)
    if (state::account_of(accounts, guest.key) == nullptr)
      accounts.push_back({.key = guest.key, .nickname = guest.nickname});
  return accounts;
}

Chips own_chips(const Model& model) {
  const auto* evening = last_ledger(model);
  if (evening == nullptr) return 0;
  const auto* table = model.table();
  const auto all =
      table != nullptr ? accounts_at_table(*table) : accounts_in_break(model, *evening);
  const Account* own = state::account_of(all, model.setup.key);
  return own != nullptr ? own->kept : 0;
}

/// Adds the range of chips that a person with `has` chips may order.
void add_order(front::message::Evening& facts, const Model& model, const proto::Evening& evening,
               Chips has) {
  const bool asked = model.asks(Model::Question::agree);
  const bool sits_by_yes = asked && (has > 0 || !model.sight.own_orders.empty());
  const Chips most = evening.buy_in_max - has;
  if (sits_by_yes || facts.ordered.value != 0 || facts.leaves || most < 1) return;
  const Chips wish = model.wish.chips;
  const Chips first = wish > 0 ? wish : model.setup.options.evening.chips;
  facts.order_min = has > 0 ? 1 : evening.buy_in_min;
  facts.order_max = most;
  facts.order_usual = has == 0 && first > 0 ? std::clamp(first, evening.buy_in_min, most) : most;
}

front::message::Evening facts_of(const Model& model, const std::vector<Account>& accounts) {
  const auto past = past_tables(model);
  front::message::Evening facts{.me = -1};
  if (const auto* evening = last_ledger(model)) facts.id = evening->id.hex();
  if (!past.empty()) facts.first_table = past.front().table;
  for (const Account& account : accounts) {
    if (account.key == model.setup.key) facts.me = facts.accounts.size();
    facts.accounts.push_back({.name = words::printable(account.nickname),
                              .bought = account.bought,
                              .cashed = account.cashed,
                              .chips = account.kept,
                              .key = account.key.hex()});
    for (const PastTable& table : past) {
      const Account* then = state::account_of(table.accounts, account.key);
      facts.accounts.back().past.push_back(then != nullptr ? then->kept : -1);
    }
  }
  return facts;
}

}  // namespace

std::vector<PastTable> past_tables(const Model& model) {
  const auto& continues = model.setup.continues;
  std::vector<PastTable> past;
  if (continues && continues->evening) past = continues->past;
  const auto* evening = last_ledger(model);
  if (evening == nullptr || evening->table < 2) return past;
  if (past.empty() || past.back().table + 1 < evening->table)
    past.push_back({evening->table - 1, evening->accounts});
  if (past.size() > kPastTablesMax) past.erase(past.begin());
  return past;
}

namespace {

/// Returns for how many milliseconds the break that is shown goes on, at least 1; 0: nobody knows.
std::int64_t ms_left(const Model& model) {
  const auto& ends = model.gathering.break_ends;
  if (!seconds_left(model)) return 0;
  using std::chrono::duration_cast, std::chrono::milliseconds;
  return std::max<std::int64_t>(1, duration_cast<milliseconds>(*ends - model.sight.now).count());
}

}  // namespace

std::optional<front::message::Evening> evening_facts(const Model& model) {
  if (model.account.settled) return model.account.settled;
  const auto* evening = last_ledger(model);
  if (evening == nullptr) return {};
  const auto* table = model.table();
  const auto accounts =
      table != nullptr ? accounts_at_table(*table) : accounts_in_break(model, *evening);
  front::message::Evening facts = facts_of(model, with_newcomers(model, accounts));
  facts.bank = evening->bank == model.setup.key;
  facts.waits = waits_for_break(model);
  facts.ordered = table != nullptr || facts.waits ? model.wish.chips : model.gathering.placed;
  facts.leaves = model.wish.leaves || model.gathering.cashing || model.gathering.leaves_after_order;
  facts.broke = table == nullptr && state::is_bank_broke(*evening);
  facts.break_left_ms = ms_left(model);
  if (evening_of(model) != nullptr || facts.waits) {
    const Account* own = state::account_of(accounts, model.setup.key);
    add_order(facts, model, *evening, own != nullptr ? own->kept : 0);
  }
  if (!model.asks(Model::Question::agree)) return facts;
  std::vector<words::Said> told;
  add_account_lines(model, told);
  facts.told = words::json_of(told);
  return facts;
}

// ---- The end

namespace {

/// Returns the evening as it ended, for a page: the winners first.
front::message::Evening settled(const Model& model, std::span<const Account> accounts,
                                std::span<const audit::Payment> payments) {
  std::vector<Account> all(accounts.begin(), accounts.end());
  std::ranges::stable_sort(all, std::ranges::greater(), audit::won);
  front::message::Evening facts = facts_of(model, all);
  facts.over = true;
  facts.plays_on = model.account.plays_on;
  if (facts.plays_on) return facts;
  const auto place = [&](std::size_t i) {
    return std::ranges::find(all, accounts[i].key, &Account::key) - all.begin();
  };
  for (const audit::Payment& payment : payments)
    facts.payments.push_back(
        {.from = place(payment.from), .to = place(payment.to), .chips = payment.chips});
  return facts;
}

/// Returns the evening as it ends for this seat: if the others play on, with the orders of the
/// break in which its person leaves. If it ends for all, no table has those orders.
proto::Evening as_it_ends(const Model& model, const proto::Evening& evening) {
  proto::Evening ends = evening;
  if (!model.account.plays_on || evening_of(model) == nullptr || model.table() != nullptr)
    return ends;
  ends.accounts = accounts_in_break(model, evening);
  const Account* before = state::account_of(evening.accounts, model.setup.key);
  const auto own = std::ranges::find(ends.accounts, model.setup.key, &Account::key);
  const Chips back = model.account.cashed_out;
  if (back == 0 || before == nullptr || own == ends.accounts.end()) return ends;
  *own = *before;  // a cash-out replaces the orders before it
  own->cashed += back;
  own->kept -= back;
  return ends;
}

/// Keeps how an evening with these accounts ended.
void settle(Model& model, const proto::Evening& evening) {
  std::vector<Chips> won;
  for (const Account& account : evening.accounts) won.push_back(audit::won(account));
  model.account.settled = settled(model, evening.accounts, audit::fewest_payments(won));
  model.account.settled->broke = !model.account.plays_on && state::is_bank_broke(evening);
}

}  // namespace

namespace {

/// Returns the accounts in words, and notes what each has won.
std::vector<words::Said> lines_of(std::span<const Account> accounts, std::vector<Chips>& won) {
  std::vector<words::Said> lines;
  for (const Account& account : accounts) {
    const Chips wins = audit::won(account);
    won.push_back(wins);
    lines.push_back(
        said("evening_account", {{"who", player(account)},
                                 {"won", words::text((wins > 0 ? "+" : "") + std::to_string(wins))},
                                 {"bought", words::chips(account.bought)},
                                 {"cashed", words::chips(account.cashed)},
                                 {"has", words::chips(account.kept)}}));
  }
  return lines;
}

}  // namespace

words::Said accounts_said(const Model& model) {
  const auto* evening = last_ledger(model);
  if (evening == nullptr) return said("no_accounts_yet");
  const auto* table = model.table();
  const auto all =
      table != nullptr ? accounts_at_table(*table) : accounts_in_break(model, *evening);
  std::vector<Chips> won;
  std::vector<words::Said> lines = lines_of(all, won);
  for (words::Said& line : newcomers_said(model)) lines.push_back(std::move(line));
  return lines.empty() ? said("no_accounts_yet") : words::in_lines(lines);
}

std::vector<words::Said> settlement_said(std::span<const Account> accounts) {
  std::vector<Chips> won;
  auto lines = lines_of(accounts, won);
  const auto payments = audit::fewest_payments(won);
  for (const audit::Payment& payment : payments)
    lines.push_back(said("evening_pays", {{"who", player(accounts[payment.from])},
                                          {"whom", player(accounts[payment.to])},
                                          {"n", words::chips(payment.chips)}}));
  if (payments.empty()) lines.push_back(said("evening_even"));
  return lines;
}

void conclude_evening(Model& model, SeatEffects& out) {
  if (model.account.ended) return;
  const auto* ledger_before = last_ledger(model);
  if (ledger_before == nullptr) {  // a guest that never sat down
    const auto why = model.account.plays_on ? said("left_before_sitting") : said("evening_over");
    return end_seat(model, {{"v", 1}, {"evening", nullptr}}, why.text(), out);
  }
  const proto::Evening evening = as_it_ends(model, *ledger_before);
  const auto lines = settlement_said(evening.accounts);
  std::vector<Chips> won;
  for (const Account& account : evening.accounts) won.push_back(audit::won(account));
  const audit::Settlement ledger{.evening = evening.id,
                                 .bank = evening.bank,
                                 .accounts = evening.accounts,
                                 .payments = audit::fewest_payments(won)};
  settle(model, evening);
  out.add(NoteEveningOver{evening.id});
  words::Json document{{"v", 1}, {"evening", match::as_json(ledger)}};
  out.tell("evening", document);
  out.say_on_page(words::in_lines(lines));
  const bool broke = !model.account.plays_on && state::is_bank_broke(evening);
  std::string text =
      model.account.plays_on
          ? "The evening is over for you, and the others play on. If it ended now, these payments "
            "would settle the accounts:"
      : broke ? said("evening_over_bank_broke").text() +
                    " These accounts are settled by these payments:"
              : "The evening is over for you. These accounts are settled by these payments:";
  for (const std::string& line : words::texts_of(lines)) text += "\n  " + line;
  end_seat(model, std::move(document), std::move(text), out);
}

}  // namespace fairdeal::seat
