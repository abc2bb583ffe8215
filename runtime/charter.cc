#include "runtime/charter.h"

#include <set>

#include <nlohmann/json.hpp>

#include "consensus/quorum.h"
#include "proto/limits.h"
#include "rules/registry.h"

namespace fairdeal::runtime {
namespace {

Result<> check_terms(const proto::Charter& charter) {
  const std::size_t seats = charter.seats.size();
  const std::size_t validators = charter.validators();
  if (seats == 0) return fail(Fault::bad_parameters, "a table without seats");
  std::set<crypto::PublicKey> keys;
  for (std::uint32_t i = 0; i < validators; ++i)
    if (!keys.insert(charter.member(Seat(i)).key).second)
      return fail(Fault::bad_parameters, "a member twice at one table");
  if (charter.quorum < consensus::default_quorum(validators) || charter.quorum > validators)
    return fail(Fault::bad_parameters, "quorum of " + std::to_string(charter.quorum) + " among " +
                                           std::to_string(validators));
  const bool recovers = charter.recovery != 0;
  if (recovers && (charter.recovery < 2 || charter.recovery >= seats))
    return fail(Fault::bad_parameters, "recovery by " + std::to_string(charter.recovery) + " of " +
                                           std::to_string(seats) + " seats");
  return {};
}

}  // namespace

void set_defaults(proto::Charter& charter) {
  const auto seats = static_cast<std::uint32_t>(charter.seats.size());
  charter.quorum = static_cast<std::uint32_t>(consensus::default_quorum(charter.validators()));
  charter.recovery = seats >= 4 ? seats - 1 : 0;
  charter.randomness =
      charter.recovery > 0 ? proto::Randomness::coin : proto::Randomness::commit_reveal;
}

Result<rules::AnyGame> open_game(const proto::Charter& charter) {
  FD_CHECKED(check_terms(charter));
  FD_TRY(const rules::Module* module, rules::find_module(charter.module));
  if (module->info().version != charter.module_version || charter.module_digest != crypto::Digest{})
    return fail(Fault::unknown_module, charter.module + " of version " + charter.module_version +
                                           " (here: " + module->info().version + ")");
  FD_TRY(const rules::Json params, rules::parse_json(charter.params, proto::kParamsBytesMax));
  if (rules::text(params) != charter.params)
    return fail(Fault::bad_parameters, "parameters not in their one text");
  return rules::start_game(charter.module, params, charter.seats.size());
}

}  // namespace fairdeal::runtime
