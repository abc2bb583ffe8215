#include "ui/home/kept_promises.h"

#include <algorithm>
#include <limits>

#include "base/encode.h"
#include "net/sockets/private_file.h"
#include "ui/home/read_file.h"

namespace fairdeal::home {
namespace {

namespace fs = std::filesystem;

constexpr std::uint8_t kPromiseVersion = 2;
constexpr std::size_t kPromiseBytesMax = 64 << 10;
constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t kPetnameBytesMax = 1024;

fs::path promise_file(const fs::path& folder, const proto::Digest& evening,
                      const crypto::PublicKey& whose, const char* ending) {
  return folder / ("evening-" + evening.hex() + "-" + whose.hex() + ending);
}

/// Returns a reader's position after the version. Errors: unknown_version, incomplete.
Result<> check_promise_version(Reader& reader) {
  FD_TRY(const std::uint8_t version, reader.u8());
  if (version != kPromiseVersion) return fail(Fault::unknown_version, "a file of an evening");
  return {};
}

Result<bool> read_promise_flag(Reader& reader) {
  FD_TRY(const std::uint8_t flag, reader.u8());
  if (flag > 1) return fail(Fault::damaged, "a file of an evening");
  return flag == 1;
}

Result<> remove_promise(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
  if (error) return fail(Fault::storage, path.string() + ": " + error.message());
  return {};
}

/// Reads when a link ends. None lives longer than a year: a calendar may be set wrong.
Instant end_of_link(std::uint64_t utc, Instant now, std::uint64_t utc_ms) {
  if (utc == kNoEnd) return never();
  constexpr std::uint64_t kYear_ms = std::uint64_t{366} * 24 * 3600 * 1000;
  const std::uint64_t left = utc > utc_ms ? std::min(utc - utc_ms, kYear_ms) : 0;
  return now + Duration{static_cast<std::int64_t>(left)};
}

}  // namespace

Result<> keep_wish(const fs::path& folder, const proto::Digest& evening,
                   const crypto::PublicKey& whose, const std::optional<KeptWish>& wish) {
  const fs::path path = promise_file(folder, evening, whose, ".wish");
  if (!wish) return remove_promise(path);
  Writer writer;
  writer.u8(kPromiseVersion).u32(wish->table).u64(static_cast<std::uint64_t>(wish->chips));
  writer.u8(wish->leaves ? 1 : 0).u32(wish->number);
  return sockets::replace_private(path.string(), as_text(writer.bytes()));
}

Result<std::optional<KeptWish>> kept_wish(const fs::path& folder, const proto::Digest& evening,
                                          const crypto::PublicKey& whose) {
  const fs::path path = promise_file(folder, evening, whose, ".wish");
  if (!fs::exists(path)) return std::nullopt;
  FD_TRY(const auto file, read_file(path, kPromiseBytesMax));
  Reader reader(file);
  FD_TRY(check_promise_version(reader));
  KeptWish wish;
  FD_TRY(wish.table, reader.u32());
  FD_TRY(const std::uint64_t chips, reader.u64());
  if (chips > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
    return fail(Fault::damaged, "a file of an evening");
  wish.chips = static_cast<proto::Chips>(chips);
  FD_TRY(wish.leaves, read_promise_flag(reader));
  FD_TRY(wish.number, reader.u32());
  FD_TRY(reader.end());
  return wish;
}

Result<> forget_invitations(const fs::path& folder, const proto::Digest& evening,
                            const crypto::PublicKey& bank) {
  return remove_promise(promise_file(folder, evening, bank, ".invites"));
}

Result<> keep_invitations(const fs::path& folder, const proto::Digest& evening,
                          const crypto::PublicKey& bank, const KeptInvitations& invitations,
                          Instant now, std::uint64_t utc_ms) {
  Writer writer;
  writer.u8(kPromiseVersion).u8(static_cast<std::uint8_t>(invitations.policy));
  writer.u64(static_cast<std::uint64_t>(invitations.break_s));
  writer.u8(invitations.friends ? 1 : 0);
  if (invitations.friends) writer.raw(*invitations.friends);
  writer.u32(static_cast<std::uint32_t>(invitations.links.size()));
  for (const meet::Invitation& link : invitations.links) {
    const auto left = static_cast<std::uint64_t>(std::max<std::int64_t>((link.until - now).ms, 0));
    writer.raw(link.token).u64(link.until == never() ? kNoEnd : utc_ms + left);
    writer.u8(link.once ? 1 : 0).u8(link.asks ? 1 : 0).u8(link.used_by ? 1 : 0);
    if (link.used_by) writer.raw(link.used_by->bytes);
  }
  writer.u32(static_cast<std::uint32_t>(invitations.contacts.size()));
  for (const std::string& name : invitations.contacts) writer.frame(name);
  const auto& watch = invitations.watch;
  writer.u8(watch ? 1 : 0).u32(watch ? watch->hands : 0).u32(watch ? watch->seconds : 0);
  writer.u8(invitations.watch_token ? 1 : 0);
  if (invitations.watch_token) writer.raw(*invitations.watch_token);
  return sockets::replace_private(promise_file(folder, evening, bank, ".invites").string(),
                                  as_text(writer.bytes()));
}

Result<std::optional<KeptInvitations>> kept_invitations(const fs::path& folder,
                                                        const proto::Digest& evening,
                                                        const crypto::PublicKey& bank, Instant now,
                                                        std::uint64_t utc_ms) {
  const fs::path path = promise_file(folder, evening, bank, ".invites");
  if (!fs::exists(path)) return std::nullopt;
  FD_TRY(const auto file, read_file(path, kPromiseBytesMax));
  Reader reader(file);
  FD_TRY(check_promise_version(reader));
  KeptInvitations kept;
  FD_TRY(const std::uint8_t policy, reader.u8());
  if (policy > static_cast<std::uint8_t>(proto::Policy::known))
    return fail(Fault::damaged, "a file of an evening");
  kept.policy = static_cast<proto::Policy>(policy);
  FD_TRY(const std::uint64_t break_s, reader.u64());
  if (break_s > static_cast<std::uint64_t>(proto::kBreakLeftMax_ms) / 1000)
    return fail(Fault::damaged, "a file of an evening");
  kept.break_s = static_cast<std::int64_t>(break_s);
  FD_TRY(const bool has_friends, read_promise_flag(reader));
  if (has_friends) {
    FD_TRY(kept.friends, reader.array<16>());
  }
  FD_TRY(const std::uint32_t links, reader.u32());
  for (std::uint32_t i = 0; i < links; ++i) {
    meet::Invitation link;
    FD_TRY(link.token, reader.array<16>());
    FD_TRY(const std::uint64_t until, reader.u64());
    link.until = end_of_link(until, now, utc_ms);
    FD_TRY(link.once, read_promise_flag(reader));
    FD_TRY(link.asks, read_promise_flag(reader));
    FD_TRY(const bool is_used, read_promise_flag(reader));
    if (is_used) {
      FD_TRY(link.used_by.emplace().bytes, reader.array<crypto::PublicKey::kBytes>());
    }
    kept.links.push_back(link);
  }
  FD_TRY(const std::uint32_t contacts, reader.u32());
  for (std::uint32_t i = 0; i < contacts; ++i) {
    FD_TRY(const ByteSpan name, reader.frame(kPetnameBytesMax));
    kept.contacts.emplace_back(as_text(name));
  }
  FD_TRY(const bool has_watch, read_promise_flag(reader));
  proto::WatchDelay watch;
  FD_TRY(watch.hands, reader.u32());
  FD_TRY(watch.seconds, reader.u32());
  if (has_watch) kept.watch = watch;
  FD_TRY(const bool has_watch_token, read_promise_flag(reader));
  if (has_watch_token) {
    FD_TRY(kept.watch_token, reader.array<16>());
  }
  FD_TRY(reader.end());
  return kept;
}

Result<> note_link_used(const fs::path& folder, const proto::Digest& evening,
                        const crypto::PublicKey& bank, const meet::Token& link,
                        const crypto::PublicKey& guest, Instant now, std::uint64_t utc_ms) {
  FD_TRY(auto kept, kept_invitations(folder, evening, bank, now, utc_ms));
  if (!kept) return {};
  const auto used = std::ranges::find(kept->links, link, &meet::Invitation::token);
  if (used == kept->links.end() || used->used_by == guest) return {};
  used->used_by = guest;
  return keep_invitations(folder, evening, bank, *kept, now, utc_ms);
}

}  // namespace fairdeal::home
