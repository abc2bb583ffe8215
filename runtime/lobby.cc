#include "runtime/lobby.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/encode.h"
#include "crypto/hash.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/limits.h"
#include "proto/name.h"
#include "rules/params.h"
#include "rules/registry.h"
#include "runtime/charter.h"
#include "runtime/terms.h"

namespace fairdeal::runtime {
namespace {

std::optional<Seat> seat_of(const proto::Charter& charter, const proto::PublicKey& key) {
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    if (charter.member(Seat(i)).key == key) return Seat(i);
  return {};
}

/// Whether all of these are names, no two of which people could mix up. A charter of old with
/// others stays what it is, and can be audited: nobody signs one any more.
Result<> check_names(const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (auto problem = proto::name_problem(names[i]); !problem.empty())
      return fail(Fault::bad_parameters, "member " + std::to_string(i + 1) + ": " + problem);
    for (std::size_t k = 0; k < i; ++k)
      if (proto::same_name(names[i], names[k]))
        return fail(Fault::bad_parameters, "two members whose names are the same");
  }
  return {};
}

/// All terms of an offer, the game's parameters complete and in their one text.
Result<proto::Terms> terms_offered(const Offer& offer) {
  FD_TRY(const rules::Module* module, rules::find_module(offer.module));
  FD_TRY(const rules::Json given, rules::parse_json(offer.params, proto::kParamsBytesMax));
  FD_TRY(const rules::Json complete, rules::complete_params(module->info(), given));
  proto::Terms terms{.module = offer.module,
                     .module_version = module->info().version,
                     .params = rules::text(complete),
                     .seats = static_cast<std::uint32_t>(offer.seats),
                     .witnesses = static_cast<std::uint32_t>(offer.witnesses)};
  set_defaults(terms);
  if (offer.terms) offer.terms(terms);
  FD_CHECKED(open_game(terms));
  return terms;
}

}  // namespace

ByteArray<32> nonce_of(std::span<const ByteArray<32>> parts) {
  Writer all;
  for (const auto& part : parts) all.raw(part);
  return crypto::hash("nonce", all.bytes()).bytes;
}

// ---- Host

Result<HostLobby> HostLobby::open(Offer offer, const crypto::SigningKey& key, std::string nickname,
                                  Rng& rng) {
  FD_TRY(auto terms, terms_offered(offer));
  if (nickname.size() > proto::kNicknameBytesMax)
    return fail(Fault::bad_parameters, "nickname too long");
  // An empty one is of nobody, who asks whether such a table can be.
  if (!nickname.empty())
    if (auto problem = proto::name_problem(nickname); !problem.empty())
      return fail(Fault::bad_parameters, std::move(problem));
  std::vector<proto::PublicKey> kept = std::move(offer.kept);
  HostLobby lobby(std::move(terms), std::move(kept), key, rng);
  Guest me{.member = {key.public_key(), std::move(nickname)}, .address = "", .witness = false};
  lobby.members_.push_back(std::move(me));
  // What cannot travel, others would refuse: a nickname that is no text.
  FD_CHECKED(proto::decode_message(proto::encode(proto::Message(lobby.gathering()))));
  LobbyEffects alone;
  lobby.propose_if_full(alone);
  return lobby;
}

proto::Gathering HostLobby::gathering() const {
  proto::Gathering gathering{terms_, {}, {}};
  for (const Guest& guest : members_)
    (guest.witness ? gathering.watching : gathering.nicknames).push_back(guest.member.nickname);
  return gathering;
}

bool HostLobby::here(const proto::PublicKey& peer) const {
  return std::ranges::any_of(members_, [&](const Guest& g) { return g.member.key == peer; });
}

std::string HostLobby::nickname(const proto::PublicKey& peer) const {
  const auto guest =
      std::ranges::find_if(members_, [&](const Guest& g) { return g.member.key == peer; });
  return guest == members_.end() ? "" : guest->member.nickname;
}

bool HostLobby::has_room(bool witness) const {
  const auto taken = std::ranges::count(members_, witness, &Guest::witness);
  return static_cast<std::size_t>(taken) < (witness ? terms_.witnesses : terms_.seats);
}

Bytes HostLobby::refusal(proto::Refusal reason, std::string text) {
  // Not within a character: others would refuse it as no text.
  std::size_t length = std::min(text.size(), proto::kTextBytesMax);
  while (length < text.size() && length > 0 && (text[length] & 0xc0) == 0x80) --length;
  text.resize(length);
  return proto::encode(proto::Message(proto::Refuse{reason, std::move(text)}));
}

void HostLobby::tell_all(const proto::Message& message, LobbyEffects& out) const {
  const Bytes frame = proto::encode(message);
  for (std::size_t i = 1; i < members_.size(); ++i)
    out.outgoing.push_back({members_[i].member.key, frame});
}

Result<LobbyEffects> HostLobby::on_frame(const proto::PublicKey& from, const std::string& host,
                                         ByteSpan frame) {
  FD_TRY(const proto::Message message, proto::decode_message(frame));
  LobbyEffects out;
  if (const auto* joining = std::get_if<proto::Join>(&message)) {
    FD_CHECKED(join(from, host, *joining));
    out.changed = true;
    tell_all(gathering(), out);
    propose_if_full(out);
    return out;
  }
  if (const auto* refusing = std::get_if<proto::Refuse>(&message); refusing && here(from))
    return fail(Fault::not_wanted, refusing->text);
  const auto* signing = std::get_if<proto::Sign>(&message);
  if (signing == nullptr) return fail(Fault::not_wanted, "message of a table that has not begun");
  FD_CHECKED(sign(from, *signing));
  if (!std::ranges::all_of(members_, [](const Guest& g) { return g.signature.has_value(); }))
    return out;
  formed_ = form(seated());
  out.changed = true;
  tell_all(formed_->charter, out);
  return out;
}

Result<> HostLobby::join(const proto::PublicKey& from, const std::string& host,
                         const proto::Join& join) {
  if (here(from)) return fail(Fault::not_wanted, "a member twice");
  if (join.witness && !has_room(true))
    return fail(Fault::not_wanted, "this table has no place for a witness");
  if (!proposed_.empty() || !has_room(join.witness))
    return fail(Fault::not_wanted, "the table is full");
  if (auto problem = proto::name_problem(join.nickname); !problem.empty())
    return fail(Fault::not_wanted, std::move(problem));
  for (const Guest& guest : members_)
    if (proto::same_name(guest.member.nickname, join.nickname))
      return fail(Fault::not_wanted,
                  "somebody at this table is called that, or looks so: choose another --nickname");
  const bool v6 = host.find(':') != std::string::npos;
  std::string address =
      join.port == 0 ? "" : (v6 ? "[" + host + "]:" : host + ":") + std::to_string(join.port);
  if (address.size() > proto::kAddressBytesMax) address.clear();
  Guest guest{.member = {from, join.nickname},
              .address = std::move(address),
              .witness = join.witness,
              .part = join.part};
  // Players first, then witnesses, each in the order of coming.
  const auto place =
      join.witness ? members_.end() : std::ranges::find(members_, true, &Guest::witness);
  members_.insert(place, std::move(guest));
  return {};
}

/// Those who play, by their seats, then the witnesses. Requires: all are here.
std::vector<const HostLobby::Guest*> HostLobby::seated() const {
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

/// Requires: all have signed.
Formed HostLobby::form(const std::vector<const Guest*>& seated) const {
  std::vector<proto::Signature> signatures;
  Formed formed;
  for (const Guest* guest : seated) {
    if (guest == &members_.front()) formed.me = Seat(static_cast<std::uint32_t>(signatures.size()));
    signatures.push_back(*guest->signature);
    formed.addresses.push_back(guest->address);
  }
  formed.charter = *proto::seal_charter(proposed_, std::move(signatures));
  return formed;
}

void HostLobby::propose_if_full(LobbyEffects& out) {
  if (has_room(false) || has_room(true)) return;
  proto::Charter charter = charter_of(terms_);
  proto::Propose proposal;
  rng_->fill(members_.front().part);  // a new one for each proposal
  const auto all = seated();
  for (const Guest* guest : all) {
    (guest->witness ? charter.witnesses : charter.seats).push_back(guest->member);
    proposal.addresses.push_back(guest->address);
    proposal.parts.push_back(guest->part);
  }
  charter.nonce = nonce_of(proposal.parts);
  proposed_ = proto::encode(charter);
  members_.front().signature = proto::sign_charter(proposed_, key_);
  proposal.charter = proposed_;
  tell_all(proposal, out);
  if (members_.size() == 1) formed_ = form(all);
}

Result<> HostLobby::sign(const proto::PublicKey& from, const proto::Sign& sign) {
  const auto guest =
      std::ranges::find(members_, from, [](const Guest& g) { return g.member.key.public_key(); });
  const bool asked = guest != members_.end() && (!proposed_.empty() || guest->withdrawn > 0);
  if (!asked || formed_) return fail(Fault::not_wanted, "a signature that nobody asked for");
  if (!proposed_.empty() && proto::charter_signed(proposed_, from, sign.signature)) {
    guest->signature = sign.signature;
    return {};
  }
  // Who had not agreed when a proposal fell never signs it.
  if (guest->withdrawn > 0) return --guest->withdrawn, Result<>();
  return fail(Fault::bad_signature, "terms of the table");
}

LobbyEffects HostLobby::on_down(const proto::PublicKey& peer) {
  LobbyEffects out;
  if (formed_ || !here(peer)) return out;
  std::erase_if(members_, [&](const Guest& g) { return g.member.key == peer; });
  for (Guest& guest : members_)
    if (!proposed_.empty() && !std::exchange(guest.signature, std::nullopt)) ++guest.withdrawn;
  proposed_.clear();
  out.changed = true;
  tell_all(gathering(), out);
  return out;
}

// ---- Guest

LobbyEffects GuestLobby::on_up() const {
  return {{{host_, proto::encode(proto::Message(join_))}}, false};
}

Result<LobbyEffects> GuestLobby::on_frame(ByteSpan frame) {
  FD_TRY(const proto::Message message, proto::decode_message(frame));
  return std::visit([&](const auto& m) { return handle(m); }, message);
}

Result<LobbyEffects> GuestLobby::handle(const proto::Gathering& gathering) {
  if (formed_) return fail(Fault::not_wanted, "a table that has begun");
  std::vector<std::string> names = gathering.nicknames;
  names.insert(names.end(), gathering.watching.begin(), gathering.watching.end());
  FD_CHECKED(check_names(names));
  // A person agrees to what was announced first.
  if (gathering_) FD_CHECKED(check_same(gathering_->terms, gathering.terms));
  FD_CHECKED(open_game(gathering.terms));
  FD_CHECKED(check_goes_on(gathering.terms, {}));
  gathering_ = gathering;
  proposal_.reset();
  return LobbyEffects{{}, true};
}

Result<LobbyEffects> GuestLobby::handle(const proto::Propose& proposal) {
  if (!gathering_ || formed_) return fail(Fault::not_wanted, "terms of no table");
  FD_TRY(const proto::Charter charter, proto::decode_charter(proposal.charter));
  FD_CHECKED(check_same(gathering_->terms, terms_of(charter)));
  FD_CHECKED(open_game(charter));
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    names.push_back(charter.member(Seat(i)).nickname);
  FD_CHECKED(check_names(names));
  std::vector<proto::PublicKey> seats;
  for (const auto& member : charter.seats) seats.push_back(member.key.public_key());
  FD_CHECKED(check_goes_on(terms_of(charter), seats));
  const auto me = seat_of(charter, key_.public_key());
  const bool as_drawn = me && proposal.parts.size() == charter.validators() &&
                        proposal.parts[me->value] == join_.part &&
                        charter.nonce == nonce_of(proposal.parts);
  if (!as_drawn || proposal.addresses.size() != charter.validators() || !seat_of(charter, host_) ||
      charter.member(*me).nickname != join_.nickname ||
      (me->value >= charter.seats.size()) != join_.witness)
    return fail(Fault::bad_parameters, "members other than those who came");
  proposal_ = proposal;
  LobbyEffects out = sign_if_agreed();
  out.changed = true;
  return out;
}

/// A table that goes on from another match than this guest's last one is new to it: its person
/// reads the terms.
Result<> GuestLobby::check_goes_on(const proto::Terms& terms,
                                   std::span<const proto::PublicKey> seats) const {
  if (!next_ || terms.continues != next_->terms.continues) return {};
  return check_next(*next_, terms, seats);
}

LobbyEffects GuestLobby::agree() {
  CHECK(gathering_);
  if (std::exchange(agreed_, true)) return {};
  return sign_if_agreed();
}

LobbyEffects GuestLobby::sign_if_agreed() const {
  if (!agreed_ || !proposal_) return {};
  const proto::Sign sign{proto::sign_charter(proposal_->charter, key_)};
  return {{{host_, proto::encode(proto::Message(sign))}}, false};
}

Result<LobbyEffects> GuestLobby::handle(const proto::SealedCharter& sealed) {
  if (!proposal_ || sealed.raw != proposal_->charter)
    return fail(Fault::bad_parameters, "terms other than proposed");
  FD_CHECKED(proto::verify_charter(sealed));
  formed_ = Formed{sealed, *seat_of(sealed.charter, key_.public_key()), proposal_->addresses};
  return LobbyEffects{{}, true};
}

Result<LobbyEffects> GuestLobby::handle(const proto::Refuse& refuse) {
  refused_ = refuse.reason;
  return fail(Fault::not_wanted, refuse.text);
}

}  // namespace fairdeal::runtime
