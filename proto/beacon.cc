#include "proto/beacon.h"

#include "base/overloaded.h"
#include "proto/beacon.pb.h"
#include "proto/reach.h"
#include "proto/wire.h"

namespace fairdeal::proto {
namespace {

constexpr std::string_view kBeaconBegins = "fdb1";
constexpr std::size_t kBeaconHeadBytes = kBeaconBegins.size() + 1;

/// The byte that says which message follows.
enum class BeaconKind : std::uint8_t { seek = 1, table = 2, bye = 3 };

template <class Wire>
Bytes datagram(BeaconKind kind, const Wire& wire) {
  Bytes out = to_bytes(kBeaconBegins);
  out.push_back(static_cast<std::byte>(kind));
  const Bytes body = serialize(wire);
  out.insert(out.end(), body.begin(), body.end());
  return out;
}

Result<BeaconSeek> from_wire(const wire::Seek& in) {
  FD_TRY(const auto nonce, fixed<8>(in.nonce(), "nonce"));
  return BeaconSeek{nonce};
}

Result<BeaconTable> from_wire(const wire::Table& in) {
  if (in.port() < 1 || in.port() > 0xffff) return fail(Fault::not_canonical, "port of a table");
  if (in.seats() < 1 || in.seats() > kSeatsMax)
    return fail(Fault::not_canonical, "seats of a table");
  if (in.taken() > in.seats()) return fail(Fault::not_canonical, "more seats taken than there are");
  if (in.nameplate() > kNameplateMax) return fail(Fault::not_canonical, "nameplate");
  if (in.game().empty()) return fail(Fault::not_canonical, "a table without a game");
  BeaconTable out{.lobby = {},
                  .port = static_cast<std::uint16_t>(in.port()),
                  .game = {},
                  .seats = in.seats(),
                  .taken = in.taken(),
                  .nameplate = in.nameplate(),
                  .code = in.code(),
                  .tags = {}};
  FD_TRY(out.lobby, fixed<8>(in.lobby(), "lobby"));
  FD_TRY(out.game, label(in.game(), kBeaconGameBytesMax, "game"));
  FD_TRY(out.tags, fixed<kBeaconTagsBytes>(in.tags(), "tags"));
  return out;
}

Result<BeaconBye> from_wire(const wire::Bye& in) {
  FD_TRY(const auto lobby, fixed<8>(in.lobby(), "lobby"));
  return BeaconBye{lobby};
}

template <class Wire>
Result<Beacon> decode_body(ByteSpan bytes) {
  FD_TRY(const auto in, parse<Wire>(bytes));
  return from_wire(in).map([](auto value) { return Beacon(std::move(value)); });
}

}  // namespace

ByteArray<kBeaconTagsBytes> random_tags(Rng& rng) {
  ByteArray<kBeaconTagsBytes> tags;
  rng.fill(tags);
  return tags;
}

Bytes encode(const Beacon& beacon) {
  return std::visit(Overloaded{[](const BeaconSeek& s) {
                                 wire::Seek out;
                                 out.set_nonce(str(s.nonce));
                                 return datagram(BeaconKind::seek, out);
                               },
                               [](const BeaconTable& t) {
                                 wire::Table out;
                                 out.set_lobby(str(t.lobby));
                                 out.set_port(t.port);
                                 out.set_game(t.game);
                                 out.set_seats(t.seats);
                                 out.set_taken(t.taken);
                                 out.set_nameplate(t.nameplate);
                                 out.set_code(t.code);
                                 out.set_tags(str(t.tags));
                                 return datagram(BeaconKind::table, out);
                               },
                               [](const BeaconBye& b) {
                                 wire::Bye out;
                                 out.set_lobby(str(b.lobby));
                                 return datagram(BeaconKind::bye, out);
                               }},
                    beacon);
}

Result<Beacon> decode_beacon(ByteSpan bytes) {
  if (bytes.size() > kBeaconBytesMax) return fail(Fault::too_large, "datagram");
  if (bytes.size() < kBeaconHeadBytes || !as_text(bytes).starts_with(kBeaconBegins))
    return fail(Fault::unknown_version, "a datagram of another program");
  const ByteSpan body = bytes.subspan(kBeaconHeadBytes);
  switch (static_cast<BeaconKind>(bytes[kBeaconBegins.size()])) {
    case BeaconKind::seek:
      return decode_body<wire::Seek>(body);
    case BeaconKind::table:
      return decode_body<wire::Table>(body);
    case BeaconKind::bye:
      return decode_body<wire::Bye>(body);
  }
  return fail(Fault::unknown_version, "kind of a datagram");
}

}  // namespace fairdeal::proto
