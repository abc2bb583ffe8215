#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rules/dealer.h"
#include "rules/json_full.h"
#include "ui/match/frames.h"
#include "ui/words/report.h"

namespace fairdeal::author {

/// A place in a match: what led to it, the value of the game, and what seats alone know there.
struct InspectStep {
  rules::AnyGame game;
  std::vector<rules::AnyEvent> events;  ///< since the step before; none: the match begins
  std::vector<words::Said> said;        ///< what these did
  std::map<Seat, rules::Known> known;   ///< of the seats whose knowledge is there
  std::optional<rules::Dealer> dealer;  ///< who goes on from here; none: it is a transcript
};

/// Returns the dealer's answer to a want. Errors: bad_parameters, in words, if no dealer can give
/// it. Requires: it is no move.
Result<rules::AnyEvent> dealer_answer(rules::Dealer& dealer, const rules::Want& want);

/// Reads an event that seats, and not the dealer, brought about, as event_json writes it. Errors:
/// bad_parameters.
Result<rules::AnyEvent> event_of_seats(const words::Json& kept, std::size_t seats);

/// A match that is looked at, step by step: of a game, with the trusted dealer, or of a transcript.
/// One can go back, and play on from there; what came after that is then gone.
class InspectedMatch {
 public:
  /// Begins a match of a game.
  InspectedMatch(rules::AnyGame game, std::uint64_t seed);
  /// Takes the records of a transcript that mean something to its game. Requires: there is a frame.
  explicit InspectedMatch(const match::Frames& frames);

  bool is_transcript() const { return !steps_.front().dealer; }
  const words::Names& names() const { return names_; }
  const InspectStep& step() const { return steps_[at_]; }
  const rules::AnyGame& game() const { return step().game; }
  /// Returns the step before this one; null at the first.
  const InspectStep* before() const { return at_ == 0 ? nullptr : &steps_[at_ - 1]; }
  std::size_t at() const { return at_; }
  std::size_t last() const { return steps_.size() - 1; }
  /// Requires: ply <= last().
  void go(std::size_t ply) { at_ = ply; }

  /// Makes an event happen. Errors: as AnyGame::after. Requires, as the next two do, that this is
  /// no transcript.
  Result<> happen(const rules::AnyEvent& event);
  /// Lets the dealer answer what is wanted first. Requires: it is no move.
  Result<> chance();
  /// Lets the dealer answer, or the seats that are asked make random moves.
  Result<> random();

  /// Returns what the seat alone knows here, if that is known.
  std::optional<rules::Known> known(Seat seat) const;

  /// Returns all that load() needs to come to the same steps again.
  words::Json json() const;
  /// Errors: bad_parameters; as rules::start_game and happen().
  static Result<InspectedMatch> load(const words::Json& kept);

 private:
  void add(rules::AnyGame game, const rules::AnyEvent& event, rules::Dealer dealer);

  words::Names names_;
  std::uint64_t seed_ = 0;
  std::vector<InspectStep> steps_;
  std::size_t at_ = 0;
};

}  // namespace fairdeal::author
