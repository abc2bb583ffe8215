#pragma once

#include "proto/messages.h"
#include "rules/registry.h"

namespace fairdeal::state {

/// Sets the terms that depend on the size of the table to their defaults: the quorum
/// (docs/agreement.md, What a table survives), and recovery with its kind of randomness
/// (docs/threat-model.md, Attacks that succeed; docs/cards.md, 8 and 9).
void set_defaults(proto::Terms& terms);
void set_defaults(proto::Charter& charter);

/// Turns recovery on, by all other seats, or off, and sets the kind of randomness that goes with
/// it.
void set_recovery(proto::Terms& terms, bool on);

/// Returns the terms that the members of a charter agree to.
proto::Terms terms_of(const proto::Charter& charter);
/// Returns a charter with these terms and without members and nonce.
proto::Charter charter_of(const proto::Terms& terms);

/// Returns what runs this game, as terms name it: "" if the game is compiled.
std::string interpreter_of(const rules::Module& module);
/// Returns whether these terms are of a script, and of one that this program's interpreter runs.
bool runs_scripts_of(const proto::Terms& terms);
/// Refuses the terms of a script that another interpreter runs: unknown_module, which names both.
tl::unexpected<Error> refuse_interpreter(const proto::Terms& terms);

/// Returns the game that these terms name, with exactly their version and rules; a script that is
/// kept on this machine is loaded. Errors: unknown_module, which names both sides' rules, or both
/// sides' interpreters of scripts.
Result<const rules::Module*> rules_of(const proto::Terms& terms);

/// Starts the game that these terms name. Errors: unknown_module (this program does not have the
/// game, or has another version of it), bad_parameters (terms out of bounds, see
/// runtime/state/terms.h; the game's own parameters or number of seats).
Result<rules::AnyGame> start_game(const proto::Terms& terms);
/// Starts the game of a charter. Errors also: bad_parameters (a member twice; of an evening, seats
/// without the chips of their owners' accounts).
Result<rules::AnyGame> start_game(const proto::Charter& charter);
/// Does the same, and loads the script that comes with the charter, if this program lacks it.
Result<rules::AnyGame> start_game(const proto::SignedCharter& charter);

}  // namespace fairdeal::state
