#include "games/players/cfr_player.h"
#include "games/players/range_player.h"
#include "rules/players/thinker.h"

namespace fairdeal::rules {

std::vector<ThinkerKind> thinker_kinds_of_games() { return {cfr_kind(), range_kind()}; }

}  // namespace fairdeal::rules
