#pragma once

#include "base/encode.h"
#include "proto/transcript.h"
#include "tests/runtime/match.h"

/// A transcript taken apart and put together again.
namespace fairdeal::sim {

inline std::vector<Bytes> parts_of(const Bytes& transcript) {
  std::vector<Bytes> parts;
  Reader reader(ByteSpan(transcript).subspan(proto::kTranscriptMagic.size()));
  while (!reader.rest().empty()) {
    const std::uint32_t length = *reader.u32();
    (void)*reader.u32();
    parts.push_back(to_bytes(*reader.raw(length)));
  }
  return parts;
}

inline Bytes transcript_of(const std::vector<Bytes>& parts) {
  Bytes file = to_bytes(proto::kTranscriptMagic);
  for (const Bytes& part : parts) {
    const Bytes framed = proto::frame_part(part);
    file.insert(file.end(), framed.begin(), framed.end());
  }
  return file;
}

inline runtime::Verdict verdict(ByteSpan transcript) {
  SeededRng rng(7);
  return runtime::audit(transcript, rng).verdict;
}

}  // namespace fairdeal::sim
