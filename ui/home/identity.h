#pragma once

#include <filesystem>

#include "crypto/sign.h"
#include "ui/words/report.h"

namespace fairdeal::home {

/// A person's identity: a signing key and a nickname, in a text file that only its owner can read.
///
///   fairdeal identity 1
///   nickname: Ann
///   seed: 64 hex digits
///   check: 16 hex digits, from a hash of the lines above
struct Identity {
  crypto::SigningKey key;
  std::string nickname;

  Identity clone() const { return {key.clone(), nickname}; }
};

/// Returns the user's name on this machine ($USER), or "player" if that is no valid nickname.
std::string login_name();

Identity new_identity(std::string nickname, Rng& rng);

/// Returns the text of an identity's file. It holds the secret seed, so the caller has to wipe it.
std::string encode_identity(const Identity& identity);
/// Reads such a text, and ignores lines after it. Errors: damaged, unknown_version.
Result<Identity> decode_identity(std::string_view text);

/// Reads an identity file. Errors: no_such_file, storage (the file cannot be read), damaged,
/// unknown_version.
Result<Identity> load_identity(const std::filesystem::path& path);

/// Writes a new identity file, and never overwrites another. Errors: storage.
Result<> save_identity(const Identity& identity, const std::filesystem::path& path);

/// Replaces an identity file, completely or not at all. Errors: storage.
Result<> replace_identity(const Identity& identity, const std::filesystem::path& path);

/// Returns the identity at `path`. If there is none, makes it, with this nickname. If `nickname` is
/// empty, the nickname in the file has to be valid (proto/name.h). Errors: those of load_identity
/// and save_identity; bad_parameters.
Result<Identity> obtain_identity(const std::filesystem::path& path, const std::string& nickname,
                                 Rng& rng);

}  // namespace fairdeal::home
