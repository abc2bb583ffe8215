#pragma once

#include <optional>

#include "base/bytes.h"
#include "base/result.h"

namespace fairdeal::channel {

/// Appends a Noise message to a byte stream: its length as two bytes, big-endian, then the message
/// (Noise, section 13). Requires: `message` has at most 65535 bytes.
void append_record(Bytes& stream, ByteSpan message);

/// Cuts a byte stream into records, in whatever pieces its bytes come. It holds at most one record.
class RecordReader {
 public:
  /// Takes from the front of `stream` what the next record still needs. Returns the record if it is
  /// complete, else none. Errors: too_large, as soon as it sees a length above `length_max`: so it
  /// never holds more than that.
  Result<std::optional<Bytes>> next(ByteSpan& stream, std::size_t length_max);

 private:
  void take(ByteSpan& stream, std::size_t until);

  Bytes partial_;  // the bytes of the next record so far, with the two of its length
};

}  // namespace fairdeal::channel
