#include <sodium.h>

#include <gmock/gmock.h>

#include "relay/server/invitation_page.h"
#include "tests/relay/client.h"

/// The relay as its clients meet it: real sockets on this machine.

namespace fairdeal::relay::testing_ {
namespace {

using Why = proto::Gone::Why;

TEST(RelayServer, GreetsAndTellsWhatItSees) {
  server::Config config;
  config.reflect = {any_port(), any_port()};
  RelayUp relay(std::move(config));
  Client client(relay.port());
  const auto greeting = client.come_in();
  EXPECT_EQ(greeting.version, 1u);
  EXPECT_EQ(greeting.observed, "127.0.0.1");
  EXPECT_EQ(greeting.limits.message, 4096u);
  EXPECT_EQ(greeting.limits.pipe, 65536u);
  EXPECT_EQ(greeting.limits.pipe_bytes_per_second, 1u << 20);
  ASSERT_EQ(greeting.reflectors.size(), 2u);
  EXPECT_EQ(greeting.reflectors[0], "127.0.0.1:" + std::to_string(relay.reflector()));
  EXPECT_THAT(client.head(), testing::HasSubstr("Sec-WebSocket-Protocol: fairdeal.1\r\n"));
  EXPECT_THAT(client.head(), testing::Not(testing::HasSubstr("permessage-deflate")));
}

TEST(RelayServer, AnswersOtherRequestsOnce) {
  RelayUp relay;
  Client health(relay.port());
  EXPECT_EQ(health.ask("GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"), 200);
  EXPECT_EQ(health.rest(), "ok");
  for (const std::string& request :
       {std::string("GET /fairdeal/1 HTTP/1.1\r\nHost: here\r\n\r\n"),
        std::string("POST /healthz HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\n\r\n"),
        Client::request("/fairdeal/2"), Client::request("/fairdeal/1", ""),
        Client::request("/fairdeal/1", "chat"), Client::request("/"),
        Client::request("/fairdeal/1?token=secret")}) {
    Client client(relay.port());
    EXPECT_EQ(client.ask(request), 404) << request;
  }
  EXPECT_EQ(relay.refused("not_fairdeal"), 7);
  Client several(relay.port());
  EXPECT_EQ(several.ask(Client::request("/fairdeal/1", "chat, fairdeal.1")), 101);
}

/// Returns a request of a browser, which sends nothing of what stands behind the #.
std::string invitation_request(const std::string& more = "") {
  return "GET /fairdeal/invite" + more + " HTTP/1.1\r\nHost: relay.example.org\r\n\r\n";
}

TEST(RelayServer, ExplainsAnInvitationByAPageThatLoadsNothing) {
  RelayUp relay;
  Client browser(relay.port());
  ASSERT_EQ(browser.ask(invitation_request()), 200);
  const std::string page = browser.rest(), head = browser.head();
  const std::string length = std::to_string(page.size());
  const auto source_of = [&](const std::string& element) {
    const std::size_t begin = page.find("<" + element + ">") + element.size() + 2;
    const std::string text = page.substr(begin, page.find("</" + element + ">") - begin);
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(text.data()),
                       text.size());
    std::array<char, 45> base64{};
    sodium_bin2base64(base64.data(), base64.size(), hash.data(), hash.size(),
                      sodium_base64_VARIANT_ORIGINAL);
    return "'sha256-" + std::string(base64.data()) + "'";
  };
  const std::string policy = "default-src 'none'; style-src " + source_of("style") +
                             "; script-src " + source_of("script") +
                             "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  EXPECT_EQ(head,
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
            "Content-Security-Policy: " +
                policy +
                "\r\n"
                "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
                "Cross-Origin-Opener-Policy: same-origin\r\nCache-Control: no-store\r\n"
                "Connection: close\r\nContent-Length: " +
                length + "\r\n\r\n");
  EXPECT_LT(page.size(), 10'000u);
  for (const char* outside : {"http:", "https:", " src=", "<link", "<img", "<iframe", "@import",
                              "url(", "fetch(", "style=\"", " onclick="})
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  EXPECT_THAT(page, testing::HasSubstr(server::fingerprint_of_invitation()));
  EXPECT_EQ(page.find("0000 0000 0000 0000"), std::string::npos);
}

TEST(RelayServer, ShowsThePageOfAnInvitationAndNothingBesideIt) {
  RelayUp relay;
  Client first(relay.port()), shared(relay.port());
  EXPECT_EQ(first.ask(invitation_request()), 200);
  EXPECT_EQ(shared.ask(invitation_request("?source=chat")), 200);
  EXPECT_EQ(first.rest(), shared.rest());
  first.hang_up();
  shared.hang_up();
  for (const std::string& request :
       {invitation_request("s"), invitation_request("/"), invitation_request("/../1"),
        "POST" + invitation_request().substr(3), Client::request("/fairdeal/invite")}) {
    Client client(relay.port());
    EXPECT_EQ(client.ask(request), 404) << request;
  }
  EXPECT_EQ(relay.refused("not_fairdeal"), 5);
  relay.wait_for("fairdeal_relay_connections{kind=\"new\"}", 0);
}

TEST(RelayServer, GivesTheWholePageToABrowserThatTakesLittleAtATime) {
  RelayUp relay;
  Client browser(relay.port(), "127.0.0.1", 1);
  ASSERT_EQ(browser.ask(invitation_request()), 200);
  EXPECT_THAT(browser.rest(), testing::EndsWith("</html>\n"));
}

TEST(RelayServer, RefusesWhatIsNotHttpAndHeadsThatAreTooLong) {
  RelayUp relay;
  const std::string padding = "X-Padding: " + std::string(7'000, 'x') + "\r\n";
  Client below(relay.port());
  EXPECT_EQ(below.ask(Client::request("/fairdeal/1", "fairdeal.1", padding)), 101);
  for (const std::string& request :
       {std::string("\x16\x03\x01 hello, is this TLS?\r\n\r\n"),
        Client::request("/fairdeal/1", "fairdeal.1",
                        padding + "X-More: " + std::string(2'000, 'x') + "\r\n"),
        Client::request() + "early", std::string("GET /healthz HTTP/1.0\r\n\r\n")}) {
    Client client(relay.port());
    EXPECT_EQ(client.ask(request), 0) << request;
  }
}

TEST(RelayServer, BringsAVisitorToTheHolderOfANameplate) {
  RelayUp relay;
  Client holder(relay.port()), visitor(relay.port());
  holder.come_in();
  visitor.come_in();
  holder.send(kControl);
  visitor.send(kControl);
  holder.say(proto::Claim{.minutes = 20});
  const auto claimed = holder.hear_a<proto::Claimed>();
  EXPECT_EQ(claimed.seconds, 1200u);
  visitor.say(proto::Visit{0, claimed.nameplate, to_bytes("hello")});
  const auto visit = holder.hear_a<proto::Visit>();
  EXPECT_EQ(visit.body, to_bytes("hello"));
  holder.say(proto::Say{visit.visit, to_bytes("answer")});
  EXPECT_EQ(visitor.hear_a<proto::Say>(), (proto::Say{visit.visit, to_bytes("answer")}));
  visitor.say(proto::Say{visit.visit, to_bytes("proof")});
  EXPECT_EQ(holder.hear_a<proto::Say>().body, to_bytes("proof"));
  EXPECT_EQ(relay.metric("fairdeal_relay_places{kind=\"nameplate\"}"), 1);
  EXPECT_EQ(relay.metric("fairdeal_relay_connections{kind=\"control\"}"), 2);
  visitor.hang_up();
  EXPECT_EQ(holder.hear_a<proto::Gone>(), (proto::Gone{visit.visit, Why::left}));
  EXPECT_EQ(relay.metric("fairdeal_relay_visits_total{result=\"left\"}"), 1);
}

TEST(RelayServer, TellsAVisitorThatNobodyIsThere) {
  RelayUp relay;
  Client visitor(relay.port());
  visitor.come_in();
  visitor.send(kControl);
  const Instant asked = now();
  visitor.say(proto::Visit{0, std::uint32_t{7}, {}});
  EXPECT_EQ(visitor.hear_a<proto::Gone>(), (proto::Gone{0, Why::no_place}));
  EXPECT_GE((now() - asked).ms, 199);
}

TEST(RelayServer, CarriesAStreamBothWaysWhateverItsBorders) {
  RelayUp relay;
  Joined pipe(relay);
  SeededRng rng(3);
  std::string there(1 << 20, ' '), back(1 << 20, ' ');
  rng.fill(std::as_writable_bytes(std::span(there)));
  rng.fill(std::as_writable_bytes(std::span(back)));
  const auto send_in_pieces = [](Client& from, const std::string& bytes, std::uint64_t seed) {
    SeededRng sizes(seed);
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t size =
          std::min<std::size_t>(sizes.below(proto::kPipeBytesMax + 1), bytes.size() - at);
      const bool in_two = sizes.below(2) == 0;  // as two frames of one message
      if (in_two) from.send(bytes.substr(at, size / 2), Client::kBinary, false);
      from.send(bytes.substr(at + (in_two ? size / 2 : 0), size - (in_two ? size / 2 : 0)),
                in_two ? Client::kContinuation : Client::kBinary);
      at += size;
    }
  };
  std::thread ann([&] { send_in_pieces(pipe.ann, there, 1); });
  std::thread bob([&] { send_in_pieces(pipe.bob, back, 2); });
  EXPECT_TRUE(pipe.bob.stream(there.size()) == there);
  EXPECT_TRUE(pipe.ann.stream(back.size()) == back);
  ann.join();
  bob.join();
  EXPECT_EQ(relay.metric("fairdeal_relay_pipes"), 1);
  EXPECT_EQ(relay.metric("fairdeal_relay_pipe_bytes_total"), 2 << 20);
  EXPECT_EQ(relay.metric("fairdeal_relay_pipe_wait_seconds_count"), 1);
}

TEST(RelayServer, GivesTheLastBytesBeforeItSaysThatTheOtherLeft) {
  RelayUp relay;
  Joined pipe(relay);
  pipe.ann.send("last words");
  pipe.ann.hang_up();
  EXPECT_EQ(pipe.bob.stream(10), "last words");
  EXPECT_EQ(pipe.bob.close_code(), 4410);
  pipe.bob.hang_up();
  relay.wait_for("fairdeal_relay_connections{kind=\"pipe\"}", 0);
  EXPECT_EQ(relay.metric("fairdeal_relay_pipes"), 0);
}

TEST(RelayServer, GoesOnWhenOneLeavesInTheMiddleOfTheOthersMessage) {
  RelayUp relay;
  Joined pipe(relay);
  const std::string half(100, 'h');
  // A whole message, by which Bob knows that the relay is at the next one, and half of that.
  pipe.ann.send_raw(std::string("\x82\x81\0\0\0\0x\x82\xfe\0\xc8\0\0\0\0", 15) + half);
  EXPECT_EQ(pipe.bob.stream(1), "x");
  pipe.bob.hang_up();
  const auto closing = pipe.ann.frame();
  ASSERT_TRUE(closing);
  EXPECT_EQ(closing->opcode, Client::kClose);
  pipe.ann.send_raw(half.substr(0, 50));
  pipe.ann.send_raw(half.substr(50));
  pipe.ann.send("\x03\xe8", Client::kClose);
  EXPECT_EQ(pipe.ann.rest(), "");
  relay.wait_for("fairdeal_relay_connections{kind=\"pipe\"}", 0);
  Client(relay.port()).come_in();
}

TEST(RelayServer, GoesOnWhenOneLeavesBetweenThePartsOfTheOthersMessage) {
  RelayUp relay;
  // A part that is not the last one, and the last one.
  const std::string part("\2\x82\0\0\0\0pp", 8), last("\x80\x82\0\0\0\0ll", 8);
  for (int round = 0; round < 200; ++round) {
    Joined pipe(relay, 0, std::string(15, 't') + static_cast<char>(round));
    pipe.bob.send("\x03\xe8", Client::kClose);
    for (int i = 0; i < 20; ++i) pipe.ann.send_raw(i % 2 == 0 ? part : last);
    pipe.ann.hang_up();
    pipe.bob.hang_up();
    relay.wait_for("fairdeal_relay_connections{kind=\"pipe\"}", 0);
  }
  Client(relay.port()).come_in();
}

/// Both ends of a pipe write and read nothing, so each waits for the other one to take a piece.
void expect_end_of_stuck_pipe(const Bounds& bounds, bool relay_stops) {
  RelayUp relay(bounds);
  Joined pipe(relay);
  const auto writes = [](Client& client) {
    while (!client.write_failed()) client.send(std::string(60'000, 'x'));
  };
  std::thread ann([&] { writes(pipe.ann); }), bob([&] { writes(pipe.bob); });
  if (relay_stops) {
    while (relay.metric("fairdeal_relay_pipe_bytes_total") < 100'000) continue;
    relay.stop();
  } else {
    relay.wait_for("fairdeal_relay_connections{kind=\"pipe\"}", 0);
  }
  ann.join();
  bob.join();
}

TEST(RelayServer, EndsAPipeOfWhichNeitherEndReads) {
  Bounds bounds;
  bounds.write_max = Duration{300};
  expect_end_of_stuck_pipe(bounds, false);
}

TEST(RelayServer, StopsWithAPipeOfWhichNeitherEndReads) {
  Bounds bounds;
  bounds.closing_max = Duration{300};
  expect_end_of_stuck_pipe(bounds, true);
}

TEST(RelayServer, JoinsOnlyTheTwoSidesOfOneTokenAndOnlyOnce) {
  Bounds bounds;
  bounds.pipe_wait_max = Duration{300};
  bounds.tick = Duration{50};
  RelayUp relay(bounds);
  {
    Joined pipe(relay);
    pipe.ann.send("x");
    EXPECT_EQ(pipe.bob.stream(1), "x");
  }
  relay.wait_for("fairdeal_relay_connections{kind=\"pipe\"}", 0);
  Client dead_0(relay.port()), dead_1(relay.port()), other(relay.port()), same_side(relay.port()),
      same_side_again(relay.port());
  const std::pair<Client*, std::string> ends[] = {
      {&dead_0, pipe_hello(kToken, 0)},
      {&dead_1, pipe_hello(kToken, 1)},
      {&other, pipe_hello(std::string(16, 'o'), 1)},
      {&same_side, pipe_hello(std::string(16, 's'), 0)},
      {&same_side_again, pipe_hello(std::string(16, 's'), 0)}};
  for (const auto& [client, hello] : ends) {
    client->come_in();
    client->send(hello);
  }
  for (const auto& [client, hello] : ends) EXPECT_EQ(client->close_code(), 4404);
}

TEST(RelayServer, EndsWithWhoDoesNotKeepToTheProtocol) {
  RelayUp relay;
  const auto code_after = [&](const std::string& first, const std::string& then = "",
                              Client::Opcode opcode = Client::kBinary) {
    Client client(relay.port());
    client.come_in();
    client.send(first, then.empty() ? opcode : Client::kBinary);
    if (!then.empty()) client.send(then, opcode);
    return client.close_code();
  };
  EXPECT_EQ(code_after(kControl, "", Client::kText), 4400);
  EXPECT_EQ(code_after("\2"), 4400);
  EXPECT_EQ(code_after(""), 4400);
  EXPECT_EQ(code_after(pipe_hello(kToken, 2)), 4400);
  EXPECT_EQ(code_after(pipe_hello(kToken, 0).substr(1)), 4400);
  EXPECT_EQ(code_after(pipe_hello(kToken, 0) + "x"), 1009) << "19 bytes are too long";
  EXPECT_EQ(code_after(kControl, "nonsense"), 4400);
  EXPECT_EQ(code_after(kControl, std::string(4096, 'x')), 4400);
  EXPECT_EQ(code_after(kControl, std::string(4097, 'x')), 1009);
  EXPECT_EQ(code_after(kControl, std::string(as_text(proto::encode(proto::Held{})))), 4400);
  EXPECT_EQ(
      code_after(kControl, std::string(as_text(proto::encode(proto::Claim{1}))), Client::kText),
      4400);
  EXPECT_EQ(code_after(pipe_hello(kToken, 0), "early"), 4400) << "nobody is there yet";
  EXPECT_EQ(code_after(kControl, "x", static_cast<Client::Opcode>(3)), 1002) << "no such frame";
  relay.wait_for("fairdeal_relay_connections{kind=\"control\"}", 0);
  relay.wait_for("fairdeal_relay_connections{kind=\"pipe\"}", 0);
}

/// Bytes after the upgrade that once kept a client's connection for ever, in one write.
std::vector<std::string> sequences_without_end() {
  const auto frame = [](int opcode, const std::string& payload, int bits = 0x80) {
    return std::string{static_cast<char>(opcode | bits), static_cast<char>(0x80 | payload.size())} +
           std::string(4, '\0') + payload;
  };
  const std::string control = frame(2, kControl), foreign = frame(2, "none of ours"),
                    broken = frame(3, "x"), unmasked("\x82\x01x", 3), close = frame(8, "\x03\xe8"),
                    pipe = frame(2, pipe_hello(kToken, 0));
  return {control + foreign + broken,
          control + foreign + close,
          control + foreign + unmasked,
          control + close + broken,
          control + frame(9, "ping") + broken,
          control + frame(2, "half", 0) + foreign,
          foreign + broken,
          foreign + close,
          broken,
          close,
          close + foreign,
          pipe + foreign + broken,
          pipe + frame(1, "text") + close,
          pipe + close,
          control + frame(8, "x")};
}

TEST(RelayServer, A82_NoSequenceOfFramesKeepsAConnection) {
  Bounds bounds;
  bounds.tick = Duration{20};
  bounds.closing_max = Duration{300};
  bounds.connections_of.source = 8;
  RelayUp relay(bounds);
  for (const std::string& frames : sequences_without_end())
    for (const bool hangs_up : {false, true}) {
      // As many as the source may have, each of which neither reads nor ends.
      std::vector<std::unique_ptr<Client>> clients;
      for (std::size_t i = 0; i < bounds.connections_of.source; ++i) {
        clients.push_back(std::make_unique<Client>(relay.port()));
        ASSERT_EQ(clients.back()->ask(Client::request()), 101);
        clients.back()->send_raw(frames);
        if (hangs_up) clients.back()->hang_up();
      }
      for (const char* kind : {"new", "control", "pipe"})
        relay.wait_for(std::string("fairdeal_relay_connections{kind=\"") + kind + "\"}", 0);
    }
  Client(relay.port()).come_in();
}

TEST(RelayServer, A82_StopsWhateverItsClientsSent) {
  for (const std::string& frames : sequences_without_end()) {
    Bounds bounds;
    bounds.closing_max = Duration{100};
    RelayUp relay(bounds);
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 4; ++i) {
      clients.push_back(std::make_unique<Client>(relay.port()));
      ASSERT_EQ(clients.back()->ask(Client::request()), 101);
      clients.back()->send_raw(frames);
    }
    const Instant began = now();
    relay.stop();
    EXPECT_LT((now() - began).ms, 3'000);
  }
}

TEST(RelayServer, APieceMayBeAsLongAsItsBound) {
  RelayUp relay;
  Joined pipe(relay);
  const std::string longest(65536, 'x');
  pipe.ann.send(longest);
  EXPECT_TRUE(pipe.bob.stream(longest.size()) == longest);
  for (int i = 0; i < 16; ++i)  // the same in many frames
    pipe.ann.send(std::string(4096, 'y'), i == 0 ? Client::kBinary : Client::kContinuation, false);
  pipe.ann.send("", Client::kContinuation);
  EXPECT_TRUE(pipe.bob.stream(longest.size()) == std::string(65536, 'y'));
  pipe.ann.send(longest + "x");
  EXPECT_EQ(pipe.ann.close_code(), 1009);
  EXPECT_EQ(pipe.bob.close_code(), 4410);
}

TEST(RelayServer, ClosesWithAWordWhenItStops) {
  Bounds bounds;
  bounds.tick = Duration{50};
  bounds.closing_max = Duration{200};
  RelayUp relay(bounds);
  Joined pipe(relay);
  Client control(relay.port()), silent(relay.port()), half(relay.port());
  control.come_in();
  control.send(kControl);
  silent.come_in();  // and never reads again
  half.send_raw("GET /fairdeal/1 HT");
  relay.begin_to_stop();
  EXPECT_EQ(control.close_code(), 4503);
  EXPECT_EQ(pipe.ann.close_code(), 4503);
  EXPECT_EQ(pipe.bob.close_code(), 4503);
  relay.stop();
}

TEST(RelayServer, APortThatIsTakenIsAnError) {
  RelayUp relay;
  asio::io_context io;
  crypto::SystemRng rng;
  server::Config config{.listen = any_port(), .utc_seconds = [] { return std::uint64_t{0}; }};
  config.listen.port = relay.port();
  const auto refused = server::Server::open(io, std::move(config), rng);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::bad_parameters);
  EXPECT_THAT(refused.error().about, testing::HasSubstr("Address already in use"));
}

}  // namespace
}  // namespace fairdeal::relay::testing_
