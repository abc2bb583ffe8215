#include "runtime/node.h"

#include <algorithm>

#include "base/check.h"
#include "base/overloaded.h"
#include "consensus/equivocation.h"
#include "proto/codec.h"
#include "proto/envelope.h"

namespace fairdeal::runtime {

using consensus::Agreement;
using proto::Kind;

namespace {

/// Kinds that a person answers, with a clock that runs for it.
bool is_human(const Table& table, const consensus::EntrySlot& slot) {
  if (slot.kind == Kind::move) return true;
  const auto* committing = std::get_if<Committing>(&table.stage());
  return committing != nullptr && committing->dice.empty();
}

/// Enough for what an entry's notes hold beside evidence and passed shuffles, and for framing.
constexpr std::size_t kSmallNotesBytes = 8 * 1024;

}  // namespace

// ---- A new table, or one remembered

Result<Node> Node::open(Config config, Rng& rng) {
  FD_CHECKED(proto::verify_charter(*config.charter));
  FD_TRY(Table table, Table::open(config.charter));
  PrivateView view(config.me, rng);
  return Node(std::move(config), std::move(table), std::move(view), rng);
}

Result<Node> Node::resume(Config config, std::span<const Put> stored, Rng& rng) {
  FD_CHECKED(proto::verify_charter(*config.charter));
  FD_TRY(Table table, Table::open(config.charter));
  const auto find = [&](Put::Space space, std::string_view key) -> const Bytes* {
    const auto found = std::ranges::find_if(
        stored, [&](const Put& put) { return put.space == space && put.key == key; });
    return found != stored.end() ? &found->value : nullptr;
  };
  const Bytes* keys = find(Put::Space::secret, "keys");
  if (keys == nullptr) return fail(Fault::damaged, "the seat's keys are missing");
  const Bytes* opening = find(Put::Space::secret, "opening");
  FD_TRY(auto view,
         PrivateView::restore(config.me, *keys,
                              opening ? std::optional<ByteSpan>(*opening) : std::nullopt));
  Node node(std::move(config), std::move(table), std::move(view), rng);
  node.resumed_ = true;
  while (const Bytes* record = find(Put::Space::record, std::to_string(node.table_->step().value)))
    FD_CHECKED(node.replay(*record));
  FD_CHECKED(node.private_.learn(*node.table_));
  for (const Put& put : stored)
    if (put.space == Put::Space::mine) FD_CHECKED(node.remember(put));
  return node;
}

Node::Node(Config config, Table table, PrivateView view, Rng& rng)
    : config_(std::move(config)),
      rng_(&rng),
      table_(std::make_shared<const Table>(std::move(table))),
      private_(std::move(view)),
      agreement_(agreement_on_step({0})),
      others_(table_->charter().validators()) {
  for (Other& other : others_) other.bank = table_->charter().pace.bank;
}

/// A record that this peer checked when it stored it.
Result<> Node::replay(const Bytes& stored) {
  FD_TRY(const auto part, proto::decode_transcript_part(stored));
  const auto* decided = std::get_if<proto::Decided>(&part);
  if (decided == nullptr || decided->step != table_->step() ||
      decided->record.size() != table_->slots().size())
    return fail(Fault::damaged, "a stored record");
  consensus::Record record{decided->step, table_->head(), {}};
  for (const proto::Answer& answer : decided->record) {
    if (const auto* absent = std::get_if<proto::AbsentSeat>(&answer)) {
      record.answers.emplace_back(*absent);
      continue;
    }
    const auto* wrong = std::get_if<proto::WrongEntry>(&answer);
    FD_TRY(auto entry,
           proto::open_entry(wrong ? wrong->envelope : std::get<proto::Envelope>(answer),
                             table_->charter()));
    if (wrong != nullptr)
      record.answers.emplace_back(table_->vouch_wrong(std::move(entry)));
    else
      record.answers.emplace_back(table_->vouch(std::move(entry)));
  }
  FD_TRY(Table next, table_->after(record));
  FD_CHECKED(consensus::check_certificate(decided->certificate, table_->charter(), table_->quorum(),
                                          table_->id(), decided->step,
                                          {consensus::digest(record), next.digest()}));
  keep_recent(*decided);
  table_ = std::make_shared<const Table>(std::move(next));
  return {};
}

/// What this peer signed at the step where it now is: said again by begin_step.
Result<> Node::remember(const Put& mine) {
  if (mine.key.starts_with("entry ")) {
    FD_TRY(const auto entry, proto::decode_entry(mine.value));
    if (entry.step == table_->step()) mine_.push_back(mine);
  } else if (mine.key.starts_with("vote ")) {
    FD_TRY(const auto vote, proto::decode_vote(mine.value));
    if (vote.step == table_->step()) mine_.push_back(mine);
  } else if (mine.key.starts_with("proposal ")) {
    FD_TRY(const auto proposal, proto::decode_proposal(mine.value));
    if (proposal.step == table_->step()) mine_.push_back(mine);
  }
  return {};
}

Effects Node::start(Instant now) {
  Effects out;
  if (!resumed_) {
    out.store.push_back(
        {Put::Space::charter, "", proto::encode(proto::TranscriptPart(*config_.charter))});
    out.store.push_back({Put::Space::secret, "keys", private_.keys_to_store()});
  }
  for (Other& other : others_) other.lost_at = now;
  begin_step(now, out);
  note_progress(now);
  return out;
}

// ---- One step, from its opening to its decision

Agreement Node::agreement_on_step(Instant now) {
  outcomes_ = std::make_shared<Outcomes>();
  auto judge = [table = table_, outcomes = outcomes_](
                   const consensus::Record& record) -> std::optional<proto::Outcome> {
    auto next = table->after(record);
    if (!next) {
      // A liar may propose what leads nowhere; the authors' own sound entries must lead somewhere.
      if (std::ranges::all_of(record.answers, [](const consensus::Answer& answer) {
            return std::holds_alternative<consensus::Checked>(answer);
          }))
        outcomes->error = next.error();
      return {};
    }
    const auto digest = consensus::digest(record);
    outcomes->tables[digest] = std::make_shared<const Table>(*std::move(next));
    return proto::Outcome{digest, outcomes->tables[digest]->digest()};
  };
  return {{table_->id(), table_->step(), table_->head()},
          table_->quorum(),
          table_->slots(),
          std::move(judge),
          table_->charter().pace.round,
          now};
}

void Node::begin_step(Instant now, Effects& out) {
  agreement_ = agreement_on_step(now);
  contributed_ = false;
  told_round_ = Round(0);
  began_ = now;
  for (Other& other : others_) {
    other.checking = other.shown = false;
    other.refused = other.ahead = 0;
  }
  if (table_->over()) {
    broadcast(status(), out);
    out.notices.push_back(Finished{});
    return;
  }
  set_due(now);
  if (const auto what = unsaid()) say_presence(*what, now, out);
  for (const Put& said : std::exchange(mine_, {})) say_again(said);
  contribute(now, out);
  pass(now, out);
  for (auto& [from, frame] : std::exchange(passed_early_, {})) take(from, frame, now, out);
  for (auto& [from, message] : std::exchange(ahead_, {})) {
    if (const auto* entry = std::get_if<proto::EntryFrame>(&message)) take(from, *entry, now, out);
    if (const auto* vote = std::get_if<proto::VoteFrame>(&message)) take(from, *vote, now, out);
  }
  progress(now, out);
}

/// What this peer said of this step before it was restarted; others get it when they ask.
void Node::say_again(const Put& said) {
  if (said.key.starts_with("entry ")) {
    contributed_ = true;
    agreement_.add(
        table_->vouch(proto::seal(config_.me, *proto::decode_entry(said.value), config_.key)));
  } else if (said.key.starts_with("vote ")) {
    agreement_.add(proto::seal(config_.me, *proto::decode_vote(said.value), config_.key));
  } else if (auto p = proto::decode_proposal(said.value)) {
    if (auto answers = judge(p->record))
      agreement_.add(proto::seal(config_.me, *std::move(p), config_.key), *std::move(answers));
  }
}

/// Until when the step's entries are waited for: each kind has its time, a seat's reserve for its
/// moves is added, and what a lost connection is allowed.
void Node::set_due(Instant now) {
  const proto::Pace& pace = table_->charter().pace;
  entries_due_ = now;
  for (const auto& slot : agreement_.slots()) {
    const Other& owner = others_[slot.seat.value];
    Instant due = is_human(*table_, slot) ? began_ + pace.move + owner.bank : began_ + pace.work;
    if (slot.seat != config_.me && !linked(slot.seat))
      due = std::max(due, owner.lost_at + pace.reconnect);
    entries_due_ = std::max(entries_due_, due);
  }
  agreement_.wait_until(entries_due_);
}

void Node::contribute(Instant now, Effects& out) {
  const auto& slots = agreement_.slots();
  const auto mine = std::ranges::find(slots, config_.me, &consensus::EntrySlot::seat);
  if (mine == slots.end() || contributed_ || shuffles_now()) return;  // see answer_with_chain
  if (is_human(*table_, *mine)) {
    if (leaves_) return make_move({}, now, out);
    out.notices.push_back(YourTurn{});
    return;
  }
  contributed_ = true;
  if (std::holds_alternative<Committing>(table_->stage())) {
    Bytes value(32);
    rng_->fill(value);
    auto payload = private_.commit(*table_, std::move(value), *rng_);
    out.store.push_back({Put::Space::secret, "opening", private_.opening_to_store()});
    return make_entry(payload, now, out);
  }
  if (const auto ready = private_.can_reveal(*table_); !ready) return halt(ready.error(), out);
  if (auto make = private_.contribution(table_, *rng_))
    out.work.push_back([make, step = table_->step()] { return Done{step, make()}; });
}

/// Of a person; an empty one is none, from who leaves: so nobody waits for its clock.
void Node::make_move(const std::string& action, Instant now, Effects& out) {
  contributed_ = true;
  if (std::holds_alternative<Moving>(table_->stage()))
    return make_entry(proto::MovePayload{action}, now, out);
  auto payload = private_.commit(*table_, to_bytes(action), *rng_);
  out.store.push_back({Put::Space::secret, "opening", private_.opening_to_store()});
  make_entry(payload, now, out);
}

void Node::make_entry(proto::Payload payload, Instant now, Effects& out) {
  proto::Entry entry{table_->id(), table_->step(), table_->head(), std::move(payload), {}};
  const std::size_t most = table_->entry_bytes_max(config_.me);
  entry.notes = notes(most - std::min(most, proto::encode(entry).size() + kSmallNotesBytes));
  auto sealed = proto::seal(config_.me, std::move(entry), config_.key);
  out.store.push_back(
      {Put::Space::mine, "entry " + std::to_string(table_->step().value), sealed.body()});
  broadcast(proto::EntryFrame{proto::envelope(sealed)}, out);
  out.notices.push_back(Arrived{config_.me, proto::kind_of(sealed.message().payload)});
  CHECK(agreement_.add(table_->vouch(std::move(sealed))) == Agreement::Added::fresh);
  progress(now, out);
}

void Node::progress(Instant now, Effects& out) {
  if (halted_ || table_->over()) return;
  for (auto& evidence : agreement_.take_evidence()) found(std::move(evidence), out);
  while (auto statement = agreement_.advance(config_.me, now)) sign(*std::move(statement), out);
  if (agreement_.round() > told_round_) {
    told_round_ = agreement_.round();
    out.notices.push_back(RoundBegan{told_round_});
  }
  if (const auto* dissent = agreement_.dissent()) settle_dissent(*dissent, out);
  if (halted_) return;
  if (const auto voter = agreement_.differs();
      voter && !std::exchange(others_[voter->value].shown, true))
    send_entries(*voter, 0, out);  // it was sent another entry than this peer: show it this one
  if (const auto decision = agreement_.decision()) return decide(*decision, now, out);
  if (agreement_.complete() && outcomes_->error) halt(*outcomes_->error, out);
}

void Node::sign(Agreement::Statement statement, Effects& out) {
  const std::string step = std::to_string(table_->step().value);
  if (auto* proposing = std::get_if<Agreement::Proposing>(&statement)) {
    const auto proposal = proto::seal(config_.me, std::move(proposing->proposal), config_.key);
    const std::string round = std::to_string(proposal.message().round.value);
    out.store.push_back({Put::Space::mine, "proposal " + step + " " + round, proposal.body()});
    agreement_.add(proposal, std::move(proposing->answers));
    return broadcast(frame(proposal), out);
  }
  const auto vote = proto::seal(config_.me, std::get<proto::Vote>(statement), config_.key);
  const proto::Vote& v = vote.message();
  const std::string place = step + " " + std::to_string(v.round.value) + " " +
                            std::to_string(static_cast<std::uint32_t>(v.phase));
  out.store.push_back({Put::Space::mine, "vote " + place, vote.body()});
  broadcast(proto::VoteFrame{proto::envelope(vote)}, out);
  agreement_.add(vote);
  // The fast path failed: whoever told two stories is found by comparing them.
  if (v.phase == proto::Phase::precommit && v.round == Round(0))
    for (std::uint32_t i = 0; i < members(); ++i)
      if (linked(Seat(i))) send_votes(Seat(i), Round(0), proto::Phase::prevote, 1u << i, out);
}

/// The same record, another state: the rules differ, or the voter lies. As long as a quorum may
/// still be on this peer's side it is the voter's business alone.
void Node::settle_dissent(const proto::Signed<proto::Vote>& vote, Effects& out) {
  const consensus::Quorum& quorum = agreement_.quorum();
  if (agreement_.dissenters() <= quorum.voters.size() - quorum.needed) return;
  const auto theirs = *vote.message().outcome;
  const auto& mine = outcomes_->tables.at(theirs.record);
  halt({Fault::state_differs, vote.by(),
        "step " + std::to_string(table_->step().value) + ": the same entries lead to state " +
            theirs.state.hex() + " there and " + mine->digest().hex() + " here"},
       out);
}

void Node::decide(const Agreement::Decision& decision, Instant now, Effects& out) {
  proto::Decided decided_step{table_->step(), consensus::to_wire(decision.record),
                              decision.certificate};
  out.store.push_back({Put::Space::record, std::to_string(table_->step().value),
                       proto::encode(proto::TranscriptPart(decided_step))});
  keep_recent(std::move(decided_step));
  account_time(decision.record, now);
  const auto before =
      std::exchange(table_, outcomes_->tables.at(consensus::digest(decision.record)));
  StepDecided decided{decision.record.step, {}, table_->events()};
  for (const auto& answer : decision.record.answers)
    if (const auto* absent = std::get_if<proto::AbsentSeat>(&answer))
      decided.absent.push_back(absent->seat);
  out.notices.push_back(std::move(decided));
  tell_standings(*before, out);
  if (const auto learned = private_.learn(*table_); !learned) return halt(learned.error(), out);
  begin_step(now, out);
}

/// The rest is in the store: a long match needs no more memory than a short one.
void Node::keep_recent(proto::Decided decided) {
  if (recent_.size() == kRecentMax) recent_.pop_front();
  recent_.push_back(std::move(decided));
}

const proto::Decided* Node::recent(Step step) const {
  if (recent_.empty() || step < recent_.front().step || step > recent_.back().step) return nullptr;
  return &recent_[step.value - recent_.front().step.value];
}

/// What a move took beyond its time comes off the seat's reserve; a move in time adds to it.
void Node::account_time(const consensus::Record& record, Instant now) {
  const proto::Pace& pace = table_->charter().pace;
  for (std::size_t i = 0; i < agreement_.slots().size(); ++i) {
    const auto& slot = agreement_.slots()[i];
    if (!is_human(*table_, slot)) continue;
    Duration& bank = others_[slot.seat.value].bank;
    const std::int64_t over = std::max<std::int64_t>(0, (now - began_).ms - pace.move.ms);
    bank.ms = std::max<std::int64_t>(0, bank.ms - over);
    if (!std::holds_alternative<proto::AbsentSeat>(record.answers[i]))
      bank.ms = std::min(std::max(bank.ms, pace.bank.ms), bank.ms + pace.increment.ms);
  }
}

void Node::tell_standings(const Table& before, Effects& out) const {
  for (std::uint32_t i = 0; i < members(); ++i) {
    const Standing& was = before.standing(Seat(i));
    const Standing& is = table_->standing(Seat(i));
    if (was.gone != is.gone || was.convicted != is.convicted)
      out.notices.push_back(StandingChanged{Seat(i), is.gone, is.convicted});
  }
}

void Node::refuse(Error error, Effects& out) {
  if (error.culprit) ++others_[error.culprit->value].refused;
  out.notices.push_back(Refused{std::move(error)});
}

void Node::halt(Error error, Effects& out) {
  if (halted_) return;
  halted_ = error;
  out.notices.push_back(Halted{std::move(error)});
}

// ---- What a person may ask

bool Node::all_finished() const {
  for (std::uint32_t i = 0; i < others_.size(); ++i)
    if (linked(Seat(i)) && others_[i].step < table_->step()) return false;
  return finished();
}

bool Node::my_turn() const {
  if (halted_ || contributed_) return false;
  return std::ranges::any_of(agreement_.slots(), [&](const auto& slot) {
    return slot.seat == config_.me && is_human(*table_, slot);
  });
}

std::vector<Node::Awaited> Node::awaited() const {
  std::vector<Awaited> awaited;
  for (std::size_t i = 0; i < agreement_.slots().size(); ++i)
    if (agreement_.entry(i) == nullptr)
      awaited.push_back({agreement_.slots()[i].seat, agreement_.slots()[i].kind});
  if (!awaited.empty() || table_->over()) return awaited;
  for (const Seat voter : agreement_.quorum().voters.list())
    if (agreement_.vote(agreement_.round(), proto::Phase::prevote, voter) == nullptr)
      awaited.push_back({voter, {}});
  return awaited;
}

}  // namespace fairdeal::runtime
