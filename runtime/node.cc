#include "runtime/node.h"

#include <algorithm>

#include "base/check.h"
#include "base/overloaded.h"
#include "crypto/coin.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/transcript.h"

namespace fairdeal::runtime {

using consensus::Agreement;
using proto::Kind;

namespace {

/// How long a step may make no progress before this peer says where it stands, so that others send
/// what was lost; doubled each time, since a person may simply be thinking.
constexpr Duration kRepairAfter{500};
constexpr Duration kRepairAfterMax{4000};

/// How often one peer's Status is answered, and with how much: asking is cheap, and must not make
/// this peer send without end. Who needs more asks again from where it then stands.
constexpr Duration kAnswerEvery{100};
constexpr std::size_t kAnswerRecordsMax = 32;
constexpr std::size_t kAnswerBytesMax = 256 * 1024;

/// Wrong entries of one author that are looked into at one step: an honest one signs none.
constexpr int kRefusedMax = 4;

bool takes_long(Kind kind) {
  return kind == Kind::key || kind == Kind::shares || kind == Kind::shuffle ||
         kind == Kind::unlock || kind == Kind::coin;
}

Agreement agreement_on(const Table& table) {
  return {{table.id(), table.step(), table.head()}, table.charter().validators(), table.slots()};
}

}  // namespace

Result<Node> Node::open(Config config, Rng& rng) {
  FD_CHECKED(proto::verify_charter(*config.charter));
  FD_TRY(Table table, Table::open(config.charter));
  return Node(std::move(config), std::move(table), rng);
}

Node::Node(Config config, Table table, Rng& rng)
    : config_(std::move(config)),
      rng_(&rng),
      table_(std::make_shared<const Table>(std::move(table))),
      private_(config_.me, rng),
      agreement_(agreement_on(*table_)),
      others_(table_->charter().validators()) {}

// ---- What comes in

Effects Node::start(Instant now) {
  Effects out;
  out.store.push_back(
      {Put::Space::charter, "", proto::encode(proto::TranscriptPart(*config_.charter))});
  out.store.push_back({Put::Space::secret, "keys", private_.keys_to_store()});
  repair_after_ = kRepairAfter;
  repair_at_ = now + repair_after_;
  begin_step(out);
  return out;
}

Effects Node::on_link(Seat peer, bool up, Instant) {
  Effects out;
  const std::uint32_t bit = 1u << peer.value;
  links_ = up ? links_ | bit : links_ & ~bit;
  if (!up) others_[peer.value].links = 0;
  broadcast(status(), out);
  return out;
}

Result<Effects> Node::on_frame(Seat from, ByteSpan frame, Instant now) {
  FD_TRY(const proto::Message message, proto::decode_message(frame));
  Effects out;
  if (halted_) {
    // What was decided before is no less true, and whoever asks why nothing goes on is shown.
    if (const auto* status = std::get_if<proto::Status>(&message))
      take_status(from, *status, now, out);
    return out;
  }
  const auto verdict = std::visit(
      Overloaded{[&](const proto::EntryFrame& m) -> Result<> {
                   return take_entry(from, m.envelope, out), Result<>();
                 },
                 [&](const proto::VoteFrame& m) -> Result<> {
                   return take_vote(from, m.envelope, out), Result<>();
                 },
                 [&](const proto::Status& m) -> Result<> {
                   return take_status(from, m, now, out), Result<>();
                 },
                 [&](const proto::Decided& m) -> Result<> {
                   for (const auto& answer : m.record)
                     if (const auto* envelope = std::get_if<proto::Envelope>(&answer))
                       take_entry(from, *envelope, out);
                   for (const auto& vote : m.certificate) take_vote(from, vote, out);
                   return {};
                 },
                 [](const auto&) -> Result<> {
                   return fail(Fault::not_wanted, "message of a table that is being set up");
                 }},
      message);
  if (!verdict) return fail(verdict.error());
  note_progress(now);
  return out;
}

Result<Effects> Node::on_action(const rules::Action& action, Instant now) {
  if (!my_turn()) return fail(Fault::not_wanted, "it is not your turn");
  if (!rules::allows(table_->game(), config_.me, action))
    return fail(Fault::illegal_move, action.text);
  Effects out;
  contributed_ = true;
  if (std::holds_alternative<Moving>(table_->stage())) {
    make_entry(proto::MovePayload{action.text}, out);
  } else {
    auto payload = private_.commit(*table_, to_bytes(action.text), *rng_);
    out.store.push_back({Put::Space::secret, "opening", private_.opening_to_store()});
    make_entry(payload, out);
  }
  note_progress(now);
  return out;
}

Effects Node::on_done(Done done, Instant now) {
  Effects out;
  if (halted_ || done.step != table_->step()) return out;  // decided without it meanwhile
  std::visit(Overloaded{[&](Result<consensus::Checked>& checked) {
                          others_[done.author.value].checking = false;
                          if (checked)
                            accept(*std::move(checked), done.from, out);
                          else
                            refuse(std::move(checked).error(), out);
                        },
                        [&](proto::Payload& payload) { make_entry(std::move(payload), out); }},
             done.result);
  note_progress(now);
  return out;
}

Effects Node::on_time(Instant now) {
  Effects out;
  if (now < deadline()) return out;
  repair_after_ = std::min(repair_after_ * 2, kRepairAfterMax);
  repair_at_ = now + repair_after_;
  broadcast(status(), out);
  return out;
}

void Node::note_progress(Instant now) {
  if (table_->step() == repair_step_) return;
  repair_step_ = table_->step();
  repair_after_ = kRepairAfter;
  // A peer that is behind asks for the rest as soon as it will be answered.
  const bool behind =
      std::ranges::any_of(others_, [&](const Other& other) { return other.step > table_->step(); });
  repair_at_ = now + (behind ? kAnswerEvery : repair_after_);
}

// ---- One step, from its opening to its decision

void Node::begin_step(Effects& out) {
  agreement_ = agreement_on(*table_);
  candidate_ = nullptr;
  contributed_ = false;
  for (Other& other : others_) {
    other.checking = false;
    other.refused = 0;
    other.ahead = 0;
    other.shown = false;
  }
  if (table_->over()) {
    broadcast(status(), out);
    out.notices.push_back(Finished{});
    return;
  }
  contribute(out);
  for (auto& [from, message] : std::exchange(ahead_, {})) {
    if (const auto* entry = std::get_if<proto::EntryFrame>(&message))
      take_entry(from, entry->envelope, out);
    if (const auto* vote = std::get_if<proto::VoteFrame>(&message))
      take_vote(from, vote->envelope, out);
  }
}

void Node::contribute(Effects& out) {
  const auto& slots = agreement_.slots();
  const auto mine = std::ranges::find(slots, config_.me, &consensus::EntrySlot::seat);
  if (mine == slots.end()) return;
  const auto* committing = std::get_if<Committing>(&table_->stage());
  if (mine->kind == Kind::move || (committing != nullptr && committing->dice.empty())) {
    out.notices.push_back(YourTurn{});
    return;
  }
  contributed_ = true;
  if (committing != nullptr) {
    Bytes value(32);
    rng_->fill(value);
    auto payload = private_.commit(*table_, std::move(value), *rng_);
    out.store.push_back({Put::Space::secret, "opening", private_.opening_to_store()});
    make_entry(payload, out);
    return;
  }
  auto make = private_.contribution(table_, *rng_);
  out.work.push_back([make, step = table_->step()] { return Done{step, make(), {}, {}}; });
}

void Node::make_entry(proto::Payload payload, Effects& out) {
  proto::Entry entry{table_->id(), table_->step(), table_->head(), std::move(payload)};
  auto sealed = proto::seal(config_.me, std::move(entry), config_.key);
  out.store.push_back(
      {Put::Space::mine, "entry " + std::to_string(table_->step().value), sealed.body()});
  broadcast(proto::EntryFrame{proto::envelope(sealed)}, out);
  out.notices.push_back(Arrived{config_.me, proto::kind_of(sealed.message().payload)});
  CHECK(agreement_.add(table_->vouch(std::move(sealed))) == Agreement::Added::fresh);
  progress(out);
}

void Node::take_entry(Seat from, const proto::Envelope& envelope, Effects& out) {
  const consensus::Checked* held = nullptr;
  for (std::size_t i = 0; i < agreement_.slots().size(); ++i)
    if (const auto* entry = agreement_.entry(i); entry && (*entry)->by() == envelope.by)
      held = entry;
  if (held != nullptr && (*held)->body() == envelope.body) return;
  auto opened = proto::open_entry(envelope, table_->charter());
  if (!opened) return refuse(std::move(opened).error(), out);
  if (others_[envelope.by.value].refused >= kRefusedMax) return;
  const proto::Entry& entry = opened->message();
  if (entry.table == table_->id() && entry.step < table_->step()) return look_back(*opened, out);
  if (entry.table == table_->id() && entry.step > table_->step())
    return keep(from, envelope.by, entry.step, proto::EntryFrame{envelope});
  // Two entries for one slot convict their author, whatever is in the second.
  if (const auto two = held ? consensus::contradiction(**held, *opened) : std::nullopt)
    return convict(*two, out);
  // Cheap questions first: a replay from another table must not hold up its author's own entry.
  if (auto fits = table_->fits(*opened); !fits) return refuse(std::move(fits).error(), out);
  const Kind kind = proto::kind_of(entry.payload);
  ByteArray<64> seed;
  rng_->fill(seed);
  auto check = [table = table_, opened = *std::move(opened), seed, from] {
    crypto::SharedRng weights(seed);
    return Done{table->step(), table->check(opened, weights), from, opened.by()};
  };
  if (takes_long(kind)) {
    if (std::exchange(others_[envelope.by.value].checking, true))
      return;  // one at a time; what is lost is repaired
    out.work.push_back(std::move(check));
    return;
  }
  auto checked = std::get<Result<consensus::Checked>>(check().result);
  if (!checked) return refuse(std::move(checked).error(), out);
  accept(*std::move(checked), from, out);
}

void Node::accept(consensus::Checked entry, Seat from, Effects& out) {
  const Seat author = entry->by();
  const Kind kind = proto::kind_of(entry->message().payload);
  const proto::EntryFrame frame{proto::envelope(*entry)};
  const auto added = agreement_.add(std::move(entry));
  if (added == Agreement::Added::known || added == Agreement::Added::unwanted) return;
  pass_on(author, from, frame, out);
  if (added == Agreement::Added::fresh) out.notices.push_back(Arrived{author, kind});
  progress(out);
}

void Node::take_vote(Seat from, const proto::Envelope& envelope, Effects& out) {
  if (envelope.by.value < table_->charter().validators()) {
    const auto* held = agreement_.vote(envelope.by);
    if (held != nullptr && held->body() == envelope.body) return;
  }
  auto opened = proto::open_vote(envelope, table_->charter());
  if (!opened) return refuse(std::move(opened).error(), out);
  const proto::Vote& vote = opened->message();
  if (vote.table != table_->id()) return refuse({Fault::wrong_table, {}, "vote"}, out);
  if (vote.step < table_->step()) return look_back(*opened, out);
  if (vote.step > table_->step())
    return keep(from, envelope.by, vote.step, proto::VoteFrame{envelope});
  const auto added = agreement_.add(*opened);
  if (added == Agreement::Added::known || added == Agreement::Added::unwanted) return;
  pass_on(envelope.by, from, proto::VoteFrame{envelope}, out);
  progress(out);
}

void Node::progress(Effects& out) {
  if (halted_ || table_->over()) return;
  if (const auto& evidence = agreement_.equivocation()) return convict(*evidence, out);
  if (agreement_.wants_outcome()) {
    auto next = table_->after(agreement_.record());
    if (!next) return halt(std::move(next).error(), out);
    candidate_ = std::make_shared<const Table>(*std::move(next));
    agreement_.set_outcome({consensus::digest(agreement_.record()), candidate_->digest()});
  }
  if (const auto due = agreement_.vote_due(config_.me)) {
    const auto vote = proto::seal(config_.me, *due, config_.key);
    out.store.push_back(
        {Put::Space::mine, "vote " + std::to_string(table_->step().value), vote.body()});
    broadcast(proto::VoteFrame{proto::envelope(vote)}, out);
    agreement_.add(vote);
  }
  settle_dissent(out);
  if (halted_) return;
  if (const auto decision = agreement_.decision()) decide(*decision, out);
}

void Node::decide(const Agreement::Decision& decision, Effects& out) {
  log_.push_back({table_->step(), consensus::to_wire(decision.record), decision.certificate});
  out.store.push_back({Put::Space::record, std::to_string(table_->step().value),
                       proto::encode(proto::TranscriptPart(log_.back()))});
  table_ = std::exchange(candidate_, nullptr);
  out.notices.push_back(StepDecided{decision.record.step, table_->events()});
  if (const auto learned = private_.learn(*table_); !learned) return halt(learned.error(), out);
  begin_step(out);
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

// ---- Whom to tell

void Node::send(Seat to, const proto::Message& message, Effects& out) {
  out.outgoing.push_back({to, proto::encode(message)});
}

void Node::broadcast(const proto::Message& message, Effects& out) {
  const Bytes frame = proto::encode(message);
  for (std::uint32_t i = 0; i < table_->charter().validators(); ++i)
    if (linked(Seat(i))) out.outgoing.push_back({Seat(i), frame});
}

/// To those whom the author does not reach itself.
void Node::pass_on(Seat author, Seat from, const proto::Message& message, Effects& out) {
  for (std::uint32_t i = 0; i < table_->charter().validators(); ++i) {
    const bool hears_author = (others_[i].links >> author.value & 1) != 0;
    if (linked(Seat(i)) && Seat(i) != author && Seat(i) != from && !hears_author)
      send(Seat(i), message, out);
  }
}

proto::Status Node::status() const {
  proto::Status status{table_->id(), table_->step(), 0, 0, links_};
  for (std::uint32_t i = 0; i < agreement_.slots().size(); ++i)
    if (agreement_.entry(i) != nullptr) status.entries |= 1u << i;
  for (std::uint32_t i = 0; i < table_->charter().validators(); ++i)
    if (agreement_.vote(Seat(i)) != nullptr) status.votes |= 1u << i;
  return status;
}

bool Node::may_answer(Seat peer, Instant now) {
  auto& answered = others_[peer.value].answered;
  if (answered && now < *answered + kAnswerEvery) return false;
  answered = now;
  return true;
}

void Node::take_status(Seat from, const proto::Status& theirs, Instant now, Effects& out) {
  if (theirs.table != table_->id()) return refuse({Fault::wrong_table, {}, "status"}, out);
  others_[from.value].links = theirs.links;
  others_[from.value].step = theirs.step;
  if (!may_answer(from, now)) return;
  if (evidence_) show_evidence(from, out);
  if (theirs.step > table_->step()) return send(from, status(), out);
  send_what_it_lacks(from, theirs, out);
}

void Node::send_what_it_lacks(Seat peer, const proto::Status& theirs, Effects& out) {
  if (theirs.step < table_->step()) {
    const std::size_t first = theirs.step.value;
    const std::size_t end = std::min(log_.size(), first + kAnswerRecordsMax);
    std::size_t bytes = 0;
    for (std::size_t step = first; step < end && bytes < kAnswerBytesMax; ++step) {
      send(peer, log_[step], out);
      bytes += out.outgoing.back().frame.size();
    }
    return;
  }
  for (std::uint32_t i = 0; i < agreement_.slots().size(); ++i)
    if (const auto* entry = agreement_.entry(i); entry != nullptr && (theirs.entries >> i & 1) == 0)
      send(peer, proto::EntryFrame{proto::envelope(**entry)}, out);
  for (std::uint32_t i = 0; i < table_->charter().validators(); ++i)
    if (const auto* vote = agreement_.vote(Seat(i));
        vote != nullptr && (theirs.votes >> i & 1) == 0)
      send(peer, proto::VoteFrame{proto::envelope(*vote)}, out);
}

// ---- What a person may ask

bool Node::all_finished() const {
  for (std::uint32_t i = 0; i < others_.size(); ++i)
    if (linked(Seat(i)) && others_[i].step < table_->step()) return false;
  return finished();
}

bool Node::my_turn() const {
  if (halted_ || contributed_) return false;
  const auto& slots = agreement_.slots();
  return std::ranges::any_of(slots, [&](const auto& s) {
    return s.seat == config_.me && (s.kind == Kind::move || s.kind == Kind::commit);
  });
}

std::vector<Node::Awaited> Node::awaited() const {
  std::vector<Awaited> awaited;
  for (std::size_t i = 0; i < agreement_.slots().size(); ++i)
    if (agreement_.entry(i) == nullptr)
      awaited.push_back({agreement_.slots()[i].seat, agreement_.slots()[i].kind});
  if (!awaited.empty() || table_->over()) return awaited;
  for (std::uint32_t i = 0; i < table_->charter().validators(); ++i)
    if (agreement_.vote(Seat(i)) == nullptr || agreement_.dissents(Seat(i)))
      awaited.push_back({Seat(i), {}});
  return awaited;
}

}  // namespace fairdeal::runtime
