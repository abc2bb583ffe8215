#include "ui/sandbox/kept_scripts.h"

#include <algorithm>

#include "base/hex.h"
#include "proto/charter.h"
#include "proto/limits.h"
#include "rules/json_full.h"
#include "ui/home/private_files.h"
#include "ui/home/read_file.h"

namespace fairdeal::sandbox {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kAboutBytesMax = 4096;

template <std::size_t N>
Result<ByteArray<N>> bytes_of_hex(const std::string& text) {
  FD_TRY(const Bytes bytes, from_hex(text));
  if (bytes.size() != N) return fail(Fault::not_canonical, "hexadecimal digits");
  ByteArray<N> out;
  std::ranges::copy(bytes, out.begin());
  return out;
}

Result<meet::ScriptAuthor> author_of(const std::string& key, const std::string& signature) {
  meet::ScriptAuthor author{};
  FD_TRY(author.key.bytes, bytes_of_hex<proto::PublicKey::kBytes>(key));
  FD_TRY(author.signature.bytes, bytes_of_hex<proto::Signature::kBytes>(signature));
  return author;
}

}  // namespace

std::optional<std::string> KeptScripts::text(const std::string& digest) const {
  const auto bytes = home::read_file(folder_ / (digest + ".lua"), proto::kScriptBytesMax);
  if (!bytes) return {};
  std::string text(as_text(*bytes));
  if (proto::script_digest(text).hex() != digest) return {};
  return text;
}

std::optional<KeptScript> KeptScripts::about(const std::string& digest) const {
  const auto bytes = home::read_file(folder_ / (digest + ".json"), kAboutBytesMax);
  const auto json = bytes ? rules::parse_json(as_text(*bytes), kAboutBytesMax)
                          : Result<words::Json>(fail(bytes.error()));
  const auto of_name = bytes_of_hex<crypto::Digest::kBytes>(digest);
  if (!json || !json->is_object() || !of_name) return {};
  const auto word = [&](const char* key) {
    const auto found = json->find(key);
    return found != json->end() && found->is_string() ? found->get<std::string>() : "";
  };
  KeptScript script{{*of_name}, word("name"), word("version"), {}};
  if (const auto author = author_of(word("author"), word("signature"));
      author && meet::verify_script(script.digest, *author))
    script.author = *author;
  return script;
}

std::vector<KeptScript> KeptScripts::list() const {
  std::vector<KeptScript> scripts;
  std::error_code none;
  for (const auto& file : fs::directory_iterator(folder_, none)) {
    const std::string digest = file.path().stem().string();
    const auto of_name = bytes_of_hex<crypto::Digest::kBytes>(digest);
    if (file.path().extension() != ".lua" || !of_name) continue;
    // Its description may be lost or damaged. Then the script has no name, but can be removed.
    scripts.push_back(about(digest).value_or(KeptScript{{*of_name}, "?", "?", {}}));
  }
  std::ranges::sort(scripts, {}, [](const KeptScript& s) { return std::tie(s.name, s.digest); });
  return scripts;
}

bool KeptScripts::has(const std::string& name) const {
  return std::ranges::count(list(), name, &KeptScript::name) > 0;
}

std::vector<KeptScript> KeptScripts::others_called(const KeptScript& script) const {
  std::vector<KeptScript> others = list();
  std::erase_if(others, [&](const KeptScript& other) {
    return other.name != script.name || other.digest == script.digest;
  });
  return others;
}

Result<> KeptScripts::keep(const KeptScript& script, const std::string& text) const {
  home::make_private_folder(folder_);
  const std::string digest = script.digest.hex();
  words::Json about = {{"name", script.name}, {"version", script.version}};
  auto author = script.author;
  if (const auto known = this->about(digest); !author && known) author = known->author;
  if (author) {
    about["author"] = to_hex(author->key.bytes);
    about["signature"] = to_hex(author->signature.bytes);
  }
  // A file that is written again has the same text, or what is known of it now.
  FD_TRY(home::write_synced(folder_ / (digest + ".lua"), text));
  return home::write_synced(folder_ / (digest + ".json"), about.dump() + "\n");
}

Result<> KeptScripts::remove(const crypto::Digest& digest) const {
  std::error_code error;
  for (const char* ending : {".json", ".lua"}) {
    fs::remove(folder_ / (digest.hex() + ending), error);
    if (error) return fail(Fault::storage, folder_.string() + ": " + error.message());
  }
  return {};
}

Result<meet::ScriptAuthor> read_author(const std::string& path, const std::string& script) {
  FD_TRY(const Bytes bytes, home::read_regular_file(path, kAboutBytesMax));
  const std::string text(as_text(bytes));
  const auto line = text.find('\n');
  if (line == std::string::npos || !text.ends_with('\n') || text.size() == line + 1)
    return fail(Fault::not_canonical, path + ": it has two lines, a key and a signature");
  FD_TRY(const auto author,
         author_of(text.substr(0, line), text.substr(line + 1, text.size() - line - 2)));
  FD_TRY(meet::verify_script(proto::script_digest(script), author));
  return author;
}

std::string text_of(const meet::ScriptAuthor& author) {
  return to_hex(author.key.bytes) + "\n" + to_hex(author.signature.bytes) + "\n";
}

}  // namespace fairdeal::sandbox
