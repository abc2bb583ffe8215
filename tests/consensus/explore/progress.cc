#include "tests/consensus/explore/progress.h"

#include "consensus/equivocation.h"
#include "proto/envelope.h"
#include "tests/consensus/explore/options.h"

namespace fairdeal::explore {
namespace {

/// A network that delivers at once, between the honest.
class Calm {
 public:
  Calm(const Universe& universe, std::vector<StepAgreement> members, Instant now, bool drags)
      : universe_(universe),
        honest_(universe.setting().honest()),
        members_(std::move(members)),
        now_(now),
        drags_(drags) {}

  Continued run(std::uint32_t rounds) {
    const std::uint32_t from = latest();
    exchange_all();
    for (bool asked = false;;) {
      if (!wrong_.wrong.empty()) return wrong_;
      if (drags_) drag();
      if (speak()) {
        asked = false;
        continue;
      }
      if (all_decided()) return {{}, {}, latest() - from};
      if (latest() > from + rounds)
        return {"progress", "no decision in " + std::to_string(rounds) + " rounds", 0};
      Instant next = never();
      for (std::size_t i = 0; i < members_.size(); ++i)
        next = std::min(next, members_[i].deadline(honest_[i]));
      if ((next == never() || next <= now_) && !std::exchange(asked, true)) {
        exchange_all();  // a node asks for what it lacks at the round where it then is
        continue;
      }
      if (next == never() || next <= now_)
        return {"progress", "nobody waits for anything and not all have decided", 0};
      now_ = next;
    }
  }

 private:
  std::uint32_t latest() const {
    std::uint32_t round = 0;
    for (const StepAgreement& one : members_) round = std::max(round, one.round().value);
    return round;
  }

  /// Each member's holdings: entries, own votes, its own proposals with their grounds.
  void exchange_all() {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const StepAgreement from = members_[i];
      for (StepAgreement& to : members_) {
        for (std::size_t slot = 0; slot < from.slots().size(); ++slot)
          if (const auto* held = from.entry(slot))
            if (const auto* checked = std::get_if<Checked>(held)) to.add(*checked);
        for (std::uint32_t r = 0; r <= universe_.setting().rounds; ++r)
          for (const Phase phase : {Phase::prevote, Phase::precommit})
            if (const auto* vote = from.vote(Round(r), phase, honest_[i])) to.add(*vote);
      }
    }
  }

  void drag() {
    const auto at = universe_.place();
    for (const Seat liar : universe_.setting().liars.list()) {
      const auto vote =
          universe_.sign(liar, {at.table, at.step, Round(latest() + 1), Phase::precommit, {}, {}});
      for (StepAgreement& to : members_) to.add(vote);
    }
  }

  bool speak() {
    bool spoke = false;
    for (std::size_t i = 0; i < members_.size(); ++i)
      while (const auto statement = members_[i].advance(honest_[i], now_)) {
        spoke = true;
        if (const auto* vote = std::get_if<proto::Vote>(&*statement))
          send(*vote, i);
        else
          send(std::get<StepAgreement::Proposing>(*statement), i);
        if (!wrong_.wrong.empty()) return true;
      }
    return spoke;
  }

  void send(const proto::Vote& vote, std::size_t from) {
    const auto statement = universe_.sign(honest_[from], vote);
    if (const auto* before = members_[from].vote(vote.round, vote.phase, honest_[from]);
        before != nullptr && consensus::contradiction(*before, statement))
      wrong_ = {"once", "a second vote at one place", 0};
    for (StepAgreement& to : members_) to.add(statement);
  }

  void send(const StepAgreement::Proposing& proposing, std::size_t from) {
    const auto statement = universe_.sign(honest_[from], proposing.proposal);
    const auto grounds = members_[from].grounds(proposing.proposal);
    for (StepAgreement& to : members_) {
      to.add(statement, proposing.answers);
      for (const proto::Envelope& envelope : grounds)
        if (const auto vote = proto::verify_vote(envelope, universe_.charter())) to.add(*vote);
    }
  }

  /// A member that decided tells the others by its certificate: so one decision is enough.
  bool all_decided() {
    std::optional<What> first;
    for (const StepAgreement& one : members_) {
      const auto decision = one.decision();
      if (!decision) continue;
      if (const auto wrong = wrong_with(universe_, *decision); !wrong.empty())
        wrong_ = {"certificate", wrong, 0};
      const What what = universe_.what(digest(decision->record));
      if (first && *first != what && universe_.setting().agreement)
        wrong_ = {"agreement", "two members decide differently", 0};
      first = what;
    }
    return first.has_value();
  }

  const Universe& universe_;
  std::vector<Seat> honest_;
  std::vector<StepAgreement> members_;
  Instant now_;
  bool drags_;
  Continued wrong_;
};

/// Takes in what it heard and then says what it said, place after place. What else it would say
/// meanwhile is not said: it is as if it had been restarted there. It is restarted before a lock
/// that it can have come to only so: by another proposal of a liar than the one that it held.
StepAgreement as_it_was(const Universe& universe, Answers& answers, std::size_t me, Said said,
                        const Place& end) {
  const Seat seat = universe.setting().honest()[me];
  StepAgreement agreement = universe.begun(seat);
  for_places_before(end, [&](const Place& place) {
    const Code c = said.by[me].at(place);
    if (c == kNothing) return;
    said.proposed = place.act == Act::prevote && what_of(c) != kNil ? c : kNothing;
    Ids next;
    if (const Option* option = answers.of(ask(universe, me, place, said)).find(c))
      next = option->heard;
    next.push_back(universe.say(seat, place, c));
    const auto take_in = [&](StepAgreement member) {
      for (const Id id : next) {
        universe.give(member, id);
        static_cast<void>(member.advance(seat, kStart));
      }
      return member;
    };
    const StepAgreement before = agreement;
    agreement = take_in(before);
    if (place.act == Act::precommit && what_of(c) != kNil &&
        !agreement.lock(seat, Round(place.round))) {
      agreement = universe.restarted(before, seat);
      static_cast<void>(agreement.advance(seat, kStart));  // to its round, before it hears of that
      agreement = take_in(agreement);
    }
  });
  return agreement;
}

}  // namespace

Continued go_on(const Universe& universe, std::vector<StepAgreement> members, Instant now,
                bool drags, std::uint32_t rounds) {
  return Calm(universe, std::move(members), now, drags).run(rounds);
}

Continued go_on_from(const Universe& universe, Answers& answers, const Said& said,
                     const Place& end) {
  const Setting& setting = universe.setting();
  if (setting.honest().size() < setting.needed) return {};  // liars can stop it
  std::vector<StepAgreement> members;
  for (std::size_t i = 0; i < universe.setting().honest().size(); ++i)
    members.push_back(as_it_was(universe, answers, i, said, end));
  const Continued continued = go_on(universe, members, kStart);
  if (!continued.wrong.empty()) return continued;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const StepAgreement before =
        std::exchange(members[i], universe.restarted(members[i], universe.setting().honest()[i]));
    // Somebody still has the entries: if all lost that of a member that is gone they stay bound.
    for (std::size_t slot = 0; slot < before.slots().size(); ++slot)
      if (const auto* held = before.entry(slot)) members[i].add(std::get<Checked>(*held));
  }
  Continued after_restarts =
      go_on(universe, std::move(members), kStart, !universe.setting().liars.empty());
  if (!after_restarts.wrong.empty()) after_restarts.wrong += ", all being restarted";
  after_restarts.rounds = std::max(continued.rounds, after_restarts.rounds);
  return after_restarts;
}

std::string wrong_with(const Universe& universe, const StepAgreement::Decision& decision) {
  const What what = universe.what(digest(decision.record));
  if (what == kUnknown) return "a record that is not in play";
  const auto at = universe.place();
  const auto checked =
      check_certificate(decision.certificate, universe.charter(), universe.quorum(), at.table,
                        at.step, universe.outcome(what));
  return checked ? std::string() : describe(checked.error());
}

}  // namespace fairdeal::explore
