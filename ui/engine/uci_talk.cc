#include "ui/engine/uci_talk.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/check.h"

namespace fairdeal::engine {
namespace {

/// More options than any engine has (Stockfish 15 has 20).
constexpr std::size_t kOptionsMax = 400;
constexpr std::size_t kEngineNameMax = 64;

/// Takes the next word off a line; "" at its end.
std::string_view next_word(std::string_view& rest) {
  const std::size_t from = std::min(rest.find_first_not_of(" \t"), rest.size());
  rest.remove_prefix(from);
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
  rest.remove_prefix(word.size());
  return word;
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

bool is_text(std::string_view line) {
  return std::ranges::none_of(line, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7f;
  });
}

/// Names of options are the same in capitals and small letters.
bool same_name(std::string_view a, std::string_view b) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
  return std::ranges::equal(a, b, {}, small, small);
}

}  // namespace

bool is_uci_move(std::string_view text) {
  const auto is_square = [&](std::size_t at) {
    return text[at] >= 'a' && text[at] <= 'h' && text[at + 1] >= '1' && text[at + 1] <= '8';
  };
  if (text.size() != 4 && text.size() != 5) return false;
  return is_square(0) && is_square(2) &&
         (text.size() == 4 || std::string_view("qrbn").find(text[4]) != std::string_view::npos);
}

Result<std::string> UciTalk::on_bytes(std::string_view bytes) {
  std::string out;
  while (!bytes.empty() && !broken_) {
    const std::size_t end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    written_ += part.size() + 1;
    line_ += part.substr(0, kUciLineMax + 1);
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    if (line_.size() > kUciLineMax) {
      broken_ = Error{Fault::too_large, {}, "it wrote a line that is too long"};
    } else if (written_ > kUciAnswerMax) {
      broken_ = Error{Fault::too_large, {}, "it wrote too much"};
    } else if (end != std::string_view::npos) {
      if (line_.ends_with('\r')) line_.pop_back();
      auto said = on_line(std::exchange(line_, {}));
      if (said)
        out += *said;
      else
        broken_ = said.error();
    }
  }
  if (broken_) return fail(*broken_);
  return out;
}

Result<std::string> UciTalk::on_line(std::string_view line) {
  if (!is_text(line)) return fail(Fault::not_canonical, "it wrote bytes that are no text");
  std::string_view rest = line;
  const std::string_view word = next_word(rest);
  if (word == "id" && stage_ == Stage::greeting && next_word(rest) == "name" && !rest.empty())
    name_ = rest.substr(1, kEngineNameMax);
  else if (word == "option" && stage_ == Stage::greeting)
    on_option(rest);
  else if (word == "uciok" && stage_ == Stage::greeting)
    return on_uciok();
  else if (word == "readyok" && stage_ == Stage::preparing)
    stage_ = Stage::ready;
  else if (word == "info" && stage_ == Stage::thinking)
    on_info(rest);
  else if (word == "bestmove")
    FD_TRY(on_bestmove(rest));
  return std::string();
}

/// Reads "name Skill Level type spin default 20 min 0 max 20".
void UciTalk::on_option(std::string_view rest) {
  if (offered_.size() == kOptionsMax || next_word(rest) != "name") return;
  Offered option;
  std::string_view word = next_word(rest);
  for (; !word.empty() && word != "type"; word = next_word(rest))
    option.name.append(option.name.empty() ? "" : " ").append(word);
  option.type = next_word(rest);
  for (word = next_word(rest); !word.empty(); word = next_word(rest)) {
    if (word == "min") option.min = number_in<std::int64_t>(next_word(rest));
    if (word == "max") option.max = number_in<std::int64_t>(next_word(rest));
  }
  offered_.push_back(std::move(option));
}

Result<std::string> UciTalk::set(const UciSetting& setting) const {
  const auto offered = std::ranges::find_if(
      offered_, [&](const Offered& option) { return same_name(option.name, setting.name); });
  if (offered == offered_.end())
    return fail(Fault::bad_parameters, "it has no option '" + setting.name + "'");
  if (offered->type == "spin") {
    const auto value = number_in<std::int64_t>(setting.value);
    if (!value || (offered->min && *value < *offered->min) ||
        (offered->max && *value > *offered->max))
      return fail(Fault::bad_parameters,
                  "its option '" + setting.name + "' is " +
                      (offered->min ? std::to_string(*offered->min) : "any number") + " to " +
                      (offered->max ? std::to_string(*offered->max) : "any number"));
  }
  return "setoption name " + offered->name + " value " + setting.value + "\n";
}

Result<std::string> UciTalk::on_uciok() {
  std::string out;
  for (const UciSetting& setting : settings_) {
    FD_TRY(const std::string line, set(setting));
    out += line;
  }
  stage_ = Stage::preparing;
  return out + "ucinewgame\nisready\n";
}

/// Reads "depth 12 seldepth 20 score cp 35 nodes 41526 pv e2e4 …". The words after `pv` or
/// `string` are no facts about the search. A fact whose number is wrong is left out.
void UciTalk::on_info(std::string_view rest) {
  for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
    if (word == "pv" || word == "string") return;
    if (word == "depth")
      progress_.depth = number_in<unsigned>(next_word(rest)).value_or(progress_.depth);
    else if (word == "nodes")
      progress_.nodes = number_in<std::uint64_t>(next_word(rest)).value_or(progress_.nodes);
    else if (word == "score") {
      const std::string_view unit = next_word(rest);
      const auto value = number_in<int>(next_word(rest));
      if (!value || (unit != "cp" && unit != "mate")) continue;
      progress_.centipawns = unit == "cp" ? value : std::nullopt;
      progress_.mate_in = unit == "mate" ? value : std::nullopt;
    }
  }
}

Result<> UciTalk::on_bestmove(std::string_view rest) {
  if (stage_ != Stage::thinking)
    return fail(Fault::not_canonical, "it made a move that nobody asked for");
  const std::string_view move = next_word(rest);
  if (!is_uci_move(move)) return fail(Fault::not_canonical, "its answer is no move");
  stage_ = Stage::ready;
  answer_ = UciAnswer{std::string(move), progress_};
  return {};
}

std::string UciTalk::ask(const UciQuestion& question) {
  CHECK(stage_ == Stage::ready && !broken_);
  stage_ = Stage::thinking;
  written_ = 0;
  progress_ = {};
  answer_.reset();
  std::string out = "position fen " + question.fen;
  if (!question.moves.empty()) out += " moves";
  for (const std::string& move : question.moves) out += " " + move;
  out += "\ngo";
  if (question.milliseconds > 0) out += " movetime " + std::to_string(question.milliseconds);
  if (question.nodes > 0) out += " nodes " + std::to_string(question.nodes);
  if (question.depth > 0) out += " depth " + std::to_string(question.depth);
  if (out.ends_with("go")) out += " infinite";
  return out + "\n";
}

std::optional<UciAnswer> UciTalk::take_answer() { return std::exchange(answer_, std::nullopt); }

}  // namespace fairdeal::engine
