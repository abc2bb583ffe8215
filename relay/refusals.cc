#include "relay/refusals.h"

namespace fairdeal::relay {
namespace {

constexpr Duration kSecond{1'000};

std::string network_text(const SourceId& source) {
  const IpAddress base{source.prefix};
  return base.text() + (base.is_v4() ? "" : "/64");
}

}  // namespace

void RefusalLog::on_refused(Denied why, const IpAddress& client, Instant now) {
  on_tick(now);
  if (lines_.empty()) began_ = now;
  const SourceId source = source_of(client);
  if (lines_.size() >= kLinesMax || !lines_.emplace(why, source).second) {
    ++more_;
    return;
  }
  write_("refused network=" + network_text(source) + " why=" + name_of(why));
}

void RefusalLog::on_tick(Instant now) {
  if (lines_.empty() || now < began_ + kSecond) return;
  lines_.clear();
  if (more_ > 0) write_("refused " + std::to_string(std::exchange(more_, 0)) + " more");
}

}  // namespace fairdeal::relay
