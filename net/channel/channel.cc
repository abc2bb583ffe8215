#include "net/channel/channel.h"

#include <algorithm>

#include "base/check.h"
#include "base/encode.h"
#include "crypto/wipe.h"
#include "proto/reach.h"

namespace fairdeal::channel {
namespace {

// The prologue has no version in it: with different prologues, programs of two versions could not
// decrypt each other's messages, and so could not say which version they speak.
constexpr std::string_view kPrologue = "fairdeal/channel";
constexpr std::string_view kStaticKeyDomain = "noise-static";

/// The first byte of every record after the handshake.
enum class Kind : std::uint8_t {
  part = 0,
  last = 1,
  welcome = 2,
  ping = 3,
  handover = 4,
  path = 5,
  keep = 6,
  pong = 8
};
constexpr std::size_t kPartBytes = noise::kMessageBytesMax - noise::kTagBytes - 1;

void append_encrypted(Bytes& stream, noise::Cipher& cipher, Kind kind, ByteSpan body = {}) {
  Bytes plain;
  plain.reserve(1 + body.size());
  plain.push_back(static_cast<std::byte>(kind));
  plain.insert(plain.end(), body.begin(), body.end());
  append_record(stream, cipher.encrypt({}, plain));
  if (kind == Kind::keep) crypto::wipe(plain);
}

/// Returns the bytes of one record. Requires: this side has not handed over.
template <class Open>
Bytes encrypted(Open& open, Kind kind, ByteSpan body = {}) {
  CHECK(!open.handed_over);
  Bytes stream;
  append_encrypted(stream, open.ciphers.send, kind, body);
  return stream;
}

Bytes greeting(std::string_view version) { return Writer().frame(version).bytes(); }

Bytes introduction(std::string_view version, const crypto::SigningKey& me,
                   const noise::DhPublic& static_key) {
  return Writer()
      .frame(version)
      .raw(me.public_key().bytes)
      .raw(me.sign(kStaticKeyDomain, static_key).bytes)
      .bytes();
}

/// The purpose that a welcome begins with.
constexpr std::byte kPurposeFirst{0};
constexpr std::byte kPurposeUpgrade{1};

Bytes purpose(const std::optional<LinkId>& replaces) {
  Bytes body{replaces ? kPurposeUpgrade : kPurposeFirst};
  const LinkId id = replaces.value_or(LinkId{});
  body.insert(body.end(), id.begin(), id.end());
  return body;
}

Result<std::optional<LinkId>> decode_purpose(ByteSpan body) {
  LinkId id;
  if (body.size() != 1 + id.size() || body[0] > kPurposeUpgrade)
    return fail(Fault::not_canonical, "a welcome");
  std::copy_n(body.begin() + 1, id.size(), id.begin());
  if (body[0] == kPurposeUpgrade) return std::optional(id);
  if (id != LinkId{}) return fail(Fault::not_canonical, "a welcome that replaces nothing");
  return std::nullopt;
}

Result<std::uint64_t> number_of(ByteSpan body) {
  if (body.size() != sizeof(std::uint64_t)) return fail(Fault::not_canonical, "a ping's number");
  return Reader(body).u64();
}

}  // namespace

Channel Channel::dial(const crypto::SigningKey& me, std::optional<crypto::PublicKey> expected,
                      Rng& rng, Instant now, Config config) {
  return {noise::Role::initiator, me, expected, rng, now, std::move(config)};
}

Channel Channel::answer(const crypto::SigningKey& me, Rng& rng, Instant now, Config config) {
  return {noise::Role::responder, me, {}, rng, now, std::move(config)};
}

Channel::Channel(noise::Role role, const crypto::SigningKey& me,
                 std::optional<crypto::PublicKey> expected, Rng& rng, Instant now, Config config)
    : config_(std::move(config)),
      bytes_(net::kReceiveBytesPerSecond, net::kReceiveBytesBurst, now),
      records_(net::kReceiveRecordsPerSecond, net::kReceiveRecordsBurst, now),
      begun_(now),
      heard_(now),
      pinged_(now) {
  auto static_key = noise::DhKey::generate(rng);
  introduction_ = introduction(config_.version, me, static_key.public_key());
  noise::Handshake handshake(role, as_bytes(kPrologue), std::move(static_key),
                             noise::DhKey::generate(rng));
  if (role == noise::Role::responder)
    state_ = Greeted{.noise = std::move(handshake)};
  else
    state_ = Introduced{.noise = std::move(handshake), .expected = expected};
}

Channel::Effects Channel::on_start() {
  Effects effects;
  auto* dialer = std::get_if<Introduced>(&state_);
  if (dialer == nullptr) return effects;
  const auto message = dialer->noise.write(greeting(config_.version));
  CHECK(message);  // writing fails only on a bad key of the peer's, and message 1 uses none
  append_record(effects.write, *message);
  return effects;
}

Channel::Effects Channel::on_bytes(ByteSpan bytes, Instant now) {
  Effects effects;
  heard_ = now;
  // Both limits slow the peer down instead of dropping it: what has come is handled, but the next
  // bytes are read only when the debt is repaid. Records are counted beside bytes because each
  // costs a decryption, however small it is.
  effects.read_after = bytes_.take(static_cast<std::int64_t>(bytes.size()), now);
  read(bytes, now, effects);
  return effects;
}

void Channel::read(ByteSpan bytes, Instant now, Effects& effects) {
  while (!std::holds_alternative<Closed>(state_)) {
    if (holds()) {
      held_.insert(held_.end(), bytes.begin(), bytes.end());
      break;
    }
    const bool open = std::holds_alternative<Open>(state_);
    const auto record =
        reader_.next(bytes, open ? noise::kMessageBytesMax : net::kHandshakeBytesMax);
    if (!record) {
      refuse(record.error(), effects);
    } else if (!*record) {
      break;
    } else {
      effects.read_after = std::max(effects.read_after, records_.take(1, now));
      const auto accept = [&](auto& state) { return on_record(state, **record, now, effects); };
      const auto accepted = std::visit(accept, state_);
      if (!accepted) refuse(accepted.error(), effects);
    }
  }
}

bool Channel::holds() const {
  const auto* open = std::get_if<Open>(&state_);
  return open != nullptr && open->holds;
}

Channel::Effects Channel::release(Instant now) {
  Effects effects;
  if (!holds()) return effects;
  std::get<Open>(state_).holds = false;
  heard_ = now;
  read(std::exchange(held_, {}), now, effects);
  return effects;
}

Result<> Channel::on_record(Greeted& state, ByteSpan record, Instant, Effects& effects) {
  FD_TRY(const Bytes payload, state.noise.read(record));
  Reader reader(payload);
  const auto version = same_version(reader);
  const bool other_version = !version && version.error().fault == Fault::unknown_version;
  if (!version && !other_version) return version;
  if (version) FD_TRY(reader.end());

  // A peer that speaks another version is told ours and nothing else, above all not our identity.
  FD_TRY(const Bytes answer,
         state.noise.write(other_version ? greeting(config_.version) : introduction_));
  append_record(effects.write, answer);
  if (other_version) return version;

  state_ = Introduced{.noise = std::move(state.noise), .expected = {}};
  return {};
}

Result<> Channel::on_record(Introduced& state, ByteSpan record, Instant, Effects& effects) {
  FD_TRY(const Bytes payload, state.noise.read(record));
  FD_TRY(const crypto::PublicKey peer, peer_of(payload, state.noise.peer_static()));
  // A dialer checks this before it sends message 3, so that only the peer it called learns who it
  // is.
  if (state.expected && *state.expected != peer)
    return fail(Fault::other_identity,
                "identity " + peer.hex() + " answers instead of " + state.expected->hex());
  if (state.noise.writes_next()) {
    FD_TRY(const Bytes answer, state.noise.write(introduction_));
    append_record(effects.write, answer);
  }
  noise::Transport transport = std::move(state.noise).finish();
  Established established{.peer = peer, .link = {}};
  std::copy_n(transport.handshake_hash.begin(), established.link.size(), established.link.begin());
  state_ = Waiting{.ciphers = {std::move(transport.send), std::move(transport.receive)}};
  effects.events.emplace_back(established);
  return {};
}

Result<> Channel::same_version(Reader& payload) const {
  FD_TRY(const ByteSpan bytes, payload.frame(net::kVersionBytesMax));
  const std::string version(as_text(bytes));
  const auto printable = [](char c) { return c > ' ' && c <= '~'; };
  if (version.empty() || !std::ranges::all_of(version, printable))
    return fail(Fault::not_canonical, "the peer's version");
  if (version != config_.version)
    return fail(Fault::unknown_version,
                "the peer speaks " + version + ", this program " + config_.version);
  return {};
}

Result<crypto::PublicKey> Channel::peer_of(ByteSpan payload,
                                           const noise::DhPublic& static_key) const {
  Reader reader(payload);
  FD_TRY(same_version(reader));
  crypto::PublicKey peer;
  crypto::Signature signature;
  FD_TRY(peer.bytes, reader.array<crypto::PublicKey::kBytes>());
  FD_TRY(signature.bytes, reader.array<crypto::Signature::kBytes>());
  FD_TRY(reader.end());
  FD_TRY(crypto::verify(peer, kStaticKeyDomain, static_key, signature));
  return peer;
}

Channel::Effects Channel::welcome(std::optional<LinkId> replaces, Instant now) {
  Effects effects;
  if (std::holds_alternative<Closed>(state_)) return effects;
  auto* waiting = std::get_if<Waiting>(&state_);
  CHECK(waiting != nullptr && !waiting->said);
  append_encrypted(effects.write, waiting->ciphers.send, Kind::welcome, purpose(replaces));
  waiting->said = {replaces};
  open_if_both_welcome(now, effects);
  return effects;
}

Result<> Channel::on_record(Waiting& state, ByteSpan record, Instant now, Effects& effects) {
  FD_TRY(const Bytes plain, state.ciphers.receive.decrypt({}, record));
  // A peer may send frames only after it has received our welcome, so until we have sent one, its
  // own welcome is the only record that may come.
  if (state.heard || plain.empty() || plain[0] != static_cast<std::byte>(Kind::welcome))
    return fail(Fault::not_wanted, "a record before the welcome");
  FD_TRY(const auto replaces, decode_purpose(ByteSpan(plain).subspan(1)));
  state.heard = {replaces};
  effects.events.emplace_back(Welcomed{replaces});
  open_if_both_welcome(now, effects);
  return {};
}

void Channel::open_if_both_welcome(Instant now, Effects& effects) {
  auto& waiting = std::get<Waiting>(state_);
  if (!waiting.said || !waiting.heard) return;
  const auto replaces =
      waiting.said->replaces == waiting.heard->replaces ? waiting.said->replaces : std::nullopt;
  state_ = Open{.ciphers = std::move(waiting.ciphers),
                .paths = Bucket(net::kPathsPerSecond, net::kPathsBurst, now),
                .holds = replaces.has_value()};
  // The limit of silence begins here: a side that is waiting for a welcome sends no pings. The
  // first ping is due at once, so that both soon know how far the other is.
  heard_ = now;
  pinged_ = Instant{now.ms - config_.ping_after.ms};
  effects.events.emplace_back(Opened{replaces});
}

Result<> Channel::on_record(Open& state, ByteSpan record, Instant now, Effects& effects) {
  FD_TRY(Bytes plain, state.ciphers.receive.decrypt({}, record));
  if (plain.empty()) return fail(Fault::not_canonical, "a record without a kind");
  const ByteSpan body = ByteSpan(plain).subspan(1);
  const Kind kind{std::to_integer<std::uint8_t>(plain.front())};
  if (state.ended) return fail(Fault::not_canonical, "a record after the last one");
  if (kind == Kind::ping) return on_ping(state, body, effects);
  if (kind == Kind::pong) return on_pong(body, now);
  if (kind == Kind::handover && body.empty() && state.frame.empty()) {
    state.ended = true;
    effects.events.emplace_back(HandedOver{});
    return {};
  }
  if (kind == Kind::path) {
    if (body.size() > proto::kPathBytesMax) return fail(Fault::too_large, "a path message");
    if (state.paths.take(1, now) > now) return fail(Fault::not_wanted, "too many path messages");
    effects.events.emplace_back(PathNews{Bytes(body.begin(), body.end())});
    return {};
  }
  if (kind == Kind::keep && body.size() == 32) {
    if (++state.keeps > net::kKeepsMax)
      return fail(Fault::not_wanted, "too many wishes to be kept");
    ByteArray<32> part;
    std::ranges::copy(body, part.begin());
    crypto::wipe(plain);
    effects.events.emplace_back(KeepNews{crypto::Secret(std::move(part))});
    return {};
  }
  // A part that is not full could be empty, and a peer could send such parts for ever.
  if (kind != Kind::last && !(kind == Kind::part && body.size() == kPartBytes))
    return fail(Fault::not_canonical, "the kind of a record");
  if (state.frame.size() + body.size() > net::kFrameBytesMax)
    return fail(Fault::too_large, "a frame");
  state.frame.insert(state.frame.end(), body.begin(), body.end());
  if (kind == Kind::last) effects.events.emplace_back(Frame{std::exchange(state.frame, {})});
  return {};
}

/// Answers a ping. Answers are no larger than pings, whose number what may be received bounds.
Result<> Channel::on_ping(Open& state, ByteSpan body, Effects& effects) {
  FD_TRY(const std::uint64_t number, number_of(body));
  if (!state.handed_over)
    append_encrypted(effects.write, state.ciphers.send, Kind::pong, Writer().u64(number).bytes());
  return {};
}

/// Takes the answer to a ping; one to an older ping than the last comes too late to count.
Result<> Channel::on_pong(ByteSpan body, Instant now) {
  FD_TRY(const std::uint64_t number, number_of(body));
  if (number == 0 || number > pings_) return fail(Fault::not_wanted, "the answer to no ping");
  if (number == pings_ && std::exchange(awaits_pong_, false)) round_trip_ = now - pinged_;
  return {};
}

Bytes Channel::encrypt(ByteSpan frame) {
  CHECK(frame.size() <= net::kFrameBytesMax);
  if (std::holds_alternative<Closed>(state_)) return {};
  auto& open = std::get<Open>(state_);
  CHECK(!open.handed_over);
  Bytes stream;
  for (; frame.size() > kPartBytes; frame = frame.subspan(kPartBytes))
    append_encrypted(stream, open.ciphers.send, Kind::part, frame.first(kPartBytes));
  append_encrypted(stream, open.ciphers.send, Kind::last, frame);
  return stream;
}

Bytes Channel::encrypt_path(ByteSpan path) {
  CHECK(path.size() <= proto::kPathBytesMax);
  if (std::holds_alternative<Closed>(state_)) return {};
  return encrypted(std::get<Open>(state_), Kind::path, path);
}

Bytes Channel::encrypt_keep(const crypto::Secret<ByteArray<32>>& part) {
  if (std::holds_alternative<Closed>(state_)) return {};
  return encrypted(std::get<Open>(state_), Kind::keep, part.expose());
}

Bytes Channel::hand_over() {
  if (std::holds_alternative<Closed>(state_)) return {};
  auto& open = std::get<Open>(state_);
  Bytes stream = encrypted(open, Kind::handover);
  open.handed_over = true;
  return stream;
}

Instant Channel::deadline() const {
  if (std::holds_alternative<Closed>(state_)) return never();
  const auto* open = std::get_if<Open>(&state_);
  if (open == nullptr) return begun_ + config_.handshake_max;
  const Instant silent = open->holds ? never() : heard_ + config_.silence_max;
  const Instant ping = open->handed_over ? never() : pinged_ + config_.ping_after;
  return std::min(silent, ping);
}

Channel::Effects Channel::on_time(Instant now) {
  Effects effects;
  if (now < deadline()) return effects;
  auto* open = std::get_if<Open>(&state_);
  if (open == nullptr) {
    refuse({.fault = Fault::incomplete, .about = "a handshake that took too long"}, effects);
  } else if (!open->holds && now >= heard_ + config_.silence_max) {
    refuse({.fault = Fault::no_answer, .about = "a peer too long silent"}, effects);
  } else {
    ping(*open, now, effects);
  }
  return effects;
}

void Channel::ping(Open& state, Instant now, Effects& effects) {
  append_encrypted(effects.write, state.ciphers.send, Kind::ping, Writer().u64(++pings_).bytes());
  pinged_ = now;
  awaits_pong_ = true;
}

Channel::Effects Channel::doubt(Instant now) {
  Effects effects;
  auto* open = std::get_if<Open>(&state_);
  if (open == nullptr || open->holds || open->handed_over) return effects;
  heard_ = std::min(heard_, Instant{now.ms + net::kDoubtMax.ms - config_.silence_max.ms});
  ping(*open, now, effects);
  return effects;
}

void Channel::refuse(Error error, Effects& effects) {
  state_ = Closed{};
  effects.events.emplace_back(Refused{std::move(error)});
}

}  // namespace fairdeal::channel
