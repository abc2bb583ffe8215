#include "crypto/transcript.h"

#include <algorithm>

#include "base/check.h"
#include "base/encode.h"

namespace fairdeal::crypto {
namespace {

/// Returns the input of a hash that has no data. Each use of the hash begins with another byte
/// (begin 0, append 1, squeeze 2, output 3, weight 4), so that no output of one use is one of
/// another.
template <std::size_t N>
Bytes tagged(std::uint8_t tag, const ByteArray<N>& state, std::string_view label) {
  return Writer().u8(tag).raw(state).frame(label).bytes();
}

}  // namespace

Transcript::Transcript(std::string_view protocol, ByteSpan context)
    : state_(sha512({Writer().u8(0).frame(std::string(kVersion).append(protocol)).bytes()})) {
  append("context", context);
}

void Transcript::append(std::string_view label, ByteSpan data) {
  state_ = sha512({Writer().u8(1).raw(state_).frame(label).frame(data).bytes()});
}

void Transcript::append(std::string_view label, std::span<const Point> points) {
  const auto encodings = encode_all(points);
  append(label, std::as_bytes(std::span(encodings)));
}

void Transcript::append(std::string_view label, std::span<const Scalar> scalars) {
  Writer writer;
  for (const Scalar& s : scalars) writer.raw(s.encode());
  append(label, writer.bytes());
}

void Transcript::append(std::string_view label, std::uint32_t number) {
  append(label, ByteSpan(Writer().u32(number).bytes()));
}

ByteArray<64> Transcript::squeeze(std::string_view label) {
  state_ = sha512({tagged(2, state_, label)});
  constexpr ByteArray<1> kOut{std::byte{3}};
  return sha512({kOut, state_});
}

Scalar Transcript::challenge(std::string_view label) { return Scalar::wide(squeeze(label)); }

std::vector<Scalar> Transcript::weights(std::string_view label, std::size_t n) {
  const auto seed = squeeze(label);
  std::vector<Scalar> weights;
  weights.reserve(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    const auto block = sha512({Writer().u8(4).raw(seed).u32(i).bytes()});
    weights.push_back(Scalar::from_u128(std::span(block).first<16>()));
  }
  return weights;
}

Bytes context(const Place& place, Seat author, Purpose purpose) {
  static constexpr std::string_view kNames[] = {"key",     "unlock", "shuffle", "coin", "commit",
                                                "recover", "place",  "prove",   "cut",  "bring"};
  return Writer()
      .raw(as_bytes(kVersion))
      .raw(as_bytes("context"))
      .raw(place.table.bytes)
      .u64(place.step.value)
      .u32(author.value)
      .frame(kNames[static_cast<std::size_t>(purpose)])
      .bytes();
}

}  // namespace fairdeal::crypto
