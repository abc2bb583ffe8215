#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/consensus/explore/said.h"

/// An honest member's next statements: asked of real Agreements, one for each set of messages that
/// it may have heard.
namespace fairdeal::explore {

/// Which of the statements that can be made by now a member may hear, as far as they bear on one
/// place, and what it said itself.
struct Question {
  std::uint8_t me = 0;  ///< among the honest
  Place place;
  Said said;  ///< reduced to what bears on the place: see ask()
  auto operator<=>(const Question&) const = default;
};

/// A statement, and what was heard before it, in that order.
struct Option {
  Code code;
  Ids heard;
};

struct Options {
  std::vector<Option> options;
  std::vector<std::string> faults;  ///< contradictions with what it said itself
  std::uint64_t agreements = 0;     ///< how many were asked

  const Option* find(Code code) const;
};

/// The question of what member `me` may say at `place`, when `said` are all statements at places
/// before it. Two states with the same question get the same answer.
Question ask(const Universe& universe, std::size_t me, const Place& place, const Said& said);

/// The messages that are assumed to be heard.
struct Hearing {
  /// Any proposal of the round, as if its leader were a liar.
  bool any_proposal = false;
  /// Every subset of what was said in all rounds. Otherwise every subset of the honest members'
  /// prevotes of one round, with none, one or all of those a liar may have signed in it, while of
  /// other rounds all is heard or nothing. Slow; see compare_hearing().
  bool every_subset = false;
};

/// The answer. The member is one that was restarted just now: it knows what it said, and hears
/// again any part of what was said, in any round before, by the honest and by liars, who signed
/// everything. It may enter the round at any time, as if all others had precommitted nil in the one
/// before.
Options answer(const Universe& universe, const Question& question, const Hearing& hearing = {});

struct QuestionHash {
  std::size_t operator()(const Question& question) const;
};

/// Answers by question, each found once.
class Answers {
 public:
  explicit Answers(const Universe& universe, const Hearing& hearing = {})
      : universe_(universe), hearing_(hearing) {}

  const Options& of(const Question& question);
  const Options* find(const Question& question) const;
  /// Answers those that are new, in so many threads. `going` is asked in between.
  void answer_all(const std::vector<Question>& questions, unsigned threads,
                  const std::function<bool()>& going);
  const std::unordered_map<Question, Options, QuestionHash>& all() const { return found_; }

 private:
  const Universe& universe_;
  Hearing hearing_;
  std::unordered_map<Question, Options, QuestionHash> found_;
};

/// Member `me` after a restart, before it has heard anything: it knows what it said, and the
/// records and prevotes of its locks.
StepAgreement restarted(const Universe& universe, std::size_t me, const Place& place,
                        const Said& said);

}  // namespace fairdeal::explore
