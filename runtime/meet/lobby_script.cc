#include <algorithm>

#include "proto/codec.h"
#include "runtime/meet/lobby.h"
#include "runtime/state/charter.h"

/// How a host describes and hands out the script of its game.

namespace fairdeal::meet {

/// Describes a game that is a script; none if it is compiled.
std::optional<proto::ScriptOffer> HostLobby::script_offered() const {
  const auto module = state::rules_of(terms_);
  if (!module || (*module)->script.empty()) return {};
  const rules::GameInfo& info = (*module)->info();
  proto::ScriptOffer offer{.size = static_cast<std::uint32_t>((*module)->script.size()),
                           .hidden = info.hidden,
                           .chance = info.chance,
                           .simultaneous = info.simultaneous,
                           .secrets = rules::secrets_of(info).bits()};
  if (!author_) return offer;
  offer.author = author_->key;
  offer.signature = author_->signature;
  return offer;
}

/// Sends the script to a guest that was let in.
Result<> HostLobby::give_script(const proto::PublicKey& to, const proto::FetchScript& asked,
                                LobbyEffects& out) {
  const auto visitor = std::ranges::find(visitors_, to, &Visitor::key);
  const bool let_in = here(to) || (visitor != visitors_.end() && !visitor->waits);
  const auto module = state::rules_of(terms_);
  if (!let_in || !module || (*module)->script.empty() || asked.digest != terms_.rules)
    return fail(Fault::not_wanted, "a script that this table does not have");
  if (++given_[to] > kScriptTimesMax) return fail(Fault::too_large, "a script, asked for again");
  out.outgoing.push_back({to, proto::encode(proto::Message(proto::ScriptText{(*module)->script}))});
  return {};
}

}  // namespace fairdeal::meet
