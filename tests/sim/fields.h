#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/seeded_rng.h"

/// Takes Protobuf bodies apart and changes them without knowing which message they are. So every
/// field of every message is changed, even of those that are yet to be invented.
namespace fairdeal::sim {

/// One field as it travels: a number (wire type 0) or bytes (wire type 2). The schema uses no other
/// wire types.
struct Field {
  std::uint32_t number = 0;
  std::optional<std::uint64_t> value{};  ///< none if the field has bytes
  Bytes bytes{};
  bool padded = false;  ///< its value, or its length, is written longer than it has to be
};

/// Returns the fields of a body; none if these bytes are no such fields.
std::optional<std::vector<Field>> fields_of(ByteSpan body);
Bytes body_of(const std::vector<Field>& fields);

/// The values that were seen in the fields of messages, by the path of field numbers to the field.
class SeenFields {
 public:
  void look(const std::string& path, ByteSpan body);
  const std::vector<Field>* at(const std::string& path) const;

 private:
  std::map<std::string, std::vector<Field>> fields_;
};

/// Returns `body` with one field changed, added, removed, doubled, moved or given another number;
/// it may be a field of a message inside it. Values come from what was `seen` there and from the
/// edges of ranges.
Bytes change_a_field(ByteSpan body, const std::string& path, const SeenFields& seen,
                     SeededRng& rng);

}  // namespace fairdeal::sim
