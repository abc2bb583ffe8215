#include <algorithm>
#include <utility>

#include "base/overloaded.h"
#include "rules/choice_text.h"
#include "rules/json_full.h"
#include "ui/seat/commands.h"
#include "ui/seat/evening.h"
#include "ui/seat/hear.h"
#include "ui/seat/sentences.h"
#include "ui/words/printable.h"
#include "ui/words/refusal_words.h"

/// Input of a person, typed or picked on a page: answers, commands and moves.

namespace fairdeal::seat {
namespace {

using Question = Model::Question;

/// A typed line, as commands are compared with it.
struct Words {
  explicit Words(const std::string& line) : all(words::word_typed(line)) {
    const std::string text = spaces_cut(line);
    const auto end = std::min(text.find(' '), text.size());
    first = words::word_typed(text.substr(0, end));
    rest = spaces_cut(text.substr(end));
  }
  std::string all;    ///< without spaces, in lower case
  std::string first;  ///< the first word, in lower case
  std::string rest;   ///< what follows it
};

bool fits(const Command& command, const Words& words) {
  if (command.shape == Command::Shape::alone) return words.all == command.word;
  return words.first == command.word &&
         (command.shape == Command::Shape::perhaps || !words.rest.empty());
}

/// Runs the command that the line is. Returns whether it is one.
bool obeys(Model& model, const Words& words, Command::Rank rank, SeatEffects& out) {
  const bool alone = model.setup.dealer.has_value();
  for (const Command& command : all_commands()) {
    if (!fits(command, words)) continue;
    const bool lacks_others = alone && command.others;
    // A move may have its name, and nobody knows a host's words elsewhere.
    if (lacks_others && (rank == Command::Rank::before_moves || !command.known_always)) continue;
    if (lacks_others) {
      model.problem = {};
      out.say(words::said("only_with_others", {{"command", words::text(command.word)}}));
      return true;
    }
    if (command.rank != rank) continue;
    const bool now = command.when == nullptr || command.when(model);
    if (!now && !command.known_always) continue;
    if (rank == Command::Rank::after_moves) model.problem = {};
    if (now)
      command.run(model, words.rest, out);
    else
      out.say(words::said("not_begun"));
    return true;
  }
  return false;
}

/// Returns what somebody hears whose line is a command that is for another time or another person,
/// or that is typed in a shell; nothing if it is none.
words::Said why_no_command(const Model& model, const std::string& line, const Words& words) {
  for (const Command& command : all_commands()) {
    if (words.all.empty() || !fits(command, words) || !is_of_host(command)) continue;
    if (model.setup.dealer) return {};
    if (words.first == "yes" || words.first == "no") return words::said("nothing_asked");
    const words::Values values{{"command", words::text(words.first)}};
    return model.setup.guest ? words::said("only_host", values)
                             : words::said("until_it_begins", values);
  }
  return said_of_program(line);
}

/// Answers a line that is neither a command nor a move.
void answer_unknown(Model& model, const std::string& line, const Words& words, SeatEffects& out) {
  if (words.all.empty()) return;
  const auto* at = model.position();
  if (words::Said why = why_no_command(model, line, words); !why.empty()) {
    model.problem = {};
    out.say(why);
  } else if (at == nullptr && takes_number(model, words.all, out)) {
    return;
  } else if (at == nullptr) {
    out.say(words::said("no_command", {{"typed", words::text(words::printable(line))}}));
  } else if (!at->to_act) {
    out.say(words::said("not_your_turn"));
  }
}

/// Asks whether a person means a careful move, such as to resign. Returns false if it is none, or
/// nobody is asked.
bool asks_first(Model& model, const rules::Action& action, SeatEffects& out) {
  if (!model.setup.asks_twice) return false;
  const auto all = choices(model);
  const auto meant = std::ranges::find_if(all, [&](const rules::Choice& choice) {
    return choice.action == action ||
           (choice.range && rules::kind_of(choice.action) == rules::kind_of(action));
  });
  if (meant == all.end() || !meant->facts.careful) return false;
  model.question = Question::sure;
  model.play.unsure = action;
  model.play.unsure_label = meant->label;
  if (!model.setup.in_place) out.ask(sure_question(model));
  return true;
}

/// Takes the answer to the question whether the person means a careful move. Returns whether the
/// line was one.
bool answer_sure(Model& model, const std::string& line, SeatEffects& out) {
  const rules::Action action = *model.play.unsure;
  forget_careful(model);
  const std::string word = words::word_typed(line);
  if (word == "yes" || word == "y") {
    tell_answer(model, action, false, out);
    out.add(Act{action, Act::By::line});
  }
  return word == "yes" || word == "y" || word == "no" || word == "n" || word.empty();
}

/// Makes the move that was typed. Returns whether it was a legal one; if not, and it is this seat's
/// turn, `problem` says why.
bool moves(Model& model, const std::string& line, SeatEffects& out) {
  const auto* at = model.position();
  if (at == nullptr || !at->to_act) return false;
  const auto action = rules::choice_typed(line, choices(model));
  if (!action) model.problem = words::refusal_said(action.error());
  if (!action) return false;
  if (asks_first(model, *action, out)) return true;
  tell_answer(model, *action, false, out);
  out.add(Act{*action, Act::By::line});
  return true;
}

/// Carries out the answer to the question how to quit. Returns whether the line was an answer.
bool answer_quit(Model& model, const std::string& line, SeatEffects& out) {
  model.question = Question::none;
  const std::string word = words::word_typed(line);
  if (word == "stop") hear(model, Interrupted{}, out);
  if (word == "leave") leave_table(out);
  if (word == "leave") show(model, out);
  return word == "stop" || word == "leave";
}

/// Carries out the answer to the question whether the person means to resign. Returns whether the
/// line was an answer.
bool answer_resign(Model& model, const std::string& line, SeatEffects& out) {
  model.question = Question::none;
  const std::string word = words::word_typed(line);
  const bool yes = word == "yes" || word == "y";
  if (yes) out.add(Resign{});
  return yes || word == "no" || word == "n" || word.empty();
}

/// Carries out the answer to the question whether the person means to leave the evening. Returns
/// whether the line was an answer.
bool answer_leave(Model& model, const std::string& line, SeatEffects& out) {
  model.question = Question::none;
  const std::string word = words::word_typed(line);
  const bool yes = word == "yes" || word == "y" || word == "leave";
  if (yes) leave_evening(model, out);
  return yes || word == "no" || word == "n" || word.empty();
}

void take(Model& model, const std::string& line, SeatEffects& out) {
  if (model.asks(Question::run_script)) return answer_script(model, line, out);
  if (model.asks(Question::agree)) return answer_consent(model, line, out);
  if (model.asks(Question::watch)) return answer_watch(model, line, out);
  if (model.asks(Question::how_to_quit) && answer_quit(model, line, out)) return;
  if (model.asks(Question::sure) && answer_sure(model, line, out)) return show(model, out);
  if (model.asks(Question::resign) && answer_resign(model, line, out)) return show(model, out);
  if (model.asks(Question::leave_evening) && answer_leave(model, line, out))
    return show(model, out);
  const Words words(line);
  const bool is_known = obeys(model, words, Command::Rank::before_moves, out) ||
                        moves(model, line, out) ||
                        obeys(model, words, Command::Rank::after_moves, out);
  if (!is_known) answer_unknown(model, line, words, out);
  if (!model.account.ended) show(model, out);
}

/// Takes in a line that a person sent while their table of an evening came to its end. What they
/// wish for the break is kept for it.
void take_late(Model& model, const Words& line, SeatEffects& out) {
  if (line.first == "buyin" || line.first == "rebuy" || line.first == "topup")
    return order_typed(model, line.rest, out);
  if (line.all == "leave") return leave_evening(model, out);
  if (line.all == "stay") return take_back(model, out);
  if (!line.all.empty()) out.say(words::said("break_begins"));
}

/// Says on the page what is wrong with a line that was typed there, unless it stands there already.
void tell_page(const Model& model, SeatEffects& out) {
  if (!model.typed_on_page || model.problem.empty()) return;
  const auto& all = out.all();
  const auto last = std::find_if(all.rbegin(), all.rend(), [](const Effect& effect) {
    const auto* line = std::get_if<Line>(&effect);
    return line != nullptr && line->to != Line::To::terminal;
  });
  if (last == all.rend() || std::get<Line>(*last).text != full_stop(model.problem).text())
    out.say_on_page(model.problem);
}

void set_problem(Model& model, words::Said problem, bool says, SeatEffects& out) {
  model.problem = std::move(problem);
  if (says && !model.setup.in_place) out.say(full_stop(model.problem));
  tell_page(model, out);
}

void hear_kept(const Model& model, Seat seat, SeatEffects& out) {
  if (is_contact(model, seat)) return;
  const std::string& name = model.name_of(seat);
  out.say(words::said("keep_told", {{"who", words::name(name)}}));
}

/// Returns why the host's word about that person comes to nothing. `who` may name one who asks to
/// sit down, and for some words one who sits there, too.
words::Said why_nobody_meant(const Model& model, const std::string& who, bool sits_too) {
  std::size_t meant = 0;
  const auto count = [&](const crypto::PublicKey& key, const std::string& name) {
    if (meet::is_called(who, name, key)) ++meant;
  };
  for (const auto& one : model.gathering.asking) count(one.key, one.name);
  if (sits_too)
    for (const auto& guest : model.gathering.guests) count(guest.key, guest.name);
  const words::Values values{{"who", words::name(words::printable(who))}};
  if (meant == 1) return words::said("begins_already");
  return meant > 1 ? words::said("host_named_several", values) : words::said("keep_nobody", values);
}

// Return why the session could not carry out an order. The session's own words are for logs: a
// page tells this in its person's language.

words::Said why_not(const Model& model, const StartTable&, const Error&) {
  if (is_of_evening(model)) return words::said("evening_not_ready");
  return model.gathering.all_came ? words::said("begins_already") : words::said("begins_when_full");
}
words::Said why_not(const Model& model, const LetIn& guest, const Error&) {
  return why_nobody_meant(model, guest.who, false);
}
words::Said why_not(const Model& model, const Kick& guest, const Error&) {
  return why_nobody_meant(model, guest.who, true);
}
words::Said why_not(const Model&, const RenewCode&, const Error&) {
  return words::said("code_takes_relay");
}
words::Said why_not(const Model& model, const KeepMember& keep, const Error&) {
  return words::said("keep_nobody", {{"who", words::name(model.name_of(keep.seat))}});
}
words::Said why_not(const Model& model, const SayLine&, const Error& error) {
  const TableSight& table = *model.table();
  if (!table.has_chat) return words::said("chat_not_wanted");
  if (table.standing(table.me).left()) return words::said("chat_after_leaving");
  if (error.fault == Fault::not_wanted) return words::said("chat_too_much");
  return words::said("chat_impossible",
                     {{"n", words::count(static_cast<std::int64_t>(proto::kChatBytesMax))}});
}
/// Returns why no order went out to the bank of an evening.
words::Said why_not_ordered(const Model& model) {
  const bool waits = model.gathering.placed > 0 || model.gathering.cashing;
  const auto why = waits ? words::said("order_another_waits") : words::said("order_no_break");
  return words::said("order_refused", {{"why", words::sentence(why)}});
}
words::Said why_not(const Model& model, const OrderChips&, const Error&) {
  return why_not_ordered(model);
}
words::Said why_not(const Model& model, const CashOut&, const Error&) {
  return why_not_ordered(model);
}
words::Said why_not(const Model&, const Resign&, const Error&) {
  return words::said("not_resigned");
}
words::Said why_not(const Model&, const Act&, const Error& error) {
  return error.fault == Fault::not_wanted ? words::said("act_too_late")
                                          : words::said("act_impossible");
}

/// Notes that the person sits out by a move, until they say that they are back, or that they are.
/// Their program answers the table meanwhile.
void note_sitting_out(Model& model, const Act& act, SeatEffects& out) {
  auto& play = model.play;
  if (!play.game || model.table() == nullptr) return;
  const bool is_back = is_coming_back(*play.game, act.action);
  if (is_back) play.away = false;
  if (is_back) play.comes_back = 0;
  if (act.by == Act::By::program || !is_sitting_out(*play.game, act.action)) return;
  play.comes_back = 0;
  if (!std::exchange(play.away, true))
    out.say(is_of_evening(model) ? words::said("you_sit_out_evening") : words::said("you_sit_out"));
}

}  // namespace

bool is_command(const Model& model, const std::string& line) {
  const Words words(line);
  return std::ranges::any_of(all_commands(), [&](const Command& command) {
    return !words.all.empty() && fits(command, words) &&
           (command.when == nullptr || command.when(model));
  });
}

void hear(Model& model, const Typed& typed, SeatEffects& out) {
  model.problem = {};
  if (model.account.ended && model.account.evening) return take_late(model, Words(typed.line), out);
  model.typed_on_page = typed.on_page;
  model.play.result.end();
  take(model, typed.line, out);
  tell_page(model, out);
}

void hear(Model& model, const MovePicked& picked, SeatEffects& out) {
  const auto* at = model.position();
  if (at == nullptr || at->step != picked.step || !at->to_act || !model.setup.person())
    return out.say_on_page(words::said("move_too_late"));
  if (model.setup.dealer && !rules::allows(at->game(), at->me, picked.action))
    return out.say_on_page(words::said("no_legal_move"));
  tell_answer(model, picked.action, false, out);
  out.add(Act{picked.action, Act::By::page});
}

void hear(Model& model, const Answered& answered, SeatEffects& out) {
  const bool done = answered.result.has_value();
  const words::Said why =
      done ? words::Said()
           : std::visit(
                 [&](const auto& order) { return why_not(model, order, answered.result.error()); },
                 answered.order);
  std::visit(
      Overloaded{
          [&](const SayLine&) {
            if (!done) out.say(words::said("not_said", {{"why", words::sentence(why)}}));
          },
          [&](const RenewCode&) {
            if (!done) out.say(why);
          },
          [&](const KeepMember& keep) {
            if (!keep.typed) return;
            if (done) return hear_kept(model, keep.seat, out);
            set_problem(model, why, true, out);
          },
          [&](const Act& act) {
            if (done) note_sitting_out(model, act, out);
            if (act.by == Act::By::line && !done) set_problem(model, why, false, out);
            if (act.by != Act::By::page) return;
            if (!done)
              return out.say_on_page(words::said("not_played", {{"why", words::sentence(why)}}));
            model.problem = {};
            model.play.result.end();
            show(model, out);
          },
          [&](const OrderChips& buys) {
            if (done && model.setup.guest) {
              model.gathering.placed = buys.chips;
              model.gathering.asked_bank = model.sight.now;
            }
            if (done) return;
            if (model.gathering.placed == 0) model.gathering.sends = {};  // it was not sent
            if (!model.setup.guest || !model.sight.started)
              return set_problem(model, why, true, out);
            wish_for(model, buys.chips);  // the next table begins just now
            out.say(words::said("ordered_for_break", {{"n", words::chips(buys.chips)}}));
          },
          [&](const CashOut&) {
            model.gathering.cashing = done;
            if (done) model.gathering.asked_bank = model.sight.now;
            if (done) return;
            if (!model.sight.started && model.gathering.placed > 0) {
              model.gathering.leaves_after_order = true;
              return out.say(words::said("leaves_after_order"));
            }
            model.wish.leaves = model.sight.started;  // then the next table begins just now
            if (!model.sight.started) return set_problem(model, why, true, out);
            out.say(words::said("cashes_out_after"));
          },
          [&](const Resign&) {
            if (!done) return set_problem(model, why, true, out);
            out.say(words::said("you_resign"));
          },
          [&](const auto&) {  // an order of the host
            if (!done) set_problem(model, why, true, out);
          }},
      answered.order);
}

void forget_careful(Model& model) {
  if (model.asks(Question::sure)) model.question = Question::none;
  model.play.unsure.reset();
}

void leave_table(SeatEffects& out) {
  out.add(LeaveTable{});
  out.say(words::said("you_leave"));
}

}  // namespace fairdeal::seat
