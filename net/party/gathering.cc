#include "net/party/gathering.h"

#include "net/channel/limits.h"
#include "proto/codec.h"

namespace fairdeal::party {

using crypto::PublicKey;

namespace {

bool is_watch(ByteSpan frame) {
  const auto message = proto::decode_message(frame);
  return message && std::holds_alternative<proto::Watch>(*message);
}

bool is_charter(ByteSpan frame) {
  const auto message = proto::decode_message(frame);
  return message && std::holds_alternative<proto::SignedCharter>(*message);
}

}  // namespace

Gathering::Gathering(const crypto::SigningKey& key, const PublicKey& host, Guest guest, Rng& rng)
    : self_(std::move(guest)), host_key_(host) {
  guest_.emplace(key, host, self_.nickname, self_.port, self_.witness, rng, self_.next);
  if (self_.look_first) guest_->look_first();
  guest_->remember(self_.evenings, self_.orders);
}

Gathering::Gathering(meet::GuestLobby lobby, const PublicKey& host, std::string host_address,
                     Guest guest, Instant until)
    : guest_(std::move(lobby)),
      self_(std::move(guest)),
      host_key_(host),
      host_address_(std::move(host_address)),
      silent_(Silence{{Fault::incomplete, {}, "no answer"}, until}) {}

Effects Gathering::begin() const {
  Effects out;
  if (host_->gathering().terms.evening) append(out, keep());
  out.push_back(Tell{host_->gathering()});
  return out;
}

/// Says to the host that this guest wants to sit down, and by what right.
Effects Gathering::on_host_up(const Path& path) {
  Effects out;
  host_address_ = path.called_at;
  if (std::exchange(silent_, {})) out.push_back(Tell{HostSilence{false}});
  if (self_.token) guest_->prove(*self_.token, path.link);
  const auto* contact = meet::contact_of(self_.contacts, *host_key_);
  if (self_.by_code)
    guest_->came_by_code();
  else if (contact != nullptr && !self_.token)
    guest_->prove(contact->secret, path.link);
  append(out, perform(guest_->on_up()));
  return out;
}

Effects Gathering::on_guest_down(const PublicKey& guest, Instant now) {
  return perform(host_->on_down(guest, now));
}

/// Waits for a host that fell silent, if this guest can call it again. A guest that has signed
/// waits for any host, and seeks it: the table may have begun, and the charter was lost on its way.
Effects Gathering::on_host_down(const Error& why, Instant now) {
  const bool has_signed = guest_->has_signed();
  const bool silent = why.fault == Fault::no_answer && is_answered();
  if (!has_signed && (!silent || !sockets::Address::parse(host_address_)))
    return ending(How::host_gone, Error{Fault::incomplete, {}, describe(why)});
  silent_ = {why, now + net::kHostSilentMax};
  Effects out{Tell{HostSilence{true}}};
  if (has_signed) out.push_back(Seek{*host_key_, kSeekAfterLoss});
  return out;
}

Effects Gathering::on_frame(const PublicKey& peer, const Path& path, ByteSpan frame, Instant now) {
  if (host_ && is_watch(frame))
    return {Send{peer, meet::HostLobby::refusal(proto::Refusal::not_begun,
                                                "the table has not begun yet")},
            Drop{peer, {Fault::not_wanted, {}, "somebody who wants to watch"}}};
  if (host_)
    return after(host_->on_frame(peer, {path.host, path.link}, frame, now), peer, path.host);
  if (peer == host_key_) return after(guest_->on_frame(frame), peer, path.host);
  // Who speaks before this guest has signed is at another table, such as the last one.
  if (!guest_->has_signed())
    return {Send{peer, meet::HostLobby::refusal(proto::Refusal::not_welcome,
                                                "a message of a table that has not begun")},
            Drop{peer, {Fault::not_wanted, {}, "a message of another table"}}};
  // The frame is from a member that has begun before this one. It may be the charter, which the
  // host did not get across. Every other frame is dropped: once this member has begun, too, it asks
  // for what it lacks.
  if (!is_charter(frame)) return {};
  const auto effects = guest_->on_frame(frame);
  return effects ? perform(*effects) : Effects{};
}

Effects Gathering::after(Result<meet::LobbyEffects> effects, const PublicKey& peer,
                         const std::string& from) {
  if (!effects) return host_ ? refuse(effects.error(), peer, from) : leave(effects.error());
  Effects out;
  if (host_ && (host_->here(peer) || host_->visits(peer))) out.push_back(Stay{peer});
  append(out, perform(*effects));
  return out;
}

/// Turns a guest away that said what it must not.
Effects Gathering::refuse(const Error& error, const PublicKey& peer,
                          const std::string& from) const {
  const std::string nickname = host_->nickname(peer);
  const bool full = error.fault == Fault::too_large;
  return {Tell{PeerRefused{nickname.empty() ? from : nickname, error}},
          Send{peer, meet::HostLobby::refusal(
                         full ? proto::Refusal::full : proto::Refusal::not_welcome, error.about)},
          Drop{peer, error}};
}

/// Leaves a host that refused this guest, or said what it must not.
Effects Gathering::leave(const Error& error) const {
  using proto::Refusal;
  if (guest_->is_withdrawn()) return ending(How::withdrawn, error);
  if (guest_->has_missed_tables())
    return {Drop{*host_key_, error}, End{{.how = How::until_break, .error = error}}};
  const auto refused = guest_->refused();
  Effects out;
  if (!refused) out = decline(describe(error));
  append(out, ending(refused == Refusal::not_invited        ? How::not_invited
                     : refused == Refusal::kicked           ? How::kicked
                     : refused == Refusal::full             ? How::table_full
                     : refused == Refusal::started          ? How::begun
                     : refused == Refusal::until_break      ? How::until_break
                     : refused == Refusal::over             ? How::over
                     : refused                              ? How::refused
                     : error.fault == Fault::bad_parameters ? How::bad_terms
                                                            : how_ended(error),
                     error));
  return out;
}

Effects Gathering::perform(const meet::LobbyEffects& effects) const {
  Effects out;
  if (effects.keep) append(out, keep());
  // The host's program has a link that is used on its disk before the guest hears anything.
  const auto is_first = [](const meet::LobbyNews& news) {
    return news.what == meet::LobbyNews::What::link_used;
  };
  for (const auto& news : effects.news)
    if (is_first(news)) out.push_back(Tell{news});
  for (const auto& [to, frame] : effects.outgoing) out.push_back(Send{to, frame});
  for (const PublicKey& peer : effects.hang_up)
    out.push_back(Drop{peer, {Fault::not_wanted, {}, "sent away by the host"}});
  for (const auto& news : effects.news)
    if (!is_first(news)) out.push_back(Tell{news});
  const auto& shown = host_ ? std::optional(host_->gathering()) : guest_->gathering();
  if (effects.changed && shown && shown->lobby_secret)
    out.push_back(ShareBox{shown->relays, *shown->lobby_secret});
  if (effects.changed && shown) out.push_back(Tell{*shown});
  if (!host_ || formed()) return out;
  out.push_back(has_place() ? Effect(OfferCode{}) : Effect(WithdrawCode{}));
  return out;
}

Effects Gathering::on_time(Instant now) {
  if (now < deadline()) return {};
  if (host_) return perform(host_->on_time(now));
  return ending(How::host_gone, Error{Fault::incomplete, {}, describe(silent_->why)});
}

Instant Gathering::deadline() const {
  if (host_) return host_->deadline();
  return silent_ ? silent_->until : never();
}

/// Makes durable what the bank of an evening, or a guest that signs its next table, must not lose.
Effects Gathering::keep() const {
  using meet::EveningFile;
  if (host_) {
    const auto& evening = host_->gathering().terms.evening;
    return {KeepEvening{meet::evening_file(evening->id, evening->bank, EveningFile::bank),
                        host_->kept()}};
  }
  const meet::EveningMemory& memory = *guest_->memory();
  return {
      KeepEvening{meet::evening_file(memory.terms.evening->id, guest_->key(), EveningFile::guest),
                  meet::encode(memory)}};
}

Effects Gathering::agree() {
  Effects out;
  const meet::LobbyEffects agreed = guest_->agree();
  if (agreed.keep) append(out, keep());
  for (const auto& [to, frame] : agreed.outgoing) out.push_back(Send{to, frame});
  return out;
}

Effects Gathering::close(Instant now) { return perform(host_->close(now)); }

Result<Effects> Gathering::order(proto::Chips chips, Instant now) {
  FD_TRY(const auto effects, host_ ? host_->order(chips, now) : guest_->order(chips));
  return perform(effects);
}

Result<Effects> Gathering::cash_out() {
  if (host_) return fail(Fault::bad_parameters, "the bank keeps its own chips in its account");
  FD_TRY(const auto effects, guest_->cash_out());
  return perform(effects);
}

Effects Gathering::run_script() { return after(guest_->run_script(), *host_key_, ""); }

Effects Gathering::decline(const std::string& why) const {
  return {Send{*host_key_, meet::HostLobby::refusal(proto::Refusal::not_welcome, why)}};
}

Result<Effects> Gathering::start_table(Instant now) {
  FD_TRY(const auto effects, host_->start(now));
  return perform(effects);
}

Result<Effects> Gathering::answer(const std::string& who, bool yes, Instant now) {
  FD_TRY(const auto effects, host_->answer(who, yes, now));
  return perform(effects);
}

Result<Effects> Gathering::kick(const std::string& who, Instant now) {
  FD_TRY(const auto effects, host_->kick(who, now));
  return perform(effects);
}

}  // namespace fairdeal::party
