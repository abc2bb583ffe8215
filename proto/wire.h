#pragma once

#include <algorithm>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/message_lite.h>

#include "proto/limits.h"
#include "proto/messages.h"

namespace google::protobuf {
class Descriptor;
}

/// Small functions that the codecs share. Only sources of proto/ include this, after the generated
/// messages.
namespace fairdeal::proto {

inline std::string str(ByteSpan bytes) { return std::string(as_text(bytes)); }

template <class T>
std::string encode_all(const std::vector<T>& values) {
  std::string out;
  for (const T& value : values) out += as_text(value.encode());
  return out;
}

template <std::size_t N>
Result<ByteArray<N>> fixed(const std::string& bytes, const char* what) {
  if (bytes.size() != N) return fail(Fault::not_canonical, std::string(what) + ": wrong length");
  ByteArray<N> out;
  std::ranges::copy(as_bytes(bytes), out.begin());
  return out;
}

inline Result<Digest> digest(const std::string& bytes, const char* what) {
  FD_TRY(const auto array, fixed<Digest::kBytes>(bytes, what));
  return Digest{array};
}

inline Result<Signature> signature(const std::string& bytes) {
  FD_TRY(const auto array, fixed<Signature::kBytes>(bytes, "signature"));
  return Signature{array};
}

/// Decodes one T from `bytes`, which must have exactly its length.
template <class T>
Result<T> decode_one(const std::string& bytes, const char* what) {
  FD_TRY(const auto array, fixed<T::kBytes>(bytes, what));
  return T::decode(array);
}

/// Decodes `bytes` as a list of T, of which there may be `max`. The number is checked before
/// anything is decoded.
template <class T>
Result<std::vector<T>> decode_all(const std::string& bytes, std::size_t max, const char* what) {
  if (bytes.size() % T::kBytes != 0)
    return fail(Fault::not_canonical, std::string(what) + ": wrong length");
  if (bytes.size() / T::kBytes > max) return fail(Fault::too_large, what);
  if constexpr (requires { T::decode_all(as_bytes(bytes)); })
    return T::decode_all(as_bytes(bytes));  // cheaper than one by one
  std::vector<T> values;
  values.reserve(bytes.size() / T::kBytes);
  for (ByteSpan rest = as_bytes(bytes); !rest.empty(); rest = rest.subspan(T::kBytes)) {
    FD_TRY(T value, T::decode(rest.first<T::kBytes>()));
    values.push_back(std::move(value));
  }
  return values;
}

/// Decodes a list of points and refuses the identity among them.
inline Result<std::vector<crypto::Point>> decode_nonzero(const std::string& bytes, std::size_t max,
                                                         const char* what) {
  FD_TRY(auto points, decode_all<crypto::Point>(bytes, max, what));
  if (std::ranges::any_of(points, [](const auto& point) { return point.is_identity(); }))
    return fail(Fault::not_canonical, std::string(what) + ": the identity");
  return points;
}

inline Result<crypto::Point> decode_key(const std::string& bytes, const char* what) {
  FD_TRY(const auto array, fixed<crypto::Point::kBytes>(bytes, what));
  return crypto::Point::decode_nonzero(array);
}

inline Result<std::string> bounded(const std::string& text, std::size_t max, const char* what) {
  if (text.size() > max) return fail(Fault::too_large, what);
  return text;
}

/// Returns a text that a person will read. It refuses control characters (C0, DEL, and C1 in
/// UTF-8), which could move the cursor of a terminal.
inline Result<std::string> label(const std::string& text, std::size_t max, const char* what) {
  FD_TRY(std::string checked, bounded(text, max, what));
  for (std::size_t i = 0; i < checked.size(); ++i) {
    const auto at = [&](std::size_t k) { return static_cast<unsigned char>(checked[k]); };
    const bool c1 = at(i) == 0xc2 && i + 1 < checked.size() && at(i + 1) < 0xa0;
    if (at(i) < 0x20 || at(i) == 0x7f || c1)
      return fail(Fault::not_canonical, std::string(what) + ": a control character");
  }
  return checked;
}

template <class Wire>
Bytes serialize(const Wire& wire) {
  return to_bytes(wire.SerializeAsString());
}

/// Stops Protobuf from writing a line to stderr for each string that is not UTF-8: a peer could
/// fill a disk with them.
inline void silence_protobuf() {
  [[maybe_unused]] static const auto before = google::protobuf::SetLogHandler(nullptr);
}

/// Returns whether the encoded message, and every message in it, has no field unknown to its type.
/// parse() needs this because Protobuf keeps unknown fields and writes them again, so that
/// comparing the encodings does not find them. (Message::DiscardUnknownFields is several times as
/// slow.)
bool has_known_fields(google::protobuf::io::CodedInputStream& in,
                      const google::protobuf::Descriptor& type);
/// Does the same by the type's full name, for the lite library of Protobuf, which has no
/// descriptors (proto/lite/known_fields.cc, docs/wasm.md).
bool has_known_fields(google::protobuf::io::CodedInputStream& in, std::string_view type);

template <class Wire>
bool has_known_fields(google::protobuf::io::CodedInputStream& in) {
  if constexpr (requires { Wire::descriptor(); })
    return has_known_fields(in, *Wire::descriptor());
  else
    return has_known_fields(in, Wire::default_instance().GetTypeName());
}

/// Parses `bytes` and accepts only the canonical encoding: what Protobuf writes for the message
/// must be `bytes` again, and no field may be unknown.
template <class Wire>
Result<Wire> parse(ByteSpan bytes) {
  if (bytes.size() > kFrameBytesMax) return fail(Fault::too_large, "message");
  silence_protobuf();
  const int size = static_cast<int>(bytes.size());
  google::protobuf::io::CodedInputStream in(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                            size);
  Wire wire;
  if (!has_known_fields<Wire>(in) || !wire.ParseFromArray(bytes.data(), size) ||
      wire.SerializeAsString() != as_text(bytes))
    return fail(Fault::not_canonical, "message");
  return wire;
}

template <class Range, class Decode>
auto each(const Range& range, Decode&& decode)
    -> Result<std::vector<typename decltype(decode(*range.begin()))::value_type>> {
  std::vector<typename decltype(decode(*range.begin()))::value_type> values;
  for (const auto& item : range) {
    FD_TRY(auto value, decode(item));
    values.push_back(std::move(value));
  }
  return values;
}

}  // namespace fairdeal::proto
