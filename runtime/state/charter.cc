#include "runtime/state/charter.h"

#include <set>

#include <nlohmann/json.hpp>

#include "consensus/quorum.h"
#include "proto/limits.h"
#include "rules/registry.h"
#include "rules/script_interpreter.h"
#include "runtime/state/evening.h"
#include "runtime/state/rules_digest.h"
#include "runtime/state/terms.h"

namespace fairdeal::state {

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
          .rules = charter.rules,
          .interpreter = charter.interpreter,
          .params = charter.params,
          .seats = static_cast<std::uint32_t>(charter.seats.size()),
          .witnesses = static_cast<std::uint32_t>(charter.witnesses.size()),
          .quorum = charter.quorum,
          .recovery = charter.recovery,
          .randomness = charter.randomness,
          .pace = charter.pace,
          .continues = charter.continues,
          .evening = charter.evening};
}

proto::Charter charter_of(const proto::Terms& terms) {
  proto::Charter charter;
  charter.module = terms.module;
  charter.module_version = terms.module_version;
  charter.rules = terms.rules;
  charter.interpreter = terms.interpreter;
  charter.params = terms.params;
  charter.quorum = terms.quorum;
  charter.recovery = terms.recovery;
  charter.randomness = terms.randomness;
  charter.pace = terms.pace;
  charter.continues = terms.continues;
  charter.evening = terms.evening;
  return charter;
}

std::string interpreter_of(const rules::Module& module) {
  return module.script.empty() ? "" : std::string(rules::kScriptInterpreter);
}

bool runs_scripts_of(const proto::Terms& terms) {
  return terms.interpreter == rules::kScriptInterpreter;
}

tl::unexpected<Error> refuse_interpreter(const proto::Terms& terms) {
  return fail(Fault::unknown_module, terms.module + ", which is a script run by " +
                                         terms.interpreter +
                                         " (here: " + std::string(rules::kScriptInterpreter) + ")");
}

Result<const rules::Module*> rules_of(const proto::Terms& terms) {
  const auto fits = [&](const rules::Module& module) {
    return module.info().version == terms.module_version &&
           interpreter_of(module) == terms.interpreter && rules_digest(module) == terms.rules;
  };
  if (!terms.interpreter.empty() && !runs_scripts_of(terms)) return refuse_interpreter(terms);
  const auto called = rules::modules_called(terms.module);
  for (const rules::Module* module : called)
    if (fits(*module)) return module;
  if (const auto& kept = rules::script_host().kept; kept && runs_scripts_of(terms))
    if (const auto text = kept(terms.rules.hex());
        text && proto::script_digest(*text) == terms.rules) {
      FD_TRY(const rules::Module* module, rules::add_script(terms.module, *text));
      if (module->info().name == terms.module && fits(*module)) return module;
    }
  const auto named = [](const std::string& number, const crypto::Digest& digest,
                        const std::string& interpreter) {
    return "version " + number + " with rules " + short_hex(digest) +
           (interpreter.empty() ? "" : ", a script run by " + interpreter);
  };
  std::string about =
      terms.module + " of " + named(terms.module_version, terms.rules, terms.interpreter);
  if (!called.empty()) {
    const rules::Module& here = *called.front();
    about +=
        " (here: " + named(here.info().version, rules_digest(here), interpreter_of(here)) + ")";
  }
  return fail(Fault::unknown_module, about);
}

Result<rules::AnyGame> start_game(const proto::Terms& terms) {
  FD_TRY(check_terms(terms));
  FD_TRY(const rules::Module* module, rules_of(terms));
  FD_TRY(const rules::Json params, rules::parse_json(terms.params, proto::kParamsBytesMax));
  if (rules::text(params) != terms.params)
    return fail(Fault::bad_parameters, "parameters not in their one text");
  FD_TRY(rules::AnyGame game, rules::start_game(*module, params, terms.seats));
  FD_TRY(check_evening(terms, game));
  return game;
}

Result<rules::AnyGame> start_game(const proto::SignedCharter& charter) {
  // A script that is no game fails below, where the terms name it.
  const proto::Terms terms = terms_of(charter.charter);
  if (!charter.script.empty() && runs_scripts_of(terms) && !rules_of(terms))
    (void)rules::add_script(charter.charter.module, charter.script);
  return start_game(charter.charter);
}

Result<rules::AnyGame> start_game(const proto::Charter& charter) {
  std::set<crypto::PublicKey> keys;
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    if (!keys.insert(charter.member(Seat(i)).key).second)
      return fail(Fault::bad_parameters, "a member twice at one table");
  FD_TRY(rules::AnyGame game, start_game(terms_of(charter)));
  FD_TRY(check_evening(charter, game));
  return game;
}

}  // namespace fairdeal::state
