#include <algorithm>
#include <filesystem>

#include "net/session/impl.h"
#include "net/sockets/private_file.h"

/// How a session performs the effects of its member.

namespace fairdeal::session {

using crypto::PublicKey;
using How = Session::Ended::How;

void Session::Impl::perform(party::Effects more) {
  std::ranges::move(more, std::back_inserter(queued));
  if (std::exchange(performing, true)) return;
  while (!ended && !queued.empty()) {
    party::Effect effect = std::move(queued.front());
    queued.pop_front();
    const auto done = std::visit([this](auto& it) { return apply(it); }, effect);
    if (done || ended) continue;
    queued.clear();  // nothing may follow what failed
    std::ranges::move(member->on_failed(done.error()), std::back_inserter(queued));
  }
  performing = false;
  arm();
}

Result<> Session::Impl::told(Result<party::Effects> result) {
  FD_TRY(auto wanted, std::move(result));
  perform(std::move(wanted));
  return {};
}

void Session::Impl::arm() {
  if (ended || member->deadline() == armed) return;
  armed = member->deadline();
  timer.expires_at(time_point(armed));
  timer.async_wait([weak = weak_from_this()](error_code cancelled) {
    const auto self = weak.lock();
    if (cancelled || !self || self->ended) return;
    self->armed = never();
    if (self->rendezvous) self->member->on_relays(self->rendezvous->trouble());
    self->perform(self->member->on_time(self->traffic(), sockets::now()));
  });
}

/// Returns how much waits to be sent, if somebody watches here.
party::Traffic Session::Impl::traffic() const {
  party::Traffic now;
  if (member->serving() == nullptr) return now;
  const auto members = node()->parts().links.up().list();
  now.is_busy =
      std::ranges::any_of(members, [&](Seat seat) { return mesh->is_busy(key_of(seat)); });
  for (const PublicKey& peer : member->serving()->all()) {
    if (mesh->is_busy(peer)) now.busy.insert(peer);
    if (mesh->has_unsent(peer)) now.unsent.insert(peer);
  }
  return now;
}

// ---- Connections

Result<> Session::Impl::apply(party::Call& it) {
  using Patience = mesh::Mesh::Patience;
  mesh->keep_calling(it.at, it.expected, it.endless ? Patience::endless : Patience::short_);
  return {};
}

Result<> Session::Impl::apply(party::ExpectFrom& it) {
  mesh->expect_from(it.hosts);
  return {};
}

Result<> Session::Impl::apply(party::Send& it) {
  mesh->send(it.to, it.frame);
  return {};
}

Result<> Session::Impl::apply(party::SendToSeat& it) {
  if (!it.unless_busy)
    send(it.to, it.frame);
  else if (mesh->send_unless_busy(key_of(it.to), it.frame))
    bytes_sent += it.frame.size();
  return {};
}

void Session::Impl::send(Seat to, const Bytes& frame) {
  std::optional<std::vector<Bytes>> instead;
  if (config.tamper) instead = config.tamper(*node(), to, frame);
  for (const Bytes& bytes : instead ? *instead : std::vector<Bytes>{frame})
    if (mesh->send(key_of(to), bytes)) bytes_sent += bytes.size();
}

Result<> Session::Impl::apply(party::SendDecided& it) {
  FD_TRY(const auto frames, node::decided_frames(it.of, [this](Step step) {
           return store->get(state::kept::Record{step});
         }));
  for (const Bytes& frame : frames) send(it.of.to, frame);
  return {};
}

Result<> Session::Impl::apply(party::SendRecord& it) {
  const auto frames = node::decided_frames({.to = {}, .first = it.step, .steps = 1}, [&](Step s) {
    return store->get(state::kept::Record{s});
  });
  if (!frames || frames->empty()) return {};  // it waits to be stored, or is damaged
  const std::size_t bytes = frames->front().size();
  mesh->send(it.to, frames->front());
  perform(member->on_record_sent(it.to, bytes, mesh->is_busy(it.to), sockets::now()));
  return {};
}

Result<> Session::Impl::apply(party::Stay& it) {
  mesh->keep(it.peer);
  return {};
}

Result<> Session::Impl::apply(party::Drop& it) {
  mesh->drop(it.peer, it.why);
  return {};
}

// ---- Relays

Result<> Session::Impl::apply(party::UseCode& it) {
  rendezvous->use_code(std::get<meet::InviteCode>(config.table),
                       {.nickname = config.nickname,
                        .witness = config.witness,
                        .version = std::string(net::kProtocolVersion),
                        .key = config.key.public_key()},
                       it.patience);
  return {};
}

Result<> Session::Impl::apply(party::KnockForHost& it) {
  using By = party::KnockForHost::By;
  if (it.by == By::box) {
    const auto& at = std::get<HostBox>(config.table);
    share_box(at.relays, at.lobby_secret, Source::own_store);
  }
  if (!rendezvous) return {};
  switch (it.by) {
    case By::box:
      rendezvous->seek(*config.host, {});
      break;
    case By::link:
      rendezvous->seek_by_link(*config.token, *config.host);
      break;
    case By::contact:
      rendezvous->seek_contact(*meet::contact_of(config.contacts, *config.host));
      break;
  }
  return {};
}

Result<> Session::Impl::apply(party::ShareBox& it) {
  share_box(it.relays, it.secret, Source::host);
  return {};
}

Result<> Session::Impl::apply(party::Seek& it) {
  if (rendezvous && box) rendezvous->seek(it.member, it.first_after);
  return {};
}

Result<> Session::Impl::apply(party::OfferCode&) {
  offer_code();
  return {};
}

Result<> Session::Impl::apply(party::WithdrawCode&) {
  if (rendezvous && config.code_words != 0) rendezvous->withdraw_code();
  return {};
}

Result<> Session::Impl::apply(party::CloseInvitations&) {
  begin_keeping();
  if (ended || !rendezvous) return {};
  rendezvous->withdraw_code();
  rendezvous->open_contact_boxes({});
  return {};
}

// ---- The disk

Result<> Session::Impl::apply(party::OpenStore& it) {
  FD_TRY(open_store(it.name));
  std::optional<party::Box> known;
  if (box) known = {box->relays, box->lobby_secret};
  auto began = member->on_opened(listening.text(), known, sockets::now());
  if (node() != nullptr)
    for (const PublicKey& peer : mesh->peers()) greet(peer);
  perform(std::move(began));
  return {};
}

Result<> Session::Impl::apply(party::DeleteStore&) {
  store.reset();
  std::error_code ignored;  // a file that stays behind harms nobody
  for (const char* beside : {"", "-wal", "-shm"})
    std::filesystem::remove(store_path + beside, ignored);
  store_path.clear();
  return {};
}

Result<> Session::Impl::apply(party::KeepEvening& it) {
  const auto path = std::filesystem::path(config.folder) / it.name;
  return sockets::replace_private(path.string(), as_text(it.bytes));
}

Result<> Session::Impl::apply(party::CreateTranscript&) {
  std::filesystem::path beside = store_path;
  return open_transcript(beside.replace_extension(".fdt").string());
}

Result<> Session::Impl::apply(party::Store& it) {
  FD_TRY(store->apply(it.puts));
  for (const state::Put& put : it.puts)
    if (is_public(put)) FD_TRY(transcript->append(put.value));
  return {};
}

Result<> Session::Impl::apply(party::SyncTranscript&) { return transcript->sync(); }

/// Returns the evidence against `member`: a contradiction that this member found itself, or what
/// the stored records hold (evidence_in); none if there is neither.
std::optional<audit::Evidence> Session::Impl::evidence_against(Seat against) const {
  const auto charter = node()->table().state().signed_charter;
  for (const auto& two : node()->parts().contradictions.all())
    if (two.first.by == against) return audit::Evidence{charter, {}, two};
  const auto stored = store->load();
  auto evidence = stored ? audit::evidence_in(charter, *stored, against) : std::nullopt;
  return evidence ? *std::move(evidence) : std::nullopt;
}

/// Writes what convicts another member to a file beside the store, which anybody can check
/// (`fairdeal evidence`), and tells of the member.
Result<> Session::Impl::apply(party::KeepEvidence& it) {
  MemberAccused accused{.seat = it.against};
  const bool other = it.against != node()->me();
  if (const auto evidence = other ? evidence_against(it.against) : std::nullopt) {
    std::filesystem::path path = store_path;
    path.replace_extension(".against-seat-" + std::to_string(it.against.value) + ".evidence");
    accused.lie = evidence->lie;
    if (sockets::write_private(path.string(), as_text(audit::encode(*evidence))))
      accused.path = path.string();
  }
  watcher.on_event(accused);
  return {};
}

Result<> Session::Impl::apply(party::KeepStatement& it) {
  keep_statement(it.unshown, true);
  return {};
}

/// Writes a member's statement about another history to a file beside the transcript, which an
/// audit takes together with that.
void Session::Impl::keep_statement(const node::HistoryUnshown& unshown, bool tells) {
  std::filesystem::path path = transcript->path();
  path.replace_extension(".seat-" + std::to_string(unshown.seat.value) + ".history");
  const Bytes file = node::history_file(*node()->table().state().signed_charter, unshown.said);
  if (sockets::write_private(path.string(), as_text(file)) && tells)
    watcher.on_event(StatementKept{unshown.seat, path.string()});
}

void Session::Impl::keep_untold(bool tells) {
  if (node() == nullptr || !transcript || node()->halted()) return;
  if (std::exchange(untold_kept, true)) return;
  for (const auto& unshown : node()->parts().unshown.untold()) keep_statement(unshown, tells);
}

// ---- The program

Result<> Session::Impl::apply(party::FlushSoon&) {
  asio::post(io, while_alive([](Impl& self) { self.perform(self.member->flush(sockets::now())); }));
  return {};
}

Result<> Session::Impl::apply(party::Run& it) {
  const auto done = while_alive([](Impl& self, node::Done what) {
    self.perform(self.member->on_done(std::move(what), sockets::now()));
  });
  auto& thread = it.work.asks_rules ? rules : workers;
  using When = sockets::Workers::When;
  thread->post(std::move(it.work), done, it.idle ? When::idle : When::soon);
  return {};
}

Result<> Session::Impl::apply(party::Prepare&) {
  auto prepare = watcher.prepare(*node());
  if (!prepare) {
    perform(member->on_prepared(false, sockets::now()));
    return {};
  }
  const auto done = while_alive(
      [](Impl& self, bool) { self.perform(self.member->on_prepared(true, sockets::now())); });
  drawings->post([prepare = std::move(prepare)] { return prepare(), true; }, done);
  return {};
}

Result<> Session::Impl::apply(party::Tell& it) {
  std::visit([this](auto& event) { watcher.on_event(std::move(event)); }, it.event);
  return {};
}

Result<> Session::Impl::apply(party::End& it) {
  end(std::move(it.how));
  return {};
}

}  // namespace fairdeal::session
