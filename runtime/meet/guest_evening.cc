#include <algorithm>

#include "base/check.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/meet/lobby.h"
#include "runtime/state/charter.h"
#include "runtime/state/evening.h"
#include "runtime/state/terms.h"

/// A guest of an evening between two of its tables. It signs nothing that does not follow from what
/// it knows: its orders, the accounts, and the tables that it has signed before.

namespace fairdeal::meet {
namespace {

bool contains(const std::vector<proto::Order>& orders, const proto::Order& order) {
  return std::ranges::find(orders, order) != orders.end();
}

}  // namespace

std::string evening_file(const proto::Digest& evening, const proto::PublicKey& whose,
                         EveningFile what) {
  return "evening-" + evening.hex() + "-" + whose.hex() +
         (what == EveningFile::bank ? ".bank" : ".guest");
}

Bytes encode(const EveningMemory& memory) {
  return proto::encode(proto::Message(proto::Gathering{memory.terms, {}}));
}

Result<proto::Gathering> read_evening(ByteSpan file) {
  FD_TRY(auto message, proto::decode_message(file));
  auto* gathering = std::get_if<proto::Gathering>(&message);
  if (gathering == nullptr || !gathering->terms.evening)
    return fail(Fault::damaged, "the file of an evening");
  return std::move(*gathering);
}

const proto::Account* GuestLobby::account() const {
  if (!gathering_ || !gathering_->terms.evening) return nullptr;
  return state::account_of(gathering_->terms.evening->accounts, key_.public_key());
}

/// Looks up what this guest remembers of the evening that it is shown first.
void GuestLobby::remember_evening(const proto::Digest& evening) {
  for (const EveningMemory& known : remembered_)
    if (known.terms.evening->id == evening) memory_ = known;
}

/// Returns the break that is shown, if this guest has seen the table before it end; else null.
const EveningBreak* GuestLobby::seen(const proto::Terms& shown) const {
  const bool has_seen =
      memory_ && memory_->last && memory_->last->terms.continues == shown.continues;
  return has_seen ? &*memory_->last : nullptr;
}

/// Returns whether these terms are of a later break than those that were shown first.
bool GuestLobby::is_of_later_break(const proto::Terms& terms) const {
  if (!gathering_ || !gathering_->terms.evening || !terms.evening) return false;
  const proto::Evening &shown = *gathering_->terms.evening, &now = *terms.evening;
  return shown.id == now.id && now.table > shown.table;
}

/// Returns this guest's orders among those of the break. Errors: bad_parameters (the guest has not
/// signed one of them, or the bank has refused it before).
Result<std::vector<proto::Order>> GuestLobby::own_orders(const proto::Terms& terms) const {
  const proto::Evening& evening = *terms.evening;
  const proto::Break at{evening.id, terms.continues};
  std::vector<proto::Order> own;
  for (const proto::SignedOrder& order : evening.orders) {
    if (order.order.key != key_.public_key()) continue;
    if (!order_signed(at, order.order, key_.public_key(), order.player) ||
        !order_signed(at, order.order, evening.bank, order.bank) ||
        contains(refused_orders_, order.order))
      return fail(Fault::bad_parameters,
                  "an order in the name of this guest, who has not given it");
    own.push_back(order.order);
  }
  return own;
}

/// Checks that the break that is shown does not lie before one that this guest knows. Otherwise a
/// table that was played would count for nothing, as its losers would like.
Result<> GuestLobby::check_not_before(const proto::Terms& shown) const {
  if (!memory_) return {};
  const proto::Terms& known = memory_->terms;
  const bool is_before =
      shown.evening->table < known.evening->table ||
      (shown.evening->table == known.evening->table && shown.continues != known.continues);
  if (!is_before) return {};
  return fail(Fault::bad_parameters, "table " + std::to_string(shown.evening->table) +
                                         " of this evening anew: this guest knows another one");
}

/// Takes in the ledger of a break, and the bank's answer to an order.
Result<> GuestLobby::take_break(const proto::Gathering& gathering, LobbyEffects& out) {
  const proto::Terms& terms = gathering.terms;
  if (terms.evening->bank != host_)
    return fail(Fault::bad_parameters, "an evening of which another one than the host is the bank");
  if (!gathering_) remember_evening(terms.evening->id);
  FD_TRY(check_not_before(terms));
  if (const EveningBreak* last = seen(terms)) FD_TRY(state::check_same(last->terms, terms));
  FD_TRY(auto own, own_orders(terms));
  for (const proto::Order& order : own)
    if (!contains(orders_, order))
      out.news.push_back({.what = LobbyNews::What::ordered, .order = order});
  // A cash-out replaces the orders before it, and is forgotten if the guest comes back.
  using enum proto::Order::Kind;
  const bool leaves = !own.empty() && own.back().kind == cash_out;
  for (const proto::Order& order : orders_)
    if (!contains(own, order) && !leaves && order.kind != cash_out)
      out.news.push_back({.what = LobbyNews::What::order_lost, .order = order});
  orders_ = std::move(own);
  if (!placed_) return {};
  if (contains(orders_, *placed()))
    placed_.reset();
  else if (std::exchange(places_again_, false))
    out.outgoing.push_back({host_, proto::encode(proto::Message(*placed_))});
  return {};
}

std::optional<proto::Order> GuestLobby::placed() const {
  if (!placed_) return {};
  return proto::Order{key_.public_key(), placed_->number, placed_->kind, placed_->chips};
}

bool GuestLobby::goes_on_as_seen() const {
  if (!gathering_ || !gathering_->terms.evening) return false;
  const auto is_known = [&](const proto::Order& order) { return contains(known_orders_, order); };
  return seen(gathering_->terms) != nullptr && std::ranges::all_of(orders_, is_known);
}

/// Notes that the person, or the program that has seen all, has agreed to the break that is shown.
void GuestLobby::confirm_break() {
  EveningMemory now{gathering_->terms};
  now.terms.evening->orders.clear();
  now.terms.evening->withdrawn.clear();
  if (memory_ && memory_->terms.continues == now.terms.continues) {
    now.terms.evening->withdrawn = memory_->terms.evening->withdrawn;
    now.last = memory_->last;
  }
  memory_ = std::move(now);
}

/// Checks the table that is proposed against what this guest knows: the accounts, its own orders,
/// and the tables that it has signed in this break.
Result<> GuestLobby::check_next_table(const proto::Charter& charter) const {
  const proto::Terms& shown = gathering_->terms;
  if (charter.witnesses.size() != shown.witnesses)
    return fail(Fault::bad_parameters, "members other than those who came");
  FD_TRY(check_evening_table(shown, seen(shown), charter));
  FD_TRY(const auto own, own_orders(state::terms_of(charter)));
  if (own != orders_)
    return fail(Fault::bad_parameters, "other orders of this guest than the bank has signed");
  if (!memory_ || memory_->terms.continues != shown.continues) return {};
  for (const proto::Digest& table : memory_->terms.evening->withdrawn)
    if (std::ranges::count(charter.evening->withdrawn, table) == 0)
      return fail(Fault::bad_parameters,
                  "a second table that goes on from the last one: this guest has signed another, "
                  "which is not withdrawn");
  return {};
}

// ---- Orders

Result<LobbyEffects> GuestLobby::order(proto::Chips chips) {
  using enum proto::Order::Kind;
  const proto::Account* has = account();
  const bool none = has == nullptr || has->kept == 0;
  const bool first = none && orders_.empty();
  proto::Order order{.key = key_.public_key(),
                     .kind = !first           ? top_up
                             : has == nullptr ? buy_in
                                              : rebuy,
                     .chips = chips};
  order.number =
      (has != nullptr ? has->orders : 0) + static_cast<std::uint32_t>(orders_.size()) + 1;
  return place(order);
}

Result<LobbyEffects> GuestLobby::cash_out() {
  const proto::Account* has = account();
  if (has == nullptr || has->kept == 0)
    return fail(Fault::bad_parameters, "there are no chips in this guest's account");
  return place({.key = key_.public_key(),
                .number = has->orders + 1,
                .kind = proto::Order::Kind::cash_out,
                .chips = has->kept});
}

Result<LobbyEffects> GuestLobby::place(proto::Order order) {
  if (!gathering_ || !gathering_->terms.evening)
    return fail(Fault::bad_parameters, "this table is of no evening");
  if (formed_ || proposal_)
    return fail(Fault::bad_parameters, "the next table begins: order after it");
  if (placed_)
    return fail(Fault::bad_parameters, "the bank has not answered the order before this one yet");
  if (order.chips < 1 || order.chips > proto::kAccountChipsMax)
    return fail(Fault::bad_parameters, "that is no number of chips");
  const proto::Terms& terms = gathering_->terms;
  placed_ = proto::PlaceOrder{order.number, order.kind, order.chips,
                              proto::sign_order({terms.evening->id, terms.continues}, order, key_)};
  known_orders_.push_back(order);
  std::erase(refused_orders_, order);  // the person wants it again
  return LobbyEffects{{{host_, proto::encode(proto::Message(*placed_))}}, false};
}

Result<LobbyEffects> GuestLobby::handle(const proto::RefuseOrder& refused) {
  if (!placed_ || refused.number != placed_->number) return LobbyEffects{};  // it is answered
  const proto::Order order = *placed();
  placed_.reset();
  std::erase(known_orders_, order);
  refused_orders_.push_back(order);
  LobbyEffects out;
  out.news.push_back({.what = LobbyNews::What::order_refused,
                      .order = order,
                      .why = refused.text,
                      .problem = refused.why});
  return out;
}

}  // namespace fairdeal::meet
