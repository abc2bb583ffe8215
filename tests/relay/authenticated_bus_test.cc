#include "relay/cluster/authenticated_bus.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "relay/cluster/nkey.h"

/// Messages and values of a cluster that strangers on its bus cannot write, and the users of NATS.

namespace fairdeal::relay::cluster {
namespace {

constexpr const char* kSecret = "correct horse battery staple";

/// A bus that keeps what is said on it.
struct HeardBus final : Bus {
  void start(OnEvent given) override { on_event = std::move(given); }
  void subscribe(const std::string&) override {}
  void unsubscribe(const std::string&) override {}
  void publish(const std::string& subject, Bytes bytes) override {
    said.push_back({.subject = subject, .bytes = std::move(bytes)});
  }
  void create(KeyRequestId, const std::string& key, const Bytes& value) override {
    values[key] = value;
  }
  void update(KeyRequestId, const std::string& key, const Bytes& value, std::uint64_t) override {
    values[key] = value;
  }
  void read(KeyRequestId request, const std::string& key) override {
    on_event(KeyAnswer{
        .request = request, .what = KeyAnswer::What::done, .revision = 1, .value = values[key]});
  }
  void remove(const std::string& key, std::uint64_t) override { values.erase(key); }

  OnEvent on_event;
  std::vector<BusMessage> said;
  std::map<std::string, Bytes> values;
};

/// A process of a cluster.
struct Process {
  explicit Process(const char* secret = kSecret, std::uint64_t seed = 1) : rng(seed) {
    auto made = std::make_unique<HeardBus>();
    bus = made.get();
    tagged = std::make_unique<AuthenticatedBus>(
        std::move(made), *Key::from(secret), counters, rng, [this] { return now_ms; },
        [this] { ++complaints; });
    tagged->start([this](BusEvent event) {
      if (const auto* message = std::get_if<BusMessage>(&event)) heard.push_back(message->bytes);
      if (const auto* answer = std::get_if<KeyAnswer>(&event)) answers.push_back(*answer);
    });
  }
  BusMessage message(const std::string& subject, std::string_view words) {
    tagged->publish(subject, to_bytes(words));
    return bus->said.back();
  }
  bool takes(const BusMessage& message) {
    const std::size_t before = heard.size();
    bus->on_event(message);
    return heard.size() > before;
  }

  SeededRng rng;
  Counters counters;
  HeardBus* bus = nullptr;
  std::unique_ptr<AuthenticatedBus> tagged;
  std::vector<Bytes> heard;
  std::vector<KeyAnswer> answers;
  std::int64_t now_ms = 1'700'000'000'000;
  int complaints = 0;
};

TEST(ClusterBus, CarriesWhatItsProcessesSayOnce) {
  Process ann(kSecret, 1), bob(kSecret, 2);
  const BusMessage first = ann.message("fd.v.1", "hello"), second = ann.message("fd.v.1", "");
  EXPECT_TRUE(bob.takes(second)) << "out of order";
  EXPECT_TRUE(bob.takes(first));
  EXPECT_EQ(bob.heard.at(1), to_bytes("hello"));
  EXPECT_FALSE(bob.takes(first)) << "said again";
  EXPECT_EQ(bob.counters.nats_forged, 1u);
  EXPECT_EQ(bob.complaints, 1);
}

TEST(ClusterBus, StrangersSayNothing) {
  Process ann, stranger("another secret that is long"), bob(kSecret, 2);
  EXPECT_FALSE(bob.takes(stranger.message("fd.v.1", "hello")));
  EXPECT_FALSE(bob.takes({.subject = "fd.v.1", .bytes = to_bytes("hello")}));
  EXPECT_FALSE(bob.takes({.subject = "fd.v.1", .bytes = {}}));
  const BusMessage said = ann.message("fd.v.1", "hello");
  EXPECT_FALSE(bob.takes({.subject = "fd.v.2", .bytes = said.bytes})) << "at another subject";
  for (std::size_t i = 0; i < said.bytes.size(); ++i) {
    BusMessage changed = said;
    changed.bytes[i] ^= std::byte{1};
    EXPECT_FALSE(bob.takes(changed)) << i;
  }
  EXPECT_TRUE(bob.takes(said));
  EXPECT_EQ(bob.complaints, 1) << "the operator hears of it once";
}

TEST(ClusterBus, OldMessagesCountForNothing) {
  Process ann, bob(kSecret, 2), cat(kSecret, 3);
  const BusMessage said = ann.message("fd.v.1", "hello");
  bob.now_ms += AuthenticatedBus::kMessageAge.ms;
  EXPECT_FALSE(bob.takes(said));
  cat.now_ms += AuthenticatedBus::kMessageAge.ms - 1;
  EXPECT_TRUE(cat.takes(said)) << "clocks may differ a little";
  Process dan(kSecret, 4);
  std::vector<BusMessage> many;
  for (std::uint64_t i = 0; i < AuthenticatedBus::kOutOfOrder + 1; ++i)
    many.push_back(ann.message("fd.v.1", "x"));
  EXPECT_TRUE(dan.takes(many.back()));
  EXPECT_FALSE(dan.takes(many.front())) << "it came too late";
  EXPECT_TRUE(dan.takes(many[1]));
}

TEST(ClusterBus, ManySendersTakeBoundedMemory) {
  Process bob;
  std::size_t taken = 0;
  for (std::uint64_t seed = 2; seed < 2 * AuthenticatedBus::kSendersMax; ++seed) {
    Process other(kSecret, seed);
    taken += bob.takes(other.message("fd.v.1", "hello")) ? 1U : 0U;
  }
  EXPECT_EQ(taken, AuthenticatedBus::kSendersMax);
  bob.now_ms += 2 * AuthenticatedBus::kMessageAge.ms + 1;
  Process later(kSecret, 10'000);
  later.now_ms = bob.now_ms;
  EXPECT_TRUE(bob.takes(later.message("fd.v.1", "hello"))) << "the silent ones are forgotten";
}

TEST(ClusterBus, ValuesOfStrangersReadAsEmpty) {
  Process ann, bob(kSecret, 2), stranger("another secret that is long");
  const auto reads = [&](Process& process, const std::string& key) {
    process.tagged->read(KeyRequestId(1), key);
    return process.answers.back().value;
  };
  ann.tagged->create(KeyRequestId(7), "b.1", to_bytes("mine"));
  bob.bus->values = ann.bus->values;
  EXPECT_EQ(reads(bob, "b.1"), to_bytes("mine"));
  bob.bus->values["b.2"] = ann.bus->values["b.1"];
  EXPECT_EQ(reads(bob, "b.2"), Bytes{}) << "another key's value";
  stranger.tagged->create(KeyRequestId(7), "b.1", to_bytes("mine"));
  bob.bus->values = stranger.bus->values;
  EXPECT_EQ(reads(bob, "b.1"), Bytes{});
  bob.bus->values = ann.bus->values;
  bob.now_ms += AuthenticatedBus::kValueAge.ms;
  EXPECT_EQ(reads(bob, "b.1"), Bytes{}) << "the store would have forgotten it";
  EXPECT_EQ(bob.counters.nats_forged, 3u);
}

TEST(ClusterKeys, AreLongEnough) {
  EXPECT_FALSE(Key::from("short\n"));
  EXPECT_FALSE(Key::from(std::string(4'097, 'x')));
  EXPECT_TRUE(Key::from(std::string(22, 'x')));
}

/// The example of docs.nats.io, "NKeys".
TEST(Nkeys, AreWrittenAsNatsWritesThem) {
  const std::string seed = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY";
  const auto read =
      Nkey::parse("-----BEGIN USER NKEY SEED-----\n" + seed + "\n------END USER NKEY SEED------\n");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->user_text(), "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4");
  EXPECT_EQ(read->seed_text(), seed);
  SeededRng rng(1);
  const Nkey drawn = Nkey::draw(rng);
  EXPECT_EQ(Nkey::parse(drawn.seed_text())->user_text(), drawn.user_text());
  for (std::size_t i = 0; i < seed.size(); ++i) {
    std::string changed = seed;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(Nkey::parse(changed)) << i;
  }
  for (const std::string& wrong : {std::string(), read->user_text(), seed + "\n" + seed})
    EXPECT_FALSE(Nkey::parse(wrong)) << wrong;
}

}  // namespace
}  // namespace fairdeal::relay::cluster
