#include "runtime/meet/code_exchange.h"

#include "base/encode.h"
#include "crypto/keyed_hash.h"

namespace fairdeal::meet {
namespace {

crypto::CpaceParty begin_cpace(CodeExchange::Role role, const InviteCode& code,
                               const CodeSession& session, Rng& rng) {
  const auto password = code.password();
  const auto channel =
      crypto::lv_cat({as_bytes("fairdeal/code/1"), as_bytes(std::to_string(code.nameplate()))});
  return crypto::CpaceParty(role, {password.expose(), channel.expose(), session}, rng);
}

}  // namespace

CodeExchange::CodeExchange(Role role, const InviteCode& code, const CodeSession& session, Rng& rng)
    : role_(role), session_(session), party_(begin_cpace(role, code, session, rng)) {}

Result<CodeKeys> CodeExchange::finish(const crypto::CpaceShare& theirs) && {
  const crypto::CpaceShare ours = party_.share();
  FD_TRY(const auto isk, std::move(party_).finish(theirs, as_bytes("joiner"), as_bytes("host")));
  const auto derive = [&](std::string_view domain) {
    return SecretDigest(crypto::hash(domain, isk.expose()));
  };
  const bool guest = role_ == Role::initiator;
  const Bytes said =
      Writer().raw(session_).raw(guest ? ours : theirs).raw(guest ? theirs : ours).bytes();
  const auto tag = [&](std::string_view domain) {
    return SecretDigest(crypto::keyed_hash(derive(domain).expose(), said));
  };
  return CodeKeys{.guest_tag = tag("code/confirm-a"),
                  .host_tag = tag("code/confirm-b"),
                  .guest_key = derive("code/seal-a"),
                  .host_key = derive("code/seal-b"),
                  .pair = derive("code/pair")};
}

}  // namespace fairdeal::meet
