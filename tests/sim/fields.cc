#include "tests/sim/fields.h"

#include <algorithm>
#include <array>

#include "base/random_index.h"

namespace fairdeal::sim {
namespace {

/// How many different values are remembered for each path of field numbers.
constexpr std::size_t kSeenMax = 32;

std::optional<std::uint64_t> read_number(ByteSpan& rest) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !rest.empty(); shift += 7) {
    const auto byte = std::to_integer<std::uint64_t>(rest.front());
    rest = rest.subspan(1);
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  return {};
}

void write_number(Bytes& out, std::uint64_t value, bool padded = false) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::byte>(value | 0x80));
  out.push_back(static_cast<std::byte>(padded ? value | 0x80 : value));
  if (padded) out.push_back(std::byte{0});
}

std::string below(const std::string& path, std::uint32_t number) {
  return path + "." + std::to_string(number);
}

/// One change to a list of fields.
struct Change {
  const std::string& path;
  const SeenFields& seen;
  SeededRng& rng;

  bool one_in(std::uint64_t n) { return rng.below(n) == 0; }

  /// Returns a number at which something may go wrong: near the present one, or at the end of a
  /// range.
  std::uint64_t number_near(std::uint64_t value) {
    constexpr std::array<std::uint64_t, 14> kEdges{0,
                                                   1,
                                                   2,
                                                   3,
                                                   4,
                                                   (1u << 20) - 1,
                                                   1u << 20,
                                                   (1u << 20) + 1,
                                                   1u << 30,
                                                   (std::uint64_t{1} << 32) - 16,
                                                   (std::uint64_t{1} << 32) - 1,
                                                   std::uint64_t{1} << 32,
                                                   std::uint64_t{1} << 63,
                                                   ~std::uint64_t{0}};
    if (one_in(3)) return value + 1;
    if (one_in(3)) return value - 1;
    return kEdges[random_index(rng, one_in(2) ? 5 : kEdges.size())];
  }

  Bytes bytes_near(Bytes bytes) {
    const auto any = [&] { return static_cast<std::byte>(rng.next()); };
    switch (rng.below(5)) {
      case 0:
        return {};
      case 1:
        if (!bytes.empty()) bytes.pop_back();
        return bytes;
      case 2:
        bytes.push_back(any());
        return bytes;
      case 3:
        std::ranges::fill(bytes, std::byte{0});
        return bytes;
      default:
        if (!bytes.empty()) bytes[random_index(rng, bytes.size())] ^= any();
        return bytes;
    }
  }

  void another_value(Field& field) {
    const auto* others = seen.at(below(path, field.number));
    if (others != nullptr && !one_in(3)) {
      const Field& other = (*others)[random_index(rng, others->size())];
      field.value = other.value;
      field.bytes = other.bytes;
    } else if (field.value) {
      field.value = number_near(*field.value);
    } else if (fields_of(field.bytes) && !field.bytes.empty() && !one_in(3)) {
      field.bytes = change_a_field(field.bytes, below(path, field.number), seen, rng);
    } else {
      field.bytes = bytes_near(std::move(field.bytes));
    }
  }

  /// Adds a field, which the message may or may not be allowed to have.
  void add(std::vector<Field>& fields) {
    Field field{.number = static_cast<std::uint32_t>(1 + rng.below(one_in(4) ? 40 : 10))};
    field.value = number_near(1);
    if (const auto* others = seen.at(below(path, field.number))) {
      field = (*others)[random_index(rng, others->size())];
      if (field.value && one_in(2)) field.value = number_near(*field.value);
    }
    const auto place = std::ranges::upper_bound(fields, field.number, {}, &Field::number);
    fields.insert(place, std::move(field));
  }

  void apply(std::vector<Field>& fields) {
    if (fields.empty()) return add(fields);
    const auto at = fields.begin() + static_cast<std::ptrdiff_t>(rng.below(fields.size()));
    switch (rng.below(16)) {
      case 0:
      case 1:
      case 2:
        return add(fields);
      case 3:
      case 4: {
        fields.erase(at);
        return;
      }
      case 5: {
        const Field copy = *at;
        fields.insert(at, copy);
        return;
      }
      case 6:
        return std::iter_swap(
            at, fields.begin() + static_cast<std::ptrdiff_t>(rng.below(fields.size())));
      case 7:
        at->number = static_cast<std::uint32_t>(1 + rng.below(40));
        return;
      case 8:
        at->padded = true;
        return;
      default:
        return another_value(*at);
    }
  }
};

}  // namespace

std::optional<std::vector<Field>> fields_of(ByteSpan body) {
  std::vector<Field> fields;
  while (!body.empty()) {
    const auto tag = read_number(body);
    if (!tag || *tag >> 3 == 0 || *tag >> 3 > 1'000) return {};
    Field field{.number = static_cast<std::uint32_t>(*tag >> 3)};
    const auto number = read_number(body);
    if (!number) return {};
    if ((*tag & 7) == 0) {
      field.value = *number;
    } else if ((*tag & 7) == 2 && *number <= body.size()) {
      field.bytes = to_bytes(body.first(static_cast<std::size_t>(*number)));
      body = body.subspan(static_cast<std::size_t>(*number));
    } else {
      return {};
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

Bytes body_of(const std::vector<Field>& fields) {
  Bytes out;
  for (const Field& field : fields) {
    write_number(out, std::uint64_t{field.number} << 3 | (field.value ? 0 : 2));
    write_number(out, field.value.value_or(field.bytes.size()), field.padded);
    if (!field.value) out.insert(out.end(), field.bytes.begin(), field.bytes.end());
  }
  return out;
}

void SeenFields::look(const std::string& path, ByteSpan body) {
  const auto fields = fields_of(body);
  if (!fields) return;
  for (const Field& field : *fields) {
    const std::string here = below(path, field.number);
    auto& known = fields_[here];
    const bool fresh = std::ranges::none_of(known, [&](const Field& other) {
      return other.value == field.value && other.bytes == field.bytes;
    });
    if (!fresh) continue;
    if (known.size() == kSeenMax) known.erase(known.begin());
    known.push_back(field);
    if (!field.value) look(here, field.bytes);
  }
}

const std::vector<Field>* SeenFields::at(const std::string& path) const {
  const auto found = fields_.find(path);
  return found != fields_.end() ? &found->second : nullptr;
}

Bytes change_a_field(ByteSpan body, const std::string& path, const SeenFields& seen,
                     SeededRng& rng) {
  auto fields = fields_of(body);
  if (!fields) return to_bytes(body);
  Change{path, seen, rng}.apply(*fields);
  return body_of(*fields);
}

}  // namespace fairdeal::sim
