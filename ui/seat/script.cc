#include <filesystem>
#include <sstream>
#include <unistd.h>

#include <boost/asio/post.hpp>

#include "proto/key_words.h"
#include "rules/json_full.h"
#include "runtime/state/charter.h"
#include "runtime/state/rules_digest.h"
#include "ui/home/paths.h"
#include "ui/home/read_file.h"
#include "ui/sandbox/kept_scripts.h"
#include "ui/sandbox/script_client.h"
#include "ui/sandbox/script_files.h"
#include "ui/seat/seat.h"
#include "ui/seat/sit_down.h"
#include "ui/words/secrecy_words.h"

/// A table whose game is a script that is not on this machine: its person is shown what it is, and
/// says once whether to run it.
namespace fairdeal::apps {
namespace {

constexpr std::size_t kFileNameMax = 64;

/// Returns whether a person may give this name to a script that is saved: a name alone, in no other
/// folder, and none that a shell or an editor would run.
bool is_file_name(const std::string& name) {
  return name.size() > 4 && name.size() <= kFileNameMax && name.ends_with(".lua") &&
         name.front() != '.' && name.front() != '-' &&
         name.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
             "0123456789._-") == std::string::npos;
}

std::string spaces_cut(std::string text) {
  while (!text.empty() && text.back() <= ' ') text.pop_back();
  while (!text.empty() && text.front() <= ' ') text.erase(0, 1);
  return text;
}

}  // namespace

std::string SeatAtTable::signer_words(const std::optional<crypto::PublicKey>& author) const {
  if (!author) return "signed by nobody";
  const KeptContact* known = contacts_.with(*author);
  return "signed by " + (known != nullptr ? known->name + " ✓, " : "the key ") +
         proto::key_words(*author, proto::kKeyWordsToDecide);
}

/// Describes a script to the person who is asked whether to run it: one fact a line, its author
/// first.
std::vector<std::string> SeatAtTable::describe_script(const proto::Gathering& shown) const {
  const proto::ScriptOffer& offer = *shown.script;
  const auto secrets = rules::Secrecy::of_bits(offer.secrets);
  std::vector<std::string> lines{"The game of this table is a script that is not on this machine:",
                                 "  Author: " + signer_words(offer.author),
                                 "  Name: " + printable(shown.terms.module),
                                 "  Version: " + printable(shown.terms.module_version),
                                 "  Digest: " + shown.terms.rules.hex(),
                                 "  Size: " + std::to_string(offer.size) + " bytes",
                                 "It can compute, and nothing else: it sees no file, no network, "
                                 "no clock and no key of yours.",
                                 "It declares this, and the table enforces it:"};
  const std::string things = offer.hidden ? "cards and dice" : "";
  for (const std::string& fact : secrecy_facts(secrets, "cards")) lines.push_back("  " + fact);
  if (offer.simultaneous) lines.emplace_back("  Some moves are made together.");
  for (const std::string& fact : script_facts(secrets, things)) lines.push_back(fact);
  const KeptScript this_one{shown.terms.rules, shown.terms.module, shown.terms.module_version, {}};
  for (const KeptScript& other : KeptScripts(scripts_folder(options_)).others_called(this_one)) {
    const auto signer = other.author ? std::optional(other.author->key) : std::nullopt;
    lines.push_back("Another script of this name is kept here: version " +
                    printable(other.version) + ", digest " + runtime::short_hex(other.digest) +
                    ", " + signer_words(signer) + ".");
    lines.push_back("  This one has version " + printable(shown.terms.module_version) +
                    ", digest " + runtime::short_hex(shown.terms.rules) + ", and is " +
                    signer_words(offer.author) + ".");
  }
  return lines;
}

/// The session calls this and must not be stopped meanwhile, so giving up is posted.
void SeatAtTable::lack_script() {
  script_shown_ = *session_->lacked();
  const proto::ScriptOffer& offer = *script_shown_->script;
  event("script", {{"game", script_shown_->terms.module},
                   {"version", script_shown_->terms.module_version},
                   {"digest", script_shown_->terms.rules.hex()},
                   {"size", offer.size},
                   {"author", offer.author ? Json(offer.author->hex()) : Json()},
                   {"hidden", offer.hidden},
                   {"chance", offer.chance},
                   {"simultaneous", offer.simultaneous},
                   {"secrets", secrecy_facts(rules::Secrecy::of_bits(offer.secrets), "cards")}});
  const bool asks = !options_.accept && ((::isatty(STDIN_FILENO) == 1 && !reports()) || page_);
  const std::vector<std::string> lines = describe_script(*script_shown_);
  if (asks) {
    asks_script_ = true;
    return say_in_pages(lines, true, &SeatAtTable::ask_script);
  }
  for (const std::string& line : lines) say(line);
  if (options_.accept) {
    say("It is run, by --accept.");
    return boost::asio::post(io_, [this] { session_->run_script(); });
  }
  boost::asio::post(io_, [this] {
    session_->decline("nobody there can say whether to run the game's script");
    give_up({Exit::usage, "not_accepted",
             "Nobody can say whether to run this script: standard input is no terminal.",
             "With --accept this seat agrees to it, and to the terms, without being asked."});
  });
}

void SeatAtTable::ask_script() {
  const std::string question =
      (problem_.empty() ? "" : printable(problem_) + "\n") + kScriptQuestion;
  if (terminal_.in_place())
    terminal_.block(question);
  else
    terminal_.line(question);
}

void SeatAtTable::answer_script(const std::string& typed) {
  const std::string line = word_typed(typed);
  if (line == "no" || line == "n") {
    session_->decline("does not want to run the game's script");
    return give_up({Exit::refused, "not_agreed", "You did not want to run this script.",
                    "Nothing of it was run, and nothing was signed."});
  }
  if (line == "rules") return say_in_pages(rules_lines(), false, &SeatAtTable::ask_script);
  if (line == "read") return say_in_pages(script_lines(), false, &SeatAtTable::ask_script);
  if (line.starts_with("save")) {
    save_script_text(spaces_cut(spaces_cut(typed).substr(4)));
    return ask_script();
  }
  if (line != "yes" && line != "y") {
    problem_ = "'" + typed + "' is none of yes, no, read and save FILE.";
    return ask_script();
  }
  asks_script_ = false;
  session_->run_script();
  show();
}

/// Returns the text of a script that was not run yet, with the numbers of its lines.
std::vector<std::string> SeatAtTable::script_lines() const {
  std::vector<std::string> numbered;
  std::istringstream lines(session_->script_text());
  for (std::string line; std::getline(lines, line);)
    numbered.push_back(std::to_string(numbered.size() + 1) + "  " + printable(line));
  return numbered;
}

/// Saves the text of a script that was not run yet, for another program to show. A file that is
/// there is not overwritten.
void SeatAtTable::save_script_text(const std::string& name) {
  if (!is_file_name(name)) {
    problem_ = "Write save and a name such as " + script_shown_->terms.module + ".lua";
    return;
  }
  const auto folder = scripts_folder(options_) / "to-read";
  make_private_folder(folder);
  const auto path = folder / name;
  if (std::filesystem::exists(path)) {
    problem_ = path.string() + " is there already";
    return;
  }
  const auto saved = write_synced(path, session_->script_text());
  say(saved ? "Saved as " + printable(path.string()) + "."
            : "Could not save it: " + printable(saved.error().about) + ".");
}

/// Returns whether the game of this table can answer by what its person alone knows.
bool SeatAtTable::can_answer() const {
  return game_ && person() && rules::secrets_of(game_->info()).answers &&
         session_->node()->me().value < session_->node()->table().seats();
}

/// Says that it can, and whether it may.
void SeatAtTable::tell_whether_it_answers() {
  if (can_answer()) say(whether_it_answers(answers_));
}

/// Returns whether the person of a page is still to say whether it may.
bool SeatAtTable::asks_to_answer() const { return can_answer() && !answers_ && !answers_said_; }

void SeatAtTable::let_answer() {
  answers_ = answers_said_ = true;
  tell_whether_it_answers();
  move_for_person();
}

void SeatAtTable::let_not_answer() {
  answers_ = false;
  answers_said_ = true;
  tell_whether_it_answers();
}

/// Returns what this seat alone knows, and whether its game may answer by that.
rules::Known SeatAtTable::known() const {
  rules::Known known = session_->node()->known();
  known.answers = answers_;
  return known;
}

/// Tells of a move that is made by an answer of the game: one that it chose, or whose name for this
/// person is not the one for all.
void SeatAtTable::tell_answer(const rules::Action& action, bool chosen_by_game) {
  const rules::AnyGame& game = session_->node()->table().game();
  const rules::Known own = known();
  const Seat me = session_->node()->me();
  const std::string words = told_of_answer(game, me, own, action, chosen_by_game, *names_);
  if (!words.empty()) say(words);
}

/// Says who has seen which cards, and who shuffled them.
void SeatAtTable::tell_secrets() {
  std::string text = "Who has seen which cards, and who shuffled them:";
  for (const std::string& line : secrecy_account(session_->node()->table().state(), *names_))
    text += "\n  " + line;
  say(text);
}

/// Says, of a table that goes on, which script it plays, if its game is one: its file may have been
/// changed since, or be gone.
void SeatAtTable::tell_agreed_script() {
  const auto& charter = *session_->node()->table().state().signed_charter;
  if (!charter.script.empty())
    say("It plays the script as it was agreed on (digest " +
        runtime::short_hex(charter.charter.rules) + ").");
}

/// Keeps the script that the host has sent, so that nobody is asked about it again.
void SeatAtTable::keep_script() {
  const auto module = script_shown_ ? runtime::rules_of(script_shown_->terms)
                                    : Result<const rules::Module*>(fail(Fault::unknown_module));
  if (!module) return;
  KeptScript kept{script_shown_->terms.rules,
                  script_shown_->terms.module,
                  script_shown_->terms.module_version,
                  {}};
  if (const auto& offer = *script_shown_->script; offer.author)
    kept.author = runtime::ScriptAuthor{*offer.author, offer.signature};
  if (const std::string words = hint_words((*module)->info()); !words.empty()) say(words);
  const auto done = KeptScripts(scripts_folder(options_)).keep(kept, (*module)->script);
  say(done ? "The script is kept, by its digest" +
                 (options_.folder.empty() ? ". fairdeal games show " + kept.name + " shows it."
                                          : " in " + scripts_folder(options_).string() + ".")
           : "The script could not be kept: " + printable(done.error().about) + ".");
}

/// Says at whose moves the rules failed. That is the rules' fault, and nobody's.
void SeatAtTable::tell_failed_moves(const runtime::StepDecided& decided) {
  std::string who;
  for (const Seat seat : decided.failed.list()) who += (who.empty() ? "" : ", ") + (*names_)[seat];
  say("The rules of " + printable(game_->info().name) + " failed at the move of " + who +
      ", so it counts as none. No player is to blame.\n| " + printable(decided.why_failed));
}

/// Asks a script for all that the next notices will show, on another thread. The answers stay with
/// the state (rules/lua/script_game.cc), so showing them takes no time.
std::function<void()> SeatAtTable::prepare(const runtime::Node& node) {
  const rules::AnyGame& game = node.table().game();
  if (!game.is_script() || !names_) return {};
  return [game, me = node.me(), known = node.known(), names = names_->all(),
          marked = marked_names(), is_person = person(), acts = node.to_act(),
          shows = terminal_.in_place() || page_ || (person() && node.to_act())] {
    if (acts && !is_person) (void)game.suggested(me, known);
    if (acts && is_person) (void)game.obvious(me, known);
    if (!shows) return;
    (void)game.draw(me, known, marked);
    (void)game.view(me, known);
    if (acts) (void)game.choices(me, known, names);
    for (const Seat seat : game.active()) (void)game.move_of_absent(seat);
  };
}

/// Says that this machine alone cannot go on. Nobody is told, and nobody judged by it.
Failure SeatAtTable::failure_of_machine(const std::string& why) const {
  const auto* node = session_->node();
  return {Exit::rules_fault, "script_lost", printable(why) + " No player is to blame.",
          node != nullptr ? "The table is kept. To go on: fairdeal resume " + session_->store()
                          : "If it happens again, tell the author of the game."};
}

/// Says that this machine's process of the script is silent, and that it answers again.
void SeatAtTable::tell_script_silence() {
  constexpr std::chrono::seconds kSilenceTold{10};
  const auto silent = script_silence();
  if (silent >= kSilenceTold && !std::exchange(silence_said_, true))
    say("The game's script has not answered for 10 s on this machine, which is busy or was asleep. "
        "Your seat waits for it. No player is judged by it.");
  if (silent < kSilenceTold && std::exchange(silence_said_, false))
    say("The game's script answers again.");
}

}  // namespace fairdeal::apps
