#include "runtime/node/node.h"

#include <algorithm>

#include "base/overloaded.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/node/own_answer.h"
#include "runtime/node/receive.h"
#include "runtime/node/resume.h"

namespace fairdeal::node {

namespace {

/// Gives a message to the function that takes it in. All kinds are listed, so that a new kind does
/// not compile until it is routed. Returns false for a message that no member sends here: of a
/// table that is being set up, or of somebody who watches.
bool route(Parts& node, Seat from, const proto::Message& message, Instant now, Effects& out) {
  const auto taken = [&](const auto& m) { return take(node, from, m, now, out), true; };
  return std::visit(Overloaded{[&](const proto::EntryFrame& m) { return taken(m); },
                               [&](const proto::VoteFrame& m) { return taken(m); },
                               [&](const proto::ProposalFrame& m) { return taken(m); },
                               [&](const proto::Status& m) { return taken(m); },
                               [&](const proto::Decided& m) { return taken(m); },
                               [&](const proto::PresenceFrame& m) { return taken(m); },
                               [&](const proto::PassedFrame& m) { return taken(m); },
                               [&](const proto::ChatFrame& m) { return taken(m); },
                               [&](const proto::Watchers& m) { return taken(m); },
                               [&](const proto::Recall& m) { return taken(m); },
                               [&](const proto::HistoryQuery& m) { return taken(m); },
                               [&](const proto::HistoryAnswer& m) { return taken(m); },
                               [](const proto::Watch&) { return false; },
                               [](const proto::Join&) { return false; },
                               [](const proto::Gathering&) { return false; },
                               [](const proto::Propose&) { return false; },
                               [](const proto::Sign&) { return false; },
                               [](const proto::SignedCharter&) { return false; },
                               [](const proto::Refuse&) { return false; },
                               [](const proto::Waiting&) { return false; },
                               [](const proto::FetchScript&) { return false; },
                               [](const proto::ScriptText&) { return false; },
                               [](const proto::PlaceOrder&) { return false; },
                               [](const proto::RefuseOrder&) { return false; }},
                    message);
}

/// Takes in what a worker made or checked of the deal or the deck that is being opened.
void take_passed(Parts& node, Done& done, Effects& out) {
  if (auto* prepared = std::get_if<Done::Prepared>(&done.result)) node.pipeline.on_done(*prepared);
  if (auto* made = std::get_if<Done::Made>(&done.result))
    node.pipeline.on_done(*made, node.config.key, node.here(), out);
  if (const auto* checked = std::get_if<Done::PassedChecked>(&done.result))
    for (const Seat liar : node.pipeline.on_done(*checked))
      node.peers.refuse(blame({Fault::bad_proof, {}, "what was passed"}, liar), out);
}

/// Takes in what a worker made or checked for the current step.
void take_result(Parts& node, Done& done, Instant now, Effects& out) {
  std::visit(
      Overloaded{[&](Done::EntryCheck& verdict) {
                   node.peers.set_checking(verdict.author, {});
                   node.step.set_checking(verdict.author, false);
                   accept(node, std::move(verdict), now, out);
                 },
                 [&](proto::Payload& payload) { make_entry(node, std::move(payload), now, out); },
                 [&](Done::Outcome& outcome) { node.step.on_done(std::move(outcome)); },
                 [&](Done::FollowCheck& checked) { accept(node, std::move(checked), now, out); },
                 [&](Done::ProposalCheck& checked) { accept(node, std::move(checked), out); },
                 [&](Done::Tried& tried) { make_tried_move(node, tried, now, out); },
                 [&](const Done::Failed& failed) {
                   if (!failed.passed || node.table().state().is_shuffling())
                     answer_none(node, now, out);
                 },
                 [](const auto&) {}},
      done.result);
}

/// Shows whose standing a step changed.
void tell_standings(const state::Table& before, const state::Table& after, Effects& out) {
  for (std::uint32_t i = 0; i < after.charter().validators(); ++i) {
    const state::Standing& was = before.members().standing(Seat(i));
    const state::Standing& is = after.members().standing(Seat(i));
    if (was.gone() != is.gone() || was.convicted() != is.convicted())
      out.notices.push_back(StandingChanged{Seat(i), is.gone(), is.convicted()});
  }
}

/// Returns a decided step in the form in which the history keeps it.
History::Decision in_history(const CurrentStep& step,
                             const consensus::Agreement::Decision& decision) {
  const state::Table& table = step.table();
  return {{{table.step(), consensus::to_wire(decision.record), decision.certificate}, {}, {}},
          table.head(),
          step.agreement().quorum(),
          {consensus::digest(decision.record), step.after(decision)->digest()}};
}

/// Stores a decided step. If it was decided by precommits, stores also the prevotes and proposals
/// that led there: if there is a second certificate for the step, they name f + 1 liars
/// (docs/model/README.md, Evidence).
void store_decision(Parts& node, const consensus::Agreement::Decision& decision, Effects& out) {
  const Step step = node.table().step();
  History::Decision decided = in_history(node.step, decision);
  out.store.push_back(
      {state::kept::Record{step}, proto::encode(proto::TranscriptPart(decided.how.decided))});
  if (proto::decode_vote(decision.certificate.front().body)->phase != proto::Phase::prevote) {
    decided.how = with_behind(std::move(decided.how.decided), node.agreement());
    out.store.push_back(
        {state::kept::Behind{step}, proto::encode(proto::TranscriptPart(decided.how))});
  }
  if (const auto oldest = node.history.keep(std::move(decided)))
    out.store.push_back({state::kept::Behind{*oldest}, {}});
}

/// Returns the voters whose votes show that they hold the record of this decision.
SeatSet holders(const consensus::Agreement& agreement, const proto::Outcome& outcome) {
  SeatSet holders;
  for (const Seat voter : agreement.quorum().voters.list())
    for (const auto phase : {proto::Phase::prevote, proto::Phase::precommit})
      if (const auto* vote = agreement.vote(Round(0), phase, voter);
          vote != nullptr && vote->message().outcome == outcome)
        holders.insert(voter);
  return holders;
}

/// Sees to the voters that are behind: sends them the decision in time, and shows if this member
/// is behind itself, or waits for others. Call it while the step's agreement is still here.
void settle_votes(Parts& node, const consensus::Agreement::Decision& decision, Instant now,
                  Effects& out) {
  const consensus::Agreement& agreement = node.agreement();
  const Step step = node.table().step();
  const Duration round = node.table().charter().pace.round;
  const auto since = agreement.round() == Round(0) ? agreement.prevotes_at() : std::nullopt;
  const bool by_all =
      proto::decode_vote(decision.certificate.front().body)->phase == proto::Phase::prevote;
  if (by_all && since && now >= *since + round)
    out.notices.push_back(FollowsLate{step, now - *since});
  const SeatSet slow = node.vote_pace.decided(step, agreement.quorum().voters, since, round, now);
  for (const Seat voter : slow.list())
    out.notices.push_back(VotesLate{voter, node.vote_pace.waited_for(voter)});
  const proto::Outcome outcome{consensus::digest(decision.record),
                               node.step.after(decision)->digest()};
  node.stragglers.begin(step, agreement.quorum(),
                        {.holders = holders(agreement, outcome),
                         .slow = node.vote_pace.slow(),
                         .quiet = node.peers.quiet(step)},
                        round, now);
}

/// Returns the notice that shows what a decided step did.
StepDecided notice_of(const CurrentStep& step, const consensus::Agreement::Decision& decision) {
  const auto after = step.after(decision);
  StepDecided decided{decision.record.step, {}, after->events(), after->state().games};
  if (const auto& failed = after->state().failed_moves) {
    decided.failed = failed->by;
    decided.why_failed = failed->why;
  }
  for (std::size_t i = 0; i < decision.record.answers.size(); ++i) {
    const consensus::Answer& answer = decision.record.answers[i];
    const Seat seat = step.agreement().slots()[i].seat;
    if (consensus::is_absence(answer)) decided.absent.push_back(seat);
    const auto* entry = std::get_if<consensus::Checked>(&answer);
    if (entry != nullptr &&
        state::stages::is_careful(step.table().stage(), (*entry)->message().payload) == true)
      decided.careful.insert(seat);
  }
  return decided;
}

}  // namespace

// ---- Creating a node, or resuming it from its store

Result<Node> Node::create(Config config, Rng& rng) {
  FD_TRY(proto::verify_charter(*config.charter));
  FD_TRY(state::Table table, state::Table::create(config.charter));
  state::PrivateView view(config.me, rng);
  return Node(Parts(std::move(config), std::make_shared<const state::Table>(std::move(table)),
                    std::move(view), rng));
}

Result<Node> Node::resume(Config config, std::span<const state::Put> stored, Rng& rng,
                          std::shared_ptr<const state::Table> known) {
  if (!known) {
    FD_TRY(proto::verify_charter(*config.charter));
    FD_TRY(state::Table table, state::Table::create(config.charter));
    known = std::make_shared<const state::Table>(std::move(table));
  }
  FD_TRY(auto view, stored_view(config.me, stored, rng));
  Parts parts(std::move(config), std::move(known), std::move(view), rng);
  parts.resumed = true;
  parts.asking.emplace();
  FD_TRY(remember(parts, stored));
  return Node(std::move(parts));
}

Effects Node::start(Instant now) {
  Effects out;
  parts_.alarm.start(now);
  if (!parts_.resumed) {
    out.store.push_back(
        {state::kept::Charter{}, proto::encode(proto::TranscriptPart(*parts_.config.charter))});
    out.store.push_back({state::kept::Hedge{}, parts_.view.hedge_to_store()});
    if (parts_.config.alarm_played > Duration{})
      out.store.push_back({state::kept::Alarm{}, parts_.alarm.to_store(now)});
  }
  forget_keys(parts_, table(), out);
  parts_.release.start(table().step(), table().state().deals_begun, finished(), now);
  parts_.unshown.start(now);
  if (parts_.resumed) parts_.peers.lost_all(now);  // it may have been killed a moment ago
  begin_step(parts_.step.shared_table(), now, out);
  advance(now, out);
  return out;
}

// ---- One step, from its beginning to its decision

void Node::begin_step(std::shared_ptr<const state::Table> table, Instant now, Effects& out) {
  parts_.step.begin(std::move(table), now);
  parts_.step.set_quiet(parts_.peers.quiet(parts_.table().step()) | parts_.vote_pace.slow());
  parts_.answering = parts_.person_late = parts_.following = parts_.considering = false;
  parts_.peers.begin_step();
  parts_.catch_up.begin_step();
  parts_.clock.begin_step(now);
  if (parts_.halted) return out.notices.push_back(Halted{*parts_.halted});
  if (finished()) {
    parts_.links.broadcast(parts_.status(), out);
    return out.notices.push_back(Finished{});
  }
  parts_.set_due(now);
  if (const auto restored =
          parts_.step.restore(parts_.config.key, parts_.pipeline.verified(), *parts_.rng);
      !restored)
    return parts_.halt(restored.error(), out);
  if (asking())
    ask(parts_, out);
  else
    speak(parts_, now, out);
  for (auto& [from, frame] : parts_.pipeline.take_early()) take(parts_, from, frame, now, out);
  for (const auto& early : parts_.catch_up.take_early(parts_.table().step()))
    std::visit([&](const auto& frame) { take(parts_, early.from, frame, now, out); }, early.frame);
  take_ahead(parts_, now, out);
}

/// Takes the table as far as what is here allows, step after step. If others have decided the step,
/// it takes their decision. Otherwise this member votes first and looks for a decision then,
/// because deciding replaces the agreement that holds these votes.
void Node::advance(Instant now, Effects& out) {
  while (!parts_.halted && !finished()) {
    if (!asking() && now >= alarm_due(parts_)) say_alarm(parts_, out);
    if (!parts_.step.is_followed()) vote(now, out);
    if (parts_.halted) break;
    const auto decision = parts_.step.decision();
    if (!decision) break;
    decide(*decision, now, out);
  }
  parts_.catch_up.note_progress(table().step(), asking(), now);
}

/// Signs what is due at this step. Why it signs nothing while it is asking: its store may be an
/// older copy, so it could sign a second statement for a place where it has signed already, or
/// forget a lock. A quorum that includes it must first say what it signed (docs/model/README.md,
/// Restart). So the order is: keep new evidence, hear whether enough have answered, store what
/// earlier votes rest on, and only then sign.
void Node::vote(Instant now, Effects& out) {
  for (auto& evidence : parts_.step.take_evidence())
    parts_.contradictions.found(std::move(evidence), table(), parts_.links, out);
  hear_enough(parts_, now, out);
  if (parts_.resumed) parts_.step.store_grounds(out);
  if (!asking()) {
    // It says that nothing comes from it before its clock makes it vote nil, rule (a). So it never
    // votes for its own absence, and nobody waits for a person who sleeps.
    if (now >= parts_.clock.own_due()) answer_none(parts_, now, out);
    if (now >= careful_from(parts_)) {
      parts_.person_late = true;
      out.notices.push_back(PersonLate{});
    }
    parts_.step.vote(parts_.config.key, parts_.links, now, out);
  }
  if (auto work = parts_.step.ask_rules()) out.work.push_back(*std::move(work));
  if (auto error = parts_.step.impasse()) return parts_.halt(*std::move(error), out);
  parts_.step.show_entries(out);
}

void Node::decide(const consensus::Agreement::Decision& decision, Instant now, Effects& out) {
  const auto before = parts_.step.shared_table();
  auto table = parts_.step.after(decision);
  store_decision(parts_, decision, out);
  settle_votes(parts_, decision, now, out);
  send_decision(parts_, now, out);
  const auto charged =
      parts_.clock.charge(decision.record, *before, *table, parts_.agreement().slots(), now);
  if (charged.changed) out.store.push_back({state::kept::Banks{}, parts_.clock.banks_to_store()});
  if (table->game().alarm())
    out.store.push_back({state::kept::Alarm{}, parts_.alarm.to_store(now)});
  for (const auto& [seat, took, left] : charged.overtime)
    out.notices.push_back(TookLong{seat, took, left});
  out.notices.push_back(notice_of(parts_.step, decision));
  std::ranges::move(parts_.later.replay(table, parts_.history), std::back_inserter(out.store));
  if (table->state().alarms != before->state().alarms) {
    parts_.alarm.rang(now);
    out.store.push_back({state::kept::Alarm{}, parts_.alarm.to_store(now)});
  }
  parts_.release.on_decided(table->step(), table->state().deals_begun, table->over(), now);
  tell_standings(*before, *table, out);
  forget_keys(parts_, *table, out);
  if (const auto learned = parts_.view.learn(*table); !learned)
    return parts_.halt(learned.error(), out);
  begin_step(std::move(table), now, out);
}

// ---- Inputs

Result<Effects> Node::on_frame(Seat from, ByteSpan frame, Instant now) {
  const auto message = proto::decode_message(frame);
  if (!message) {
    parts_.peers.charge_garbage(from, now);
    return fail(message.error());
  }
  Effects out;
  if (parts_.halted) {
    // A member that stopped because of a fork still tells the others where the histories part.
    const auto* query = std::get_if<proto::HistoryQuery>(&*message);
    if (query != nullptr && parts_.halted->fault == Fault::forked)
      take(parts_, from, *query, now, out);
    return out;
  }
  if (!route(parts_, from, *message, now, out))
    return fail(Fault::not_wanted, "a message that no member sends at a table");
  advance(now, out);
  out.hang_up = parts_.peers.charge_frame(from, now);
  return out;
}

Effects Node::on_link(Seat peer, bool up, Instant now) {
  Effects out;
  parts_.links.set(peer, up);
  if (!up) {
    parts_.catch_up.lost(peer);
    parts_.forks.lost(peer);
    parts_.peers.lost(peer, now);
  }
  if (parts_.halted) return out;
  if (!finished()) parts_.set_due(now);
  parts_.links.broadcast(parts_.status(), out);
  // A member that forwards may have heard of the link before it had what this member said without
  // it, so it did not forward that.
  if (up && !finished() && !asking()) send_own_statements(me(), peer, parts_.agreement(), out);
  if (up) parts_.pipeline.send_own(me(), peer, out);
  for (const auto& said : parts_.presences.all_own())
    if (up) send(peer, proto::PresenceFrame{proto::envelope(said)}, out);
  if (up) repeat_chat(parts_, peer, now, out);
  return out;
}

void Node::on_went_on(Seat peer) {
  parts_.catch_up.learn(peer, table().step());
  // The bank of an evening goes on once all whom it expected have the end.
  const auto& charter = table().charter();
  if (charter.evening && charter.evening->bank == charter.member(peer).key.public_key())
    parts_.peers.expect_nobody();
}

Result<Effects> Node::on_action(const rules::Action& action, Instant now, bool careful) {
  if (!to_act()) return fail(Fault::not_wanted, "it is not your turn");
  if (careful && !parts_.person_late) return fail(Fault::not_wanted, "your time is not over");
  if (!rules::allows(table().game(), me(), action)) return fail(Fault::illegal_move, action.text);
  // An entry at which the rules fail would count as an absence.
  Effects out;
  const bool alone = table().game().active().size() == 1;
  if (alone && table().game().is_script()) {
    try_move(parts_, action, careful, out);
    return out;
  }
  if (alone)
    if (const auto next = table().game().after(rules::Moved<rules::Action>{me(), action}); !next)
      return fail(Fault::illegal_move, next.error().about);
  make_move(parts_, action.text, careful, now, out);
  advance(now, out);
  return out;
}

Effects Node::on_presence(proto::Presence::What what, Instant now) {
  Effects out;
  parts_.presences.want(what);
  if (asking()) return out;  // speak() says it once enough have answered
  say_presence(parts_, what, out);
  // An empty move must attach the statement that its author leaves. Presences keeps only the first
  // statement of a step, so this one may not have been kept.
  if (parts_.presences.leaves() && to_act() && parts_.presences.has_said(what))
    make_move(parts_, {}, false, now, out);
  advance(now, out);
  return out;
}

Result<Effects> Node::on_resign(Instant now) {
  FD_TRY(table().state().may_resign(me()));
  if (asking()) return fail(Fault::not_wanted, "others are asked what this member signed");
  if (parts_.presences.own_resignation())
    return fail(Fault::not_wanted, "this seat has resigned already");
  Effects out;
  say_presence(parts_, proto::Presence::What::resigns, out);
  if (to_act() && needs_no_move(parts_)) make_move(parts_, {}, false, now, out);
  advance(now, out);
  return out;
}

Result<Effects> Node::on_say(std::string text, std::uint64_t utc_ms, Instant now) {
  Effects out;
  FD_TRY(say(parts_, std::move(text), utc_ms, now, out));
  return out;
}

Effects Node::on_done(Done done, Instant now) {
  Effects out;
  if (parts_.halted) return out;
  if (const auto* lost = std::get_if<Done::RulesLost>(&done.result)) {
    parts_.halt({Fault::machine, {}, lost->why}, out);
    return out;
  }
  const bool of_this_step = done.step == table().step();
  take_passed(parts_, done, out);
  advance_pipeline(parts_, now, out);
  if (of_this_step) take_result(parts_, done, now, out);
  advance(now, out);
  return out;
}

// ---- Time

Instant Node::deadline() const {
  if (parts_.halted) return never();
  const Instant due = std::min(parts_.catch_up.resend_at(), parts_.unshown.deadline());
  if (finished())
    return std::min({due, parts_.peers.forgets_at(parts_.links), parts_.stragglers.deadline()});
  if (asking()) return std::min({parts_.catch_up.deadline(), due, parts_.asking->deadline()});
  const bool answered = parts_.answering || parts_.step.has_entered();
  return std::min({parts_.catch_up.deadline(), due, parts_.stragglers.deadline(),
                   parts_.step.computing() ? never() : parts_.agreement().deadline(me()),
                   answered ? never() : parts_.pipeline.deadline(table(), me()),
                   parts_.step.owes() ? parts_.clock.own_due() : never(), careful_from(parts_),
                   alarm_due(parts_)});
}

Effects Node::on_time(Instant now) {
  Effects out;
  if (now < deadline()) return out;
  parts_.catch_up.send_decided(parts_.history, table().step(), now, out);
  send_decision(parts_, now, out);
  parts_.unshown.tell(now, out);
  if (finished()) {
    parts_.peers.forget_lost(now);
    return out;
  }
  advance_pipeline(parts_, now, out);
  advance(now, out);
  if (parts_.catch_up.is_due(asking(), now)) {
    parts_.links.broadcast(parts_.status(), out);
    for (const auto& said : parts_.presences.all_own())
      if (is_news(said, table()))
        parts_.links.broadcast(proto::PresenceFrame{proto::envelope(said)}, out);
  }
  return out;
}

bool Node::to_act() const { return node::to_act(parts_); }

}  // namespace fairdeal::node
