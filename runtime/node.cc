#include "runtime/node.h"

#include <algorithm>

#include "proto/codec.h"
#include "proto/envelope.h"

namespace fairdeal::runtime {

using consensus::Agreement;

namespace {

/// After how many steps without a word of a voter its vote is not waited for in round 0.
constexpr std::uint64_t kQuietSteps = 2;

}  // namespace

// ---- A new table, or one remembered

Result<Node> Node::create(Config config, Rng& rng) {
  FD_TRY(proto::verify_charter(*config.charter));
  FD_TRY(Table table, Table::create(config.charter));
  PrivateView view(config.me, rng);
  return Node(std::move(config), std::make_shared<const Table>(std::move(table)), std::move(view),
              rng);
}

Node::Node(Config config, std::shared_ptr<const Table> table, PrivateView view, Rng& rng)
    : config_(std::move(config)),
      rng_(&rng),
      table_(std::move(table)),
      private_(std::move(view)),
      agreement_(agreement_on_step({0})),
      catch_up_(table_->charter().validators()),
      forks_(table_->charter().validators()),
      others_(table_->charter().validators()),
      links_(config_.me, members()),
      presences_(config_.me, members()),
      clock_(config_.me, members(), table_->charter().pace) {}

Effects Node::start(Instant now) {
  Effects out;
  if (!resumed_) {
    out.store.push_back({kept::Charter{}, proto::encode(proto::TranscriptPart(*config_.charter))});
    out.store.push_back({kept::Hedge{}, private_.hedge_to_store()});
  }
  forget_keys(out);
  clock_.start(now);
  if (resumed_)
    for (Other& other : others_) other.linked_at = now;  // perhaps: it died a moment ago
  begin_step(now, out);
  catch_up_.note_progress(table_->step(), asking(), now);
  return out;
}

// ---- One step, from its opening to its decision

Agreement Node::agreement_on_step(Instant now) {
  outcomes_ = {};
  return {{table_->id(), table_->step(), table_->head()},
          table_->quorum(),
          table_->slots(),
          table_->charter().pace.round,
          now};
}

/// Computes what the records lead to that the agreement asks about.
void Node::compute_outcomes() {
  while (const consensus::Record* record = agreement_.wanted_outcome()) {
    auto next = table_->after(*record);
    if (!next) {
      // A liar may propose what leads nowhere; the authors' own sound entries must lead somewhere.
      if (std::ranges::all_of(record->answers, [](const consensus::Answer& answer) {
            return std::holds_alternative<consensus::Checked>(answer);
          }))
        outcomes_.error = next.error();
      agreement_.on_outcome({});
      continue;
    }
    const auto digest = consensus::digest(*record);
    const auto table = std::make_shared<const Table>(*std::move(next));
    outcomes_.tables[digest] = table;
    agreement_.on_outcome(proto::Outcome{digest, table->digest()});
  }
}

void Node::begin_step(Instant now, Effects& out) {
  agreement_ = agreement_on_step(now);
  agreement_.quiet(quiet_voters());
  contributed_ = false;
  told_round_ = Round(0);
  for (Other& other : others_) {
    other.checking.reset();
    other.shown = false;
    other.refused = 0;
  }
  catch_up_.begin_step();
  clock_.begin_step(*table_, now);
  if (halted_) return out.notices.push_back(Halted{*halted_});
  if (table_->over()) {
    links_.broadcast(status(), out);
    out.notices.push_back(Finished{});
    return;
  }
  set_due(now);
  for (const Put& said : mine_.all())
    if (const auto again = restore_statement(said); !again) return halt(again.error(), out);
  if (asking_)
    ask(out);
  else
    speak(now, out);
  for (auto& [from, frame] : pipeline_.take_early()) take(from, frame, now, out);
  for (const auto& [from, statement] : catch_up_.take_early())
    std::visit([&, by = from](const auto& frame) { take(by, frame, now, out); }, statement);
  progress(now, out);
}

/// Those from whom nothing came in the last two steps. Leaving out their votes is this peer's own
/// haste: it changes when it precommits, and not what may be decided.
SeatSet Node::quiet_voters() const {
  SeatSet quiet;
  for (std::uint32_t i = 0; i < members(); ++i)
    if (Seat(i) != config_.me && others_[i].heard.value + kQuietSteps < table_->step().value)
      quiet.insert(Seat(i));
  return quiet;
}

void Node::set_due(Instant now) {
  clock_.set_due(*table_, agreement_.slots(), links_.up(), now);
  agreement_.wait_until(clock_.entries_due());
}

/// Says what this peer has to say of itself, and makes its answer.
void Node::speak(Instant now, Effects& out) {
  if (const auto what = presences_.pending(*table_)) say_presence(*what, now, out);
  draw_keys(out);
  contribute(now, out);
  advance_pipeline(now, out);
}

ShufflePipeline::Here Node::here() const {
  const auto& slots = agreement_.slots();
  return {config_.me, table_, slots.empty() ? config_.me : slots.front().seat, links_};
}

/// Does whatever is to be done now about the deal or the deck that is being opened: check, make,
/// answer.
void Node::advance_pipeline(Instant now, Effects& out) {
  pipeline_.begin(halted_ ? std::nullopt : ShufflePipeline::place_of(*table_), now);
  if (!pipeline_.place() || asking_) return;
  pipeline_.advance(here(), private_, *rng_, now, out);
  if (contributed_) return;
  if (const auto* turn = pipeline_.answer(here(), now)) {
    contributed_ = true;
    make_entry(*turn, now, out);
  }
}

/// Takes the step as far as what is here allows. The order is the safety argument: evidence and the
/// quorum's answers come first, so that this peer signs nothing before it knows what it signed
/// before a restart; then its votes, which rest on what is stored (sign); and the decision last,
/// since it replaces the agreement whose votes these are.
void Node::progress(Instant now, Effects& out) {
  if (halted_ || table_->over()) return;
  for (auto& evidence : agreement_.take_evidence())
    contradictions_.found(std::move(evidence), links_, out);
  hear_enough(now, out);
  if (halted_ || table_->over()) return;
  if (resumed_)  // a vote of its own may have come back before what it rests on
    for (const auto& envelope : agreement_.votes_of(config_.me))
      mine_.add_grounds(*proto::decode_vote(envelope.body), config_.me, agreement_, out);
  if (!asking_) {
    // Before its clock makes it vote nil, it has said that nothing comes: so it never votes for its
    // own absence, and nobody waits for a person who sleeps.
    if (now >= clock_.own_due()) answer_none(now, out);
    while (auto statement = agreement_.advance(config_.me, now)) sign(*std::move(statement), out);
    if (agreement_.round() > told_round_) new_round(out);
  }
  if (halted_ || table_->over()) return;
  if (const auto* dissent = agreement_.dissent()) settle_dissent(*dissent, out);
  if (halted_) return;
  for (const Seat voter : agreement_.differ().list())
    if (!std::exchange(others_[voter.value].shown, true))
      send_entries(voter, 0, agreement_,
                   out);  // it was sent another entry than this peer: show it this one
  if (const auto decision = agreement_.decision()) return decide(*decision, now, out);
  if (agreement_.complete() && outcomes_.error) halt(*outcomes_.error, out);
}

/// Forwards the votes that ended the last round, so that nobody has to ask for them. A peer that
/// skipped rounds asks instead for the votes of the round where it now is.
void Node::new_round(Effects& out) {
  const Round last = std::exchange(told_round_, agreement_.round());
  out.notices.push_back(RoundBegan{told_round_});
  if (told_round_ != last.next()) return links_.broadcast(status(), out);
  for (const Seat peer : links_.up().list()) {
    const std::uint32_t but = 1u << peer.value | 1u << config_.me.value;
    send_votes(peer, last, proto::Phase::prevote, but, agreement_, out);
    send_votes(peer, last, proto::Phase::precommit, but, agreement_, out);
  }
}

/// Signs a vote or a proposal. It is in `out.store` before it is in `out.outgoing`, and the caller
/// makes the store durable first: a peer that is killed in between has said nothing, and one that
/// is killed later finds its statement and signs no other for the same place (docs/model/README.md,
/// e).
void Node::sign(Agreement::Statement statement, Effects& out) {
  if (auto* proposing = std::get_if<Agreement::Proposing>(&statement)) {
    const auto proposal = proto::sign(config_.me, std::move(proposing->proposal), config_.key);
    const Round round = proposal.message().round;
    out.store.push_back({kept::Proposal{table_->step(), round}, proposal.body()});
    add(proposal, std::move(proposing->answers));
    return links_.broadcast(frame_of(proposal, agreement_), out);
  }
  const auto vote = proto::sign(config_.me, std::get<proto::Vote>(statement), config_.key);
  const proto::Vote& v = vote.message();
  out.store.push_back({kept::Vote{v.step, v.round, v.phase}, vote.body()});
  links_.broadcast(proto::VoteFrame{proto::envelope(vote)}, out);
  add(vote);
  mine_.add_grounds(v, config_.me, agreement_, out);
  // The fast path failed: whoever told two stories is found by comparing them.
  if (v.phase == proto::Phase::precommit && v.round == Round(0))
    for (const Seat peer : links_.up().list())
      send_votes(peer, Round(0), proto::Phase::prevote, 1u << peer.value, agreement_, out);
}

/// The same record, another state: the rules differ, or the voter lies. As long as a quorum may
/// still be on this peer's side it is the voter's business alone; and so it is while all who say so
/// may be liars, for others can come back. Where all must agree there is nothing to wait for.
void Node::settle_dissent(const proto::Signed<proto::Vote>& vote, Effects& out) {
  const consensus::Quorum& quorum = agreement_.quorum();
  const proto::Charter& charter = table_->charter();
  const std::size_t dissenters = agreement_.dissenters();
  if (dissenters <= quorum.voters.size() - quorum.needed) return;
  if (dissenters <= quorum.max_faulty && charter.quorum < charter.validators()) return;
  const auto theirs = *vote.message().outcome;
  const auto& mine = outcomes_.tables.at(theirs.record);
  halt({Fault::state_differs, vote.by(),
        "step " + std::to_string(table_->step().value) + ": the same entries lead to state " +
            theirs.state.hex() + " there and " + mine->digest().hex() + " here"},
       out);
}

void Node::decide(const Agreement::Decision& decision, Instant now, Effects& out) {
  const auto next = outcomes_.tables.at(consensus::digest(decision.record));
  History::Decision decided{
      {{table_->step(), consensus::to_wire(decision.record), decision.certificate}, {}, {}},
      table_->head(),
      agreement_.quorum(),
      {consensus::digest(decision.record), next->digest()}};
  const Step step = table_->step();
  out.store.push_back(
      {kept::Record{step}, proto::encode(proto::TranscriptPart(decided.how.decided))});
  const auto vote = proto::decode_vote(decision.certificate.front().body);
  if (vote->phase != proto::Phase::prevote) {  // not all voted for it at once
    decided.how = with_behind(std::move(decided.how.decided), agreement_);
    out.store.push_back({kept::Behind{step}, proto::encode(proto::TranscriptPart(decided.how))});
  }
  if (const auto oldest = history_.keep(std::move(decided)))
    out.store.push_back({kept::Behind{*oldest}, {}});
  if (clock_.charge(decision.record, *table_, agreement_.slots(), now))
    out.store.push_back({kept::Banks{}, clock_.banks_to_store()});
  const auto before = std::exchange(table_, next);
  StepDecided event{decision.record.step, {}, table_->events()};
  for (std::size_t i = 0; i < decision.record.answers.size(); ++i)
    if (consensus::is_absence(decision.record.answers[i]))
      event.absent.push_back(agreement_.slots()[i].seat);
  out.notices.push_back(std::move(event));
  replay_later(out);
  tell_standings(*before, out);
  forget_keys(out);
  if (const auto learned = private_.learn(*table_); !learned) return halt(learned.error(), out);
  mine_.forget_before(table_->step());
  begin_step(now, out);
}

void Node::tell_standings(const Table& before, Effects& out) const {
  for (std::uint32_t i = 0; i < members(); ++i) {
    const Standing& was = before.members().standing(Seat(i));
    const Standing& is = table_->members().standing(Seat(i));
    if (was.gone() != is.gone() || was.convicted() != is.convicted())
      out.notices.push_back(StandingChanged{Seat(i), is.gone(), is.convicted()});
  }
}

void Node::refuse(Error error, Effects& out) {
  if (error.culprit) ++others_[error.culprit->value].refused;
  out.notices.push_back(Refused{std::move(error)});
}

/// Of a frame that no honest member sends or passes on: some of these end the connection.
void Node::useless(Seat from, Error error, Effects& out) {
  ++others_[from.value].useless;
  refuse(std::move(error), out);
}

void Node::halt(Error error, Effects& out) {
  if (halted_) return;
  halted_ = error;
  out.notices.push_back(Halted{std::move(error)});
}

}  // namespace fairdeal::runtime
