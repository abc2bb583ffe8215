// Solves Nim and checks its laws, by the installed headers and libraries alone.
#include <cstdio>

#include <nlohmann/json.hpp>

#include "rules/laws.h"

namespace fairdeal::rules {
extern const Module kNim;
}

int main() {
  using namespace fairdeal::rules;
  const Json params = {{"heap", 21}};
  const auto game = kNim.start(params, 2);
  const auto solution = kNim.solve(*game, {});
  const auto laws = check_laws(kNim, params, 2, 1);
  if (laws.broken) std::puts(laws.broken->c_str());
  return solution && solution->value == Payoff{1, -1} && laws.values > 0 && !laws.broken ? 0 : 1;
}
