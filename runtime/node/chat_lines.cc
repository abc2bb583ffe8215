#include "runtime/node/chat_lines.h"

#include <algorithm>

#include "proto/envelope.h"

namespace fairdeal::node {

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
  std::erase_if(recent_, [&](const Said& old) { return old.at + kRepeated < now; });
  const auto is_its = [&](const Said& old) { return old.by == said.by(); };
  if (std::ranges::count_if(recent_, is_its) >= kBurst)
    recent_.erase(std::ranges::find_if(recent_, is_its));
  recent_.push_back({now, said.by(), {proto::envelope(said)}});
}

std::vector<proto::ChatFrame> ChatLines::recent(Seat by, Instant now) const {
  std::vector<proto::ChatFrame> frames;
  for (const Said& said : recent_)
    if (said.by == by && now <= said.at + kRepeated) frames.push_back(said.frame);
  return frames;
}

std::uint64_t ChatLines::next_number(Seat by, std::uint64_t utc_ms) const {
  return std::max(utc_ms, authors_.at(by.value).last + 1);
}

}  // namespace fairdeal::node
