#pragma once

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "proto/limits.h"
#include "proto/reach.h"

namespace fairdeal::proto {

/// Draws values of all messages.
class ReachValues : public testing::Test {
 protected:
  template <std::size_t N>
  ByteArray<N> drawn() {
    ByteArray<N> bytes;
    rng_.fill(bytes);
    return bytes;
  }
  std::uint32_t number(std::uint32_t low, std::uint32_t high) {
    return low + static_cast<std::uint32_t>(rng_.below(high - low + 1));
  }
  bool coin() { return rng_.below(2) == 0; }
  std::string text(std::size_t bytes_max) {
    std::string text(rng_.below(bytes_max + 1), ' ');
    for (char& c : text) c = static_cast<char>(number(' ', '~'));
    return text;
  }
  std::vector<std::string> texts(std::size_t max, std::size_t bytes_max) {
    std::vector<std::string> texts(rng_.below(max + 1));
    for (std::string& one : texts) one = text(bytes_max);
    return texts;
  }
  Bytes body(std::size_t max = kVisitBytesMax) {
    Bytes bytes(rng_.below(max + 1));
    rng_.fill(bytes);
    return bytes;
  }
  crypto::PublicKey key() { return {drawn<32>()}; }
  RelayPlace place() {
    return coin() ? RelayPlace(number(1, kNameplateMax)) : RelayPlace(drawn<16>());
  }

  Greeting greeting() {
    return {.version = number(0, 9),
            .observed = text(kAddressBytesMax),
            .reflectors = texts(kReflectorsMax, kRelayUrlBytesMax),
            .limits = {number(0, 9999), number(0, 99999), number(0, 1 << 30)},
            .notice = text(kNoticeBytesMax)};
  }
  RelayWork::For work_for() { return static_cast<RelayWork::For>(number(1, 4)); }
  std::vector<RelayMessage> relay_messages() {
    const std::uint32_t minutes = number(1, kClaimMinutesMax);
    return {Claim{minutes, {}},
            Claim{minutes, drawn<16>()},
            Claimed{number(1, kNameplateMax), number(0, 3600), drawn<16>()},
            OpenBox{drawn<16>(), drawn<16>()},
            ClosePlace{place()},
            Visit{rng_.u64(), place(), body()},
            Say{rng_.u64(), body()},
            Gone{rng_.u64(), static_cast<Gone::Why>(number(1, 6))},
            Held{drawn<16>()},
            Proved{rng_.u64()},
            RelayWork{work_for(), number(kWorkBitsMin, kWorkBitsMax), rng_.u64(), drawn<16>()},
            Worked{work_for(), number(kWorkBitsMin, kWorkBitsMax), rng_.u64(), rng_.u64()}};
  }
  std::vector<CodeMessage> code_messages() {
    return {CodeHello{number(0, 9), drawn<16>(), drawn<32>()}, CodeAnswer{drawn<32>()},
            CodeProof{drawn<32>(), body(900)}, CodeGrant{drawn<32>(), body(900)},
            CodeDeny{static_cast<CodeDeny::Why>(number(1, 5))}};
  }
  std::vector<PathMessage> path_messages() {
    Where where{.relays = texts(2, kRelayUrlBytesMax)};
    for (std::size_t i = rng_.below(7); i > 0; --i)
      where.at.push_back({text(kAddressBytesMax), number(0, 2)});
    return {where, Punch{drawn<8>(), text(kAddressBytesMax), coin()},
            Go{drawn<8>(), number(0, 1000)}, NoPunch{drawn<8>(), number(0, 9)}};
  }
  Ask ask() { return {text(kNicknameBytesMax), coin(), coin(), text(kNicknameBytesMax), key()}; }
  Ticket ticket() { return {drawn<16>(), texts(kTicketAddressesMax, kAddressBytesMax), key()}; }
  Knock knock() { return {key(), drawn<16>(), rng_.u64()}; }

  SeededRng rng_{1};
};

}  // namespace fairdeal::proto
