#include "rules/want.h"

#include "base/check.h"

namespace fairdeal::rules {

Die uniform_die(std::string name, std::int64_t min, std::int64_t max) {
  CHECK(min <= max);
  Die die{.name = std::move(name), .values = {}, .weights = {}};
  for (std::int64_t value = min; value <= max; ++value) {
    die.values.push_back(value);
    die.weights.push_back(1);
  }
  return die;
}

}  // namespace fairdeal::rules
