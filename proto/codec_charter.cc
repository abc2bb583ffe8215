#include <limits>

#include "proto/codec.h"
#include "proto/envelope_wire.h"
#include "proto/wire.h"

namespace fairdeal::proto {
namespace {

// ---- Charter

wire::Member to_wire(const Member& member) {
  wire::Member out;
  out.set_key(str(member.key.public_key().bytes));
  out.set_nickname(member.nickname);
  return out;
}

Result<PublicKey> public_key(const std::string& in) {
  FD_TRY(const auto key, fixed<PublicKey::kBytes>(in, "identity key"));
  return PublicKey{key};
}

Result<Member> from_wire(const wire::Member& in) {
  FD_TRY(const auto key, public_key(in.key()));
  FD_TRY(auto nickname, label(in.nickname(), kNicknameBytesMax, "nickname"));
  return Member{key, std::move(nickname)};
}

/// Stands for kUntimed on the wire. As a number of milliseconds it would be 49 days, which is above
/// every time that terms may have.
constexpr std::uint32_t kUntimedOnWire = std::numeric_limits<std::uint32_t>::max();

Result<Chips> chips(std::uint64_t in, std::int64_t max, const char* what) {
  if (in > static_cast<std::uint64_t>(max)) return fail(Fault::too_large, what);
  return static_cast<Chips>(in);
}

Result<Account> from_wire(const wire::Account& in) {
  Account out{.orders = in.orders()};
  FD_TRY(out.key, public_key(in.key()));
  FD_TRY(out.nickname, label(in.nickname(), kNicknameBytesMax, "nickname"));
  FD_TRY(out.bought, chips(in.bought(), kAccountChipsMax, "chips of an account"));
  FD_TRY(out.cashed, chips(in.cashed(), kAccountChipsMax, "chips of an account"));
  FD_TRY(out.kept, chips(in.kept(), kAccountChipsMax, "chips of an account"));
  return out;
}

Result<SignedOrder> from_wire(const wire::Order& in) {
  SignedOrder out;
  FD_TRY(out.order, order_from_wire(in.number(), in.kind(), in.chips()));
  FD_TRY(out.order.key, public_key(in.key()));
  FD_TRY(out.player, signature(in.player()));
  FD_TRY(out.bank, signature(in.bank()));
  return out;
}

Result<Evening> from_wire(const wire::Evening& in) {
  if (static_cast<std::size_t>(in.accounts_size()) > kAccountsMax ||
      static_cast<std::size_t>(in.orders_size()) > kOrdersMax ||
      static_cast<std::size_t>(in.withdrawn_size()) > kWithdrawnMax)
    return fail(Fault::too_large, "accounts, orders or withdrawn tables of an evening");
  Evening out;
  FD_TRY(out.id, digest(in.id(), "id of an evening"));
  FD_TRY(out.bank, public_key(in.bank()));
  FD_TRY(out.buy_in_min, chips(in.buy_in_min(), kOrderChipsMax, "least buy-in"));
  FD_TRY(out.buy_in_max, chips(in.buy_in_max(), kOrderChipsMax, "largest buy-in"));
  if (in.room() == 0 || in.room() > kSeatsMax) return fail(Fault::too_large, "room of an evening");
  out.room = in.room();
  if (in.table() == 0) return fail(Fault::not_canonical, "number of a table");
  out.table = in.table();
  FD_TRY(out.withdrawn, each(in.withdrawn(), [](const std::string& table) {
           return digest(table, "table that was withdrawn");
         }));
  FD_TRY(out.accounts, each(in.accounts(), [](const auto& account) { return from_wire(account); }));
  FD_TRY(out.orders, each(in.orders(), [](const auto& order) { return from_wire(order); }));
  for (std::size_t i = 1; i < out.accounts.size(); ++i)
    if (!(out.accounts[i - 1].key < out.accounts[i].key))
      return fail(Fault::not_canonical, "accounts out of order");
  for (std::size_t i = 1; i < out.orders.size(); ++i) {
    const Order &before = out.orders[i - 1].order, &order = out.orders[i].order;
    if (!(std::pair(before.key, before.number) < std::pair(order.key, order.number)))
      return fail(Fault::not_canonical, "orders out of order");
  }
  return out;
}

/// Reads the fields that a Charter and Terms have in common.
template <class In, class Out>
Result<> read_common(const In& in, Out& out) {
  FD_TRY(out.module, label(in.module(), kNicknameBytesMax, "module name"));
  FD_TRY(out.module_version, label(in.module_version(), kNicknameBytesMax, "module version"));
  FD_TRY(out.rules, digest(in.rules(), "digest of the rules"));
  FD_TRY(out.interpreter, label(in.interpreter(), kNicknameBytesMax, "interpreter"));
  FD_TRY(out.params, bounded(in.params(), kParamsBytesMax, "parameters"));
  out.quorum = in.quorum();
  out.recovery = in.recovery();
  if (in.randomness() > 1) return fail(Fault::not_canonical, "kind of randomness");
  out.randomness = static_cast<Randomness>(in.randomness());
  if (!in.has_pace()) return fail(Fault::not_canonical, "terms without a pace");
  const auto& pace = in.pace();
  out.pace = {{pace.work()},      {pace.move()},  {pace.increment()}, {pace.bank()},
              {pace.reconnect()}, {pace.round()}, pace.absences(),    pace.careful()};
  if (pace.move() == kUntimedOnWire) out.pace.move = kUntimed;
  if (in.has_evening()) {
    FD_TRY(out.evening, from_wire(in.evening()));
  }
  if (in.continues().empty()) return {};
  FD_TRY(out.continues, digest(in.continues(), "match that is continued"));
  if (out.continues == Digest{}) return fail(Fault::not_canonical, "match that is continued");
  return {};
}

Result<Charter> from_wire(const wire::Charter& in) {
  if (static_cast<std::size_t>(in.seats_size()) > kSeatsMax ||
      static_cast<std::size_t>(in.witnesses_size()) > kWitnessesMax)
    return fail(Fault::too_large, "members of a table");
  Charter out;
  FD_TRY(out.seats, each(in.seats(), [](const auto& m) { return from_wire(m); }));
  FD_TRY(out.witnesses, each(in.witnesses(), [](const auto& m) { return from_wire(m); }));
  FD_TRY(read_common(in, out));
  FD_TRY(out.nonce, fixed<32>(in.nonce(), "nonce"));
  return out;
}

void to_wire(const Pace& pace, wire::Pace& out) {
  const auto ms = [](Duration d) { return static_cast<std::uint32_t>(d.ms); };
  out.set_work(ms(pace.work));
  out.set_move(pace.untimed() ? kUntimedOnWire : ms(pace.move));
  out.set_increment(ms(pace.increment));
  out.set_bank(ms(pace.bank));
  out.set_reconnect(ms(pace.reconnect));
  out.set_round(ms(pace.round));
  out.set_absences(pace.absences);
  out.set_careful(pace.careful);
}

void to_wire(const SignedOrder& order, wire::Order& out) {
  out.set_key(str(order.order.key.bytes));
  out.set_number(order.order.number);
  out.set_kind(static_cast<std::uint32_t>(order.order.kind));
  out.set_chips(static_cast<std::uint64_t>(order.order.chips));
  out.set_player(str(order.player.bytes));
  out.set_bank(str(order.bank.bytes));
}

void to_wire(const Evening& evening, wire::Evening& out) {
  const auto number = [](Chips chips) { return static_cast<std::uint64_t>(chips); };
  out.set_id(str(evening.id.bytes));
  out.set_bank(str(evening.bank.bytes));
  out.set_buy_in_min(number(evening.buy_in_min));
  out.set_buy_in_max(number(evening.buy_in_max));
  out.set_room(evening.room);
  out.set_table(evening.table);
  for (const Digest& table : evening.withdrawn) out.add_withdrawn(str(table.bytes));
  for (const Account& account : evening.accounts) {
    wire::Account& to = *out.add_accounts();
    to.set_key(str(account.key.bytes));
    to.set_nickname(account.nickname);
    to.set_orders(account.orders);
    to.set_bought(number(account.bought));
    to.set_cashed(number(account.cashed));
    to.set_kept(number(account.kept));
  }
  for (const SignedOrder& order : evening.orders) to_wire(order, *out.add_orders());
}

template <class In, class Out>
void write_common(const In& in, Out& out) {
  out.set_module(in.module);
  out.set_module_version(in.module_version);
  out.set_rules(str(in.rules.bytes));
  if (!in.interpreter.empty()) out.set_interpreter(in.interpreter);
  out.set_params(in.params);
  out.set_quorum(in.quorum);
  out.set_recovery(in.recovery);
  out.set_randomness(static_cast<std::uint32_t>(in.randomness));
  to_wire(in.pace, *out.mutable_pace());
  if (in.continues != Digest{}) out.set_continues(str(in.continues.bytes));
  if (in.evening) to_wire(*in.evening, *out.mutable_evening());
}

}  // namespace

Result<Order> order_from_wire(std::uint32_t number, std::uint32_t kind, std::uint64_t chips) {
  if (number == 0 || kind > static_cast<std::uint32_t>(Order::Kind::cash_out))
    return fail(Fault::not_canonical, "order");
  if (chips == 0 || chips > static_cast<std::uint64_t>(kAccountChipsMax))
    return fail(Fault::too_large, "chips of an order");
  return Order{
      .number = number, .kind = static_cast<Order::Kind>(kind), .chips = static_cast<Chips>(chips)};
}

// ---- Terms

void terms_to_wire(const Terms& terms, wire::Terms& out) {
  write_common(terms, out);
  out.set_seats(terms.seats);
  out.set_witnesses(terms.witnesses);
}

Result<Terms> terms_from_wire(const wire::Terms& in) {
  Terms out;
  FD_TRY(read_common(in, out));
  out.seats = in.seats();
  out.witnesses = in.witnesses();
  return out;
}

// ---- Charters

Bytes encode(const Charter& charter) {
  wire::Charter out;
  write_common(charter, out);
  for (const Member& member : charter.seats) *out.add_seats() = to_wire(member);
  for (const Member& member : charter.witnesses) *out.add_witnesses() = to_wire(member);
  out.set_nonce(str(charter.nonce));
  return serialize(out);
}

Result<Charter> decode_charter(ByteSpan bytes) {
  FD_TRY(const auto in, parse<wire::Charter>(bytes));
  return from_wire(in);
}

Result<SignedCharter> signed_charter(Bytes raw, std::vector<Signature> signatures) {
  FD_TRY(Charter charter, decode_charter(raw));
  if (signatures.size() != charter.validators())
    return fail(Fault::bad_signature, "terms of a table: not one signature for each member");
  return SignedCharter{std::move(raw), std::move(charter), std::move(signatures)};
}

wire::SignedCharter signed_charter_to_wire(const SignedCharter& charter) {
  wire::SignedCharter out;
  out.set_charter(str(charter.raw));
  for (const Signature& s : charter.signatures) out.add_signatures(str(s.bytes));
  out.set_script(charter.script);
  return out;
}

Result<SignedCharter> signed_charter_from_wire(const wire::SignedCharter& in) {
  FD_TRY(auto signatures, each(in.signatures(), signature));
  FD_TRY(SignedCharter out, signed_charter(to_bytes(in.charter()), std::move(signatures)));
  FD_TRY(out.script, bounded(in.script(), kScriptBytesMax, "script"));
  if (!out.script.empty() && script_digest(out.script) != out.charter.rules)
    return fail(Fault::not_canonical, "a script other than the charter names");
  return out;
}

Digest script_digest(std::string_view text) { return crypto::hash("script", as_bytes(text)); }

}  // namespace fairdeal::proto
