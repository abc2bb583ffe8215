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

/// Adds the game, and what it is. A script says that itself, so its words are marked.
void add_game(const Terms& terms, std::vector<std::string>& lines) {
  const auto module = rules::find_module(terms.module);
  const std::string about = module ? (*module)->info().about : "";
  const bool is_script = module && !(*module)->script.empty();
  lines.push_back("Game: " + terms.module + ", version " + terms.module_version +
                  (is_script       ? ", a script."
                   : about.empty() ? "."
                                   : ". " + about));
  if (is_script && !about.empty()) lines.push_back("| " + about);
}

std::string members(const Terms& terms) {
  std::string text = "Seats: " + std::to_string(terms.seats);
  if (terms.witnesses > 0)
    text += ", and " + std::to_string(terms.witnesses) +
            (terms.witnesses == 1 ? " witness who votes" : " witnesses who vote") +
            " and does not play";
  return text + ".";
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
void add_params(const Terms& terms, std::vector<std::string>& lines) {
  const json params = params_of(terms);
  const auto module = rules::find_module(terms.module);
  if (!params.is_object() || !module) return;
  if (!params.empty()) lines.emplace_back("Parameters of the game:");
  for (const auto& param : (*module)->info().params)
    if (const auto value = rules::JsonReader(params).member(param.name); value.exists()) {
      const bool is_script = !(*module)->script.empty();
      lines.push_back("  " + param.name + " = " + value_words(value.json()) +
                      (is_script ? "" : "   " + param.about));
      if (is_script && !param.about.empty()) lines.push_back("  | " + param.about);
    }
}

/// Returns a line about the former match, if this one continues another.
std::vector<std::string> former_match(const Terms& terms) {
  if (terms.continues == crypto::Digest{}) return {};
  return {"Goes on from a match whose last head is " + terms.continues.hex() +
          ". Players of that match have a seat kept and can check everybody's chips at its end; a "
          "new player takes over a free seat as it is."};
}

/// Adds a line for each fact that the game declares about secrecy.
void add_secrets(const Terms& terms, std::vector<std::string>& lines) {
  const auto module = rules::find_module(terms.module);
  if (!module || !(*module)->info().chance || terms.seats == 1) return;
  const rules::GameInfo& info = (*module)->info();
  const std::string things = hidden_things(info);
  lines.emplace_back("Secrecy, as the game declares and the table enforces:");
  for (const std::string& fact : secrecy_facts(rules::secrets_of(info), things))
    lines.push_back("  " + fact);
  if (!(*module)->script.empty())
    for (const std::string& fact : script_facts(rules::secrets_of(info), things))
      lines.push_back("  " + fact);
}

std::string stakes(const Terms& terms) {
  const auto module = rules::find_module(terms.module);
  const bool zero_sum = module && (*module)->info().zero_sum;
  return std::string("Stakes: the chips or points of the game") +
         (zero_sum && terms.seats > 1 ? "; what some win, the others lose" : "") +
         ". Fairdeal handles no money.";
}

std::string clocks(const Terms& terms) {
  const proto::Pace& pace = terms.pace;
  using Clock = node::MoveClock;
  const std::string answers = "For what its program answers by itself each seat has " +
                              in_words(std::max(Clock::kFree, pace.round * 2)) +
                              " a step and a reserve of " + in_words(pace.work) +
                              "; when nobody is connected to it, as much and a reserve of " +
                              in_words(pace.reconnect) + ". A deal that it plays through gives " +
                              in_words(Clock::kRefill) + " back to each reserve. Votes have " +
                              in_words(pace.round) + " to arrive.";
  if (pace.untimed())
    return "Clocks: a move may take as long as its player likes, so a player who never moves stops "
           "the table. " +
           answers;
  return "Clocks: " + in_words(pace.move) + " for a move, and a reserve of " + in_words(pace.bank) +
         " for all moves of a seat, to which a move in time gives back " +
         in_words(pace.increment) + ". " + answers;
}

std::string absence(const Terms& terms) {
  if (terms.validators() == 1) return "Absence: nobody else waits for you.";
  const std::uint32_t times = terms.pace.absences;
  const std::string silent =
      terms.quorum == terms.validators()
          ? "A program that falls silent is not voted absent here: the table waits for it, for as "
            "long as it takes."
          : "A program that falls silent is voted absent in the same way.";
  return "Absence: a seat that does not answer in time is absent. The game then goes on or ends "
         "by its rules, which may cost that seat its stake or the match. After " +
         (times == 1 ? std::string("one absence") : std::to_string(times) + " absences in a row") +
         " the table stops waiting for a member until they are back. " + silent;
}

std::string recovery(const Terms& terms) {
  const auto module = rules::find_module(terms.module);
  const std::string things = module ? hidden_things((*module)->info()) : "cards";
  const std::string costs =
      things.empty()
          ? ""
          : " A line that fails beyond its reserve while shares are asked costs the hand, "
            "and at least the next deal if that is void.";
  if (terms.recovery == 0)
    return "Recovery: off. A step that needs the lock of a silent seat cannot be finished." + costs;
  return "Recovery: on. All " + std::to_string(terms.recovery) +
         " others together can finish a step that needs the lock of a silent seat." +
         (things.empty() ? "" : " So all others together could also see its " + things + ".") +
         costs;
}

/// Cards are the same whatever the terms say; dice that all see are not.
std::string chance(const Terms& terms) {
  const auto module = rules::find_module(terms.module);
  const bool dice = module && (*module)->info().shelf == "dice";
  const std::string open = dice ? "Open dice: " : "Open dice, if the game has any: ";
  if (terms.randomness == proto::Randomness::coin)
    return open + "coins of all seats in one round. All others together could foresee them.";
  return open +
         "all commit to numbers before any shows its own. The last to show knows the "
         "roll first, and can only spoil it.";
}

/// Describes how the members decide. The cases are those of the table "What a table survives" in
/// docs/agreement.md.
std::string votes(const Terms& terms) {
  const std::size_t all = terms.validators();
  const std::string decide = " members decide each step.";
  if (all == 1) return "Votes: you decide each step.";
  if (terms.quorum == all)
    return "Votes: all " + std::to_string(all) + decide +
           " So nobody can be called absent, and a member who falls silent stops the table until "
           "they are back.";
  const std::string some =
      "Votes: " + std::to_string(terms.quorum) + " of the " + std::to_string(all) + decide;
  if (all == 3)
    return some +
           " So two together can call the third absent. One liar can split the other two, who "
           "notice it at once, keep the proof, and stop.";
  const std::size_t silent = all - terms.quorum;
  return some + " So many together can call another absent. The table goes on while " +
         std::to_string(silent) + (silent == 1 ? " of them is silent." : " of them are silent.");
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
  const std::uint32_t times = terms.pace.absences;
  return std::string("Out of time ") + (bets ? "you check or fold" : "the rules move for you") +
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
                            .trust = name_of(trust_of(terms))};
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

std::vector<std::string> describe_terms(const Terms& terms) {
  std::vector<std::string> lines;
  add_game(terms, lines);
  lines.push_back(members(terms));
  add_params(terms, lines);
  for (auto& line : former_match(terms)) lines.push_back(std::move(line));
  for (const auto& line : {stakes(terms), clocks(terms), absence(terms), recovery(terms)})
    lines.push_back(line);
  if (const auto module = rules::find_module(terms.module); !module || (*module)->info().chance)
    lines.push_back(chance(terms));
  lines.push_back(votes(terms));
  add_secrets(terms, lines);
  lines.push_back(trust_sentence(terms));
  for (std::string& line : lines) line = printable(line);
  return lines;
}

std::vector<std::pair<std::string, std::string>> terms_by_name(const Terms& terms) {
  std::vector<std::pair<std::string, std::string>> named;
  // Each of these sentences begins with its name and a colon.
  for (const std::string& line : {recovery(terms), chance(terms), clocks(terms), absence(terms)}) {
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
          {"absences", pace.absences}};
}

}  // namespace fairdeal::words
