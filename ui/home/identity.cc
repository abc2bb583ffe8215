#include "ui/home/identity.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sodium.h>
#include <unistd.h>

#include "base/hex.h"
#include "crypto/hash.h"
#include "proto/limits.h"
#include "proto/name.h"
#include "ui/home/private_files.h"

namespace fairdeal::home {
namespace {

constexpr std::string_view kHeader = "fairdeal identity 1";
constexpr std::size_t kIdentityBytesMax = 4096;

std::string check_line(const std::string& lines) {
  return "check: " + crypto::hash("identity", as_bytes(lines)).hex().substr(0, 16) + "\n";
}

/// Removes the first line from `rest`, and returns it without its line break.
std::string_view take_line(std::string_view& rest) {
  const std::string_view line = rest.substr(0, rest.find('\n'));
  rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  return line;
}

/// Returns the value of a line "name: value"; none if the line has another form or name.
std::optional<std::string_view> field(std::string_view line, const std::string& name) {
  const std::string prefix = name + ": ";
  if (!line.starts_with(prefix)) return {};
  return line.substr(prefix.size());
}

}  // namespace

std::string login_name() {
  const char* user = std::getenv("USER");
  return user != nullptr && proto::name_problem(user).empty() ? user : "player";
}

Identity new_identity(std::string nickname, Rng& rng) {
  if (nickname.empty()) nickname = login_name();
  return {crypto::SigningKey::generate(rng), std::move(nickname)};
}

std::string encode_identity(const Identity& identity) {
  const crypto::Secret seed = identity.key.seed();
  std::string hex = to_hex(seed.expose());
  std::string text;
  text.reserve(kIdentityBytesMax);  // a string that grows would leave copies of the seed behind
  text.append(kHeader).append("\nnickname: ").append(identity.nickname);
  text.append("\nseed: ").append(hex).append("\n");
  text.append(check_line(text));
  sodium_memzero(hex.data(), hex.size());
  return text;
}

Result<Identity> decode_identity(std::string_view text) {
  const auto damaged = [](const char* why) { return fail(Fault::damaged, why); };
  if (text.size() > kIdentityBytesMax || !text.starts_with("fairdeal identity "))
    return damaged("no identity");
  if (!text.starts_with(kHeader)) return fail(Fault::unknown_version, "identity");
  std::string_view rest = text;
  take_line(rest);
  const auto nickname = field(take_line(rest), "nickname");
  const auto seed_hex = field(take_line(rest), "seed");
  auto bytes = from_hex(seed_hex.value_or(""));
  const bool complete = nickname && nickname->size() <= proto::kNicknameBytesMax && bytes &&
                        bytes->size() == crypto::SigningKey::kSeedBytes;
  if (!complete) {
    if (bytes) sodium_memzero(bytes->data(), bytes->size());
    return damaged("a line of it");
  }
  ByteArray<crypto::SigningKey::kSeedBytes> seed;
  std::ranges::copy(*bytes, seed.begin());
  Identity identity{crypto::SigningKey::from_seed(crypto::Secret(seed)), std::string(*nickname)};
  std::string written = encode_identity(identity);
  const bool same = text.starts_with(written);
  sodium_memzero(written.data(), written.size());
  sodium_memzero(bytes->data(), bytes->size());
  sodium_memzero(seed.data(), seed.size());
  if (!same) return damaged("not as it was written");
  return identity;
}

Result<Identity> load_identity(const std::filesystem::path& path) {
  std::ifstream in;
  in.rdbuf()->pubsetbuf(nullptr, 0);  // the stream's own buffer would keep a copy
  in.open(path, std::ios::binary);
  if (!in && errno == ENOENT) return fail(Fault::no_such_file, path.string());
  if (std::error_code none; std::filesystem::is_directory(path, none))
    return fail(Fault::storage, path.string());  // words::failure_of says that it is a folder
  if (!in) return fail(Fault::storage, path.string() + ": " + std::strerror(errno));
  std::string text(kIdentityBytesMax + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  auto identity = decode_identity(text);
  sodium_memzero(text.data(), text.size());
  if (!identity) return fail(identity.error().fault, "identity file " + path.string());
  return identity;
}

Result<> save_identity(const Identity& identity, const std::filesystem::path& path) {
  std::string text = encode_identity(identity);
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) return fail(Fault::storage, path.string() + ": " + std::strerror(errno));
  const bool written =
      ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
      ::fsync(file) == 0;
  const std::string why = std::strerror(errno);
  ::close(file);
  sodium_memzero(text.data(), text.size());
  if (written) return {};
  ::unlink(path.c_str());
  return fail(Fault::storage, path.string() + ": " + why);
}

Result<> replace_identity(const Identity& identity, const std::filesystem::path& path) {
  std::filesystem::path fresh = path;
  fresh += ".new";
  std::error_code error;
  std::filesystem::remove(fresh, error);  // left by a program that was stopped before the rename
  FD_TRY(save_identity(identity, fresh));
  std::filesystem::rename(fresh, path, error);
  if (error) return fail(Fault::storage, path.string() + ": " + error.message());
  return {};
}

Result<Identity> obtain_identity(const std::filesystem::path& path, const std::string& nickname,
                                 Rng& rng) {
  if (std::filesystem::exists(path)) {
    auto kept = load_identity(path);
    if (!kept || !nickname.empty()) return kept;
    // An older version allowed more nicknames. The key in the file is still good.
    if (const auto problem = proto::name_problem(kept->nickname); !problem.empty())
      return fail(Fault::bad_parameters, "the nickname in " + path.string() + ": " + problem +
                                             " (fairdeal id --nickname gives it another)");
    return kept;
  }
  Identity identity = new_identity(nickname, rng);
  if (path.has_parent_path()) make_private_folder(path.parent_path());
  FD_TRY(save_identity(identity, path));
  return identity;
}

}  // namespace fairdeal::home
