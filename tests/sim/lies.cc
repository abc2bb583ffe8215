#include "tests/sim/lies.h"

#include <algorithm>
#include <array>

#include "base/random_index.h"
#include "crypto/shuffle_proof.h"
#include "crypto/transcript.h"
#include "proto/codec.h"
#include "tests/sim/falsify.h"
#include "tests/sim/liar_script.h"

namespace fairdeal::sim {
namespace {

struct About {
  Lie lie;
  const char* name;
  bool convicts;
};

constexpr About kAbout[kLies] = {
    {Lie::two_entries, "two-entries", false},
    {Lie::two_votes, "two-votes", false},
    {Lie::two_faces, "two-faces", false},
    {Lie::two_proposals, "two-proposals", false},
    {Lie::nil_votes, "nil-votes", false},
    {Lie::no_votes, "no-votes", false},
    {Lie::no_entries, "no-entries", false},
    {Lie::wrong_proof, "wrong-proof", true},
    {Lie::old_proof, "old-proof", true},
    {Lie::wrong_move, "wrong-move", true},
    {Lie::wrong_dealing, "wrong-dealing", true},
    {Lie::zero_share, "zero-share", true},
    {Lie::false_complaint, "false-complaint", true},
    {Lie::false_evidence, "false-evidence", true},
    {Lie::forged_absence, "forged-absence", false},
    {Lie::wild_votes, "wild-votes", false},
    {Lie::wild_proposals, "wild-proposals", false},
    {Lie::other_state, "other-state", false},
    {Lie::forged_decision, "forged-decision", false},
    {Lie::false_status, "false-status", false},
    {Lie::replays, "replays", false},
    {Lie::malformed, "malformed", false},
    {Lie::false_turns, "false-turns", false},
    {Lie::two_turns, "two-turns", false},
    {Lie::false_turn_noted, "false-turn-noted", true},
    {Lie::flood, "flood", false},
    {Lie::any_field, "any-field", false},
    {Lie::foreign_evidence, "foreign-evidence", true},
    {Lie::far_rounds, "far-rounds", false},
    {Lie::far_presence, "far-presence", false},
    {Lie::votes_out, "votes-out", false},
    {Lie::all_but_one, "all-but-one", false},
    {Lie::waits, "waits", false},
    {Lie::fills_quota, "fills-quota", false},
    {Lie::splits, "splits", false},
};

const About& about(Lie lie) { return kAbout[static_cast<std::size_t>(lie)]; }

}  // namespace

std::string name(Lie lie) { return about(lie).name; }

std::optional<Lie> lie_named(const std::string& name) {
  const auto found = std::ranges::find(kAbout, name, &About::name);
  return found != std::end(kAbout) ? std::optional(found->lie) : std::nullopt;
}

bool convicts(Lie lie) { return about(lie).convicts; }
bool needs_a_quorum(Lie lie) { return lie == Lie::votes_out; }

/// Remembers what others sign, as material.
void Liar::Script::notice(const proto::Envelope& envelope, bool vote) {
  if (table().step() != step) {
    step = table().step();
    outcomes.clear();
    entries.clear();
    votes.clear();
  }
  if (!vote) {
    if (std::ranges::find(entries, envelope) == entries.end()) entries.push_back(envelope);
    return;
  }
  if (votes.size() < 64) votes.push_back(envelope);
  if (const auto v = proto::decode_vote(envelope.body); v && v->outcome && v->step == step)
    if (std::ranges::find(outcomes, *v->outcome) == outcomes.end()) outcomes.push_back(*v->outcome);
}

void Liar::Script::look(const Bytes& frame) {
  const auto message = proto::decode_message(frame);
  if (!message) return;
  if (const auto* entry = std::get_if<proto::EntryFrame>(&*message)) notice(entry->envelope, false);
  if (const auto* vote = std::get_if<proto::VoteFrame>(&*message)) notice(vote->envelope, true);
  if (const auto* proposal = std::get_if<proto::ProposalFrame>(&*message))
    for (const auto& vote : proposal->votes) notice(vote, true);
}

/// Votes towards `to` as `to` itself has voted.
void Liar::Script::agree(Seat to, const Bytes& frame) {
  const auto message = proto::decode_message(frame);
  const auto* theirs = message ? std::get_if<proto::VoteFrame>(&*message) : nullptr;
  if (theirs == nullptr || theirs->envelope.by != to) return;
  if (const auto vote = proto::decode_vote(theirs->envelope.body))
    world.inject(me, to, said(*vote));
}

/// Returns whether a frame has an entry of the member that is to be voted out.
bool Liar::Script::leaves_unheard(const Bytes& frame) {
  const auto message = proto::decode_message(frame);
  if (!message) return false;
  const auto* entry = std::get_if<proto::EntryFrame>(&*message);
  bool its = entry != nullptr && entry->envelope.by == about;
  const auto* frame_of = std::get_if<proto::ProposalFrame>(&*message);
  if (frame_of != nullptr)
    its = std::ranges::any_of(frame_of->record, [&](const proto::Answer& answer) {
      const auto* envelope = std::get_if<proto::Envelope>(&answer);
      return envelope != nullptr && envelope->by == about;
    });
  told += its ? 1 : 0;
  return its;
}

std::vector<Bytes> Liar::Script::say(Seat to, const Bytes& frame) {
  if (lie == Lie::wild_votes || lie == Lie::wild_proposals) look(frame);
  if (lie == Lie::any_field) {
    auto frames = any_field.say(frame);
    told = any_field.told();
    return frames;
  }
  if (lie == Lie::replays || lie == Lie::malformed || lie == Lie::flood) return noise(frame);
  if (lie == Lie::all_but_one || lie == Lie::waits || lie == Lie::fills_quota)
    return scheme(to, frame);
  if (lie == Lie::splits) {
    if (to != about) return {frame};
    lead_on();
    return {};
  }
  const auto message = proto::decode_message(frame);
  if (!message) return {frame};
  return std::visit([&](const auto& m) { return reply(to, frame, m); }, *message);
}

// ---- Schemes

std::vector<Bytes> Liar::Script::scheme(Seat to, const Bytes& frame) {
  const auto message = proto::decode_message(frame);
  if (!message) return {frame};
  if (const auto* entry = std::get_if<proto::EntryFrame>(&*message))
    return lie == Lie::waits && entry->envelope.by == me ? held_back(to, frame)
                                                         : std::vector<Bytes>{frame};
  if (const auto* decided = std::get_if<proto::Decided>(&*message))
    return shown(to, frame, decided->step);
  const auto* said_vote = std::get_if<proto::VoteFrame>(&*message);
  if (said_vote == nullptr || said_vote->envelope.by != me) return {frame};
  const auto vote = proto::decode_vote(said_vote->envelope.body);
  if (!vote || vote->round != Round(0) || vote->phase != proto::Phase::prevote) return {frame};
  if (lie == Lie::fills_quota) return contradictions(frame, *vote);
  if (lie == Lie::all_but_one && to != about && !(second_way && sends_first(vote->step)))
    return {frame};
  ++told;
  if (lie == Lie::waits) {
    const Duration round = charter().pace.round;
    world.inject_after(Duration{second_way ? round.ms * 3 / 2 : round.ms * 9 / 10}, me, to, frame);
  }
  return {};
}

/// Returns whether it is the first that sends this step's decision to those that may lack it.
bool Liar::Script::sends_first(Step decided) const {
  const auto voters = world.node(me).parts().agreement().quorum().voters.list();
  return !voters.empty() && voters[decided.value % voters.size()] == me;
}

/// Shows what is decided to all but one, with the record, so that they follow it.
std::vector<Bytes> Liar::Script::shown(Seat to, const Bytes& frame, Step decided) const {
  if (lie == Lie::waits || (lie == Lie::all_but_one && to == about)) return {};
  const auto* whole = world.node(me).parts().history.find(decided);
  if (lie != Lie::all_but_one || !second_way || whole == nullptr) return {frame};
  return {proto::encode(proto::Message(whole->how.decided))};
}

/// Sends its entry to `to` a moment before that member stops waiting for it.
std::vector<Bytes> Liar::Script::held_back(Seat to, const Bytes& frame) {
  constexpr Duration kMargin{150};
  const node::Node& node = world.node(to);
  const Instant due = node.parts().clock.entries_due();
  if (node.table().step() != table().step() || due == never()) return {frame};
  const Duration left{(due - world.clock(to)).ms - kMargin.ms};
  if (left.ms <= 0) return {frame};
  ++told;
  world.inject_after(left, me, to, frame);
  return {};
}

/// Contradicts itself first at steps whose evidence is too old once it could be attached, then at
/// this one.
std::vector<Bytes> Liar::Script::contradictions(const Bytes& frame, const proto::Vote& vote) {
  constexpr std::uint64_t kOld = 64;
  if (vote.step.value <= kOld + 1) return {frame};
  std::vector<Bytes> frames{frame};
  for (std::uint64_t i = 0; i < 4; ++i)
    for (const char* record : {"one record", "another record"}) {
      proto::Vote earlier = vote;
      earlier.step = Step(vote.step.value - kOld - i % 2);
      earlier.outcome = {crypto::hash(record, {}), crypto::hash("no state", {})};
      frames.push_back(said(std::move(earlier)));
    }
  proto::Vote other = vote;
  if (other.outcome)
    other.outcome.reset();
  else
    other.outcome = {crypto::hash("no record", {}), crypto::hash("no state", {})};
  frames.push_back(said(std::move(other)));
  return frames;
}

/// Moves in the match that it plays with `about` alone, once a step, and as fast as in the other
/// one. The first such step is the one after that where it began to lie, whose entry may be with
/// both.
void Liar::Script::lead_on() {
  const state::Table& theirs = world.node(about).table();
  if (!led) led = table().step();
  if (theirs.step() <= *led || theirs.step() > table().step() ||
      theirs.game().active() != std::vector{me})
    return;
  led = theirs.step();
  const auto legal = theirs.game().legal(me);
  world.inject(
      me, about,
      said(proto::Entry{theirs.id(),
                        theirs.step(),
                        theirs.head(),
                        proto::MovePayload{legal[random_index(rng, legal.size())].action.text, {}},
                        {}}));
}

// ---- Turns of a deck

std::vector<Bytes> Liar::Script::reply(Seat to, const Bytes& frame,
                                       const proto::PassedFrame& message) {
  auto passed = proto::decode_passed(message.envelope.body);
  if (message.envelope.by != me || !passed) return {frame};
  auto* shares = std::get_if<proto::SharesPayload>(&passed->part);
  if (lie == Lie::wrong_dealing && shares != nullptr && table().state().next) {
    deal_wrongly(*shares);
    return {said(*std::move(passed))};
  }
  if (lie == Lie::false_turns && shares != nullptr)
    shares->commitments.front() = another(shares->commitments.front());
  if (auto* key = std::get_if<proto::KeyPayload>(&passed->part); lie == Lie::false_turns && key)
    key->X = another(key->X);
  if (lie == Lie::false_turns && !std::holds_alternative<proto::ShufflePayload>(passed->part))
    return {said(*std::move(passed))};
  auto* turn = passed ? std::get_if<proto::ShufflePayload>(&passed->part) : nullptr;
  if (message.envelope.by != me || turn == nullptr) return {frame};
  if (lie == Lie::false_turns) {
    std::swap(turn->deck[0], turn->deck[1]);
    return {said(*std::move(passed))};
  }
  const state::SharedDeck* deck = table().state().deck();
  const bool first = deck != nullptr && deck->place == passed->place &&
                     deck->digest == passed->input;  // a later turn would need the turns before it
  if (lie != Lie::two_turns || to.value % 2 == 0 || !first) return {frame};
  const auto context = crypto::context({table().id(), deck->place}, me, crypto::Purpose::shuffle);
  auto made =
      crypto::shuffle_and_prove(crypto::prepare_shuffle(deck->cards->size(), deck->key, rng),
                                deck->key, *deck->cards, context);
  *turn = {std::move(made.deck), std::move(made.proof)};
  return {said(*std::move(passed))};
}

// ---- Votes

/// Returns a round that nobody has reached: a little further, or as far as rounds or numbers go.
Round Liar::Script::far_round(Round from) {
  constexpr std::array<std::uint32_t, 5> kFar{2, 1'000, 1u << 20, ~std::uint32_t{15},
                                              ~std::uint32_t{0}};
  const std::uint32_t far = kFar[random_index(rng, kFar.size())];
  return Round(far <= 1'000 ? from.value + far : far);
}

/// Returns a vote for anything, and perhaps another one that is not due.
std::vector<Bytes> Liar::Script::wild_votes(proto::Vote vote) {
  const std::size_t choice = random_index(rng, outcomes.size() + 1);
  vote.outcome = choice < outcomes.size() ? std::optional(outcomes[choice]) : std::nullopt;
  vote.proved.reset();
  if (vote.outcome && vote.phase == proto::Phase::prevote && vote.round > Round(0) && heads())
    vote.proved = Round(static_cast<std::uint32_t>(rng.below(vote.round.value)));
  std::vector<Bytes> frames{said(vote)};
  if (heads()) {
    vote.phase = heads() ? proto::Phase::prevote : proto::Phase::precommit;
    vote.round = Round(static_cast<std::uint32_t>(rng.below(4)));
    vote.proved.reset();
    frames.push_back(said(vote));
  }
  return frames;
}

/// Returns a decision that everybody was absent, which nobody else has signed.
Bytes Liar::Script::forged_decision(Step at, const proto::Envelope& own) {
  std::vector<proto::Answer> record;
  for (const auto& slot : table().slots()) record.emplace_back(proto::AbsentSeat{slot.seat});
  proto::Decided decided{at, std::move(record), {own}};
  for (std::uint32_t i = 0; i < world.size() && heads(); ++i)
    decided.certificate.push_back({Seat(i), own.body, own.signature});
  std::ranges::sort(decided.certificate, {}, &proto::Envelope::by);
  ++told;
  return proto::encode(proto::Message(std::move(decided)));
}

std::vector<Bytes> Liar::Script::reply(Seat to, const Bytes& frame,
                                       const proto::VoteFrame& message) {
  if (message.envelope.by != me) return {frame};
  const auto decoded = proto::decode_vote(message.envelope.body);
  if (!decoded) return {frame};
  proto::Vote vote = *decoded;
  switch (lie) {
    case Lie::no_votes:
    case Lie::two_faces:
      ++told;
      return {};
    case Lie::two_votes:
      if (to.value % 2 == 0) return {frame};
      if (vote.outcome)
        vote.outcome.reset();
      else
        vote.outcome = proto::Outcome{crypto::hash("no record", {}), crypto::hash("no state", {})};
      vote.proved.reset();
      return {said(vote)};
    case Lie::nil_votes:
      if (!vote.outcome) return {frame};
      vote.outcome.reset();
      vote.proved.reset();
      return {said(vote)};
    case Lie::other_state:
      if (!vote.outcome) return {frame};
      vote.outcome->state = crypto::hash("other rules", vote.outcome->state.bytes);
      return {said(vote)};
    case Lie::wild_votes:
      return heads() ? std::vector<Bytes>{frame} : wild_votes(std::move(vote));
    case Lie::wild_proposals: {
      std::vector<Bytes> frames{frame};
      if (auto wild = wild_proposal(vote.step); !wild.empty()) frames.push_back(std::move(wild));
      return frames;
    }
    case Lie::forged_absence: {
      vote.outcome.reset();
      vote.proved.reset();
      std::vector<Bytes> frames{said(vote)};
      if (const auto round = round_it_leads(vote.step))
        frames.push_back(proposal({table().id(), vote.step, *round, {}, {}}, record_of(true), {}));
      return frames;
    }
    case Lie::far_rounds:
      vote.outcome.reset();
      vote.proved.reset();
      vote.phase = heads() ? proto::Phase::prevote : proto::Phase::precommit;
      vote.round = far_round(vote.round);
      return {frame, said(vote)};
    case Lie::far_presence:
      return {frame, said(far_presence(vote.step))};
    case Lie::forged_decision:
      return {frame, forged_decision(vote.step, message.envelope)};
    default:
      return {frame};
  }
}

// ---- Proposals

std::optional<Round> Liar::Script::round_it_leads(Step at) const {
  const auto voters = table().quorum().voters.list();
  for (std::uint32_t r = 1; r <= voters.size(); ++r)
    if (voters[(at.value + r) % voters.size()] == me) return Round(r);
  return {};
}

std::vector<proto::Answer> Liar::Script::record_of(bool everybody_absent) {
  std::vector<proto::Answer> record;
  for (const auto& slot : table().slots()) {
    std::vector<proto::Envelope> of_it;
    for (const auto& entry : entries)
      if (entry.by == slot.seat) of_it.push_back(entry);
    if (everybody_absent || of_it.empty() || heads())
      record.emplace_back(proto::AbsentSeat{slot.seat});
    else
      record.emplace_back(of_it[random_index(rng, of_it.size())]);
  }
  return record;
}

/// Returns a proposal of this record, which goes with it.
Bytes Liar::Script::proposal(proto::Proposal proposal, std::vector<proto::Answer> record,
                             std::vector<proto::Envelope> grounds) {
  proposal.record = consensus::digest(proposal.step, table().head(), record);
  ++told;
  return proto::encode(proto::Message(
      proto::ProposalFrame{proto::envelope(proto::sign(me, std::move(proposal), key())),
                           std::move(grounds), std::move(record)}));
}

Bytes Liar::Script::wild_proposal(Step at) {
  const auto first = round_it_leads(at);
  if (!first || at != table().step()) return {};
  proto::Proposal wild{table().id(), at, *first, {}, {}};
  auto record = record_of(false);
  if (heads()) wild.proved = Round(static_cast<std::uint32_t>(rng.below(first->value)));
  return proposal(wild, std::move(record), heads() ? votes : std::vector<proto::Envelope>());
}

std::vector<Bytes> Liar::Script::reply(Seat to, const Bytes& frame,
                                       const proto::ProposalFrame& message) {
  if (message.envelope.by != me) return {frame};
  const auto decoded = proto::decode_proposal(message.envelope.body);
  if (!decoded) return {frame};
  if (lie == Lie::no_votes) return {};
  if (lie == Lie::two_proposals && to.value % 2 == 1) {
    proto::Proposal other = *decoded;
    other.proved.reset();
    auto record = message.record;
    for (auto& answer : record)
      if (const auto* entry = std::get_if<proto::Envelope>(&answer))
        answer = proto::AbsentSeat{entry->by};
    return {proposal(other, std::move(record), message.votes)};
  }
  if (lie == Lie::wild_proposals) {
    auto wild = wild_proposal(decoded->step);
    if (!wild.empty() && heads()) return {std::move(wild)};
  }
  return {frame};
}

// ---- The rest

std::vector<Bytes> Liar::Script::reply(Seat, const Bytes& frame, const proto::Status& message) {
  if (lie != Lie::false_status) return {frame};
  proto::Status status = message;
  const auto any = [&] { return static_cast<std::uint32_t>(rng.next()); };
  status.entries = any();
  status.votes = any();
  status.links = any();
  status.prevotes = any();
  status.precommits = any();
  status.proposal = heads();
  if (heads()) status.step = Step(rng.below(2 * status.step.value + 3));
  if (heads()) status.round = Round(any());
  if (heads()) status.head.bytes[0] ^= std::byte{1};
  ++told;
  return {proto::encode(proto::Message(status))};
}

std::vector<Bytes> Liar::Script::noise(const Bytes& frame) {
  std::vector<Bytes> frames{frame};
  if (lie == Lie::replays) {
    heard.push_back(frame);
    for (int i = 0; i < 2; ++i) frames.push_back(heard[random_index(rng, heard.size())]);
    ++told;
    return frames;
  }
  const auto spoiled = [&] {
    Bytes bytes = frame;
    if (heads())
      bytes.resize(random_index(rng, bytes.size() + 1));
    else
      bytes[random_index(rng, bytes.size())] ^=
          std::byte{static_cast<unsigned char>(1 + rng.below(255))};
    return bytes;
  };
  ++told;
  if (lie == Lie::malformed) return heads() ? std::vector<Bytes>{spoiled()} : frames;
  for (int i = 0; i < 25; ++i) frames.push_back(spoiled());
  return frames;
}

// ---- Liar

Liar::Liar(World& world, Seat me, Lie lie, Seat about, std::uint64_t seed)
    : script_(new Script{world, me, lie, about, SeededRng(seed)}) {
  script_->second_way = script_->heads();
}
Liar::~Liar() = default;

std::vector<Bytes> Liar::say(Seat to, const Bytes& frame) { return script_->say(to, frame); }

bool Liar::hear(Seat from, const Bytes& frame) {
  switch (script_->lie) {
    case Lie::two_faces:
      script_->agree(from, frame);
      return true;
    case Lie::splits:
      if (from != script_->about) return true;
      script_->agree(from, frame);
      script_->lead_on();
      return false;
    case Lie::replays:
      if (script_->heard.size() < 10'000) script_->heard.push_back(frame);
      return true;
    case Lie::wild_votes:
    case Lie::wild_proposals:
    case Lie::forged_absence:
    case Lie::false_evidence:
      script_->look(frame);
      return true;
    case Lie::any_field:
      script_->any_field.hear(frame);
      return true;
    case Lie::votes_out:
      return !script_->leaves_unheard(frame);
    default:
      return true;
  }
}

Lie Liar::lie() const { return script_->lie; }
std::size_t Liar::told() const { return script_->told; }
bool Liar::proven() const { return told() > 0 && convicts(script_->lie); }

}  // namespace fairdeal::sim
