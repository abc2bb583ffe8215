#include "ui/match/audit_shows.h"

#include <algorithm>
#include <filesystem>

#include "proto/charter.h"
#include "proto/key_words.h"
#include "rules/registry.h"
#include "runtime/state/charter.h"
#include "ui/home/places.h"
#include "ui/words/html_text.h"
#include "ui/words/terms_words.h"

namespace fairdeal::match {

const std::array<const char*, 3> kShown{
    "Every answer was signed by its seat's key, and enough members signed a vote for every record.",
    "No false answer is in this file: every proof holds, and every move is one that the rules "
    "allow.",
    "A member who signed another history of this match contradicts this file, and the audit of "
    "both "
    "files finds it."};
const std::array<const char*, 3> kNotShown{
    "Who held the keys: one program that has all of them can invent a whole match.",
    "Whether players told each other their cards, or one person had several seats.",
    "Why a member was absent: enough of the others can call a member absent who was there."};

namespace {

bool is_built_in(const sandbox::KeptScript& script) {
  return std::ranges::any_of(rules::scripts_of_folder(), [&](const rules::ScriptOfFolder& one) {
    return proto::script_digest(one.text) == script.digest;
  });
}

}  // namespace

std::optional<sandbox::KeptScript> script_of(const audit::Report& report) {
  const auto module = report.terms ? state::rules_of(*report.terms)
                                   : Result<const rules::Module*>(fail(Fault::unknown_module));
  if (!module || (*module)->script.empty()) return {};
  sandbox::KeptScript script{
      report.terms->rules, report.terms->module, report.terms->module_version, {}};
  try {
    const auto kept = sandbox::KeptScripts(home::scripts_folder()).about(script.digest.hex());
    if (kept) script.author = kept->author;
  } catch (const std::filesystem::filesystem_error&) {
    return script;  // A user without a home keeps no scripts.
  }
  return script;
}

std::vector<std::pair<std::string, std::string>> signed_by_all(const audit::Report& report) {
  std::vector<std::pair<std::string, std::string>> lines;
  if (!report.terms) return lines;
  const proto::Terms& terms = *report.terms;
  lines.emplace_back("game", terms.module + ", version " + terms.module_version);
  if (const auto script = script_of(report)) {
    lines.emplace_back("script", "digest " + script->digest.hex());
    lines.emplace_back("interpreter", terms.interpreter);
    lines.emplace_back("script signed by",
                       script->author
                           ? proto::key_words(script->author->key, proto::kKeyWordsToDecide)
                       : is_built_in(*script) ? std::string("nobody; it is built into this program")
                                              : std::string("not known on this machine"));
  } else {
    lines.emplace_back("rules", "digest " + terms.rules.hex());
  }
  lines.emplace_back("parameters", terms.params);
  lines.emplace_back("votes", std::to_string(terms.quorum) + " of " +
                                  std::to_string(terms.validators()) + " decide a step");
  for (const auto& [name, words] : words::terms_by_name(terms)) lines.emplace_back(name, words);
  return lines;
}

namespace {

std::string list_of(const std::array<const char*, 3>& lines) {
  std::string text;
  for (const char* line : lines) text += "<li>" + words::html_escaped(line) + "</li>";
  return "<ul>" + text + "</ul>";
}

}  // namespace

std::string shows_section() {
  return "<section class=\"two\"><div class=\"box expected\"><h3>What this shows</h3>" +
         list_of(kShown) + "</div><div class=\"box\"><h3>What this does not show</h3>" +
         list_of(kNotShown) + "</div></section>\n";
}

std::string signed_table(const audit::Report& report) {
  std::string rows;
  for (const auto& [what, words] : signed_by_all(report))
    rows += "<tr>" + words::table_cell(words::html_escaped(words::capitalised(what)), "name") +
            words::table_cell(words::html_escaped(words), "text") + "</tr>\n";
  if (rows.empty()) return "";
  return "<section><h2>What all signed</h2><div class=\"scroll\"><table>" + rows +
         "</table></div></section>\n";
}

}  // namespace fairdeal::match
