#include <algorithm>
#include <array>

#include "base/check.h"
#include "rules/registry.h"

/// The list of the compiled games.

namespace fairdeal::rules {

// Each module is defined at the end of its game's file.
extern const Module kBadugi, kBahab, kBet, kChess, kChoose2Win, kColograph, kConnectFour,
    kConnectionGame, kFiveCardDraw, kGoFish, kHearts, kHoldem, kKalah, kKuhn, kLeduc, kLiarsDice,
    kMixed, kMultigameTicTacToe, kMutropas, kOddsAndEvens, kOmaha, kOmahaHiLo, kOthello,
    kPiecesTicTacToe, kPig, kPittmanTicTacToe, kPredefined, kPuzzle15, kRazz, kReversi, kShortDeck,
    kSingleDraw, kStud, kStudHiLo, kTicTacToe, kToadsAndFrogs, kTribolo, kTripleDraw,
    kTutorialOddsAndEvens, kTutorialPig, kTutorialPuzzle15, kTutorialTicTacToe;

std::span<const Module> modules() {
  static const std::array kOwn{kBadugi,
                               kBahab,
                               kBet,
                               kChess,
                               kChoose2Win,
                               kColograph,
                               kConnectFour,
                               kConnectionGame,
                               kFiveCardDraw,
                               kGoFish,
                               kHearts,
                               kHoldem,
                               kKalah,
                               kKuhn,
                               kLeduc,
                               kLiarsDice,
                               kMixed,
                               kMultigameTicTacToe,
                               kMutropas,
                               kOddsAndEvens,
                               kOmaha,
                               kOmahaHiLo,
                               kOthello,
                               kPiecesTicTacToe,
                               kPig,
                               kPittmanTicTacToe,
                               kPredefined,
                               kPuzzle15,
                               kRazz,
                               kReversi,
                               kShortDeck,
                               kSingleDraw,
                               kStud,
                               kStudHiLo,
                               kTicTacToe,
                               kToadsAndFrogs,
                               kTribolo,
                               kTripleDraw,
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

}  // namespace fairdeal::rules
