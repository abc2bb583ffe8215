#pragma once

#include <functional>
#include <map>
#include <string>

namespace fairdeal::tools {

/// A measurement. `once` makes `things` of the same kind; the figure is for one of them.
struct Piece {
  std::function<void()> once;
  double things = 1;
};
using Pieces = std::map<std::string, Piece>;

/// Adds the proofs of docs/decks.md, made and verified: placements, claims, cuts and packs.
void add_picks(Pieces& pieces);

}  // namespace fairdeal::tools
