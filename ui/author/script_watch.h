#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/json_full.h"
#include "ui/words/report.h"

namespace fairdeal::author {

/// One match of a script, as far as it has to be told from the same match of a later version.
struct WatchedPlay {
  struct Event {
    words::Json event;  ///< as event_json writes it
    words::Json state;  ///< after it
    std::string words;  ///< what it did
  };
  std::string game;
  std::string hint;  ///< why the game's hint cannot be used; "": it can, or there is none
  std::string first_state;
  std::vector<Event> events;
  std::string drawing;               ///< of the last state
  std::string result;                ///< in words; "" if the match broke off
  std::optional<std::string> wrong;  ///< what is wrong with the script or its game
  std::string differs;               ///< where it first differs from the match before; "": nowhere
};

/// The options of a watched match.
struct WatchedTerms {
  std::string file;
  std::string params = "{}";
  std::size_t seats = 0;  ///< 0: the fewest that the game allows
  std::uint64_t seed = 1;
};

/// Loads the script and plays the match of `before` again, as far as its moves are legal, and then
/// with random moves; without one, with random moves from the beginning. All of this happens in
/// another process, which is confined and gone afterwards. `stop` is a descriptor: once it can be
/// read, that process is ended and none is returned.
std::optional<WatchedPlay> play_watched(const WatchedTerms& terms, const WatchedPlay* before,
                                        int stop);

}  // namespace fairdeal::author
