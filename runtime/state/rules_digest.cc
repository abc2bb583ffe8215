#include "runtime/state/rules_digest.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/encode.h"
#include "base/mutex.h"
#include "proto/charter.h"
#include "rules/recording.h"

namespace fairdeal::state {
namespace {

struct RecordedRules {
  std::string_view name;
  std::string_view digest;  ///< in hexadecimal digits
};
constexpr auto kRecordedRules = std::to_array<RecordedRules>({
#include "runtime/state/rules_digests.inc"
});

/// Returns the digest of a game that is not listed. That of a registered module, which stays where
/// it is, is computed once.
std::string digest_recorded_here(const rules::Module& module) {
  static Mutex recording;
  static std::map<const rules::Module*, std::string> recorded;
  if (std::ranges::count(rules::modules_called(module.info().name), &module) == 0)
    return recorded_digest(module).hex();
  const MutexLock lock(recording);
  std::string& digest = recorded[&module];
  if (digest.empty()) digest = recorded_digest(module).hex();
  return digest;
}

}  // namespace

crypto::Digest recorded_digest(const rules::Module& module) {
  return crypto::hash("recorded rules", as_bytes(rules::recorded_rules(module)));
}

crypto::Digest rules_digest(const rules::Module& module) {
  if (!module.script.empty()) return proto::script_digest(module.script);
  const rules::GameInfo& info = module.info();
  Writer writer;
  writer.frame(info.name).frame(info.version);
  const auto listed = std::ranges::find(kRecordedRules, info.name, &RecordedRules::name);
  if (listed != kRecordedRules.end())
    writer.frame(listed->digest);
  else
    writer.frame(digest_recorded_here(module));
  return crypto::hash("rules", writer.bytes());
}

std::string short_hex(const crypto::Digest& digest) {
  constexpr std::size_t kDigits = 12;
  return digest.hex().substr(0, kDigits);
}

}  // namespace fairdeal::state
