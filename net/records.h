#pragma once

#include <optional>

#include "base/bytes.h"
#include "base/result.h"

namespace fairdeal::net {

/// Appends a Noise message to a byte stream: its length as two bytes, big-endian, then the message
/// (Noise, section 13). Requires: `message` has at most 65535 bytes.
void append_record(Bytes& stream, ByteSpan message);

/// Cuts a stream into records again, however it was split on its way. Holds at most one record.
class RecordReader {
 public:
  /// Takes what the next record still needs from the front of `stream`, and returns the record once
  /// it is whole. Errors: too_large, as soon as a length over `length_max` is seen.
  Result<std::optional<Bytes>> next(ByteSpan& stream, std::size_t length_max);

 private:
  void take(ByteSpan& stream, std::size_t until);

  Bytes partial_;  // the two bytes of length included
};

}  // namespace fairdeal::net
