#include <algorithm>

#include "base/overloaded.h"
#include "consensus/equivocation.h"
#include "crypto/coin.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/follow.h"
#include "runtime/node.h"

namespace fairdeal::runtime {

using consensus::Agreement;
using proto::Kind;

namespace {

/// Wrong entries of one author that are looked into at one step: an honest one signs none.
constexpr int kRefusedMax = 4;

/// No table is that far ahead: at twenty steps a second it would have played nine days without this
/// peer.
constexpr std::uint64_t kFarMax = 1 << 24;

/// Checks that take longer than a signature's: they go to a worker.
bool takes_long(const proto::Entry& entry) {
  const Kind kind = proto::kind_of(entry.payload);
  const bool passed =
      std::ranges::any_of(entry.attachments, [](const proto::Attachment& attachment) {
        return std::holds_alternative<proto::PassedAttachment>(attachment);
      });
  return passed || kind == Kind::key || kind == Kind::shares || kind == Kind::shuffle ||
         kind == Kind::decrypt || kind == Kind::coin || kind == Kind::recover;
}

}  // namespace

Result<Effects> Node::on_frame(Seat from, ByteSpan frame, Instant now) {
  Other& sender = others_[from.value];
  const auto decoded = proto::decode_message(frame);
  if (!decoded) {
    sender.score.add(PeerScore::kPointsMax, now);
    return fail(decoded.error());
  }
  const proto::Message& message = *decoded;
  Effects out;
  if (halted_) {
    // Others still have to learn where the histories part.
    const auto* query = std::get_if<proto::HistoryQuery>(&message);
    if (query != nullptr && halted_->fault == Fault::forked) take(from, *query, now, out);
    return out;
  }
  if (!route(from, message, now, out))
    return fail(Fault::not_wanted, "message of a table that is being set up");
  if (const int points = std::exchange(sender.useless, 0);
      points > 0 && sender.score.add(points, now))
    out.hang_up = Error{Fault::not_wanted, {}, "one useless frame after another"};
  catch_up_.note_progress(table_->step(), asking(), now);
  return out;
}

/// Gives a message to the function that takes it in. Every kind stands here: a new one does not
/// compile until it is routed. Returns false if it is none of a table that plays.
bool Node::route(Seat from, const proto::Message& message, Instant now, Effects& out) {
  const auto taken = [&](const auto& m) { return take(from, m, now, out), true; };
  return std::visit(
      Overloaded{
          [&](const proto::EntryFrame& m) { return taken(m); },
          [&](const proto::VoteFrame& m) { return taken(m); },
          [&](const proto::ProposalFrame& m) { return taken(m); },
          [&](const proto::Status& m) { return taken(m); },
          [&](const proto::Decided& m) { return taken(m); },
          [&](const proto::PresenceFrame& m) { return taken(m); },
          [&](const proto::PassedFrame& m) { return taken(m); },
          [&](const proto::Recall& m) { return taken(m); },
          [&](const proto::HistoryQuery& m) { return taken(m); },
          [&](const proto::HistoryAnswer& m) { return taken(m); },
          [](const proto::Join&) { return false; }, [](const proto::Gathering&) { return false; },
          [](const proto::Propose&) { return false; }, [](const proto::Sign&) { return false; },
          [](const proto::SignedCharter&) { return false; },
          [](const proto::Refuse&) { return false; }, [](const proto::Waiting&) { return false; }},
      message);
}

Effects Node::on_link(Seat peer, bool up, Instant now) {
  Effects out;
  links_.set(peer, up);
  clock_.on_link(peer, up, now);
  if (!up) {
    catch_up_.lost(peer);
    forks_.lost(peer);
    others_[peer.value].linked_at = now;
  }
  if (halted_) return out;
  if (!table_->over()) set_due(now);
  links_.broadcast(status(), out);
  if (up) pipeline_.send_own(config_.me, peer, out);
  if (up && presences_.own())
    send(peer, proto::PresenceFrame{proto::envelope(*presences_.own())}, out);
  return out;
}

Result<Effects> Node::on_action(const rules::Action& action, Instant now) {
  if (!to_act()) return fail(Fault::not_wanted, "it is not your turn");
  if (!rules::allows(table_->game(), config_.me, action))
    return fail(Fault::illegal_move, action.text);
  Effects out;
  make_move(action.text, now, out);
  catch_up_.note_progress(table_->step(), asking(), now);
  return out;
}

Effects Node::on_done(Done done, Instant now) {
  Effects out;
  if (halted_) return out;
  if (auto* prepared = std::get_if<Done::Prepared>(&done.result)) pipeline_.on_done(*prepared);
  if (auto* made = std::get_if<Done::Made>(&done.result))
    pipeline_.on_done(*made, config_.key, here(), out);
  if (const auto* checked = std::get_if<Done::PassedChecked>(&done.result))
    for (const Seat liar : pipeline_.on_done(*checked))
      refuse(blame({Fault::bad_proof, {}, "what was passed"}, liar), out);
  advance_pipeline(now, out);
  if (done.step != table_->step()) return out;  // decided without it meanwhile
  std::visit(Overloaded{[&](Done::Verdict& verdict) {
                          others_[verdict.author.value].checking.reset();
                          agreement_.checking(verdict.author, false);
                          accept(std::move(verdict), now, out);
                        },
                        [&](proto::Payload& payload) { make_entry(std::move(payload), now, out); },
                        [&](const Done::Failed& failed) {
                          if (!failed.passed || table_->state().is_shuffling())
                            answer_none(now, out);
                        },
                        [](const auto&) {}},
             done.result);
  catch_up_.note_progress(table_->step(), asking(), now);
  return out;
}

// ---- Entries

void Node::take(Seat from, const proto::EntryFrame& frame, Instant now, Effects& out) {
  const proto::Envelope& envelope = frame.envelope;
  if (agreement_.holds_entry(envelope)) return;  // the same again: nothing to verify
  if (is_out_of_reach(from, envelope, now, out)) return;
  if (envelope.by.value < members() && others_[envelope.by.value].refused >= kRefusedMax) {
    if (envelope.by == from) ++others_[from.value].useless;
    return;
  }
  auto verified = proto::verify_entry(envelope, table_->charter());
  if (!verified) return useless(from, std::move(verified).error(), out);
  const proto::Entry& entry = verified->message();
  if (entry.table != table_->id()) return useless(from, {Fault::wrong_table, {}, "entry"}, out);
  others_[envelope.by.value].heard = std::max(others_[envelope.by.value].heard, table_->step());
  if (envelope.by == config_.me) return adopt(*verified, now, out);
  if (entry.step > table_->step()) return catch_up_.keep(from, frame);
  suspect(from, envelope.by, NamedHistory{entry.step, entry.parent}, out);
  if (entry.step < table_->step()) return look_back(*verified, out);
  if (agreement_.contradicted(envelope.by)) return;  // a third answer tells nothing new
  // Cheap questions first: a replay must not hold up its author's own entry.
  if (auto fits = table_->fits(*verified); !fits) {
    if (entry.parent != table_->head()) return refuse(std::move(fits).error(), out);
    return useless(from, std::move(fits).error(), out);
  }
  Other& author = others_[envelope.by.value];
  if (!takes_long(entry))
    return accept(std::get<Done::Verdict>(examine(*std::move(verified), from)().result), now, out);
  if (author.checking) return;  // one at a time; what is lost is repaired
  author.checking = envelope;
  agreement_.checking(envelope.by, true);
  out.work.push_back(examine(*std::move(verified), from));
}

/// The check of an entry that fits: sound, or wrong and its author convicted by it.
Work Node::examine(proto::Signed<proto::Entry> entry, Seat from) {
  ByteArray<64> seed;
  rng_->fill(seed);
  return [table = table_, entry = std::move(entry), seed, from, verified = pipeline_.verified()] {
    crypto::SharedRng weights(seed);
    const Seat author = entry.by();
    auto checked = table->check(entry, weights, verified);
    if (checked) return Done{table->step(), Done::Verdict{*std::move(checked), {}, from, author}};
    auto wrong = table->check_invalid(entry, weights);
    if (!wrong)
      return Done{table->step(), Done::Verdict{std::move(checked).error(), {}, from, author}};
    return Done{table->step(),
                Done::Verdict{*std::move(wrong), std::move(checked).error(), from, author}};
  };
}

void Node::accept(Done::Verdict verdict, Instant now, Effects& out) {
  if (auto* error = std::get_if<Error>(&verdict.is)) return refuse(std::move(*error), out);
  if (verdict.why) refuse(*std::move(verdict.why), out);
  auto* wrong = std::get_if<consensus::InvalidEntry>(&verdict.is);
  const auto& entry = wrong ? **wrong : *std::get<consensus::Checked>(verdict.is);
  const Seat author = entry.by();
  const Kind kind = proto::kind_of(entry.message().payload);
  const proto::EntryFrame frame{proto::envelope(entry)};
  const auto added =
      wrong ? add(std::move(*wrong)) : add(std::get<consensus::Checked>(std::move(verdict.is)));
  if (added == Agreement::Added::known || added == Agreement::Added::unwanted)
    return progress(now, out);  // it is not being checked any more
  clock_.stop(author, now);
  links_.forward(author, verdict.from, frame, out);
  if (added == Agreement::Added::fresh) out.notices.push_back(Arrived{author, kind});
  progress(now, out);
}

/// Whether no table can be at that step: what says so is false, and its sender knows.
bool Node::is_impossible(Seat from, Step step, Effects& out) {
  if (step.value < table_->step().value + kFarMax) return false;
  useless(from, {Fault::not_wanted, {}, "a step that no table has reached"}, out);
  return true;
}

/// Whether something is of a step that this peer cannot look into yet: it is behind, and asks for
/// what it lacks. Once a step: a liar would make it ask without end.
bool Node::is_far(Step step, Instant now) {
  if (step <= table_->step().next()) return false;
  catch_up_.hurry(table_->step(), now);
  return true;
}

/// Cheap questions first: whether a statement's table and step alone say that it is of no use here,
/// before its signature is verified and its points are decoded. One so old that it contradicts
/// nothing which is still in memory is of none either.
bool Node::is_out_of_reach(Seat from, const proto::Envelope& said, Instant now, Effects& out) {
  const auto place = proto::peek_place(said.body);
  if (!place || said.by == config_.me) return false;
  if (place->table != table_->id()) {
    useless(from, {Fault::wrong_table, {}, "a statement"}, out);
    return true;
  }
  return is_impossible(from, place->step, out) || is_far(place->step, now) ||
         (place->step < table_->step() && history_.find(place->step) == nullptr);
}

/// An entry or a vote for a step that is decided.
template <class T>
void Node::look_back(const proto::Signed<T>& late, Effects& out) {
  for (auto& evidence : history_.contradicted_by(late, table_->charter()))
    contradictions_.found(std::move(evidence), links_, out);
}

// ---- What is passed from seat to seat

void Node::take(Seat from, const proto::PassedFrame& frame, Instant now, Effects& out) {
  const Seat author = frame.envelope.by;
  if (!pipeline_.wants(frame.envelope)) return;
  auto verified = proto::verify_passed(frame.envelope, table_->charter());
  if (!verified) return useless(from, std::move(verified).error(), out);
  const proto::Passed& passed = verified->message();
  if (passed.table != table_->id())
    return useless(from, {Fault::wrong_table, {}, "what was passed"}, out);
  if (passed.place != ShufflePipeline::place_of(*table_))
    return pipeline_.keep_early(from, frame, passed, *table_);
  const auto* turn = std::get_if<proto::ShufflePayload>(&passed.part);
  const SharedDeck* deck = table_->state().deck();
  if (turn != nullptr && deck != nullptr && turn->deck.size() != deck->slots.size())
    return refuse(blame({Fault::bad_proof, {}, "a passed shuffle of other cards"}, author), out);
  pipeline_.add(*std::move(verified));
  links_.forward(author, from, frame, out);
  advance_pipeline(now, out);
}

// ---- Votes, proposals, decisions

void Node::take(Seat from, const proto::VoteFrame& frame, Instant now, Effects& out) {
  if (agreement_.holds(frame.envelope)) return;  // the same again: nothing to verify
  if (is_out_of_reach(from, frame.envelope, now, out)) return;
  auto verified = proto::verify_vote(frame.envelope, table_->charter());
  if (!verified) return useless(from, std::move(verified).error(), out);
  const proto::Vote& vote = verified->message();
  if (vote.table != table_->id()) return useless(from, {Fault::wrong_table, {}, "vote"}, out);
  others_[verified->by().value].heard =
      std::max(others_[verified->by().value].heard, table_->step());
  if (verified->by() == config_.me) return adopt(*verified, now, out);
  if (vote.step < table_->step()) return look_back(*verified, out);
  if (vote.step > table_->step()) return catch_up_.keep(from, frame);
  const auto added = add(*verified);
  if (added == Agreement::Added::known || added == Agreement::Added::unwanted) return;
  // Members would send each other without end a vote that none of them keeps.
  if (agreement_.holds(frame.envelope)) links_.forward(verified->by(), from, frame, out);
  progress(now, out);
}

void Node::take(Seat from, const proto::ProposalFrame& frame, Instant now, Effects& out) {
  const bool own = frame.envelope.by == config_.me;
  if (table_->over() || is_out_of_reach(from, frame.envelope, now, out)) return;
  auto verified = proto::verify_proposal(frame.envelope, table_->charter());
  if (!verified) return useless(from, std::move(verified).error(), out);
  const proto::Proposal& proposal = verified->message();
  if (proposal.table != table_->id())
    return useless(from, {Fault::wrong_table, {}, "proposal"}, out);
  if (own) {
    const auto* held = agreement_.proposal(proposal.round);
    if (held == nullptr || held->body() != verified->body()) adopt(*verified, now, out);
    return;
  }
  suspect(from, verified->by(), history_of(proposal), out);
  if (proposal.step != table_->step()) return;
  // Who leads which round is known, and its record is looked into once.
  if (agreement_.leader(proposal.round) != verified->by())
    return useless(from, {Fault::not_wanted, verified->by(), "a proposal by who does not lead"},
                   out);
  const auto wanted = agreement_.consider(*verified);
  if (wanted == Agreement::Added::contradicts) return progress(now, out);
  if (wanted != Agreement::Added::fresh) return;
  adopt_entries(proposal, now, out);
  auto answers = validate(proposal.record);
  if (!answers) return refuse(std::move(answers).error(), out);
  // Who is said to be absent, and is not: the leader is shown its entry.
  std::uint32_t held = 0;
  for (std::uint32_t i = 0; i < answers->size(); ++i)
    if (consensus::entry_in((*answers)[i]) != nullptr) held |= 1u << i;
  if (add(*verified, *std::move(answers)) != Agreement::Added::fresh) return;
  for (const proto::Envelope& envelope : frame.votes)
    if (const auto vote = proto::verify_vote(envelope, table_->charter())) {
      if (vote->by() != config_.me || agreement_.holds(envelope))
        add(*vote);
      else
        adopt(*vote, now, out);
    }
  if (links_.has(verified->by())) send_entries(verified->by(), held, agreement_, out);
  links_.forward(verified->by(), from, frame_of(*verified, agreement_),
                 out);  // as far as it was verified
  progress(now, out);
}

/// A record's answers, in slot order, validated, their proofs in one sum; what this peer holds
/// already is not validated again.
Result<std::vector<consensus::Answer>> Node::validate(const std::vector<proto::Answer>& record) {
  if (record.size() != agreement_.slots().size())
    return fail(Fault::not_canonical, "a record of other slots");
  PendingProofs proofs;
  std::vector<consensus::Answer> answers;
  for (std::size_t i = 0; i < record.size(); ++i) {
    if (const auto* held = agreement_.held(i, record[i])) {
      answers.push_back(*held);
      continue;
    }
    auto answer = table_->validate(i, record[i], proofs, *rng_, pipeline_.verified());
    if (!answer) {
      FD_TRY(proofs.settle(*rng_));  // what is false here came before what else is wrong
      return fail(std::move(answer).error());
    }
    answers.push_back(*std::move(answer));
  }
  FD_TRY(proofs.settle(*rng_));
  return answers;
}

/// A step as others decided it: believed by its certificate and its own proofs, not by who sent it.
void Node::take(Seat from, const proto::Decided& decided, Instant now, Effects& out) {
  if (decided.step != table_->step()) {
    if (!is_impossible(from, decided.step, out)) is_far(decided.step, now);
    return;
  }
  auto followed = follow(*table_, decided, *rng_);
  if (!followed) {
    suspect(from, from, history_of(decided, *table_), out);
    return useless(from, std::move(followed).error(), out);
  }
  for (std::size_t i = 0; i < followed->record.answers.size(); ++i) {
    const auto* theirs = consensus::entry_in(followed->record.answers[i]);
    const auto* held = agreement_.entry(i);
    if (theirs == nullptr || held == nullptr) continue;
    if (auto evidence = consensus::contradiction(*consensus::entry_in(*held), *theirs))
      contradictions_.found(*std::move(evidence), links_, out);
  }
  const auto digest = consensus::digest(followed->record);
  outcomes_.tables[digest] = std::make_shared<const Table>(std::move(followed->next));
  for (const proto::Envelope& envelope : decided.certificate)  // who told this peer otherwise?
    if (const auto vote = proto::verify_vote(envelope, table_->charter())) add(*vote);
  for (auto& evidence : agreement_.take_evidence())
    contradictions_.found(std::move(evidence), links_, out);
  decide({std::move(followed->record), decided.certificate}, now, out);
}

}  // namespace fairdeal::runtime
