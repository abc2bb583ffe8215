// Fuzzes JSON texts and identity files: each is refused, or written again with the same meaning.
// A file of settings has known ones only, and no link is left in what is redacted.
// Recorded lines and files of known answers get a verdict, whatever they hold. A line of a person
// becomes a legal move, or none. A message of a page becomes a move or a line of plain text, and
// nothing that is not its own token or cookie opens a page.
#include <set>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/seeded_rng.h"
#include "conformance/check.h"
#include "crypto/hash.h"
#include "fuzz/target.h"
#include "rules/choice_text.h"
#include "rules/json.h"
#include "tools/known_answers.h"
#include "ui/front/page_state.h"
#include "ui/front/web_door.h"
#include "ui/home/identity.h"
#include "ui/home/log.h"
#include "ui/home/settings.h"
#include "ui/words/invitation.h"
#include "ui/words/table_link.h"

namespace fairdeal {
namespace {

constexpr std::size_t kLengthMax = 64 * 1024;

void check_json(std::string_view input) {
  const auto value = rules::parse_json(input, kLengthMax);
  if (!value) return;
  const std::string written = rules::text(*value);
  const auto again = rules::parse_json(written, 8 * kLengthMax);
  CHECK(again.has_value());
  CHECK(*again == *value && rules::text(*again) == written);
}

void check_identity(std::string_view input) {
  const auto identity = home::decode_identity(input);
  if (identity) CHECK(input.starts_with(home::encode_identity(*identity)));
}

void check_settings(std::string_view input) {
  const auto file = home::parse_config(input, "config.toml");
  if (!file) CHECK(file.error().code == words::Exit::usage && !file.error().message.empty());
  if (file)
    for (const auto& [key, value] : file->values)
      CHECK(home::setting_of(key).key == key && value.line > 0);
}

void check_redacted(std::string_view input) {
  const std::string shown = home::redacted(std::string(input));
  CHECK(shown.find(words::TableLink::kBegins) == std::string::npos);
}

/// Looks in the input for what names a table. A link that is found there names the same one in
/// every form in which the program shows it.
void check_invitation(std::string_view input) {
  const auto link = words::TableLink::parse(words::invitation_in(input));
  if (!link) return;
  const std::string address = link->web_address({std::string(input.substr(0, 32)), "holdem"});
  for (const std::string& shown : {link->text(), address.empty() ? link->text() : address}) {
    const auto again = words::TableLink::parse(words::invitation_in(shown));
    CHECK(again && again->host == link->host && again->token == link->token);
  }
}

/// Reads the input as what a person types at a game of hold'em; the moves it may become are legal
/// ones only.
void check_typed(std::string_view input) {
  static const std::vector<rules::Choice> kChoices{
      {{"\"fold\""}, "fold", {}},
      {{"\"call\""}, "call 20", {}},
      {{R"({"raise":40})"}, "raise to 40", rules::Range{40, 200, 5}},
      {{"\"twice\""}, "run it twice", {}}};
  static const std::set<std::string> kLegal = [] {
    std::set<std::string> legal;
    for (const rules::Choice& choice : kChoices) {
      const rules::Range range = choice.range.value_or(rules::Range{0, 0});
      for (std::int64_t number = range.min; number <= range.max; number += range.step)
        legal.insert((choice.range ? rules::with_number(choice, number) : choice.action).text);
    }
    return legal;
  }();
  const auto action = rules::read_choice(std::string(input), kChoices);
  if (action) CHECK(kLegal.contains(action->text));
}

void check_page(std::string_view input) {
  const auto said = front::parse_from_page(input);
  if (!said) return;
  CHECK(!said->chosen || said->line.empty());
  for (const char c : said->line) CHECK(static_cast<unsigned char>(c) >= ' ');
  if (said->chosen) check_json(said->chosen->action.text);
}

/// Reads the input as the head of a request in each place that its sender writes.
void check_door(std::string_view input) {
  SeededRng rng(1);
  front::WebDoor door(4801, rng);
  const std::string text(input);
  const std::string own = "127.0.0.1:4801";
  const std::vector<front::WebRequest> requests{
      {.is_get = true, .target = text, .hosts = {own}, .origins = {}},
      {.is_get = true, .target = "/", .hosts = {own}, .origins = {}, .cookies = {text}},
      {.is_get = true, .target = "/", .hosts = {text}, .origins = {}},
      {.is_get = true,
       .is_upgrade = true,
       .target = "/socket",
       .hosts = {own},
       .origins = {text},
       .cookies = {door.cookie()}}};
  using What = front::WebAnswer::What;
  const bool is_own =
      text == "http://" + own || text == "http://localhost:4801" || text == "http://[::1]:4801";
  for (const front::WebRequest& request : requests)
    CHECK(door.judge(request).what == What::words || (request.is_upgrade && is_own));
}

}  // namespace

void fuzz(ByteSpan input) {
  const std::string_view text = as_text(input);
  check_page(text);
  check_door(text);
  check_typed(text);
  check_invitation(text);
  check_json(text);
  check_identity(text);
  // Tries the lines again with a digest that fits, which a fuzzer cannot guess.
  const std::string lines = "fairdeal identity 1\n" + std::string(text);
  check_identity(lines + "check: " + crypto::hash("identity", as_bytes(lines)).hex().substr(0, 16) +
                 "\n");
  if (input.size() > kLengthMax) return;
  check_settings(text);
  if (input.size() < 256) check_redacted(text);  // more takes long, and shows nothing else
  // Lines that count positions or solve a game may take hours, as their writer wishes.
  const auto has = [&](const char* key) { return text.find(key) != text.npos; };
  if (!has("levels") && !has("move_values") && !has("solvable"))
    (void)conformance::check_line(text);
  (void)tools::check_known_answers(text);
}

}  // namespace fairdeal
