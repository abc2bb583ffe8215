#include <unistd.h>

#include <boost/asio/post.hpp>

#include "apps/kept_scripts.h"
#include "apps/seat.h"
#include "apps/sit_down.h"
#include "proto/key_words.h"
#include "rules/json_full.h"
#include "runtime/charter.h"
#include "runtime/rules_digest.h"

/// A table whose game is a script that is not on this machine: its person is shown what it is, and
/// says once whether to run it.
namespace fairdeal::apps {
namespace {

std::string asked_for(const proto::ScriptOffer& offer) {
  std::string text;
  for (const auto& [asks, words] :
       {std::pair(offer.hidden, "cards or dice that not everybody sees"),
        std::pair(offer.chance, "chance"),
        std::pair(offer.simultaneous, "moves that are made together")})
    if (asks) text += (text.empty() ? "" : ", ") + std::string(words);
  return text.empty() ? "moves alone" : text;
}

}  // namespace

std::vector<std::string> SeatAtTable::describe_script(const proto::Gathering& shown) const {
  const proto::ScriptOffer& offer = *shown.script;
  std::string author = "signed by nobody";
  if (offer.author) {
    const KeptContact* known = contacts_.with(*offer.author);
    author = "signed by " + (known != nullptr ? known->name + " ✓, " : "the key ") +
             proto::key_words(*offer.author, proto::kKeyWordsToDecide);
  }
  return {
      "The game of this table is a script that is not on this machine:",
      "  " + printable(shown.terms.module) + ", version " + printable(shown.terms.module_version) +
          ", " + std::to_string(offer.size) + " bytes, " + author,
      "  digest " + shown.terms.rules.hex(), "  It asks for " + asked_for(offer) + ".",
      "It can compute, and nothing else: it sees no file, no network, no clock and no secret of "
      "yours."};
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
                   {"simultaneous", offer.simultaneous}});
  for (const std::string& line : describe_script(*script_shown_)) say(line);
  const proto::Terms& terms = script_shown_->terms;
  for (const KeptScript& other :
       KeptScripts(scripts_folder(options_))
           .others_called({terms.rules, terms.module, terms.module_version, {}}))
    say("  It is not the script of this name and version that is kept here, digest " +
        runtime::short_hex(other.digest) + ".");
  if (options_.accept) {
    say("It is run, by --accept.");
    return boost::asio::post(io_, [this] { session_->fetch_script(); });
  }
  if ((::isatty(STDIN_FILENO) != 1 || reports()) && !page_)
    return boost::asio::post(io_, [this] {
      session_->decline("nobody there can say whether to run the game's script");
      give_up({Exit::usage, "not_accepted",
               "Nobody can say whether to run this script: standard input is no terminal.",
               "With --accept this seat agrees to it, and to the terms, without being asked."});
    });
  asks_script_ = true;
  listen_to_input();
  ask_script();
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
  if (line == "rules") {
    tell_rules();
    return ask_script();
  }
  if (line != "yes" && line != "y") {
    problem_ = "'" + typed + "' is neither yes nor no.";
    return ask_script();
  }
  asks_script_ = false;
  session_->fetch_script();
  show();
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
  const auto done = KeptScripts(scripts_folder(options_)).keep(kept, (*module)->script);
  say(done ? "The script is kept, by its digest" +
                 (options_.folder.empty() ? ". fairdeal games show " + kept.name + " shows it."
                                          : " in " + scripts_folder(options_).string() + ".")
           : "The script could not be kept: " + printable(done.error().about) + ".");
}

}  // namespace fairdeal::apps
