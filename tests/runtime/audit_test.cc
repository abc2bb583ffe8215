// What an auditor says of a transcript that is not as it was written; every byte of one is tried in
// audit_slow_test.
#include "base/encode.h"
#include "tests/runtime/transcript_parts.h"

namespace fairdeal::sim {
namespace {

using runtime::Verdict;

TEST(Audit, A34_EveryCutIsIncompleteOrInvalid) {
  World world({.game = "odds-and-evens"});
  world.run();
  const Bytes good = world.transcript(Seat(0));
  ASSERT_EQ(verdict(good), Verdict::valid);
  for (std::size_t n = 0; n < good.size(); n += n % 5 + 1) {
    EXPECT_EQ(verdict(ByteSpan(good).first(n)), Verdict::incomplete) << n;
  }
}

TEST(Audit, A34_EverySwappedDroppedOrDoubledPairOfRecordsIsInvalid) {
  for (const char* game : {"tic-tac-toe", "kuhn"}) {
    World world({.game = game});
    world.run();
    const auto parts = parts_of(world.transcript(Seat(0)));
    ASSERT_GT(parts.size(), 5u);
    ASSERT_EQ(verdict(transcript_of(parts)), Verdict::valid);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (std::size_t j = i + 1; j < parts.size(); ++j) {
        auto swapped = parts;
        std::swap(swapped[i], swapped[j]);
        EXPECT_EQ(verdict(transcript_of(swapped)), Verdict::invalid) << i << " and " << j;
      }
      auto dropped = parts;
      dropped.erase(dropped.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_EQ(verdict(transcript_of(dropped)),
                i + 1 == parts.size() ? Verdict::incomplete : Verdict::invalid)
          << i;
      auto doubled = parts;
      doubled.insert(doubled.begin() + static_cast<std::ptrdiff_t>(i), parts[i]);
      EXPECT_EQ(verdict(transcript_of(doubled)), Verdict::invalid) << i;
    }
  }
}

/// What a part says, changed by its meaning and written anew.
template <class Change>
Bytes with_changed(std::vector<Bytes> parts, std::size_t i, Change change) {
  auto decided = std::get<proto::Decided>(*proto::decode_transcript_part(parts[i]));
  change(decided);
  parts[i] = proto::encode(proto::TranscriptPart(decided));
  return transcript_of(parts);
}

TEST(Audit, A34_EntriesAndVotesDroppedDoubledSwappedOrReplacedAreInvalid) {
  World world({.game = "kuhn"});
  world.run();
  const auto parts = parts_of(world.transcript(Seat(0)));
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto invalid = [&](auto change) {
      return verdict(with_changed(parts, i, change)) == Verdict::invalid;
    };
    EXPECT_TRUE(invalid([](auto& d) { d.record.pop_back(); }));
    EXPECT_TRUE(invalid([](auto& d) { d.record.push_back(d.record.front()); }));
    EXPECT_TRUE(invalid([](auto& d) { d.record.front() = proto::AbsentSeat{Seat(0)}; }));
    EXPECT_TRUE(invalid([](auto& d) { d.certificate.pop_back(); }));
    EXPECT_TRUE(invalid([](auto& d) { d.certificate.clear(); }));
    EXPECT_TRUE(invalid([](auto& d) { d.certificate.push_back(d.certificate.front()); }));
    EXPECT_TRUE(invalid([](auto& d) { std::swap(d.certificate[0], d.certificate[1]); }));
    EXPECT_TRUE(invalid([](auto& d) { d.certificate[1] = d.certificate[0]; }));
    EXPECT_TRUE(invalid([](auto& d) { d.step = d.step.next(); }));
    EXPECT_TRUE(invalid([&](auto& d) {
      const std::size_t other = i == 1 ? 2 : i - 1;
      d.certificate =
          std::get<proto::Decided>(*proto::decode_transcript_part(parts[other])).certificate;
    }));
  }
}

TEST(Audit, A34_OneMatchesRecordsInAnothersTranscriptAreInvalid) {
  World first({.game = "tic-tac-toe", .seed = 1}), second({.game = "tic-tac-toe", .seed = 2});
  first.run();
  second.run();
  const auto a = parts_of(first.transcript(Seat(0))), b = parts_of(second.transcript(Seat(0)));
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    auto mixed = a;
    mixed[i] = b[i];
    EXPECT_EQ(verdict(transcript_of(mixed)), Verdict::invalid) << i;
  }
}

TEST(Audit, A34_NothingMayFollowTheEnd) {
  World world({.game = "tic-tac-toe"});
  world.run();
  const Bytes good = world.transcript(Seat(0));
  for (int byte = 0; byte < 256; byte += 5) {
    Bytes longer = good;
    longer.push_back(std::byte(byte));
    EXPECT_NE(verdict(longer), Verdict::valid);
  }
}

}  // namespace
}  // namespace fairdeal::sim
