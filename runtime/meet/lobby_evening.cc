#include <algorithm>

#include "base/check.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/name.h"
#include "runtime/meet/lobby.h"
#include "runtime/state/evening.h"

/// The host of an evening between two of its tables: it is the bank, and it says who sits down.

namespace fairdeal::meet {
namespace {

proto::Order::Kind kind_for(const Bank& bank, const proto::PublicKey& key) {
  using enum proto::Order::Kind;
  if (bank.chips(key) > 0) return top_up;
  return bank.owns_account(key) ? rebuy : buy_in;
}

state::RefusedOrder table_begins() {
  return {proto::OrderProblem::table_begins, "the next table begins: order after it"};
}

}  // namespace

bool HostLobby::is_stranger(const proto::PublicKey& key) const {
  return !evening_->bank.owns_account(key);
}

std::vector<Newcomer> HostLobby::newcomers() const {
  std::vector<Newcomer> all;
  if (!evening_) return all;
  for (const Visitor& visitor : visitors_)
    if (!visitor.waits && !is_person_asked_about(visitor.key))
      all.push_back({visitor.key, visitor.join.nickname, !is_stranger(visitor.key)});
  return all;
}

/// Returns the members who would sit down now: the host, then those of the last table, then others
/// who have an account, then newcomers, each in the order of their coming. So nobody who comes by a
/// link takes a place from somebody who plays this evening.
std::vector<const HostLobby::Guest*> HostLobby::sitting() const {
  if (!proposed_.empty()) return seated();
  const auto rank = [&](const Guest* guest) {
    const auto& key = guest->member.key.public_key();
    if (guest == &members_.front()) return 0;
    const auto& last = evening_->offer.last;
    if (last && std::ranges::any_of(last->seats, [&](const auto& m) { return m.key == key; }))
      return 1;
    return is_stranger(key) ? 3 : 2;
  };
  std::vector<const Guest*> sit;
  const auto spoils = [&](const proto::PublicKey& key) {
    const auto times = evening_->spoiled.find(key);
    return times != evening_->spoiled.end() && times->second >= kSpoiledMax;
  };
  for (const Guest& guest : members_)
    if (&guest == &members_.front() ||
        (evening_->bank.chips(guest.member.key) > 0 && !spoils(guest.member.key)))
      sit.push_back(&guest);
  std::ranges::stable_sort(sit, {}, rank);
  std::size_t accounts = terms_.evening->accounts.size();
  std::erase_if(sit, [&](const Guest* guest) {  // the ledger may be full
    return is_stranger(guest->member.key.public_key()) && ++accounts > proto::kAccountsMax;
  });
  if (sit.size() > terms_.evening->room) sit.resize(terms_.evening->room);
  return sit;
}

/// Returns the table that would begin now. Errors: bad_parameters, which says why there is none.
Result<EveningTable> HostLobby::next_table() const {
  if (evening_->bank.chips(key_.public_key()) == 0)
    return fail(Fault::bad_parameters, "you need chips to sit down: order some first");
  const auto sit = sitting();
  if (sit.size() < 2)
    return fail(Fault::bad_parameters, "the table begins when two people with chips are here");
  if (terms_.evening->withdrawn.size() >= proto::kWithdrawnMax)
    return fail(Fault::bad_parameters,
                "too many tables were proposed and not begun: end this evening, and open another");
  std::vector<proto::Member> here;
  for (const Guest* guest : sit) here.push_back(guest->member);
  const auto& last = evening_->offer.last;
  return evening_table(terms_, last ? &*last : nullptr, here, evening_->bank.orders_with(here));
}

Result<> HostLobby::propose_next(Instant now, LobbyEffects& out) {
  if (evening_->over_until) return fail(Fault::bad_parameters, "the evening is over");
  FD_TRY(const EveningTable table, next_table());
  evening_->placed.clear();
  for (const proto::Member& member : table.seats) evening_->placed.push_back(member.key);
  std::vector<const Guest*> all;
  for (const proto::PublicKey& key : evening_->placed) all.push_back(member(key));
  propose(table.terms, all, now, out);
  // A guest that is told to wait may not order any more: what is proposed has its orders.
  for (const Asked& asked : std::exchange(evening_->asked, {})) {
    out.news.push_back({.what = LobbyNews::What::answered, .key = asked.order.key});
    refuse_order(asked.order, table_begins(), out);
  }
  return {};
}

/// Returns whether the bank has lost all its chips, and has bought none in this break. It sits at
/// each table, so no table begins without them.
bool HostLobby::is_bank_broke() const {
  return evening_->offer.last && evening_->bank.chips(key_.public_key()) == 0;
}

/// Returns when the next table begins by itself or, if the bank has no chips, the evening ends.
Instant HostLobby::break_ends() const {
  if (is_bank_broke()) return evening_->buys_until;
  const Instant starts = evening_->offer.starts_at;
  return is_person_asked() ? std::max(starts, evening_->held_until) : starts;
}

/// Returns whether the bank's person is asked about a guest or about an order.
bool HostLobby::is_person_asked() const {
  return !evening_->asked.empty() || std::ranges::any_of(visitors_, &Visitor::waits);
}

/// Lets the break last while the bank's person reads a question, and tells all how long. Requires:
/// the question waits.
void HostLobby::hold_break(Instant now, LobbyEffects& out) {
  if (!evening_ || evening_->offer.starts_at == never() || !proposed_.empty()) return;
  const Instant before = break_ends();
  if (!evening_->held_max) evening_->held_max = std::max(before, now) + kAskedMax;
  evening_->held_until =
      std::max(evening_->held_until, std::min(now + kAskedWaits, *evening_->held_max));
  if (break_ends() != before) tell_gathering(out);
}

/// Returns the order of this guest about which the bank's person is asked; null if there is none.
const HostLobby::Asked* HostLobby::order_asked(const proto::PublicKey& of) const {
  if (!evening_) return nullptr;
  const auto& asked = evening_->asked;
  const auto order = std::ranges::find(asked, of, [](const Asked& one) { return one.order.key; });
  return order != asked.end() ? &*order : nullptr;
}

/// Returns until when questions to the bank's person hold the break; none if they do not.
std::optional<Instant> HostLobby::break_held() const {
  const bool goes_on = evening_ && !evening_->over_until && proposed_.empty() && !is_bank_broke();
  const Instant ends = goes_on ? break_ends() : never();
  if (ends == never() || ends <= evening_->offer.starts_at) return {};
  return ends;
}

/// Lets a break that was held until then go on as long as without the question that is settled now.
/// If it would be over, it lasts a little longer: all have seen another time. Returns whether it
/// ends at another time now.
bool HostLobby::release_break(std::optional<Instant> held) {
  if (!held || is_person_asked()) return false;
  const Instant least = std::min(latest_ + kBreakAgain, *held);
  evening_->offer.starts_at = std::max(evening_->offer.starts_at, least);
  return break_ends() != *held;
}

/// Gives a guest whose question is answered the time to go on, and tells all how long.
void HostLobby::go_on_after_answer(Instant now, LobbyEffects& out) {
  if (!evening_ || evening_->offer.starts_at == never() || !proposed_.empty()) return;
  const Instant until = std::min(now + kAnsweredWaits, evening_->held_max.value_or(never()));
  evening_->offer.starts_at = std::max(evening_->offer.starts_at, until);
  tell_gathering(out);
}

/// Returns how long the break lasts from now on; none if it waits for people.
std::optional<Duration> HostLobby::break_left() const {
  const Instant ends = break_ends();
  const bool may_begin = evening_->bank.chips(key_.public_key()) > 0 && sitting().size() > 1;
  const bool waits = !is_bank_broke() && !may_begin;
  if (!proposed_.empty() || evening_->over_until || waits || ends == never()) return {};
  return std::clamp(ends - latest_, Duration{1}, Duration{proto::kBreakLeftMax_ms});
}

/// Begins the next table at the end of the break, or waits for people. Ends the evening if the bank
/// has no chips.
void HostLobby::go_on(Instant now, LobbyEffects& out) {
  if (is_bank_broke()) {
    out.news.push_back({.what = LobbyNews::What::bank_broke});
    return end_evening(now, out);
  }
  if (!propose_next(now, out)) evening_->offer.starts_at = now + kBreakAgain;
}

void HostLobby::tell_if_ready(LobbyEffects& out) {
  if (!proposed_.empty() || evening_->over_until) return;
  const bool ready = next_table().has_value();
  if (std::exchange(evening_->ready, ready) || !ready) return;
  out.news.push_back({.what = LobbyNews::What::ready});
  BreakOffer& offer = evening_->offer;
  if (offer.starts_at == never() && offer.starts_ready_after)
    offer.starts_at = latest_ + *offer.starts_ready_after;
}

Result<> HostLobby::check_fits_evening(const proto::Join& join,
                                       const proto::PublicKey& from) const {
  if (join.witness) return fail(Fault::not_wanted, "this table has no place for a witness");
  if (auto problem = proto::name_problem(join.nickname); !problem.empty())
    return fail(Fault::not_wanted, std::move(problem));
  const auto taken = [&](const std::string& nickname) {
    return proto::same_name(nickname, join.nickname);
  };
  for (const Guest& guest : members_)
    if (taken(guest.member.nickname))
      return fail(Fault::not_wanted,
                  "somebody at this table is called that, or looks so: choose another --nickname");
  for (const proto::Account& account : terms_.evening->accounts)
    if (account.key != from && taken(account.nickname))
      return fail(Fault::not_wanted,
                  "somebody of this evening is called that, or looks so: choose another "
                  "--nickname");
  const auto strangers = std::ranges::count_if(
      members_, [&](const Guest& guest) { return is_stranger(guest.member.key.public_key()); });
  if (is_stranger(from) &&
      static_cast<std::size_t>(strangers) >= terms_.evening->room + kVisitorsMax)
    return fail(Fault::too_large, "the table is full");
  return {};
}

/// Lets a guest be here that has chips, or an account. A newcomer without chips has to order some
/// in the time in which it may read the terms.
Result<> HostLobby::let_sit(const proto::PublicKey& from, const Origin& origin,
                            const proto::Join& join, Instant now, LobbyEffects& out) {
  const auto visitor = std::ranges::find(visitors_, from, &Visitor::key);
  if (is_stranger(from) && evening_->bank.chips(from) == 0) {
    const Instant until =
        visitor != visitors_.end() && !visitor->waits ? visitor->until : now + kVisitMax;
    auto stays = join;
    stays.looks = true;  // until its order is signed
    return receive({from, origin, stays, false, until}, out);
  }
  if (visitor != visitors_.end()) visitors_.erase(visitor);
  out.keep |= evening_->bank.take_back_cash_out(from);
  seat(from, origin.host, join);
  out.news.push_back({LobbyNews::What::came, join.nickname, from});
  // It hears what it has ordered before its connection was lost, also while a table is proposed.
  tell_gathering(out);
  return {};
}

// ---- Orders

void HostLobby::refuse_order(const proto::Order& order, const state::RefusedOrder& refused,
                             LobbyEffects& out) const {
  const proto::RefuseOrder told{order.number, cut_text(refused.about), refused.why};
  if (order.key != key_.public_key())
    return out.outgoing.push_back({order.key, proto::encode(proto::Message(told))});
  out.news.push_back({.what = LobbyNews::What::order_refused,
                      .key = order.key,
                      .order = order,
                      .why = told.text,
                      .problem = told.why});
}

/// Takes in a guest's order: signs it, asks the person, or says why there is none. Errors: the
/// guest has no business here.
Result<> HostLobby::order(const proto::PublicKey& from, const proto::PlaceOrder& placed,
                          Instant now, LobbyEffects& out) {
  const auto visitor = std::ranges::find(visitors_, from, &Visitor::key);
  const bool reads = visitor != visitors_.end() && !visitor->waits;
  if (!here(from) && !reads)
    return fail(Fault::not_wanted, "an order of somebody who was not let in");
  const Asked asked{{from, placed.number, placed.kind, placed.chips}, placed.player};
  if (evening_->bank.has(asked.order)) {  // its answer was lost
    out.outgoing.push_back({from, proto::encode(proto::Message(gathering()))});
    return {};
  }
  if (!proposed_.empty()) {
    refuse_order(asked.order, table_begins(), out);
    return {};
  }
  if (evening_->bank.orders().size() >= Bank::kOrdersOfOthersMax) {
    std::vector<proto::PublicKey> are_here;
    for (const Guest& guest : members_) are_here.push_back(guest.member.key);
    evening_->bank.forget_strangers(are_here);
  }
  if (const auto problem = order_problem(asked)) {
    refuse_order(asked.order, *problem, out);
    return {};
  }
  if (!evening_->offer.asks) {
    sign_order(asked, out);
    return {};
  }
  // The person says yes to the order that is shown, so no other one takes its place.
  auto& waiting = evening_->asked;
  const auto before =
      std::ranges::find(waiting, from, [](const Asked& one) { return one.order.key; });
  if (before != waiting.end() && before->order == asked.order) return {};
  if (before != waiting.end()) {
    refuse_order(asked.order,
                 {proto::OrderProblem::another_waits,
                  "the bank's person is asked about your order before this one"},
                 out);
    return {};
  }
  waiting.push_back(asked);
  if (reads && !std::exchange(visitor->extended, true)) visitor->until = now + kOrderWaitsMax;
  out.news.push_back({.what = LobbyNews::What::asks_order,
                      .nickname = nickname(from),
                      .key = from,
                      .order = asked.order});
  hold_break(now, out);
  return {};
}

/// Checks an order and, of a newcomer who gets a place by it, the nickname: another newcomer of the
/// same name may have come meanwhile. Returns why it may not be; none if it may.
std::optional<state::RefusedOrder> HostLobby::order_problem(const Asked& asked) const {
  using enum proto::OrderProblem;
  const auto visitor = std::ranges::find(visitors_, asked.order.key, &Visitor::key);
  if (visitor != visitors_.end())
    if (const auto fits = check_fits_evening(visitor->join, asked.order.key); !fits)
      return state::RefusedOrder{fits.error().fault == Fault::too_large ? no_room : name_taken,
                                 fits.error().about};
  return evening_->bank.problem(asked.order, asked.player);
}

/// Signs an order, and gives a newcomer its place. Requires: order_problem() returns none.
void HostLobby::sign_order(const Asked& asked, LobbyEffects& out) {
  const proto::PublicKey& from = asked.order.key;
  evening_->bank.sign(asked.order, asked.player);
  out.keep = true;
  const auto visitor = std::ranges::find(visitors_, from, &Visitor::key);
  if (visitor != visitors_.end()) {
    const Visitor comes = *visitor;
    visitors_.erase(visitor);
    seat(from, comes.origin.host, comes.join);
    out.news.push_back({LobbyNews::What::came, comes.join.nickname, from});
  }
  out.news.push_back({.what = LobbyNews::What::ordered,
                      .nickname = nickname(from),
                      .key = from,
                      .order = asked.order});
  tell_gathering(out);
}

Result<LobbyEffects> HostLobby::answer_order(const Asked& asked, bool yes) {
  LobbyEffects out;
  const auto held_until = break_held();
  std::erase_if(evening_->asked, [&](const Asked& one) { return one.order == asked.order; });
  out.news.push_back({LobbyNews::What::answered, nickname(asked.order.key), asked.order.key});
  // The bank's person may say yes late, when the rules allow the order no more.
  const auto problem =
      yes ? order_problem(asked)
          : state::RefusedOrder{proto::OrderProblem::bank_said_no, "the bank's person said no"};
  if (problem)
    refuse_order(asked.order, *problem, out);
  else
    sign_order(asked, out);
  if (yes && !problem)
    go_on_after_answer(latest_, out);
  else if (release_break(held_until))
    tell_gathering(out);
  return out;
}

Result<LobbyEffects> HostLobby::order(proto::Chips chips, Instant now) {
  if (!evening_) return fail(Fault::bad_parameters, "this table is of no evening");
  latest_ = now;
  const proto::PublicKey me = key_.public_key();
  const auto& orders = evening_->bank.orders();
  const auto* account = state::account_of(terms_.evening->accounts, me);
  const auto before = std::ranges::count_if(
      orders, [&](const proto::SignedOrder& order) { return order.order.key == me; });
  const proto::Order order{
      .key = me,
      .number = (account != nullptr ? account->orders : 0) + static_cast<std::uint32_t>(before) + 1,
      .kind = kind_for(evening_->bank, me),
      .chips = chips};
  const Asked asked{order, proto::sign_order({terms_.evening->id, terms_.continues}, order, key_)};
  LobbyEffects out;
  auto problem = evening_->bank.problem(order, asked.player);
  if (!proposed_.empty()) problem = table_begins();
  if (evening_->over_until)
    problem = state::RefusedOrder{proto::OrderProblem::evening_over, "the evening is over"};
  if (problem) {
    refuse_order(order, *problem, out);
    return out;
  }
  if (is_bank_broke())  // all see that the evening goes on
    evening_->offer.starts_at = std::max(evening_->offer.starts_at, now + kBreakAgain);
  sign_order(asked, out);
  return out;
}

Bytes HostLobby::kept() const {
  proto::Gathering kept = gathering();
  kept.break_left.reset();  // a break begins anew when its bank comes back
  return proto::encode(proto::Message(kept));
}

// ---- The end

void HostLobby::tell_over(const proto::PublicKey& peer, Instant now, LobbyEffects& out) {
  evening_->told_over.insert(peer);
  send_away(peer, proto::Refusal::over, "the evening is over", now, out);
}

/// Ends once all people of the last table know that the evening is over, or the time for that is.
void HostLobby::end_if_told(Instant now, LobbyEffects& out) {
  if (!evening_ || !evening_->over_until) return;
  const auto& last = evening_->offer.last;
  const bool all = !last || std::ranges::all_of(last->seats, [&](const proto::Member& member) {
    const proto::PublicKey& key = member.key.public_key();
    return key == key_.public_key() || evening_->told_over.contains(key);
  });
  if (now < *evening_->over_until && !(all && leaving_.empty())) return;
  evening_->over_until = never();
  out.news.push_back({.what = LobbyNews::What::over});
}

LobbyEffects HostLobby::close(Instant now) {
  LobbyEffects out;
  if (evening_) end_evening(now, out);
  return out;
}

void HostLobby::end_evening(Instant now, LobbyEffects& out) {
  evening_->over_until = now + kOverStays;
  std::vector<proto::PublicKey> here;
  for (const Guest& guest : std::span(members_).subspan(1)) here.push_back(guest.member.key);
  for (const Visitor& visitor : visitors_) here.push_back(visitor.key);
  for (const proto::PublicKey& peer : here) tell_over(peer, now, out);
  end_if_told(now, out);
}

}  // namespace fairdeal::meet
