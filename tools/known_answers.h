#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace fairdeal::tools {

struct KnownAnswers {
  std::size_t checked = 0;
  std::vector<std::string> differences;  ///< "dleq[2].proof: expected ab…, got cd…"
};

/// Recomputes everything in a file of known answers, and returns what differs. The file is about
/// the card protocol of docs/cards.md or the proofs of docs/decks.md (with the proofs, from the
/// random numbers that its seeds generate), or about which strings decode to points and scalars.
/// Errors: not_canonical (the text is no JSON object, or has nothing of these kinds).
Result<KnownAnswers> check_known_answers(std::string_view json);

}  // namespace fairdeal::tools
