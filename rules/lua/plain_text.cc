#include "rules/lua/plain_text.h"

#include <algorithm>

#include "base/visible.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/lua/limits.h"

namespace fairdeal::rules {

std::string plain_text(std::string_view said, std::size_t bytes_max, bool lines) {
  std::string plain;
  while (!said.empty()) {
    const Character character = first_character(said);
    const std::string_view written = said.substr(0, std::max<std::size_t>(character.bytes, 1));
    const bool is_shown =
        character.bytes != 0 && (is_visible(character.code) || (lines && character.code == U'\n'));
    if (plain.size() + written.size() > bytes_max) break;
    plain += is_shown ? written : "?";
    said.remove_prefix(written.size());
  }
  return plain;
}

Json plain_json(const Json& said, bool lines) {
  const JsonReader reader(said);
  if (const auto text = reader.text()) return plain_text(*text, kScriptStringMax, lines);
  Json plain = said;
  if (reader.is_list())
    for (Json& element : plain) element = plain_json(element, lines);
  if (!reader.is_object()) return plain;
  plain = Json::object();
  for (const auto& [name, value] : reader.members())
    plain[plain_text(name, kScriptStringMax, false)] = plain_json(value.json(), lines);
  return plain;
}

}  // namespace fairdeal::rules
