#include "rules/registry.h"

#include <algorithm>
#include <array>
#include <list>

#include "base/check.h"
#include "rules/json_full.h"
#include "rules/params.h"

namespace fairdeal::rules {

// Each module is defined at the end of its game's file.
extern const Module kBahab, kBet, kChess, kChoose2Win, kColograph, kConnectFour, kConnectionGame,
    kGoFish, kHearts, kHoldem, kKalah, kKuhn, kLeduc, kLiarsDice, kMultigameTicTacToe, kMutropas,
    kOddsAndEvens, kOthello, kPiecesTicTacToe, kPig, kPittmanTicTacToe, kPredefined, kPuzzle15,
    kReversi, kTicTacToe, kToadsAndFrogs, kTribolo, kTutorialOddsAndEvens, kTutorialPig,
    kTutorialPuzzle15, kTutorialTicTacToe;

std::span<const Module> modules() {
  static const std::array kOwn{kBahab,
                               kBet,
                               kChess,
                               kChoose2Win,
                               kColograph,
                               kConnectFour,
                               kConnectionGame,
                               kGoFish,
                               kHearts,
                               kHoldem,
                               kKalah,
                               kKuhn,
                               kLeduc,
                               kLiarsDice,
                               kMultigameTicTacToe,
                               kMutropas,
                               kOddsAndEvens,
                               kOthello,
                               kPiecesTicTacToe,
                               kPig,
                               kPittmanTicTacToe,
                               kPredefined,
                               kPuzzle15,
                               kReversi,
                               kTicTacToe,
                               kToadsAndFrogs,
                               kTribolo,
                               kTutorialOddsAndEvens,
                               kTutorialPig,
                               kTutorialPuzzle15,
                               kTutorialTicTacToe};
  static const std::vector<Module> kModules = [] {
    std::vector<Module> all(kOwn.begin(), kOwn.end());
    for (const Module* module : games_of_folder()) {
      // Two games of one name would be told apart by nobody.
      CHECK(std::ranges::none_of(
          all, [&](const Module& one) { return one.info().name == module->info().name; }));
      all.push_back(*module);
    }
    return all;
  }();
  return kModules;
}

namespace {

/// A list, so that a module stays where it is.
std::list<Module>& added_modules() {
  static std::list<Module> added;
  return added;
}

ScriptHost& host_of_scripts() {
  static ScriptHost host;
  return host;
}

}  // namespace

Result<const Module*> add_module(Module module) {
  const std::string name = module.info().name;
  for (const Module& there : modules())
    if (there.info().name == name)
      return fail(Fault::bad_parameters, "there is a game '" + name + "' already");
  for (const Module& there : added_modules())
    if (there.info().name == name && there.script == module.script) {
      if (!there.script.empty()) return &there;
      return fail(Fault::bad_parameters, "there is a game '" + name + "' already");
    }
  added_modules().push_front(std::move(module));
  return &added_modules().front();
}

void use_scripts(ScriptHost host) { host_of_scripts() = std::move(host); }
const ScriptHost& script_host() { return host_of_scripts(); }

Result<const Module*> add_script(const std::string& name, const std::string& text) {
  if (!script_host().load)
    return fail(Fault::unknown_module, name + ", which is a script: this program runs none");
  FD_TRY(auto module, script_host().load(name, text));
  return add_module(std::move(module));
}

std::vector<const Module*> modules_called(std::string_view name) {
  std::vector<const Module*> called;
  const auto add = [&](const Module& module) {
    if (module.info().name == name) called.push_back(&module);
  };
  std::ranges::for_each(added_modules(), add);
  std::ranges::for_each(modules(), add);
  return called;
}

Result<const Module*> find_module(std::string_view name) {
  if (const auto called = modules_called(name); !called.empty()) return called.front();
  std::string names;
  for (const Module& module : modules()) names += (names.empty() ? "" : ", ") + module.info().name;
  return fail(Fault::unknown_module, "'" + std::string(name) + "' (there are: " + names + ")");
}

namespace {

Result<> check_seats(const GameInfo& info, std::size_t seats) {
  if (seats >= info.seats_min && seats <= info.seats_max) return {};
  const bool range = info.seats_min != info.seats_max;
  return fail(Fault::bad_parameters, "this game is for " + std::to_string(info.seats_min) +
                                         (range ? " to " + std::to_string(info.seats_max) : "") +
                                         " seats");
}

}  // namespace

Result<AnyGame> start_game(std::string_view name, const Json& params, std::size_t seats) {
  FD_TRY(const Module* module, find_module(name));
  return start_game(*module, params, seats);
}

Result<AnyGame> start_game(const Module& module, const Json& params, std::size_t seats) {
  FD_TRY(check_seats(module.info(), seats));
  FD_TRY(const Json complete, complete_params(module.info(), params));
  return module.start(complete, seats);
}

Result<AnyGame> load_game(std::string_view name, const Json& params, std::size_t seats,
                          const Json& state) {
  FD_TRY(const Module* module, find_module(name));
  FD_TRY(check_seats(module->info(), seats));
  FD_TRY(const Json complete, complete_params(module->info(), params));
  return module->load(complete, seats, state);
}

}  // namespace fairdeal::rules
