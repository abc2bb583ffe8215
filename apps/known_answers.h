#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace fairdeal::apps {

struct KnownAnswers {
  std::size_t checked = 0;
  std::vector<std::string> differences;  ///< "dleq[2].proof: expected ab…, got cd…"
};

/// Recomputes everything in a file of known answers and says what differs: the card protocol of
/// docs/cards.md (provers included, from the generator that the file names), or which strings
/// decode to points and scalars. Errors: not_canonical (no JSON, or none of these formats).
Result<KnownAnswers> check_known_answers(std::string_view json);

}  // namespace fairdeal::apps
