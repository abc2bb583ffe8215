#include "rules/lua/script_secrets.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "rules/json_full.h"

namespace fairdeal::rules {
namespace {

using Deals = Secrecy::Deals;
using Shuffles = Secrecy::Shuffles;
using Rolls = Secrecy::Rolls;

tl::unexpected<Error> refuse_secrets(std::string what) {
  return fail(Fault::bad_parameters, std::move(what));
}

/// Reads a member that is one of two words; without it, nothing is declared.
template <class Enum>
Result<Enum> one_of(const Json& secrets, const char* key, std::string_view less,
                    std::string_view more) {
  const auto member = secrets.find(key);
  if (member == secrets.end()) return Enum{0};
  const std::string* const word = member->get_ptr<const std::string*>();
  if (word != nullptr && *word == less) return Enum{1};
  if (word != nullptr && *word == more) return Enum{2};
  return refuse_secrets("secrets." + std::string(key) + " is \"" + std::string(less) + "\" or \"" +
                        std::string(more) + "\", or is left out");
}

Result<bool> flag(const Json& secrets, const char* key) {
  const auto member = secrets.find(key);
  if (member == secrets.end()) return false;
  const bool* const value = member->get_ptr<const bool*>();
  if (value == nullptr) return refuse_secrets("secrets." + std::string(key) + " is true or false");
  return *value;
}

/// Refuses a member that nobody asks for, such as `deal_to`.
Result<> check_members(const Json& secrets) {
  constexpr std::array<std::string_view, 5> kMembers = {"dealt_to", "shuffled_by", "rolled_for",
                                                        "done", "answers"};
  for (const auto& [key, value] : secrets.items())
    if (std::ranges::find(kMembers, key) == kMembers.end())
      return refuse_secrets(
          "secrets has dealt_to, shuffled_by, rolled_for, done and answers alone");
  return {};
}

}  // namespace

Result<std::optional<Secrecy>> secrets_of_script(const Json& module) {
  const auto member = module.find("secrets");
  if (member == module.end() || member->is_null()) return std::optional<Secrecy>();
  if (member->is_array() && member->empty()) return std::optional(Secrecy{});  // as {} in Lua
  if (!member->is_object())
    return refuse_secrets(
        "secrets is a table, such as {dealt_to = \"one\", shuffled_by = \"all\"}");
  FD_TRY(check_members(*member));
  Secrecy secrets;
  FD_TRY(secrets.deals, one_of<Deals>(*member, "dealt_to", "one", "several"));
  FD_TRY(secrets.shuffles, one_of<Shuffles>(*member, "shuffled_by", "all", "named"));
  FD_TRY(secrets.rolls, one_of<Rolls>(*member, "rolled_for", "all", "one"));
  FD_TRY(secrets.done, flag(*member, "done"));
  FD_TRY(secrets.answers, flag(*member, "answers"));
  return std::optional(secrets);
}

}  // namespace fairdeal::rules
