#include "base/edit_distance.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/ascii.h"

namespace fairdeal {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1), above, above_that;
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    above_that = std::exchange(above, row);
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({above[j] + (a[i] == b[j] ? 0 : 1), row[j] + 1, above[j + 1] + 1});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
        row[j + 1] = std::min(row[j + 1], above_that[j - 1] + 1);
    }
  }
  return row.back();
}

std::string nearest_name(std::string_view name, std::span<const std::string> names) {
  constexpr std::size_t kNameMax = 64;      // longer names are no slips
  constexpr std::size_t kBeginningMin = 3;  // shorter ones begin too many others
  if (name.size() > kNameMax) return "";
  const std::string written = ascii::lowered(name);
  std::string nearest, longer;
  std::size_t distance = 2 + name.size() / 3;  // fewer slips than this are near
  for (const std::string& one : names) {
    const std::string small = ascii::lowered(one);
    const bool begins = written.size() >= kBeginningMin && small.starts_with(written);
    if (begins && (longer.empty() || one.size() < longer.size())) longer = one;
    const std::size_t to_this = edit_distance(written, small);
    if (to_this >= distance) continue;
    distance = to_this;
    nearest = one;
  }
  return longer.empty() ? nearest : longer;
}

}  // namespace fairdeal
