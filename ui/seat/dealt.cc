#include "games/poker/poker_game.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "ui/seat/hear.h"
#include "ui/seat/sentences.h"
#include "ui/words/printable.h"

/// The events of a match against bots, whose dealer is this process.

namespace fairdeal::seat {
namespace {

/// Returns whether the person has no chips left, not even on the table, so that the bots play on
/// alone.
bool has_lost_all(const Model& model, const rules::AnyGame& game) {
  const rules::Poker* poker = rules::poker_in(game);
  return poker != nullptr && poker->betting().at(model.position()->me).total() == 0;
}

/// Returns how the hand ended that `event` ended; "" if it ended none.
std::string hand_line(const Model& model, const rules::AnyEvent& event,
                      const rules::AnyGame& after) {
  const rules::Poker* from = rules::poker_in(*model.play.game);
  const rules::Poker* to = rules::poker_in(after);
  if (from->last().hand == to->last().hand) return "";
  const std::string news = model.play.game->news(event, after, model.people.names->all());
  return news.substr(news.rfind('\n') + 1);
}

/// Takes in an event after the person has lost all: of each hand they hear at most how it ended.
void hear_of_bots(Model& model, const MatchMoved& moved, SeatEffects& out) {
  const std::string text = hand_line(model, moved.event, moved.after);
  if (!text.empty() && model.play.watches) out.say(text, "event");
  model.play.dealt.note(moved.event);
  model.play.game = moved.after;
}

}  // namespace

void hear(Model& model, const MatchBegan& began, SeatEffects& out) {
  model.people.names = began.names;
  model.play.game = model.position()->game();
  model.play.known = model.position()->known;
  tell_whether_it_answers(model, out);
}

/// Notes what the person has heard before, and shows it in a page's log, which is empty.
void hear(Model& model, const MatchRecalled& recalled, SeatEffects& out) {
  const rules::Trail& trail = recalled.trail;
  model.play.game = trail.start;
  SeatEffects told;
  for (std::size_t i = 0; i < trail.events.size(); ++i) {
    hear_game(model, trail.events[i], trail.values[i], told);
    model.play.known = trail.known[i];
  }
  model.play.event_at.reset();
  model.clocks.looks_until = {};
  for (Effect& effect : told.all())
    if (auto* line = std::get_if<Line>(&effect); line != nullptr && line->to == Line::To::page) {
      line->shows = false;
      line->took_ms = 0;
      out.add(std::move(*line));
    }
}

void hear(Model& model, const MatchMoved& moved, SeatEffects& out) {
  model.problem = {};
  model.play.erred.clear();
  model.clocks.waits_since = model.sight.now;
  forget_careful(model);
  if (model.play.lost_all) return hear_of_bots(model, moved, out);
  hear_game(model, moved.event, moved.after, out);
  model.play.known = model.position()->known;
  if (moved.after.over() || !has_lost_all(model, moved.after)) return;
  model.play.lost_all = true;
  if (model.setup.has_page) return;  // a page shows how the hands end
  model.question = Model::Question::watch;
  out.add(AskAgain{});
}

void hear(Model& model, const MoveWanted&, SeatEffects& out) {
  if (move_for_person(model, out)) return;
  if (model.play.bell) out.add(RingBell{});
  show(model, out);
}

void hear(Model& model, const MoveFailedHere& failed, SeatEffects& out) {
  model.play.erred.insert(failed.action);
  out.say(words::words_of_failed_move(model.play.game->info(), failed.why));
}

void hear(Model& model, const MoveTakenBack&, SeatEffects& out) {
  model.problem = {};
  model.play.erred.clear();
  forget_careful(model);
  model.play.game = model.position()->game();
  model.play.known = model.position()->known;
  out.say(words::said("move_taken_back"));
}

void hear(Model& model, const MatchOver&, SeatEffects& out) {
  const rules::AnyGame& game = model.position()->game();
  const rules::Payoff result = *game.result();
  const auto told = words::result_said(result, game.info(), model.position()->me,
                                       *model.people.names, model.play.ending);
  // A page draws the end by itself.
  out.add(Line{.text = drawn(model), .kind = "event", .to = Line::To::terminal});
  model.account.ended = true;
  model.account.result = front::PageResult{words::texts_of(told), result, words::json_of(told)};
  out.add(Conclude{.document = {{"v", 1},
                                {"game", model.setup.dealer->game},
                                {"result", result},
                                {"seed", std::to_string(model.setup.dealer->seed)},
                                {"state", game.json()}},
                   .text = words::result_line(told)});
  out.add(End{.lingers = true});
}

void stop_play(Model& model, words::Failure failure, SeatEffects& out) {
  model.account.ended = model.account.failed = true;
  out.add(Conclude{.status = static_cast<int>(failure.code), .failure = std::move(failure)});
  out.add(End{});
}

words::Failure stopped(const Model& model, const std::string& why) {
  return {words::Exit::interrupted, "interrupted", why,
          model.sight.store.empty() ? "Nothing is kept of this match."
                                    : "To go on: fairdeal resume " + model.sight.store};
}

void answer_watch(Model& model, const std::string& typed, SeatEffects&) {
  model.question = Model::Question::none;
  model.play.watches = words::word_typed(typed) == "watch";
}

}  // namespace fairdeal::seat
