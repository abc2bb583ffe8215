#include "net/signaling/relay_trouble.h"

#include <functional>

#include "net/channel/limits.h"
#include "net/sockets/clock.h"
#include "tests/net/relay_scene.h"

/// How far a call of a relay came, and what a member is told about it.

namespace fairdeal::rendezvous {
namespace {

using namespace net::testing_;
using signaling::RelaySettings;
using signaling::RelayTrouble;
using signaling::RelayUrl;
using What = RelayTrouble::What;

RelayTrouble first_trouble(net::testing_::Scene& scene, RelaySettings settings) {
  scene.start(std::move(settings));
  EXPECT_TRUE(scene.run([&] { return !scene.ann->troubles.empty(); }));
  EXPECT_TRUE(scene.ann->greetings.empty());
  return scene.ann->troubles.at(0);
}

RelayTrouble first_trouble(net::testing_::Scene& scene) {
  return first_trouble(scene, scene.relay.settings());
}

bool says(const RelayTrouble& trouble, const std::string& words) {
  return trouble.error.about.find(words) != std::string::npos;
}

TEST(RelayTroubles, ANameThatNobodyHas) {
  net::testing_::Scene scene;
  EXPECT_EQ(first_trouble(scene, scene.relay.settings("a..b")).what, What::name);
}

TEST(RelayTroubles, APortWhereNobodyListens) {
  net::testing_::Scene scene;
  auto settings = scene.relay.settings();
  tcp::acceptor taken(scene.io, tcp::endpoint(asio::ip::make_address("127.0.0.1"), 0));
  settings.url.port = taken.local_endpoint().port();
  taken.close();
  EXPECT_EQ(first_trouble(scene, settings).what, What::tcp);
}

TEST(RelayTroubles, ATlsCallOfAProgramWithoutTls) {
  net::testing_::Scene scene;
  auto settings = scene.relay.settings();
  settings.url.security = RelayUrl::Security::tls;
  EXPECT_EQ(first_trouble(scene, settings).what, What::tls);
}

TEST(RelayTroubles, WebServersThatAreNoRelays) {
  const std::string endless(2 * net::kUpgradeBytesMax, 'x');
  const struct {
    std::string answer;
    What what;
    const char* words;
  } rows[] = {
      {"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", What::upgrade, "HTTP 404"},
      {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", What::upgrade, "HTTP 200"},
      {"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", What::upgrade, "a pass"},
      {"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n", What::busy, "HTTP 503"},
      {"HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n", What::busy, "HTTP 429"},
      {"HTTP/1.1 101 Switching Protocols\r\n\r\n", What::upgrade, "upgrade"},
      {"SSH-2.0-OpenSSH_9.2\r\n", What::upgrade, "upgrade"},
      {"HTTP/1.1 404 Not Found\r\nContent-Length: 99999\r\n\r\n" + endless, What::upgrade,
       "too long"},
      {"HTTP/1.1 101 Switching Protocols\r\nX: " + endless, What::upgrade, "upgrade"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.answer.substr(0, 40));
    net::testing_::Scene scene;
    scene.relay.script.instead_of_upgrade = row.answer;
    const RelayTrouble trouble = first_trouble(scene);
    EXPECT_EQ(name(trouble.what), name(row.what));
    EXPECT_TRUE(says(trouble, row.words)) << trouble.error.about;
  }
}

TEST(RelayTroubles, ARelayThatUsesAnExtensionUnasked) {
  net::testing_::Scene scene;
  scene.relay.script.extensions = "permessage-deflate";
  EXPECT_EQ(first_trouble(scene).what, What::upgrade);
}

TEST(RelayTroubles, AnotherVersion) {
  const auto old = proto::encode(proto::Greeting{.version = 2, .observed = {}});
  const std::pair<const char*, std::function<void(net::testing_::RelayScript&)>> rows[] = {
      {"no subprotocol", [](net::testing_::RelayScript& s) { s.subprotocol = ""; }},
      {"another subprotocol", [](net::testing_::RelayScript& s) { s.subprotocol = "fairdeal.2"; }},
      {"another version", [&](net::testing_::RelayScript& s) { s.greeting = old; }},
      {"no greeting", [](net::testing_::RelayScript& s) { s.greeting = to_bytes("no greeting"); }},
  };
  for (const auto& [what, change] : rows) {
    SCOPED_TRACE(what);
    net::testing_::Scene scene;
    change(scene.relay.script);
    EXPECT_EQ(name(first_trouble(scene).what), "version");
  }
  net::testing_::Scene scene;
  scene.relay.script.greeting = old;
  EXPECT_TRUE(says(first_trouble(scene), "version 2"));
}

TEST(RelayTroubles, AGreetingThatIsTooLongOrDoesNotCome) {
  net::testing_::Scene scene;
  scene.relay.script.greeting = Bytes(proto::kRelayBytesMax + 1);
  EXPECT_EQ(first_trouble(scene).what, What::protocol);
  net::testing_::Scene silent;
  silent.relay.script.greets = false;
  auto settings = silent.relay.settings();
  settings.greeting_max = Duration{10};
  const RelayTrouble trouble = first_trouble(silent, settings);
  EXPECT_EQ(trouble.what, What::lost);
  EXPECT_TRUE(says(trouble, "in time")) << trouble.error.about;
}

TEST(RelayTroubles, AnUpgradeThatDoesNotCome) {
  net::testing_::Scene scene;
  tcp::acceptor deaf(scene.io, tcp::endpoint(asio::ip::make_address("127.0.0.1"), 0));
  for (const auto security : {RelayUrl::Security::none, RelayUrl::Security::tls}) {
    auto settings = scene.relay.settings();
    settings.url = {
        .security = security, .host = "127.0.0.1", .port = deaf.local_endpoint().port()};
    settings.upgrade_max = Duration{10};
    const RelayTrouble trouble = first_trouble(scene, settings);
    EXPECT_EQ(trouble.what, security == RelayUrl::Security::tls ? What::tls : What::upgrade);
    EXPECT_TRUE(says(trouble, "in time")) << trouble.error.about;
  }
}

TEST(RelayTroubles, ARelayThatIsBusyIsLeftInPeaceForAWhile) {
  for (const std::uint16_t code : {std::uint16_t{4429}, std::uint16_t{4503}}) {
    net::testing_::Scene scene;
    auto settings = scene.relay.settings();
    settings.busy_min = Duration{200};
    scene.start(settings);
    ASSERT_TRUE(scene.run([&] { return scene.relay.guests.size() == 1; }));
    scene.guest().close(code);
    ASSERT_TRUE(scene.run([&] { return !scene.ann->troubles.empty(); }));
    const Instant told = sockets::now();
    EXPECT_EQ(scene.ann->troubles[0].what, What::busy);
    ASSERT_TRUE(scene.run([&] { return scene.relay.calls == 2; }));
    EXPECT_GE((sockets::now() - told).ms, 200);
  }
}

TEST(RelayTroubles, TheWaitsBetweenCallsGrow) {
  net::testing_::Scene scene;
  scene.relay.script.instead_of_upgrade = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
  auto settings = scene.relay.settings();
  settings.redial_min = Duration{4};
  settings.redial_max = Duration{1'000'000};
  scene.start(settings);
  const Instant begin = sockets::now();
  ASSERT_TRUE(scene.run([&] { return scene.relay.calls == 8; }));
  EXPECT_GE((sockets::now() - begin).ms, (4 + 8 + 16 + 32 + 64 + 128 + 256) / 2);
}

TEST(RelayTroubles, ASilentRelayIsReplacedAndOneThatAnswersPingsIsNot) {
  net::testing_::Scene scene;
  scene.relay.script.reads = false;
  auto settings = scene.relay.settings();
  settings.silence_max = Duration{50};
  scene.start(settings);
  ASSERT_TRUE(scene.run([&] { return scene.relay.calls == 2; }));
  EXPECT_EQ(scene.ann->troubles.at(0).what, What::lost);
  EXPECT_TRUE(says(scene.ann->troubles[0], "in time")) << scene.ann->troubles[0].error.about;

  net::testing_::Scene alive;
  settings = alive.relay.settings();
  settings.silence_max = Duration{4'000};
  alive.start(settings);
  ASSERT_TRUE(alive.run([&] { return !alive.relay.guests.empty() && alive.guest().pings == 2; }));
  EXPECT_TRUE(alive.ann->troubles.empty());
}

TEST(RelayTroubles, EachHasAName) {
  EXPECT_EQ(name(What::name), "name");
  EXPECT_EQ(name(What::tls), "tls");
  EXPECT_EQ(name(What::lost), "lost");
}

}  // namespace
}  // namespace fairdeal::rendezvous
