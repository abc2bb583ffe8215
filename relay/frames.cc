#include "relay/frames.h"

#include <algorithm>
#include <sodium.h>

#include <openssl/evp.h>

#include "base/check.h"

namespace fairdeal::relay {
namespace {

using What = FrameReader::Event::What;

// Close codes of RFC 6455, section 7.4.1.
constexpr std::uint16_t kBrokenRule = 1002;
constexpr std::uint16_t kTooBig = 1009;

enum Opcode : std::uint8_t {
  kContinuation = 0,
  kText = 1,
  kBinary = 2,
  kClose = 8,
  kPing = 9,
  kPong = 10
};

/// Returns whether a client may close with this code.
bool is_close_code(std::uint16_t code) {
  const bool reserved = code == 1004 || code == 1005 || code == 1006;
  return (code >= 1000 && code <= 1014 && !reserved) || (code >= 3000 && code <= 4999);
}

}  // namespace

FrameReader::Event FrameReader::broken(std::uint16_t code) {
  is_broken_ = true;
  return {.what = What::broken, .code = code};
}

FrameReader::Event FrameReader::next(std::span<std::byte>& input, std::size_t message_max) {
  if (is_broken_) return broken(kBrokenRule);
  while (!in_payload_) {
    if (input.empty()) return {};
    head_.at(head_size_++) = std::to_integer<std::uint8_t>(input.front());
    input = input.subspan(1);
    if (head_size_ < 2) continue;
    const unsigned length = head_[1] & 0x7fU;
    const std::size_t head = 6U + (length == 126 ? 2U : length == 127 ? 8U : 0U);
    // A client that does not mask is told so at once.
    if ((head_[1] & 0x80U) == 0) return broken(kBrokenRule);
    if (head_size_ < head) continue;
    const Event wrong = begin_payload(message_max);
    if (wrong.what == What::broken) return wrong;
  }

  const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, input.size()));
  if (size == 0 && left_ > 0) return {};
  const auto part = input.first(size);
  input = input.subspan(size);
  for (std::byte& b : part) b ^= mask_[at_++ % mask_.size()];
  left_ -= size;
  const bool is_control = (head_[0] & 0x08U) != 0;
  if (is_control) {
    std::ranges::copy(part, control_.begin() + static_cast<std::ptrdiff_t>(control_size_));
    control_size_ += size;
    return left_ > 0 ? Event{} : end_control();
  }
  Event data{.what = What::data, .bytes = part, .is_text = is_text_};
  if (left_ == 0) {
    in_payload_ = false;
    head_size_ = 0;
    data.is_last = (head_[0] & 0x80U) != 0;
    if (data.is_last) in_message_ = false;
  }
  return data;
}

/// Judges the head of a frame that is there in full.
FrameReader::Event FrameReader::begin_payload(std::size_t message_max) {
  const unsigned length = head_[1] & 0x7fU;
  const std::size_t length_bytes = length == 126 ? 2 : length == 127 ? 8 : 0;
  std::uint64_t size = length_bytes == 0 ? length : 0;
  for (std::size_t i = 0; i < length_bytes; ++i) size = size << 8 | head_.at(2 + i);
  for (std::size_t i = 0; i < mask_.size(); ++i)
    mask_[i] = static_cast<std::byte>(head_.at(2 + length_bytes + i));

  const unsigned opcode = head_[0] & 0x0fU;
  const bool last = (head_[0] & 0x80U) != 0;
  const bool reserved_bits = (head_[0] & 0x70U) != 0;
  const bool long_form = (length == 126 && size < 126) || (length == 127 && size <= 0xffff);
  const bool known = opcode <= kBinary || (opcode >= kClose && opcode <= kPong);
  if (reserved_bits || long_form || !known || size >> 63 != 0) return broken(kBrokenRule);
  const bool is_control = opcode >= kClose;
  if (is_control && (!last || size > kControlMax)) return broken(kBrokenRule);
  if (!is_control) {
    const bool continues = opcode == kContinuation;
    if (continues != in_message_) return broken(kBrokenRule);
    if (!continues) {
      message_size_ = 0;
      is_text_ = opcode == kText;
    }
    if (size > message_max || message_size_ + size > message_max) return broken(kTooBig);
    message_size_ += size;
    in_message_ = true;
  }
  in_payload_ = true;
  left_ = size;
  at_ = 0;
  control_size_ = 0;
  return {};
}

FrameReader::Event FrameReader::end_control() {
  in_payload_ = false;
  head_size_ = 0;
  const ByteSpan payload = ByteSpan(control_).first(control_size_);
  switch (head_[0] & 0x0fU) {
    case kPing:
      return {.what = What::ping, .bytes = payload};
    case kPong:
      return {.what = What::pong};
    default:
      break;
  }
  if (payload.empty()) return {.what = What::close};
  if (payload.size() == 1) return broken(kBrokenRule);
  const auto code = static_cast<std::uint16_t>(std::to_integer<unsigned>(payload[0]) << 8 |
                                               std::to_integer<unsigned>(payload[1]));
  if (!is_close_code(code)) return broken(kBrokenRule);
  return {.what = What::close, .code = code};
}

std::string frame_head(FrameKind kind, std::size_t size) {
  std::string head{static_cast<char>(kind)};
  const int length_bytes = size < 126 ? 0 : size <= 0xffff ? 2 : 8;
  head += static_cast<char>(length_bytes == 0 ? size : length_bytes == 2 ? 126U : 127U);
  for (int i = length_bytes - 1; i >= 0; --i)
    head += static_cast<char>(static_cast<std::uint64_t>(size) >> (8 * i));
  return head;
}

std::string close_frame(std::uint16_t code) {
  std::string frame = frame_head(FrameKind::close, sizeof code);
  frame += static_cast<char>(code >> 8);
  frame += static_cast<char>(code);
  return frame;
}

std::optional<std::string> accept_key(std::string_view key) {
  constexpr std::size_t kKeyBytes = 16, kDigestBytes = 20;
  constexpr int kVariant = sodium_base64_VARIANT_ORIGINAL;
  ByteArray<kKeyBytes> decoded{};
  std::size_t size = 0;
  const char* end = nullptr;
  if (sodium_base642bin(uchars(decoded), decoded.size(), key.data(), key.size(), nullptr, &size,
                        &end, kVariant) != 0 ||
      size != decoded.size() || end != key.data() + key.size())
    return {};
  // RFC 6455, section 4.2.2: SHA-1 serves as a checksum here, and keeps no secret.
  const std::string text = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  ByteArray<kDigestBytes> digest{};
  CHECK(EVP_Digest(text.data(), text.size(), uchars(digest), nullptr, EVP_sha1(), nullptr) == 1);
  std::array<char, sodium_base64_ENCODED_LEN(kDigestBytes, kVariant)> encoded{};
  sodium_bin2base64(encoded.data(), encoded.size(), uchars(digest), digest.size(), kVariant);
  return std::string(encoded.data());
}

}  // namespace fairdeal::relay
