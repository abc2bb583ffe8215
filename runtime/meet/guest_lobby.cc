#include <algorithm>

#include "base/check.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/name.h"
#include "rules/script_interpreter.h"
#include "runtime/meet/lobby.h"
#include "runtime/meet/next_match.h"
#include "runtime/state/charter.h"
#include "runtime/state/terms.h"

/// The guest's side of setting a table up.

namespace fairdeal::meet {
namespace {

std::optional<Seat> seat_of(const proto::Charter& charter, const proto::PublicKey& key) {
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    if (charter.member(Seat(i)).key == key) return Seat(i);
  return {};
}

/// Checks that all of these are names, and that people could not mix up any two of them. Nobody
/// signs a charter with other names any more, but an old one can still be audited.
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

}  // namespace

proto::Charter GuestLobby::SignedProposal::charter() const {
  return *proto::decode_charter(proposal.charter);
}

Result<GuestLobby> GuestLobby::restore(const crypto::SigningKey& key, const proto::PublicKey& host,
                                       const SignedProposal& had_signed, std::uint16_t port,
                                       Rng& rng) {
  FD_TRY(const proto::Charter charter, proto::decode_charter(had_signed.proposal.charter));
  const auto me = seat_of(charter, key.public_key());
  if (!me || me->value >= had_signed.proposal.parts.size())
    return fail(Fault::not_wanted, "this identity has no seat at that table");
  GuestLobby guest(key, host, charter.member(*me).nickname, port, me->value >= charter.seats.size(),
                   rng);
  const auto fresh = std::exchange(guest.join_.part, had_signed.proposal.parts[me->value]);
  FD_TRY(guest.handle(had_signed.gathering));
  FD_TRY(guest.handle(had_signed.proposal));
  guest.join_.part = fresh;
  guest.join_.looks = true;
  guest.agreed_ = guest.restored_ = true;
  return guest;
}

LobbyEffects GuestLobby::on_up() {
  places_again_ = placed_.has_value();
  return {{{host_, proto::encode(proto::Message(join_))}}, false};
}

Result<LobbyEffects> GuestLobby::on_frame(ByteSpan frame) {
  FD_TRY(const proto::Message message, proto::decode_message(frame));
  return std::visit([&](const auto& m) { return handle(m); }, message);
}

Result<LobbyEffects> GuestLobby::handle(const proto::Gathering& gathering) {
  if (formed_) return fail(Fault::not_wanted, "a table that has begun");
  if (restored_) return withdraw();
  std::vector<std::string> names = gathering.nicknames;
  names.insert(names.end(), gathering.watching.begin(), gathering.watching.end());
  names.insert(names.end(), gathering.standing.begin(), gathering.standing.end());
  FD_TRY(check_names(names));
  if (is_of_later_break(gathering.terms)) {
    missed_tables_ = true;
    return fail(Fault::not_wanted, "the evening has gone on");
  }
  // The person agrees to the terms that were announced first.
  if (gathering_) FD_TRY(state::check_same(gathering_->terms, gathering.terms));
  if (gathering_ && gathering_->chat != gathering.chat)
    return fail(Fault::bad_parameters, "whether members may chat, which is not as it was shown");
  if (gathering_ && gathering_->watch != gathering.watch)
    return fail(Fault::bad_parameters, "who may watch, and how soon, which is not as it was shown");
  if (gathering.script && !state::rules_of(gathering.terms)) return lack(gathering);
  lacked_.reset();
  script_text_.clear();
  FD_TRY(state::start_game(gathering.terms));
  FD_TRY(check_goes_on(gathering.terms, {}));
  LobbyEffects out{{}, true};
  if (gathering.terms.evening) {
    FD_TRY(take_break(gathering, out));
  }
  gathering_ = gathering;
  proposal_.reset();
  return out;
}

/// Notes that the game is a script that this guest lacks, and asks the host for its text. The
/// person is asked whether to run it once the text can be read.
Result<LobbyEffects> GuestLobby::lack(const proto::Gathering& gathering) {
  const proto::ScriptOffer& offer = *gathering.script;
  if (!state::runs_scripts_of(gathering.terms)) return state::refuse_interpreter(gathering.terms);
  if (!rules::is_script_name(gathering.terms.module) ||
      !rules::is_script_version(gathering.terms.module_version))
    return fail(Fault::bad_parameters, "a name or version that no script has");
  if (offer.author) FD_TRY(verify_script(gathering.terms.rules, {*offer.author, offer.signature}));
  LobbyEffects out;
  if (lacked_) {
    FD_TRY(state::check_same(lacked_->terms, gathering.terms));
    if (lacked_->script != gathering.script)
      return fail(Fault::bad_parameters, "the script of the game, which is not as it was shown");
  } else {
    const proto::FetchScript ask{gathering.terms.rules};
    out.outgoing.push_back({host_, proto::encode(proto::Message(ask))});
  }
  lacked_ = gathering;
  proposal_.reset();
  return out;
}

Result<LobbyEffects> GuestLobby::handle(const proto::ScriptText& script) {
  if (!lacked_ || !script_text_.empty())
    return fail(Fault::not_wanted, "a script that nobody asked for");
  if (proto::script_digest(script.text) != lacked_->terms.rules ||
      script.text.size() != lacked_->script->size)
    return fail(Fault::bad_parameters, "a script other than shown");
  script_text_ = script.text;
  LobbyEffects out;
  out.news.push_back({.what = LobbyNews::What::lacks_script});
  return out;
}

Result<LobbyEffects> GuestLobby::run_script() {
  CHECK(lacked_ && !script_text_.empty());
  const proto::Gathering shown = *std::exchange(lacked_, std::nullopt);
  const std::string text = std::exchange(script_text_, {});
  FD_TRY(const rules::Module* module, rules::add_script(shown.terms.module, text));
  const rules::GameInfo& info = module->info();
  if (info.name != shown.terms.module || info.version != shown.terms.module_version ||
      info.hidden != shown.script->hidden || info.chance != shown.script->chance ||
      info.simultaneous != shown.script->simultaneous ||
      rules::secrets_of(info).bits() != shown.script->secrets)
    return fail(Fault::bad_parameters, "a script that is not what the host said of it");
  const auto early = std::exchange(proposal_, std::nullopt);
  FD_TRY(LobbyEffects out, handle(shown));
  if (early) FD_TRY(handle(*early));  // nobody has agreed yet, so it sends nothing
  out.news.insert(out.news.begin(), {.what = LobbyNews::What::has_script});
  return out;
}

Result<LobbyEffects> GuestLobby::handle(const proto::Propose& proposal) {
  if (restored_) return withdraw();
  if (lacked_ && !formed_) {  // it is looked at once the script is here
    proposal_ = proposal;
    return LobbyEffects{};
  }
  if (!gathering_ || formed_) return fail(Fault::not_wanted, "terms of no table");
  FD_TRY(const proto::Charter charter, proto::decode_charter(proposal.charter));
  proto::Terms offered = state::terms_of(charter);
  if (gathering_->terms.evening) {
    FD_TRY(check_next_table(charter));
  } else {
    if (differs_by_newcomers(gathering_->terms, offered)) offered.params = gathering_->terms.params;
    FD_TRY(state::check_same(gathering_->terms, offered));
  }
  FD_TRY(state::start_game(charter));
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    names.push_back(charter.member(Seat(i)).nickname);
  FD_TRY(check_names(names));
  std::vector<proto::PublicKey> seats;
  for (const auto& member : charter.seats) seats.push_back(member.key.public_key());
  FD_TRY(check_goes_on(state::terms_of(charter), seats));
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

/// Checks that a table which goes on from this guest's last match is as that match left it. A table
/// that goes on from another match is like a new one: the person reads the terms.
Result<> GuestLobby::check_goes_on(const proto::Terms& terms,
                                   std::span<const proto::PublicKey> seats) const {
  if (!next_ || terms.continues != next_->terms.continues) return {};
  return check_next(*next_, terms, seats);
}

LobbyEffects GuestLobby::agree() {
  CHECK(gathering_);
  if (std::exchange(agreed_, true)) return {};
  const bool in_evening = gathering_->terms.evening.has_value();
  if (in_evening) confirm_break();
  // Now it takes a seat.
  LobbyEffects out = std::exchange(join_.looks, false) ? on_up() : sign_if_agreed();
  out.keep |= in_evening;  // the disk knows what was agreed to
  return out;
}

LobbyEffects GuestLobby::sign_if_agreed() {
  if (!agreed_ || !proposal_) return {};
  LobbyEffects out;
  if (gathering_->terms.evening) {  // the disk has it before anybody has the signature
    memory_->terms.evening->withdrawn.push_back(proto::table_id(proposal_->charter));
    out.keep = true;
  }
  const proto::Sign sign{proto::sign_charter(proposal_->charter, key_)};
  out.outgoing.push_back({host_, proto::encode(proto::Message(sign))});
  return out;
}

Result<LobbyEffects> GuestLobby::handle(const proto::SignedCharter& charter) {
  if (!proposal_ && is_of_last_table(charter.charter)) return LobbyEffects{};
  if (!proposal_) return refuse_begun();  // another program with this identity has signed it
  if (charter.raw != proposal_->charter)
    return fail(Fault::bad_parameters, "terms other than proposed");
  FD_TRY(proto::verify_charter(charter));
  formed_ = Formed{charter, *seat_of(charter.charter, key_.public_key()), proposal_->addresses};
  return LobbyEffects{{}, true};
}

/// Returns whether this guest has seen the end of the table from which the one that it joins goes
/// on. Its host may still be at that end, and soon says so or hangs up.
bool GuestLobby::has_seen_end() const {
  return next_ || std::ranges::any_of(remembered_, [](const EveningMemory& memory) {
           return memory.last.has_value();
         });
}

/// Returns whether a table that goes on is the one whose end this guest has seen, and not one that
/// follows it.
bool GuestLobby::is_of_last_table(const proto::Charter& charter) const {
  if (next_) return charter.continues != next_->terms.continues;
  return std::ranges::any_of(remembered_, [&](const EveningMemory& memory) {
    return memory.last && charter.evening && charter.evening->id == memory.terms.evening->id &&
           charter.evening->table < memory.last->terms.evening->table;
  });
}

Result<LobbyEffects> GuestLobby::handle(const proto::Waiting&) {
  if (restored_) return withdraw();
  if (gathering_) return fail(Fault::not_wanted, "a guest that was let in already");
  LobbyEffects out;
  out.news.push_back({LobbyNews::What::waits});
  return out;
}

/// Notes that the host gathers guests again. This guest's rights to sit down, such as a link, are
/// not stored with its signature, and neither are the terms on which a next match goes on.
tl::unexpected<Error> GuestLobby::withdraw() {
  withdrawn_ = true;
  return fail(Fault::not_wanted, "the host gathers guests again");
}

Result<LobbyEffects> GuestLobby::handle(const proto::Refuse& refuse) {
  refused_ = refuse.reason;
  return fail(Fault::not_wanted, refuse.text);
}

}  // namespace fairdeal::meet
