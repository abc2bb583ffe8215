#include "tests/consensus/explore/options.h"

#include <bit>
#include <thread>

#include "consensus/equivocation.h"
#include "proto/envelope.h"

namespace fairdeal::explore {
namespace {

/// Alternatives of what is heard next; one of each layer is.
using Layer = std::vector<Ids>;

/// Finds what one member may say at one place.
class Asking {
 public:
  Asking(const Universe& universe, const Question& question, const Hearing& hearing)
      : universe_(universe),
        q_(question),
        hearing_(hearing),
        honest_(universe.setting().honest()),
        me_(honest_[question.me]) {}

  Options run() {
    StepAgreement start = restarted(universe_, q_.me, q_.place, q_.said);
    most_ = q_.place.act == Act::prevote && q_.place.round > 0 ? proposals().size() : kCodes;
    if (!speaks(start, kStart, {}))
      for (const auto& layers : plans()) hear(start, layers, 0, {});
    return std::move(found_);
  }

 private:
  // ---- Messages that may be heard

  /// For each round whose prevotes are heard in any part, the others' being heard in full or not
  /// at all.
  std::vector<std::vector<Layer>> plans() const {
    const std::uint32_t r = q_.place.round;
    std::vector<std::vector<Layer>> all;
    if (q_.place == Place{0, Act::prevote}) return {{entries()}};
    if (q_.place.act == Act::precommit) {
      std::vector<Layer> layers{records_known(r)};
      hear_votes(r, true, layers);
      return {layers};
    }
    const bool leads = q_.place.act == Act::propose;
    const bool known = leads || hearing_.every_subset;
    for (std::uint32_t focus = 0; focus < (hearing_.every_subset ? 1 : r); ++focus) {
      std::vector<Layer> layers{{entering()}, known ? records_known(r - 1) : entries()};
      for (std::uint32_t p = r; p-- > 0;)
        hear_votes(p, p == focus || hearing_.every_subset, layers);
      if (!leads) layers.push_back(proposals());
      all.push_back(std::move(layers));
    }
    return all;
  }

  /// All others precommit nil in the round before.
  Ids entering() const {
    Ids ids;
    for (const Seat by : universe_.quorum().voters.list())
      if (by != me_) ids.push_back(universe_.vote(by, q_.place.round - 1, Phase::precommit, kNil));
    return ids;
  }

  Layer entries() const {
    Layer layer{{}};
    Ids here;
    for (const Second second : universe_.setting().records)
      if (second != Second::absent) here.push_back(universe_.second_entry(second));
    for (const Id one : here) layer.push_back({one});
    if (here.size() == 2) {
      layer.push_back({here[0], here[1]});
      layer.push_back({here[1], here[0]});
    }
    return layer;
  }

  /// Of the round that is on.
  Layer proposals() const {
    const std::uint32_t r = q_.place.round;
    Layer layer{{}};
    const bool any = hearing_.any_proposal || universe_.setting().liars.has(universe_.leader(r));
    for (std::size_t w = 1; w <= universe_.setting().records.size(); ++w)
      for (int proved = -1; proved < static_cast<int>(r); ++proved)
        if (const Code c = code(static_cast<What>(w), proved); any || q_.said.proposed == c)
          layer.push_back({universe_.proposal(r, static_cast<What>(w), proved)});
    return layer;
  }

  /// Which entries are held, in the order in which they came; or which record a proposal of that
  /// round showed, whether or not its leader would make it: it matters no more than that.
  Layer records_known(std::uint32_t round) const {
    Layer layer = entries();
    const Ids all = layer.back();
    for (std::size_t w = 1; round > 0 && w <= universe_.setting().records.size(); ++w) {
      const Id shown = universe_.proposal(round, static_cast<What>(w), -1);
      layer.push_back({shown});
      layer.push_back(all);
      layer.back().push_back(shown);
    }
    return layer;
  }

  Ids variants(Seat liar, std::uint32_t round) const {
    Ids ids;
    for (std::size_t w = 0; w <= universe_.setting().records.size(); ++w)
      for (int p = -1; p < (w == 0 ? 0 : static_cast<int>(round)); ++p)
        ids.push_back(universe_.vote(liar, round, Phase::prevote, static_cast<What>(w), p));
    for (const Id id : universe_.misshapen(liar, {round, Act::prevote})) ids.push_back(id);
    return ids;
  }

  static Layer none_one_or_all(const Ids& ids) {
    Layer layer{{}};
    for (const Id id : ids) layer.push_back({id});
    layer.push_back(ids);
    return layer;
  }

  static Layer subsets(const Ids& ids) {
    Layer layer;
    for (std::uint32_t bits = 0; bits < 1u << ids.size(); ++bits) {
      layer.emplace_back();
      for (std::size_t i = 0; i < ids.size(); ++i)
        if ((bits >> i & 1) != 0) layer.back().push_back(ids[i]);
    }
    return layer;
  }

  void hear_votes(std::uint32_t round, bool any_part, std::vector<Layer>& layers) const {
    std::vector<Layer> voters;
    for (std::size_t i = 0; i < honest_.size(); ++i)
      if (const Code c = q_.said.by[i].prevotes[round]; i != q_.me && c != kNothing)
        voters.push_back({{}, {universe_.say(honest_[i], {round, Act::prevote}, c)}});
    for (const Seat liar : universe_.setting().liars.list()) {
      voters.push_back(hearing_.every_subset ? subsets(variants(liar, round))
                                             : none_one_or_all(variants(liar, round)));
    }
    if (any_part) {
      layers.insert(layers.end(), voters.begin(), voters.end());
    } else {
      Ids all;
      for (const Layer& layer : voters)
        all.insert(all.end(), layer.back().begin(), layer.back().end());
      layers.push_back({{}, std::move(all)});
    }
  }

  // ---- Hearing it

  void hear(const StepAgreement& agreement, const std::vector<Layer>& layers, std::size_t next,
            const Ids& heard) {
    if (next == layers.size()) return wait(agreement, heard);
    for (const Ids& alternative : layers[next]) {
      if (found_.options.size() == most_) return;
      if (alternative.empty()) {
        hear(agreement, layers, next + 1, heard);
        continue;
      }
      StepAgreement after = agreement;
      Ids with = heard;
      bool spoke = false;
      for (const Id id : alternative) {
        universe_.give(after, id);
        with.push_back(id);
        if ((spoke = speaks(after, kStart, with))) break;
      }
      if (!spoke) hear(after, layers, next + 1, with);
    }
  }

  /// Its timers run out, one after another, until it says something.
  void wait(StepAgreement agreement, const Ids& heard) {
    ++found_.agreements;
    Instant now = kStart;
    do {
      if (speaks(agreement, now, heard)) return;
      const Instant due = agreement.deadline(me_);
      if (due <= now) return;
      now = due;
    } while (now != never());
  }

  /// Whether it says something at this place, or what ends this branch; what it said before it may
  /// say again.
  bool speaks(StepAgreement& agreement, Instant now, const Ids& heard) {
    for (;;) {
      const auto due = agreement.advance(me_, now);
      if (!due) return false;
      const auto [place, said] = read(*due);
      if (place == q_.place) {
        note(said, heard);
        if (place.act == Act::precommit && said != kSaidNil && said != kOutOfPlay)
          check_lock(agreement, said);
        return true;
      }
      const Code before = place.act == Act::propose
                              ? (place.round == q_.place.round ? q_.said.proposed : kNothing)
                              : (place < q_.place ? q_.said.by[q_.me].at(place) : kNothing);
      if (before == kNothing) return true;  // a place that it passed over
      if (before != said) {
        found_.faults.push_back(describe(universe_, me_, place, said) + ", after it said " +
                                describe(universe_, me_, place, before));
        return true;
      }
      universe_.give(agreement, universe_.say(me_, place, said));
    }
  }

  /// A node stores what its precommit rests on with it.
  void check_lock(StepAgreement& agreement, Code said) {
    universe_.give(agreement, universe_.say(me_, q_.place, said));
    if (!agreement.lock(me_, Round(q_.place.round)))
      found_.faults.push_back(describe(universe_, me_, q_.place, said) +
                              ", and does not hold what that rests on");
  }

  std::pair<Place, Code> read(const StepAgreement::Statement& statement) const {
    if (const auto* vote = std::get_if<proto::Vote>(&statement)) {
      const Act act = vote->phase == Phase::prevote ? Act::prevote : Act::precommit;
      const int proved = vote->proved ? static_cast<int>(vote->proved->value) : -1;
      return {{vote->round.value, act}, in_play(universe_.what(vote->outcome), proved)};
    }
    const auto& proposal = std::get<StepAgreement::Proposing>(statement).proposal;
    const int proved = proposal.proved ? static_cast<int>(proposal.proved->value) : -1;
    return {{proposal.round.value, Act::propose}, in_play(universe_.what(proposal.record), proved)};
  }

  static Code in_play(What what, Proved proved) {
    return what == kUnknown ? kOutOfPlay : code(what, proved);
  }

  void note(Code said, const Ids& heard) {
    if (said == kOutOfPlay || found_.find(said) != nullptr) return;
    found_.options.push_back({said, heard});
    const auto* vote = universe_.signed_vote(universe_.say(me_, q_.place, said));
    if (vote == nullptr) return;
    for_places_before(q_.place, [&](const Place& place) {
      const Code before = q_.said.by[q_.me].at(place);
      if (before == kNothing) return;
      if (consensus::contradiction(*universe_.signed_vote(universe_.say(me_, place, before)),
                                   *vote))
        found_.faults.push_back(describe(universe_, me_, q_.place, said) +
                                ", which convicts it: before, " +
                                describe(universe_, me_, place, before));
    });
  }

  const Universe& universe_;
  const Question& q_;
  Hearing hearing_;
  std::vector<Seat> honest_;
  Seat me_;
  std::size_t most_ = 0;  ///< what it can say at most: with so much found, nothing is missing
  Options found_;
};

}  // namespace

const Option* Options::find(Code code) const {
  const auto found = std::ranges::find(options, code, &Option::code);
  return found != options.end() ? &*found : nullptr;
}

Question ask(const Universe& universe, std::size_t me, const Place& place, const Said& said) {
  Question question{static_cast<std::uint8_t>(me), place, {}};
  question.said.proposed = said.proposed;
  question.said.by[me] = said.by[me];
  for (std::uint32_t r = 0; r <= place.round; ++r) {
    const Code locked = r < place.round ? said.by[me].precommits[r] : kNothing;
    const bool bears = place.act == Act::precommit
                           ? r == place.round || (locked != kNothing && locked != kSaidNil)
                           : r < place.round;
    for (std::size_t i = 0; bears && i < universe.setting().honest().size(); ++i)
      if (i != me) question.said.by[i].prevotes[r] = said.by[i].prevotes[r];
  }
  return question;
}

Options answer(const Universe& universe, const Question& question, const Hearing& hearing) {
  return Asking(universe, question, hearing).run();
}

// ---- Answers that are kept

std::size_t QuestionHash::operator()(const Question& q) const {
  std::uint64_t h = mix(q.me + 8u * q.place.round + 64u * static_cast<unsigned>(q.place.act) +
                        1024u * q.said.proposed);
  for (const History& one : q.said.by) h = mix(h + std::bit_cast<std::uint64_t>(one));
  return h;
}

const Options* Answers::find(const Question& question) const {
  const auto found = found_.find(question);
  return found != found_.end() ? &found->second : nullptr;
}

const Options& Answers::of(const Question& question) {
  if (const Options* found = find(question)) return *found;
  return found_[question] = answer(universe_, question, hearing_);
}

void Answers::answer_all(const std::vector<Question>& questions, unsigned threads,
                         const std::function<bool()>& going) {
  std::vector<Options*> places;
  for (const Question& question : questions) places.push_back(&found_[question]);
  std::vector<std::thread> running;
  for (unsigned t = 0; t < threads; ++t)
    running.emplace_back([&, t] {
      for (std::size_t i = t; i < questions.size() && going(); i += threads)
        *places[i] = answer(universe_, questions[i], hearing_);
    });
  for (auto& thread : running) thread.join();
}

/// The prevotes that a precommit for `what` rests on: a quorum's of its round, all with the same
/// `proved`. None if they were not all said.
Ids behind_lock(const Universe& universe, const Said& said, std::uint32_t round, What what) {
  const auto honest = universe.setting().honest();
  for (int proved = -1; proved < static_cast<int>(round); ++proved) {
    Ids ids;
    for (std::size_t i = 0; i < honest.size(); ++i)
      if (said.by[i].prevotes[round] == code(what, proved))
        ids.push_back(universe.vote(honest[i], round, Phase::prevote, what, proved));
    for (const Seat liar : universe.setting().liars.list())
      ids.push_back(universe.vote(liar, round, Phase::prevote, what, proved));
    if (ids.size() >= universe.setting().needed) return ids;
  }
  return {};
}

StepAgreement restarted(const Universe& universe, std::size_t me, const Place& place,
                        const Said& said) {
  const Seat seat = universe.setting().honest()[me];
  StepAgreement agreement = universe.begun(seat);
  for_places_before(place, [&](const Place& before) {
    const Code c = said.by[me].at(before);
    if (c == kNothing) return;
    if (before == Place{0, Act::prevote} && what_of(c) != kNil)
      universe.restore_lock(agreement, what_of(c), {});  // the record is stored with the vote
    universe.restore(agreement, universe.say(seat, before, c));
    if (before.act != Act::precommit || what_of(c) == kNil || c == kOutOfPlay) return;
    if (const Ids behind = behind_lock(universe, said, before.round, what_of(c)); !behind.empty())
      universe.restore_lock(agreement, what_of(c), behind);
  });
  if (place.round > 0 && universe.leader(place.round) == seat && said.proposed != kNothing)
    universe.restore(agreement, universe.proposal(place.round, what_of(said.proposed),
                                                  proved_of(said.proposed)));
  return agreement;
}

}  // namespace fairdeal::explore
