#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/seeded_rng.h"

/// Protobuf bodies taken apart and changed without knowing which message they are: so every field
/// of every message is changed, also of those that are yet to be invented.
namespace fairdeal::sim {

/// One field as it travels: a number (wire type 0) or bytes (wire type 2); we use no others.
struct Field {
  std::uint32_t number = 0;
  std::optional<std::uint64_t> value{};  ///< none: bytes
  Bytes bytes{};
  bool padded = false;  ///< the number is written longer than it has to be
};

/// None if these bytes are no such fields.
std::optional<std::vector<Field>> fields_of(ByteSpan body);
Bytes body_of(const std::vector<Field>& fields);

/// Values that were seen in the fields of a message, by the path of field numbers that leads there.
class SeenFields {
 public:
  void look(const std::string& path, ByteSpan body);
  const std::vector<Field>* at(const std::string& path) const;

 private:
  std::map<std::string, std::vector<Field>> fields_;
};

/// `body` with one field changed, added, removed, doubled, moved or given another number; fields in
/// messages inside it too. Values come from what was `seen` there, and from the edges of ranges.
Bytes change_a_field(ByteSpan body, const std::string& path, const SeenFields& seen,
                     SeededRng& rng);

}  // namespace fairdeal::sim
