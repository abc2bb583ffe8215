#include "net/party/watching.h"

#include <iterator>
#include <utility>

#include "proto/codec.h"

namespace fairdeal::party {

using crypto::PublicKey;

namespace {

/// Returns how watching ends because of what the host sent, or because of this machine.
Watching::Ended::How how_watch_ended(const Error& error) {
  using How = Watching::Ended::How;
  if (error.fault == Fault::unknown_module || error.fault == Fault::unknown_version)
    return How::incompatible;
  return error.fault == Fault::storage ? How::failed : How::violated;
}

}  // namespace

Watching::Effects Watching::start(Instant now) { return call(config_.reach_max, now); }

/// Calls the host, and gives up after a time.
Watching::Effects Watching::call(Duration at_most, Instant now) {
  stage_ = Stage::calling;
  due_ = now + at_most;
  Effects out;
  for (const sockets::Address& address : config_.addresses) out.push_back(Call{address, host()});
  return out;
}

Watching::Effects Watching::on_up(const PublicKey& peer, const meet::LinkId& link) {
  if (stage_ == Stage::ended) return {};
  if (peer_) return {Drop{peer, {Fault::not_wanted, {}, "a second way to the host"}}};
  peer_ = met_ = peer;
  stage_ = Stage::watching;
  due_ = never();
  const proto::Watch ask = spectator_.ask(config_.token, link, peer, config_.me);
  return {Send{peer, proto::encode(proto::Message(ask))}};
}

Watching::Effects Watching::on_down(const PublicKey& peer, Instant now) {
  if (stage_ != Stage::watching || peer_ != peer) return {};
  peer_.reset();
  stage_ = Stage::calling;
  no_answer_ = "the connection to the host was lost";
  due_ = now + config_.lost_max;
  return {Lost{}};
}

Watching::Effects Watching::on_refused(const std::string& where, const Error& why) {
  if (stage_ != Stage::calling) return {};
  no_answer_ = "no answer from " + where + " (" + why.about + ")";
  if (why.fault == Fault::unknown_version) return end(Ended::How::incompatible, why);
  if (why.fault == Fault::other_identity) other_ = why;
  return {};
}

Watching::Effects Watching::on_frame(const PublicKey& from, ByteSpan frame, Instant now, Rng& rng) {
  if (stage_ != Stage::watching || peer_ != from) return {};
  auto taken = take(frame, now, rng);
  return taken ? *std::move(taken) : on_failed(taken.error());
}

Watching::Effects Watching::on_failed(const Error& error) {
  return end(how_watch_ended(error), error);
}

Result<Watching::Effects> Watching::take(ByteSpan frame, Instant now, Rng& rng) {
  FD_TRY(const auto message, proto::decode_message(frame));
  if (const auto* refused = std::get_if<proto::Refuse>(&message)) return on_refusal(*refused, now);
  if (const auto* charter = std::get_if<proto::SignedCharter>(&message))
    return on_charter(*charter);
  if (const auto* decided = std::get_if<proto::Decided>(&message)) return on_decided(*decided, rng);
  return fail(Fault::not_wanted, "a message that is not for who watches");
}

/// Hangs up if the table has not begun, and calls again a little later.
Watching::Effects Watching::on_refusal(const proto::Refuse& refused, Instant now) {
  using proto::Refusal;
  if (refused.reason == Refusal::not_begun) {
    Effects out;
    if (!std::exchange(told_, true)) out.push_back(Waits{});
    out.push_back(HangUp{});
    peer_.reset();
    stage_ = Stage::waiting;
    due_ = now + config_.begin_every;
    return out;
  }
  const bool nobody = refused.reason == Refusal::started;
  return end(refused.reason == Refusal::not_invited ? Ended::How::not_invited : Ended::How::refused,
             Error{Fault::not_wanted, {}, nobody ? "nobody may watch this table" : refused.text});
}

Result<Watching::Effects> Watching::on_charter(const proto::SignedCharter& charter) {
  const bool first = table() == nullptr;
  FD_TRY(spectator_.on_charter(charter));
  if (!first) return Effects{};
  return Effects{CreateTranscript{}, Append{proto::encode(proto::TranscriptPart(charter))},
                 Begins{}};
}

Result<Watching::Effects> Watching::on_decided(const proto::Decided& decided, Rng& rng) {
  FD_TRY(spectator_.on_decided(decided, rng));
  Effects out{Append{proto::encode(proto::TranscriptPart(decided))}, Steps{}};
  if (!table()->over()) return out;
  out.push_back(SyncTranscript{});
  std::ranges::move(end(Ended::How::finished), std::back_inserter(out));
  return out;
}

Watching::Effects Watching::on_time(Instant now) {
  if (now < due_) return {};
  if (stage_ == Stage::waiting) return call(config_.reach_max, now);
  if (stage_ != Stage::calling) return {};
  if (other_) return end(Ended::How::other_host, other_);
  return end(Ended::How::unreachable, Error{Fault::incomplete, {}, no_answer_});
}

Watching::Effects Watching::end(Ended::How how, std::optional<Error> error) {
  if (stage_ == Stage::ended) return {};
  stage_ = Stage::ended;
  due_ = never();
  return {Ended{how, std::move(error)}};
}

}  // namespace fairdeal::party
