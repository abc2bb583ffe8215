#include "net/party/whereabouts.h"

#include <algorithm>
#include <limits>

#include "base/encode.h"
#include "proto/codec.h"
#include "proto/limits.h"

namespace fairdeal::party {

using state::Put;

namespace {
/// The longest address that a person may give: a name of at most 253 bytes (RFC 1035), and a port.
constexpr std::size_t kCalledBytesMax = 260;
/// Stands for the host's seat in the store of the host itself.
constexpr std::uint32_t kNoSeat = std::numeric_limits<std::uint32_t>::max();

auto find(std::span<const Put> stored, const state::StoreKey& wanted) {
  return std::ranges::find_if(stored, [&](const Put& put) { return key_of(put) == wanted; });
}
}  // namespace

void Whereabouts::set_box(const std::optional<Box>& box) {
  if (!box || box->relays.empty()) return;
  relays = box->relays;
  lobby_secret = box->secret;
}

Bytes Whereabouts::encode() const {
  Writer writer;
  writer.frame(listening).u32(static_cast<std::uint32_t>(addresses.size()));
  for (const std::string& address : addresses) writer.frame(address);
  writer.u32(host ? host->value : kNoSeat).u32(static_cast<std::uint32_t>(relays.size()));
  for (const std::string& relay : relays) writer.frame(relay);
  if (lobby_secret) writer.raw(*lobby_secret);
  writer.u32(chat ? 1 : 0).u32(watch ? watch->hands : 0).u32(watch ? watch->seconds : 0);
  writer.u32(watch_token ? 1 : 0);
  if (watch_token) writer.raw(*watch_token);
  return writer.bytes();
}

Result<Whereabouts> Whereabouts::decode(ByteSpan bytes) {
  Reader reader(bytes);
  Whereabouts where;
  FD_TRY(const ByteSpan listening, reader.frame(kCalledBytesMax));
  where.listening = as_text(listening);
  FD_TRY(const std::uint32_t count, reader.u32());
  if (count > proto::kValidatorsMax) return fail(Fault::too_large, "whereabouts");
  for (std::uint32_t i = 0; i < count; ++i) {
    FD_TRY(const ByteSpan address, reader.frame(kCalledBytesMax));
    where.addresses.emplace_back(as_text(address));
  }
  FD_TRY(const std::uint32_t host, reader.u32());
  if (host != kNoSeat) where.host = Seat(host);
  FD_TRY(const std::uint32_t relays, reader.u32());
  if (relays > proto::kRelaysMax) return fail(Fault::too_large, "whereabouts");
  for (std::uint32_t i = 0; i < relays; ++i) {
    FD_TRY(const ByteSpan relay, reader.frame(proto::kRelayUrlBytesMax));
    where.relays.emplace_back(as_text(relay));
  }
  if (relays > 0) {
    FD_TRY(where.lobby_secret, reader.array<32>());
  }
  FD_TRY(const std::uint32_t chat, reader.u32());
  proto::WatchDelay watch;
  FD_TRY(watch.hands, reader.u32());
  FD_TRY(watch.seconds, reader.u32());
  FD_TRY(const std::uint32_t token, reader.u32());
  if (chat > 1 || token > 1) return fail(Fault::not_canonical, "whereabouts");
  where.chat = chat == 1;
  if (watch != proto::WatchDelay{0, 0}) where.watch = watch;
  if (token == 1) {
    FD_TRY(where.watch_token, reader.array<16>());
  }
  FD_TRY(reader.end());
  return where;
}

Put SignedTable::put(const meet::GuestLobby::SignedProposal& what) {
  Writer writer;
  writer.frame(proto::encode(proto::Message(what.gathering)));
  writer.frame(proto::encode(proto::Message(what.proposal)));
  return {state::kept::SignedProposal{}, writer.bytes()};
}

Result<std::optional<SignedTable>> signed_table(std::span<const Put> stored) {
  const auto row = find(stored, state::kept::SignedProposal{});
  const auto where = find(stored, state::kept::Whereabouts{});
  if (row == stored.end() || where == stored.end()) return std::nullopt;
  Reader reader(row->value);
  FD_TRY(const ByteSpan first, reader.frame(proto::kFrameBytesMax));
  FD_TRY(const ByteSpan second, reader.frame(proto::kFrameBytesMax));
  FD_TRY(reader.end());
  FD_TRY(auto gathering, proto::decode_message(first));
  FD_TRY(auto proposal, proto::decode_message(second));
  auto* gathers = std::get_if<proto::Gathering>(&gathering);
  auto* proposes = std::get_if<proto::Propose>(&proposal);
  if (gathers == nullptr || proposes == nullptr)
    return fail(Fault::damaged, "a table that this guest signed");
  SignedTable table{{std::move(*gathers), std::move(*proposes)}, {}};
  FD_TRY(table.where, Whereabouts::decode(where->value));
  FD_TRY(const auto charter, proto::decode_charter(table.what.proposal.charter));
  const bool has_host = table.where.host && table.where.host->value < charter.validators();
  if (!has_host || table.where.addresses.size() != charter.validators())
    return fail(Fault::damaged, "a table that this guest signed");
  return table;
}

Result<Remembered> remember(std::span<const Put> stored, const crypto::PublicKey& key) {
  const auto first = find(stored, state::kept::Charter{});
  const auto where = find(stored, state::kept::Whereabouts{});
  if (first == stored.end() || where == stored.end())
    return fail(Fault::damaged, "no table is kept there");
  FD_TRY(auto part, proto::decode_transcript_part(first->value));
  auto* charter = std::get_if<proto::SignedCharter>(&part);
  if (charter == nullptr) return fail(Fault::damaged, "no table is kept there");
  Remembered out{std::make_shared<const proto::SignedCharter>(std::move(*charter)), {}, {}};
  FD_TRY(out.where, Whereabouts::decode(where->value));
  for (std::uint32_t i = 0; i < out.charter->charter.validators(); ++i) {
    if (out.charter->charter.member(Seat(i)).key != key) continue;
    out.me = Seat(i);
    return out;
  }
  return fail(Fault::not_wanted, "this identity has no seat at that table");
}

}  // namespace fairdeal::party
