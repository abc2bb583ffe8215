#include <algorithm>
#include <charconv>

#include "base/encode.h"
#include "consensus/certificate.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/limits.h"
#include "runtime/node.h"

/// A member that is started again from its store: what it remembers, and what it asks the others
/// before it signs anything (docs/agreement.md, Crashes).
namespace fairdeal::runtime {

using consensus::Agreement;

crypto::Digest name_of_statement(const Bytes& body) { return crypto::hash("statement", body); }

namespace {

/// How long a restarted member waits for others once a quorum has told it what it said.
constexpr Duration kAskMax{2'000};

/// What a member signed: the step it is of.
Result<Step> step_of(const Put& mine) {
  if (mine.key.starts_with("entry ")) {
    FD_TRY(const auto entry, proto::decode_entry(mine.value));
    return entry.step;
  }
  if (mine.key.starts_with("vote ")) {
    FD_TRY(const auto vote, proto::decode_vote(mine.value));
    return vote.step;
  }
  if (mine.key.starts_with("proposal ")) {
    FD_TRY(const auto proposal, proto::decode_proposal(mine.value));
    return proposal.step;
  }
  if (!mine.key.starts_with("lock ") && mine.key != kHeldRecord)
    return fail(Fault::damaged, "what this seat signed");
  FD_TRY(const auto part, proto::decode_transcript_part(mine.value));
  const auto* decided = std::get_if<proto::Decided>(&part);
  if (decided == nullptr) return fail(Fault::damaged, "what this seat is locked on");
  return decided->step;
}

/// Restores a seat's secrets. The store has none once the match is over; if one is missing before
/// that (the last record may be damaged), the seat answers that nothing comes from it.
Result<PrivateView> stored_view(Seat me, std::span<const Put> stored, Rng& rng) {
  const Bytes* hedge = nullptr;
  std::optional<ByteSpan> opening;
  for (const Put& put : stored) {
    if (put.space != Put::Space::secret || put.value.empty()) continue;
    if (put.key == "hedge") hedge = &put.value;
    if (put.key == "opening") opening = put.value;
  }
  const Bytes fresh = hedge == nullptr ? PrivateView(me, rng).hedge_to_store() : Bytes();
  FD_TRY(auto view, PrivateView::restore(me, hedge != nullptr ? *hedge : fresh, opening));
  constexpr std::string_view kKeys = "keys ";
  for (const Put& put : stored) {
    if (put.space != Put::Space::secret || !put.key.starts_with(kKeys) || put.value.empty())
      continue;
    std::uint64_t number = 0;
    const char* end = put.key.data() + put.key.size();
    const auto [read, error] = std::from_chars(put.key.data() + kKeys.size(), end, number);
    if (error != std::errc() || read != end) return fail(Fault::damaged, "the seat's keys");
    FD_TRY(view.restore_keys(number, put.value));
  }
  return view;
}

}  // namespace

// ---- What the store remembers

Result<Node> Node::resume(Config config, std::span<const Put> stored, Rng& rng,
                          std::shared_ptr<const Table> known) {
  if (!known) {
    FD_TRY(proto::verify_charter(*config.charter));
    FD_TRY(Table table, Table::create(config.charter));
    known = std::make_shared<const Table>(std::move(table));
  }
  FD_TRY(auto view, stored_view(config.me, stored, rng));
  Node node(std::move(config), std::move(known), std::move(view), rng);
  node.resumed_ = true;
  node.asking_.emplace();
  FD_TRY(node.remember(stored));
  return node;
}

/// Replays the records up to the first that is missing; what comes after it is kept until the
/// others have sent that one.
Result<> Node::remember(std::span<const Put> stored) {
  for (const Put& put : stored)
    if (const auto step = record_step(put); step && *step >= table_->step())
      later_.emplace(*step, put.value);
  for (auto next = later_.find(table_->step()); next != later_.end();
       next = later_.find(table_->step())) {
    if (!replay(next->second)) break;
    later_.erase(next);
  }
  std::erase_if(later_, [&](const auto& one) { return one.first <= table_->step(); });
  if (members() == 1 && !later_.empty()) return fail(Fault::damaged, "a stored record");
  FD_TRY(private_.learn(*table_));
  for (const Put& put : stored) {
    if (put.space == Put::Space::fork) halted_ = Error{Fault::forked, {}, "step " + put.key};
    if (put.space == Put::Space::local && put.key == "banks") {
      FD_TRY(clock_.restore_banks(put.value));
    }
    if (put.space == Put::Space::behind) {
      FD_TRY(auto part, proto::decode_transcript_part(put.value));
      auto* how = std::get_if<proto::HistoryAnswer>(&part);
      if (how == nullptr) return fail(Fault::damaged, "what is behind a decision");
      history_.restore_behind(std::move(*how));
    }
    const bool held = put.space == Put::Space::local && put.key == kHeldRecord;
    if (put.space != Put::Space::mine && !held) continue;
    FD_TRY(const Step step, step_of(put));
    if (step >= table_->step()) mine_.push_back(put);
  }
  agreement_ = agreement_on_step({0});
  for (const Put& said : mine_) FD_TRY(restore_statement(said));
  return {};
}

/// The record of a step as this member checked it when it stored it.
Result<consensus::Record> Node::stored_record(const proto::Decided& decided) const {
  if (decided.step != table_->step() || decided.record.size() != table_->slots().size())
    return fail(Fault::damaged, "a stored record");
  consensus::Record record{decided.step, table_->head(), {}};
  for (const proto::Answer& answer : decided.record) {
    if (const auto* absent = std::get_if<proto::AbsentSeat>(&answer)) {
      record.answers.emplace_back(*absent);
      continue;
    }
    const auto* wrong = std::get_if<proto::WrongEntry>(&answer);
    FD_TRY(auto entry,
           proto::verify_entry(wrong ? wrong->envelope : std::get<proto::Envelope>(answer),
                               table_->charter()));
    if (wrong != nullptr)
      record.answers.emplace_back(table_->assume_invalid(std::move(entry)));
    else
      record.answers.emplace_back(table_->assume_valid(std::move(entry)));
  }
  return record;
}

Result<> Node::replay(const Bytes& stored) {
  FD_TRY(auto part, proto::decode_transcript_part(stored));
  auto* decided = std::get_if<proto::Decided>(&part);
  if (decided == nullptr) return fail(Fault::damaged, "a stored record");
  FD_TRY(const auto record, stored_record(*decided));
  FD_TRY(Table next, table_->after(record));
  const proto::Outcome outcome{consensus::digest(record), next.digest()};
  const auto quorum = table_->quorum();
  FD_TRY(consensus::check_certificate(decided->certificate, table_->charter(), quorum, table_->id(),
                                      decided->step, outcome));
  history_.keep({{std::move(*decided), {}, {}}, table_->head(), quorum, outcome});
  table_ = std::make_shared<const Table>(std::move(next));
  return {};
}

/// Once a missing record is here: the stored ones after it. They are stored again, so that the
/// transcript has all in order.
void Node::replay_later(Effects& out) {
  for (auto next = later_.find(table_->step()); next != later_.end();
       next = later_.find(table_->step())) {
    if (!replay(next->second)) break;
    out.store.push_back({Put::Space::record, std::to_string(next->first.value), next->second});
    later_.erase(next);
  }
  std::erase_if(later_, [&](const auto& one) { return one.first <= table_->step(); });
}

/// What it said of steps that are decided binds nobody any more.
void Node::forget_said() {
  std::erase_if(mine_, [&](const Put& said) {
    const auto step = step_of(said);
    return !step || *step < table_->step();
  });
}

/// Stores what a vote of this member binds it to, if that is here and not stored yet. With a
/// prevote of round 0 goes the record: once all are restarted, nobody else may have the entry of an
/// author that is gone. With a precommit go the record and the prevotes for it.
void Node::store_grounds(const proto::Vote& own, Effects& out) {
  const std::string step = std::to_string(own.step.value);
  const bool locks = own.phase == proto::Phase::precommit;
  if (!own.outcome || (!locks && own.round != Round(0))) return;
  Put put{Put::Space::local, kHeldRecord, {}};
  if (locks) put = {Put::Space::mine, "lock " + step + " " + std::to_string(own.round.value), {}};
  if (std::ranges::find(mine_, put.key, &Put::key) != mine_.end()) return;
  proto::Decided grounds{own.step, {}, {}};
  if (const auto lock = agreement_.lock(config_.me, own.round); locks && lock) {
    grounds.record = consensus::to_wire(lock->record);
    grounds.certificate = lock->prevotes;
  } else if (!locks && agreement_.complete()) {
    consensus::Record full{own.step, table_->head(), {}};
    for (std::size_t i = 0; i < agreement_.slots().size(); ++i)
      full.answers.push_back(*agreement_.entry(i));
    if (consensus::digest(full) != own.outcome->record) return;
    grounds.record = consensus::to_wire(full);
  } else {
    return;
  }
  put.value = proto::encode(proto::TranscriptPart(std::move(grounds)));
  out.store.push_back(put);
  mine_.push_back(std::move(put));
}

/// What this member said of the step where it is; others get it when they ask. What is of a later
/// step has to wait. Errors: damaged.
Result<> Node::restore_statement(const Put& said) {
  FD_TRY(const Step step, step_of(said));
  if (step != table_->step()) return {};
  if (said.key.starts_with("entry ")) {
    contributed_ = true;  // if only after another history: there is no second one
    auto own = proto::sign(config_.me, *proto::decode_entry(said.value), config_.key);
    if (table_->fits(own)) add(table_->assume_valid(std::move(own)));
  } else if (said.key.starts_with("vote ")) {
    restore(proto::sign(config_.me, *proto::decode_vote(said.value), config_.key));
  } else if (said.key.starts_with("lock ") || said.key == kHeldRecord) {
    const auto decided = std::get<proto::Decided>(*proto::decode_transcript_part(said.value));
    FD_TRY(auto record, stored_record(decided));
    std::vector<proto::Signed<proto::Vote>> prevotes;
    for (const proto::Envelope& envelope : decided.certificate) {
      FD_TRY(auto vote, proto::verify_vote(envelope, table_->charter()));
      prevotes.push_back(std::move(vote));
    }
    restore(std::move(record), prevotes);
  } else {
    auto proposal = *proto::decode_proposal(said.value);
    if (auto answers = validate(proposal.record))  // it may have come back from others
      restore(proto::sign(config_.me, std::move(proposal), config_.key), *std::move(answers));
  }
  return {};
}

Node::Memory Node::memory() const {
  Memory memory{table_->step(), table_->head(), {}, {}, private_.memory(), {}};
  const auto add = [&](const Bytes& body) { memory.said.push_back(body); };
  for (const auto& entry : agreement_.entries_of(config_.me)) add(entry.body);
  for (const auto* proposal : agreement_.proposals_of(config_.me)) add(proposal->body());
  for (const auto& envelope : agreement_.votes_of(config_.me)) {
    add(envelope.body);
    const proto::Vote vote = *proto::decode_vote(envelope.body);
    if (vote.phase == proto::Phase::precommit && vote.outcome)
      memory.locks.push_back(
          {vote.round, vote.outcome->record, agreement_.lock(config_.me, vote.round).has_value()});
  }
  std::ranges::sort(memory.said);
  memory.banks = clock_.banks();
  return memory;
}

// ---- Asking before speaking

/// Asks all what this member has signed where they are. If others are ahead, it first gets the
/// steps that it lacks.
void Node::ask(Effects& out) const {
  if (!catch_up_.others_are_ahead(table_->step())) links_.broadcast(status(), out);
}

/// Speaks once a quorum, itself included, has said where it is, and all others to whom it is
/// connected, or the time for that is over. Without a quorum nothing can be decided anyway.
///
/// An answer from a member that is ahead counts once this one has caught up with it. One from a
/// member that was behind goes on counting: to have signed anything at a step that no member of
/// this quorum had reached, this member must have had votes of others, who are silent now.
void Node::hear_enough(Instant now, Effects& out) {
  if (!asking_ || halted_ || table_->over()) return;
  for (const auto& [member, recall] : asking_->recalls)
    if (recall.step <= table_->step() &&
        std::ranges::all_of(recall.statements, [&](const auto& one) { return holds_own(one); }))
      asking_->answered.insert(member);
  const auto quorum = agreement_.quorum();
  SeatSet heard = asking_->answered;
  heard.insert(config_.me);
  if ((heard & quorum.voters).size() < quorum.needed) {
    asking_->until.reset();  // of the step that it was at: here others vote
    return;
  }
  if (!asking_->until) asking_->until = now + kAskMax;
  const bool all = (links_.up() - heard).empty();
  // Where all others left it is a quorum by itself, and they have not had the time to connect.
  const bool alone = asking_->answered.empty() && members() > 1;
  if ((alone || !all) && now < *asking_->until) return;
  asking_.reset();
  clock_.begin_again(now);
  set_due(now);
  speak(now, out);
}

/// Sends what `peer` signed at this member's step and the next, as far as it has come here, and
/// then a list of it, so that `peer` knows when all of it has come.
void Node::tell_recalled(Seat peer, Effects& out) const {
  proto::Recall recall{table_->id(), table_->step(), {}};
  const auto name = [&](const Bytes& body) {
    if (recall.statements.size() == proto::kRecalledMax) return false;
    recall.statements.push_back(name_of_statement(body));
    return true;
  };
  for (const auto& entry : agreement_.entries_of(peer))
    if (name(entry.body)) send(peer, proto::EntryFrame{entry}, out);
  // One that is still being checked binds its author as well.
  if (const auto& checking = others_[peer.value].checking; checking && name(checking->body))
    send(peer, proto::EntryFrame{*checking}, out);
  for (const auto& vote : agreement_.votes_of(peer))
    if (name(vote.body)) send(peer, proto::VoteFrame{vote}, out);
  for (const auto* proposal : agreement_.proposals_of(peer))
    if (name(proposal->body())) send(peer, frame_of(*proposal, agreement_), out);
  for (const CatchUp::Early& early : catch_up_.early())
    if (const proto::Envelope& said = envelope_in(early); said.by == peer && name(said.body))
      std::visit([&](const auto& frame) { send(peer, frame, out); }, early.second);
  send(peer, recall, out);
}

void Node::take(Seat from, const proto::Recall& recall, Instant now, Effects& out) {
  if (recall.table != table_->id()) return useless(from, {Fault::wrong_table, {}, "recall"}, out);
  catch_up_.learn(from, recall.step);
  if (!asking_) return;
  asking_->recalls.insert_or_assign(from, recall);
  progress(now, out);
}

/// Whether what this member signed is here, of this step or a later one.
bool Node::holds_own(const crypto::Digest& statement) const {
  const auto is = [&](const Bytes& body) { return name_of_statement(body) == statement; };
  for (const auto& entry : agreement_.entries_of(config_.me))
    if (is(entry.body)) return true;
  for (const auto& vote : agreement_.votes_of(config_.me))
    if (is(vote.body)) return true;
  for (const auto* proposal : agreement_.proposals_of(config_.me))
    if (is(proposal->body())) return true;
  return std::ranges::any_of(mine_, [&](const Put& put) { return is(put.value); });
}

}  // namespace fairdeal::runtime
