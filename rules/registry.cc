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

}  // namespace

Result<> add_module(Module module) {
  const std::string name = module.info().name;
  if (find_module(name))
    return fail(Fault::bad_parameters, "there is a game '" + name + "' already");
  added_modules().push_back(std::move(module));
  return {};
}

Result<const Module*> find_module(std::string_view name) {
  for (const Module& module : added_modules())
    if (module.info().name == name) return &module;
  std::string names;
  for (const Module& module : modules()) {
    if (module.info().name == name) return &module;
    names += (names.empty() ? "" : ", ") + module.info().name;
  }
  return fail(Fault::unknown_module, "'" + std::string(name) + "' (there are: " + names + ")");
}

namespace {

Result<> check_seats(const GameInfo& info, std::size_t seats) {
  if (seats >= info.seats_min && seats <= info.seats_max) return {};
  const bool range = info.seats_min != info.seats_max;
  return fail(Fault::bad_parameters, info.name + " is for " + std::to_string(info.seats_min) +
                                         (range ? " to " + std::to_string(info.seats_max) : "") +
                                         " seats");
}

}  // namespace

Result<AnyGame> start_game(std::string_view name, const Json& params, std::size_t seats) {
  FD_TRY(const Module* module, find_module(name));
  FD_TRY(check_seats(module->info(), seats));
  FD_TRY(const Json complete, complete_params(module->info(), params));
  return module->start(complete, seats);
}

Result<AnyGame> load_game(std::string_view name, const Json& params, std::size_t seats,
                          const Json& state) {
  FD_TRY(const Module* module, find_module(name));
  FD_TRY(check_seats(module->info(), seats));
  FD_TRY(const Json complete, complete_params(module->info(), params));
  return module->load(complete, seats, state);
}

}  // namespace fairdeal::rules
