#include "net/party/playing.h"

#include <algorithm>

#include "runtime/node/node_queries.h"

namespace fairdeal::party {

using crypto::PublicKey;
using state::Put;

namespace {

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
bool may_wait(const node::Effects& effects) {
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

bool is_end(const Effects& effects) {
  return !effects.empty() && std::holds_alternative<End>(effects.back());
}

}  // namespace

Effects Playing::start(Instant now) { return add(node_.start(now)); }

Effects Playing::on_link(Seat peer, bool up, Instant now) {
  return add(node_.on_link(peer, up, now));
}

Effects Playing::on_frame(Seat from, ByteSpan frame, Instant now) {
  auto effects = node_.on_frame(from, frame, now);
  const auto why = effects ? effects->hang_up : std::optional(effects.error());
  Effects out;
  if (effects) out = add(*std::move(effects));
  if (!why) return out;
  out.push_back(Tell{PeerRefused{node_.table().charter().member(from).nickname, *why}});
  out.push_back(Drop{key_of(from), *why});
  return out;
}

Effects Playing::on_done(node::Done done, Instant now) {
  return add(node_.on_done(std::move(done), now));
}

Result<Effects> Playing::act(const rules::Action& action, Instant now, bool careful) {
  FD_TRY(auto effects, node_.on_action(action, now, careful));
  return add(std::move(effects));
}

Result<Effects> Playing::say(const std::string& text, std::uint64_t utc_ms, Instant now) {
  FD_TRY(auto effects, node_.on_say(text, utc_ms, now));
  return add(std::move(effects));
}

Result<Effects> Playing::resign(Instant now) {
  FD_TRY(auto effects, node_.on_resign(now));
  return add(std::move(effects));
}

Effects Playing::leave(Instant now) {
  if (node_.finished()) return {};
  leaves_ = true;
  return add(node_.on_presence(proto::Presence::What::leaves, now));
}

Effects Playing::on_went_on(Seat peer) {
  node_.on_went_on(peer);
  return look();
}

/// Adds effects to those that the next flush() performs. All that come before it cost one flush of
/// the disk together.
Effects Playing::add(node::Effects effects) {
  std::ranges::move(effects.store, std::back_inserter(pending_.store));
  std::ranges::move(effects.outgoing, std::back_inserter(pending_.outgoing));
  std::ranges::move(effects.votes, std::back_inserter(pending_.votes));
  std::ranges::move(effects.chat, std::back_inserter(pending_.chat));
  std::ranges::move(effects.resends, std::back_inserter(pending_.resends));
  std::ranges::move(effects.notices, std::back_inserter(pending_.notices));
  Effects out;
  for (auto& work : effects.work) out.push_back(Run{std::move(work), false});
  for (auto& work : effects.idle) out.push_back(Run{std::move(work), true});
  if (!std::exchange(flushing_, true)) out.push_back(FlushSoon{});
  return out;
}

/// Returns the pending effects: first they are stored and synced, then the frames are sent. Why in
/// this order: a member that was restarted knows only what its disk holds. If it had sent a
/// statement that the disk forgot, it might sign another in its place, and would be convicted of
/// contradicting itself.
Effects Playing::flush(bool is_owed, Instant now) {
  flushing_ = false;
  node::Effects due = std::exchange(pending_, {});
  if (!due.store.empty() && may_wait(due)) {
    std::ranges::move(due.store, std::back_inserter(pending_.store));
    due.store.clear();
    if (store_by_ == never()) store_by_ = now + kRecordWaits;
  }
  Effects out;
  if (!due.store.empty()) {
    out.push_back(Store{std::move(due.store)});
    store_by_ = never();
  }
  for (auto& [to, frame] : due.votes) send(to, std::move(frame), false, out);
  for (auto& [to, frame] : due.outgoing) send(to, std::move(frame), false, out);
  for (auto& [to, frame] : due.chat) send(to, std::move(frame), true, out);
  for (const node::Resend& resend : due.resends)
    if (!severed_.has(resend.to)) out.push_back(SendDecided{resend});
  std::ranges::move(due.notices, std::back_inserter(untold_));
  if (!preparing_) append(out, untold_.empty() ? tell(is_owed, now) : prepare());
  return out;
}

Effects Playing::store_now() {
  store_by_ = never();
  if (pending_.store.empty()) return {};
  return {Store{std::exchange(pending_.store, {})}};
}

Effects Playing::prepare() {
  preparing_ = true;
  prepared_at_ = node_.table().step();
  return {Prepare{}};
}

void Playing::send(Seat to, Bytes frame, bool unless_busy, Effects& out) const {
  if (!severed_.has(to)) out.push_back(SendToSeat{to, std::move(frame), unless_busy});
}

Effects Playing::on_prepared(bool took_long, bool is_owed, Instant now) {
  preparing_ = false;
  if (took_long) ++prepared_;
  // Steps may come faster than a script draws them. Then what is shown waits for one of the next
  // ones, and nothing else waits.
  const bool is_last = node_.table().step() == prepared_at_ || prepared_ >= kPreparedMax;
  return !took_long || is_last ? tell(is_owed, now) : prepare();
}

Effects Playing::tell(bool is_owed, Instant now) {
  prepared_ = 0;
  Effects out;
  for (const auto& notice : std::exchange(untold_, {})) {
    out.push_back(Tell{notice});
    append(out, after(notice, now));
    if (is_end(out)) return out;
  }
  if (!serves_ && node::all_finished(node_, now) && !is_owed)
    append(out, ending(How::finished));
  else if (leaves_ && node::has_gone(node_))
    append(out, ending(How::left));
  return out;
}

/// Returns what follows from a notice once it is told.
Effects Playing::after(const node::Notice& notice, Instant now) {
  if (std::holds_alternative<node::Finished>(notice)) {
    linger_until_ = now + (serves_ ? kServesMax : kLingerMax);
    return {SyncTranscript{}};
  }
  if (const auto* found = std::get_if<node::Equivocated>(&notice))
    return {KeepEvidence{found->seat}};
  if (const auto* unshown = std::get_if<node::HistoryUnshown>(&notice))
    return {KeepStatement{*unshown}};
  if (const auto* changed = std::get_if<node::StandingChanged>(&notice);
      changed != nullptr && changed->convicted)
    return {KeepEvidence{changed->seat}};
  const auto* halted = std::get_if<node::Halted>(&notice);
  if (halted == nullptr) return {};
  if (halted->error.fault != Fault::forked) return ending(how_ended(halted->error), halted->error);
  linger_until_ = now + kForkedMax;  // also when a restarted member finds the fork in its store
  return {};
}

Effects Playing::on_time(Instant now) {
  if (now >= linger_until_) {
    const auto& halted = node_.halted();
    return ending(halted ? how_ended(*halted) : How::finished, halted);
  }
  Effects out;
  if (now >= store_by_) append(out, store_now());
  if (now >= node_.deadline()) append(out, add(node_.on_time(now)));
  return out;
}

Instant Playing::deadline() const { return std::min({node_.deadline(), store_by_, linger_until_}); }

std::optional<Seat> Playing::seat_of(const PublicKey& peer) const {
  const auto& charter = node_.table().charter();
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    if (charter.member(Seat(i)).key == peer) return Seat(i);
  return {};
}

}  // namespace fairdeal::party
