#include <cstdlib>
#include <fstream>

#include "base/seeded_rng.h"
#include "games/poker/history.h"
#include "games/poker/phh.h"
#include "rules/dealer.h"
#include "tests/rules/phh_hand.h"

/// Random hands of every game that the Poker Hand History format has, with all cards known: what
/// we write is set up by parameters again, and ends with the same chips. FD_WRITE_PHH names a
/// folder for files of 2,000 hands a game, which other programs recount.
namespace fairdeal::rules {
namespace {

struct Written {
  const char* game;
  const char* betting;
  std::size_t seats_max;
};

class RandomMatch {
 public:
  RandomMatch(const Written& what, std::uint64_t seed)
      : rng_(seed), game_(start(what)), dealer_(seed), history_(names()) {
    history_.set_own([this](CardSlot slot) -> std::optional<Face> {
      for (std::uint32_t seat = 0; seat < game_.seats(); ++seat) {
        const auto& faces = dealer_.known(Seat(seat)).faces;
        if (const auto found = faces.find(slot); found != faces.end()) return found->second;
      }
      return {};
    });
  }

  std::vector<HandRecord> play() {
    while (!game_.over()) {
      const Want want = game_.wants().front();
      const auto* const asked = std::get_if<WantMove>(&want);
      const AnyEvent event = asked != nullptr
                                 ? AnyEvent(Moved<Action>{asked->seats.front(), move()})
                                 : event_of<Action>(dealer_.answer(want));
      const AnyGame next = game_.after(event).value();
      history_.on(game_, event, next);
      game_ = next;
    }
    return history_.hands();
  }

 private:
  static SeatNames names() {
    return {"Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"};
  }

  AnyGame start(const Written& what) {
    const std::string game = what.game;
    const auto drawn = [this](std::uint64_t least, std::uint64_t most) {
      return least + rng_.below(most - least + 1);
    };
    Json params{{"hands", 40},
                {"betting", what.betting},
                {"stack", drawn(100, 2'000)},
                {"ante", drawn(0, 8)}};
    if (game == "short-deck")
      params["button_blind"] = 20;
    else if (game == "razz" || game.starts_with("stud"))
      params.update({{"bet", 20}, {"bring_in", drawn(5, 14)}});
    return start_game(game, params, 2 + rng_.below(what.seats_max - 1)).value();
  }

  /// Folds seldom, and raises by little mostly, so that many hands come to a showdown.
  Action move() {
    const Seat seat = game_.active().front();
    const auto choices = game_.choices(seat, dealer_.known(seat));
    const auto draw = [&] { return choices[rng_.below(choices.size())]; };
    Choice choice = draw();
    for (int i = 0; i < 2 && (choice.kind == "fold" || choice.kind == "muck"); ++i) choice = draw();
    if (!choice.range) return choice.action;
    const auto wide = static_cast<std::uint64_t>(choice.range->max - choice.range->min) + 1;
    return with_number(
        choice, choice.range->min + static_cast<std::int64_t>(rng_.below(wide) >> rng_.below(8)));
  }

  SeededRng rng_;
  AnyGame game_;
  Dealer dealer_;
  HandHistory history_;
};

class RandomHands : public testing::TestWithParam<Written> {};

TEST_P(RandomHands, AreSetUpAgainByWhatIsWritten) {
  const char* const folder = std::getenv("FD_WRITE_PHH");
  const std::size_t wanted = folder != nullptr ? 2'000 : 60;
  std::vector<HandRecord> hands;
  for (std::uint64_t seed = 1; hands.size() < wanted; ++seed)
    for (const HandRecord& hand : RandomMatch(GetParam(), seed).play())
      if (hands.size() < wanted) hands.push_back(hand);
  for (const HandRecord& hand : hands) {
    const auto file = toml::parse(phh({hand}));
    const PhhHand again(file, false);
    ASSERT_EQ(again.wrong, "") << file;
    ASSERT_EQ(again.stacks(), again.expected()) << file;
  }
  if (folder != nullptr)
    std::ofstream(std::filesystem::path(folder) / (std::string(GetParam().game) + ".phhs"))
        << phh(hands);
}

INSTANTIATE_TEST_SUITE_P(
    EveryGame, RandomHands,
    testing::Values(Written{"holdem", "no-limit", 9}, Written{"omaha", "pot-limit", 9},
                    Written{"omaha-hi-lo", "fixed-limit", 9}, Written{"short-deck", "no-limit", 9},
                    Written{"stud", "fixed-limit", 7}, Written{"stud-hi-lo", "fixed-limit", 7},
                    Written{"razz", "fixed-limit", 7}, Written{"five-card-draw", "no-limit", 6},
                    Written{"single-draw", "no-limit", 6}, Written{"triple-draw", "fixed-limit", 6},
                    Written{"badugi", "fixed-limit", 8}),
    [](const auto& one) {
      std::string name = one.param.game;
      std::ranges::replace(name, '-', '_');
      return name;
    });

}  // namespace
}  // namespace fairdeal::rules
