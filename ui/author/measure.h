#pragma once

#include <cstdint>
#include <string>

#include "ui/author/rules.h"

/// The commands of `fairdeal rules` that measure a game and the players of it.
namespace fairdeal::author {

/// The options of `rules evaluate`.
struct EvaluateOptions : RulesOptions {
  std::string match;  ///< a file that `inspect` saved; its position is evaluated
  std::string seat;   ///< its number, counted from 1, or its role; "": the first that is asked
  std::string player = "hard";    ///< a name for seat::bot_named(), or "maxn"
  std::string heuristic;          ///< of an exact search; "": the player is asked
  std::uint64_t simulations = 0;  ///< 0: as many as the player takes by itself
  unsigned plies = 0;             ///< how far it looks; 0: as far as the player does by itself
  std::uint64_t trace = 0;        ///< how many lines of the search are shown, at most
};
/// Prints what a player thinks of each move of a seat, and which moves are best.
int run_rules_evaluate(const EvaluateOptions& options, const words::Output& output);

/// The options of `rules scan`.
struct ScanOptions : RulesOptions {
  std::uint64_t width = 1000;  ///< states that go on at each ply
  std::uint64_t length = 50;   ///< plies
};
/// Samples the tree of a game, and prints how broad and how long it is.
int run_rules_scan(const ScanOptions& options, const words::Output& output);

/// The options of `rules tournament`; RulesOptions has the seed.
struct TournamentOptions : RulesOptions {
  std::vector<std::string> players;
  std::string kind = "round-robin";
  std::uint64_t deals = 10;       ///< that each pairing plays
  std::uint64_t lead = 3;         ///< deals ahead, by which a tug-of-war ends
  std::size_t jobs = 0;           ///< matches that are played at a time; 0: one for each core
  std::int64_t think_ms = 0;      ///< the most that a player thinks about a move; 0: its own time
  std::uint64_t simulations = 0;  ///< the most simulations; 0: the player's own limits
  std::string out;                ///< a file that keeps the matches; "": none
  std::string svg;                ///< a file for a plot; "": none
};
/// Plays a tournament of bots, and prints how good each is and how sure that is. Ctrl-C ends it
/// with exit code 130; the same command then goes on with the matches that options.out has.
int run_rules_tournament(const TournamentOptions& options, const words::Output& output);

/// The options of `rules report`; RulesOptions has the seed.
struct ReportOptions : RulesOptions {
  std::uint64_t measured = 100;  ///< matches of each measurement
  std::size_t jobs = 0;
  std::int64_t think_ms = 50;
  std::uint64_t simulations = 0;
  std::string html;  ///< a file for a page; "": none
};
/// Plays matches of bots of equal and of different strength, and tells an author whether the game
/// is fair. Ctrl-C ends it with exit code 130.
int run_rules_report(const ReportOptions& options, const words::Output& output);

}  // namespace fairdeal::author
