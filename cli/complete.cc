#include "cli/complete.h"

#include <algorithm>
#include <iostream>

#include "base/ascii.h"
#include "runtime/meet/invite_code.h"
#include "ui/home/contacts_file.h"
#include "ui/home/identity.h"
#include "ui/home/places.h"

/// `fairdeal complete`, which completion scripts call while somebody types: what only the program
/// knows, one a line.

namespace fairdeal::cli {
namespace {

bool begins(const std::string& name, const std::string& typed) {
  return name.size() >= typed.size() &&
         std::equal(typed.begin(), typed.end(), name.begin(),
                    [](char a, char b) { return ascii::lower(a) == ascii::lower(b); });
}

/// Returns the codes that begin as `typed` does, with one more word of the list; none if this is no
/// beginning of a code, or has a relay already.
std::vector<std::string> codes_from(const std::string& typed) {
  const auto number = typed.find_first_not_of("0123456789");
  const bool is_code = number != std::string::npos && number > 0 && typed[number] == '-';
  if (!is_code || typed.find('@') != std::string::npos) return {};
  const auto words = static_cast<std::size_t>(std::ranges::count(typed, '-'));
  if (words > meet::InviteCode::kWordsMax) return {};
  const auto last = typed.rfind('-') + 1;
  std::vector<std::string> codes;
  for (const std::string_view word : meet::code_words(typed.substr(last)))
    codes.push_back(typed.substr(0, last) + std::string(word));
  return codes;
}

/// Returns the lists of contacts that begin as `typed` does: after a comma comes another one.
std::vector<std::string> contacts_from(const std::string& typed, const home::ContactList& list) {
  const auto comma = typed.rfind(',');
  const auto last = comma == std::string::npos ? 0 : comma + 1;
  std::vector<std::string> names;
  const std::string before = "," + typed.substr(0, last);
  for (const home::KeptContact* contact : list.latest())
    if (begins(contact->name, typed.substr(last)) &&
        before.find("," + contact->name + ",") == std::string::npos)
      names.push_back(typed.substr(0, last) + contact->name);
  return names;
}

}  // namespace

int run_complete(const CompleteOptions& options) {
  auto found = options.what == "table" ? codes_from(options.typed) : std::vector<std::string>();
  // While somebody types, a file that cannot be read is not worth a message.
  const auto contacts = home::ContactsFile(home::identity_file(options.identity)).load();
  if (found.empty() && contacts) found = contacts_from(options.typed, *contacts);
  for (const std::string& one : found) std::cout << one << "\n";
  return 0;
}

}  // namespace fairdeal::cli
