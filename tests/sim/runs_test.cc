#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/sim/trial.h"

/// Compares short runs of whole nodes with the text that was recorded in tests/runs. A change of
/// the protocol shows there as a difference of lines. To record them anew, run FD_WRITE_RUNS=1
/// build/release/tests/runs_test.
namespace fairdeal::sim {
namespace {

using Incident = Faults::Incident;
using What = Incident::What;

/// Writes which frames reach whom and what each member notices. It gathers first all that happens
/// in one millisecond, so that several members that get or notice the same are one line.
class Run : public Observer {
 public:
  void on_deliver(World& world, Seat from, Seat to, const Bytes& frame) override {
    if (const auto text = text_of(frame)) add(world, frames_, seat_text(from) + " to", to, *text);
  }
  void on_notice(World& world, Seat seat, const node::Notice& notice) override {
    if (const auto text = text_of(notice)) add(world, notices_, "      ", seat, *text);
  }
  void on_incident(World& world, const std::string& text) override {
    turn_to(world.now());
    lines_ << std::setw(7) << now_.ms << " ms  *** " << text << "\n";
  }

  std::string text() {
    flush();
    return lines_.str();
  }

 private:
  struct Line {
    std::string from;
    SeatSet seats;
    std::string text;
  };

  void add(const World& world, std::vector<Line>& lines, const std::string& from, Seat seat,
           const std::string& text) {
    turn_to(world.now());
    for (Line& line : lines)
      if (line.from == from && line.text == text && !line.seats.has(seat)) {
        line.seats.insert(seat);
        return;
      }
    lines.push_back({from, SeatSet::of({seat}), text});
  }
  void turn_to(Instant now) {
    if (now != now_) flush();
    now_ = now;
  }
  void flush() {
    for (auto* lines : {&frames_, &notices_}) {
      for (const Line& line : *lines) {
        std::string seats;
        for (const Seat seat : line.seats.list()) seats += " " + std::to_string(seat.value);
        lines_ << std::setw(7) << now_.ms << " ms  " << line.from << std::left << std::setw(9)
               << seats << std::right << line.text << "\n";
      }
      lines->clear();
    }
  }

  Instant now_{0};
  std::vector<Line> frames_, notices_;
  std::ostringstream lines_;
};

/// Plays until `limit`, and compares what happens with the recorded run of this name.
void expect_run(const std::string& name, const std::string& about, const Options& options,
                Instant limit = {10'000'000}) {
  Run run;
  World world(options, &run);
  world.run(limit);
  const std::string text = about + "\n\n" + run.text();
  const std::string path = FD_SOURCE_DIR "/tests/runs/" + name + ".txt";
  if (std::getenv("FD_WRITE_RUNS") != nullptr) {
    std::ofstream(path) << text;
    return;
  }
  std::ifstream file(path);
  const std::string recorded{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(recorded, text) << "this run has changed: " << path;
}

TEST(Runs, Equivocation) {
  expect_run(
      "equivocation",
      "Seats 0 and 1 play tic-tac-toe, seats 2 and 3 are witnesses. Seat 0 tells each half\n"
      "of the table another move; the others convict it, and the match is over.",
      {.game = "tic-tac-toe",
       .witnesses = 2,
       .faults = {.incidents = {
                      {.what = What::lies, .seat = Seat(0), .step = 2, .lie = Lie::two_entries}}}});
}

TEST(Runs, ASilentSeat) {
  expect_run("silent-seat",
             "Seats 0 and 1 play Kuhn poker, seat 2 is the witness. Seat 1 hears all and says\n"
             "nothing from step 4 on; the two others vote it absent, and end the match.",
             {.game = "kuhn",
              .witnesses = 1,
              .faults = {.incidents = {{.what = What::silent, .seat = Seat(1), .step = 4}}}});
}

TEST(Runs, LeavingAndReturning) {
  expect_run(
      "leaving-and-returning",
      "Three play hold'em. Seat 2 leaves at step 2, and says three seconds later that it is\n"
      "back: it plays again from the next deal on.",
      {.game = "holdem",
       .params = R"({"hands":40,"stack":2000})",
       .seats = 3,
       .faults = {.think_max = {2000},
                  .incidents = {{.what = What::leaves,
                                 .seat = Seat(2),
                                 .step = 2,
                                 .lasts = Duration{3000}}}}},
      {8'000});
}

TEST(Runs, AShuffleThatIsPipelined) {
  expect_run(
      "shuffle-pipeline",
      "Seats 0 and 1 play Kuhn poker, seat 2 is the witness; nothing goes wrong. Each seat\n"
      "sends its shuffle to the next one before it is agreed, so that the deck takes a step.",
      {.game = "kuhn", .witnesses = 1});
}

TEST(Runs, CatchingUp) {
  expect_run("catching-up",
             "Seats 0 and 1 play Kuhn poker, seat 2 is the witness. Seat 2 is cut off at step 3;\n"
             "the others go on without it, and when it is reached again it gets what they decided.",
             {.game = "kuhn",
              .witnesses = 1,
              .faults = {.think_max = {20'000},
                         .incidents = {{.what = What::partition,
                                        .group = SeatSet::of({Seat(2)}),
                                        .step = 3,
                                        .lasts = Duration{90'000}}}}});
}

}  // namespace
}  // namespace fairdeal::sim
