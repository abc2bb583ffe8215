#include "runtime/rules_digest.h"

#include <array>

#include "base/encode.h"
#include "proto/charter.h"

namespace fairdeal::runtime {
namespace {

struct RecordedRules {
  std::string_view name;
  std::string_view digest;  ///< in hexadecimal digits
};
constexpr auto kRecordedRules = std::to_array<RecordedRules>({
#include "runtime/rules_digests.inc"
});

}  // namespace

crypto::Digest rules_digest(const rules::Module& module) {
  if (!module.script.empty()) return proto::script_digest(module.script);
  const rules::GameInfo& info = module.info();
  Writer writer;
  writer.frame(info.name).frame(info.version);
  for (const auto& [name, digest] : kRecordedRules)
    if (name == info.name) writer.frame(digest);
  return crypto::hash("rules", writer.bytes());
}

std::string short_hex(const crypto::Digest& digest) {
  constexpr std::size_t kDigits = 12;
  return digest.hex().substr(0, kDigits);
}

}  // namespace fairdeal::runtime
