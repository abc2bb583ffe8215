#pragma once

#include <filesystem>

#include "apps/report.h"
#include "crypto/sign.h"

namespace fairdeal::apps {

/// Who a person is: a signing key and a nickname, in a text file that only its owner can read.
///
///   fairdeal identity 1
///   nickname: Ann
///   seed: 64 hex digits
///   check: of the lines above
struct Identity {
  crypto::SigningKey key;
  std::string nickname;

  Identity clone() const { return {key.clone(), nickname}; }
};

/// Returns what this machine calls whoever uses it.
std::string login_name();

std::filesystem::path default_identity_path();

Identity new_identity(std::string nickname, Rng& rng);

/// Write the text of an identity's file, and read it. Other lines may follow what encode_identity
/// writes. The text holds the secret seed: wipe it. Errors: damaged, unknown_version.
std::string encode_identity(const Identity& identity);
Result<Identity> decode_identity(std::string_view text);

/// Reads an identity file. Errors: storage (cannot be read), damaged, unknown_version.
Result<Identity> load_identity(const std::filesystem::path& path);

/// Writes an identity file, and never over another. Errors: storage.
Result<> save_identity(const Identity& identity, const std::filesystem::path& path);

/// Replaces an identity file, wholly or not at all. Errors: storage.
Result<> replace_identity(const Identity& identity, const std::filesystem::path& path);

/// Returns the identity at `path`; it is made on first use, with this nickname. Without a nickname,
/// that of the stored identity has to be a name (proto/name.h). Errors: as both; bad_parameters.
Result<Identity> obtain_identity(const std::filesystem::path& path, const std::string& nickname,
                                 Rng& rng);

}  // namespace fairdeal::apps
