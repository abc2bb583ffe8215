#include "runtime/charter.h"

#include <set>

#include <nlohmann/json.hpp>

#include "consensus/quorum.h"
#include "proto/limits.h"
#include "rules/registry.h"
#include "runtime/terms.h"

namespace fairdeal::runtime {

void set_defaults(proto::Terms& terms) {
  terms.quorum = static_cast<std::uint32_t>(consensus::default_quorum(terms.validators()));
  set_recovery(terms, terms.seats >= kRecoverySeatsMin);
}

void set_defaults(proto::Charter& charter) {
  proto::Terms terms = terms_of(charter);
  set_defaults(terms);
  charter.quorum = terms.quorum;
  charter.recovery = terms.recovery;
  charter.randomness = terms.randomness;
}

void set_recovery(proto::Terms& terms, bool on) {
  terms.recovery = on && terms.seats > 0 ? terms.seats - 1 : 0;
  terms.randomness =
      terms.recovery > 0 ? proto::Randomness::coin : proto::Randomness::commit_reveal;
}

proto::Terms terms_of(const proto::Charter& charter) {
  return {.module = charter.module,
          .module_version = charter.module_version,
          .params = charter.params,
          .seats = static_cast<std::uint32_t>(charter.seats.size()),
          .witnesses = static_cast<std::uint32_t>(charter.witnesses.size()),
          .quorum = charter.quorum,
          .recovery = charter.recovery,
          .randomness = charter.randomness,
          .pace = charter.pace,
          .continues = charter.continues};
}

proto::Charter charter_of(const proto::Terms& terms) {
  proto::Charter charter;
  charter.module = terms.module;
  charter.module_version = terms.module_version;
  charter.params = terms.params;
  charter.quorum = terms.quorum;
  charter.recovery = terms.recovery;
  charter.randomness = terms.randomness;
  charter.pace = terms.pace;
  charter.continues = terms.continues;
  return charter;
}

Result<rules::AnyGame> start_game(const proto::Terms& terms) {
  FD_TRY(check_terms(terms));
  FD_TRY(const rules::Module* module, rules::find_module(terms.module));
  if (module->info().version != terms.module_version)
    return fail(Fault::unknown_module, terms.module + " of version " + terms.module_version +
                                           " (here: " + module->info().version + ")");
  FD_TRY(const rules::Json params, rules::parse_json(terms.params, proto::kParamsBytesMax));
  if (rules::text(params) != terms.params)
    return fail(Fault::bad_parameters, "parameters not in their one text");
  return rules::start_game(terms.module, params, terms.seats);
}

Result<rules::AnyGame> start_game(const proto::Charter& charter) {
  std::set<crypto::PublicKey> keys;
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    if (!keys.insert(charter.member(Seat(i)).key).second)
      return fail(Fault::bad_parameters, "a member twice at one table");
  if (charter.module_digest != crypto::Digest{})
    return fail(Fault::unknown_module, charter.module + ", with a module of its own");
  return start_game(terms_of(charter));
}

}  // namespace fairdeal::runtime
