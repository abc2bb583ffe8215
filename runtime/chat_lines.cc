#include "runtime/chat_lines.h"

#include <algorithm>

namespace fairdeal::runtime {

bool ChatLines::wants(Seat by, std::uint64_t number, Instant now) const {
  const Author& author = authors_.at(by.value);
  return number > author.last && std::max(author.free_at, now) + kEvery <= now + kEvery * kBurst;
}

void ChatLines::add(const proto::Signed<proto::Chat>& said, Instant now) {
  Author& author = authors_.at(said.by().value);
  author.last = said.message().number;
  author.free_at = std::max(author.free_at, now) + kEvery;
  lines_.push_back({said.by(), said.message().text});
  if (lines_.size() > kLinesMax) lines_.pop_front();
}

std::uint64_t ChatLines::next_number(Seat by, std::uint64_t utc_ms) const {
  return std::max(utc_ms, authors_.at(by.value).last + 1);
}

}  // namespace fairdeal::runtime
