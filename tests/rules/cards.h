#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "rules/card.h"

namespace fairdeal::rules {

/// "Ah Kd" as faces.
inline std::vector<Face> faces(const std::string& names) {
  std::vector<Face> faces;
  std::istringstream words(names);
  for (std::string name; words >> name;) faces.push_back(parse_card(name).value());
  return faces;
}

inline CardSet card_set(const std::vector<Face>& faces) {
  CardSet set;
  for (const Face face : faces) set |= CardSet::of(face);
  return set;
}

}  // namespace fairdeal::rules
