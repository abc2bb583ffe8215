#pragma once

#include "proto/messages.h"
#include "rules/any_game.h"

namespace fairdeal::runtime {

/// Fills in what a charter, or terms, leave to the size of the table: quorum (docs/agreement.md,
/// What a table survives), and recovery with its kind of randomness (docs/threat-model.md, What can
/// still be done; docs/cards.md, 8 and 9).
void set_defaults(proto::Terms& terms);
void set_defaults(proto::Charter& charter);

/// Turns recovery on, by all others, or off; the kind of randomness is the one that goes with it.
void set_recovery(proto::Terms& terms, bool on);

/// What a charter's members agree to.
proto::Terms terms_of(const proto::Charter& charter);
/// A charter of these terms, as yet without members and nonce.
proto::Charter charter_of(const proto::Terms& terms);

/// The game that is opened by these terms. Errors: unknown_module (no such game here, or another
/// version of it), bad_parameters (terms out of bounds, see runtime/terms.h; the game's own
/// parameters or number of seats).
Result<rules::AnyGame> start_game(const proto::Terms& terms);
/// The same for a whole charter. Errors besides: bad_parameters (a member twice).
Result<rules::AnyGame> start_game(const proto::Charter& charter);

}  // namespace fairdeal::runtime
