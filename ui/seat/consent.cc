#include <sstream>

#include "proto/key_words.h"
#include "rules/json_full.h"
#include "runtime/state/charter.h"
#include "runtime/state/rules_digest.h"
#include "runtime/state/terms.h"
#include "ui/seat/evening.h"
#include "ui/seat/hear.h"
#include "ui/seat/sentences.h"
#include "ui/words/german.h"
#include "ui/words/printable.h"
#include "ui/words/secrecy_words.h"
#include "ui/words/terms_words.h"

/// A person agrees to two things before the table begins: its terms, and a script that is not on
/// this machine.

namespace fairdeal::seat {
namespace {

using Question = Model::Question;

words::Said signer_said(const Model& model, const std::optional<crypto::PublicKey>& author) {
  if (!author) return words::said("signed_by_nobody");
  const home::KeptContact* known = model.people.contacts.with(*author);
  const auto key = words::text(proto::key_words(*author, proto::kKeyWordsToDecide));
  return known != nullptr
             ? words::said("signed_by_contact", {{"who", words::name(known->name)}, {"key", key}})
             : words::said("signed_by_key", {{"key", key}});
}

/// Says no to the host, and gives up.
void decline(const std::string& why, const words::Failure& failure, SeatEffects& out) {
  out.add(Decline{why});
  out.add(GiveUp{failure});
}

void tell_script_event(const proto::Gathering& shown, SeatEffects& out) {
  const proto::ScriptOffer& offer = *shown.script;
  out.tell("script",
           {{"game", shown.terms.module},
            {"version", shown.terms.module_version},
            {"digest", shown.terms.rules.hex()},
            {"size", offer.size},
            {"author", offer.author ? words::Json(offer.author->hex()) : words::Json()},
            {"hidden", offer.hidden},
            {"chance", offer.chance},
            {"simultaneous", offer.simultaneous},
            {"secrets", words::secrecy_facts(rules::Secrecy::of_bits(offer.secrets), "cards")}});
}

/// Returns whether a person may give this name to a script that is saved: a name alone, in no other
/// folder, and none that a shell or an editor would run.
bool is_file_name(const std::string& name) {
  constexpr std::size_t kFileNameMax = 64;
  return name.size() > 4 && name.size() <= kFileNameMax && name.ends_with(".lua") &&
         name.front() != '.' && name.front() != '-' &&
         name.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
             "0123456789._-") == std::string::npos;
}

}  // namespace

// ---- The terms

std::vector<words::Said> terms_lines(const Model& model) {
  if (!model.gathering.terms) return {words::said("terms_unknown")};
  std::vector<words::Said> lines{words::said("terms_of_table")};
  for (const words::Said& line : words::terms_said(*model.gathering.terms))
    lines.push_back(words::said("indented", {{"line", words::sentence(line)}}));
  std::vector<words::Said> account;
  add_account_lines(model, account);
  for (const words::Said& line : account)
    lines.push_back(words::said("indented", {{"line", words::sentence(line)}}));
  return lines;
}

namespace {

/// Agrees to the terms, and orders the chips that the person wants to sit down with.
void agree(Model& model, SeatEffects& out) {
  out.add(Agree{});
  if (is_of_evening(model)) sit_with_chips(model, out);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string line; std::getline(words, line);) lines.push_back(line);
  return lines;
}

struct GameToRead {
  const rules::GameInfo& info;
  bool is_marked;  ///< it is a stranger's script, whose words are marked
};

/// Returns the game of the table; none while its rules are not here.
std::optional<GameToRead> game_of(const Model& model) {
  if (model.setup.dealer) {
    const rules::AnyGame& game = *model.play.game;
    return GameToRead{game.info(), !game.is_shipped()};
  }
  const auto& terms = model.gathering.terms;
  if (!terms) return {};
  const auto module = state::rules_of(*terms);
  if (!module) return {};
  const std::string& script = (*module)->script;
  return GameToRead{(*module)->info(), !script.empty() && !rules::is_shipped(script)};
}

/// Returns the rules of a game, or what it is about if it has no more to say.
std::vector<words::Said> rules_said(const rules::GameInfo& info, bool is_script) {
  const std::string words = words::rules_words(info, is_script);
  if (words == info.about) return {words::said("game_about", {{"words", words::game(words)}})};
  return words::plain_lines(lines_of(words));
}

}  // namespace

std::vector<words::Said> rules_lines(const Model& model) {
  if (const auto game = game_of(model)) return rules_said(game->info, game->is_marked);
  return {model.script ? words::said("rules_in_script") : words::said("rules_unknown")};
}

words::Said rules_told(const Model& model) {
  const auto game = game_of(model);
  if (!game || game->is_marked) return words::in_lines(rules_lines(model));
  const auto english = words::paragraphs_of(game->info.rules);
  const auto german = words::german_paragraphs(english);
  std::vector<words::Said> paragraphs;
  for (std::size_t i = 0; i < german.size(); ++i)
    paragraphs.push_back(words::said("plain", {{"words", words::both(english[i], german[i])}}));
  return words::in_lines(paragraphs.empty() ? rules_lines(model) : paragraphs);
}

std::string rules_in_german(const Model& model) {
  const auto game = game_of(model);
  return game ? words::german_rules(game->info, game->is_marked) : "";
}

void tell_terms(const Model& model, SeatEffects& out) {
  for (const words::Said& line : terms_lines(model))
    out.add(Line{.text = line.text(), .even_if_quiet = true, .plain = true, .said = line.json()});
}

void show_terms(Model& model, SeatEffects& out) {
  const auto& setup = model.setup;
  const proto::Terms& terms = *model.gathering.terms;
  out.tell("terms", {{"terms", words::terms_json(terms)}});
  if (!setup.guest && is_of_evening(model)) open_break(model, out);
  if (!setup.guest && is_of_evening(model) && model.wish.leaves) return;  // there is no next table
  // The person is asked first about a table that they did not see: sit_with_chips() cashes out.
  const bool wants_to_leave = model.wish.leaves || model.wish.refused;
  if (setup.guest && is_of_evening(model) && wants_to_leave && !must_ask(model))
    return leave_evening(model, out);
  if (agrees_by_itself(model)) {
    if (setup.person()) out.add(Listen{});
    out.say(words::said("evening_goes_on"));
    return agree(model, out);
  }
  if (setup.guest && setup.continues && !setup.continues->evening &&
      terms == setup.continues->next.terms) {
    if (setup.person()) out.add(Listen{});
    out.say(words::said("same_terms"));
    return out.add(Agree{});
  }
  const bool accepts = setup.options.accept && !must_ask(model);
  const bool asks = setup.guest && !accepts && setup.can_ask();
  if (setup.can_ask() && (!setup.quiet || asks)) {
    for (std::string& line : words::terms_in_brief(terms))
      out.add(Line{
          .text = std::move(line), .to = Line::To::terminal, .even_if_quiet = true, .plain = true});
    std::vector<words::Said> account;
    add_account_lines(model, account);
    for (const words::Said& line : account)
      out.add(Line{.text = line.text(),
                   .to = Line::To::terminal,
                   .even_if_quiet = true,
                   .plain = true,
                   .said = line.json()});
  } else if (!setup.quiet) {
    tell_terms(model, out);
  }
  if (asks) {
    model.question = Question::agree;
    out.add(DropTyped{});
    out.add(AskAgain{});
    return out.add(Listen{});
  }
  if (!setup.guest) return;
  if (accepts) {
    if (setup.person()) out.add(Listen{});
    out.say(words::said("agreed_by_accept"));
    return agree(model, out);
  }
  if (setup.options.accept) {
    tell_terms(model, out);
    return decline("nobody there can confirm the account",
                   {words::Exit::usage, "not_accepted",
                    "This seat has not seen how the last table of this evening ended, so a person "
                    "has to confirm its account.",
                    "Join without --accept, at a terminal or with --web."},
                   out);
  }
  decline("nobody there can agree to the terms",
          {words::Exit::usage, "not_accepted",
           "Nobody can agree to the terms of this table: standard input is no terminal.",
           "With --accept this seat agrees to them without being asked."},
          out);
}

void answer_consent(Model& model, const std::string& typed, SeatEffects& out) {
  const std::string line = words::word_typed(typed);
  if (line == "no" || line == "n")
    return decline(
        "does not agree to the terms",
        words::told_failure(words::Exit::refused, "not_agreed", words::said("not_agreed"),
                            words::said("nothing_was_signed")),
        out);
  if (line == "terms") return out.add(Pages{terms_lines(model)});
  if (line == "rules") return out.add(Pages{rules_lines(model)});
  if (line == "stay" && (model.wish.chips > 0 || model.wish.leaves)) {
    take_back(model, out);
    return out.add(AskAgain{});
  }
  const bool buys = takes_buy_in(model, line);
  if (line != "yes" && line != "y" && !buys) {
    model.problem =
        words::said("neither_yes_nor_no", {{"typed", words::text(words::printable(typed))}});
    return out.add(AskAgain{});
  }
  model.question = Question::none;
  model.clocks.waits_since = model.sight.now;
  out.say(words::said("agreed"));
  if (!model.setup.person()) out.add(StopListening{});  // the person had only this to answer
  agree(model, out);
  show(model, out);
}

// ---- A script

namespace {

std::vector<words::Said> script_said_of(const Model& model) {
  using words::said, words::text;
  const proto::Gathering& shown = *model.script;
  const proto::ScriptOffer& offer = *shown.script;
  const auto secrets = rules::Secrecy::of_bits(offer.secrets);
  const auto signer = words::sentence(signer_said(model, offer.author));
  const auto version = text(words::printable(shown.terms.module_version));
  std::vector<words::Said> lines{
      said("script_is_new"),
      said("script_author", {{"signer", signer}}),
      said("script_name", {{"name", text(words::printable(shown.terms.module))}}),
      said("script_version", {{"version", version}}),
      said("script_digest", {{"digest", text(shown.terms.rules.hex())}}),
      said("script_size", {{"n", words::count(static_cast<std::int64_t>(offer.size))}}),
      said("script_computes"),
      said("script_declares")};
  for (const words::Said& fact : words::secrecy_said(secrets, "cards"))
    lines.push_back(said("fact_row", {{"fact", words::sentence(fact)}}));
  if (offer.simultaneous) lines.push_back(said("moves_together"));
  for (words::Said& fact : words::script_said(secrets, offer.hidden ? "cards and dice" : ""))
    lines.push_back(std::move(fact));
  if (!model.sight.script) return lines;
  for (const sandbox::KeptScript& other : model.sight.script->others) {
    const auto of_other = other.author ? std::optional(other.author->key) : std::nullopt;
    lines.push_back(
        said("script_other_kept", {{"version", text(words::printable(other.version))},
                                   {"digest", text(state::short_hex(other.digest))},
                                   {"signer", words::sentence(signer_said(model, of_other))}}));
    lines.push_back(said("script_this_one", {{"version", version},
                                             {"digest", text(state::short_hex(shown.terms.rules))},
                                             {"signer", signer}}));
  }
  return lines;
}

}  // namespace

std::vector<std::string> script_facts_of(const Model& model) {
  return words::texts_of(script_said_of(model));
}

std::vector<std::string> script_lines(const Model& model) {
  std::vector<std::string> numbered;
  std::istringstream lines(model.sight.script ? model.sight.script->text : std::string());
  for (std::string line; std::getline(lines, line);)
    numbered.push_back(std::to_string(numbered.size() + 1) + "  " + words::printable(line));
  return numbered;
}

void lack_script(Model& model, SeatEffects& out) {
  const auto& setup = model.setup;
  model.script = model.sight.script->gathering;
  tell_script_event(*model.script, out);
  std::vector<words::Said> lines = script_said_of(model);
  if (!setup.options.accept && setup.can_ask()) {
    model.question = Question::run_script;
    return out.add(Pages{std::move(lines), true});
  }
  for (const words::Said& line : lines) out.say(line);
  if (setup.options.accept) {
    out.say(words::said("run_by_accept"));
    return out.add(RunScript{});
  }
  decline("nobody there can say whether to run the game's script",
          {words::Exit::usage, "not_accepted",
           "Nobody can say whether to run this script: standard input is no terminal.",
           "With --accept this seat agrees to it, and to the terms, without being asked."},
          out);
}

void answer_script(Model& model, const std::string& typed, SeatEffects& out) {
  const std::string line = words::word_typed(typed);
  if (line == "no" || line == "n")
    return decline(
        "does not want to run the game's script",
        words::told_failure(words::Exit::refused, "not_agreed", words::said("script_not_run"),
                            words::said("nothing_run_or_signed")),
        out);
  if (line == "rules") return out.add(Pages{rules_lines(model)});
  if (line == "read") return out.add(Pages{words::plain_lines(script_lines(model))});
  if (line.starts_with("save")) {
    const std::string name = spaces_cut(spaces_cut(typed).substr(4));
    if (is_file_name(name))
      out.add(SaveScript{name});
    else
      model.problem = words::said(
          "save_takes_name",
          {{"name", words::text(words::printable(model.script->terms.module) + ".lua")}});
    return out.add(AskAgain{});
  }
  if (line != "yes" && line != "y") {
    model.problem =
        words::said("no_answer_on_script", {{"typed", words::text(words::printable(typed))}});
    return out.add(AskAgain{});
  }
  model.question = Question::none;
  out.add(RunScript{});
  show(model, out);
}

void hear(Model& model, const ScriptSaved& saved, SeatEffects& out) {
  if (saved.done)
    out.say(saved.words);
  else
    model.problem = saved.words;
}

// ---- A game that answers by what its person alone knows

void tell_whether_it_answers(const Model& model, SeatEffects& out) {
  if (!can_answer(model) || (model.play.game->is_shipped() && !model.play.answers_said)) return;
  out.say(words::whether_it_answers(may_answer(model)));
}

void tell_answer(const Model& model, const rules::Action& action, bool chosen_by_game,
                 SeatEffects& out) {
  const auto& at = *model.position();
  const words::Said told = words::told_of_answer(at.game(), at.me, known(model), action,
                                                 chosen_by_game, *model.people.names);
  if (!told.empty()) out.say(told);
}

}  // namespace fairdeal::seat
