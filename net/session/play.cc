#include <algorithm>
#include <filesystem>

#include "net/session/impl.h"
#include "net/sockets/clock.h"
#include "net/sockets/private_file.h"
#include "runtime/node/node_queries.h"

namespace fairdeal::session {

using crypto::PublicKey;
using How = Session::Ended::How;
using node::Effects;
using state::Put;

namespace {

/// How long at most a member that has finished stays so that others reach the end, too. It must
/// exceed Peers::kNear, the time for which a member that lost its connection is expected back.
constexpr Duration kLingerMax{75'000};
/// How long a member stays that was resumed after the end, to serve the end to anybody.
constexpr Duration kServesMax{60'000};
/// How long a member stays after a fork, to show the others where the two histories part.
constexpr Duration kForkedMax{5'000};

/// How long a decided record may wait to be stored: so it mostly shares a flush of the disk with
/// the next entry or vote.
constexpr Duration kRecordWaits{50};

/// How often what is shown is prepared before it is shown, if steps come faster than that.
constexpr int kPreparedMax = 3;

/// Returns whether these effects may be stored later. That is safe if a crash before then costs
/// nothing: this member has signed nothing here that it could forget, it sends nothing that rests
/// on them, and the others have the record and send it again. The votes that decided it are sent to
/// who may lack them without waiting. Effects that change a member's standing or end the table do
/// not wait, because evidence and the end are concluded from the disk.
bool may_wait(const Effects& effects) {
  return effects.outgoing.empty() && effects.resends.empty() &&
         std::ranges::all_of(effects.store,
                             [](const Put& put) {
                               return put.space == Put::Space::record ||
                                      put.space == Put::Space::local;
                             }) &&
         std::ranges::none_of(effects.notices, [](const node::Notice& notice) {
           return std::holds_alternative<node::StandingChanged>(notice) ||
                  std::holds_alternative<node::Finished>(notice) ||
                  std::holds_alternative<node::Halted>(notice);
         });
}

}  // namespace

void Session::Impl::node_frame(Seat from, const Bytes& frame) {
  auto effects = node->on_frame(from, frame, sockets::now());
  const auto why = effects ? effects->hang_up : std::optional(effects.error());
  if (effects) add(*std::move(effects));
  if (!why) return;
  watcher.on_event(PeerRefused{node->table().charter().member(from).nickname, *why});
  mesh->drop(key_of(from), *why);
}

/// Adds effects to those that the next flush() performs. All that come before it cost one flush of
/// the disk together.
void Session::Impl::add(Effects effects) {
  std::ranges::move(effects.store, std::back_inserter(pending.store));
  std::ranges::move(effects.outgoing, std::back_inserter(pending.outgoing));
  std::ranges::move(effects.votes, std::back_inserter(pending.votes));
  std::ranges::move(effects.chat, std::back_inserter(pending.chat));
  std::ranges::move(effects.resends, std::back_inserter(pending.resends));
  std::ranges::move(effects.notices, std::back_inserter(pending.notices));
  for (auto& work : effects.work) run(std::move(work), sockets::Workers::When::soon);
  for (auto& work : effects.idle) run(std::move(work), sockets::Workers::When::idle);
  if (std::exchange(flushing, true)) return;
  asio::post(io, [weak = weak_from_this()] {
    if (const auto self = weak.lock(); self && !self->ended) self->flush();
  });
}

/// Performs the pending effects: first it stores them and syncs the disk, then it sends the frames.
/// Why in this order: a member that was restarted knows only what its disk holds. If it had sent a
/// statement that the disk forgot, it might sign another in its place, and would be convicted of
/// contradicting itself.
void Session::Impl::flush() {
  flushing = false;
  Effects now_due = std::exchange(pending, {});
  if (!now_due.store.empty() && may_wait(now_due)) {
    std::ranges::move(now_due.store, std::back_inserter(pending.store));
    now_due.store.clear();
    store_soon();
  }
  if (const auto kept = keep(now_due.store); !kept) return end(How::failed, kept.error());
  for (const auto& [to, frame] : now_due.votes) send(to, frame);
  for (const auto& [to, frame] : now_due.outgoing) send(to, frame);
  for (const auto& [to, frame] : now_due.chat)
    if (!severed.has(to) && mesh->send_unless_busy(key_of(to), frame)) bytes_sent += frame.size();
  for (const auto& asked : now_due.resends)
    if (const auto told = resend(asked); !told) return end(How::failed, told.error());
  std::ranges::move(now_due.notices, std::back_inserter(untold));
  tell();
}

void Session::Impl::tell() {
  if (preparing) return arm();
  auto prepare = untold.empty() ? std::function<void()>() : watcher.prepare(*node);
  if (!prepare) return tell_now();
  preparing = true;
  ++prepared;
  // Steps may come faster than a script draws them. Then what is shown waits for one of the next
  // ones, and nothing else waits.
  const auto done = [weak = weak_from_this(), step = node->table().step()](bool) {
    const auto self = weak.lock();
    if (!self || self->ended) return;
    self->preparing = false;
    const bool is_last = self->node->table().step() == step || self->prepared >= kPreparedMax;
    is_last ? self->tell_now() : self->tell();
  };
  drawings->post([prepare = std::move(prepare)] { return prepare(), true; }, done);
  arm();
}

void Session::Impl::tell_now() {
  prepared = 0;
  for (const auto& notice : std::exchange(untold, {})) {
    watcher.on_event(notice);
    if (ended) return;
    if (std::holds_alternative<node::Finished>(notice)) finish();
    if (const auto* found = std::get_if<node::Equivocated>(&notice)) keep_evidence(found->seat);
    if (const auto* unshown = std::get_if<node::HistoryUnshown>(&notice))
      keep_statement(*unshown, true);
    if (const auto* changed = std::get_if<node::StandingChanged>(&notice))
      if (changed->convicted) keep_evidence(changed->seat);
    const auto* halted = std::get_if<node::Halted>(&notice);
    if (halted != nullptr && halted->error.fault == Fault::forked)
      linger_for(kForkedMax);  // also when a restarted member finds the fork in its store
    else if (halted != nullptr)
      return end(how_ended(halted->error), halted->error);
  }
  if (!serves && node::all_finished(*node, sockets::now()) && !owes_watchers())
    return end(How::finished);
  if (leaves && node::has_gone(*node)) return end(How::left);
  arm();
}

/// Stores the pending records at the latest after kRecordWaits, unless a flush has stored them
/// before.
void Session::Impl::store_soon() {
  if (waiting.expiry() > time_point(sockets::now())) return;
  waiting.expires_at(time_point(sockets::now() + kRecordWaits));
  waiting.async_wait([weak = weak_from_this()](error_code error) {
    const auto self = weak.lock();
    if (!self || error || self->ended || self->pending.store.empty()) return;
    if (const auto kept = self->keep(std::exchange(self->pending.store, {})); !kept)
      self->end(How::failed, kept.error());
  });
}

Result<> Session::Impl::keep(const std::vector<Put>& puts) {
  FD_TRY(store->apply(puts));
  for (const Put& put : puts)
    if (is_public(put)) FD_TRY(transcript->append(put.value));
  return {};
}

Result<> Session::Impl::resend(const node::Resend& resend) {
  FD_TRY(const auto frames, node::decided_frames(resend, [this](Step step) {
           return store->get(state::kept::Record{step});
         }));
  for (const Bytes& frame : frames) send(resend.to, frame);
  return {};
}

void Session::Impl::send(Seat to, const Bytes& frame) {
  if (severed.has(to)) return;
  std::optional<std::vector<Bytes>> instead;
  if (config.tamper) instead = config.tamper(*node, to, frame);
  for (const Bytes& bytes : instead ? *instead : std::vector<Bytes>{frame})
    if (mesh->send(key_of(to), bytes)) bytes_sent += bytes.size();
}

void Session::Impl::sever(Seat peer, Duration duration) {
  if (!node || severed.has(peer)) return;
  add(node->on_link(peer, false, sockets::now()));
  severed.insert(peer);
  auto [mend, fresh] = mending.try_emplace(peer, io);
  mend->second.expires_at(time_point(sockets::now() + duration));
  mend->second.async_wait([weak = weak_from_this(), peer](error_code error) {
    const auto self = weak.lock();
    if (!self || error || self->ended) return;
    self->severed.erase(peer);
    if (std::ranges::count(self->mesh->peers(), self->key_of(peer)) > 0)
      self->on_up(self->key_of(peer));
  });
}

/// Returns the evidence against `member`: a contradiction that this member found itself, or what
/// the stored records hold (evidence_in); none if there is neither.
std::optional<audit::Evidence> Session::Impl::evidence_against(Seat member) const {
  const auto charter = node->table().state().signed_charter;
  for (const auto& two : node->parts().contradictions.all())
    if (two.first.by == member) return audit::Evidence{charter, {}, two};
  const auto stored = store->load();
  auto evidence = stored ? audit::evidence_in(charter, *stored, member) : std::nullopt;
  return evidence ? *std::move(evidence) : std::nullopt;
}

/// Writes what convicts another member to a file beside the store, which anybody can check
/// (`fairdeal evidence`).
void Session::Impl::keep_evidence(Seat against) {
  if (against == node->me()) return;
  const auto evidence = evidence_against(against);
  if (!evidence) return;
  std::filesystem::path path = store_path;
  path.replace_extension(".against-seat-" + std::to_string(against.value) + ".evidence");
  if (sockets::write_private(path.string(), as_text(audit::encode(*evidence))))
    watcher.on_event(EvidenceKept{against, path.string()});
}

/// Writes a member's statement about another history to a file beside the transcript, which an
/// audit takes together with that.
void Session::Impl::keep_statement(const node::HistoryUnshown& unshown, bool tells) {
  std::filesystem::path path = transcript->path();
  path.replace_extension(".seat-" + std::to_string(unshown.seat.value) + ".history");
  const Bytes file = node::history_file(*node->table().state().signed_charter, unshown.said);
  if (sockets::write_private(path.string(), as_text(file)) && tells)
    watcher.on_event(StatementKept{unshown.seat, path.string()});
}

void Session::Impl::keep_untold(bool tells) {
  if (!node || node->halted() || std::exchange(untold_kept, true)) return;
  for (const auto& unshown : node->parts().unshown.untold()) keep_statement(unshown, tells);
}

void Session::Impl::run(node::Work work, sockets::Workers::When when) {
  const auto done = [weak = weak_from_this()](node::Done what) {
    if (const auto self = weak.lock(); self && !self->ended)
      self->add(self->node->on_done(std::move(what), sockets::now()));
  };
  auto& thread = work.asks_rules ? rules : workers;
  thread->post(std::move(work), done, when);
}

void Session::Impl::arm() {
  const Instant deadline = node->deadline();
  if (deadline == armed) return;
  armed = deadline;
  timer.expires_at(time_point(deadline));
  timer.async_wait([weak = weak_from_this()](error_code error) {
    const auto self = weak.lock();
    if (!self || error || self->ended) return;
    self->armed = never();
    self->add(self->node->on_time(sockets::now()));
  });
}

void Session::Impl::finish() {
  if (const auto synced = transcript->sync(); !synced) return end(How::failed, synced.error());
  linger_for(serves ? kServesMax : kLingerMax);
}

/// Ends the session after `time`, in the way in which the table has ended.
void Session::Impl::linger_for(Duration time) {
  linger.expires_at(time_point(sockets::now() + time));
  linger.async_wait([weak = weak_from_this()](error_code error) {
    const auto self = weak.lock();
    if (!self || error) return;
    const auto& halted = self->node->halted();
    self->end(halted ? how_ended(*halted) : How::finished, halted);
  });
}

}  // namespace fairdeal::session
