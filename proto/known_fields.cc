#include <google/protobuf/wire_format.h>

#include "proto/agreement.pb.h"
#include "proto/wire.h"

namespace fairdeal::proto {

using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormat;
using google::protobuf::internal::WireFormatLite;

bool has_known_fields(google::protobuf::io::CodedInputStream& in,
                      const google::protobuf::Descriptor& type) {
  while (const std::uint32_t tag = in.ReadTag()) {
    const auto* field = type.FindFieldByNumber(WireFormatLite::GetTagFieldNumber(tag));
    if (field == nullptr || tag != WireFormat::MakeTag(field)) return false;
    if (field->type() != FieldDescriptor::TYPE_MESSAGE) {
      if (!WireFormatLite::SkipField(&in, tag)) return false;
      continue;
    }
    std::uint32_t size = 0;
    if (!in.ReadVarint32(&size) || static_cast<int>(size) < 0) return false;
    const auto outer = in.PushLimit(static_cast<int>(size));
    if (!has_known_fields(in, *field->message_type())) return false;
    in.PopLimit(outer);
  }
  return in.ConsumedEntireMessage();
}

}  // namespace fairdeal::proto
