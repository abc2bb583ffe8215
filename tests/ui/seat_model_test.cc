#include <algorithm>
#include <fstream>
#include <iterator>
#include <ranges>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "proto/codec.h"
#include "proto/key_words.h"
#include "rules/card.h"
#include "rules/json_full.h"
#include "rules/lua/script.h"
#include "rules/match.h"
#include "rules/registry.h"
#include "runtime/state/charter.h"
#include "tests/shipped_script.h"
#include "tests/sim/world.h"
#include "ui/seat/commands.h"
#include "ui/seat/evening.h"
#include "ui/seat/page.h"
#include "ui/seat/sentences.h"
#include "ui/seat/update.h"

/// A seat's model, without a terminal, a socket or a clock: events go in, effects come out.

namespace fairdeal::seat {
namespace {

using namespace std::chrono_literals;
using Question = Model::Question;

constexpr Model::Clock::time_point kStart{1h};

/// A seat that hears what the test tells it.
class Seated {
 public:
  explicit Seated(Model::Setup setup)
      : model_(begin_model(std::move(setup), {}, {}, Sight{.now = kStart})) {
    sight_.now = kStart;
  }

  /// Takes in an event. Returns the lines that the person is shown.
  std::string hear(SeatEvent event) {
    Updated updated = update(std::move(model_), std::move(event), sight_);
    model_ = std::move(updated.model);
    effects_ = std::move(updated.effects);
    std::string lines;
    for (const Effect& effect : effects_.all())
      if (const auto* line = std::get_if<Line>(&effect); line && line->to != Line::To::page)
        lines += line->text + "\n";
    return lines;
  }
  std::string type(const std::string& line) { return hear(Typed{line}); }

  /// Returns the effects of this kind that the last event had.
  template <class Kind>
  std::vector<Kind> wants() const {
    std::vector<Kind> found;
    for (const Effect& effect : effects_.all())
      if (const auto* one = std::get_if<Kind>(&effect)) found.push_back(*one);
    return found;
  }
  /// Returns whether the last event had the wish for a break made durable before all else.
  bool keeps_wish_first() const {
    return !effects_.all().empty() && std::holds_alternative<KeepWish>(effects_.all().front());
  }
  /// Returns the orders of this kind that the last event had.
  template <class Kind>
  std::vector<Kind> orders() const {
    std::vector<Kind> found;
    for (const Order& order : wants<Order>())
      if (const auto* one = std::get_if<Kind>(&order)) found.push_back(*one);
    return found;
  }

  /// Lets the seat see the table of this node, as if it were on move if the game says so.
  void see(const node::Node& node) {
    const auto active = node.table().game().active();
    sight_.table = TableSight{position_at(node)};
    sight_.table->table = node.parts().step.shared_table();
    sight_.table->to_act = std::ranges::count(active, node.me()) > 0;
    sight_.table->awaited = node::awaited(node);
    sight_.table->has_chat = true;
    sight_.table->members.resize(sight_.table->validators());
  }
  /// Lets the table wait for this seat alone.
  void see_awaited(Seat seat) { sight_.table->awaited = {{.seat = seat, .entry = {}}}; }
  /// Lets these seats have passed the deck on.
  void pass(SeatSet seats) { sight_.table->passed = seats; }
  /// Lets the seat see a match whose dealer is its own program, kept under this name or ("") not.
  void see(const rules::Match& match, const std::string& kept = "") {
    sight_.store = kept;
    sight_.dealt = Position{.me = Seat(0),
                            .value = match.game(),
                            .known = match.dealer().known(Seat(0)),
                            .to_act = std::ranges::count(match.game().active(), Seat(0)) > 0,
                            .step = 1};
  }
  /// Lets a guest of an evening remember this, and know whether it has seen the last table end.
  void remember(std::optional<meet::EveningMemory> memory, bool as_seen) {
    sight_.evening = std::move(memory);
    sight_.as_seen = as_seen;
  }
  /// Lets these guests be at a host's evening who do not sit down yet.
  void let_come(std::vector<meet::Newcomer> guests) { sight_.newcomers = std::move(guests); }
  /// Lets the bank have signed these orders of a guest in this break.
  void sign(std::vector<proto::Order> orders) { sight_.own_orders = std::move(orders); }
  /// Gives the host the invitation that it shows.
  void invite_by(const std::string& invitation) { model_.gathering.invitation = invitation; }
  void wait(Model::Clock::duration time) { sight_.now += time; }
  const Model& model() const { return model_; }

 private:
  Model model_;
  SeatEffects effects_;
  Sight sight_;
};

Model::Setup person() { return {.nickname = "Ann", .has_page = true}; }

proto::Gathering gathering() {
  proto::Gathering here;
  here.terms.module = "tic-tac-toe";
  here.terms.seats = 2;
  here.nicknames = {"Hal", "Ann"};
  here.chat = true;
  return here;
}

/// A person in seat 0 of a table of tic-tac-toe, where it is their move.
struct AtTable {
  explicit AtTable(Model::Setup setup = person(),
                   sim::Options options = {.game = "tic-tac-toe", .seats = 2, .seed = 1})
      : world(options), seat(std::move(setup)) {
    seat.see(world.node(Seat(0)));
    seat.hear(session::SessionEvent(session::TableBegan{}));
  }
  sim::World world;
  Seated seat;
};

TEST(SeatModel, AtATerminalCtrlDAndLeaveAskOnce) {
  const Model::Setup terminal{.nickname = "Ann", .in_place = true, .asks_twice = true};
  AtTable at(terminal);
  at.seat.hear(InputEnded{});
  EXPECT_TRUE(at.seat.model().asks(Question::how_to_quit));
  EXPECT_NE(problem_words(at.seat.model()).find("fairdeal resume"), std::string::npos);
  EXPECT_TRUE(at.seat.wants<Conclude>().empty());
  at.seat.type("who");
  EXPECT_TRUE(at.seat.model().asks(Question::none));
  at.seat.hear(InputEnded{});
  at.seat.hear(InputEnded{});
  ASSERT_EQ(at.seat.wants<Conclude>().size(), 1U);
  EXPECT_EQ(at.seat.wants<Conclude>().front().status, static_cast<int>(words::Exit::interrupted));

  AtTable leaves(terminal);
  leaves.seat.type("leave");
  EXPECT_TRUE(leaves.seat.wants<LeaveTable>().empty());
  EXPECT_TRUE(leaves.seat.model().asks(Question::how_to_quit));
  leaves.seat.type("leave");
  EXPECT_EQ(leaves.seat.wants<LeaveTable>().size(), 1U);
}

TEST(SeatModel, LeaveAsksAtATerminalThatRedrawsNothingAndNotInAPipe) {
  AtTable dumb({.nickname = "Ann", .asks_twice = true});
  EXPECT_NE(dumb.seat.type("leave").find("leave for good"), std::string::npos);
  EXPECT_TRUE(dumb.seat.wants<LeaveTable>().empty());
  dumb.seat.type("leave");
  EXPECT_EQ(dumb.seat.wants<LeaveTable>().size(), 1U);

  AtTable pipe({.nickname = "Ann"});
  pipe.seat.type("leave");
  EXPECT_EQ(pipe.seat.wants<LeaveTable>().size(), 1U);
}

/// Returns the lines that a page gets and cannot tell in its person's language.
std::string without_sentence(const Seated& seat) {
  std::string lines;
  for (const auto& line : seat.wants<Line>()) {
    const bool told =
        line.said.is_object() && line.said.dump().find("\"plain\"") == std::string::npos;
    if (line.to != Line::To::terminal && !told) lines += line.text + "\n";
  }
  return lines;
}

/// The rules of a game are its author's text, and so is what people say.
TEST(SeatModel, APageHasTheSentenceOfEachAnswerToWhatIsTyped) {
  AtTable at;
  for (const Command& command : all_commands()) {
    const std::string word = command.word;
    if (word.empty() || word == "rules") continue;
    at.seat.type(word + (command.shape == Command::Shape::with_rest ? " Bob" : ""));
    EXPECT_EQ(without_sentence(at.seat), "") << word;
  }
}

TEST(SeatModel, APageHasTheSentenceOnWhoHasCome) {
  Seated host(person());
  host.hear(session::SessionEvent(gathering()));
  EXPECT_EQ(host.type("who"), "tic-tac-toe: 2 of 2 are here: Hal, Ann.\n");
  EXPECT_EQ(without_sentence(host), "");
}

TEST(SeatModel, APageHasTheSentenceOfEachOrderThatComesToNothing) {
  AtTable at;
  const auto fails = [&](Order order, Fault fault) {
    std::string lines = at.seat.hear(Answered{std::move(order), fail(fault, "in English")});
    EXPECT_EQ(without_sentence(at.seat), "") << lines;
    for (const auto& line : at.seat.wants<Line>()) lines += line.text;
    EXPECT_EQ(lines.find("in English"), std::string::npos) << lines;
    return at.seat.model().problem.text() + lines;
  };
  EXPECT_NE(fails(Act{{"{}"}, Act::By::page}, Fault::illegal_move).find("no legal move"),
            std::string::npos);
  EXPECT_NE(fails(OrderChips{500}, Fault::bad_parameters).find("no break is on"),
            std::string::npos);
  EXPECT_NE(fails(CashOut{}, Fault::bad_parameters).find("no break is on"), std::string::npos);
  EXPECT_NE(fails(Act{{"{}"}, Act::By::line}, Fault::not_wanted).find("not your turn"),
            std::string::npos);
  EXPECT_NE(fails(SayLine{"x"}, Fault::not_wanted).find("too much at once"), std::string::npos);
  EXPECT_NE(fails(SayLine{""}, Fault::bad_parameters).find("1 to 400 bytes"), std::string::npos);
  EXPECT_NE(fails(Kick{"Eve"}, Fault::bad_parameters).find("nobody here is called 'Eve'"),
            std::string::npos);
  EXPECT_NE(fails(LetIn{"Eve", true}, Fault::bad_parameters).find("'Eve'"), std::string::npos);
  EXPECT_NE(fails(StartTable{}, Fault::bad_parameters).find("begins"), std::string::npos);
}

/// A decoder's words are for programmers.
TEST(SeatModel, APersonHearsOfARefusedMessageWithoutTheWordsOfDecoders) {
  AtTable at;
  at.seat.hear(session::SessionEvent(
      node::Notice(node::Refused{.error = {Fault::rules, {}, "encoded bytes"}})));
  const auto facts = page_facts(at.seat.model());
  ASSERT_EQ(facts.trouble.size(), 1U);
  EXPECT_EQ(facts.trouble.front().text,
            "A message of another member's program was refused: the rules of the game failed.");
}

TEST(SeatModel, AGuestAgreesByYesAloneAndSignsNothingBefore) {
  Model::Setup guest = person();
  guest.guest = true;
  Seated seat(guest);
  seat.hear(session::SessionEvent(gathering()));
  EXPECT_TRUE(seat.model().asks(Question::agree));
  EXPECT_TRUE(seat.wants<Agree>().empty());
  seat.type("perhaps");
  EXPECT_EQ(seat.model().problem.text(), "'perhaps' is neither yes nor no.");
  EXPECT_TRUE(seat.wants<Agree>().empty());
  EXPECT_EQ(page_facts(seat.model()).phase, "terms");
  EXPECT_EQ(seat.type("Yes"), "You agree to these terms.\n");
  EXPECT_EQ(seat.wants<Agree>().size(), 1U);
  EXPECT_EQ(page_facts(seat.model()).phase, "gathering");
}

TEST(SeatModel, AGuestWhoSaysNoGivesUpAndTheHostHearsWhy) {
  Model::Setup guest = person();
  guest.guest = true;
  Seated seat(guest);
  seat.hear(session::SessionEvent(gathering()));
  seat.type("no");
  ASSERT_EQ(seat.wants<Decline>().size(), 1U);
  ASSERT_EQ(seat.wants<GiveUp>().size(), 1U);
  seat.hear(GivesUp{seat.wants<GiveUp>().front().failure});
  ASSERT_EQ(seat.wants<Conclude>().size(), 1U);
  EXPECT_EQ(seat.wants<Conclude>().front().status, static_cast<int>(words::Exit::refused));
  EXPECT_EQ(page_facts(seat.model()).phase, "failed");
}

/// Two answers of this member for the first place, which no honest program signs both.
proto::Equivocation two_moves(Seat seat) {
  const auto signed_as = [&](const char* action, std::byte mark) {
    const proto::Entry entry{{}, Step(1), {}, proto::MovePayload{action, {}}};
    return proto::Envelope{seat, proto::encode(entry), {.bytes = {mark}}};
  };
  return {proto::Equivocation::What::entry, signed_as("[0,0]", std::byte{0xa4}),
          signed_as("\"none\"", std::byte{0xe0})};
}

TEST(SeatModel, AConvictionIsToldOnceWithBothStatementsAndItsEvidence) {
  AtTable at;
  const auto accused = [](const std::string& path) {
    return session::SessionEvent(session::MemberAccused{Seat(1), two_moves(Seat(1)), path});
  };
  const auto notice = [](node::Notice news) { return session::SessionEvent(std::move(news)); };
  const std::string& bob = at.seat.model().name_of(Seat(1));
  EXPECT_EQ(at.seat.hear(notice(node::Equivocated{Seat(1), two_moves(Seat(1))})), "");
  const std::string told = at.seat.hear(accused(""));
  EXPECT_TRUE(told.starts_with(bob + " cheated, and their own signatures prove it.\n")) << told;
  EXPECT_EQ(page_facts(at.seat.model()).trouble.at(0).conviction->evidence, false);
  EXPECT_EQ(at.seat.hear(notice(node::StandingChanged{Seat(1), true, true})), "");
  EXPECT_EQ(at.seat.hear(accused("/there/match.evidence")), "") << "it was told before";

  const auto troubles = page_facts(at.seat.model()).trouble;
  ASSERT_EQ(troubles.size(), 1U);
  const auto& conviction = *troubles.front().conviction;
  EXPECT_EQ(conviction.seat.value, 1);
  EXPECT_TRUE(conviction.evidence);
  ASSERT_EQ(conviction.statements.size(), 2U);
  EXPECT_NE(conviction.statements[0].text, conviction.statements[1].text);
  EXPECT_EQ(conviction.statements[0].mark, "a400000000000000");
  ASSERT_FALSE(conviction.fates.empty());
  EXPECT_EQ(conviction.fates[0].text, "goes on without " + bob);
}

TEST(SeatModel, ASeatThatIsGoneIsToldOnceUntilItIsBack) {
  AtTable at;
  const auto hears = [&at](bool gone) {
    return at.seat.hear(
        session::SessionEvent(node::Notice(node::StandingChanged{Seat(1), gone, false})));
  };
  EXPECT_NE(hears(true).find("did not answer and sits out."), std::string::npos);
  EXPECT_EQ(hears(true).find("sits out"), std::string::npos);
  hears(false);
  EXPECT_NE(hears(true).find("did not answer and sits out."), std::string::npos);
}

TEST(SeatModel, APersonHearsOnceThatTheOthersGoOnWithoutASilentMemberUntilItAnswers) {
  const auto hears = [](AtTable& at, node::Notice notice) {
    return at.seat.hear(session::SessionEvent(std::move(notice)));
  };
  const std::string words = "does not answer; the others go on without";
  AtTable two;
  two.seat.see_awaited(Seat(1));
  EXPECT_EQ(hears(two, node::RoundBegan{Round(1)}), "") << "both have to agree";

  AtTable four(person(), {.game = "holdem", .seats = 4, .seed = 1});
  four.seat.see_awaited(Seat(2));
  EXPECT_NE(hears(four, node::RoundBegan{Round(1)}).find(words), std::string::npos);
  hears(four, node::StepDecided{Step(1), {Seat(2)}, {}});
  EXPECT_EQ(hears(four, node::RoundBegan{Round(1)}), "") << "nothing is new";
  hears(four, node::StepDecided{Step(2), {}, {}});
  EXPECT_EQ(hears(four, node::RoundBegan{Round(1)}), "") << "nothing was asked of it there";
  hears(four, node::Arrived{Seat(2), proto::Kind::none});
  EXPECT_NE(hears(four, node::RoundBegan{Round(1)}).find(words), std::string::npos);
}

TEST(SeatModel, AMemberThatIsSaidToPlayAgainIsNotSaidToBeBackBesides) {
  AtTable at;
  at.seat.hear(session::SessionEvent(session::LinkChanged{Seat(1), false}));
  at.seat.hear(session::SessionEvent(node::Notice(node::StandingChanged{Seat(1), true, false})));
  at.seat.wait(6s);
  const std::string back = at.seat.hear(
      session::SessionEvent(node::Notice(node::StandingChanged{Seat(1), false, false})));
  EXPECT_NE(back.find("is back and plays again"), std::string::npos) << back;
  EXPECT_EQ(at.seat.hear(session::SessionEvent(session::LinkChanged{Seat(1), true})), "");
  EXPECT_EQ(at.seat.wants<Tell>().size(), 1U) << "the log has it";
  at.seat.wait(6s);
  at.seat.hear(session::SessionEvent(session::LinkChanged{Seat(1), false}));
  at.seat.wait(6s);
  EXPECT_NE(
      at.seat.hear(session::SessionEvent(session::LinkChanged{Seat(1), true})).find(" is back."),
      std::string::npos);
}

TEST(SeatModel, AStepNamesTheSeatsThatTookPartAndTheTimeThatItTook) {
  AtTable at;
  const auto arrives = [&](Seat seat, proto::Kind kind) {
    at.seat.hear(session::SessionEvent(node::Notice(node::Arrived{seat, kind})));
  };
  at.seat.wait(1500ms);
  arrives(Seat(0), proto::Kind::none);
  arrives(Seat(1), proto::Kind::decrypt);
  at.seat.hear(session::SessionEvent(node::Notice(node::StepDecided{Step(1), {Seat(0)}, {}})));
  const auto first = page_facts(at.seat.model()).checks.steps;
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first[0].what, "cards opened");
  EXPECT_EQ(first[0].by, at.seat.model().name_of(Seat(1)));
  EXPECT_EQ(first[0].ms, 1500);
  at.seat.wait(250ms);
  arrives(Seat(0), proto::Kind::decrypt);
  arrives(Seat(1), proto::Kind::decrypt);
  at.seat.hear(session::SessionEvent(node::Notice(node::StepDecided{Step(2), {Seat(1)}, {}})));
  const auto second = page_facts(at.seat.model()).checks.steps.at(1);
  EXPECT_EQ(second.by, at.seat.model().name_of(Seat(0)))
      << "an answer that came late does not count";
  EXPECT_EQ(second.ms, 250);
}

/// Shares of rolls carry a proof, as shares of cards do.
TEST(SeatModel, TheProofsOfTheOthersAreCounted) {
  AtTable at;
  const Seat me = at.seat.model().table()->me, other(1 - me.value);
  const auto total_after = [&](Seat seat, proto::Kind kind) {
    at.seat.hear(session::SessionEvent(node::Notice(node::Arrived{seat, kind})));
    return page_facts(at.seat.model()).checks.total;
  };
  EXPECT_EQ(total_after(other, proto::Kind::decrypt), 1U);
  EXPECT_EQ(total_after(other, proto::Kind::coin), 2U);
  EXPECT_EQ(total_after(other, proto::Kind::move), 2U);
  EXPECT_EQ(total_after(me, proto::Kind::coin), 2U);
}

TEST(SeatModel, APageIsToldForHowLongEachSeatHadTheDeck) {
  sim::World world({.game = "kuhn", .seats = 2, .seed = 1});
  while (words::parts_of_shuffle(world.node(Seat(0)).table(), {}).empty())
    ASSERT_TRUE(world.step());
  Seated seat(person());
  seat.see(world.node(Seat(0)));
  seat.hear(session::SessionEvent(session::TableBegan{}));
  ASSERT_EQ(page_facts(seat.model()).working.size(), 2U);
  const auto notice = [&] {
    seat.hear(session::SessionEvent(node::Notice(node::Arrived{Seat(0), proto::Kind::none})));
    return page_facts(seat.model()).working;
  };
  notice();
  seat.wait(400ms);
  seat.pass(SeatSet::of({Seat(0)}));
  const auto first = notice();
  EXPECT_EQ(first[0].ms, 400);
  EXPECT_TRUE(first[0].done);
  EXPECT_EQ(first[1].ms, 0);
  seat.wait(250ms);
  const auto second = notice();
  EXPECT_EQ(second[0].ms, 400);
  EXPECT_EQ(second[1].ms, 250);
  EXPECT_FALSE(second[1].done);
}

TEST(SeatModel, AFalseAnswerStandsBesideWhatIsTrue) {
  AtTable at;
  const proto::WrongEntry wrong{two_moves(Seat(1)).second};
  at.seat.hear(session::SessionEvent(
      node::Notice(node::Refused{blame(Error{Fault::bad_proof, {}, "a share"}, Seat(1))})));
  EXPECT_TRUE(page_facts(at.seat.model()).trouble.empty()) << "the conviction tells it";
  const std::string told = at.seat.hear(
      session::SessionEvent(session::MemberAccused{Seat(1), wrong, "/there/match.evidence"}));
  EXPECT_NE(told.find("the rules allow no such move here"), std::string::npos) << told;
  EXPECT_NE(told.find("is kept in /there/match.evidence."), std::string::npos) << told;
}

TEST(SeatModel, ASeatWhereNobodyCanBeAskedDoesNotAgree) {
  Model::Setup guest{.nickname = "Ann", .guest = true};
  Seated seat(guest);
  seat.hear(session::SessionEvent(gathering()));
  EXPECT_TRUE(seat.wants<Agree>().empty());
  EXPECT_EQ(seat.wants<GiveUp>().size(), 1U);
}

TEST(SeatModel, OnlyAHostWhoseTableGathersObeysAHostsCommands) {
  Seated host(person());
  host.type("kick Bob Smith");
  ASSERT_EQ(host.orders<Kick>().size(), 1U);
  EXPECT_EQ(host.orders<Kick>().front().who, "Bob Smith");
  Model::Setup guest = person();
  guest.guest = true;
  Seated other(guest);
  other.type("kick Bob");
  EXPECT_TRUE(other.orders<Kick>().empty());
}

TEST(SeatModel, AHostSeesTheLinkAgain) {
  Seated host(person());
  EXPECT_EQ(host.type("link"), "There is no link yet.\n");
  Model model = begin_model(person(), {}, {}, Sight{.now = kStart});
  model.gathering.invitation = "fairdeal:1.2.3.4:5#abc";
  const Updated told = update(std::move(model), Typed{"link"}, Sight{.now = kStart});
  ASSERT_FALSE(told.effects.all().empty());
  EXPECT_EQ(std::get<Line>(told.effects.all().front()).text,
            "The link for your friends: fairdeal:1.2.3.4:5#abc");
}

TEST(SeatModel, AHostHearsWhatTheLinkIsGoodForOnceTheMatchHasBegun) {
  AtTable host;
  EXPECT_NE(host.seat.type("link").find("nobody can sit down by the link any more"),
            std::string::npos);
  EXPECT_EQ(host.seat.model().problem.text(), "") << "the word is no move that is not legal";
}

Seated guest_of_hal() {
  Model::Setup guest = person();
  guest.guest = true;
  Seated seat(guest);
  seat.hear(session::SessionEvent(gathering()));
  seat.type("yes");
  return seat;
}

TEST(SeatModel, AGuestHearsWhoHasTheLinkAndWhatItIsGoodForLater) {
  EXPECT_EQ(guest_of_hal().type("link"), "Hal has the link: ask them for it.\n");
  Model::Setup guest = person();
  guest.guest = true;
  AtTable at(guest);
  EXPECT_NE(at.seat.type("link").find("nobody can sit down by the link any more"),
            std::string::npos);
  EXPECT_EQ(at.seat.model().problem.text(), "");
}

TEST(SeatModel, ACommandOfTheProgramIsNoMoveAndIsTypedElsewhere) {
  AtTable at;
  for (const std::string& line :
       std::vector<std::string>{"doctor", "fairdeal doctor", "Games", "status", "resume"}) {
    const std::string said = at.seat.type(line);
    EXPECT_NE(said.find("in another terminal"), std::string::npos) << line << ": " << said;
    EXPECT_EQ(at.seat.model().problem.text(), "") << line;
    EXPECT_EQ(without_sentence(at.seat), "") << line;
  }
  Seated host(person());
  EXPECT_NE(host.type("doctor").find("fairdeal doctor"), std::string::npos);
}

TEST(SeatModel, AReportIsWrittenFromTheTable) {
  for (const std::string line : {"report", "fairdeal report"}) {
    AtTable at;
    EXPECT_EQ(at.seat.wants<WriteReport>().size(), 0U);
    at.seat.type(line);
    EXPECT_EQ(at.seat.wants<WriteReport>().size(), 1U) << line;
  }
}

TEST(SeatModel, AWordThatNobodyKnowsIsAnsweredBeforeTheMatch) {
  Seated host(person());
  EXPECT_EQ(host.type("hello there"), "'hello there' is no command; 'help' lists all.\n");
  EXPECT_EQ(guest_of_hal().type("kick Bob"), "Only the host can use 'kick'.\n");
  EXPECT_EQ(guest_of_hal().type("yes"), "Nothing is asked just now.\n");
  AtTable at;
  EXPECT_EQ(at.seat.type("start"), "'start' works only until the match begins.\n");
  EXPECT_EQ(at.seat.model().problem.text(), "");
}

TEST(SeatModel, ExitIsQuit) {
  AtTable at;
  at.seat.type("exit");
  EXPECT_TRUE(at.seat.model().asks(Question::how_to_quit));
}

TEST(SeatModel, TheQuestionForAMoveSaysWhatSilenceCosts) {
  AtTable at;
  const std::string cost =
      cost_of_absence(at.seat.model(), at.seat.model().position()->game(), Seat(0));
  EXPECT_NE(cost, "absent");
  EXPECT_NE(move_question(at.seat.model()).find(" s, then " + cost + ")"), std::string::npos)
      << move_question(at.seat.model());
}

/// Returns what a guest is told whose host refused it.
words::Failure told_of(session::SessionEnded::How how, const std::string& text,
                       bool host_was_asked = false, Fault fault = Fault::not_wanted) {
  Model::Setup guest = person();
  guest.guest = true;
  Model model = begin_model(guest, {}, {}, Sight{.now = kStart});
  model.gathering.waits_for_host = host_was_asked;
  const session::SessionEnded ended{.how = how, .error = Error{fault, {}, text}};
  const Updated told = update(std::move(model), ended, Sight{.now = kStart});
  for (const Effect& effect : told.effects.all())
    if (const auto* conclude = std::get_if<Conclude>(&effect); conclude && conclude->failure)
      return *conclude->failure;
  return {};
}

TEST(SeatModel, AGuestThatIsRefusedIsToldSoInItsOwnProgramsWords) {
  using How = session::SessionEnded::How;
  EXPECT_EQ(told_of(How::not_invited, "").message,
            "This table is by invitation. Ask the host for the link.");
  const auto refused = told_of(How::not_invited, "the host said no", true);
  EXPECT_EQ(refused.message, "The host said no.");
  EXPECT_EQ(refused.said.id, "host_said_no") << "a page says it in its own language";
  EXPECT_EQ(told_of(How::not_invited, "", true).said.id, "table_by_invitation")
      << "the host's program was started again, and its person said nothing";
  const auto begun = told_of(How::begun, "the match has begun");
  EXPECT_EQ(begun.message, "The match has begun.");
  EXPECT_EQ(begun.hint,
            "If you have a seat there, fairdeal resume goes back to it. "
            "If not, ask the host to tell you when the next one starts.");
  const auto liar = told_of(How::refused, "your disk is broken. Run x");
  EXPECT_EQ(liar.message.find("disk"), std::string::npos) << "a stranger wrote that";
  EXPECT_EQ(liar.hint, "The host's program says: \"your disk is broken. Run x\"");
  const auto hung_up = told_of(How::refused, "the other end hung up", false, Fault::hung_up);
  EXPECT_EQ(hung_up.hint, words::said("in_another_window").text()) << "the host's said nothing";
}

TEST(SeatModel, AFaultyMessageOfAPeerIsNoLineForAPlayer) {
  AtTable table;
  const auto lines = table.seat.hear(session::SessionEvent(
      node::Notice(node::Refused{Error{Fault::not_canonical, Seat(1), "encoded bytes"}})));
  EXPECT_EQ(lines.find("encoded bytes"), std::string::npos) << lines;
  EXPECT_EQ(table.seat.wants<Tell>().size(), 1U) << "the log has it";
}

TEST(SeatModel, AFaultIsThatOfAPersonAndOfNoSeat) {
  AtTable table;
  const Error error{Fault::bad_signature, Seat(1), "encoded bytes"};
  const std::string bob = table.seat.model().name_of(Seat(1));
  const std::string refused =
      table.seat.hear(session::SessionEvent(session::PeerRefused{bob, error}));
  EXPECT_EQ(refused, "(" + bob + ": the signature does not match)\n");
  table.seat.hear(session::SessionEvent(
      session::SessionEnded{.how = session::SessionEnded::How::violated, .error = error}));
  ASSERT_EQ(table.seat.wants<Conclude>().size(), 1U);
  const auto failure = table.seat.wants<Conclude>().front().failure;
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->message, "The table cannot go on: " + bob +
                                  "'s program sent what no honest program sends "
                                  "(the signature does not match).");
}

TEST(SeatModel, EnterStartsATableThatIsReadyAndNoOther) {
  Seated host(person());
  host.type("");
  EXPECT_TRUE(host.orders<StartTable>().empty());
  host.hear(session::SessionEvent(meet::LobbyNews{.what = meet::LobbyNews::What::ready}));
  host.type("");
  EXPECT_EQ(host.orders<StartTable>().size(), 1U);
}

/// A page asks in its own words, so it is told the question as values.
TEST(SeatModel, APageIsToldWhoAsksToSitDownAndForWhomTheTableWaits) {
  using What = meet::LobbyNews::What;
  Seated host(person());
  EXPECT_FALSE(page_facts(host.model()).asked);
  EXPECT_EQ(page_facts(host.model()).table.waits, "others");
  const auto bob = meet::LobbyNews{.what = What::asks, .nickname = "Bob"};
  host.hear(session::SessionEvent(bob));
  const auto asks = page_facts(host.model());
  ASSERT_TRUE(asks.asked);
  EXPECT_EQ(asks.asked->what, "sit_down");
  EXPECT_EQ(asks.asked->name, "Bob");
  EXPECT_EQ(std::ranges::count(asks.asked->key_words, ' '), 5) << asks.asked->key_words;
  EXPECT_FALSE(asks.asked->known);
  host.hear(session::SessionEvent(meet::LobbyNews{.what = What::answered, .nickname = "Bob"}));
  host.hear(session::SessionEvent(meet::LobbyNews{.what = What::ready}));
  const auto ready = page_facts(host.model());
  ASSERT_TRUE(ready.asked);
  EXPECT_EQ(ready.asked->what, "start");
  EXPECT_EQ(ready.table.waits, "");
}

TEST(SeatModel, AHostsPageShowsTheWordsOfEachGuestsKeyAndNoneThatMayBeAnothers) {
  Seated host(person());
  const auto is_here = [&](const std::vector<std::string>& names) {
    proto::Gathering here = gathering();
    here.terms.seats = 4;
    here.nicknames = names;
    host.hear(session::SessionEvent(here));
  };
  const auto comes = [&](const std::string& name, std::byte key) {
    meet::LobbyNews news{.what = meet::LobbyNews::What::came, .nickname = name};
    news.key.bytes[0] = key;
    host.hear(session::SessionEvent(news));
    return proto::key_words(news.key, proto::kKeyWordsToDiffer);
  };
  const auto words = [&] {
    std::vector<std::string> shown;
    for (const front::PageSeat& seat : page_facts(host.model()).seats) shown.push_back(seat.words);
    return shown;
  };
  using Shown = std::vector<std::string>;
  is_here({"Ann"});
  const std::string bob = comes("Bob", std::byte{1});
  EXPECT_EQ(words(), (Shown{""}));
  is_here({"Ann", "Bob"});
  EXPECT_EQ(words(), (Shown{"", bob}));
  is_here({"Ann"});
  const std::string other = comes("Bob", std::byte{2});
  is_here({"Ann", "Bob"});
  EXPECT_EQ(words(), (Shown{"", other}));
  ASSERT_NE(bob, other);
  const std::string third = comes("Bob", std::byte{3});
  EXPECT_EQ(words(), (Shown{"", ""})) << "one of the two may have left";
  is_here({"Ann", "Bob", "Bob"});
  EXPECT_EQ(words(), (Shown{"", other, third}));
  is_here({"Ann", "Bob"});
  EXPECT_EQ(words(), (Shown{"", ""})) << "nobody knows which one left";
}

TEST(SeatModel, APageIsShownTheLastHandOfAMatchThatIsOver) {
  Model model = begin_model(person(), {}, {}, Sight{.now = kStart});
  const auto told = [](const char* line) {
    return words::said("game_says", {{"words", words::game(line)}});
  };
  model.play.last_hand.add(told("Hand 3: Bob wins"));
  model.play.hand.add(told("Hand 4: Ann wins"));
  EXPECT_EQ(page_facts(model).last_hand, words::texts_of(model.play.last_hand.lines()))
      << "hand 4 is under way";
  EXPECT_EQ(page_facts(model).last_hand_said, words::json_of(model.play.last_hand.lines()));
  model.account.ended = true;
  EXPECT_EQ(page_facts(model).last_hand, words::texts_of(model.play.hand.lines()));
}

TEST(SeatModel, AnOrderThatFailsIsTheProblemThatTheNextQuestionShows) {
  Seated host(person());
  EXPECT_EQ(host.hear(Answered{Kick{"Bob"}, fail(Fault::bad_parameters, "nobody is called Bob")}),
            "nobody here is called 'Bob'.\n");
  EXPECT_EQ(problem_words(host.model()), "nobody here is called 'Bob'\n");
  host.type("who");
  EXPECT_EQ(problem_words(host.model()), "") << "the next line has problems of its own";
}

TEST(SeatModel, ALineIsAMoveBeforeItIsACommand) {
  AtTable at;
  at.seat.type("5");
  ASSERT_EQ(at.seat.orders<Act>().size(), 1U);
  EXPECT_EQ(at.seat.orders<Act>().front().by, Act::By::line);
  EXPECT_EQ(at.seat.type("bell"), "No sound.\n") << "the bell rings unless it is turned off";
  EXPECT_TRUE(at.seat.orders<Act>().empty());
}

TEST(SeatModel, AMoveOfAStepThatIsOverIsNotMade) {
  AtTable at;
  const auto move = at.world.node(Seat(0)).table().game().legal(Seat(0)).front().action;
  const auto step = at.world.node(Seat(0)).table().step().value;
  at.seat.hear(MovePicked{step + 1, move});
  EXPECT_TRUE(at.seat.orders<Act>().empty());
  at.seat.hear(MovePicked{step, move});
  EXPECT_EQ(at.seat.orders<Act>().size(), 1U);
}

TEST(SeatModel, QuitAsksHowAndAnythingElseGoesOn) {
  AtTable at;
  at.seat.type("quit");
  EXPECT_TRUE(at.seat.model().asks(Question::how_to_quit));
  EXPECT_FALSE(page_facts(at.seat.model()).question.empty());
  at.seat.type("who");
  EXPECT_TRUE(at.seat.model().asks(Question::none));
  at.seat.type("quit");
  at.seat.type("leave");
  EXPECT_EQ(at.seat.wants<LeaveTable>().size(), 1U);
  at.seat.type("quit");
  at.seat.type("stop");
  ASSERT_EQ(at.seat.wants<Conclude>().size(), 1U);
  EXPECT_EQ(at.seat.wants<Conclude>().front().status, static_cast<int>(words::Exit::interrupted));
  EXPECT_TRUE(at.seat.wants<Show>().empty()) << "nothing is drawn after the end";
}

TEST(SeatModel, ContactsThatComeAndGoAreToldOnceInFiveSeconds) {
  AtTable at;
  const auto link = [&](bool up) {
    return at.seat.hear(session::SessionEvent(session::LinkChanged{Seat(1), up}));
  };
  const std::string lost = link(false);
  EXPECT_NE(lost.find(" lost contact."), std::string::npos) << lost;
  EXPECT_EQ(link(true), "") << "nobody can fill the screen";
  EXPECT_EQ(link(false), "");
  EXPECT_EQ(link(true), "");
  at.seat.wait(5s);
  const std::string back = at.seat.hear(Tick{});
  EXPECT_NE(back.find(" is back."), std::string::npos) << back;
}

TEST(SeatModel, AMemberWithoutContactIsShownWithTheTimeSince) {
  AtTable at;
  const auto words = [&] { return page_facts(at.seat.model()).seats.at(1).words; };
  at.seat.hear(session::SessionEvent(session::LinkChanged{Seat(1), false}));
  EXPECT_EQ(words(), "lost contact");
  at.seat.wait(47s);
  at.seat.hear(Tick{});
  EXPECT_EQ(words(), "has been gone for 40 s");
  at.seat.wait(135s);
  at.seat.hear(Tick{});
  EXPECT_EQ(words(), "has been gone for 3 min");
  at.seat.hear(session::SessionEvent(session::LinkChanged{Seat(1), true}));
  EXPECT_EQ(words(), "");
}

TEST(SeatModel, ATableThatCannotGoOnSaysHowManyMustAgreeAndWhoIsMissing) {
  AtTable table;
  const std::string other = table.seat.model().name_of(Seat(1));
  EXPECT_EQ(waiting(table.seat.model()).text().find("must agree"), std::string::npos);
  table.seat.hear(session::SessionEvent(session::LinkChanged{Seat(1), false}));
  const std::string words = "1 of 2 is gone and 2 must agree: the table waits until " + other +
                            " is back. 'quit' stops here, 'fairdeal resume' goes on";
  EXPECT_EQ(waiting(table.seat.model()).text(), words);
  EXPECT_EQ(page_facts(table.seat.model()).waiting, words);
  table.seat.hear(session::SessionEvent(session::LinkChanged{Seat(1), true}));
  EXPECT_EQ(waiting(table.seat.model()).text().find("must agree"), std::string::npos);
}

TEST(SeatModel, ALineOfSomebodyWhoIsMutedIsNotShownUntilTheyAreHeardAgain) {
  AtTable at;
  const std::string bob = at.seat.model().name_of(Seat(1));
  const auto says = [&] {
    return at.seat.hear(session::SessionEvent(node::Notice(node::ChatLine{Seat(1), "hello"})));
  };
  EXPECT_NE(says().find("hello"), std::string::npos);
  at.seat.type("mute " + bob);
  EXPECT_EQ(says(), "");
  EXPECT_TRUE(at.seat.wants<Tell>().empty());
  at.seat.type("unmute " + bob);
  EXPECT_NE(says().find("hello"), std::string::npos);
}

TEST(SeatModel, AwayMeansThatTheProgramMovesUntilThePersonIsBack) {
  AtTable at;
  at.seat.type("away");
  EXPECT_TRUE(at.seat.model().play.away);
  EXPECT_TRUE(page_facts(at.seat.model()).away);
  at.seat.type("back");
  EXPECT_FALSE(at.seat.model().play.away);
}

/// The table asks a seat that sits out in each hand, and on each street until its hand is over.
TEST(SeatModel, WhoSitsOutByAMoveIsNotAskedAgainUntilTheyAreBack) {
  AtTable at(person(),
             {.game = "holdem", .params = R"({"hands":9,"sit_out":true})", .seats = 2, .seed = 1});
  const rules::Action away{R"("away")"}, back{R"("back")"};
  const std::string sits_out =
      at.seat.hear(Answered{Act{.action = away, .by = Act::By::line}, Result<>()});
  EXPECT_EQ(sits_out, words::said("you_sit_out").text() + "\n");
  EXPECT_TRUE(at.seat.model().play.away);
  EXPECT_TRUE(page_facts(at.seat.model()).away);
  // Its program says so again where the table asks: that is no news.
  EXPECT_EQ(at.seat.hear(Answered{Act{.action = away, .by = Act::By::program}, Result<>()}), "");
  EXPECT_TRUE(at.seat.model().play.away);

  at.seat.type("back");
  EXPECT_FALSE(at.seat.model().play.away);
  EXPECT_GT(at.seat.model().play.comes_back, 0) << "and the next hand deals it in";
  at.seat.hear(Answered{Act{.action = back, .by = Act::By::program}, Result<>()});
  EXPECT_EQ(at.seat.model().play.comes_back, 0);

  // Nothing was said to the table that it does not take.
  at.seat.hear(Answered{Act{.action = away, .by = Act::By::page}, fail(Fault::not_wanted, "late")});
  EXPECT_FALSE(at.seat.model().play.away);
}

TEST(SeatModel, ASeatThatWaitsTooLongGivesUp) {
  Model::Setup guest = person();
  guest.guest = true;
  guest.options.timeout_s = 10;
  Seated seat(guest);
  seat.wait(10s);
  seat.hear(Tick{});
  EXPECT_TRUE(seat.wants<Conclude>().empty());
  seat.wait(2s);
  seat.hear(Tick{});
  ASSERT_EQ(seat.wants<Conclude>().size(), 1U);
  EXPECT_EQ(seat.wants<Conclude>().front().status, static_cast<int>(words::Exit::timed_out));
}

TEST(SeatModel, TheSameInputsGiveTheSameEffects) {
  const auto run = [] {
    AtTable at;
    std::string all;
    for (const char* line : {"who", "list", "log", "help", "nonsense", "chat off", "quit", "x"})
      all += at.seat.type(line) + block(at.seat.model());
    return all + status_of(at.seat.model(), true).dump();
  };
  EXPECT_EQ(run(), run());
}

/// `fairdeal join` asks the other programs of its user before it takes the seat of one of them.
TEST(SeatModel, AProgramKnowsByItsStatusWhetherItHasTheSeatThatAnotherOneWouldTake) {
  SeededRng rng(1);
  const auto me = crypto::SigningKey::generate(rng).public_key();
  const auto host = crypto::SigningKey::generate(rng).public_key();
  const auto other = crypto::SigningKey::generate(rng).public_key();
  const auto at = *sockets::Address::parse("192.0.2.1:7777");
  const auto elsewhere = *sockets::Address::parse("192.0.2.1:7778");
  Model::Setup guest = person();
  guest.guest = true;
  guest.key = me;
  guest.host = host;
  guest.called = {at};
  const std::string status = status_of(Seated(guest).model(), false).dump();
  EXPECT_TRUE(is_seated_there(status, me, host, {}));
  EXPECT_FALSE(is_seated_there(status, me, host, {elsewhere})) << "it may have two tables";
  EXPECT_TRUE(is_seated_there(status, me, {}, {at})) << "an address has no key";
  EXPECT_FALSE(is_seated_there(status, me, other, {at})) << "another host has the address now";
  EXPECT_FALSE(is_seated_there(status, me, {}, {elsewhere}));
  EXPECT_FALSE(is_seated_there(status, other, host, {at})) << "another person of this machine";
  EXPECT_FALSE(is_seated_there("", me, host, {at}));

  Seated ended(guest);
  ended.hear(session::SessionEvent(
      session::SessionEnded{.how = session::SessionEnded::How::not_hosting, .error = {}}));
  ASSERT_TRUE(ended.model().account.ended);
  EXPECT_FALSE(is_seated_there(status_of(ended.model(), false).dump(), me, host, {at}))
      << "its page only shows the end";
}

TEST(SeatCommands, HaveOneWordEachAndAreAllInTheHelp) {
  std::vector<std::string> words;
  std::string help;
  for (const words::Said& one : help_words(Model{})) help += one.text() + "\n";
  for (const Command& command : all_commands()) {
    words.emplace_back(command.word);
    const std::string shown = command.word == std::string("answersno")        ? "answers no"
                              : command.word == std::string("chatoff")        ? "chat off"
                              : command.word == std::string("chaton")         ? "chat on"
                              : command.word == std::string("fairdealreport") ? "report"
                              : command.word == std::string("sitin")          ? "sit in"
                              : command.word == std::string("sitout")         ? "sit out"
                              : command.word == std::string("answersyes")
                                  ? "answers yes"
                                  : std::string(command.word);
    if (shown == "help" || shown == "?") continue;
    EXPECT_NE(help.find(shown), std::string::npos) << shown;
  }
  std::ranges::sort(words);
  EXPECT_EQ(std::ranges::adjacent_find(words), words.end());
}

// ---- The next match

/// A person whose page has asked for another match, which Bob is to open.
Seated after_a_match(std::optional<crypto::PublicKey> host) {
  Model::Setup setup = person();
  setup.guest = host.has_value();
  setup.continues = Continued{.next = {}, .host = host, .host_name = "Bob"};
  return Seated(std::move(setup));
}

session::SessionEvent ended(session::SessionEnded::How how, Fault fault, const char* about) {
  return session::SessionEnded{.how = how, .error = Error{fault, {}, about}};
}

TEST(SeatOfANextMatch, TellsThePageThatAwaitsItWhyItDidNotBegin) {
  using How = session::SessionEnded::How;
  for (const auto& [how, fault, says] :
       {std::tuple(How::unreachable, Fault::bad_parameters, "port 7777 is taken"),
        std::tuple(How::failed, Fault::storage, "the disk is full")}) {
    Seated seat = after_a_match({});
    seat.hear(ended(how, fault, says));
    ASSERT_EQ(seat.wants<End>().size(), 1U);
    EXPECT_TRUE(seat.wants<End>().front().lingers);
    EXPECT_TRUE(seat.wants<End>().front().is_awaited);
    const auto facts = page_facts(seat.model());
    EXPECT_EQ(facts.phase, "failed");
    ASSERT_EQ(facts.trouble.size(), 1U);
    EXPECT_EQ(facts.trouble[0].title, "The next match could not begin");
    EXPECT_NE(facts.trouble[0].text.find(says), std::string::npos) << facts.trouble[0].text;
    EXPECT_NE(facts.trouble[0].next, "") << "a person can do something";
  }
}

TEST(SeatOfANextMatch, SaysWhoHasNotOpenedIt) {
  Seated seat = after_a_match(crypto::PublicKey{});
  EXPECT_EQ(page_facts(seat.model()).waiting, "waiting for Bob to open the next match");
  seat.hear(ended(session::SessionEnded::How::nobody_there, Fault::nobody_there, "10.0.0.1:7"));
  EXPECT_EQ(page_facts(seat.model()).waiting, "There is no next match: Bob has not opened one.");
  EXPECT_TRUE(seat.wants<End>().front().is_awaited);
}

TEST(SeatOfANextMatch, DoesNotBlameItsHostForAPortOfItsOwn) {
  Seated seat = after_a_match(crypto::PublicKey{});
  seat.hear(ended(session::SessionEnded::How::unreachable, Fault::bad_parameters, "taken"));
  EXPECT_EQ(page_facts(seat.model()).phase, "failed");
}

// ---- Before a dealer, without a table

/// A person who plays tic-tac-toe against a bot, and is on move.
struct BeforeDealer {
  BeforeDealer() {
    Model::Setup setup = person();
    setup.dealer = Model::Setup::Dealer{"tic-tac-toe-1234", "tic-tac-toe", 1};
    seat.emplace(setup);
    EXPECT_TRUE(match.begin());
    seat->see(match);
    seat->hear(MatchBegan{words::Names({"You", "bot 1"})});
    seat->hear(MoveWanted{});
  }
  rules::Match match{*rules::start_game("tic-tac-toe", rules::Json::object(), 2), rules::Dealer(1)};
  std::optional<Seated> seat;
};

TEST(SeatBeforeADealer, IsAskedForItsMoveAndMakesTheOneThatWasTyped) {
  BeforeDealer play;
  EXPECT_TRUE(asks_for_move(play.seat->model()));
  EXPECT_NE(block(play.seat->model()).find("Your move"), std::string::npos);
  play.seat->type("nonsense");
  EXPECT_TRUE(play.seat->orders<Act>().empty());
  EXPECT_FALSE(play.seat->model().problem.empty());
  play.seat->type("4");
  EXPECT_EQ(play.seat->orders<Act>().size(), 1U);
}

TEST(SeatBeforeADealer, TellsAPageWhyALineIsNoMoveInValues) {
  BeforeDealer play;
  play.seat->hear(Typed{.line = "nonsense", .on_page = true});
  const auto lines = play.seat->wants<Line>();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines.front().to, Line::To::page);
  EXPECT_EQ(lines.front().said,
            (words::Json{{"id", "typed_impossible"}, {"typed", {{"text", "nonsense"}}}}));
}

TEST(SeatBeforeADealer, TellsAPageTheHelpAndTheRulesInValues) {
  BeforeDealer play;
  for (const char* line : {"help", "rules"}) {
    play.seat->hear(Typed{.line = line, .on_page = true});
    const auto lines = play.seat->wants<Line>();
    ASSERT_FALSE(lines.empty()) << line;
    for (const Line& one : lines) EXPECT_FALSE(one.said.is_null()) << one.text;
  }
}

TEST(SeatBeforeADealer, TellsAPageTheRulesInBothLanguagesOnceAndATerminalInEnglish) {
  BeforeDealer play;
  play.seat->hear(Typed{.line = "rules", .on_page = true});
  std::string shown;
  std::vector<words::Json> on_page;
  for (const Line& line : play.seat->wants<Line>()) {
    if (line.to != Line::To::page) shown += line.text + "\n";
    if (line.to != Line::To::terminal && line.said.at("id") == "plain")
      on_page.push_back(line.said);
  }
  EXPECT_TRUE(shown.starts_with("Players take turns to mark a free square.")) << shown;
  ASSERT_EQ(on_page.size(), 1U);
  const words::Json& words = on_page.front().at("words").at("both");
  EXPECT_TRUE(words.at("en").get<std::string>().starts_with("Players take turns to mark"));
  EXPECT_TRUE(words.at("de").get<std::string>().starts_with("Abwechselnd markiert ihr"));
}

TEST(SeatBeforeADealer, DrawsTheEndAtATerminalAlone) {
  BeforeDealer play;
  play.seat->hear(Typed{.line = "4"});
  while (!play.match.game().over()) {
    const Seat seat = play.match.game().active().front();
    const auto move = play.match.game().choices(seat, {}).front().action;
    ASSERT_TRUE(play.match.move({{seat, move}}));
  }
  play.seat->see(play.match);
  play.seat->hear(MatchOver{});
  std::size_t drawn = 0;
  for (const Line& line : play.seat->wants<Line>()) {
    EXPECT_FALSE(line.to != Line::To::terminal && line.said.is_null()) << line.text;
    drawn += line.to == Line::To::terminal ? 1 : 0;
  }
  EXPECT_GT(drawn, 0U);
}

/// A person at whose fleet in battleship a bot has shot, and whose program knows what was hit.
struct ShotAt {
  explicit ShotAt(const std::string& more_text = "") {
    std::ifstream file(sources::shipped_script("battleship.lua"));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto script = rules::Script::load("battleship.lua", text + more_text);
    EXPECT_TRUE(script) << script.error().about;
    match.emplace(rules::module_of_script(*script).start(rules::Json::object(), 2).value(),
                  rules::Dealer(1));
    EXPECT_TRUE(match->begin());
    EXPECT_TRUE(match->move({{Seat(0), {R"("first")"}}, {Seat(1), {R"("first")"}}}));
    EXPECT_TRUE(match->move({{Seat(0), {"0"}}}));
    EXPECT_TRUE(match->move({{Seat(1), true_answer(Seat(1)).value()}}));
    EXPECT_TRUE(match->move({{Seat(1), {"0"}}}));
    Model::Setup setup = person();
    setup.dealer = Model::Setup::Dealer{"battleship-1234", "battleship", 1};
    seat.emplace(setup);
    seat->see(*match);
    told = seat->hear(MatchBegan{words::Names({"You", "bot 1"})});
  }
  std::optional<rules::Action> true_answer(Seat of) const {
    rules::Known known = match->dealer().known(of);
    known.answers = true;
    return match->game().obvious(of, known);
  }
  std::optional<rules::Match> match;
  std::optional<Seated> seat;
  std::string told;
};

TEST(SeatBeforeADealer, A73_AnswersForItsPersonInAGameOfTheProgram) {
  ShotAt play;
  EXPECT_EQ(play.told.find("answer"), std::string::npos) << play.told;
  EXPECT_FALSE(asks_to_answer(play.seat->model()));
  EXPECT_FALSE(asks_for_move(play.seat->model()));
  const auto answer = unasked(play.seat->model());
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer, play.true_answer(Seat(0))) << "true by the person's own cards";
}

TEST(SeatBeforeADealer, A73_AnswersNoLongerIfThePersonSaysNo) {
  ShotAt play;
  EXPECT_NE(play.seat->type("answers no").find("It may not"), std::string::npos);
  EXPECT_TRUE(asks_for_move(play.seat->model()));
  EXPECT_FALSE(asks_to_answer(play.seat->model()));
  EXPECT_NE(play.seat->type("answers yes").find("This game answers for you"), std::string::npos);
  EXPECT_FALSE(asks_for_move(play.seat->model()));
}

TEST(SeatBeforeADealer, A73_AnswersInNoStrangersScriptUnasked) {
  ShotAt play("\n-- changed by a stranger\n");
  EXPECT_NE(play.told.find("It may not, until you type 'answers yes'"), std::string::npos);
  EXPECT_TRUE(asks_to_answer(play.seat->model()));
  EXPECT_TRUE(asks_for_move(play.seat->model()));
  EXPECT_FALSE(unasked(play.seat->model()));
}

/// A careful move that is typed, by a person or else by a script.
struct BeforeResigning {
  explicit BeforeResigning(bool person, bool fide = true)
      : match(*rules::start_game("chess", {{"fide", fide}}, 2), rules::Dealer(1)) {
    EXPECT_TRUE(match.begin());
    seat.emplace(Model::Setup{.at_terminal = person,
                              .asks_twice = person,
                              .dealer = Model::Setup::Dealer{"chess-aa", "chess", 1}});
    seat->see(match);
    seat->hear(MatchBegan{words::Names({"You", "bot 1"})});
    seat->hear(MoveWanted{});
  }
  rules::Match match;
  std::optional<Seated> seat;
};

TEST(SeatBeforeADealer, AsksOnceBeforeAResignationThatIsNoMove) {
  BeforeResigning play(true, false);
  EXPECT_TRUE(page_facts(play.seat->model()).resigns);
  EXPECT_NE(play.seat->type("resign").find("Do you mean to resign?"), std::string::npos);
  EXPECT_TRUE(play.seat->orders<Resign>().empty());
  EXPECT_NE(page_facts(play.seat->model()).question.find("resign"), std::string::npos);
  play.seat->type("no");
  EXPECT_TRUE(play.seat->model().asks(Question::none));
  play.seat->type("yes");
  EXPECT_TRUE(play.seat->orders<Resign>().empty()) << "nothing is asked now";
  play.seat->type("resign");
  play.seat->type("yes");
  EXPECT_EQ(play.seat->orders<Resign>().size(), 1U);
}

TEST(SeatBeforeADealer, ResignsAtOnceForAScript) {
  BeforeResigning play(false, false);
  play.seat->type("resign");
  EXPECT_EQ(play.seat->orders<Resign>().size(), 1U);
}

TEST(SeatModel, AMatchOfTwoIsResignedAndOneForChipsIsNot) {
  AtTable board;
  board.seat.type("resign");
  EXPECT_EQ(board.seat.orders<Resign>().size(), 1U);
  EXPECT_NE(board.seat.hear(Answered{Resign{}, {}}).find("You resign"), std::string::npos)
      << "the others see it with the next record, and this person now";
  board.seat.hear(Answered{Resign{}, fail(Fault::not_wanted, "this seat has resigned already")});
  EXPECT_NE(problem_words(board.seat.model()).find("cannot resign"), std::string::npos);
  AtTable at(person(), {.game = "holdem", .seats = 2, .seed = 1});
  EXPECT_FALSE(page_facts(at.seat.model()).resigns);
  at.seat.type("resign");
  EXPECT_TRUE(at.seat.orders<Resign>().empty());
}

TEST(SeatBeforeADealer, AsksOnceWhetherAPersonMeansToResign) {
  BeforeResigning play(true);
  EXPECT_NE(play.seat->type("resign").find("Do you mean it: resign?"), std::string::npos);
  EXPECT_TRUE(play.seat->orders<Act>().empty());
  EXPECT_NE(page_facts(play.seat->model()).question.find("resign"), std::string::npos);
  play.seat->type("no");
  EXPECT_TRUE(play.seat->orders<Act>().empty());
  EXPECT_TRUE(play.seat->model().asks(Question::none));
  play.seat->type("yes");
  EXPECT_TRUE(play.seat->orders<Act>().empty()) << "nothing is asked now";
  play.seat->type("resign");
  play.seat->type("yes");
  ASSERT_EQ(play.seat->orders<Act>().size(), 1U);
  EXPECT_EQ(play.seat->orders<Act>().front().action.text, R"("resign")");
}

TEST(SeatBeforeADealer, NamesTheLossOrTheDrawThatAnAbsenceBrings) {
  const BeforeResigning play(true);
  const auto cost = [&](const std::string& fen) {
    return cost_of_absence(play.seat->model(),
                           rules::start_game("chess", {{"fen", fen}}, 2).value(), Seat(0));
  };
  EXPECT_EQ(cost("4k2r/8/8/8/8/8/8/4K3 w - - 0 1"), "lose the match");
  EXPECT_EQ(cost("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), "draw the match");
}

TEST(SeatBeforeADealer, PlaysAnotherMoveInsteadOfACarefulOne) {
  BeforeResigning play(true);
  play.seat->type("resign");
  play.seat->type("e4");
  ASSERT_EQ(play.seat->orders<Act>().size(), 1U);
  EXPECT_EQ(play.seat->orders<Act>().front().action.text, R"("e4")");
}

TEST(SeatBeforeADealer, AsksNoScriptTwice) {
  BeforeResigning play(false);
  play.seat->type("resign");
  EXPECT_EQ(play.seat->orders<Act>().size(), 1U);
}

TEST(SeatBeforeADealer, ShowsItsPageTheGameAndNoTable) {
  BeforeDealer play;
  const front::PageFacts facts = page_facts(play.seat->model());
  EXPECT_EQ(facts.phase, "playing");
  EXPECT_EQ(facts.table.game, "tic-tac-toe");
  EXPECT_TRUE(facts.turn.mine);
  EXPECT_EQ(facts.seats.at(1).name, "bot 1");
  EXPECT_FALSE(facts.chat);
}

// Both call and check to the showdown.
TEST(SeatBeforeADealer, TellsItsPersonAloneWhichCardsTheyMucked) {
  int mucked = 0;
  for (std::uint64_t deck = 1; deck <= 8; ++deck) {
    rules::Match match(*rules::start_game("holdem", {{"hands", 1}}, 2), rules::Dealer(deck));
    ASSERT_TRUE(match.begin());
    Seated seat(Model::Setup{.nickname = "Ann", .dealer = Model::Setup::Dealer{"h", "holdem", 1}});
    seat.see(match);
    seat.hear(MatchBegan{words::Names({"You", "bot 1"})});
    while (!match.game().over()) {
      const Seat mover = match.game().active().front();
      const rules::AnyGame before = match.game();
      const auto known = match.dealer().known(mover);
      const auto obvious = before.obvious(mover, known);
      const auto legal = before.legal(mover);
      const auto called = std::ranges::find_if(legal, [](const rules::Choice& choice) {
        return choice.action.text == R"("call")" || choice.action.text == R"("check")";
      });
      const rules::Action action = obvious ? *obvious : called->action;
      const std::string told =
          seat.hear(MatchMoved{rules::AnyEvent(rules::Moved<rules::Action>{mover, action}),
                               before.after(rules::Moved<rules::Action>{mover, action}).value()});
      const bool mucks = action.text == R"("muck")";
      EXPECT_EQ(told.find("which only you see") != std::string::npos, mucks && mover == Seat(0))
          << told;
      if (mucks && mover == Seat(0)) {
        ++mucked;
        const auto faces = std::views::values(known.faces);
        for (const Face face : faces)
          EXPECT_NE(told.find(rules::card_symbol(face)), std::string::npos) << told;
      }
      ASSERT_TRUE(match.move({{mover, action}}));
      seat.see(match);
      seat.hear(MoveWanted{});
    }
  }
  EXPECT_GT(mucked, 0);
}

TEST(SeatBeforeADealer, AnswersEachWordThatTakesOtherPeopleByASentence) {
  BeforeDealer play;
  std::size_t count = 0;
  for (const Command& command : all_commands()) {
    if (!command.others) continue;
    ++count;
    const bool alone = command.shape == Command::Shape::alone;
    const std::string said = play.seat->type(std::string(command.word) + (alone ? "" : " bot 1"));
    EXPECT_EQ(said.find("is for a table with other people") == std::string::npos,
              !command.known_always)
        << command.word << ": " << said;
    EXPECT_TRUE(play.seat->wants<Order>().empty()) << command.word;
    if (*command.help != '\0') {
      EXPECT_EQ(play.seat->type("help").find(words::said(command.help).text()), std::string::npos)
          << command.word;
    }
  }
  EXPECT_GT(count, 10U);
}

TEST(SeatBeforeADealer, ObeysEveryOtherWord) {
  BeforeDealer play;
  for (const char* word : {"list", "last", "log", "who", "rules", "bell", "help"}) {
    const std::string said = play.seat->type(word);
    EXPECT_FALSE(said.empty()) << word;
    EXPECT_EQ(said.find("table with other people"), std::string::npos) << word;
    EXPECT_TRUE(play.seat->model().problem.empty()) << word;
  }
  EXPECT_EQ(play.seat->type("who"), "You play against bot 1.\n");
}

TEST(SeatBeforeADealer, SaysHowToGoOnWithAMatchThatIsKept) {
  for (const char* word : {"quit", "leave"}) {
    BeforeDealer play;
    play.seat->type(word);
    ASSERT_EQ(play.seat->wants<Conclude>().size(), 1U);
    EXPECT_EQ(play.seat->wants<Conclude>().front().failure->hint, "Nothing is kept of this match.");
    BeforeDealer kept;
    kept.seat->see(kept.match, "tic-tac-toe-1234");
    kept.seat->type(word);
    const Conclude end = kept.seat->wants<Conclude>().front();
    EXPECT_EQ(end.status, static_cast<int>(words::Exit::interrupted));
    EXPECT_EQ(end.failure->hint, "To go on: fairdeal resume tic-tac-toe-1234");
  }
}

TEST(SeatBeforeADealer, EndsWithTheInput) {
  BeforeDealer play;
  play.seat->hear(InputEnded{});
  ASSERT_EQ(play.seat->wants<Conclude>().size(), 1U);
  EXPECT_EQ(play.seat->wants<Conclude>().front().failure->name, "no_input");
  EXPECT_EQ(play.seat->wants<End>().size(), 1U);
}

TEST(SeatBeforeADealer, AsksAgainWhereTheRulesFailAndRefusesAPagesIllegalMove) {
  BeforeDealer play;
  const auto legal = play.match.game().legal(Seat(0));
  const std::string said = play.seat->hear(MoveFailedHere{legal.front().action, "why"});
  EXPECT_NE(said.find("choose another move"), std::string::npos);
  EXPECT_TRUE(play.seat->model().play.erred.contains(legal.front().action));
  play.seat->hear(MovePicked{2, legal.front().action});
  EXPECT_TRUE(play.seat->orders<Act>().empty());
  play.seat->hear(MovePicked{1, rules::Action{"77"}});
  EXPECT_TRUE(play.seat->orders<Act>().empty());
  play.seat->hear(MovePicked{1, legal.back().action});
  EXPECT_EQ(play.seat->orders<Act>().size(), 1U);
}

// ---- An evening

const crypto::PublicKey kAnn{{std::byte{1}}}, kHal{{std::byte{2}}};

proto::Gathering break_of_evening(proto::Chips of_ann, std::uint32_t table = 2) {
  proto::Gathering here = gathering();
  here.terms.continues = {{std::byte{7}}};
  here.terms.evening = {
      .bank = kHal, .buy_in_min = 400, .buy_in_max = 1000, .room = 4, .table = table};
  here.terms.evening->accounts = {{kAnn, "Ann", 1, 500, 0, of_ann},
                                  {kHal, "Hal", 1, 500, 0, 1000 - of_ann}};
  return here;
}

Model::Setup ann() { return {.nickname = "Ann", .key = kAnn, .guest = true, .has_page = true}; }

TEST(SeatModel, AnEveningThatTheProgramHasSeenGoesOnWithoutAQuestion) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  const std::string said = seat.hear(session::SessionEvent(break_of_evening(420)));
  EXPECT_EQ(seat.wants<Agree>().size(), 1U);
  EXPECT_TRUE(seat.orders<OrderChips>().empty());
  EXPECT_NE(said.find("The evening goes on."), std::string::npos) << said;
}

TEST(SeatModel, ATableThatTheProgramHasNotSeenIsAskedAboutWithBothAccounts) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(700, 2).terms, {}}, false);
  seat.hear(session::SessionEvent(break_of_evening(420, 4)));
  EXPECT_TRUE(seat.wants<Agree>().empty());
  EXPECT_TRUE(seat.model().asks(Question::agree));
  const auto lines = words::texts_of(terms_lines(seat.model()));
  const auto says = [&](const std::string& part) {
    return std::ranges::any_of(
        lines, [&](const std::string& line) { return line.find(part) != std::string::npos; });
  };
  EXPECT_TRUE(says("Your account: 420 chips"));
  EXPECT_TRUE(says("it had 700 chips. Since then 2 tables were played"));
  seat.type("yes");
  EXPECT_EQ(seat.wants<Agree>().size(), 1U);
}

TEST(SeatModel, NoProgramConfirmsAnAccountThatItHasNotSeenForItsPerson) {
  Model::Setup setup = ann();
  setup.options.accept = true;
  setup.has_page = false;
  Seated seat(setup);
  seat.remember(meet::EveningMemory{break_of_evening(700, 2).terms, {}}, false);
  seat.hear(session::SessionEvent(break_of_evening(420, 3)));
  EXPECT_TRUE(seat.wants<Agree>().empty());
  EXPECT_EQ(seat.wants<Decline>().size(), 1U);
}

TEST(SeatModel, ChipsAreOrderedByThePersonsWordAlone) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(0).terms, {}}, true);
  std::string said = seat.hear(session::SessionEvent(break_of_evening(0)));
  EXPECT_TRUE(seat.orders<OrderChips>().empty());
  EXPECT_NE(said.find("buyin and a number of chips, from 400 to 1000"), std::string::npos) << said;
  seat.type("rebuy 600");
  ASSERT_EQ(seat.orders<OrderChips>().size(), 1U);
  EXPECT_EQ(seat.orders<OrderChips>().front().chips, 600);
  said = seat.hear(session::SessionEvent(
      meet::LobbyNews{.what = meet::LobbyNews::What::order_refused,
                      .order = proto::Order{kAnn, 2, proto::Order::Kind::rebuy, 600},
                      .why = "the bank's person said no"}));
  EXPECT_NE(said.find("the bank's person said no"), std::string::npos) << said;
  EXPECT_TRUE(seat.wants<EndEvening>().empty()) << "the person may order again";
}

/// A German page must not have the bank's English.
TEST(SeatModel, AReasonForWhichTheBankRefusesAnOrderIsASentenceOfItsOwn) {
  using enum proto::OrderProblem;
  std::set<std::string> all;
  for (auto why = bad_signature; why <= evening_over;
       why = static_cast<proto::OrderProblem>(static_cast<std::uint32_t>(why) + 1)) {
    Seated seat(ann());
    seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
    seat.hear(session::SessionEvent(break_of_evening(420)));
    const std::string said = seat.hear(session::SessionEvent(
        meet::LobbyNews{.what = meet::LobbyNews::What::order_refused,
                        .order = proto::Order{kAnn, 2, proto::Order::Kind::top_up, 600},
                        .why = "in English",
                        .problem = why}));
    EXPECT_EQ(said.find("in English"), std::string::npos) << said;
    EXPECT_EQ(without_sentence(seat), "") << said;
    EXPECT_TRUE(all.insert(said).second) << "two reasons are told alike: " << said;
    const bool has_numbers = why == out_of_range || why == has_chips;
    const char* numbers = why == out_of_range ? "from 400 to 1000 chips" : "you still have 420";
    EXPECT_EQ(said.find(numbers) != std::string::npos, has_numbers) << said;
  }
}

TEST(SeatModel, WhoLeavesAnEveningCashesOutAndHearsWhoOwesWhom) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  seat.type("leave");
  EXPECT_EQ(seat.orders<CashOut>().size(), 1U);
  seat.hear(session::SessionEvent(
      meet::LobbyNews{.what = meet::LobbyNews::What::ordered,
                      .order = proto::Order{kAnn, 2, proto::Order::Kind::cash_out, 420}}));
  EXPECT_EQ(seat.wants<EndEvening>().size(), 1U);
  seat.hear(EveningEnds{});
  ASSERT_EQ(seat.wants<Conclude>().size(), 1U);
  EXPECT_EQ(seat.wants<Conclude>().front().status, 0);
  EXPECT_NE(seat.wants<Conclude>().front().text.find("Ann pays Hal 80 chips"), std::string::npos)
      << seat.wants<Conclude>().front().text;
}

/// Ann after a table of an evening, before its bank Hal has opened the break.
Model::Setup ann_after_a_table() {
  Model::Setup setup = ann();
  const proto::Terms terms = break_of_evening(420).terms;
  sim::World world({.game = "tic-tac-toe", .seats = 2, .seed = 1});
  setup.continues = Continued{.next = {terms, {}}, .host = kHal, .host_name = "Hal"};
  setup.continues->evening = meet::EveningBreak{terms, {}, world.node(Seat(0)).table().game()};
  return setup;
}

/// The host has said `leave` while the last table was played: its break is over before it begins.
TEST(SeatModel, WhoHearsThatTheEveningIsOverBeforeABreakHearsWhoOwesWhom) {
  Seated seat(ann_after_a_table());
  seat.hear(session::SessionEvent(session::SessionEnded{session::SessionEnded::How::over}));
  ASSERT_EQ(seat.wants<EndEvening>().size(), 1U);
  seat.hear(EveningEnds{});
  ASSERT_EQ(seat.wants<Conclude>().size(), 1U);
  EXPECT_EQ(seat.wants<Conclude>().front().status, 0);
  EXPECT_NE(seat.wants<Conclude>().front().text.find("Ann pays Hal 80 chips"), std::string::npos);
  ASSERT_EQ(seat.wants<End>().size(), 1U);
  EXPECT_TRUE(seat.wants<End>().front().is_awaited) << "the page of the table comes to this break";
  ASSERT_EQ(seat.wants<NoteEveningOver>().size(), 1U) << "before a page shows the end";
  EXPECT_EQ(seat.wants<NoteEveningOver>()[0].evening, break_of_evening(420).terms.evening->id);

  Seated stranger(ann());
  stranger.hear(session::SessionEvent(session::SessionEnded{session::SessionEnded::How::over}));
  stranger.hear(EveningEnds{});
  ASSERT_EQ(stranger.wants<Conclude>().size(), 1U);
  EXPECT_EQ(stranger.wants<Conclude>().front().text, "The evening is over.");
}

TEST(SeatModel, AnEveningWhoseBankIsAwayIsNotOver) {
  Seated seat(ann_after_a_table());
  seat.hear(ended(session::SessionEnded::How::nobody_there, Fault::nobody_there, "10.0.0.1:7"));
  EXPECT_TRUE(seat.wants<NoteEveningOver>().empty());
  EXPECT_FALSE(page_facts(seat.model()).evening && page_facts(seat.model()).evening->over);
  EXPECT_NE(page_facts(seat.model()).waiting.find("fairdeal resume"), std::string::npos)
      << page_facts(seat.model()).waiting;
}

TEST(SeatModel, TheBankHearsOrdersAndEndsTheEvening) {
  Model::Setup hal{.nickname = "Hal", .key = kHal, .has_page = true};
  Seated seat(hal);
  proto::Gathering first = break_of_evening(500, 1);
  first.terms.continues = {};
  first.terms.evening->accounts.clear();
  seat.hear(session::SessionEvent(first));
  ASSERT_EQ(seat.orders<OrderChips>().size(), 1U) << "by its own command";
  EXPECT_EQ(seat.orders<OrderChips>().front().chips, 1000);
  const std::string said = seat.hear(session::SessionEvent(
      meet::LobbyNews{.what = meet::LobbyNews::What::asks_order,
                      .nickname = "Ann",
                      .key = kAnn,
                      .order = proto::Order{kAnn, 1, proto::Order::Kind::buy_in, 500}}));
  EXPECT_NE(said.find("buys 500 chips. Type yes"), std::string::npos) << said;
  seat.type("leave");
  EXPECT_EQ(seat.wants<CloseEvening>().size(), 1U);
  seat.hear(session::SessionEvent(meet::LobbyNews{.what = meet::LobbyNews::What::over}));
  EXPECT_EQ(seat.wants<EndEvening>().size(), 1U);
}

front::message::Evening shown(const Seated& seat);

/// Returns the break after a table at which Hal, who is the bank, has lost all chips to Ann.
proto::Gathering break_of_broke_bank() {
  auto here = break_of_evening(1000);
  here.break_left = Duration{130'000};
  return here;
}

TEST(SeatModel, ABankWithoutChipsIsAskedToBuySomeAndHearsWhenTheEveningEnds) {
  Seated seat({.nickname = "Hal", .key = kHal, .has_page = true});
  std::string said = seat.hear(session::SessionEvent(break_of_broke_bank()));
  EXPECT_NE(said.find("You have no chips left. Buy some within 130 s"), std::string::npos) << said;
  EXPECT_NE(said.find("buyin and a number of chips"), std::string::npos) << said;
  EXPECT_TRUE(seat.wants<CloseEvening>().empty());
  EXPECT_TRUE(shown(seat).broke);
  EXPECT_EQ(shown(seat).break_left_ms.value, 130'000);
  seat.wait(std::chrono::seconds(60));
  EXPECT_EQ(seat.hear(Tick{}).find("The evening ends"), std::string::npos);
  EXPECT_EQ(shown(seat).break_left_ms.value, 70'000);
  seat.wait(std::chrono::seconds(45));
  EXPECT_NE(seat.hear(Tick{}).find("The evening ends for all in 25 s, unless you buy chips."),
            std::string::npos);
  EXPECT_EQ(seat.hear(Tick{}).find("The evening ends"), std::string::npos) << "once is enough";
  seat.type("rebuy 500");
  ASSERT_EQ(seat.orders<OrderChips>().size(), 1U);
  EXPECT_EQ(seat.orders<OrderChips>().front().chips, 500);
}

TEST(SeatModel, AGuestHearsThatTheBankHasNoChipsAndThatItHasSomeAgain) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_broke_bank().terms, {}}, true);
  std::string said = seat.hear(session::SessionEvent(break_of_broke_bank()));
  EXPECT_NE(said.find("The bank has no chips left. If it buys none within 130 s"),
            std::string::npos)
      << said;
  EXPECT_TRUE(shown(seat).broke);
  said = seat.hear(session::SessionEvent(break_of_broke_bank()));
  EXPECT_EQ(said, "") << "it is told once";
  seat.wait(std::chrono::seconds(100));
  EXPECT_NE(seat.hear(Tick{}).find("The evening ends in 30 s, unless the bank buys chips."),
            std::string::npos);
  auto bought = break_of_broke_bank();
  bought.break_left = Duration{10'000};
  bought.terms.evening->orders = {
      {.order = {kHal, 2, proto::Order::Kind::rebuy, 500}, .player = {}, .bank = {}}};
  said = seat.hear(session::SessionEvent(bought));
  EXPECT_NE(said.find("The bank has chips again."), std::string::npos) << said;
  EXPECT_FALSE(shown(seat).broke);
  EXPECT_EQ(shown(seat).break_left_ms.value, 10'000);
}

TEST(SeatModel, AllHearWhyAnEveningEndsWhoseBankBuysNoChips) {
  Seated guest(ann());
  guest.remember(meet::EveningMemory{break_of_broke_bank().terms, {}}, true);
  guest.hear(session::SessionEvent(break_of_broke_bank()));
  guest.hear(session::SessionEvent(session::SessionEnded{session::SessionEnded::How::over}));
  guest.hear(EveningEnds{});
  ASSERT_EQ(guest.wants<Conclude>().size(), 1U);
  const std::string& text = guest.wants<Conclude>().front().text;
  EXPECT_NE(text.find("the bank has no chips left, and buys no more"), std::string::npos) << text;
  EXPECT_NE(text.find("Hal pays Ann 500 chips"), std::string::npos) << text;
  EXPECT_TRUE(shown(guest).broke && shown(guest).over);

  Seated bank({.nickname = "Hal", .key = kHal, .has_page = true});
  bank.hear(session::SessionEvent(break_of_broke_bank()));
  const std::string said =
      bank.hear(session::SessionEvent(meet::LobbyNews{.what = meet::LobbyNews::What::bank_broke}));
  EXPECT_NE(said.find("the bank has no chips left, and buys no more"), std::string::npos) << said;
  bank.hear(session::SessionEvent(meet::LobbyNews{.what = meet::LobbyNews::What::over}));
  EXPECT_EQ(bank.wants<EndEvening>().size(), 1U);

  Model::Setup bot{.nickname = "Hal", .key = kHal};
  bot.options.bot = "simple";
  Seated alone(bot);
  alone.hear(session::SessionEvent(break_of_broke_bank()));
  EXPECT_EQ(alone.wants<CloseEvening>().size(), 1U) << "nobody is there who could buy chips";
}

// ---- An evening on a page

front::message::Evening shown(const Seated& seat) {
  const auto facts = page_facts(seat.model());
  EXPECT_TRUE(facts.evening);
  return facts.evening.value_or(front::message::Evening{});
}

/// Returns the chips that a page may order, from the least to the most.
std::pair<std::int64_t, std::int64_t> may_order(const Seated& seat) {
  const auto evening = shown(seat);
  return {evening.order_min.value, evening.order_max.value};
}

using Range = std::pair<std::int64_t, std::int64_t>;

TEST(SeatModel, APageShowsTheAccountsOfABreakWithTheOrdersThatTheBankHasSigned) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  auto evening = shown(seat);
  ASSERT_EQ(evening.accounts.size(), 2U);
  EXPECT_EQ(evening.me.value, 0);
  EXPECT_EQ(evening.accounts[0].name, "Ann");
  EXPECT_EQ(evening.accounts[0].chips.value, 420);
  EXPECT_FALSE(evening.bank || evening.over || evening.leaves);
  EXPECT_EQ(may_order(seat), Range(1, 580));

  seat.type("topup 100");
  seat.hear(Answered{OrderChips{100}, {}});
  EXPECT_EQ(shown(seat).ordered.value, 100) << "the bank has not answered";
  EXPECT_EQ(may_order(seat), Range(0, 0));
  auto more = break_of_evening(420);
  more.terms.evening->orders = {
      {.order = {kAnn, 2, proto::Order::Kind::top_up, 100}, .player = {}, .bank = {}}};
  seat.hear(session::SessionEvent(more));
  seat.hear(session::SessionEvent(meet::LobbyNews{.what = meet::LobbyNews::What::ordered,
                                                  .order = more.terms.evening->orders[0].order}));
  evening = shown(seat);
  EXPECT_EQ(evening.ordered.value, 0);
  EXPECT_EQ(evening.accounts[0].bought.value, 600);
  EXPECT_EQ(evening.accounts[0].chips.value, 520);
  EXPECT_EQ(may_order(seat), Range(1, 480));
}

TEST(SeatModel, APageAsksWithTheBuyInAndWithTheAccountThatItsPersonHasToConfirm) {
  Seated newcomer({.nickname = "Eve", .key = {{std::byte{9}}}, .guest = true, .has_page = true});
  newcomer.hear(session::SessionEvent(break_of_evening(420)));
  EXPECT_EQ(page_facts(newcomer.model()).phase, "terms");
  EXPECT_EQ(may_order(newcomer), Range(400, 1000));
  EXPECT_EQ(shown(newcomer).order_usual.value, 1000);
  EXPECT_EQ(shown(newcomer).me.value, -1);
  newcomer.type("buyin 500");
  EXPECT_EQ(newcomer.orders<OrderChips>().at(0).chips, 500);

  Seated back(ann());
  back.remember(meet::EveningMemory{break_of_evening(700, 2).terms, {}}, false);
  back.hear(session::SessionEvent(break_of_evening(420, 4)));
  EXPECT_EQ(may_order(back), Range(0, 0)) << "Ann sits down with her 420 chips";
  EXPECT_EQ(shown(back).told.size(), 2U) << shown(back).told;
}

TEST(SeatModel, APageOfTheBankAsksAboutAnOrder) {
  Seated seat({.nickname = "Hal", .key = kHal, .has_page = true});
  seat.hear(session::SessionEvent(break_of_evening(420)));
  EXPECT_TRUE(shown(seat).bank);
  seat.hear(session::SessionEvent(
      meet::LobbyNews{.what = meet::LobbyNews::What::asks_order,
                      .nickname = "Ann",
                      .key = kAnn,
                      .order = proto::Order{kAnn, 2, proto::Order::Kind::top_up, 100}}));
  const auto facts = page_facts(seat.model());
  ASSERT_TRUE(facts.asked);
  EXPECT_EQ(facts.asked->what, "order");
  EXPECT_EQ(facts.asked->name, "Ann");
  EXPECT_EQ(facts.asked->chips.value, 100);
  EXPECT_NE(facts.question.find("wants to buy 100 chips"), std::string::npos) << facts.question;
  ASSERT_EQ(facts.answers.size(), 2U);
  seat.type(facts.answers[0].line);
  EXPECT_TRUE(seat.orders<LetIn>().at(0).yes);
  seat.hear(session::SessionEvent(
      meet::LobbyNews{.what = meet::LobbyNews::What::answered, .nickname = "Ann", .key = kAnn}));
  EXPECT_FALSE(page_facts(seat.model()).asked);
  seat.hear(session::SessionEvent(
      meet::LobbyNews{.what = meet::LobbyNews::What::asks_order,
                      .nickname = "Ann",
                      .key = kAnn,
                      .order = proto::Order{kAnn, 2, proto::Order::Kind::cash_out, 420}}));
  EXPECT_EQ(page_facts(seat.model()).asked->what, "cash_out");
}

TEST(SeatModel, APageShowsWhoPaysWhomWhenAnEveningIsOver) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  seat.hear(EveningEnds{});
  const auto evening = shown(seat);
  EXPECT_TRUE(evening.over);
  ASSERT_EQ(evening.accounts.size(), 2U);
  EXPECT_EQ(evening.accounts[0].name, "Hal") << "the winner is the first";
  EXPECT_EQ(evening.me.value, 1);
  ASSERT_EQ(evening.payments.size(), 1U);
  EXPECT_EQ(evening.payments[0].from.value, 1);
  EXPECT_EQ(evening.payments[0].to.value, 0);
  EXPECT_EQ(evening.payments[0].chips.value, 80);
}

TEST(SeatModel, APageShowsTheChipsOfEachAccountAfterEachTable) {
  Model::Setup setup = ann();
  const proto::Terms terms = break_of_evening(420, 3).terms;
  sim::World world({.game = "tic-tac-toe", .seats = 2, .seed = 1});
  setup.continues = Continued{.next = {terms, {}}, .host = kHal};
  setup.continues->evening = meet::EveningBreak{terms, {}, world.node(Seat(0)).table().game()};
  setup.continues->past = {{1, {{kHal, "Hal", 1, 500, 0, 500}}}};
  Seated seat(setup);
  seat.remember(meet::EveningMemory{terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420, 3)));
  const auto evening = shown(seat);
  EXPECT_EQ(evening.id, terms.evening->id.hex());
  EXPECT_EQ(evening.first_table.value, 1);
  ASSERT_EQ(evening.accounts.size(), 2U);
  const auto past = [&](std::size_t i) {
    std::vector<std::int64_t> chips;
    for (const auto& then : evening.accounts[i].past) chips.push_back(then.value);
    return chips;
  };
  EXPECT_EQ(evening.accounts[0].key, kAnn.hex());
  EXPECT_EQ(past(0), (std::vector<std::int64_t>{-1, 420})) << "Ann came after the first table";
  EXPECT_EQ(past(1), (std::vector<std::int64_t>{500, 580}));
  EXPECT_EQ(past_tables(seat.model()).size(), 2U) << "the next break has both";
}

TEST(SeatModel, APageShowsNoMoreThanTheLastTablesOfAnEvening) {
  Model::Setup setup = ann();
  const proto::Terms terms = break_of_evening(420, kPastTablesMax + 2).terms;
  sim::World world({.game = "tic-tac-toe", .seats = 2, .seed = 1});
  setup.continues = Continued{.next = {terms, {}}, .host = kHal};
  setup.continues->evening = meet::EveningBreak{terms, {}, world.node(Seat(0)).table().game()};
  for (std::uint32_t table = 1; table <= kPastTablesMax; ++table)
    setup.continues->past.push_back({table, {}});
  const Seated seat(setup);
  const auto past = past_tables(seat.model());
  ASSERT_EQ(past.size(), kPastTablesMax);
  EXPECT_EQ(past.front().table, 2U);
  EXPECT_EQ(past.back().table, kPastTablesMax + 1);
}

/// Returns a table of an evening at which each of two sits with 500 chips.
sim::Options table_of_evening() {
  const sim::World once({.game = "holdem", .seats = 2, .seed = 3});
  std::vector<crypto::SigningKey> keys;
  for (std::uint32_t i = 0; i < 2; ++i) keys.push_back(once.key(Seat(i)).clone());
  std::vector<proto::SignedOrder> orders;
  for (const auto& key : keys) {
    const proto::Order order{key.public_key(), 1, proto::Order::Kind::buy_in, 500};
    orders.push_back(
        {order, proto::sign_order({}, order, key), proto::sign_order({}, order, keys[0])});
  }
  return {.game = "holdem",
          .seats = 2,
          .seed = 3,
          .change_charter = [bank = keys[0].public_key(), orders](proto::Charter& charter) {
            proto::Terms offered = state::terms_of(charter);
            offered.evening = {.bank = bank, .buy_in_min = 400, .buy_in_max = 1000, .room = 2};
            const auto table = meet::evening_table(offered, nullptr, charter.seats, orders);
            ASSERT_TRUE(table) << describe(table.error());
            const auto seats = std::exchange(charter, state::charter_of(table->terms)).seats;
            charter.seats = seats;
            charter.nonce = {std::byte{1}};
          }};
}

TEST(SeatModel, OrdersAtATableAreForTheNextBreakAndCanBeTakenBack) {
  const auto options = table_of_evening();
  const sim::World world(options);
  Model::Setup setup = person();
  setup.key = world.key(Seat(0)).public_key();
  AtTable at(setup, options);
  auto evening = shown(at.seat);
  ASSERT_EQ(evening.accounts.size(), 2U);
  EXPECT_EQ(evening.me.value, 0);
  EXPECT_TRUE(evening.bank);
  EXPECT_EQ(evening.accounts[1].bought.value, 500);
  EXPECT_EQ(evening.accounts[1].chips.value, 500);
  EXPECT_EQ(may_order(at.seat), Range(1, 500));
  at.seat.type("topup 300");
  EXPECT_TRUE(at.seat.keeps_wish_first()) << "a crash loses nothing that was said";
  EXPECT_EQ(shown(at.seat).ordered.value, 300);
  EXPECT_EQ(may_order(at.seat), Range(0, 0));
  at.seat.type("leave");
  EXPECT_TRUE(at.seat.keeps_wish_first());
  EXPECT_TRUE(shown(at.seat).leaves);
  EXPECT_EQ(at.seat.type("stay"), "You stay. Your program orders nothing in the next break.\n");
  EXPECT_TRUE(at.seat.keeps_wish_first());
  at.seat.type("who");
  EXPECT_TRUE(at.seat.wants<KeepWish>().empty()) << "it is the same wish";
  evening = shown(at.seat);
  EXPECT_EQ(evening.ordered.value, 0);
  EXPECT_FALSE(evening.leaves);
  EXPECT_EQ(may_order(at.seat), Range(1, 500));
}

/// The bank at a table hears in time what happens in the break if it has no chips then.
TEST(SeatModel, APersonWhoHasLostAllChipsAtATableHearsItOnce) {
  const auto options = table_of_evening();
  const sim::World world(options);
  Model::Setup setup = person();
  setup.key = world.key(Seat(0)).public_key();
  const node::Node& node = world.node(Seat(0));
  Sight sight{.now = kStart};
  sight.table = TableSight{position_at(node)};
  sight.table->table = node.parts().step.shared_table();
  Model model = begin_model(std::move(setup), {}, {}, std::move(sight));
  std::optional<rules::AnyGame> lost;
  for (std::uint64_t seed = 1; !lost; ++seed) {
    SeededRng moves(seed);
    rules::Match match(*state::start_game(node.table().charter()), rules::Dealer(seed));
    ASSERT_TRUE(match.begin());
    while (!match.game().over()) {
      std::map<Seat, rules::Action> actions;
      for (const Seat seat : match.game().active())
        actions.emplace(seat,
                        rules::random_move(match.game(), seat, match.dealer().known(seat), moves));
      ASSERT_TRUE(match.move(actions));
    }
    if (match.game().chips()[0] == 0) lost = match.game();
  }
  const auto told = [&] {
    SeatEffects out;
    tell_no_chips(model, *lost, out);
    return out.all().size();
  };
  SeatEffects out;
  tell_no_chips(model, *lost, out);
  ASSERT_EQ(out.all().size(), 1U);
  EXPECT_NE(std::get<Line>(out.all()[0]).text.find("without its chips the evening ends for all"),
            std::string::npos);
  EXPECT_EQ(told(), 0U);
  model.play.no_chips_said = false;
  model.wish.chips = 500;
  EXPECT_EQ(told(), 0U) << "the person has ordered some";
}

/// A charter does not say who sits out, so the program remembers it from table to table.
TEST(SeatModel, WhoSitsOutAtAnEveningDoesSoAtTheNextTableUntilTheyAreBack) {
  const auto options = table_of_evening();
  const sim::World world(options);
  Model::Setup setup = ann();
  setup.key = world.key(Seat(1)).public_key();
  Seated seat(setup);
  auto first = break_of_evening(500, 1);
  first.terms.evening->accounts.clear();
  seat.hear(session::SessionEvent(first));
  seat.type("buyin 500");
  EXPECT_NE(seat.type("sit out").find("at each table of this evening"), std::string::npos);
  EXPECT_TRUE(seat.model().play.away);
  seat.see(world.node(Seat(1)));
  const std::string said = seat.hear(session::SessionEvent(session::TableBegan{}));
  EXPECT_NE(said.find("You still sit out"), std::string::npos) << said;
  EXPECT_TRUE(seat.model().play.away);
  EXPECT_EQ(seat.type("sit in"), "You are back.\n");
  EXPECT_FALSE(seat.model().play.away);
  EXPECT_NE(seat.type("away").find("at each table of this evening"), std::string::npos);
  seat.type("back");
  EXPECT_FALSE(seat.model().play.away);
}

/// A person who wished at a table for more chips may win some before the break.
TEST(SeatModel, NoMoreChipsAreOrderedThanTheEveningAllows) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(421).terms, {}}, false);
  seat.hear(session::SessionEvent(break_of_evening(421, 4)));
  seat.type("buyin 580");
  ASSERT_EQ(seat.orders<OrderChips>().size(), 1U);
  EXPECT_EQ(seat.orders<OrderChips>()[0].chips, 579);
}

TEST(SeatModel, WhoseCashOutIsNotSignedMayLeaveAgainAndLeavesAfterTheTable) {
  const auto options = table_of_evening();
  const sim::World world(options);
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  seat.type("leave");
  EXPECT_EQ(seat.orders<CashOut>().size(), 1U);
  seat.hear(Answered{CashOut{}, {}});
  EXPECT_TRUE(shown(seat).leaves) << "the bank is asked";
  const proto::Order order{kAnn, 2, proto::Order::Kind::cash_out, 420};
  const auto refuse = [&] {
    return seat.hear(session::SessionEvent(meet::LobbyNews{
        .what = meet::LobbyNews::What::order_refused, .order = order, .why = "no"}));
  };
  EXPECT_EQ(refuse().find("to its end"), std::string::npos) << "no table is played";
  EXPECT_FALSE(shown(seat).leaves);
  seat.type("leave");
  EXPECT_EQ(seat.orders<CashOut>().size(), 1U);
  refuse();
  // The next break does not seat Ann, who wants to leave.
  seat.hear(session::SessionEvent(meet::LobbyNews{.what = meet::LobbyNews::What::until_break}));
  seat.hear(session::SessionEvent(break_of_evening(420, 3)));
  EXPECT_TRUE(seat.wants<Agree>().empty());
  EXPECT_EQ(seat.orders<CashOut>().size(), 1U);
}

/// The bank may show any chips after a table that Ann did not see.
TEST(SeatModel, WhoseCashOutIsNotSignedIsAskedAboutATableThatTheyDidNotSee) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  seat.type("leave");
  const proto::Order order{kAnn, 2, proto::Order::Kind::cash_out, 420};
  seat.hear(session::SessionEvent(
      meet::LobbyNews{.what = meet::LobbyNews::What::order_refused, .order = order, .why = "no"}));
  seat.hear(session::SessionEvent(meet::LobbyNews{.what = meet::LobbyNews::What::until_break}));
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, false);
  seat.hear(session::SessionEvent(break_of_evening(100, 3)));
  EXPECT_TRUE(seat.orders<CashOut>().empty());
  EXPECT_TRUE(seat.model().asks(Model::Question::agree));
  seat.type("yes");
  EXPECT_EQ(seat.orders<CashOut>().size(), 1U);
}

TEST(SeatModel, APageOfWhoLeavesEarlyShowsNoPaymentsYet) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  seat.hear(session::SessionEvent(
      meet::LobbyNews{.what = meet::LobbyNews::What::ordered,
                      .order = proto::Order{kAnn, 2, proto::Order::Kind::cash_out, 420}}));
  seat.hear(EveningEnds{});
  EXPECT_TRUE(shown(seat).over);
  EXPECT_TRUE(shown(seat).plays_on);
  EXPECT_TRUE(shown(seat).payments.empty());
}

/// The bank opens the next break some time after the table has ended.
TEST(SeatModel, AnOrderBeforeABreakIsShownIsTheWishForIt) {
  Model::Setup setup = ann();
  const proto::Terms terms = break_of_evening(420).terms;
  sim::World world({.game = "tic-tac-toe", .seats = 2, .seed = 1});
  setup.continues = Continued{.next = {terms, {}}, .host = kHal};
  setup.continues->evening = meet::EveningBreak{terms, {}, world.node(Seat(0)).table().game()};
  Seated seat(setup);
  seat.hear(Tick{});
  EXPECT_TRUE(shown(seat).waits);
  EXPECT_EQ(may_order(seat), Range(1, 580));
  EXPECT_EQ(seat.type("topup 100"), "Your program orders 100 chips in the next break.\n");
  EXPECT_TRUE(seat.orders<OrderChips>().empty());
  EXPECT_EQ(shown(seat).ordered.value, 100);
  seat.type("stay");
  EXPECT_EQ(shown(seat).ordered.value, 0);
  seat.type("topup 200");
  seat.remember(meet::EveningMemory{terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  ASSERT_EQ(seat.orders<OrderChips>().size(), 1U);
  EXPECT_EQ(seat.orders<OrderChips>().front().chips, 200);
  EXPECT_FALSE(shown(seat).waits);
}

/// A click crosses the end of the table on its way to the program.
TEST(SeatModel, AnOrderAfterTheEndOfATableIsTheWishForTheBreak) {
  const auto options = table_of_evening();
  const sim::World world(options);
  Model::Setup setup = person();
  setup.key = world.key(Seat(1)).public_key();
  const node::Node& node = world.node(Seat(1));
  Sight sight{.now = kStart};
  sight.table = TableSight{position_at(node)};
  sight.table->table = node.parts().step.shared_table();
  Model model = begin_model(std::move(setup), {}, {}, sight);
  model.account.evening = meet::EveningBreak{break_of_evening(420).terms, {}, node.table().game()};
  model.account.ended = true;
  const auto types = [&](const std::string& line) {
    model = update(std::move(model), Typed{line, true}, sight).model;
  };
  types("rebuy 500");
  EXPECT_EQ(model.wish.chips, 500);
  types("stay");
  EXPECT_EQ(model.wish.chips, 0);
  types("leave");
  EXPECT_TRUE(model.wish.leaves);
  Updated other = update(std::move(model), Typed{"say hello", true}, sight);
  EXPECT_TRUE(std::ranges::none_of(other.effects.all(), [](const Effect& effect) {
    return std::holds_alternative<Order>(effect);
  })) << "the session is over";
}

/// The bank may propose the next table while an order is on its way.
TEST(SeatModel, AnOrderThatComesTooLateForABreakIsTheWishForTheNext) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  const std::string said = seat.hear(session::SessionEvent(
      meet::LobbyNews{.what = meet::LobbyNews::What::order_refused,
                      .order = proto::Order{kAnn, 2, proto::Order::Kind::top_up, 100},
                      .why = "in English",
                      .problem = proto::OrderProblem::table_begins}));
  EXPECT_EQ(said, "Your program orders 100 chips in the next break.\n");
  EXPECT_EQ(seat.model().wish.chips, 100);
}

/// Returns a guest in a break, who has ordered 100 chips that the bank has not signed yet.
Seated guest_who_has_ordered() {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  seat.type("topup 100");
  EXPECT_TRUE(seat.keeps_wish_first()) << "the disk has it before it is sent";
  EXPECT_EQ(seat.wants<KeepWish>().at(0).wish.chips, 100);
  EXPECT_EQ(seat.wants<KeepWish>().at(0).wish.number, 2U) << "the first one was the buy-in";
  EXPECT_EQ(seat.orders<OrderChips>().size(), 1U);
  seat.hear(Answered{OrderChips{100}, {}});
  EXPECT_TRUE(seat.wants<KeepWish>().empty());
  return seat;
}

session::SessionEvent lobby_says(meet::LobbyNews::What what,
                                 std::optional<proto::Order> order = {}) {
  return meet::LobbyNews{.what = what, .order = order};
}

TEST(SeatModel, AGuestHearsOnceThatItsOrderWaitsForTheBank) {
  const auto waits = [](const std::string& said) {
    return said.find("Your order of 100 chips waits for Hal") != std::string::npos;
  };
  Seated seat = guest_who_has_ordered();
  EXPECT_FALSE(waits(seat.hear(Tick{})));
  seat.wait(std::chrono::seconds(4));
  EXPECT_TRUE(waits(seat.hear(Tick{})));
  EXPECT_FALSE(waits(seat.hear(Tick{})));
  Seated answered = guest_who_has_ordered();
  const proto::Order order{kAnn, 2, proto::Order::Kind::top_up, 100};
  answered.hear(lobby_says(meet::LobbyNews::What::ordered, order));
  answered.wait(std::chrono::seconds(4));
  EXPECT_FALSE(waits(answered.hear(Tick{})));
  answered.type("leave");
  answered.hear(Answered{CashOut{}, {}});
  answered.wait(std::chrono::seconds(4));
  EXPECT_NE(answered.hear(Tick{}).find("has not signed your cash-out yet"), std::string::npos);
}

proto::SignedOrder top_up_of_ann(std::uint32_t number) {
  return {{kAnn, number, proto::Order::Kind::top_up, 100}, {}, {}};
}

TEST(SeatModel, AnOrderIsKeptUntilTheBankHasSignedIt) {
  Seated seat = guest_who_has_ordered();
  seat.hear(lobby_says(meet::LobbyNews::What::ordered, top_up_of_ann(2).order));
  ASSERT_EQ(seat.wants<KeepWish>().size(), 1U);
  EXPECT_EQ(seat.wants<KeepWish>()[0].wish.chips, 0);
}

TEST(SeatModel, AnOrderThatTheBankHasNotAnsweredIsSentAgainOnce) {
  Seated seat = guest_who_has_ordered();
  const std::string said = seat.hear(lobby_says(meet::LobbyNews::What::bank_lost));
  EXPECT_NE(said.find("has not answered your order of 100 chips"), std::string::npos) << said;
  EXPECT_TRUE(seat.wants<KeepWish>().empty()) << "the disk has it";
  seat.hear(session::SessionEvent(break_of_evening(420)));
  ASSERT_EQ(seat.orders<OrderChips>().size(), 1U);
  EXPECT_EQ(seat.orders<OrderChips>()[0].chips, 100);
  seat.hear(Answered{OrderChips{100}, {}});
  EXPECT_TRUE(seat.orders<OrderChips>().empty());
}

TEST(SeatModel, AnOrderThatTheBankHasSignedMeanwhileIsNotSentAgain) {
  Seated seat = guest_who_has_ordered();
  seat.hear(lobby_says(meet::LobbyNews::What::bank_lost));
  auto here = break_of_evening(420);
  here.terms.evening->orders = {top_up_of_ann(2)};
  seat.sign({top_up_of_ann(2).order});
  seat.hear(session::SessionEvent(here));
  EXPECT_TRUE(seat.orders<OrderChips>().empty());
  ASSERT_EQ(seat.wants<KeepWish>().size(), 1U);
  EXPECT_EQ(seat.wants<KeepWish>()[0].wish.chips, 0) << "the disk forgets it";
}

/// A hasty person types an order anew, though the program has said that it sends it again.
TEST(SeatModel, AnOrderTypedAnewIsInPlaceOfTheOneThatTheBankHasNotAnswered) {
  Seated seat = guest_who_has_ordered();
  seat.hear(lobby_says(meet::LobbyNews::What::bank_lost));
  EXPECT_EQ(seat.type("topup 50"),
            "Your program orders 50 chips in the next break, in place of the 100 chips that the "
            "bank has not answered. If the bank has signed those, it orders nothing more.\n");
  auto here = break_of_evening(420);
  here.terms.evening->orders = {top_up_of_ann(2)};
  seat.sign({top_up_of_ann(2).order});
  seat.hear(session::SessionEvent(here));
  EXPECT_TRUE(seat.orders<OrderChips>().empty());
}

TEST(SeatModel, WhoStaysDoesNotSendAnOrderAgain) {
  Seated seat = guest_who_has_ordered();
  EXPECT_EQ(seat.type("stay"),
            "You stay. The bank has your order and may have signed it; your program does not send "
            "it again.\n");
  ASSERT_EQ(seat.wants<KeepWish>().size(), 1U);
  EXPECT_EQ(seat.wants<KeepWish>()[0].wish.chips, 0);
  seat.hear(lobby_says(meet::LobbyNews::What::bank_lost));
  seat.hear(session::SessionEvent(break_of_evening(420)));
  EXPECT_TRUE(seat.orders<OrderChips>().empty());
}

/// The bank has signed an order before the one that it has not answered.
TEST(SeatModel, ASecondOrderOfABreakIsSentAgain) {
  Seated seat = guest_who_has_ordered();
  auto here = break_of_evening(420);
  here.terms.evening->orders = {top_up_of_ann(2)};
  seat.sign({top_up_of_ann(2).order});
  seat.hear(lobby_says(meet::LobbyNews::What::ordered, top_up_of_ann(2).order));
  seat.hear(session::SessionEvent(here));
  seat.type("topup 100");
  EXPECT_EQ(seat.wants<KeepWish>().at(0).wish.number, 3U);
  seat.hear(Answered{OrderChips{100}, {}});
  seat.hear(lobby_says(meet::LobbyNews::What::bank_lost));
  seat.hear(session::SessionEvent(here));
  EXPECT_EQ(seat.orders<OrderChips>().size(), 1U);
}

TEST(SeatModel, ACashOutThatTheBankHasNotAnsweredIsSentAgain) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  seat.type("leave");
  EXPECT_TRUE(seat.keeps_wish_first()) << "the disk has it before it is sent";
  EXPECT_TRUE(seat.wants<KeepWish>().at(0).wish.leaves) << "also after a crash";
  seat.hear(Answered{CashOut{}, {}});
  const std::string said = seat.hear(lobby_says(meet::LobbyNews::What::bank_lost));
  EXPECT_NE(said.find("gives your chips back once the bank answers"), std::string::npos) << said;
  seat.hear(session::SessionEvent(break_of_evening(420)));
  EXPECT_EQ(seat.orders<CashOut>().size(), 1U);
}

/// The bank's answer is lost as the next table begins.
TEST(SeatModel, ATableThatBeginsHasTheOrderOrTheNextBreakHasIt) {
  const auto options = table_of_evening();
  const sim::World world(options);
  Model::Setup setup = ann();
  setup.key = world.key(Seat(1)).public_key();
  for (const bool is_signed : {true, false}) {
    Seated seat(setup);
    auto first = break_of_evening(500, 1);
    first.terms.evening->accounts.clear();
    if (!is_signed) first.terms.evening->accounts = {{setup.key, "Ann", 7, 500, 0, 500}};
    seat.hear(session::SessionEvent(first));
    seat.type(is_signed ? "buyin 500" : "yes");
    if (!is_signed) seat.type("topup 100");
    ASSERT_EQ(seat.orders<OrderChips>().size(), 1U);
    seat.hear(Answered{seat.orders<OrderChips>()[0], {}});
    seat.see(world.node(Seat(1)));
    const std::string said = seat.hear(session::SessionEvent(session::TableBegan{}));
    EXPECT_EQ(said.find("orders 100 chips in the next break") == std::string::npos, is_signed);
    EXPECT_EQ(seat.model().wish.chips, is_signed ? 0 : 100);
  }
}

/// Somebody whose program ended may come back by `fairdeal join`, too.
TEST(SeatModel, AGuestWhoJoinsAgainStillHasItsWish) {
  const auto joins = [](EveningWish wish, bool as_seen, std::uint32_t table) {
    Model::Setup setup = ann();
    setup.at_terminal = true;
    setup.wishes = {{proto::Digest{{std::byte{9}}}, {.chips = 900}},
                    {break_of_evening(420).terms.evening->id, wish}};
    Seated seat(setup);
    seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, as_seen);
    const std::string said = seat.hear(session::SessionEvent(break_of_evening(420, table)));
    const bool is_told = said.find("before your program ended") != std::string::npos;
    EXPECT_EQ(is_told, wish.number != 1) << said;
    return seat;
  };
  Seated seat = joins({.chips = 100}, true, 2);
  ASSERT_EQ(seat.orders<OrderChips>().size(), 1U);
  EXPECT_EQ(seat.orders<OrderChips>()[0].chips, 100);
  EXPECT_EQ(joins({.leaves = true}, true, 2).orders<CashOut>().size(), 1U);

  Seated is_signed = joins({.chips = 100, .number = 1}, true, 2);
  EXPECT_TRUE(is_signed.orders<OrderChips>().empty()) << "the account has that order";
  ASSERT_EQ(is_signed.wants<KeepWish>().size(), 1U);
  EXPECT_EQ(is_signed.wants<KeepWish>()[0].wish.chips, 0);

  Seated missed = joins({.leaves = true}, false, 4);
  EXPECT_TRUE(missed.orders<CashOut>().empty()) << "the person is asked about the tables first";
  EXPECT_EQ(missed.type("stay"), "You stay. Your program orders nothing in the next break.\n");
  EXPECT_TRUE(missed.keeps_wish_first());
  missed.type("yes");
  EXPECT_TRUE(missed.orders<CashOut>().empty());
  EXPECT_EQ(missed.wants<Agree>().size(), 1U);
}

/// A guest that waits for a bank may leave, though no break is shown.
TEST(SeatModel, WhoWaitsForABreakMayLeave) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  seat.hear(session::SessionEvent(meet::LobbyNews{.what = meet::LobbyNews::What::bank_lost}));
  seat.type("leave");
  EXPECT_EQ(seat.wants<EndEvening>().size(), 1U);
  EXPECT_TRUE(seat.wants<Decline>().empty());
}

/// Returns a newcomer who has come by the link of an evening while a table is played.
Seated newcomer_who_waits(bool at_terminal = true) {
  Seated seat(
      {.nickname = "Eve", .key = {{std::byte{9}}}, .guest = true, .at_terminal = at_terminal});
  const std::string said =
      seat.hear(session::SessionEvent(meet::LobbyNews{.what = meet::LobbyNews::What::until_break}));
  EXPECT_NE(said.find("You come in at the next break."), std::string::npos) << said;
  return seat;
}

TEST(SeatModel, ANewcomerWhoWaitsForABreakIsHeard) {
  Seated seat = newcomer_who_waits();
  EXPECT_EQ(seat.wants<Listen>().size(), 1U);
  EXPECT_NE(seat.type("abc").find("'abc' is no command"), std::string::npos);
  EXPECT_EQ(seat.type("who"), "waiting for the next break.\n");
  seat.type("leave");
  EXPECT_EQ(seat.wants<EndEvening>().size(), 1U);
  seat.hear(EveningEnds{});
  ASSERT_EQ(seat.wants<Conclude>().size(), 1U);
  EXPECT_EQ(seat.wants<Conclude>().front().text,
            "You leave before you sat down: nothing was ordered for you.");

  Seated quits = newcomer_who_waits();
  quits.type("quit");
  ASSERT_EQ(quits.wants<Conclude>().size(), 1U);
  EXPECT_EQ(quits.wants<Conclude>().front().status, static_cast<int>(words::Exit::interrupted));

  EXPECT_TRUE(newcomer_who_waits(false).wants<Listen>().empty())
      << "what comes in by a pipe is for the table, and its end is not the end of the waiting";
}

TEST(SeatModel, ANewcomerWhoWaitsForABreakMaySayWithHowManyChipsTheySitDown) {
  Seated seat = newcomer_who_waits();
  EXPECT_EQ(seat.type("buyin"),
            "Type buyin and a number of chips: your program orders them in the next break.\n");
  EXPECT_EQ(seat.type("buyin 600"), "Your program orders 600 chips in the next break.\n");
  seat.hear(session::SessionEvent(break_of_evening(420)));
  EXPECT_EQ(shown(seat).order_usual.value, 600);
  EXPECT_TRUE(seat.orders<OrderChips>().empty()) << "they have not read the terms";
  seat.type("yes");
  ASSERT_EQ(seat.orders<OrderChips>().size(), 1U);
  EXPECT_EQ(seat.orders<OrderChips>().front().chips, 600);
}

/// The terms on a newcomer's page are those of a break, which a table may end at any time.
TEST(SeatModel, APageAsksNothingAboutABreakThatIsOver) {
  Seated seat({.nickname = "Eve", .key = {{std::byte{9}}}, .guest = true, .has_page = true});
  seat.hear(session::SessionEvent(break_of_evening(420)));
  EXPECT_EQ(page_facts(seat.model()).phase, "terms");
  seat.hear(session::SessionEvent(meet::LobbyNews{.what = meet::LobbyNews::What::until_break}));
  for (const Line& line : seat.wants<Line>())
    EXPECT_EQ(line.text.find("Ctrl-C"), std::string::npos) << line.text;
  const auto facts = page_facts(seat.model());
  EXPECT_EQ(facts.phase, "gathering");
  EXPECT_EQ(facts.question, "");
  EXPECT_FALSE(facts.asked);
  EXPECT_TRUE(facts.seats.empty());
  EXPECT_EQ(facts.table.waits, "next_break");
  seat.hear(session::SessionEvent(break_of_evening(420, 3)));
  EXPECT_EQ(page_facts(seat.model()).phase, "terms") << "the next break has terms of its own";
}

TEST(SeatModel, ANewcomerIsToldOfNoAccountThatTheyNeverHad) {
  Seated seat({.nickname = "Eve", .key = {{std::byte{9}}}, .guest = true, .has_page = true});
  seat.remember(meet::EveningMemory{break_of_evening(420, 2).terms, {}}, false);
  seat.hear(session::SessionEvent(break_of_evening(420, 3)));
  for (const std::string& line : words::texts_of(terms_lines(seat.model())))
    EXPECT_EQ(line.find("last saw your account"), std::string::npos) << line;
}

// ---- Leaving an evening, and orders

TEST(SeatModel, AHostAtATerminalIsAskedOnceBeforeTheEveningEndsForAll) {
  Seated bank({.nickname = "Hal", .key = kHal, .at_terminal = true, .asks_twice = true});
  bank.hear(session::SessionEvent(break_of_evening(420)));
  EXPECT_NE(bank.type("leave").find("end the evening for all"), std::string::npos);
  EXPECT_TRUE(bank.wants<CloseEvening>().empty());
  bank.type("");
  EXPECT_TRUE(bank.orders<StartTable>().empty()) << "Enter answers the question";
  bank.type("leave");
  bank.type("yes");
  EXPECT_EQ(bank.wants<CloseEvening>().size(), 1U);

  Seated pipe({.nickname = "Hal", .key = kHal});
  pipe.hear(session::SessionEvent(break_of_evening(420)));
  pipe.type("leave");
  EXPECT_EQ(pipe.wants<CloseEvening>().size(), 1U) << "a script means what it types";
}

TEST(SeatModel, AtATableAHostIsAskedOnceAndHearsHowToTakeItBack) {
  const auto options = table_of_evening();
  const sim::World world(options);
  Model::Setup setup{.nickname = "Ann", .at_terminal = true, .asks_twice = true};
  setup.key = world.key(Seat(0)).public_key();
  AtTable at(setup, options);
  EXPECT_NE(at.seat.type("leave").find("after this table"), std::string::npos);
  EXPECT_FALSE(at.seat.model().wish.leaves);
  EXPECT_NE(at.seat.type("yes").find("Type stay"), std::string::npos);
  EXPECT_TRUE(at.seat.model().wish.leaves);
  at.seat.type("stay");
  EXPECT_FALSE(at.seat.model().wish.leaves);
}

TEST(SeatModel, AGuestAtATerminalIsAskedOnceBeforeTheyCashOutInABreak) {
  Model::Setup setup = ann();
  setup.asks_twice = true;
  Seated seat(setup);
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  EXPECT_NE(seat.type("leave").find("give your 420 chips back"), std::string::npos);
  EXPECT_TRUE(seat.orders<CashOut>().empty());
  EXPECT_EQ(page_facts(seat.model()).answers.size(), 2U);
  seat.type("no");
  EXPECT_TRUE(seat.model().asks(Question::none));
  EXPECT_TRUE(seat.orders<CashOut>().empty());
  seat.type("leave");
  seat.type("yes");
  EXPECT_EQ(seat.orders<CashOut>().size(), 1U);

  Seated page(setup);
  page.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  page.hear(session::SessionEvent(break_of_evening(420)));
  page.hear(Typed{"leave", true});
  EXPECT_EQ(page.orders<CashOut>().size(), 1U) << "a page asks by itself";
}

/// Returns Ann, who has ordered 100 chips and types `leave` before the bank has answered.
Seated ann_who_leaves_after_an_order() {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  seat.type("topup 100");
  seat.hear(Answered{OrderChips{100}, {}});
  seat.type("leave");
  EXPECT_EQ(seat.orders<CashOut>().size(), 1U);
  const std::string said =
      seat.hear(Answered{CashOut{}, fail(Fault::bad_parameters, "an order waits")});
  EXPECT_NE(said.find("once the bank has answered your order"), std::string::npos) << said;
  return seat;
}

meet::LobbyNews ordered_100() {
  return {.what = meet::LobbyNews::What::ordered,
          .order = proto::Order{kAnn, 2, proto::Order::Kind::top_up, 100}};
}

TEST(SeatModel, ACashOutIsKeptUntilTheBankHasSignedIt) {
  Seated seat = ann_who_leaves_after_an_order();
  seat.hear(session::SessionEvent(ordered_100()));
  ASSERT_EQ(seat.wants<KeepWish>().size(), 1U);
  EXPECT_TRUE(seat.keeps_wish_first());
  EXPECT_TRUE(seat.wants<KeepWish>()[0].wish.leaves);
  seat.hear(Answered{CashOut{}, {}});
  EXPECT_TRUE(seat.wants<KeepWish>().empty()) << "the disk has it";
  seat.hear(lobby_says(meet::LobbyNews::What::ordered,
                       proto::Order{kAnn, 3, proto::Order::Kind::cash_out, 420}));
  ASSERT_EQ(seat.wants<KeepWish>().size(), 1U);
  EXPECT_FALSE(seat.wants<KeepWish>()[0].wish.leaves) << "who comes back does not leave again";
}

TEST(SeatModel, WhoTypesLeaveBeforeTheBankHasAnsweredAnOrderLeavesAfterTheAnswer) {
  Seated seat = ann_who_leaves_after_an_order();
  EXPECT_TRUE(shown(seat).leaves);
  seat.hear(session::SessionEvent(ordered_100()));
  EXPECT_EQ(seat.orders<CashOut>().size(), 1U);

  Seated refused = ann_who_leaves_after_an_order();
  auto news = ordered_100();
  news.what = meet::LobbyNews::What::order_refused;
  news.problem = proto::OrderProblem::out_of_range;
  refused.hear(session::SessionEvent(news));
  EXPECT_EQ(refused.orders<CashOut>().size(), 1U);

  Seated late = ann_who_leaves_after_an_order();
  news.problem = proto::OrderProblem::table_begins;
  late.hear(session::SessionEvent(news));
  EXPECT_TRUE(late.model().wish.refused) << "they leave after the table that begins";
  EXPECT_EQ(late.model().wish.chips, 0);

  Seated stays = ann_who_leaves_after_an_order();
  stays.type("stay");
  stays.hear(session::SessionEvent(ordered_100()));
  EXPECT_TRUE(stays.orders<CashOut>().empty());
}

TEST(SeatModel, TheLedgerOfWhoLeavesHasTheOrdersOfTheirBreak) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  auto here = break_of_evening(420);
  here.terms.evening->orders = {
      {.order = {kHal, 2, proto::Order::Kind::top_up, 100}, .player = {}, .bank = {}}};
  seat.hear(session::SessionEvent(here));
  seat.hear(session::SessionEvent(
      meet::LobbyNews{.what = meet::LobbyNews::What::ordered,
                      .order = proto::Order{kAnn, 2, proto::Order::Kind::cash_out, 420}}));
  seat.hear(EveningEnds{});
  ASSERT_EQ(seat.wants<Conclude>().size(), 1U);
  const std::string& text = seat.wants<Conclude>().front().text;
  for (const char* line : {"Ann: -80 (bought 500, cashed out 420, has 0)",
                           "Hal: +80 (bought 600, cashed out 0, has 680)"})
    EXPECT_NE(text.find(line), std::string::npos) << text;
}

TEST(SeatModel, InABreakStayAndCtrlCAreAnswered) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  EXPECT_EQ(seat.type("stay"), "You stay. There is nothing to take back.\n");
  seat.hear(Interrupted{});
  ASSERT_EQ(seat.wants<Conclude>().size(), 1U);
  EXPECT_NE(seat.wants<Conclude>().front().failure->hint.find("fairdeal resume"),
            std::string::npos);

  Seated newcomer = newcomer_who_waits();
  newcomer.hear(Interrupted{});
  ASSERT_EQ(newcomer.wants<Conclude>().size(), 1U);
  EXPECT_EQ(newcomer.wants<Conclude>().front().failure->hint, "") << "there is nothing to resume";
}

TEST(SeatModel, ANumberAloneIsTheBuyInThatThePersonIsAskedFor) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(0).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(0)));
  seat.type("500");
  ASSERT_EQ(seat.orders<OrderChips>().size(), 1U);
  EXPECT_EQ(seat.orders<OrderChips>().front().chips, 500);

  Seated sits(ann());
  sits.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  sits.hear(session::SessionEvent(break_of_evening(420)));
  EXPECT_NE(sits.type("500").find("is no command"), std::string::npos);
  EXPECT_TRUE(sits.orders<OrderChips>().empty());
}

TEST(SeatModel, ABuyInBelowTheLeastIsRefusedWithTheReason) {
  Model::Setup eve{.nickname = "Eve", .key = {{std::byte{9}}}, .guest = true, .has_page = true};
  eve.options.evening.chips = 100;
  Seated seat(eve);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  const std::string said = seat.type("yes");
  EXPECT_NE(said.find("with 100 chips, and the least is 400"), std::string::npos) << said;
  EXPECT_TRUE(seat.orders<OrderChips>().empty());
}

TEST(SeatModel, WhoSitsHearsUpToHowManyChipsTheyMayBuy) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  for (const char* typed : {"topup 600", "topup", "topup -5"}) {
    EXPECT_EQ(seat.type(typed),
              "You have 420 chips. Type topup and a number of chips, up to 580.\n");
    EXPECT_TRUE(seat.orders<OrderChips>().empty());
  }
  Seated rich(ann());
  rich.remember(meet::EveningMemory{break_of_evening(1000).terms, {}}, true);
  rich.hear(session::SessionEvent(break_of_evening(1000)));
  EXPECT_NE(rich.type("topup 5").find("nobody may buy chips to have more than 1000"),
            std::string::npos);
}

TEST(SeatModel, AWishForMoreChipsThanTheEveningAllowsIsNotDroppedWithoutAWord) {
  Seated seat(ann_after_a_table());
  EXPECT_NE(seat.type("topup 700").find("up to 700 chips in the next break"), std::string::npos);
  seat.remember(meet::EveningMemory{break_of_evening(1000).terms, {}}, true);
  const std::string said = seat.hear(session::SessionEvent(break_of_evening(1000)));
  EXPECT_NE(said.find("does not order 700"), std::string::npos) << said;
  EXPECT_TRUE(seat.orders<OrderChips>().empty());
}

// ---- The host of an evening

TEST(SeatModel, AtATableOfAnEveningTheLinkIsGoodForTheNextBreak) {
  const auto options = table_of_evening();
  const sim::World world(options);
  Model::Setup setup = person();
  setup.key = world.key(Seat(0)).public_key();
  AtTable at(setup, options);
  const std::string said = at.seat.type("link");
  EXPECT_NE(said.find("come in at the next break"), std::string::npos) << said;
  EXPECT_EQ(said.find("nobody can sit down"), std::string::npos) << said;
  at.seat.invite_by("fairdeal:1.2.3.4:5#abc");
  const std::string shown_link = at.seat.type("link");
  EXPECT_NE(shown_link.find("fairdeal:1.2.3.4:5#abc"), std::string::npos) << shown_link;
}

TEST(SeatModel, AHostAnswersTheOnlyOneWhoAsksWithoutANameAndOthersByItsBeginning) {
  using What = meet::LobbyNews::What;
  Seated host(person());
  EXPECT_EQ(host.type("yes"), "Nothing is asked just now.\n");
  EXPECT_TRUE(host.orders<LetIn>().empty());
  const auto asks = [&](const char* name, std::byte key) {
    meet::LobbyNews news{.what = What::asks, .nickname = name};
    news.key.bytes[0] = key;
    host.hear(session::SessionEvent(news));
    return proto::key_words(news.key, proto::kKeyWordsToDecide);
  };
  const std::string ida = asks("Ida Gross", std::byte{1});
  crypto::PublicKey ida_key;
  ida_key.bytes[0] = std::byte{1};
  host.type("yes");
  ASSERT_EQ(host.orders<LetIn>().size(), 1U);
  EXPECT_EQ(host.orders<LetIn>().front().who, ida);
  EXPECT_TRUE(host.orders<LetIn>().front().yes);
  asks("Hal", std::byte{2});
  EXPECT_EQ(host.type("no"), "Several ask: Ida Gross and Hal. Type yes or no, and the name.\n");
  EXPECT_TRUE(host.orders<LetIn>().empty());
  host.type("no Ida");
  ASSERT_EQ(host.orders<LetIn>().size(), 1U);
  EXPECT_EQ(host.orders<LetIn>().front().who, ida);
  EXPECT_FALSE(host.orders<LetIn>().front().yes);
  host.type("yes Hal");
  EXPECT_EQ(host.orders<LetIn>().at(0).who, "Hal") << "a whole name is what it was";
  asks("Idalia", std::byte{3});
  host.type("yes Ida");
  EXPECT_EQ(host.orders<LetIn>().at(0).who, ida) << "whose first name it is, and not the beginning";
  host.hear(session::SessionEvent(meet::LobbyNews{.what = What::gave_up, .key = ida_key}));
  host.type("yes Ida");
  EXPECT_EQ(host.orders<LetIn>().at(0).who, "Ida") << "Idalia is somebody else";
}

/// The question of a guest who has gone is over, and the host reads which one that was.
TEST(SeatModel, AHostReadsWhoWentWhileBeingAsked) {
  using What = meet::LobbyNews::What;
  Seated host({.nickname = "Hal", .key = kHal});
  host.hear(session::SessionEvent(break_of_evening(420)));
  const proto::Order order{.kind = proto::Order::Kind::buy_in, .chips = 500};
  meet::LobbyNews news{.what = What::asks_order, .nickname = "Ida", .order = order};
  news.key.bytes[0] = std::byte{1};
  host.hear(session::SessionEvent(news));
  EXPECT_EQ(host.model().gathering.ordering.size(), 1U);
  news.what = What::gave_up;
  std::string said = host.hear(session::SessionEvent(news));
  EXPECT_NE(said.find("Ida"), std::string::npos) << said;
  EXPECT_NE(said.find("went while you were asked about their order"), std::string::npos) << said;
  EXPECT_TRUE(host.model().gathering.ordering.empty());
  news.order.reset();
  said = host.hear(session::SessionEvent(news));
  EXPECT_NE(said.find("went while you were asked about them"), std::string::npos) << said;
}

TEST(SeatModel, AHostSeesWhoHasNotBoughtInYet) {
  const crypto::PublicKey ida{{std::byte{5}}};
  Seated host({.nickname = "Hal", .key = kHal, .has_page = true});
  host.hear(session::SessionEvent(break_of_evening(420)));
  const std::string who = host.type("who");
  host.let_come({{ida, "Ida"}, {kAnn, "Ann", true}});
  EXPECT_EQ(host.hear(Tick{}).find("Ida"), std::string::npos) << "her program may buy at once";
  EXPECT_EQ(host.type("who"),
            who + "Ida is here and has not bought in yet.\nAnn is here and reads the terms.\n");
  EXPECT_NE(host.type("accounts").find("Ida is here and has not bought in yet."),
            std::string::npos);
  const auto status = status_of(host.model(), false);
  ASSERT_EQ(status.at("newcomers").size(), 2U);
  EXPECT_EQ(status["newcomers"][0].at("name"), "Ida");
  EXPECT_EQ(status["newcomers"][0].at("has_account"), false);
  const auto evening = shown(host);
  ASSERT_EQ(evening.accounts.size(), 3U) << "Ann has her account already";
  EXPECT_EQ(evening.accounts[2].name, "Ida");
  EXPECT_EQ(evening.accounts[2].chips.value, 0);
  host.wait(6s);
  EXPECT_NE(host.hear(Tick{}).find("Ida is here and has not bought in yet."), std::string::npos);
  EXPECT_EQ(host.hear(Tick{}).find("Ida"), std::string::npos) << "once is enough";
  host.let_come({});
  host.hear(Tick{});
  EXPECT_EQ(host.type("who"), who);
}

TEST(SeatModel, AHostKeepsWhomALinkHasServed) {
  const meet::Token link{std::byte{1}};
  meet::LobbyNews news{.what = meet::LobbyNews::What::link_used, .key = kAnn, .token = link};
  Seated host({.nickname = "Hal", .key = kHal});
  host.hear(session::SessionEvent(break_of_evening(420)));
  EXPECT_EQ(host.hear(session::SessionEvent(news)), "") << "the person has nothing to do with it";
  ASSERT_EQ(host.wants<KeepUsedLink>().size(), 1U);
  EXPECT_EQ(host.wants<KeepUsedLink>()[0].link, link);
  EXPECT_EQ(host.wants<KeepUsedLink>()[0].guest, kAnn);
  ASSERT_EQ(host.model().gathering.used_links.size(), 1U);

  Seated other(person());
  other.hear(session::SessionEvent(gathering()));
  other.hear(session::SessionEvent(news));
  EXPECT_TRUE(other.wants<KeepUsedLink>().empty()) << "no file is kept of other tables";
  EXPECT_EQ(other.model().gathering.used_links.size(), 1U) << "the next match has the link";
}

/// A host who means the end of the evening may answer the question that came after theirs.
TEST(SeatModel, AYesIsForTheQuestionThatStandsLast) {
  Seated bank({.nickname = "Hal", .key = kHal, .at_terminal = true, .asks_twice = true});
  bank.hear(session::SessionEvent(break_of_evening(420)));
  bank.type("leave");
  meet::LobbyNews news{.what = meet::LobbyNews::What::asks, .nickname = "Ida"};
  news.key.bytes[0] = std::byte{1};
  bank.hear(session::SessionEvent(news));
  bank.type("yes");
  EXPECT_TRUE(bank.wants<CloseEvening>().empty());
  EXPECT_EQ(bank.orders<LetIn>().size(), 1U);
}

TEST(SeatModel, NotAllAreHereWhereAnEveningMayBegin) {
  Seated host({.nickname = "Hal", .key = kHal, .has_page = true});
  host.hear(session::SessionEvent(break_of_evening(420)));
  auto here = break_of_evening(420);
  here.terms.seats = 6;
  host.hear(session::SessionEvent(here));
  host.hear(session::SessionEvent(meet::LobbyNews{.what = meet::LobbyNews::What::ready}));
  EXPECT_EQ(awaited(host.model()).text(), "press Enter to start");
}

TEST(SeatModel, CallersWhoAreNoMembersDoNotFillTheScreen) {
  AtTable at;
  const std::string bob = at.seat.model().name_of(Seat(1));
  for (const Fault fault : {Fault::hung_up, Fault::not_wanted}) {
    const Error error{fault, {}, "identity daf8602b"};
    EXPECT_EQ(at.seat.hear(session::SessionEvent(session::PeerRefused{"[fd00::2]:48238", error})),
              "");
    EXPECT_EQ(newcomer_who_waits().hear(
                  session::SessionEvent(session::PeerRefused{"[fd00::1]:7777", error})),
              "");
  }
  EXPECT_NE(at.seat.hear(session::SessionEvent(
                session::PeerRefused{bob, Error{Fault::hung_up, {}, "hung up"}})),
            "")
      << "a member that is refused is news";
}

TEST(SeatModel, TheAccountsOfAnEveningAreShownAtATerminal) {
  Seated seat(ann());
  seat.remember(meet::EveningMemory{break_of_evening(420).terms, {}}, true);
  seat.hear(session::SessionEvent(break_of_evening(420)));
  EXPECT_EQ(seat.type("accounts"),
            "Ann: -80 (bought 500, cashed out 0, has 420)\n"
            "Hal: +80 (bought 500, cashed out 0, has 580)\n");
  EXPECT_EQ(without_sentence(seat), "");
  EXPECT_EQ(newcomer_who_waits().type("accounts"), "Nobody has an account yet.\n");

  const auto options = table_of_evening();
  const sim::World world(options);
  Model::Setup setup = person();
  setup.key = world.key(Seat(0)).public_key();
  AtTable at(setup, options);
  EXPECT_NE(at.seat.type("accounts").find("bought 500, cashed out 0, has 500"), std::string::npos);
}

TEST(SeatModel, AHostWhoEndsTheEveningIsShownNoTermsOfANextTable) {
  Model::Setup hal{.nickname = "Hal", .key = kHal, .has_page = true};
  Model model = begin_model(hal, {}, {}, Sight{.now = kStart});
  model.wish.leaves = true;
  std::string lines;
  bool closes = false;
  const auto hears = [&](SeatEvent event) {
    Updated updated = update(std::move(model), std::move(event), Sight{.now = kStart});
    model = std::move(updated.model);
    for (const Effect& effect : updated.effects.all()) {
      if (const auto* line = std::get_if<Line>(&effect)) lines += line->text + "\n";
      closes = closes || std::holds_alternative<CloseEvening>(effect);
    }
  };
  hears(session::SessionEvent(session::ListeningAt{*sockets::Address::parse("127.0.0.1:7")}));
  hears(session::SessionEvent(break_of_evening(420)));
  EXPECT_TRUE(closes);
  EXPECT_EQ(lines.find("open"), std::string::npos) << lines;
  EXPECT_EQ(lines.find("stack"), std::string::npos) << lines;
}

}  // namespace
}  // namespace fairdeal::seat
