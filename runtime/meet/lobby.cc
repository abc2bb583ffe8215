#include "runtime/meet/lobby.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/encode.h"
#include "crypto/hash.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/key_words.h"
#include "proto/limits.h"
#include "proto/name.h"
#include "rules/params.h"
#include "rules/registry.h"
#include "runtime/meet/next_match.h"
#include "runtime/state/charter.h"
#include "runtime/state/rules_digest.h"
#include "runtime/state/terms.h"

namespace fairdeal::meet {
namespace {

/// Returns all terms of an offer, with the game's parameters complete and in their one text.
Result<proto::Terms> terms_offered(const Offer& offer) {
  FD_TRY(const rules::Module* module, rules::find_module(offer.module));
  FD_TRY(const rules::Json given, rules::parse_json(offer.params, proto::kParamsBytesMax));
  FD_TRY(const rules::Json complete, rules::complete_params(module->info(), given));
  proto::Terms terms{.module = offer.module,
                     .module_version = module->info().version,
                     .rules = state::rules_digest(*module),
                     .interpreter = state::interpreter_of(*module),
                     .params = rules::text(complete),
                     .seats = static_cast<std::uint32_t>(offer.seats),
                     .witnesses = static_cast<std::uint32_t>(offer.witnesses)};
  state::set_defaults(terms);
  if (offer.terms) offer.terms(terms);
  FD_TRY(state::start_game(terms));
  return terms;
}

}  // namespace

ByteArray<32> nonce_of(std::span<const ByteArray<32>> parts) {
  Writer all;
  for (const auto& part : parts) all.raw(part);
  return crypto::hash("nonce", all.bytes()).bytes;
}

// ---- Host

Result<HostLobby> HostLobby::create(const Offer& offer, const crypto::SigningKey& key,
                                    std::string nickname, Rng& rng) {
  FD_TRY(auto terms, terms_offered(offer));
  if (nickname.size() > proto::kNicknameBytesMax)
    return fail(Fault::bad_parameters, "nickname too long");
  // An empty nickname is allowed: the caller only asks whether such a table is possible.
  if (!nickname.empty())
    if (auto problem = proto::name_problem(nickname); !problem.empty())
      return fail(Fault::bad_parameters, std::move(problem));
  if (terms.evening.has_value() != offer.evening.has_value() ||
      (terms.evening && terms.evening->bank != key.public_key()))
    return fail(Fault::bad_parameters, "the host of an evening is its bank");
  HostLobby lobby(std::move(terms), offer, key, rng);
  Guest me{.member = {key.public_key(), std::move(nickname)}, .address = "", .witness = false};
  lobby.members_.push_back(std::move(me));
  // Others would refuse a Gathering that does not decode, such as one with a nickname that is no
  // text.
  FD_TRY(proto::decode_message(proto::encode(proto::Message(lobby.gathering()))));
  LobbyEffects alone;
  if (lobby.full()) lobby.propose({}, alone);
  return lobby;
}

proto::Gathering HostLobby::gathering() const {
  proto::Gathering gathering{terms_, {}, {}, admission_.policy(), secret_, relays_, chat_, watch_};
  gathering.script = script_offered();
  if (!evening_) {
    for (const Guest& guest : members_)
      (guest.witness ? gathering.watching : gathering.nicknames).push_back(guest.member.nickname);
    return gathering;
  }
  gathering.terms.evening->orders = evening_->bank.orders();
  gathering.asks = evening_->offer.asks;
  gathering.break_left = break_left();
  auto sit = sitting();  // the seats of a proposed table may begin with anybody
  std::ranges::stable_partition(sit, [&](const Guest* one) { return one == &members_.front(); });
  for (const Guest* guest : sit) gathering.nicknames.push_back(guest->member.nickname);
  for (const Guest& guest : members_)
    if (std::ranges::count(sit, &guest) == 0 && gathering.standing.size() < proto::kStandingMax)
      gathering.standing.push_back(guest.member.nickname);
  return gathering;
}

/// Makes a new secret, which who was sent away does not know.
void HostLobby::renew_secret() {
  if (relays_.empty()) return;
  rng_->fill(secret_.emplace());
}

bool HostLobby::here(const proto::PublicKey& peer) const {
  return std::ranges::any_of(members_, [&](const Guest& g) { return g.member.key == peer; });
}

const HostLobby::Guest* HostLobby::member(const proto::PublicKey& key) const {
  const auto guest =
      std::ranges::find_if(members_, [&](const Guest& g) { return g.member.key == key; });
  return guest != members_.end() ? &*guest : nullptr;
}

bool HostLobby::visits(const proto::PublicKey& peer) const {
  return std::ranges::count(visitors_, peer, &Visitor::key) > 0;
}

std::string HostLobby::nickname(const proto::PublicKey& peer) const {
  if (const Guest* guest = member(peer)) return guest->member.nickname;
  const auto visitor = std::ranges::find(visitors_, peer, &Visitor::key);
  return visitor != visitors_.end() ? visitor->join.nickname : "";
}

bool HostLobby::has_room(bool witness) const {
  const auto taken = std::ranges::count(members_, witness, &Guest::witness);
  return static_cast<std::size_t>(taken) < (witness ? terms_.witnesses : terms_.seats);
}

std::string HostLobby::cut_text(std::string text) {
  // The text is not cut within a character: others would refuse it as no text.
  std::size_t length = std::min(text.size(), proto::kTextBytesMax);
  while (length < text.size() && length > 0 && (text[length] & 0xc0) == 0x80) --length;
  text.resize(length);
  return text;
}

Bytes HostLobby::refusal(proto::Refusal reason, std::string text) {
  return proto::encode(proto::Message(proto::Refuse{reason, cut_text(std::move(text))}));
}

/// Tells all members of the proposed table.
void HostLobby::tell_all(const proto::Message& message, LobbyEffects& out) const {
  const Bytes frame = proto::encode(message);
  for (std::size_t i = 1; i < members_.size(); ++i)
    if (members_[i].proposed) out.outgoing.push_back({members_[i].member.key, frame});
}

Result<LobbyEffects> HostLobby::on_frame(const proto::PublicKey& from, const Origin& origin,
                                         ByteSpan frame, Instant now) {
  LobbyEffects out;
  latest_ = now;
  if (std::ranges::count(leaving_, from, &Leaving::key) > 0) return out;  // it was refused already
  FD_TRY(const proto::Message message, proto::decode_message(frame));
  if (const auto* joining = std::get_if<proto::Join>(&message)) {
    FD_TRY(join(from, origin, *joining, now, out));
    tell_used_links(out);
    return out;
  }
  if (const auto* refusing = std::get_if<proto::Refuse>(&message)) {
    if (here(from)) return fail(Fault::not_wanted, refusing->text);
    if (visits(from)) {  // it has read the terms and does not want to sit down
      if (is_person_asked_about(from))
        tell_gave_up(from, out);
      else
        out.news.push_back({.what = LobbyNews::What::declined});
      remove(from, out);
      return out;
    }
  }
  if (const auto* asked = std::get_if<proto::FetchScript>(&message)) {
    FD_TRY(give_script(from, *asked, out));
    return out;
  }
  if (const auto* placed = std::get_if<proto::PlaceOrder>(&message); placed && evening_) {
    FD_TRY(order(from, *placed, now, out));
    return out;
  }
  const auto* signing = std::get_if<proto::Sign>(&message);
  if (signing == nullptr) return fail(Fault::not_wanted, "message of a table that has not begun");
  FD_TRY(sign(from, *signing));
  const auto is_done = [](const Guest& guest) { return !guest.proposed || guest.signature; };
  if (proposed_.empty() || !std::ranges::all_of(members_, is_done)) return out;
  formed_ = form(seated());
  sign_until_ = never();
  out.changed = true;
  tell_all(formed_->charter, out);
  return out;
}

/// Tells which links serve nobody else from now on.
void HostLobby::tell_used_links(LobbyEffects& out) {
  for (const Invitation& link : admission_.invitations()) {
    if (!link.used_by || std::ranges::count(used_links_, link.token) > 0) continue;
    used_links_.push_back(link.token);
    out.news.push_back(
        {.what = LobbyNews::What::link_used, .key = *link.used_by, .token = link.token});
  }
}

/// Returns why the host's program does not let a guest in that nobody invited; none if it does.
/// "" says no more than the reason of the refusal, for which the guest's program has its own words.
std::optional<std::string> HostLobby::not_invited(Admission::Decision decision) const {
  switch (decision) {
    case Admission::Decision::not_invited:
      return admission_.policy() == proto::Policy::known
                 ? "only contacts of the host may sit down here"
                 : "";
    case Admission::Decision::link_expired:
      return "this link is too old: ask the host for a new one";
    case Admission::Decision::link_used:
      return "this link was for one guest, and another guest used it: ask the host for a new one";
    default:
      return {};
  }
}

/// Takes in a Join: admits the guest, lets it wait, or turns it away. Before it is admitted it
/// hears nothing of who is here.
Result<> HostLobby::join(const proto::PublicKey& from, const Origin& origin,
                         const proto::Join& join, Instant now, LobbyEffects& out) {
  if (evening_ && evening_->over_until) {
    tell_over(from, now, out);
    return {};
  }
  if (here(from)) return fail(Fault::not_wanted, "a member twice");
  if (visits(from)) {
    const auto visitor = std::ranges::find(visitors_, from, &Visitor::key);
    if (visitor->waits || join.looks) return fail(Fault::not_wanted, "a guest that asks twice");
    if (join.nickname != visitor->join.nickname || join.witness != visitor->join.witness)
      return fail(Fault::not_wanted, "a guest that sits down as another than it was let in as");
    return let_in(from, origin, join, now, out);
  }
  using Decision = Admission::Decision;
  // At the match before, or at any table of this evening.
  const bool had_seat = std::ranges::count(kept_, from) > 0 || (evening_ && !is_stranger(from));
  const Decision decision = admission_.decide(from, join, origin.link, now);
  if (decision == Decision::kicked) {
    turn_away(from, proto::Refusal::kicked, "the host has sent you away from this table", now, out);
    return {};
  }
  if (const auto why = not_invited(decision); why && !had_seat) {
    turn_away(from, proto::Refusal::not_invited, *why, now, out);
    return {};
  }
  if (decision != Decision::ask || had_seat) return let_in(from, origin, join, now, out);
  if (auto problem = proto::name_problem(join.nickname); !problem.empty())
    return fail(Fault::not_wanted, std::move(problem));
  out.news.push_back({LobbyNews::What::asks, join.nickname, from});
  FD_TRY(receive({from, origin, join, true, now + kVisitMax}, out));
  hold_break(now, out);
  return {};
}

/// Lets an admitted guest read the terms or sit down, as it asks.
Result<> HostLobby::let_in(const proto::PublicKey& from, const Origin& origin,
                           const proto::Join& join, Instant now, LobbyEffects& out) {
  FD_TRY(check_fits(join, from));
  if (join.looks) return receive({from, origin, join, false, now + kVisitMax}, out);
  if (evening_) return let_sit(from, origin, join, now, out);
  std::erase_if(visitors_, [&](const Visitor& v) { return v.key == from; });
  seat(from, origin.host, join);
  out.news.push_back({LobbyNews::What::came, join.nickname, from});
  tell_gathering(out);
  go_on_if_full(now, out);
  return {};
}

Result<> HostLobby::receive(Visitor visitor, LobbyEffects& out) {
  std::erase_if(visitors_, [&](const Visitor& v) { return v.key == visitor.key; });
  // The people of an evening have a place and time to read its terms, whoever else comes.
  const bool is_own = evening_ && !is_stranger(visitor.key);
  const auto others = std::ranges::count_if(
      visitors_, [&](const Visitor& v) { return !evening_ || is_stranger(v.key); });
  if (is_own) visitor.until = never();
  if (!is_own && static_cast<std::size_t>(others) >= kVisitorsMax)
    return fail(Fault::not_wanted, "too many guests read the terms just now: try again soon");
  const proto::Message answer =
      visitor.waits ? proto::Message(proto::Waiting{}) : proto::Message(gathering());
  out.outgoing.push_back({visitor.key, proto::encode(answer)});
  visitors_.push_back(std::move(visitor));
  return {};
}

Result<> HostLobby::check_fits(const proto::Join& join, const proto::PublicKey& from) const {
  if (evening_) return check_fits_evening(join, from);
  if (join.witness && !has_room(true))
    return fail(Fault::not_wanted, "this table has no place for a witness");
  if (!proposed_.empty() || !has_room(join.witness))
    return fail(Fault::too_large, "the table is full");
  if (auto problem = proto::name_problem(join.nickname); !problem.empty())
    return fail(Fault::not_wanted, std::move(problem));
  for (const Guest& guest : members_)
    if (proto::same_name(guest.member.nickname, join.nickname))
      return fail(Fault::not_wanted,
                  "somebody at this table is called that, or looks so: choose another --nickname");
  return {};
}

void HostLobby::seat(const proto::PublicKey& from, const std::string& host,
                     const proto::Join& join) {
  const bool v6 = host.find(':') != std::string::npos;
  std::string address =  // a guest that came through a relay cannot be called
      join.port == 0 || host.empty()
          ? ""
          : (v6 ? "[" + host + "]:" : host + ":") + std::to_string(join.port);
  if (address.size() > proto::kAddressBytesMax) address.clear();
  Guest guest{.member = {from, join.nickname},
              .address = std::move(address),
              .witness = join.witness,
              .part = join.part};
  // Players first, then witnesses, each in the order of coming.
  const auto place =
      join.witness ? members_.end() : std::ranges::find(members_, true, &Guest::witness);
  members_.insert(place, std::move(guest));
}

/// Returns the players in the order of their seats, then the witnesses. Requires: all are here.
std::vector<const HostLobby::Guest*> HostLobby::seated() const {
  if (evening_) {
    std::vector<const Guest*> placed;
    for (const proto::PublicKey& key : evening_->placed) placed.push_back(member(key));
    return placed;
  }
  std::vector<const Guest*> seats(terms_.seats);
  std::vector<const Guest*> others;
  for (const Guest& guest : members_) {
    const auto kept = std::ranges::find(kept_, guest.member.key.public_key());
    if (!guest.witness && kept != kept_.end())
      seats.at(static_cast<std::size_t>(kept - kept_.begin())) = &guest;
    else
      others.push_back(&guest);
  }
  for (const Guest* guest : others)
    if (guest->witness)
      seats.push_back(guest);
    else
      *std::ranges::find(seats, nullptr) = guest;
  return seats;
}

/// Makes the table out of all signatures. Requires: all have signed.
Formed HostLobby::form(const std::vector<const Guest*>& seated) const {
  std::vector<proto::Signature> signatures;
  Formed formed;
  for (const Guest* guest : seated) {
    if (guest == &members_.front()) formed.me = Seat(static_cast<std::uint32_t>(signatures.size()));
    signatures.push_back(*guest->signature);
    formed.addresses.push_back(guest->address);
  }
  formed.charter = *proto::signed_charter(proposed_, std::move(signatures));
  if (const auto module = state::rules_of(terms_)) formed.charter.script = (*module)->script;
  return formed;
}

void HostLobby::go_on_if_full(Instant now, LobbyEffects& out) {
  if (!full()) return;
  if (confirms_start_)
    out.news.push_back({LobbyNews::What::ready});
  else
    propose(now, out);
}

/// Returns the terms that are proposed to those who sit down, without them.
proto::Terms HostLobby::terms_proposed(const std::vector<const Guest*>& all) const {
  proto::Terms terms = terms_;
  SeatSet newcomers;  // in the seats of those who played the match that is continued
  for (std::uint32_t i = 0; i < kept_.size() && i < all.size(); ++i)
    if (all[i]->member.key.public_key() != kept_[i]) newcomers.insert(Seat(i));
  terms.params = params_with_newcomers(terms_, newcomers);
  return terms;
}

/// Proposes the charter to all, and signs it. Requires: all are here.
void HostLobby::propose(Instant now, LobbyEffects& out) {
  const auto all = seated();
  propose(terms_proposed(all), all, now, out);
}

void HostLobby::propose(const proto::Terms& terms, const std::vector<const Guest*>& all,
                        Instant now, LobbyEffects& out) {
  sign_until_ = now + kSignMax;
  proto::Propose proposal;
  rng_->fill(members_.front().part);  // each proposal has a new part of the host's
  for (Guest& guest : members_) {
    guest.proposed = std::ranges::count(all, &guest) > 0;
    guest.signature.reset();
  }
  proto::Charter charter = state::charter_of(terms);
  for (const Guest* guest : all) {
    (guest->witness ? charter.witnesses : charter.seats).push_back(guest->member);
    proposal.addresses.push_back(guest->address);
    proposal.parts.push_back(guest->part);
  }
  charter.nonce = nonce_of(proposal.parts);
  proposed_ = proto::encode(charter);
  members_.front().signature = proto::sign_charter(proposed_, key_);
  proposal.charter = proposed_;
  if (evening_) {  // the disk has it before anybody has the proposal
    terms_.evening->withdrawn.push_back(proto::table_id(proposed_));
    out.keep = true;
  }
  tell_all(proposal, out);
  if (all.size() == 1) formed_ = form(all);
}

Result<> HostLobby::sign(const proto::PublicKey& from, const proto::Sign& sign) {
  const auto guest =
      std::ranges::find(members_, from, [](const Guest& g) { return g.member.key.public_key(); });
  const bool asked = guest != members_.end() && (guest->proposed || guest->withdrawn > 0);
  if (!asked || formed_) return fail(Fault::not_wanted, "a signature that nobody asked for");
  if (guest->proposed && proto::charter_signed(proposed_, from, sign.signature)) {
    guest->signature = sign.signature;
    return {};
  }
  // This signature may be for a proposal that was withdrawn while the guest answered it.
  if (guest->withdrawn > 0) return --guest->withdrawn, Result<>();
  return fail(Fault::bad_signature, "terms of the table");
}

LobbyEffects HostLobby::on_down(const proto::PublicKey& peer, Instant now) {
  LobbyEffects out;
  latest_ = now;
  std::erase_if(leaving_, [&](const Leaving& l) { return l.key == peer; });
  if (is_person_asked_about(peer)) tell_gave_up(peer, out);
  if (!formed_) remove(peer, out);
  end_if_told(latest_, out);
  return out;
}

/// Returns whether the host's person is asked about this guest, or about an order of theirs.
bool HostLobby::is_person_asked_about(const proto::PublicKey& peer) const {
  if (order_asked(peer) != nullptr) return true;
  return std::ranges::any_of(visitors_, [&](const auto& v) { return v.key == peer && v.waits; });
}

/// Tells the host's person that a guest goes while they are asked about it. Requires: they are.
void HostLobby::tell_gave_up(const proto::PublicKey& peer, LobbyEffects& out) const {
  LobbyNews news{LobbyNews::What::gave_up, nickname(peer), peer};
  if (const Asked* asked = order_asked(peer)) news.order = asked->order;
  out.news.push_back(std::move(news));
}

/// Removes a guest or visitor. If a member goes, the proposal is withdrawn.
void HostLobby::remove(const proto::PublicKey& peer, LobbyEffects& out) {
  const auto held_until = break_held();
  std::erase_if(visitors_, [&](const Visitor& v) { return v.key == peer; });
  if (evening_ && std::erase_if(evening_->asked,
                                [&](const Asked& asked) { return asked.order.key == peer; }) > 0)
    out.news.push_back({.what = LobbyNews::What::answered, .key = peer});
  const Guest* guest = member(peer);
  const bool is_released = release_break(held_until);
  if (guest == nullptr) {
    if (is_released) tell_gathering(out);
    return;
  }
  const bool was_proposed = guest->proposed;
  std::erase_if(members_, [&](const Guest& g) { return g.member.key == peer; });
  if (was_proposed && evening_) ++evening_->spoiled[peer];
  if (was_proposed) withdraw();
  tell_gathering(out);
}

/// Withdraws the proposal. A member that has not signed it may do so late.
void HostLobby::withdraw() {
  for (Guest& guest : members_) {
    const bool asked = std::exchange(guest.proposed, false);
    if (asked && !std::exchange(guest.signature, std::nullopt)) ++guest.withdrawn;
  }
  proposed_.clear();
  sign_until_ = never();
  if (evening_ && evening_->offer.starts_at != never())
    evening_->offer.starts_at = std::max(evening_->offer.starts_at, latest_ + kBreakAgain);
}

/// Sends the Gathering to all members and to the visitors that read the terms. To a member of a
/// proposed table it would say that this is withdrawn.
void HostLobby::tell_gathering(LobbyEffects& out) {
  out.changed = true;
  const Bytes frame = proto::encode(proto::Message(gathering()));
  for (std::size_t i = 1; i < members_.size(); ++i)
    if (!members_[i].proposed) out.outgoing.push_back({members_[i].member.key, frame});
  for (const Visitor& visitor : visitors_)
    if (!visitor.waits) out.outgoing.push_back({visitor.key, frame});
  if (evening_) tell_if_ready(out);
}

// ---- Guests that may not stay

void HostLobby::turn_away(const proto::PublicKey& from, proto::Refusal reason,
                          const std::string& why, Instant now, LobbyEffects& out) {
  out.outgoing.push_back({from, refusal(reason, why)});
  leaving_.push_back({from, now + kRefusedStays});
  ++turned_away_;
  if (told_at_ && now < *told_at_ + kToldEvery) return;
  told_at_ = now;
  out.news.push_back(
      {.what = LobbyNews::What::not_invited, .count = std::exchange(turned_away_, 0)});
}

void HostLobby::send_away(const proto::PublicKey& peer, proto::Refusal reason,
                          const std::string& why, Instant now, LobbyEffects& out) {
  out.outgoing.push_back({peer, refusal(reason, why)});
  leaving_.push_back({peer, now + kRefusedStays});
  remove(peer, out);
}

Instant HostLobby::deadline() const {
  Instant next = sign_until_;
  for (const Leaving& leaving : leaving_) next = std::min(next, leaving.at);
  for (const Visitor& visitor : visitors_) next = std::min(next, visitor.until);
  if (evening_ && proposed_.empty())
    next = std::min(next, evening_->over_until.value_or(break_ends()));
  return next;
}

LobbyEffects HostLobby::on_time(Instant now) {
  LobbyEffects out;
  latest_ = now;
  for (const Leaving& leaving : leaving_)
    if (now >= leaving.at) out.hang_up.push_back(leaving.key);
  std::erase_if(leaving_, [&](const Leaving& l) { return now >= l.at; });
  for (const Visitor& visitor : std::vector(visitors_)) {
    if (now < visitor.until) continue;
    out.news.push_back({LobbyNews::What::too_late, visitor.join.nickname, visitor.key});
    send_away(visitor.key, proto::Refusal::not_welcome,
              visitor.waits      ? "the host did not answer within two minutes"
              : visitor.extended ? "the host did not answer about your order within ten minutes"
                                 : "you did not sit down within two minutes",
              now, out);
  }
  end_if_told(now, out);
  if (evening_ && !evening_->over_until && proposed_.empty() && now >= break_ends())
    go_on(now, out);
  if (now < sign_until_) return out;
  for (const Guest& guest : std::vector(members_)) {
    if (!guest.proposed || guest.signature) continue;
    out.news.push_back({LobbyNews::What::dropped, guest.member.nickname, guest.member.key});
    send_away(guest.member.key, proto::Refusal::not_welcome,
              "your program did not sign the terms within 30 s", now, out);
  }
  return out;
}

}  // namespace fairdeal::meet
