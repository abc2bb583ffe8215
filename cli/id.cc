#include "cli/id.h"

#include "crypto/system_rng.h"
#include "proto/key_words.h"
#include "rules/json_full.h"
#include "ui/home/identity.h"
#include "ui/home/places.h"

namespace fairdeal::cli {

int run_id(const IdOptions& options, const words::Output& output) {
  crypto::SystemRng rng;
  const std::filesystem::path path = home::identity_file(options.file);
  const bool is_new = !std::filesystem::exists(path);
  auto identity = home::obtain_identity(path, options.nickname, rng);
  if (!identity)
    return output.failed(words::failure_of(identity.error(), "Could not use the identity"));
  if (!options.nickname.empty() && options.nickname != identity->nickname) {
    identity->nickname = options.nickname;
    if (const auto saved = home::replace_identity(*identity, path); !saved)
      return output.failed(words::failure_of(saved.error(), "Could not rename the identity"));
    output.note("Renamed. The key is the same; tables that began keep the old name.");
  }
  if (is_new)
    output.note("Made a new identity. Anybody with this file is you: keep a copy in a safe place.");
  const std::string words = proto::key_words(identity->key.public_key(), proto::kKeyWordsOfKey);
  output.result(words::Json{{"v", 1},
                            {"nickname", identity->nickname},
                            {"key", identity->key.public_key().hex()},
                            {"words", words},
                            {"file", path.string()},
                            {"new", is_new}});
  output.result(identity->nickname + "  " + identity->key.public_key().hex() + "\n" + words + "\n" +
                path.string());
  return 0;
}

}  // namespace fairdeal::cli
