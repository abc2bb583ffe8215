#pragma once

#include "base/check.h"
#include "fuzz/edits.h"
#include "proto/codec.h"
#include "proto/transcript.h"
#include "tests/sim/world.h"

/// Honest files to be tampered: what a simulated match leaves, taken apart.
namespace fairdeal {

struct Golden {
  std::string_view magic;
  std::vector<Bytes> parts;

  Bytes file() const {
    Bytes bytes = to_bytes(magic);
    for (const Bytes& part : parts) {
      const Bytes framed = proto::frame_part(part);
      bytes.insert(bytes.end(), framed.begin(), framed.end());
    }
    return bytes;
  }
};

inline Golden take_apart(ByteSpan file, std::string_view magic) {
  Golden golden{magic, {}};
  auto reader = proto::TranscriptReader::open(file, magic);
  CHECK(reader);
  for (auto part = reader->next(); part && *part; part = reader->next())
    golden.parts.push_back(proto::encode(**part));
  CHECK(golden.file() == to_bytes(file));
  return golden;
}

inline Bytes transcript_of(const sim::Options& options) {
  sim::World world(options);
  world.run();
  return world.transcript(Seat(0));
}

/// Checks that every part of a file that can be read is encoded again as it stands there.
inline void check_parts(ByteSpan file, std::string_view magic) {
  auto reader = proto::TranscriptReader::open(file, magic);
  if (!reader) return;
  Golden read{magic, {}};
  auto part = reader->next();
  for (; part && *part; part = reader->next()) read.parts.push_back(proto::encode(**part));
  const Bytes again = read.file();
  CHECK(again.size() <= file.size() && equal(again, file.first(again.size())));
  CHECK(!part || again.size() == file.size());
}

/// Changes what a decided step says, by its meaning: its answers, its votes, their authors.
inline void edit_decided(Bytes& part, Script& script) {
  const auto decoded = proto::decode_transcript_part(part);
  const auto* decided = decoded ? std::get_if<proto::Decided>(&*decoded) : nullptr;
  if (decided == nullptr) return;
  proto::Decided other = *decided;
  switch (script.below(6)) {
    case 0:
      return edit(part, script);
    case 1:
      edit_list(other.record, script);
      break;
    case 2:
      edit_list(other.certificate, script);
      break;
    case 3:
      other.step = Step(script.u8());
      break;
    case 4:
      if (!other.record.empty())
        other.record[script.below(other.record.size())] =
            proto::AbsentSeat{Seat(static_cast<std::uint32_t>(script.below(4)))};
      break;
    default:
      if (!other.certificate.empty())
        edit(other.certificate[script.below(other.certificate.size())].body, script);
  }
  part = proto::encode(proto::TranscriptPart(other));
}

/// The file after a script's edits: of its parts, of their order, of its bytes.
inline Bytes tampered(Golden golden, const Golden& another, Script& script) {
  while (!script.done() && !golden.parts.empty()) {
    Bytes& part = golden.parts[script.below(golden.parts.size())];
    switch (script.below(5)) {
      case 0:
        edit(part, script);
        break;
      case 1:
        edit_decided(part, script);
        break;
      case 2:
        edit_list(golden.parts, script);
        break;
      case 3:
        part = another.parts[script.below(another.parts.size())];
        break;
      default: {
        Bytes file = golden.file();
        edit(file, script);
        return file;
      }
    }
  }
  return golden.file();
}
/// One of these files, tampered by the script; or the script's own bytes.
inline Bytes tampered_or_any(const std::vector<Golden>& goldens, Script& script) {
  const std::size_t which = script.below(goldens.size() + 1);
  if (which == goldens.size()) return to_bytes(script.rest());
  return tampered(goldens[which], goldens[(which + 1) % goldens.size()], script);
}

}  // namespace fairdeal
