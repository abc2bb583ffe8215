#pragma once

#include "proto/messages.h"
#include "rules/any_game.h"

namespace fairdeal::runtime {

/// Fills in what a charter leaves to the size of the table: quorum (docs/agreement.md, What a table
/// survives), recovery threshold and kind of randomness (docs/threat-model.md, What can still be
/// done; docs/cards.md, 8 and 9).
void set_defaults(proto::Charter& charter);

/// The game a charter opens. Errors: unknown_module (no such game here, or another version of it),
/// bad_parameters (terms that cannot be: seats, quorum, recovery, a member twice, the game's own).
Result<rules::AnyGame> open_game(const proto::Charter& charter);

}  // namespace fairdeal::runtime
