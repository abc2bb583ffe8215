#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "proto/messages.h"
#include "runtime/meet/admission.h"

/// The files by which a crash loses no promise that a program made to its person at an evening: one
/// for the wishes of a person, and one for the bank's invitations. Each is for its owner alone to
/// read, and begins with the version of its form.

namespace fairdeal::home {

/// The wish of a person for the next break of an evening.
struct KeptWish {
  std::uint32_t table = 0;  ///< in the break after this table, or after an earlier one
  proto::Chips chips = 0;   ///< to order; 0: none
  bool leaves = false;      ///< to cash out
  /// The number of the order of these chips, which the bank may have signed; 0: none was sent.
  std::uint32_t number = 0;
  bool operator==(const KeptWish&) const = default;
};

/// Makes a wish durable; none: it is forgotten. Errors: storage.
Result<> keep_wish(const std::filesystem::path& folder, const proto::Digest& evening,
                   const crypto::PublicKey& whose, const std::optional<KeptWish>& wish);
/// Returns the wish that is kept; none if there is none. Errors: storage; unknown_version, or of a
/// file that is no such file.
Result<std::optional<KeptWish>> kept_wish(const std::filesystem::path& folder,
                                          const proto::Digest& evening,
                                          const crypto::PublicKey& whose);

/// The promises of an evening's bank to its guests: the links that it gave out, and its rule for
/// those who may sit down.
struct KeptInvitations {
  proto::Policy policy = proto::Policy::invited;
  std::int64_t break_s = 0;
  std::optional<meet::Token> friends{};   ///< of the link that the person sees
  std::vector<meet::Invitation> links{};  ///< with their ends
  std::vector<std::string> contacts{};    ///< who are invited, by their petnames
  std::optional<proto::WatchDelay>
      watch{};  ///< how far those who watch are behind; none: nobody may
  std::optional<meet::Token> watch_token{};  ///< of the link by which they come
};

/// Makes the invitations of an evening durable. `now` and `utc_ms` are one moment, by the clock of
/// Invitation::until and by that of the calendar. Errors: storage.
Result<> keep_invitations(const std::filesystem::path& folder, const proto::Digest& evening,
                          const crypto::PublicKey& bank, const KeptInvitations& invitations,
                          Instant now, std::uint64_t utc_ms);
/// Notes in them that the link with this token serves this guest alone, if they have it. Errors:
/// storage; as kept_invitations().
Result<> note_link_used(const std::filesystem::path& folder, const proto::Digest& evening,
                        const crypto::PublicKey& bank, const meet::Token& link,
                        const crypto::PublicKey& guest, Instant now, std::uint64_t utc_ms);
/// Forgets them, once the evening is over. Errors: storage.
Result<> forget_invitations(const std::filesystem::path& folder, const proto::Digest& evening,
                            const crypto::PublicKey& bank);
/// Returns what is kept of them; none if there is nothing. Errors: as kept_wish().
Result<std::optional<KeptInvitations>> kept_invitations(const std::filesystem::path& folder,
                                                        const proto::Digest& evening,
                                                        const crypto::PublicKey& bank, Instant now,
                                                        std::uint64_t utc_ms);

}  // namespace fairdeal::home
