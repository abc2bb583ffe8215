#include "ui/words/said.h"

#include "rules/json_reader.h"

namespace fairdeal::words {

extern const char* const kSentences;

namespace {

/// Returns the value of the place between braces: the value of a name, or one of two words. A value
/// that lacks shows as its name: a wrong sentence must not end a match.
std::string value_at(const std::string& place, const Values& values) {
  const std::size_t colon = place.find(':');
  const auto found = values.find(place.substr(0, colon));
  if (found == values.end()) return place.substr(0, colon);
  if (colon == std::string::npos) return found->second.text;
  const std::size_t bar = place.find('|', colon);
  if (bar == std::string::npos) return place.substr(colon + 1);
  return found->second.json == 1 ? place.substr(colon + 1, bar - colon - 1) : place.substr(bar + 1);
}

Said::Value joined_by(const char* kind, const char* between, const std::vector<Said>& sentences) {
  Said::Value value{kind, Json::array(), ""};
  for (const Said& one : sentences) {
    if (!value.json.empty()) value.text += between;
    value.json.push_back(one.json());
    value.text += one.text();
  }
  return value;
}

}  // namespace

const Json& sentences() {
  static const Json all = rules::json_or_null(kSentences);
  return all;
}

std::string Said::text() const {
  if (empty()) return "";
  const auto found = rules::JsonReader(sentences()).member(id).member("en").text();
  if (!found) return id;
  const std::string& sentence = *found;
  std::string text;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const std::size_t end = sentence[at] == '{' ? sentence.find('}', at) : std::string::npos;
    if (end == std::string::npos) {
      text += sentence[at];
      continue;
    }
    text += value_at(sentence.substr(at + 1, end - at - 1), values);
    at = end;
  }
  return text;
}

Json Said::json() const {
  if (empty()) return {};
  Json json{{"id", id}};
  for (const auto& [place, value] : values) json[place] = Json{{value.kind, value.json}};
  return json;
}

Said::Value name(std::string who) { return {"name", who, std::move(who)}; }

Said::Value names(const std::vector<std::string>& who) {
  Said::Value value{"names", who, ""};
  for (std::size_t i = 0; i < who.size(); ++i)
    value.text += (i == 0 ? "" : i + 1 == who.size() ? " and " : ", ") + who[i];
  return value;
}

Said::Value count(std::int64_t number) { return {"count", number, std::to_string(number)}; }
Said::Value chips(std::int64_t number) { return {"chips", number, std::to_string(number)}; }
Said::Value text(std::string words) { return {"text", words, std::move(words)}; }
Said::Value game(std::string words) { return {"game", words, std::move(words)}; }
Said::Value stakes(std::string words) { return {"stakes", words, std::move(words)}; }
Said::Value sentence(const Said& said) { return {"said", said.json(), said.text()}; }
Said::Value list(const std::vector<Said>& all) { return joined_by("list", ", ", all); }
Said::Value lines(const std::vector<Said>& all) { return joined_by("lines", "\n", all); }

Said plain(std::string words) { return said("plain", {{"words", text(std::move(words))}}); }

std::vector<Said> plain_lines(const std::vector<std::string>& lines) {
  std::vector<Said> all;
  for (const std::string& line : lines) all.push_back(plain(line));
  return all;
}

std::vector<std::string> texts_of(const std::vector<Said>& all) {
  std::vector<std::string> texts;
  for (const Said& one : all) texts.push_back(one.text());
  return texts;
}

Json json_of(const std::vector<Said>& all) { return list(all).json; }

Said in_lines(const std::vector<Said>& all) {
  if (all.empty()) return {};
  return all.size() == 1 ? all.front() : said("lines", {{"lines", lines(all)}});
}

}  // namespace fairdeal::words
