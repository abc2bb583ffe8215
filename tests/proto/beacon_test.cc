#include "proto/beacon.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "proto/reach.h"

/// The datagrams about tables on the local network.
namespace fairdeal::proto {
namespace {

BeaconTable beacon_table() {
  SeededRng rng(1);
  BeaconTable table{.lobby = {},
                    .port = 7777,
                    .game = "holdem",
                    .seats = 4,
                    .taken = 2,
                    .nameplate = 42,
                    .code = true,
                    .tags = random_tags(rng)};
  rng.fill(table.lobby);
  return table;
}

std::vector<Beacon> beacons() {
  SeededRng rng(2);
  BeaconSeek seek;
  rng.fill(seek.nonce);
  BeaconTable largest = beacon_table();
  largest.port = 0xffff;
  largest.game = std::string(kBeaconGameBytesMax, 'x');
  largest.seats = largest.taken = kSeatsMax;
  largest.nameplate = kNameplateMax;
  return {seek, beacon_table(), largest, BeaconBye{beacon_table().lobby}};
}

TEST(Beacon, IsDecodedAsItWas) {
  for (const Beacon& beacon : beacons()) {
    const Bytes bytes = encode(beacon);
    EXPECT_LE(bytes.size(), 128U) << "far below the bound of a datagram";
    const auto back = decode_beacon(bytes);
    ASSERT_TRUE(back) << describe(back.error());
    EXPECT_EQ(*back, beacon);
  }
}

TEST(Beacon, BeginsWithItsVersionAndKind) {
  const Bytes bytes = encode(beacons()[0]);
  EXPECT_EQ(as_text(ByteSpan(bytes).first(4)), "fdb1");
  EXPECT_EQ(bytes[4], std::byte{1});
  EXPECT_EQ(encode(beacons()[1])[4], std::byte{2});
  EXPECT_EQ(encode(beacons()[3])[4], std::byte{3});
}

TEST(Beacon, IsRefusedWithAReason) {
  const struct {
    const char* about;
    void (*change)(BeaconTable&);
  } kWrong[] = {{"port of a table", [](BeaconTable& t) { t.port = 0; }},
                {"seats of a table", [](BeaconTable& t) { t.seats = t.taken = 0; }},
                {"seats of a table", [](BeaconTable& t) { t.seats = kSeatsMax + 1; }},
                {"more seats taken than there are", [](BeaconTable& t) { t.taken = 5; }},
                {"nameplate", [](BeaconTable& t) { t.nameplate = kNameplateMax + 1; }},
                {"a table without a game", [](BeaconTable& t) { t.game.clear(); }},
                {"game", [](BeaconTable& t) { t.game.assign(kBeaconGameBytesMax + 1, 'x'); }},
                {"game: a control character", [](BeaconTable& t) { t.game = "\033[2J"; }},
                {"message", [](BeaconTable& t) { t.game = "\xff"; }}};
  for (const auto& [about, change] : kWrong) {
    BeaconTable table = beacon_table();
    change(table);
    const auto refused = decode_beacon(encode(table));
    ASSERT_FALSE(refused) << about;
    EXPECT_EQ(refused.error().about, about);
  }
}

TEST(Beacon, OfAnotherProgramOrVersionIsRefused) {
  Bytes bytes = encode(beacons()[1]);
  EXPECT_EQ(decode_beacon({}).error().fault, Fault::unknown_version);
  EXPECT_EQ(decode_beacon(as_bytes("fdb1")).error().fault, Fault::unknown_version);
  for (const int kind : {0, 4, 255}) {
    bytes[4] = static_cast<std::byte>(kind);
    EXPECT_EQ(decode_beacon(bytes).error().fault, Fault::unknown_version);
  }
  bytes = encode(beacons()[1]);
  bytes[3] = std::byte{'2'};
  EXPECT_EQ(decode_beacon(bytes).error().fault, Fault::unknown_version);
  EXPECT_EQ(decode_beacon(Bytes(kBeaconBytesMax + 1)).error().fault, Fault::too_large);
}

TEST(Beacon, HasOneEncodingWhateverIsChanged) {
  for (const Beacon& beacon : beacons()) {
    const Bytes bytes = encode(beacon);
    for (std::size_t n = 0; n < bytes.size(); ++n) {
      const auto back = decode_beacon(ByteSpan(bytes).first(n));
      EXPECT_TRUE(!back || encode(*back) == to_bytes(ByteSpan(bytes).first(n))) << n;
    }
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      Bytes changed = bytes;
      changed[bit / 8] ^= std::byte(1 << bit % 8);
      const auto back = decode_beacon(changed);
      EXPECT_TRUE(!back || (encode(*back) == changed && *back != beacon)) << bit;
    }
  }
}

}  // namespace
}  // namespace fairdeal::proto
