#include "rules/players/thinker.h"

namespace fairdeal::rules {

std::vector<ThinkerKind> thinker_kinds_of_games() { return {}; }

}  // namespace fairdeal::rules
