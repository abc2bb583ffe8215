#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rules/json_full.h"
#include "rules/registry.h"
#include "ui/match/stats.h"
#include "ui/words/page_message.h"
#include "ui/words/said.h"

namespace fairdeal::front {

namespace message = words::message;

// The bounds of what the page of the lobby is told.
inline constexpr std::size_t kLobbyTablesMax = 20;
inline constexpr std::size_t kLobbyNearMax = 20;
inline constexpr std::size_t kLobbyFinishedMax = 50;
inline constexpr std::size_t kLobbyFiguresMax = 40;

/// A table or a match against bots at which this person plays or can go on.
struct LobbyTable {
  std::string line{};  ///< what the page says to go back to it; "": it has no page
  std::string game{};
  std::vector<std::string> with{};  ///< the others, by name
  std::string standing{};           ///< to_act, playing, gathering, kept, over
  std::int64_t left_ms = 0;         ///< left to this person to act; 0: there is no clock
  std::string then{};               ///< what the rules do after that time
  std::string words{};              ///< whom the table waits for
  words::Json said{};               ///< the same as ids with values (words::Said); null: none
  std::int64_t seen_s = 0;          ///< when a kept one was last played, in seconds since 1970
  bool bots = false;
};

/// A table that gathers on the local network.
struct LobbyNear {
  std::string line{};  ///< what the page says to see its terms; "": it takes an invitation
  std::string game{};
  std::string contact{};  ///< whose it is; "": nobody's who is known
  std::size_t seats = 0, taken = 0;
};

/// A match that is over, as its transcript shows it.
struct LobbyFinished {
  std::string file{};  ///< the transcript's name, by which a page asks for it
  std::string game{};
  std::vector<std::string> players{};
  int me = -1;  ///< my seat; −1: I watched
  rules::Payoff result{};
  std::uint64_t hands = 0, moves = 0;
  std::int64_t at_s = 0;
  std::string verdict{};  ///< of an audit that was asked for here
};

/// All that the page of the lobby is told (docs/web.md, Lobby).
struct LobbyFacts {
  std::string me{};
  bool asks_name = false;              ///< whether nobody has chosen that name
  std::vector<std::string> relays{};   ///< through which tables are opened from here
  bool asks_reach = false;             ///< whether the person has not said yet through which
  std::vector<std::string> offered{};  ///< the relays that this machine offers, while it asks
  bool shows_losing = false;           ///< whether the person's losing hands are shown
  std::vector<LobbyTable> tables{};
  std::vector<LobbyNear> near{};
  std::vector<LobbyFinished> finished{};
  std::size_t finished_all = 0;
  std::vector<match::GameStats> figures{};
  bool reading = false;                     ///< whether transcripts are still being read
  std::string starting{};                   ///< the line that is being carried out; "": none
  std::uint64_t opened = 0;                 ///< how many pages were opened from here
  std::string open_address{};               ///< the address of the last of them; it works once
  std::vector<message::LobbyGame> games{};  ///< lobby_games()
};

/// Puts the most urgent table first: where I am to act with the least time left, then without a
/// clock, those that play, those that gather, and then the others, the latest first.
void sort_by_urgency(std::vector<LobbyTable>& tables);

/// Returns the message about the lobby. Lists that are too long are cut.
message::Lobby lobby_message(const LobbyFacts& facts);

/// Returns the games that a lobby offers with their parameters, as a page makes a form of them:
/// those that are built in, and these scripts.
std::vector<message::LobbyGame> lobby_games(std::span<const rules::Module* const> scripts = {});

}  // namespace fairdeal::front
