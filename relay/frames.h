#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace fairdeal::relay {

/// Reads the frames that a WebSocket client sends (RFC 6455, section 5), however their bytes are
/// cut. It keeps no part of a message: the caller gets the data as it comes. A core without I/O.
class FrameReader {
 public:
  struct Event {
    enum class What {
      nothing,  ///< the input is used up
      data,     ///< bytes of a message, or the end of one
      ping,
      pong,
      close,
      broken,  ///< the client broke a rule of the protocol; no more can be read
    };
    What what = What::nothing;
    /// The data of a message, unmasked, inside the input; of a ping, its payload, which is valid
    /// until the next call.
    ByteSpan bytes{};
    bool is_text = false;    ///< of data
    bool is_last = false;    ///< of data: the message ends with these bytes
    std::uint16_t code = 0;  ///< of close: the client's code, if any; of broken: the code to answer
  };

  /// Reads the next thing, and takes its bytes off the front of `input`. A message may have
  /// `message_max` bytes.
  Event next(std::span<std::byte>& input, std::size_t message_max);

 private:
  Event begin_payload(std::size_t message_max);
  Event end_control();
  Event broken(std::uint16_t code);

  static constexpr std::size_t kHeadMax = 14, kControlMax = 125;
  std::array<std::uint8_t, kHeadMax> head_{};
  std::size_t head_size_ = 0;
  bool in_payload_ = false, in_message_ = false, is_broken_ = false;
  bool is_text_ = false;
  std::uint64_t message_size_ = 0;  ///< as announced so far
  std::uint64_t left_ = 0;          ///< of the payload
  std::uint64_t at_ = 0;            ///< in the payload, for the mask
  ByteArray<4> mask_{};
  ByteArray<kControlMax> control_{};
  std::size_t control_size_ = 0;
};

/// The first byte of a frame that a server sends.
enum class FrameKind : std::uint8_t { message = 0x82, close = 0x88, ping = 0x89, pong = 0x8a };

/// Returns the head of a server's frame with so many bytes after it. Servers do not mask.
std::string frame_head(FrameKind kind, std::size_t size);
/// Returns a close frame with this code.
std::string close_frame(std::uint16_t code);

/// Returns the value of Sec-WebSocket-Accept for a request's Sec-WebSocket-Key; none if that is not
/// base64 of 16 bytes.
std::optional<std::string> accept_key(std::string_view key);

}  // namespace fairdeal::relay
