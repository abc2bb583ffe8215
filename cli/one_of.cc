#include "cli/one_of.h"

#include <algorithm>

#include "base/edit_distance.h"
#include "ui/words/printable.h"

namespace fairdeal::cli {
namespace {

std::string listed(const std::vector<std::string>& names, const char* between) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : between) + name;
  return text;
}

}  // namespace

CLI::Validator one_of(std::vector<std::string> names) {
  const std::string shown = "{" + listed(names, ",") + "}";
  return {[names = std::move(names)](const std::string& value) -> std::string {
            if (std::ranges::find(names, value) != names.end()) return {};
            const std::string near = nearest_name(value, names);
            return words::printable(value) + " is none of " + listed(names, ", ") +
                   (near.empty() ? "" : " (did you mean " + near + "?)");
          },
          shown};
}

}  // namespace fairdeal::cli
