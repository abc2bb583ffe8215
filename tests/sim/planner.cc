#include <algorithm>
#include <array>

#include "base/random_index.h"
#include "runtime/state/terms.h"
#include "tests/sim/trial.h"

/// Makes the plan of a match from a seed.
namespace fairdeal::sim {
namespace {

using Incident = Faults::Incident;
using What = Incident::What;

struct GameChoice {
  const char* name;
  const char* params;
  std::size_t seats_max;
};
/// The choices, with some games repeated. A match of hold'em takes as long as five others, so it
/// comes only once.
constexpr GameChoice kGames[] = {
    {"holdem", R"({"hands":1})", 6},
    {"kuhn", "{}", 2},
    {"kuhn", "{}", 2},
    {"leduc", "{}", 2},
    {"pig", R"({"goal":12})", 2},
    {"pig", R"({"goal":12})", 2},
    {"pig", R"({"goal":12})", 2},
    {"odds-and-evens", "{}", 2},
    {"odds-and-evens", "{}", 2},
    {"odds-and-evens", "{}", 2},
    {"tic-tac-toe", "{}", 2},
    {"tic-tac-toe", "{}", 2},
};

/// How many liars a match has at most: as many as ten members bear. Where all must agree a table
/// bears any number, but then too few honest members are left to test anything.
constexpr std::size_t kLiarsMax = 3;

class Planner {
 public:
  Planner(std::uint64_t seed, const Wish& wish) : rng_(seed ^ 0x5eedf001), wish_(wish) {
    plan_.options.seed = seed;
  }

  Plan make() {
    if (wish_.schemes) return scheme();
    table();
    if (!wish_.faults) return plan_;
    if (!one_in(3)) terms();
    network();
    speeds();
    if (one_in(3)) focus_ = below(20);
    for (std::uint64_t i = below(focus_ ? 8 : 4); i > 0; --i) passing();
    if (wish_.older_copies) return older_copies(), plan_;
    if (wish_.lie || heads()) lasting();
    // This is drawn last, so that it changes no other match.
    if (!wish_.game && !wish_.seats && !wish_.witnesses && one_in(64)) drill();
    // By the bits of the seed, so that plans of before stay what they were.
    for (std::uint32_t i = 0; i < plan_.options.seats; ++i)
      if ((plan_.options.seed >> i & 1) != 0) faults().careful.insert(Seat(i));
    return plan_;
  }

 private:
  Faults& faults() { return plan_.options.faults; }
  bool heads() { return one_in(2); }
  std::size_t below(std::size_t size) { return random_index(rng_, size); }
  bool one_in(std::uint64_t n) { return rng_.below(n) == 0; }
  std::size_t members() const { return plan_.options.seats + plan_.options.witnesses; }
  Seat member() { return Seat(static_cast<std::uint32_t>(below(members()))); }
  Seat member_but(SeatSet others) {
    Seat seat = member();
    while (others.has(seat)) seat = member();
    return seat;
  }
  Duration between(std::int64_t least, std::int64_t most) {
    return {least +
            static_cast<std::int64_t>(rng_.below(static_cast<std::uint64_t>(most - least + 1)))};
  }
  template <class T, std::size_t N>
  T any_of(const std::array<T, N>& choices) {
    return choices[below(N)];
  }

  // ---- The table and its terms

  void table() {
    Options& o = plan_.options;
    std::vector<GameChoice> games;
    for (const auto& game : kGames)
      if (!wish_.game || *wish_.game == game.name) games.push_back(game);
    if (games.empty()) games.push_back({wish_.game->c_str(), "{}", 2});
    const GameChoice& game = games[below(games.size())];
    o.game = game.name;
    o.params = game.params;
    o.seats = wish_.seats.value_or(2 + below(game.seats_max - 1));
    // A table of two with witnesses can outvote a member as well as a larger one can; with seven
    // members it bears two liars.
    const std::size_t usual = o.seats >= 4 ? 0 : below(4);
    const bool large = one_in(12);
    o.witnesses = wish_.witnesses.value_or(large ? std::min<std::size_t>(6, 8 - o.seats) : usual);
    // Half of these matches have dice that one seat alone sees, which are made of coins at a table
    // of any size.
    if (o.game == "pig" && heads() && !wish_.game) {
      o.game = "liars-dice";
      o.params = R"({"dice":1})";
    }
    if (one_in(16)) plan_.terms.more_votes = kUnanimous;
  }

  void terms() {
    Terms& t = plan_.terms;
    proto::Pace& pace = t.pace;
    constexpr std::array<std::int64_t, 8> kWork{2'000,  2'000,  3'000,  5'000,
                                                10'000, 20'000, 60'000, 600'000};
    constexpr std::array<std::int64_t, 8> kRound{100, 200, 300, 500, 1'000, 1'000, 2'000, 5'000};
    constexpr std::array<std::int64_t, 6> kMove{1'000, 2'000, 5'000, 20'000, 60'000, 300'000};
    constexpr std::array<std::int64_t, 5> kReserve{0, 0, 3'000, 30'000, 120'000};
    constexpr std::array<std::int64_t, 4> kIncrement{0, 0, 1'000, 10'000};
    constexpr std::array<std::int64_t, 5> kReconnect{0, 0, 1'000, 10'000, 60'000};
    pace.work = {any_of(kWork)};
    pace.round = {any_of(kRound)};
    pace.move = {any_of(kMove)};
    pace.bank = {any_of(kReserve)};
    pace.increment = {any_of(kIncrement)};
    pace.reconnect = {any_of(kReconnect)};
    pace.absences = static_cast<std::uint32_t>(1 + below(5));
    if (one_in(8)) t.more_votes = static_cast<std::uint32_t>(1 + below(3));
    if (one_in(4) && plan_.options.seats >= state::kRecoverySeatsMin) t.recovery = heads();
    if (one_in(8)) t.commit_reveal = heads();
  }

  // ---- Faults that last for the whole match

  void network() {
    Faults& f = faults();
    constexpr std::array kLosses{0.0, 0.0, 0.02, 0.1, 0.3};
    f.loss = any_of(kLosses);
    f.duplicate = any_of(kLosses);
    constexpr std::array<std::int64_t, 5> kDelays{0, 40, 200, 1'000, 3'000};
    f.delay_min = between(1, 50);
    f.delay_max = {f.delay_min.ms + any_of(kDelays)};
    // Messages that take longer than a round waits rarely show anything else than that.
    const Duration bearable = plan_.terms.pace.round * 2;
    if (!one_in(8)) f.delay_max = std::max(f.delay_min, std::min(f.delay_max, bearable));
    if (heads()) f.sync_max = between(0, 30);
    if (heads()) f.skew_max = 30'000;
    if (heads()) f.drift_max = 20;
    if (one_in(4)) f.think_max = between(0, 20'000);
    if (f.loss > 0 || f.duplicate > 0) f.calm = Instant{60'000};
  }

  void speeds() {
    constexpr std::array<std::int64_t, 6> kWork{1, 10, 100, 500, 2'000, 10'000};
    constexpr std::array<std::int64_t, 4> kTimes{2, 10, 50, 1'000};
    if (heads()) return;
    faults().work_max = {any_of(kWork)};
    if (heads()) faults().slow.push_back({member(), any_of(kTimes)});
  }

  // ---- Incidents

  Incident incident(What what) {
    Incident i{.what = what, .seat = member()};
    SeatSet itself;
    itself.insert(i.seat);
    i.other = member_but(itself);
    i.step = focus_ ? *focus_ : below(heads() ? 8 : 30);
    constexpr std::array<std::int64_t, 4> kAfter{100, 100, 3'000, 60'000};
    if (heads()) i.after = between(0, any_of(kAfter));
    if (one_in(focus_ ? 2 : 4)) i.round = static_cast<std::uint32_t>(1 + below(4));
    return i;
  }

  /// Adds an incident that is over after a while.
  void passing() {
    constexpr std::array kWhat{What::cut,  What::partition, What::one_way, What::frozen,
                               What::kill, What::kill,      What::silent,  What::leaves,
                               What::jump, What::crash,     What::crash};
    Incident i = incident(any_of(kWhat));
    i.lasts = one_in(4) ? between(30'000, 400'000) : one_in(3) ? about_due() : between(1, 10'000);
    if (i.what == What::leaves) i.step = std::max<std::uint64_t>(i.step, 1);
    if (i.what == What::partition)
      i.group = SeatSet::of_bits(
          static_cast<std::uint32_t>(1 + rng_.below((std::uint64_t{1} << members()) - 2)));
    if (i.what == What::jump) {
      i.by = *std::exchange(i.lasts, std::nullopt);
    } else if (i.what == What::crash || i.what == What::kill) {
      process_ends(i);
    }
    faults().incidents.push_back(i);
  }

  /// Returns about the time until an answer is due, so that it reaches some members in time and
  /// others too late.
  Duration about_due() {
    const proto::Pace& pace = plan_.terms.pace;
    const std::int64_t due = heads() ? pace.work.ms : pace.move.ms + pace.bank.ms;
    return {std::max<std::int64_t>(1, due + between(-2, 6).ms * pace.round.ms)};
  }

  void process_ends(Incident& i) {
    if (i.what == What::crash) {
      constexpr std::array kCrashes{Crash::before_sync, Crash::after_sync, Crash::half_sent,
                                    Crash::full};
      i.crash = any_of(kCrashes);
      i.writes = 1 + below(heads() ? 8 : 64);
    }
    if (!one_in(6)) return;
    constexpr std::array kFound{Found::older, Found::older, Found::older, Found::damaged_record,
                                Found::damaged};
    i.found = any_of(kFound);
    if (i.found == Found::older) i.missing = 1 + below(heads() ? 4 : 40);
  }

  /// Adds an incident that is never over: a member lies, or is lost.
  void lasting() {
    if (wish_.lie || (wish_.lies && !one_in(4))) return lies();
    constexpr std::array kWhat{What::kill, What::silent, What::frozen};
    faults().incidents.push_back(incident(any_of(kWhat)));
  }

  /// Adds one liar, or as many as the table bears, or a quorum that votes somebody out.
  void lies() {
    if (!wish_.lie && members() >= 3 && one_in(16)) return coalition();
    const consensus::Quorum quorum = quorum_of(plan_);
    const std::size_t most = std::clamp<std::size_t>(quorum.max_faulty, 1, kLiarsMax);
    SeatSet liars;
    for (std::size_t n = heads() ? most : 1; n > 0; --n) {
      Incident i = incident(What::lies);
      i.seat = member_but(liars);
      i.lie = wish_.lie ? *wish_.lie : one_in(3) ? Lie::any_field : any_lie();
      if (heads()) i.step = 0;
      liars.insert(i.seat);
      faults().incidents.push_back(i);
    }
  }

  /// Restarts one member from older copies, up to three times, and adds one liar. Why one member:
  /// what it signed and lost is gone if all honest members that heard it lose it, too.
  void older_copies() {
    const Seat restarted = member();
    for (std::uint64_t n = 1 + below(3); n > 0; --n) {
      Incident i = incident(What::kill);
      i.seat = restarted;
      i.lasts = between(1, one_in(4) ? 60'000 : 5'000);
      i.found = Found::older;
      i.missing = 1 + below(heads() ? 6 : 40);
      faults().incidents.push_back(i);
    }
    std::erase_if(faults().incidents, [&](const Incident& i) {
      return i.found == Found::older && i.seat != restarted;
    });
    Incident lie = incident(What::lies);
    lie.seat = member_but(SeatSet::of({restarted}));
    lie.lie = wish_.lie ? *wish_.lie : heads() ? Lie::false_status : any_lie();
    if (heads()) lie.step = 0;
    faults().incidents.push_back(lie);
  }

  Lie any_lie() {
    for (;;) {
      const auto lie = static_cast<Lie>(below(kPlainLies));
      if (!needs_a_quorum(lie)) return lie;
    }
  }

  void coalition() {
    Incident i = incident(What::lies);
    i.lie = Lie::votes_out;
    SeatSet others;
    others.insert(i.other);
    if (quorum_of(plan_).needed == members()) return;  // nobody can be voted out here
    for (std::size_t n = quorum_of(plan_).needed; n > 0; --n) {
      i.seat = member_but(others);
      others.insert(i.seat);
      faults().incidents.push_back(i);
    }
  }

  // ---- Schemes

  /// Plans a match in which nothing goes wrong but that up to f members follow a scheme: so clocks,
  /// reserves and convictions must hold to the letter.
  Plan scheme() {
    plan_.schemes = true;
    const Scheme scheme = draw_scheme();
    scheme_table(scheme);
    proto::Pace& pace = plan_.terms.pace;
    constexpr std::array<std::int64_t, 5> kRound{200, 200, 500, 1'000, 2'000};
    constexpr std::array<std::int64_t, 3> kMove{2'000, 5'000, 20'000};
    constexpr std::array<std::int64_t, 3> kBank{0, 3'000, 30'000};
    constexpr std::array<std::int64_t, 3> kIncrement{0, 1'000, 5'000};
    constexpr std::array<std::int64_t, 3> kReserve{5'000, 20'000, 60'000};
    pace.round = {any_of(kRound)};
    pace.move = {any_of(kMove)};
    pace.bank = {any_of(kBank)};
    pace.increment = {any_of(kIncrement)};
    pace.work = {any_of(kReserve)};
    pace.reconnect = {any_of(kReserve)};
    pace.absences = static_cast<std::uint32_t>(1 + below(4));
    ways(pace.round);
    if (scheme == Scheme::split) return split(), plan_;
    if (scheme == Scheme::pair) return pair(), plan_;
    const Lie lie = scheme_of_liars();
    Faults& f = faults();
    if (lie == Lie::waits) return plan_;  // then nobody else takes time, so that its own is seen
    for (std::uint32_t i = 0; i < plan_.options.seats; ++i)
      if (!liars(f).has(Seat(i)) && heads())
        f.last_moment.push_back({Seat(i), heads() ? between(1, 40) : between(40, 900)});
    return plan_;
  }

  enum class Scheme : std::uint8_t { plain, large, small, four, pair, split };
  Scheme draw_scheme() {
    const std::size_t draw = below(64);
    if (wish_.lie) return *wish_.lie == Lie::splits ? Scheme::split : Scheme::plain;
    constexpr std::array kFirst{Scheme::large, Scheme::small, Scheme::pair, Scheme::split,
                                Scheme::four,  Scheme::four,  Scheme::four};
    return draw < kFirst.size() ? kFirst[draw] : Scheme::plain;
  }

  void scheme_table(Scheme scheme) {
    Options& o = plan_.options;
    o.seats = 2;
    o.witnesses = 2 + below(5);
    const std::size_t draw = below(64);
    o.game = "tic-tac-toe";
    if (scheme == Scheme::split) {
      o = {.game = "puzzle-15",
           .params = R"({"max_moves":200})",
           .seats = 1,
           .witnesses = 2,
           .seed = o.seed};
      return;
    }
    if (scheme == Scheme::small) {
      o.seats = 2 + below(2);
      o.witnesses = below(2);
      if (o.seats > 2) o.game = "holdem";
    } else if (scheme == Scheme::large) {
      o.game = "holdem";
      o.seats = 5 + below(6);
      o.witnesses = one_in(3) ? below(7) : 6;
    } else if (scheme == Scheme::four || scheme == Scheme::pair) {
      o.game = "holdem";
      o.seats = 4;
      o.witnesses = scheme == Scheme::pair ? 3 + below(4) : below(3);
    } else if (draw < 4) {
      o.game = "odds-and-evens";
      o.params = R"({"turns":36})";
    } else if (draw < 10) {
      o.game = heads() ? "kuhn" : "leduc";
    } else if (draw < 18) {
      o.game = "pig";
      o.params = R"({"goal":12})";
    }
    if (o.game == "holdem") o.params = R"({"hands":1})";
    if (wish_.game) o.game = *wish_.game;
    if (wish_.seats) o.seats = *wish_.seats;
    if (wish_.witnesses) o.witnesses = *wish_.witnesses;
  }

  /// Draws ways that are shorter than a quarter of a round, some pairs' longer than others'.
  void ways(Duration round) {
    Faults& f = faults();
    const std::int64_t most = std::min<std::int64_t>(round.ms / 8, 60);
    f.delay_min = between(1, std::max<std::int64_t>(1, most / 2));
    f.delay_max = between(f.delay_min.ms, most);
    f.skew_max = 30'000;
    for (std::uint64_t i = below(3); i > 0; --i) {
      const Seat a = member();
      f.long_ways.push_back({a, member_but(SeatSet::of({a})), between(1, most)});
    }
    // In larger tables so many frames wait while each is handled that a match takes minutes.
    if (one_in(3) && members() <= 8) f.handling_max = between(1, 3);
    if (one_in(3)) f.work_max = between(1, 50);
  }

  /// Makes one liar, or as many as the table bears, who have one scheme and one victim.
  Lie scheme_of_liars() {
    constexpr std::array kSchemes{Lie::all_but_one, Lie::all_but_one, Lie::waits, Lie::fills_quota,
                                  Lie::two_votes};
    Incident i{.what = What::lies};
    i.lie = wish_.lie.value_or(any_of(kSchemes));
    if (plan_.options.game == "odds-and-evens" && !wish_.lie && heads()) i.lie = Lie::fills_quota;
    i.other = Seat(static_cast<std::uint32_t>(below(plan_.options.seats)));
    SeatSet taken = SeatSet::of({i.other});
    // Where all must agree, a liar stops the table.
    const bool all = quorum_of(plan_).needed == members();
    const std::size_t most = all ? 0 : std::min(quorum_of(plan_).max_faulty, kLiarsMax);
    for (std::size_t n = heads() ? most : std::min<std::size_t>(1, most); n > 0; --n) {
      i.seat = member_but(taken);
      taken.insert(i.seat);
      faults().incidents.push_back(i);
    }
    return i.lie;
  }

  /// Two seats of a hand keep back what they owe, so that what the rules want becomes void by both.
  void pair() {
    Incident i{.what = What::lies};
    i.lie = Lie::no_entries;
    i.step = 5 + below(8);
    const Seat first(static_cast<std::uint32_t>(below(4)));
    for (const Seat seat : {first, Seat((first.value + 1 + below(3)) % 4)}) {
      i.seat = seat;
      faults().incidents.push_back(i);
    }
  }

  /// One who plays alone is all that connects its two witnesses, and plays another match with each.
  /// It takes time to think, so that they say where they are before many more steps are over.
  void split() {
    faults().think_max = between(500, 2'000);
    Incident i{.what = What::cut, .seat = Seat(1), .other = Seat(2)};
    i.step = 1 + below(20);
    faults().incidents.push_back(i);
    i.what = What::mended;
    Incident lies{.what = What::lies, .seat = Seat(0), .other = Seat(heads() ? 1 : 2)};
    lies.step = i.step;
    lies.lie = Lie::splits;
    faults().incidents.push_back(lies);
    // Some part for longer than all remember.
    const std::size_t kAges[] = {8, 60, 150};
    i.step += 1 + below(kAges[below(std::size(kAges))]);
    faults().incidents.push_back(i);
  }

  // ---- Situations that mixed faults hardly ever reach

  /// Plans a hand of hold'em in which several things come together at one step.
  void drill() {
    plan_.options.game = "holdem";
    plan_.options.params = R"({"hands":1})";
    plan_.options.seats = 4;
    plan_.options.witnesses = 0;
    plan_.terms = {};
    plan_.terms.pace.work = {2'000};
    focus_.reset();
    faults() = {};
    if (one_in(3))
      late_helper();
    else
      lost_votes();
    if (wish_.lie) lies();
  }

  /// A seat falls silent that owes shares, and the clock of one that stands in for it runs out
  /// before it has made its own.
  void late_helper() {
    plan_.options.seats += below(2);
    faults().work_max = {200};
    Incident falls{.what = heads() ? What::kill : What::silent, .seat = member()};
    falls.step = plan_.options.seats + 1 + below(3);  // after an opening, about
    Incident late{.what = What::jump, .seat = member_but(SeatSet::of({falls.seat}))};
    late.step = falls.step + 1;
    late.after = between(0, 5);
    late.by = {plan_.terms.pace.work.ms + plan_.terms.pace.round.ms};
    faults().incidents = {falls, late};
  }

  /// Half of the messages are lost, and rounds are short. So one member locks on a record and lacks
  /// the votes for another that a quorum then prevotes.
  void lost_votes() {
    plan_.terms.pace.round = {100};
    plan_.terms.pace.absences = 100;
    faults().loss = 0.5;
    faults().delay_max = {20};
    faults().calm = Instant{600'000};
  }

  /// If set, the step at which more than usual happens, so that it needs several rounds.
  std::optional<std::uint64_t> focus_{};
  SeededRng rng_;
  Wish wish_;
  Plan plan_;
};

}  // namespace

Plan plan_of(std::uint64_t seed, const Wish& wish) { return Planner(seed, wish).make(); }

}  // namespace fairdeal::sim
