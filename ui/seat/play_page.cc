#include "ui/seat/play_page.h"

#include <csignal>
#include <unistd.h>

#include "rules/choice_text.h"
#include "ui/words/printable.h"
#include "ui/words/secrecy_words.h"

namespace fairdeal::seat {

PlayPage::PlayPage(front::PageDisplay& display, const rules::AnyGame& game,
                   const words::Names& names)
    : front::Page(static_cast<boost::asio::io_context&>(*this), display),
      names_(names),
      game_{.game = game, .observer = Seat(0)} {
  game_.names = names.all();
}

void PlayPage::tell_at(StatusSocket& status, StatusSocket& page, const std::string& name) {
  status.serve(io(), [this, name] {
    const words::Json json = {{"v", 1},
                              {"pid", ::getpid()},
                              {"version", FAIRDEAL_VERSION},
                              {"nickname", names_[Seat(0)]},
                              {"game", game_.game.info().name},
                              {"play", name},
                              {"phase", ended() ? "over" : "playing"},
                              {"waiting", ""},
                              {"page", true},
                              {"to_act", game_.asks},
                              {"members", words::Json::array()}};
    return json.dump() + "\n";
  });
  page.serve(io(), [this] { return display().fresh_address() + "\n"; });
}

void PlayPage::look(const rules::AnyGame& game, const rules::Known& known, bool asks) {
  game_.game = game;
  game_.known = known;
  game_.asks = asks;
  ++step_;
  changed();
}

std::optional<rules::Action> PlayPage::choose(const rules::AnyGame& game,
                                              const rules::Known& known) {
  chosen_.reset();
  may_answer_now_ = false;
  look(game, known, true);
  // A page without an address to come back by is gone for good.
  const auto is_gone = [&] { return display().address().empty() && display().viewers() == 0; };
  while (!chosen_ && !may_answer_now_ && !is_gone()) run_one();
  look(game, game_.known, false);
  if (!chosen_ && !may_answer_now_) poll();  // what is still to be said
  return chosen_;
}

void PlayPage::end_with(const rules::AnyGame& game, const rules::Known& known,
                        const std::string& words) {
  result_ = front::PageResult{{words}, *game.result()};
  look(game, known, false);
  bool over = false;
  end(true, [&over] { over = true; });
  while (!over) run_one();
}

void PlayPage::on_move(std::uint64_t step, const rules::Action& action) {
  if (step != step_ || !game_.asks) return add("note", "That move came too late.");
  if (!rules::allows(game_.game, Seat(0), action)) return add("note", "That is no legal move.");
  chosen_ = action;
}

void PlayPage::on_typed(const std::string& line) {
  const std::string word = words::word_typed(line);
  if (word == "leave" || word == "quit") std::raise(SIGINT);  // as Ctrl-C: the match is kept
  if (word == "answersyes" || word == "answersno") {
    answers_said_ = true;
    game_.known.answers = word == "answersyes";
    may_answer_now_ = game_.asks && game_.known.answers;
    add("note", words::whether_it_answers(answers()));
    return changed();
  }
  if (!game_.asks) return add("note", "It is not your turn.");
  const auto choices = game_.game.choices(Seat(0), game_.known, names_.all());
  const auto action = rules::read_choice(line, choices);
  if (!action) return add("note", words::printable(action.error().about));
  chosen_ = *action;
}

front::PageFacts PlayPage::facts() {
  front::PageFacts facts;
  facts.phase = ended() ? "ended" : "playing";
  facts.table = {
      .game = game_.game.info().name, .params = game_.game.params(), .seats = game_.game.seats()};
  facts.sentence = "You play against bots in your own program, which is the dealer, too.";
  facts.game = game_;
  facts.step = step_;
  const bool has_roles = !game_.game.info().roles.empty();
  for (std::uint32_t i = 0; i < game_.game.seats(); ++i)
    facts.seats.push_back({.name = names_[Seat(i)],
                           .role = has_roles ? game_.game.role(Seat(i)) : "",
                           .to_act = i == 0 && game_.asks});
  if (game_.asks) facts.turn = {.mine = true, .seats = {Seat(0)}, .line = "Your turn"};
  facts.result = result_;
  const bool can_answer = !ended() && rules::secrets_of(game_.game.info()).answers;
  if (can_answer && !game_.known.answers && !answers_said_) {
    facts.question = words::kMayItAnswer;
    facts.answers = {{"Yes", words::kItMayAnswer}, {"No", words::kItMayNotAnswer}};
  }
  return facts;
}

}  // namespace fairdeal::seat
