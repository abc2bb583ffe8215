#include <cstdio>
#include <cstdlib>
#include <string>

#include "crypto/hash.h"
#include "rules/json_full.h"
#include "rules/lua/interpreter.h"
#include "rules/lua/script.h"
#include "rules/params.h"
#include "rules/recording.h"
#include "rules/registry.h"
#include "runtime/state/rules_digest.h"
#include "tests/sim/tables.h"
#include "tests/sim/trial.h"

/// Prints what the core computes, as text. It is built natively and for wasm32 from the same
/// sources, and scripts/wasm compares what both print, byte for byte.
///
///   rules                        a digest of the recorded matches of every compiled game
///   scripts                      those of every shipped Lua game, and the fuel of every call
///   limits                       the largest call of each kind that Lua's limits let through
///   match GAME SEATS SEED        a match without faults: every frame in order, heads, transcripts
///   trials GAME SEATS SEED COUNT matches with drawn faults and lies, under the simulator's Watch
///   tables SEED COUNT            tables from their gathering to their end, with codes, relays,
///   next
///                                matches and drawn cuts: a digest of every input and effect
namespace fairdeal {
namespace {

unsigned long long number(std::uint64_t value) { return value; }

std::string digest_of(ByteSpan bytes) { return crypto::hash("compared", bytes).hex(); }

int print_rules() {
  for (const auto& module : rules::modules()) {
    const std::string lines = rules::recorded_rules(module);
    std::printf("%s %s %s %zu bytes\n", module.info().name.c_str(),
                state::rules_digest(module).hex().c_str(), digest_of(as_bytes(lines)).c_str(),
                lines.size());
  }
  return 0;
}

/// Writes down what every call took.
class FuelMeter final : public rules::ScriptEngine {
 public:
  explicit FuelMeter(std::unique_ptr<rules::ScriptEngine> engine) : engine_(std::move(engine)) {}

  const rules::ScriptMembers& members() const override { return engine_->members(); }
  Result<rules::Json> call(const std::string& function, std::span<const rules::Json> arguments,
                           std::int64_t& fuel) override {
    const std::int64_t before = fuel;
    auto value = engine_->call(function, arguments, fuel);
    log_ += function + " " + std::to_string(before) + " " + std::to_string(fuel) +
            (value ? "" : " " + value.error().about) + "\n";
    ++calls_;
    return value;
  }
  Result<rules::ScriptPlayouts> playouts(const rules::Json& params, std::size_t seats,
                                         std::uint64_t seed, std::uint64_t count) override {
    return engine_->playouts(params, seats, seed, count);
  }
  const std::string& log() const { return log_; }
  std::size_t calls() const { return calls_; }

 private:
  std::unique_ptr<rules::ScriptEngine> engine_;
  std::string log_;
  std::size_t calls_ = 0;
};

bool print_script(const std::string& name, const std::string& text) {
  auto engine = rules::local_engine(name, text);
  if (!engine) return std::printf("%s: %s\n", name.c_str(), engine.error().about.c_str()), false;
  auto owned = std::make_unique<FuelMeter>(*std::move(engine));
  const FuelMeter& meter = *owned;
  auto script = rules::Script::of(name, text, std::move(owned));
  if (!script) return std::printf("%s: %s\n", name.c_str(), script.error().about.c_str()), false;
  const std::string lines = rules::recorded_rules(rules::module_of_script(*script));
  std::printf("%s recorded %s %zu bytes; %zu calls, fuel %s\n", name.c_str(),
              digest_of(as_bytes(lines)).c_str(), lines.size(), meter.calls(),
              digest_of(as_bytes(meter.log())).c_str());
  const auto params = rules::complete_params((*script)->info(), rules::Json::object());
  for (const std::size_t seats : {(*script)->info().seats_min, (*script)->info().seats_max}) {
    const auto played = (*script)->playouts(*params, seats, 7, 10);
    if (played)
      std::printf("%s for %zu: %llu matches, %llu moves, ends %016llx\n", name.c_str(), seats,
                  number(played->matches), number(played->moves), number(played->ends));
    else  // a game of secret moves has no random matches; both builds must say why in the same
          // words
      std::printf("%s for %zu: %s\n", name.c_str(), seats, played.error().about.c_str());
  }
  return true;
}

int print_scripts() {
  bool good = true;
  for (const auto& script : rules::scripts_of_folder())
    good = print_script(std::string(script.name), std::string(script.text)) && good;
  return good ? 0 : 1;
}

/// Functions of `n` that a limit of memory, of instructions or of depth ends for some n.
constexpr const char* kLimited[] = {
    "local t = {} for i = 1, n do t[i] = {} end",
    "local t = {} for i = 1, n do t[i] = 'k' .. i end",
    "local t = {} for i = 1, n do t[i] = function() return n end end",
    "local t = {} for i = 1, n do t['k' .. i] = i end",
    "local t = {} for i = 1, n do t[i] = {i} end",
    "local t = {} for i = 1, n do t[i] = {a = i} end",
    "local function f(k) if k > 0 then return 1 + f(k - 1) end return 0 end f(n)",
    "for i = 1, n do local t = {} end",
    "for i = 1, n do local f = function() return n end end",
    "for i = 1, n do local s = 'abc' .. i end",
    "for i = 1, n do local t = {a=1, b=1, c=1, d=1, e=1, f=1, g=1, h=1, i=1} end",
    "for i = 1, n do local t = {{},{},{},{},{},{},{},{},{}} end",
    "local s = string.rep('x', 2000) for i = 1, n do local t = s .. i end",
    "local s = string.rep('x', n)",
    "local t = {} for i = 1, n do t[i] = i end table.concat(t)",
    // The border of this list, 2^32 + 2, is 2 where it is cut to 32 bits.
    ("local t = {} for i = 1, 17 do t[i] = 1 end for k = 5, 32 do t[1 << k] = 1 end "
     "t[(1 << 32) + 1] = 1 t[(1 << 32) + 2] = 1 if n > 1 then poker.betting(t, 'none') end"),
};

bool print_limit(const std::string& body) {
  const std::string text =
      "local m = {name = 'x', version = 1, seats = {1, 1}}\nfunction m.start(n) " + body +
      " return {} end\nfunction m.wants() return {} end\nfunction m.after(s) return s end\n"
      "function m.result() return {0} end\nreturn m\n";
  const auto script = rules::Interpreter::load("limit", text);
  if (!script) return std::printf("%s: %s\n", body.c_str(), script.error().about.c_str()), false;
  int allowed = 0, refused = 2'000'000;
  std::string why;
  std::int64_t fuel = 0;
  while (refused - allowed > 1) {
    const int n = allowed + (refused - allowed) / 2;
    const rules::Json argument(n);
    const auto called = (*script)->call("start", {&argument, 1});
    (called ? allowed : refused) = n;
    if (called) fuel = (*script)->fuel_used();
    if (!called) why = called.error().about;
  }
  std::printf("%s: %d with fuel %lld; %d: %s\n", body.c_str(), allowed,
              static_cast<long long>(fuel), refused, why.c_str());
  return true;
}

int print_limits() {
  bool good = true;
  for (const char* body : kLimited) good = print_limit(body) && good;
  return good ? 0 : 1;
}

/// Sees every frame that arrives, in order.
class Frames final : public sim::Observer {
 public:
  explicit Frames(bool prints) : prints_(prints) {}

  void on_deliver(sim::World&, Seat from, Seat to, const Bytes& frame) override {
    ++count_;
    Bytes both = to_bytes(chain_.bytes);
    both.insert(both.end(), frame.begin(), frame.end());
    chain_ = crypto::hash("frames", both);
    if (prints_)
      std::printf("frame %zu from %u to %u: %zu bytes %s\n", count_, from.value, to.value,
                  frame.size(), chain_.hex().substr(0, 16).c_str());
  }
  void print() const { std::printf("%zu frames %s\n", count_, chain_.hex().c_str()); }

 private:
  bool prints_;
  std::size_t count_ = 0;
  crypto::Digest chain_{};
};

int print_match(const std::string& game, std::size_t seats, std::uint64_t seed) {
  sim::Options options;
  options.game = game;
  options.seats = seats;
  options.seed = seed;
  Frames frames(true);
  sim::World world(options, &frames);
  world.run();
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    const auto& table = world.node(Seat(i)).table();
    const auto transcript = world.transcript(Seat(i));
    std::printf("seat %u step %llu head %s transcript %s %zu bytes\n", i,
                number(table.step().value), table.head().hex().c_str(),
                digest_of(transcript).c_str(), transcript.size());
  }
  frames.print();
  return 0;
}

int print_trials(const std::string& game, std::size_t seats, std::uint64_t seed,
                 std::uint64_t count) {
  bool good = true;
  sim::Wish wish;
  wish.game = game;
  wish.seats = seats;
  for (std::uint64_t i = 0; i < count; ++i) {
    Frames frames(false);
    const auto plan = sim::plan_of(seed + i, wish);
    const auto result = sim::play(plan, &frames);
    std::printf(
        "%s\nseed %llu: good %d finished %d steps %llu rounds %llu absences %llu "
        "convicted %zu took %lld\n",
        sim::describe(plan).c_str(), number(seed + i), result.good(), result.finished,
        number(result.steps), number(result.rounds), number(result.absences), result.convicted,
        static_cast<long long>(result.took.ms));
    frames.print();
    good = good && result.good();
  }
  return good ? 0 : 1;
}

/// Draws how people meet at a table, and what is lost on the way.
sim::TablesOptions drawn_table(std::uint64_t seed) {
  SeededRng rng(seed);
  const auto below = [&rng](std::uint64_t n) { return static_cast<std::size_t>(rng.below(n)); };
  constexpr const char* kGames[] = {"tic-tac-toe", "kuhn", "odds-and-evens"};
  sim::TablesOptions options;
  options.seed = seed;
  options.game = kGames[below(std::size(kGames))];
  options.witnesses = below(2);
  options.watchers = below(3);
  options.by_code = below(2) == 0;
  options.relays_only = options.watchers == 0 && below(2) == 0;
  options.next = below(2) == 0;
  options.leaves = options.witnesses > 0 && below(4) == 0;
  options.losses = below(4);
  options.slow_screen = below(4) == 0;
  const std::size_t people = options.seats + options.witnesses + options.watchers;
  for (std::size_t cuts = below(3); cuts > 0; --cuts) {
    sim::TablesOptions::Cut cut{.person = below(people), .effect = 1 + below(300)};
    cut.links_alone = below(2) == 0;
    options.cuts.push_back(cut);
  }
  return options;
}

int print_tables(std::uint64_t seed, std::uint64_t count) {
  bool good = true;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto options = drawn_table(seed + i);
    sim::Tables tables(options);
    const bool ended = tables.run() && tables.broken().empty();
    std::printf("seed %llu: %s, good %d, %lld ms, %zu bytes %s\n", number(seed + i),
                options.game.c_str(), ended, static_cast<long long>(tables.now().ms),
                tables.log().size(), digest_of(tables.log()).c_str());
    for (std::size_t person = 0; person < tables.people(); ++person) {
      const auto outcome = tables.outcome(person);
      std::printf("person %zu: %zu lives, %zu effects", person, outcome.lives, outcome.effects);
      for (const auto& match : outcome.matches) std::printf(" %s", match.head.hex().c_str());
      std::printf("\n");
    }
    good = good && ended;
  }
  return good ? 0 : 1;
}

int run(const std::vector<std::string>& words) {
  const std::string what = words.empty() ? "" : words[0];
  const auto at = [&](std::size_t i) { return std::strtoull(words[i].c_str(), nullptr, 10); };
  if (what == "rules") return print_rules();
  if (what == "scripts") return print_scripts();
  if (what == "limits") return print_limits();
  if (what == "match" && words.size() == 4)
    return print_match(words[1], static_cast<std::size_t>(at(2)), at(3));
  if (what == "trials" && words.size() == 5)
    return print_trials(words[1], static_cast<std::size_t>(at(2)), at(3), at(4));
  if (what == "tables" && words.size() == 3) return print_tables(at(1), at(2));
  std::fputs(
      "rules | scripts | limits | match GAME SEATS SEED | trials GAME SEATS SEED COUNT | "
      "tables SEED COUNT\n",
      stderr);
  return 2;
}

}  // namespace
}  // namespace fairdeal

int main(int argc, char** argv) {
  return fairdeal::run(std::vector<std::string>(argv + 1, argv + argc));
}
