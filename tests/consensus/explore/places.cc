#include "tests/consensus/explore/places.h"

#include <bit>
#include <chrono>
#include <thread>
#include <unordered_set>

#include "tests/consensus/explore/progress.h"

namespace fairdeal::explore {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// A state in 16 bytes: for each member and round six bits of prevote and two of precommit.
struct Packed {
  std::array<std::uint64_t, 2> words{};
  auto operator<=>(const Packed&) const = default;
};

struct Hash {
  std::size_t operator()(const Packed& p) const { return mix(p.words[0] + mix(p.words[1])); }
};
static_assert(sizeof(History) == sizeof(std::uint64_t));

Packed deck(const Said& said) {
  Packed packed;
  for (std::size_t i = 0; i < kHonestMax; ++i)
    for (std::size_t r = 0; r < kRoundsMax; ++r) {
      const Code c = said.by[i].precommits[r];
      const unsigned what = c == kNothing ? 0u : what_of(c);
      const std::uint64_t byte = said.by[i].prevotes[r] | what << 6;
      packed.words[i / 2] |= byte << (8 * (kRoundsMax * (i % 2) + r));
    }
  return packed;
}

/// `end`: the first place where nothing was said yet.
Said unpack(const Packed& packed, std::size_t honest, const Place& end) {
  Said said;
  for (std::size_t i = 0; i < honest; ++i)
    for_places_before(end, [&](const Place& place) {
      const auto byte = packed.words[i / 2] >> (8 * (kRoundsMax * (i % 2) + place.round)) & 0xff;
      said.by[i].set(place, place.act == Act::prevote ? static_cast<Code>(byte & 63)
                                                      : code(static_cast<What>(byte >> 6), -1));
    });
  return said;
}

Code swapped(Code c) {
  if (c == kNothing || what_of(c) == kNil || what_of(c) > 2) return c;
  return code(static_cast<What>(3 - what_of(c)), proved_of(c));
}

/// The two entries of one author are alike, so of a state and the one with A for B and B for A
/// only one is kept.
Packed canonical(const Universe& universe, const Said& said) {
  const Packed as_it_is = deck(said);
  const auto& records = universe.setting().records;
  if (records.size() < 2 || records[0] == Second::absent || records[1] == Second::absent)
    return as_it_is;
  Said other = said;
  for (History& one : other.by)
    for (std::size_t r = 0; r < kRoundsMax; ++r) {
      one.prevotes[r] = swapped(one.prevotes[r]);
      one.precommits[r] = swapped(one.precommits[r]);
    }
  return std::min(as_it_is, deck(other));
}

class Search {
 public:
  Search(const Universe& universe, const Limits& limits, std::ostream* log)
      : universe_(universe), limits_(limits), log_(log), honest_(universe.setting().honest()) {}

  Report run() {
    std::vector<Packed> level{deck({})};
    for (std::uint32_t r = 0; r < universe_.setting().rounds && going(); ++r)
      for (const Act act : {Act::prevote, Act::precommit})
        if (going()) level = expand(level, {r, act});
    if (going()) compare_hearing();
    report_.seconds = since(began_);
    report_.complete = left_ == 0 && report_.violations.empty();
    report_.left = left_;
    return std::move(report_);
  }

 private:
  bool going() const { return left_ == 0 && report_.violations.size() < limits_.violations; }
  bool in_time() const { return since(began_) < limits_.minutes * 60; }

  std::vector<Packed> expand(const std::vector<Packed>& level, const Place& place) {
    const auto began = Clock::now();
    count_ = {place};
    if (proposes(place)) {
      collect(level, place, [&](const Said& said, auto& wanted) {
        wanted.insert(ask(universe_, leader_of(place), {place.round, Act::propose}, said));
      });
    }
    collect(level, place, [&](const Said& said, auto& wanted) {
      for (const Code proposed : proposals(said, place))
        for (std::size_t i = 0; i < honest_.size(); ++i)
          wanted.insert(ask(universe_, i, place, with(said, proposed)));
    });
    std::vector<Packed> next = in_time() ? combine(level, place) : std::vector<Packed>{};
    count_.seconds = since(began);
    report_.levels.push_back(count_);
    if (log_ != nullptr) tell();
    return next;
  }

  // ---- Questions

  bool proposes(const Place& place) const {
    return place.act == Act::prevote && place.round > 0 &&
           !universe_.setting().liars.has(universe_.leader(place.round));
  }
  std::size_t leader_of(const Place& place) const {
    return static_cast<std::size_t>(std::ranges::find(honest_, universe_.leader(place.round)) -
                                    honest_.begin());
  }
  static Said with(Said said, Code proposed) {
    said.proposed = proposed;
    return said;
  }

  /// The proposals that are possible before this place, silence among them.
  std::vector<Code> proposals(const Said& said, const Place& place) {
    std::vector<Code> all{kNothing};
    if (proposes(place)) {
      const auto& answer =
          answers_.of(ask(universe_, leader_of(place), {place.round, Act::propose}, said));
      for (const Option& option : answer.options) all.push_back(option.code);
    }
    return all;
  }

  template <class Wants>
  void collect(const std::vector<Packed>& level, const Place& place, Wants wants) {
    std::unordered_set<Question, QuestionHash> wanted;
    for (const Packed& packed : level) wants(unpack(packed, honest_.size(), place), wanted);
    std::erase_if(wanted, [&](const Question& q) { return answers_.find(q) != nullptr; });
    const std::vector<Question> questions(wanted.begin(), wanted.end());
    count_.questions += questions.size();
    if (log_ != nullptr && questions.size() > 1000)
      *log_ << universe_.setting().name << ": " << questions.size() << " questions" << std::endl;
    answers_.answer_all(questions, limits_.threads, [&] { return in_time(); });
    if (!in_time()) left_ = level.size();
    for (const Question& question : questions) look_at(question, answers_.of(question));
  }

  void look_at(const Question& question, const Options& options) {
    count_.agreements += options.agreements;
    const Seat me = honest_[question.me];
    for (const std::string& fault : options.faults)
      violated("once", fault, question.said, question.place);
    for (const Option& option : options.options)
      if (is_absence_of(me, question.place, option.code))
        violated("absence",
                 describe(universe_, me, question.place, option.code) +
                     ", which says that it is absent itself",
                 question.said, question.place);
  }

  /// Whether this is a prevote without a proof of lock by the author of the second slot, for the
  /// record that has it absent.
  bool is_absence_of(Seat me, const Place& place, Code c) const {
    return me == Seat(1) && place.act != Act::precommit && what_of(c) != kNil && proved_of(c) < 0 &&
           universe_.setting().records[what_of(c) - 1u] == Second::absent;
  }

  // ---- States

  std::vector<Packed> combine(const std::vector<Packed>& level, const Place& place) {
    const bool last = place == Place{universe_.setting().rounds - 1, Act::precommit};
    std::unordered_set<Packed, Hash> found;
    for (std::size_t i = 0; i < level.size() && going(); ++i) {
      const Said said = unpack(level[i], honest_.size(), place);
      for (const Code proposed : proposals(said, place))
        combine(with(said, proposed), place, 0, last ? nullptr : &found);
      if (!in_time() || found.size() * 40 > limits_.bytes) left_ = level.size() - i;
    }
    if (!last) count_.states = found.size();
    return {found.begin(), found.end()};
  }

  /// Every choice of the members from the i-th on. Without `found`: nothing follows, it is only
  /// checked.
  void combine(const Said& said, const Place& place, std::size_t i,
               std::unordered_set<Packed, Hash>* found) {
    if (i == honest_.size()) return reached(said, place, found);
    const Question question = ask(universe_, i, place, with_silence_after(said, place, i));
    Said next = said;
    next.by[i].set(place, kSaidNil);
    combine(next, place, i + 1, found);
    for (const Option& option : answers_.of(question).options)
      if (option.code != kSaidNil) {
        next.by[i].set(place, option.code);
        combine(next, place, i + 1, found);
      }
  }

  /// Statements from before the place: what others say at it now bears on no one's choice.
  Said with_silence_after(Said said, const Place& place, std::size_t before) const {
    for (std::size_t i = 0; i < before; ++i) said.by[i].set(place, kNothing);
    return said;
  }

  void reached(Said said, const Place& place, std::unordered_set<Packed, Hash>* found) {
    ++count_.transitions;
    said.proposed = kNothing;
    if (found != nullptr) {
      const Packed packed = canonical(universe_, said);
      if (!found->insert(packed).second) return;
      said = unpack(packed, honest_.size(), after(place));
    } else {
      ++count_.states;
    }
    if (universe_.setting().agreement && std::popcount(decided(universe_, said, after(place))) > 1)
      violated("agreement", "two outcomes can be decided", said, after(place));
    go_on(said, after(place));
  }

  static Place after(const Place& place) {
    return place.act == Act::prevote ? Place{place.round, Act::precommit}
                                     : Place{place.round + 1, Act::prevote};
  }

  void go_on(const Said& said, const Place& end) {
    if (limits_.progress_every == 0) return;
    if (Hash()(deck(said)) % limits_.progress_every != 0) return;
    ++count_.continued;
    const Continued continued = go_on_from(universe_, answers_, said, end);
    report_.rounds_to_decide = std::max(report_.rounds_to_decide, continued.rounds);
    if (!continued.wrong.empty()) violated(continued.rule, continued.wrong, said, end);
  }

  /// Whether a member that hears every subset may say anything else: for some questions, drawn by
  /// their hash.
  void compare_hearing() {
    std::vector<const Question*> drawn;
    for (const auto& [question, options] : answers_.all())
      if (question.place.act != Act::precommit) drawn.push_back(&question);
    std::ranges::sort(drawn, {}, [](const Question* q) { return mix(QuestionHash()(*q)); });
    drawn.resize(std::min<std::size_t>(drawn.size(), limits_.compared));
    for (const Question* question : drawn) {
      if (!going() || !in_time()) return;
      ++report_.compared;
      const Options every = answer(universe_, *question, {.every_subset = true});
      for (const Option& option : every.options)
        if (answers_.find(*question)->find(option.code) == nullptr)
          violated("hearing",
                   describe(universe_, honest_[question->me], question->place, option.code) +
                       " was not found without every subset",
                   question->said, question->place);
    }
  }

  void violated(std::string rule, std::string how, const Said& said, const Place& end) {
    if (!limits_.rule.empty() && rule != limits_.rule) return;
    if (report_.violations.size() < limits_.violations)
      report_.violations.push_back(
          {std::move(rule), std::move(how), describe(universe_, said, end)});
  }

  void tell() {
    *log_ << universe_.setting().name << ": round " << count_.place.round
          << (count_.place.act == Act::prevote ? " prevotes: " : " precommits: ") << count_.states
          << " states, " << count_.transitions << " transitions, " << count_.questions
          << " questions of " << count_.agreements << " agreements, " << count_.continued
          << " continued, " << count_.seconds << " s" << std::endl;
  }

  const Universe& universe_;
  Limits limits_;
  std::ostream* log_;
  std::vector<Seat> honest_;
  Clock::time_point began_ = Clock::now();
  Answers answers_{universe_};
  LevelCount count_;
  std::uint64_t left_ = 0;
  Report report_;
};

}  // namespace

std::uint64_t Report::states() const {
  std::uint64_t sum = 0;
  for (const LevelCount& level : levels) sum += level.states;
  return sum;
}
std::uint64_t Report::transitions() const {
  std::uint64_t sum = 0;
  for (const LevelCount& level : levels) sum += level.transitions;
  return sum;
}

Report explore_places(const Universe& universe, const Limits& limits, std::ostream* log) {
  return Search(universe, limits, log).run();
}

std::uint32_t decided(const Universe& universe, const Said& said, const Place& end) {
  const Setting& setting = universe.setting();
  const std::size_t honest = setting.voters - setting.liars.size();
  std::uint32_t mask = 0;
  for_places_before(end, [&](const Place& place) {
    for (std::size_t w = 1; w <= setting.records.size(); ++w) {
      std::size_t count = setting.liars.size();
      for (std::size_t i = 0; i < honest; ++i)
        if (const Code c = said.by[i].at(place); c != kNothing && what_of(c) == w) ++count;
      const bool fast = place == Place{0, Act::prevote} && count == setting.voters;
      if (fast || (place.act == Act::precommit && count >= setting.needed)) mask |= 1u << w;
    }
  });
  return mask;
}

}  // namespace fairdeal::explore
