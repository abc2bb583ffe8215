#pragma once

#include <span>
#include <string>
#include <vector>

#include "ui/seat/effects.h"
#include "ui/seat/model.h"

/// An evening of tables as a seat's person sees it: what they order, and how it ends.

namespace fairdeal::seat {

/// Returns whether the table that gathers, or that is played, is of an evening.
bool is_of_evening(const Model& model);
/// Returns whether the next break of an evening has not been shown to this seat yet.
bool waits_for_break(const Model& model);
/// Returns the account of this seat in the break that is shown; null if it has none.
const proto::Account* own_account(const Model& model);

/// Adds the lines about this seat's account to those of the terms: as it is shown and, if it was
/// last seen otherwise, as it was seen.
void add_account_lines(const Model& model, std::vector<words::Said>& lines);

/// Returns whether this guest's program agrees to the terms of the break that is shown without a
/// question; and whether it must not do so although `--accept` says that nobody is asked.
bool agrees_by_itself(const Model& model);
bool must_ask(const Model& model);
/// Returns whether a person answers the question about the terms by the chips that they buy, as in
/// "buyin500", and notes the number.
bool takes_buy_in(Model& model, const std::string& line);
/// Orders the chips with which this guest sits down, now that it has agreed; or says how to order
/// some. Cashes out if the person wanted that.
void sit_with_chips(Model& model, SeatEffects& out);
/// Does what the host's person wanted of this break before it began.
void open_break(Model& model, SeatEffects& out);
/// Notes the chips that the person wishes for the next break.
void wish_for(Model& model, proto::Chips chips);
/// Takes up what this machine has kept of the person's wish for the break of this evening, which is
/// shown to a guest for the first time.
void take_up_wish(Model& model, const proto::Evening& evening, SeatEffects& out);
/// Returns the wish for a break with what was sent to the bank and has no answer yet: a program
/// that is started again has to see to both.
EveningWish unanswered_wish(const Model& model);
/// Makes the wish for the next break durable if it is another one than the disk has.
void note_wish(Model& model, SeatEffects& out);
/// Says, after a restart, what the person wished for the next break.
void tell_wish(const Model& model, SeatEffects& out);
/// Notes when the break is over, and tells a guest what has changed about the bank's chips.
void note_break(Model& model, std::optional<Duration> left, SeatEffects& out);
/// Tells a guest that the bank has no chips left, so that the evening may end, or that it has some
/// again: once each.
void tell_bank(Model& model, SeatEffects& out);
/// Says again that the evening ends for want of the bank's chips, once that is near.
void tell_end_is_near(Model& model, SeatEffects& out);
/// Tells a guest that the bank has not answered for a while what they ordered: its person may be
/// asked about it.
void tell_order_waits(Model& model, SeatEffects& out);
/// Tells a person at a table that they have no chips left, once. `now`: the game between two hands.
void tell_no_chips(Model& model, const rules::AnyGame& now, SeatEffects& out);

/// Returns who has come to the break of this host's evening, and does not sit down yet.
std::vector<words::Said> newcomers_said(const Model& model);
/// Tells the host of an evening about them, each once: not about those whose programs buy chips at
/// once.
void tell_newcomers(Model& model, SeatEffects& out);

/// Takes in news of an order, or of the end of the evening.
void hear_evening(Model& model, const meet::LobbyNews& news, SeatEffects& out);
/// Orders so many chips in a break that is shown. Notes the wish for the next break while a table
/// is played, and before the break after it is shown.
void order_typed(Model& model, const std::string& typed, SeatEffects& out);
/// Orders the chips of a line that is a number alone, where the person was asked for one. Returns
/// whether it was.
bool takes_number(Model& model, const std::string& line, SeatEffects& out);
/// Takes back what the person has ordered for the next break, and that they leave.
void take_back(Model& model, SeatEffects& out);
/// Returns the question whether a person at a terminal means to leave; nothing if it can be taken
/// back, or costs nothing.
words::Said leave_question(const Model& model);
/// Returns whether this seat's person has an account, as far as it is known.
bool has_account(const Model& model);
/// Leaves the evening: cashes out; or ends it, at the bank.
void leave_evening(Model& model, SeatEffects& out);

/// A page shows so many tables of an evening at most: more than are played in a night.
inline constexpr std::size_t kPastTablesMax = 60;
/// Returns the tables of this evening that are over, in their order, as far as this program has
/// seen their accounts: none that were played before it came, or before a restart.
std::vector<PastTable> past_tables(const Model& model);

/// Returns the evening as a page shows it; nothing if none is known.
std::optional<front::message::Evening> evening_facts(const Model& model);

/// Begins a table of an evening: a person whose bank did not sign that they cash out leaves after
/// it.
void begin_table(Model& model, SeatEffects& out);

/// Concludes an evening with who owes whom.
void conclude_evening(Model& model, SeatEffects& out);
/// Returns the accounts as they are now: at the table, or in the break with the orders that the
/// bank has signed.
words::Said accounts_said(const Model& model);
/// Returns who has won and lost how much so far, and who owes whom.
std::vector<words::Said> settlement_said(std::span<const proto::Account> accounts);

}  // namespace fairdeal::seat
