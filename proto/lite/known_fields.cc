#include <algorithm>
#include <span>
#include <string_view>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include "proto/agreement.pb.h"
#include "proto/wire.h"

/// In place of proto/known_fields.cc where Protobuf is its lite library. It reads a table in place
/// of descriptors; known_fields.py makes the table from the same .proto files.
namespace fairdeal::proto {
namespace {

struct Field {
  std::uint32_t tag;
  int type;  ///< of a message, its place in kTypes; else -1
};
struct Type {
  std::string_view name;
  std::span<const Field> fields;
};
#include "proto/known_fields.inc"

bool has_fields_of(google::protobuf::io::CodedInputStream& in, const Type& type) {
  using google::protobuf::internal::WireFormatLite;
  while (const std::uint32_t tag = in.ReadTag()) {
    const auto field = std::ranges::find(type.fields, tag, &Field::tag);
    if (field == type.fields.end()) return false;
    if (field->type < 0) {
      if (!WireFormatLite::SkipField(&in, tag)) return false;
      continue;
    }
    std::uint32_t size = 0;
    if (!in.ReadVarint32(&size) || static_cast<int>(size) < 0) return false;
    const auto outer = in.PushLimit(static_cast<int>(size));
    if (!has_fields_of(in, kTypes[field->type])) return false;
    in.PopLimit(outer);
  }
  return in.ConsumedEntireMessage();
}

}  // namespace

bool has_known_fields(google::protobuf::io::CodedInputStream& in, std::string_view name) {
  const auto type = std::ranges::find(kTypes, name, &Type::name);
  return type != std::end(kTypes) && has_fields_of(in, *type);
}

}  // namespace fairdeal::proto
