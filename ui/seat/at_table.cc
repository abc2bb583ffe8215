#include <algorithm>

#include "base/overloaded.h"
#include "games/poker/poker_game.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "runtime/node/chat_lines.h"
#include "runtime/state/charter.h"
#include "runtime/state/rules_digest.h"
#include "runtime/state/terms.h"
#include "ui/seat/evening.h"
#include "ui/seat/hear.h"
#include "ui/seat/sentences.h"
#include "ui/words/chat_words.h"
#include "ui/words/printable.h"
#include "ui/words/terms_words.h"

/// The events of a table, as a seat hears them.

namespace fairdeal::seat {
namespace {

/// Says for whom the table does not wait, if the others decide so. Each member is named once, until
/// it has answered. Nothing is said if nobody is new, or if the others are too few to go on.
words::Said words_of_vote(Model& model) {
  const consensus::Quorum quorum = model.table()->table->quorum();
  std::vector<std::string> who;
  bool others = false;
  SeatSet answer = quorum.voters;
  for (const node::Awaited& one : model.table()->awaited)
    if (one.seat != model.table()->me) answer.erase(one.seat);
  if (answer.size() < quorum.needed) return {};
  for (const node::Awaited& one : model.table()->awaited) {
    if (one.seat == model.table()->me) continue;
    others = true;
    if (model.people.unanswered_said.insert(one.seat).second)
      who.push_back(model.name_of(one.seat));
  }
  if (!others) return words::said("vote");
  if (who.empty()) return {};
  return words::said("vote_on", {{"who", words::names(who)},
                                 {"n", words::count(static_cast<std::int64_t>(who.size()))}});
}

/// From when on the person is told whose program the table waited for.
constexpr Duration kWorthTelling{5'000};

/// Returns a time by a clock that all processes of this machine share.
std::int64_t microseconds(Model::Clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::microseconds>(time.time_since_epoch()).count();
}

/// Returns the kinds of the events, without repeating a kind directly, for `bench table`.
words::Json kinds_of(const std::vector<rules::AnyEvent>& events) {
  words::Json kinds = words::Json::array();
  for (const auto& event : events) {
    const char* kind = std::holds_alternative<rules::Shuffled>(event) ? "shuffled"
                       : std::holds_alternative<rules::Dealt>(event)  ? "dealt"
                       : std::holds_alternative<rules::Shown>(event)  ? "shown"
                                                                      : "moved";
    if (kinds.empty() || kinds.back() != kind) kinds.push_back(kind);
  }
  return kinds;
}

/// Returns whether the game wants a new deck in `after` and did not in `before`.
bool ends_hand(const rules::AnyGame& before, const rules::AnyGame& after) {
  return words::waits_for_deck(after) && !words::waits_for_deck(before);
}

/// Says which cards this seat's person mucked. The table shows them to nobody, and to this person
/// no longer once the next hand begins.
words::Said words_of_own_muck(const Model& model, const rules::AnyEvent& event) {
  const auto* moved = std::get_if<rules::Moved<rules::Action>>(&event);
  const rules::Poker* poker = rules::poker_in(*model.play.game);
  const Position* at = model.position();
  if (moved == nullptr || poker == nullptr || at == nullptr || moved->seat != at->me) return {};
  const auto muck = rules::Poker::move_json({rules::Poker::Move::Kind::muck});
  const auto hand = poker->own_hand(at->me, model.play.known);
  if (!hand || moved->move.text != rules::text(muck)) return {};
  std::string cards;
  for (const Face face : hand->cards())
    cards += (cards.empty() ? "" : " ") + rules::card_symbol(face);
  return words::said("own_muck", {{"cards", words::text(cards)}});
}

/// Describes an event. The absence of a seat that has left reads "Bob left: fold", and not that it
/// did not answer or does not play.
std::vector<words::Said> event_words(const Model& model, const rules::AnyEvent& event,
                                     const rules::AnyGame& after) {
  const words::Names& names = *model.people.names;
  const rules::AnyGame& before = *model.play.game;
  const auto left = [&](Seat seat) {
    return model.table() != nullptr && model.table()->standing(seat).left();
  };
  const auto* absent = std::get_if<rules::Absent>(&event);
  const auto* out = std::get_if<rules::Out>(&event);
  if (words::Said mucked = words_of_own_muck(model, event); !mucked.empty()) {
    std::vector<words::Said> told = words::news_of(event, before, after, names);
    told.insert(told.begin(), std::move(mucked));
    return told;
  }
  std::vector<words::Said> told = words::described(event, before, after, names, model.play.dealt);
  if (out != nullptr && left(out->seat)) return words::news_of(event, before, after, names);
  if (absent != nullptr && left(absent->seat) && !told.empty()) {
    std::string& id = told.front().id;  // and not in words of the game's own
    if (id == "absent") id = "absent_left";
    if (id == "absent_moved") id = "absent_left_moved";
  }
  return told;
}

/// Returns the seat whose absence this event is, if the table stops waiting for it: that is told
/// once, and not for each move and each deal that it misses. In other games than poker the move
/// that is made for it matters, and is told.
std::optional<Seat> seat_gone(const Model& model, const rules::AnyEvent& event) {
  const auto* absent = std::get_if<rules::Absent>(&event);
  const auto* out = std::get_if<rules::Out>(&event);
  if (model.table() == nullptr || model.play.game->info().shelf != "poker") return {};
  if (absent == nullptr && out == nullptr) return {};
  const Seat seat = absent != nullptr ? absent->seat : out->seat;
  const auto& standing = model.table()->standing(seat);
  const bool is_gone = standing.gone() && !standing.left() && !standing.convicted();
  return is_gone ? std::optional(seat) : std::nullopt;
}

/// Says of a seat that is gone that it is, once, and what becomes of the hand.
std::vector<words::Said> words_of_gone(Model& model, const rules::AnyEvent& event,
                                       const rules::AnyGame& after) {
  const auto seat = seat_gone(model, event);
  if (!seat) return {};
  auto told = words::news_of(event, *model.play.game, after, *model.people.names);
  if (model.people.gone_said.insert(*seat).second)
    told.insert(told.begin(), words::said("gone", {{"who", words::name(model.name_of(*seat))}}));
  return told;
}

}  // namespace

void hear_game(Model& model, const rules::AnyEvent& event, const rules::AnyGame& after,
               SeatEffects& out) {
  Model::Play& play = model.play;
  const std::vector<words::Said> of_gone = words_of_gone(model, event, after);
  if (std::holds_alternative<rules::Shuffled>(event) && words::waits_for_deck(*play.game)) {
    play.last_hand = std::exchange(play.hand, words::LogLines());
    play.comes_back = std::max(play.comes_back - 1, 0);
    out.add(NewDeck{after});
    tell_no_chips(model, after, out);
  }
  const auto said = seat_gone(model, event) ? of_gone : event_words(model, event, after);
  const auto told = play.parts.next(*play.game, said);
  const auto now = model.sight.now;
  const auto took = now - std::exchange(play.event_at, now).value_or(now);
  const std::string text = told.all.text();
  // A dealer's bots never let the person wait, so the next question hides no result.
  if (model.table() != nullptr && ends_hand(*play.game, after) && !text.empty())
    play.result.begin(model.sight.now, words::drawing_of(*play.game, model.table()->me, play.known,
                                                         marked_names(model)) +
                                           "\n" + text + "\n");
  if (!text.empty()) {
    out.add(Line{.text = text,
                 .kind = "event",
                 .to = Line::To::page,
                 .shows = words::brings_to_light(event, *play.game, after, *model.people.names),
                 .said = told.all.json(),
                 .heading = told.heading,
                 .took_ms = std::chrono::duration_cast<std::chrono::milliseconds>(took).count()});
    for (const words::Said& line : told.lines) {
      out.add(Line{.text = line.text(), .kind = "event", .to = Line::To::terminal, .event = line});
      play.log.add(line);
    }
    for (const words::Said& sentence : said) play.hand.add(sentence);
  }
  if (const auto pause = after.pause(*play.game); pause > 0)
    model.clocks.looks_until = model.sight.now + std::chrono::milliseconds(pause);
  if (after.over()) play.ending = words::ending_of(event, *play.game, after, *model.people.names);
  play.dealt.note(event);
  note_kinds(play.kinds, event);
  play.game = after;
}

namespace {

/// Describes the events to the person, one after another, since a step can end several hands.
void hear_game(Model& model, const std::vector<rules::AnyEvent>& events, SeatEffects& out) {
  for (const auto& event : events) {
    const auto after = model.play.game->after(event);
    if (!after) return;  // this is not the state before this step; later steps are told again
    hear_game(model, event, *after, out);
  }
}

/// Says at whose moves the rules failed. That is the rules' fault, and nobody's.
void tell_failed_moves(const Model& model, const node::StepDecided& decided, SeatEffects& out) {
  std::vector<std::string> who;
  for (const Seat seat : decided.failed.list()) who.push_back(model.name_of(seat));
  out.say(words::said("rules_failed_at",
                      {{"game", words::text(words::printable(model.play.game->info().name))},
                       {"who", words::names(who)},
                       {"why", words::text(words::printable(decided.why_failed))}}));
}

/// Returns whether the events of the step tell that this seat did not answer.
bool told_absent(const node::StepDecided& decided, Seat seat) {
  return std::ranges::any_of(decided.events, [&](const rules::AnyEvent& event) {
    const auto* absent = std::get_if<rules::Absent>(&event);
    const auto* out = std::get_if<rules::Out>(&event);
    return (absent != nullptr && absent->seat == seat) || (out != nullptr && out->seat == seat);
  });
}

void hear_step(Model& model, const node::StepDecided& decided, SeatEffects& out) {
  const TableSight& table = *model.table();
  model.problem = {};
  model.play.erred.clear();
  forget_careful(model);
  if (!decided.failed.empty()) tell_failed_moves(model, decided, out);
  hear_game(model, decided.events, out);
  // If several steps came at once, the table is already at the end of the last one.
  if (table.table->step() == decided.step.next()) {
    model.play.game = table.game();
    model.play.known = table.known;
  }
  for (const Seat seat : decided.careful.list())
    out.say(seat == table.me
                ? words::said("you_moved_carefully")
                : words::said("moved_carefully", {{"who", words::name(model.name_of(seat))}}));
  for (const Seat seat : decided.absent)
    if (!table.standing(seat).left() && !table.standing(seat).gone() && !told_absent(decided, seat))
      out.say(words::said("not_in_time", {{"who", words::name(model.name_of(seat))}}));
  model.clocks.waits_since = model.sight.now;
  words::Json absent = words::Json::array();
  for (const Seat seat : decided.absent) absent.push_back(seat.value);
  out.tell("step", {{"step", decided.step.value},
                    {"absent", absent},
                    {"us", microseconds(model.sight.now)},
                    {"saw", kinds_of(decided.events)}});
  out.add(StepDone{});
}

/// Tells the person who made the table wait, and for how long, if the notice is about that.
void say_wait(const Model& model, const node::Notice& notice, SeatEffects& out) {
  using state::in_words;
  if (const auto* late = std::get_if<node::FollowsLate>(&notice))
    out.say(words::said("vote_late",
                        {{"step", words::count(static_cast<std::int64_t>(late->step.value))},
                         {"late", words::text(in_words(late->by))}}));
  const auto* slow = std::get_if<node::TookLong>(&notice);
  if (slow != nullptr && slow->seat != model.table()->me && slow->took >= kWorthTelling)
    out.say(words::said("table_waited", {{"time", words::text(in_words(slow->took))},
                                         {"who", words::name(model.name_of(slow->seat))},
                                         {"left", words::text(in_words(slow->left))}}));
  if (const auto* votes = std::get_if<node::VotesLate>(&notice))
    out.say(words::said("votes_late", {{"who", words::name(model.name_of(votes->seat))},
                                       {"time", words::text(in_words(votes->waited))}}));
}

void hear_watching(Model& model, const node::Watching& watching, SeatEffects& out) {
  model.people.watchers[watching.at] = watching.keys;
  words::Json keys = words::Json::array();
  for (const auto& key : watching.keys) keys.push_back(key.hex());
  out.add(Tell{"watchers", {{"at", watching.at.value}, {"keys", keys}}, Tell::To::program});
  tell_watchers(model, out);
}

/// Returns whether the person hears now that the table stops waiting for a seat, or that it is
/// back: what it missed may have told that already. MemberAccused tells of a conviction.
bool tells_standing(Model& model, const node::StandingChanged& changed) {
  if (changed.gone) return model.people.gone_said.insert(changed.seat).second;
  model.people.gone_said.erase(changed.seat);
  model.people.returned_said.insert(changed.seat);
  return true;
}

/// Makes the game's careful move, if it knows one.
void move_carefully(Model& model, SeatEffects& out) {
  const auto* at = model.position();
  if (!model.setup.person() || at == nullptr || !at->to_act) return;
  const auto action = at->game().careful(at->me, known(model));
  if (!action || model.play.erred.contains(*action)) return;
  tell_answer(model, *action, true, out);
  out.add(Act{*action, Act::By::program, true});
}

void hear_notice(Model& model, const node::Notice& notice, SeatEffects& out) {
  std::visit(
      Overloaded{
          [&](const node::StepDecided& decided) { hear_step(model, decided, out); },
          [&](const node::StandingChanged& changed) {
            const bool left = model.table()->standing(changed.seat).left();
            const std::string& who = model.name_of(changed.seat);
            if (left)
              out.say(words::said("left", {{"who", words::name(who)}}));
            else if (!changed.convicted && tells_standing(model, changed))
              out.say(words::describe_standing(changed, model.table()->game(), who));
          },
          [&](const node::MoveFailed& failed) {
            model.play.erred.insert(failed.action);
            out.say(words::words_of_failed_move(model.play.game->info(), failed.error.about));
          },
          [&](const node::Arrived& entry) { model.people.unanswered_said.erase(entry.seat); },
          [&](const node::RoundBegan& round) {
            if (round.round != Round(1)) return;
            if (const words::Said vote = words_of_vote(model); !vote.empty()) out.say(vote);
          },
          [&](const node::ToAct&) {
            if (!model.setup.person() || !model.play.bot.empty()) return out.add(MoveLater{});
            if (!move_for_person(model, out) && model.play.bell) out.add(RingBell{});
          },
          [&](const node::PersonLate&) { move_carefully(model, out); },
          [&](const node::Refused& refused) {
            // It tells a programmer more than a player: no screen has it.
            out.add(Tell{
                "refused_message", {{"why", fairdeal::describe(refused.error)}}, Tell::To::log});
          },
          [&](const node::ChatLine& line) { on_chat(model, line, out); },
          [&](const node::Watching& watching) { hear_watching(model, watching, out); },
          [&](const node::Forked& forked) {
            out.say(words::describe_fork(forked, *model.people.names));
          },
          [](const auto&) {}},
      notice);
}

}  // namespace

void hear(Model& model, const session::TableBegan&, SeatEffects& out) {
  const TableSight& table = *model.table();
  const auto& charter = table.table->charter();
  out.add(StopAnnouncing{});
  begin_table(model, out);
  model.people.names = words::Names::of(
      charter, [&model](const proto::Member& member) { return shown_name(model, member); });
  model.play.game = table.game();
  model.play.known = table.known;
  model.gathering.terms = state::terms_of(charter);
  const auto trust = words::sentence(words::trust_said(*model.gathering.terms));
  const auto step = static_cast<std::int64_t>(table.table->step().value);
  out.say(model.setup.resumes
              ? words::said("back_at_table", {{"step", words::count(step)}, {"trust", trust}})
              : words::said("everybody_here", {{"trust", trust}}));
  if (model.setup.resumes) tell_wish(model, out);
  if (model.play.away) out.say(words::said("you_still_sit_out"));
  // The file of a script may have been changed since, or be gone.
  if (model.setup.resumes && !table.table->state().signed_charter->script.empty())
    out.say(
        words::said("plays_script", {{"digest", words::text(state::short_hex(charter.rules))}}));
  tell_whether_it_answers(model, out);
  if (const auto roles = words::roles_said(*model.play.game, *model.people.names); !roles.empty())
    out.say(words::said("roles", {{"roles", words::list(roles)}}));
  model.clocks.waits_since = model.sight.now;
  out.tell("begin", {{"table", table.table->id().hex()},
                     {"seat", table.me.value},
                     {"us", microseconds(model.sight.now)}});
}

void hear(Model& model, const node::Notice& notice, SeatEffects& out) {
  note_for_page(model, notice, out);
  say_wait(model, notice, out);
  hear_notice(model, notice, out);
  show(model, out);
}

void hear(Model& model, const session::StatementKept& kept, SeatEffects& out) {
  out.tell("history_unshown", {{"seat", kept.seat.value}, {"path", kept.path}});
  out.say(words::said("history_unshown", {{"who", words::name(model.name_of(kept.seat))},
                                          {"path", words::text(kept.path)}}));
}

// ---- Moves that no person chooses

bool move_for_person(const Model& model, SeatEffects& out) {
  if (unasked(model)) {
    out.add(MoveLater{});
    return true;
  }
  const auto* table = model.table();
  if (model.play.away && table != nullptr && table->to_act)
    out.say(words::said("nothing_while_away"));
  return false;
}

void hear(Model& model, const MoveDue&, SeatEffects& out) {
  const auto action = unasked(model);
  if (!action) return;
  tell_answer(model, *action, true, out);
  out.add(Act{*action, Act::By::program});
}

void hear(Model& model, const BotErred& erred, SeatEffects& out) {
  if (!erred.action) return out.say(words::said("bot_has_no_move"));
  out.say(words::said("bot_erred", {{"why", words::text(erred.why)}}));
  model.play.erred.insert(*erred.action);
}

// ---- Chat, and those who watch

bool shows(const Model& model, const node::ChatLine& line) {
  const ChatChoice& choice = model.chat.choice;
  const auto& charter = model.table()->table->charter();
  return choice.on && !choice.muted.contains(charter.member(line.by).key.public_key());
}

void show_chat(const Model& model, const node::ChatLine& line, SeatEffects& out) {
  for (std::string& row : words::chat_rows(model.name_of(line.by), words::printable(line.text)))
    out.add(Line{.text = std::move(row), .to = Line::To::terminal, .plain = true});
}

/// Shows a line to the person, and tells it to a program that reads the events. No log has it.
void on_chat(Model& model, const node::ChatLine& line, SeatEffects& out) {
  model.chat.said.push_back(line);
  if (model.chat.said.size() > node::ChatLines::kLinesMax) model.chat.said.pop_front();
  if (!shows(model, line)) return;
  out.add(Tell{"chat", {{"seat", line.by.value}, {"text", line.text}}, Tell::To::program});
  out.add(Line{.text = words::printable(line.text),
               .kind = "chat",
               .to = Line::To::page,
               .seat = static_cast<int>(line.by.value)});
  show_chat(model, line, out);
}

void tell_watchers(Model& model, SeatEffects& out) {
  auto& people = model.people;
  for (const auto& [at, keys] : people.watchers) {
    if (people.watchers_said[at] == keys) continue;
    const auto [last, first] = people.watchers_said_at.try_emplace(at, model.sight.now);
    if (!first && model.sight.now - last->second < kRepeatAfter) continue;
    last->second = model.sight.now;
    people.watchers_said[at] = keys;
    out.say(watchers_words(model, at));
  }
}

}  // namespace fairdeal::seat
