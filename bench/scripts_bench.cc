// Measures scripts: matches a second within their process, what a call into that process costs more
// than one into this, how long an overrun takes, moves of a game of poker, and the calls that take
// longest for what they count: exit code 1 if one takes half a second of a processor.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>

#include "base/seeded_rng.h"
#include "rules/json_full.h"
#include "rules/law.h"
#include "rules/lua/known_answers.h"
#include "rules/params.h"
#include "tests/shipped_script.h"
#include "ui/sandbox/script_client.h"

namespace fairdeal {
namespace {

using Clock = std::chrono::steady_clock;
using rules::Json;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string script_text(const std::string& name) {
  std::ifstream file(sources::shipped_script(name));
  return {std::istreambuf_iterator<char>(file), {}};
}

std::shared_ptr<rules::Script> here(const std::string& name, const std::string& text) {
  return rules::Script::load(name, text).value();
}
std::shared_ptr<rules::Script> apart(const std::string& name, const std::string& text) {
  return sandbox::load_script(name, text).value();
}

/// Returns the median time of a call, in microseconds.
double call_us(rules::Script& script, const char* function, const Json& state) {
  std::vector<double> times;
  for (int i = 0; i < 3000; ++i) {
    const auto begin = Clock::now();
    (void)script.call(function, {state});
    times.push_back(seconds_since(begin) * 1e6);
  }
  std::ranges::nth_element(times, times.begin() + 1500);
  return times[1500];
}

void measure_playouts() {
  const auto script = apart("tic-tac-toe.lua", script_text("tic-tac-toe.lua"));
  constexpr std::uint64_t kMatches = 20'000;
  const auto begin = Clock::now();
  const auto played = script->playouts(Json::object(), 2, 1, kMatches).value();
  const double seconds = seconds_since(begin);
  std::printf("tic-tac-toe.lua, within its process: %.0f matches a second, %.1f moves each\n",
              static_cast<double>(played.matches) / seconds,
              static_cast<double>(played.moves) / static_cast<double>(played.matches));
}

void measure_calls() {
  const std::string text = script_text("tic-tac-toe.lua");
  const auto in = here("tic-tac-toe.lua", text), out = apart("tic-tac-toe.lua", text);
  const Json state = in->call("start", {Json::object(), 2}).value();
  const double inside = call_us(*in, "wants", state), there = call_us(*out, "wants", state);
  std::printf("a call of wants(): %.1f us in this process, %.1f us in another: %.1f us more\n",
              inside, there, there - inside);
}

void measure_overrun() {
  const auto script = apart(
      "endless.lua",
      "local function f() end return {name = 'endless', start = function() while true do end end, "
      "wants = f, after = f, result = f}");
  double longest = 0;
  for (int i = 0; i < 20; ++i) {
    const auto begin = Clock::now();
    (void)script->call("start", {Json::object(), 2});
    longest = std::max(longest, seconds_since(begin) * 1e3);
  }
  std::printf("an endless loop is noticed within %.1f ms (the longest of 20)\n", longest);
}

/// Measures the calls that take longest for what they count: those of the known answers, just below
/// and just beyond the limits. Returns whether none of them takes more than half a second of a
/// processor.
bool measure_worst() {
  double worst = 0;
  for (const rules::KnownAnswer& known : rules::known_answers()) {
    for (const std::int64_t n : {known.n, known.n + 1}) {
      const std::clock_t begin = std::clock();
      (void)rules::answer_to(known, n);
      const double ms = 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
      if (ms <= worst) continue;
      worst = ms;
      std::printf("%s: %.0f ms of a processor\n", known.name, ms);
    }
  }
  const std::clock_t begin = std::clock();
  (void)rules::wrong_answer(true);
  std::printf("the answers that are asked at the start: %.0f ms of a processor\n",
              1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  return worst <= 500;
}

/// Plays matches of random moves as a table plays them: every value is asked for all that is shown
/// and decided.
void measure_moves(const std::string& file, std::size_t seats) {
  const auto module = rules::module_of_script(apart(file, script_text(file)));
  const Json params = rules::complete_params(module.info(), Json::object()).value();
  std::vector<double> times;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    rules::AnyGame game = module.start(params, seats).value();
    rules::Dealer dealer(seed);
    SeededRng rng(seed);
    while (!game.over() && times.size() < 3000) {
      const bool moves = !game.active().empty();
      const rules::AnyEvent event = rules::next_event(game, dealer, rng);
      const auto begin = Clock::now();
      game = game.after(event).value();
      if (moves) times.push_back(seconds_since(begin) * 1e3);
    }
  }
  std::ranges::sort(times);
  std::printf("%s, %zu seats: a move takes %.2f ms (median), %.2f ms (99 of 100), of %zu\n",
              file.c_str(), seats, times[times.size() / 2], times[times.size() * 99 / 100],
              times.size());
}

}  // namespace
}  // namespace fairdeal

int main() {
  fairdeal::measure_playouts();
  fairdeal::measure_calls();
  fairdeal::measure_overrun();
  fairdeal::measure_moves("omaha.lua", 4);
  return fairdeal::measure_worst() ? 0 : 1;
}
