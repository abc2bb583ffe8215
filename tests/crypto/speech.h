#pragma once

#include "base/encode.h"
#include "crypto/hash.h"
#include "tests/crypto/second_verifier.h"

namespace fairdeal::crypto::second {

/// Section 3 of docs/cards.md, to the letter.
class Speech {
 public:
  Speech(std::string_view protocol, ByteSpan context, Hearing& hearing) : hearing_(hearing) {
    state_ = sha512({Writer().u8(0).frame(std::string(kVersion).append(protocol)).bytes()});
    say("context", to_bytes(context));
  }

  void say(const std::string& label, const Bytes& data) {
    hearing_.heard.push_back(label);
    if (label == hearing_.deaf_to) return;
    state_ = sha512({Writer().u8(1).raw(state_).frame(label).frame(data).bytes()});
  }
  template <class T>
  void say(const std::string& label, const std::vector<T>& values) {
    Writer writer;
    for (const T& value : values) writer.raw(value.encode());
    say(label, writer.bytes());
  }

  Scalar challenge(const std::string& label) { return Scalar::wide(squeeze(label)); }
  std::vector<Scalar> weights(const std::string& label, std::size_t n) {
    const auto seed = squeeze(label);
    std::vector<Scalar> weights;
    for (std::uint32_t i = 0; i < n; ++i) {
      const auto block = sha512({Writer().u8(4).raw(seed).u32(i).bytes()});
      weights.push_back(Scalar::from_u128(std::span(block).first<16>()));
    }
    return weights;
  }

 private:
  ByteArray<64> squeeze(const std::string& label) {
    hearing_.heard.push_back(label + "?");
    state_ = sha512({Writer().u8(2).raw(state_).frame(label).bytes()});
    return sha512({Writer().u8(3).raw(state_).bytes()});
  }

  Hearing& hearing_;
  ByteArray<64> state_;
};

}  // namespace fairdeal::crypto::second
