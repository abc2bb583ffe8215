#include "relay/cluster/remote_end.h"

#include <algorithm>

#include "relay/limits.h"

namespace fairdeal::relay::cluster {
namespace {

void append_number(Bytes& bytes, std::uint64_t number) {
  for (int shift = 56; shift >= 0; shift -= 8)
    bytes.push_back(static_cast<std::byte>(number >> shift));
}

/// Returns the credit that a piece takes: small ones are not free.
std::uint64_t credit_of(ByteSpan piece) {
  return std::max<std::uint64_t>(piece.size(), kPipeMessageBytesMin);
}

}  // namespace

Bytes PipeRoute::message(PipeWord word, std::initializer_list<std::uint64_t> numbers,
                         ByteSpan bytes) const {
  Bytes message{static_cast<std::byte>(word)};
  message.reserve(1 + 8 * (2 + numbers.size()) + bytes.size());
  append_number(message, from);
  append_number(message, to);
  for (const std::uint64_t number : numbers) append_number(message, number);
  message.insert(message.end(), bytes.begin(), bytes.end());
  return message;
}

RemoteEnd::RemoteEnd(Bus& bus, PipeRoute route)
    : bus_(bus),
      route_(std::move(route)),
      may_send_(kPipeWindowBytes),
      allowed_(kPipeWindowBytes) {}

// ---- To the other process

void RemoteEnd::write(ByteSpan piece, std::function<void()> taken) {
  if (stopped_) return;
  unsent_ = piece;
  taken_ = std::move(taken);
  if (sent_ + credit_of(piece) <= may_send_) send(piece);
}

void RemoteEnd::send(ByteSpan piece) {
  bus_.publish(route_.subject, route_.message(PipeWord::data, {sent_pieces_}, piece));
  ++sent_pieces_;
  sent_ += credit_of(piece);
  without_credit_since_.reset();
  std::exchange(taken_, {})();
}

void RemoteEnd::on_credit(std::uint64_t up_to) {
  if (stopped_) return;
  heard_credit_ = true;
  may_send_ = std::max(may_send_, std::min(up_to, sent_ + kPipeWindowBytes));
  if (taken_ && sent_ + credit_of(unsent_) <= may_send_) send(unsent_);
}

void RemoteEnd::on_end(CloseCode why) {
  if (stopped_) return;
  const std::uint64_t lost = why == CloseCode::lost_bytes ? 1 : 0;
  bus_.publish(route_.subject, route_.message(PipeWord::end, {sent_pieces_, lost}));
  stop();
}

void RemoteEnd::stop() {
  stopped_ = true;
  taken_ = {};
  local_.reset();
}

// ---- From the other process

bool RemoteEnd::on_data(std::uint64_t number, ByteSpan piece) {
  if (stopped_) return true;
  if (number != next_piece_ || over_ || received_ + credit_of(piece) > allowed_) return false;
  ++next_piece_;
  received_ += credit_of(piece);
  queue_.push_back(to_bytes(piece));
  if (queue_.size() == 1) write_next();
  return true;
}

void RemoteEnd::write_next() {
  // The first piece stays in the queue, and this in memory, until it is written.
  local_->write(queue_.front(), [self = shared_from_this()] { self->on_written(); });
}

void RemoteEnd::on_written() {
  if (stopped_) return;
  written_ += credit_of(queue_.front());
  queue_.pop_front();
  if (written_ + kPipeWindowBytes >= allowed_ + kCreditEveryBytes) send_credit();
  if (!queue_.empty()) write_next();
}

void RemoteEnd::send_credit() {
  allowed_ = written_ + kPipeWindowBytes;
  bus_.publish(route_.subject, route_.message(PipeWord::credit, {allowed_}));
}

bool RemoteEnd::on_other_left(std::uint64_t pieces) {
  over_ = true;
  return pieces == next_piece_;
}

bool RemoteEnd::on_tick(Instant now) {
  if (!queue_.empty() && !over_ && credit_due_ <= now) {
    send_credit();
    credit_due_ = now + kCreditRepeatAfter;
  }
  const bool heard = std::exchange(heard_credit_, false);
  if (!taken_) {
    without_credit_since_.reset();
    return true;
  }
  if (heard || !without_credit_since_) without_credit_since_ = now;
  return now - *without_credit_since_ < kCreditMax;
}

}  // namespace fairdeal::relay::cluster
