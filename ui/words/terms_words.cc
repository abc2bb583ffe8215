#include "ui/words/terms_words.h"

#include <algorithm>
#include <cctype>

#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/registry.h"
#include "runtime/node/move_clock.h"
#include "runtime/state/terms.h"
#include "ui/words/printable.h"
#include "ui/words/secrecy_words.h"
#include "ui/words/words.h"

namespace fairdeal::words {
namespace {

using nlohmann::json;
using proto::Terms;
using state::in_words;

/// Returns the game's parameters, or null if they are no JSON. An auditor shows a file's terms even
/// if they are not valid.
json params_of(const Terms& terms) { return rules::json_or_null(terms.params); }

/// Returns the words of a script's author, marked, so that they look like no line of the program.
Said marked_said(const std::string& words) {
  return said("by_author", {{"words", game(printable(words))}});
}

/// Returns the sentence, and behind it the other one if there is one.
Said followed_by(const Said& one, const Said& other) {
  if (other.empty()) return one;
  return said("one_then_other", {{"one", sentence(one)}, {"other", sentence(other)}});
}

/// Returns a time as state::in_words() has it, in every language.
Said::Value time_value(Duration time) {
  if (time == proto::kUntimed) return sentence(said("time_unlimited"));
  constexpr std::int64_t kDay_ms = 86'400'000;
  const std::int64_t days = time.ms / kDay_ms;
  if (days == 0) return text(in_words(time));
  const Said of_days = said("time_days", {{"n", count(days)}});
  const Duration rest{time.ms % kDay_ms};
  return sentence(rest.ms == 0 ? of_days : followed_by(of_days, plain(in_words(rest))));
}

/// Returns the name of what a game hides, which is not "".
Said::Value things_value(const std::string& things) {
  return sentence(things == "dice"     ? said("dice")
                  : things == "pieces" ? said("pieces")
                                       : said("cards"));
}

/// Adds the game, and what it is. A script says that itself, so its words are marked.
void add_game(const Terms& terms, std::vector<Said>& lines) {
  const auto module = rules::find_module(terms.module);
  const std::string about = module ? (*module)->info().about : "";
  const bool is_script = module && !(*module)->script.empty();
  Values values{{"game", text(printable(terms.module))},
                {"version", text(printable(terms.module_version))}};
  if (is_script) {
    lines.push_back(said("terms_script", values));
    if (!about.empty()) lines.push_back(marked_said(about));
    return;
  }
  const Said game = said("terms_game", values);
  lines.push_back(about.empty()
                      ? game
                      : followed_by(game, said("game_about", {{"words", words::game(about)}})));
}

Said members(const Terms& terms) {
  const auto seats = count(terms.seats);
  if (terms.witnesses == 0) return said("terms_seats", {{"n", seats}});
  return said("terms_seats_and_witnesses", {{"seats", seats}, {"n", count(terms.witnesses)}});
}

/// Returns a value as text. A string has quotes only if it could be taken for more than a value:
/// the host chose it.
std::string value_words(const json& value) {
  const auto text = rules::JsonReader(value).text();
  if (!text) return value.dump();
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view(" -_/+").find(c) != std::string_view::npos;
  };
  const bool plain = std::ranges::all_of(*text, is_plain) && text->find("  ") == std::string::npos;
  return plain ? *text : quoted(*text);
}

/// Adds a line for each parameter: "  stack = 1000   chips of each seat at the start". What a
/// script says of one has a line of its own.
void add_params(const Terms& terms, std::vector<Said>& lines) {
  const json params = params_of(terms);
  const auto module = rules::find_module(terms.module);
  if (!params.is_object() || !module) return;
  if (!params.empty()) lines.push_back(said("terms_params"));
  for (const auto& param : (*module)->info().params)
    if (const auto value = rules::JsonReader(params).member(param.name); value.exists()) {
      const bool is_script = !(*module)->script.empty();
      const auto name = text(printable(param.name));
      const auto is = text(printable(value_words(value.json())));
      if (is_script || param.about.empty()) {
        lines.push_back(said("terms_param", {{"name", name}, {"value", is}}));
        if (!param.about.empty())
          lines.push_back(said("fact_row", {{"fact", sentence(marked_said(param.about))}}));
        continue;
      }
      const auto about = sentence(said("game_about", {{"words", game(param.about)}}));
      lines.push_back(said("terms_param_about", {{"name", name}, {"value", is}, {"about", about}}));
    }
}

/// Adds a line about the former match, if this one continues another. An evening has its own line,
/// and nobody takes over a seat there.
void add_former_match(const Terms& terms, std::vector<Said>& lines) {
  if (terms.continues == crypto::Digest{} || terms.evening) return;
  lines.push_back(said("terms_continues", {{"head", text(terms.continues.hex())}}));
}

/// Adds a line about the evening of which the table is one, if it is.
void add_evening(const Terms& terms, std::vector<Said>& lines) {
  if (!terms.evening) return;
  lines.push_back(said("terms_evening", {{"n", count(terms.evening->table)},
                                         {"room", count(terms.evening->room)},
                                         {"least", chips(terms.evening->buy_in_min)},
                                         {"most", chips(terms.evening->buy_in_max)}}));
}

/// Adds a line for each fact that the game declares about secrecy.
void add_secrets(const Terms& terms, std::vector<Said>& lines) {
  const auto module = rules::find_module(terms.module);
  if (!module || !(*module)->info().chance || terms.seats == 1) return;
  const rules::GameInfo& info = (*module)->info();
  const std::string things = hidden_things(info);
  lines.push_back(said("terms_secrecy"));
  std::vector<Said> facts = secrecy_said(rules::secrets_of(info), things);
  const std::string& script = (*module)->script;
  if (!script.empty())
    for (Said& fact : rules::is_shipped(script) ? shipped_said(rules::secrets_of(info), things)
                                                : script_said(rules::secrets_of(info), things))
      facts.push_back(std::move(fact));
  for (const Said& fact : facts) lines.push_back(said("fact_row", {{"fact", sentence(fact)}}));
}

Said stakes(const Terms& terms) {
  const auto module = rules::find_module(terms.module);
  const bool zero_sum = module && (*module)->info().zero_sum;
  return zero_sum && terms.seats > 1 ? said("terms_stakes_zero_sum") : said("terms_stakes");
}

Said clocks(const Terms& terms) {
  const proto::Pace& pace = terms.pace;
  using Clock = node::MoveClock;
  const auto answers =
      sentence(said("terms_answers", {{"step", time_value(std::max(Clock::kFree, pace.round * 2))},
                                      {"work", time_value(pace.work)},
                                      {"reconnect", time_value(pace.reconnect)},
                                      {"refill", time_value(Clock::kRefill)},
                                      {"round", time_value(pace.round)}}));
  if (pace.untimed()) return said("terms_untimed", {{"answers", answers}});
  return said("terms_clocks", {{"move", time_value(pace.move)},
                               {"bank", time_value(pace.bank)},
                               {"increment", time_value(pace.increment)},
                               {"answers", answers}});
}

Said absence(const Terms& terms) {
  if (terms.validators() == 1) return said("terms_absence_alone");
  const bool waits = terms.quorum == terms.validators();
  const Said absent =
      said("terms_absence", {{"n", count(terms.pace.absences)},
                             {"silent", sentence(waits ? said("terms_silent_waited_for")
                                                       : said("terms_silent_voted_absent"))}});
  if (terms.pace.untimed() || terms.pace.careful == 0) return absent;
  return followed_by(said("terms_careful", {{"n", count(terms.pace.careful)}}), absent);
}

Said recovery(const Terms& terms) {
  const auto module = rules::find_module(terms.module);
  const std::string things = module ? hidden_things((*module)->info()) : "cards";
  const Said costs = things.empty() ? Said() : said("terms_recovery_costs");
  if (terms.recovery == 0) return followed_by(said("terms_recovery_off"), costs);
  const Said on = said("terms_recovery_on", {{"n", count(terms.recovery)}});
  if (things.empty()) return on;
  return followed_by(
      followed_by(on, said("terms_recovery_sees", {{"things", things_value(things)}})), costs);
}

/// Cards are the same whatever the terms say; dice that all see are not.
Said chance(const Terms& terms) {
  const auto module = rules::find_module(terms.module);
  const bool dice = module && (*module)->info().shelf == "dice";
  const auto how =
      sentence(terms.randomness == proto::Randomness::coin ? said("terms_dice_by_coins")
                                                           : said("terms_dice_by_commitments"));
  return dice ? said("terms_open_dice", {{"how", how}})
              : said("terms_open_dice_if_any", {{"how", how}});
}

/// Describes how the members decide. The cases are those of the table "What a table survives" in
/// docs/agreement.md.
Said votes(const Terms& terms) {
  const std::size_t all = terms.validators();
  if (all == 1) return said("terms_votes_alone");
  const auto of = count(static_cast<std::int64_t>(all));
  if (terms.quorum == all) return said("terms_votes_all", {{"of", of}});
  const auto quorum = count(terms.quorum);
  if (all == 3) return said("terms_votes_of_three", {{"quorum", quorum}, {"of", of}});
  return said("terms_votes_some", {{"quorum", quorum},
                                   {"of", of},
                                   {"n", count(static_cast<std::int64_t>(all - terms.quorum))}});
}

// ---- In brief

constexpr std::size_t kColumns = 80;

/// Returns the game, its seats and the parameters that are not at their defaults, as many as fit
/// into a line: "holdem, 3 seats; hands = 20."
std::string game_in_brief(const Terms& terms) {
  std::string text =
      terms.module + ", " + std::to_string(terms.seats) + (terms.seats == 1 ? " seat" : " seats");
  if (terms.witnesses > 0)
    text +=
        ", " + std::to_string(terms.witnesses) + (terms.witnesses == 1 ? " witness" : " witnesses");
  const json params = params_of(terms);
  const auto module = rules::find_module(terms.module);
  if (!params.is_object() || !module) return text;
  const std::string more = "; ...";
  for (const auto& param : (*module)->info().params) {
    const auto given = params.find(param.name);
    if (given == params.end() || given->dump() == param.value) continue;
    const std::string one = "; " + param.name + " = " + value_words(*given);
    if (text.size() + one.size() + more.size() + 1 > kColumns) return text + more + ".";
    text += one;
  }
  return text + ".";
}

/// Returns the parameters that the host left at their defaults, as many as fit into a line: people
/// decide by stacks and blinds, whoever chose them. "" if there are none.
std::string usual_in_brief(const Terms& terms) {
  const json params = params_of(terms);
  const auto module = rules::find_module(terms.module);
  if (!params.is_object() || !module) return "";
  std::string text;
  for (const auto& param : (*module)->info().params) {
    const json usual = rules::json_or_null(param.value);
    if (usual.is_null() || usual.is_structured() || params.value(param.name, usual) != usual)
      continue;
    const std::string one =
        (text.empty() ? "As usual: " : "; ") + param.name + " = " + value_words(usual);
    const std::string more = "; ...";
    if (text.size() + one.size() + more.size() + 1 > kColumns)
      return text.empty() ? "" : text + more;
    text += one;
  }
  return text.empty() ? "" : text + ".";
}

std::string clocks_in_brief(const proto::Pace& pace) {
  if (pace.untimed()) return "No clock: a player who never moves stops the table.";
  return in_words(pace.move) + " a move, " + in_words(pace.bank) + " in reserve, " +
         in_words(pace.increment) + " back for a move in time.";
}

std::string absence_in_brief(const Terms& terms) {
  if (terms.validators() == 1) return "Nobody else waits for you.";
  if (terms.quorum == terms.validators())
    return terms.validators() == 2 ? "If one of you drops out, the other waits."
                                   : "If one of you drops out, the others wait.";
  const auto module = rules::find_module(terms.module);
  const bool bets = module && (*module)->info().shelf == "poker";
  const std::uint32_t times = terms.pace.absences + terms.pace.careful;
  return std::string("Out of time ") + (bets ? "you check or fold" : "your program moves for you") +
         "; after " +
         (times == 1 ? std::string("one such move") : std::to_string(times) + " in a row") +
         " nobody waits for you.";
}

std::string votes_in_brief(const Terms& terms) {
  const std::size_t all = terms.validators(), spare = all - terms.quorum;
  if (all == 1) return "You decide each step.";
  if (spare == 0)
    return all == 2 ? "Each step takes both of you."
                    : "Each step takes all " + std::to_string(all) + " of you.";
  return std::to_string(terms.quorum) + " of the " + std::to_string(all) +
         " are enough to go on if " +
         (spare == 1 ? std::string("one drops out.") : std::to_string(spare) + " drop out.");
}

/// Returns the name of the things that this game hides, such as "cards"; "": it hides nothing.
std::string hidden_by(const Terms& terms) {
  const auto module = rules::find_module(terms.module);
  return module ? hidden_things((*module)->info()) : "cards";
}

/// The people who could see hidden things beside those to whom the rules show them.
enum class Trust { moves, chance, rules, nobody, shufflers, others };

Trust trust_of(const Terms& terms) {
  const auto module = rules::find_module(terms.module);
  if (module && !(*module)->info().chance) return Trust::moves;
  if (hidden_by(terms).empty()) return Trust::chance;
  if (!module || rules::secrets_of((*module)->info()).deals == rules::Secrecy::Deals::several)
    return Trust::rules;
  if (terms.recovery > 0) return Trust::others;
  const bool named =
      rules::secrets_of((*module)->info()).shuffles == rules::Secrecy::Shuffles::named;
  return named ? Trust::shufflers : Trust::nobody;
}

std::string trust_in_brief(const Terms& terms) {
  const std::string things = hidden_by(terms);
  switch (trust_of(terms)) {
    case Trust::moves:
    case Trust::chance:
      return "Each move is signed by its player.";
    case Trust::rules:
      return "The rules may show your " + things + " to some of the others.";
    case Trust::nobody:
      return "Not even all others together can see your " + things + ".";
    case Trust::shufflers:
      return "Not even all others together can see your " + things + ", unless they alone shuffle.";
    case Trust::others:
      return "Only all " + std::to_string(terms.recovery) + " others together could see your " +
             things + ".";
  }
  return "";
}

std::string name_of(Trust trust) {
  switch (trust) {
    case Trust::moves:
      return "moves";
    case Trust::chance:
      return "chance";
    case Trust::rules:
      return "rules";
    case Trust::nobody:
      return "nobody";
    case Trust::shufflers:
      return "shufflers";
    case Trust::others:
      return "others";
  }
  return "";
}

}  // namespace

std::vector<std::string> terms_in_brief(const Terms& terms) {
  std::vector<std::string> lines{game_in_brief(terms)};
  if (const std::string usual = usual_in_brief(terms); !usual.empty()) lines.push_back(usual);
  if (const auto& evening = terms.evening)
    lines.push_back("Evening, table " + std::to_string(evening->table) +
                    ": the host is the bank; a buy-in is " + std::to_string(evening->buy_in_min) +
                    " to " + std::to_string(evening->buy_in_max) + " chips.");
  if (terms.evening)
    lines.push_back("The evening ends if the bank has no chips left and buys none in the break.");
  if (terms.validators() == 1) return lines;
  for (const auto& line : {clocks_in_brief(terms.pace), absence_in_brief(terms),
                           votes_in_brief(terms), trust_in_brief(terms)})
    lines.push_back(line);
  for (std::string& line : lines) line = printable(line);
  return lines;
}

message::TermsFacts terms_facts(const Terms& terms) {
  const proto::Pace& pace = terms.pace;
  message::TermsFacts facts{.members = terms.validators(),
                            .quorum = terms.quorum,
                            .recovery = terms.recovery,
                            .untimed = pace.untimed(),
                            .move_ms = pace.untimed() ? 0 : pace.move.ms,
                            .reserve_ms = pace.bank.ms,
                            .increment_ms = pace.increment.ms,
                            .absences = terms.pace.absences,
                            .hides = hidden_by(terms),
                            .trust = name_of(trust_of(terms)),
                            .careful = terms.pace.careful};
  if (terms.evening) {
    facts.evening = terms.evening->table;
    facts.buy_in_min = terms.evening->buy_in_min;
    facts.buy_in_max = terms.evening->buy_in_max;
  }
  const json params = params_of(terms);
  const auto module = rules::find_module(terms.module);
  if (!params.is_object() || !module) return facts;
  for (const auto& param : (*module)->info().params) {
    const json usual = rules::json_or_null(param.value);
    const json value = params.value(param.name, usual);
    facts.params.push_back({.name = param.name, .value = value, .usual = value == usual});
  }
  return facts;
}

std::vector<Said> terms_said(const Terms& terms) {
  std::vector<Said> lines;
  add_game(terms, lines);
  lines.push_back(members(terms));
  add_params(terms, lines);
  add_evening(terms, lines);
  add_former_match(terms, lines);
  for (Said& line : std::vector{stakes(terms), clocks(terms), absence(terms), recovery(terms)})
    lines.push_back(std::move(line));
  if (const auto module = rules::find_module(terms.module); !module || (*module)->info().chance)
    lines.push_back(chance(terms));
  lines.push_back(votes(terms));
  add_secrets(terms, lines);
  lines.push_back(trust_said(terms));
  return lines;
}

std::vector<std::string> describe_terms(const Terms& terms) {
  std::vector<std::string> lines = texts_of(terms_said(terms));
  for (std::string& line : lines) line = printable(line);
  return lines;
}

std::vector<std::pair<std::string, std::string>> terms_by_name(const Terms& terms) {
  std::vector<std::pair<std::string, std::string>> named;
  // Each of these sentences begins with its name and a colon.
  for (const Said& said : {recovery(terms), chance(terms), clocks(terms), absence(terms)}) {
    const std::string line = said.text();
    const auto colon = line.find(": ");
    std::string name = line.substr(0, colon);
    name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    named.emplace_back(std::move(name), line.substr(colon + 2));
  }
  return named;
}

json terms_json(const Terms& terms) {
  const proto::Pace& pace = terms.pace;
  const json move = pace.untimed() ? json(nullptr) : json(pace.move.ms);
  const json continues =
      terms.continues == crypto::Digest{} ? json(nullptr) : json(terms.continues.hex());
  return {{"game", terms.module},
          {"continues", continues},
          {"version", terms.module_version},
          {"interpreter", terms.interpreter.empty() ? json(nullptr) : json(terms.interpreter)},
          {"params", params_of(terms)},
          {"seats", terms.seats},
          {"witnesses", terms.witnesses},
          {"quorum", terms.quorum},
          {"recovery", terms.recovery > 0},
          {"randomness", terms.randomness == proto::Randomness::coin ? "coin" : "commit-reveal"},
          {"move_ms", move},
          {"reserve_ms", pace.bank.ms},
          {"increment_ms", pace.increment.ms},
          {"work_ms", pace.work.ms},
          {"round_ms", pace.round.ms},
          {"reconnect_ms", pace.reconnect.ms},
          {"absences", pace.absences},
          {"careful", pace.careful}};
}

}  // namespace fairdeal::words
