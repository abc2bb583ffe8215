#include "net/session/session.h"

#include <filesystem>

#include "base/overloaded.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "tests/net/loopback.h"

/// Whom a guest takes for its host, and what a host says to those who come too late.

namespace fairdeal::session {
namespace {

using namespace net::testing_;

/// A session, and what became of it.
struct Member final : Session::Watcher {
  Member(asio::io_context& io, std::uint64_t seed, sockets::Address listen,
         decltype(Session::Config::table) table, const std::string& folder, bool witness = false,
         std::function<void(Session::Config&)> change = {})
      : session(
            io,
            [&] {
              Session::Config config{net::testing_::key(seed),
                                     "member " + std::to_string(seed),
                                     std::move(listen),
                                     std::move(table),
                                     witness,
                                     folder,
                                     "",
                                     1};
              if (change) change(config);
              return config;
            }(),
            *this) {
    session.start();
  }
  void on_event(SessionEvent event) override {
    std::visit(Overloaded{[&](const ListeningAt& it) { listening = it.address; },
                          [&](const proto::Gathering&) {
                            ++gatherings;
                            if (agrees) session.agree();
                          },
                          [&](const meet::LobbyNews& heard) { news.push_back(heard.what); },
                          [&](const TableBegan&) { began = true; },
                          [&](const LinkChanged& link) {
                            if (link.up)
                              links.insert(link.seat);
                            else
                              links.erase(link.seat);
                          },
                          [&](const PeerRefused& refused) {
                            refused_where.push_back(refused.where);
                            refusals.push_back(refused.error);
                          },
                          [&](const SessionEnded& how) { ended = how; }, [](const auto&) {}},
               event);
  }

  sockets::Address listening;
  bool agrees = true;
  int gatherings = 0;
  bool began = false;
  std::set<Seat> links;
  std::vector<meet::LobbyNews::What> news;
  std::vector<std::string> refused_where;
  std::vector<Error> refusals;
  std::optional<Session::Ended> ended;
  Session session;
};

class SessionTest : public testing::Test {
 protected:
  SessionTest() {
    std::string name = testing::TempDir() + "fairdeal-XXXXXX";
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    folder = name;
  }
  ~SessionTest() override { std::filesystem::remove_all(folder); }

  Member host(const sockets::Address& at) {
    return {io, 1, at, meet::Offer{"odds-and-evens", "{}", 2, 0}, folder};
  }
  Member guest(std::uint64_t seed, const sockets::Address& at) {
    return {io, seed, net::testing_::kAnyPort, at, folder};
  }
  Member witness(std::uint64_t seed, const sockets::Address& at) {
    return {io, seed, net::testing_::kAnyPort, at, folder, true};
  }
  bool run_to(std::function<bool()> happened) {
    return net::testing_::run_until(io, std::move(happened));
  }

  asio::io_context io;
  SeededRng rng{7};
  std::string folder;
};

TEST_F(SessionTest, WhoeverCallsAGuestIsNotItsHost) {
  // Where the host will be, somebody accepts and says nothing.
  tcp::acceptor silent(io, {asio::ip::make_address("127.0.0.1"), 0});
  const sockets::Address there{.host = "127.0.0.1", .port = silent.local_endpoint().port()};
  Member bob = guest(2, there);
  net::testing_::Client mallory(io, bob.listening);
  mallory.open(net::testing_::key(3), rng);
  const Bytes lie = meet::HostLobby::refusal(proto::Refusal::full, "go away");
  mallory.send_frame(as_text(lie));

  bool called = false;
  silent.async_accept([&](error_code, tcp::socket) { called = true; });
  ASSERT_TRUE(run_to([&] { return called; }));
  silent.close();
  Member ann = host(there);
  EXPECT_TRUE(run_to([&] { return ann.began && bob.began; }));
  EXPECT_FALSE(bob.ended);
}

/// Between two matches nobody accepts calls, and yet no other program can have the port.
TEST_F(SessionTest, APortIsHeldFromOneMatchToTheNext) {
  const auto holds = [](Session::Config& config) { config.holds_port = true; };
  const meet::Offer offer{"odds-and-evens", "{}", 2, 0};
  std::optional<sockets::HeldPort> port;
  sockets::Address there;
  {
    Member ann{io, 1, net::testing_::kAnyPort, offer, folder, false, holds};
    there = ann.listening;
    ann.session.stop();
    port = ann.session.take_port();
    EXPECT_FALSE(ann.session.take_port());
  }
  ASSERT_TRUE(port);
  EXPECT_EQ(port->address(), there);
  const auto can_listen = [&] {
    const sockets::Transport& tcp = sockets::transport_of(there);
    auto taken = tcp.listen(io, there, [](auto&&...) {});
    if (taken) (*taken)->stop();
    return taken.has_value();
  };
  EXPECT_FALSE(can_listen());
  Member bob = guest(2, there);  // before the next match is open
  ASSERT_TRUE(run_to([&, polls = 0]() mutable { return ++polls > 3; }));
  {
    Member ann{io, 1, {.host = there.host, .port = 0}, offer, folder, false, [&](auto& config) {
                 config.port = *std::exchange(port, {});
               }};
    EXPECT_EQ(ann.listening, there);
    EXPECT_TRUE(run_to([&] { return ann.began && bob.began; }));
  }
  EXPECT_TRUE(can_listen()) << "this session was not to hold its port";
}

TEST_F(SessionTest, AHeldPortThatDoesNotServeIsFreed) {
  const auto holds = [](Session::Config& config) { config.holds_port = true; };
  const meet::Offer offer{"odds-and-evens", "{}", 2, 0};
  Member ann{io, 1, net::testing_::kAnyPort, offer, folder, false, holds};
  const sockets::Address there = ann.listening;
  auto port = ann.session.take_port();
  ASSERT_TRUE(port);
  EXPECT_TRUE(port->serves({there.host, 0}, 1));
  EXPECT_TRUE(port->serves(there, 1));
  const sockets::Address before{there.host, static_cast<std::uint16_t>(there.port - 3)};
  EXPECT_FALSE(port->serves(before, 3));
  EXPECT_TRUE(port->serves(before, 4));
  EXPECT_FALSE(port->serves({"::1", there.port}, 1));
  Member again{io, 1, {"::1", 0}, offer, folder, false, [&](auto& config) {
                 config.port = *std::exchange(port, {});
               }};
  EXPECT_EQ(again.listening.host, "::1");
  Member next = host(there);
  EXPECT_EQ(next.listening, there);
}

TEST_F(SessionTest, ATableBeginsOnceAllHaveAgreed) {
  Member ann = host(net::testing_::kAnyPort);
  Member bob = guest(2, ann.listening);
  bob.agrees = false;
  ASSERT_TRUE(run_to([&] { return bob.gatherings > 0; }));
  EXPECT_FALSE(ann.began || bob.began);
  bob.session.agree();
  EXPECT_TRUE(run_to([&] { return ann.began && bob.began; }));
  bob.session.agree();  // nothing more is to be said
}

TEST_F(SessionTest, AProofIsOfThisVeryConnection) {
  const meet::Token token{std::byte{5}};
  meet::Offer offer{"odds-and-evens", "{}", 2, 0};
  offer.policy = proto::Policy::invited;
  offer.invitations = {{.token = token}};
  Member ann{io, 1, net::testing_::kAnyPort, offer, folder};
  const auto comes = [&](std::uint64_t seed, meet::Token with) {
    return Member{
        io, seed, net::testing_::kAnyPort, ann.listening, folder, false, [&](auto& config) {
          config.host = net::testing_::key(1).public_key();
          config.token = with;
          config.also = {{.host = "localhost", .port = ann.listening.port}};
          config.look_first = true;
        }};
  };
  Member stranger = comes(3, {});
  ASSERT_TRUE(run_to([&] { return stranger.ended.has_value(); }));
  EXPECT_EQ(stranger.ended->how, Session::Ended::How::not_invited);
  EXPECT_EQ(stranger.gatherings, 0);
  EXPECT_EQ(ann.news, std::vector{meet::LobbyNews::What::not_invited});
  Member bob = comes(2, token);
  EXPECT_TRUE(run_to([&] { return ann.began && bob.began; }));
}

TEST_F(SessionTest, WhoComesAfterTheBeginningIsToldSo) {
  Member ann = host(net::testing_::kAnyPort);
  Member bob = guest(2, ann.listening);
  ASSERT_TRUE(run_to([&] { return ann.began && bob.began; }));
  Member cat = guest(3, ann.listening);
  ASSERT_TRUE(run_to([&] { return cat.ended.has_value(); }));
  EXPECT_EQ(cat.ended->how, Session::Ended::How::begun);
  EXPECT_EQ(cat.ended->error->about, "the match has begun");
  EXPECT_FALSE(ann.ended || bob.ended);
}

TEST_F(SessionTest, AStrangerAfterTheBeginningIsSentAwayBeforeItSaysAWord) {
  Member ann = host(net::testing_::kAnyPort);
  Member bob = guest(2, ann.listening);
  ASSERT_TRUE(run_to([&] { return ann.began && bob.began; }));
  net::testing_::Client stranger(io, ann.listening);
  stranger.open(net::testing_::key(3), rng);
  EXPECT_TRUE(stranger.is_closed());
  EXPECT_FALSE(ann.ended || bob.ended);
}

/// A statement after another history stands in a file when the program ends, even within the minute
/// in which its author may still show that history.
TEST_F(SessionTest, AStatementAboutAnotherHistoryIsWrittenDownWhenTheProgramEnds) {
  const auto files = [&] {
    std::size_t count = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder))
      count += file.path().extension() == ".history" ? 1u : 0u;
    return count;
  };
  {
    // Programs make the first steps of this game: keys and shuffles.
    Member ann{io, 1, net::testing_::kAnyPort, meet::Offer{"kuhn", "{}", 2, 0}, folder};
    Member bob{io, 2, net::testing_::kAnyPort, ann.listening, folder, false, [](auto& config) {
                 config.tamper = [](const node::Node& node, Seat,
                                    ByteSpan frame) -> std::optional<std::vector<Bytes>> {
                   const auto message = *proto::decode_message(frame);
                   const auto* said = std::get_if<proto::EntryFrame>(&message);
                   if (said == nullptr || said->envelope.by != node.me()) return {};
                   auto entry = *proto::decode_entry(said->envelope.body);
                   if (entry.step == Step(0)) return {};
                   entry.parent.bytes[0] ^= std::byte{1};
                   return std::vector<Bytes>{proto::encode(proto::Message(proto::EntryFrame{
                       proto::envelope(proto::sign(node.me(), entry, net::testing_::key(2)))}))};
                 };
               }};
    ASSERT_TRUE(run_to([&] {
      return ann.session.node() != nullptr && !ann.session.node()->parts().unshown.untold().empty();
    }));
    EXPECT_EQ(files(), 0u);
  }
  EXPECT_EQ(files(), 1u);
}

/// Whichever side has the smaller key, and so decides which of two connections stays.
TEST_F(SessionTest, TheFirstProgramOfAnIdentityPlaysOnWhenASecondIsStarted) {
  for (const bool host_decides : {false, true}) {
    std::uint64_t seed = 2;
    while ((net::testing_::key(1).public_key() < net::testing_::key(seed).public_key()) !=
           host_decides)
      ++seed;
    Member ann = host(net::testing_::kAnyPort);
    Member bob = guest(seed, ann.listening);
    bob.agrees = false;
    ASSERT_TRUE(run_to([&] { return bob.gatherings > 0; }));
    Member again = guest(seed, ann.listening);
    ASSERT_TRUE(run_to([&] { return again.ended.has_value(); }));
    EXPECT_EQ(again.ended->how, Session::Ended::How::refused);
    EXPECT_NE(again.ended->error->about.find("this identity is there"), std::string::npos);
    bob.session.agree();
    ASSERT_TRUE(run_to([&] { return ann.began && bob.began; }));
    Member late = guest(seed, ann.listening);
    ASSERT_TRUE(run_to([&] { return late.ended.has_value(); }));
    // The host's answer comes, unless this side hangs up its second connection first.
    EXPECT_TRUE(late.ended->how == Session::Ended::How::begun ||
                late.ended->how == Session::Ended::How::refused)
        << describe(*late.ended->error);
    EXPECT_FALSE(ann.ended || bob.ended);
  }
}

/// As a host does whose places for strangers are taken faster than it reads.
TEST_F(SessionTest, AGuestWhoseJoinWasNotReadCallsAgain) {
  const net::testing_::PublicKey guest_key = net::testing_::key(2).public_key();
  auto busy = std::make_unique<net::testing_::Node>(io, net::testing_::key(1));
  const auto there = busy->mesh->listen(net::testing_::kAnyPort);
  ASSERT_TRUE(there);
  Member bob = guest(2, *there);
  for (int call = 1; call < net::kFailedCallsMax; ++call) {
    ASSERT_TRUE(run_to([&] { return busy->ups[guest_key] == call; }));
    EXPECT_FALSE(bob.ended);
    busy->mesh->drop(guest_key, {.fault = Fault::not_wanted, .about = "no place"});
  }
  ASSERT_TRUE(run_to([&] { return busy->downs[guest_key] == net::kFailedCallsMax - 1; }));
  busy.reset();
  Member ann = host(*there);
  EXPECT_TRUE(run_to([&] { return ann.began && bob.began; }));
}

TEST_F(SessionTest, TheHostReadsWhyAGuestDoesNotSitDown) {
  Member ann = host(net::testing_::kAnyPort);
  Member bob = guest(2, ann.listening);
  bob.agrees = false;
  ASSERT_TRUE(run_to([&] { return bob.gatherings > 0; }));
  bob.session.decline("does not like odds");
  bob.session.stop();
  ASSERT_TRUE(run_to([&] { return !ann.refusals.empty(); }));
  EXPECT_EQ(ann.refused_where[0], "member 2");
  EXPECT_EQ(ann.refusals[0].about, "does not like odds");
  Member cat = guest(3, ann.listening);
  EXPECT_TRUE(run_to([&] { return ann.began && cat.began; }));
}

TEST_F(SessionTest, AWitnessWithoutAPlaceIsToldSo) {
  Member ann = host(net::testing_::kAnyPort);
  Member wim = witness(2, ann.listening);
  ASSERT_TRUE(run_to([&] { return wim.ended.has_value(); }));
  EXPECT_EQ(wim.ended->how, Session::Ended::How::refused);
  EXPECT_EQ(wim.ended->error->about, "this table has no place for a witness");
}

TEST_F(SessionTest, NobodySitsAtATableTwice) {
  Member ann = host(net::testing_::kAnyPort);
  Member again = guest(1, ann.listening);
  ASSERT_TRUE(run_to([&] { return again.ended.has_value(); }));
  EXPECT_EQ(again.ended->how, Session::Ended::How::refused);
  EXPECT_FALSE(ann.ended);
}

/// A caller with a member's key: here, somebody with a socket and no manners.
TEST_F(SessionTest, AMemberThatSaysNoMessageIsNotTakenAgain) {
  Member ann = host(net::testing_::kAnyPort);
  {
    Member bob = guest(2, ann.listening);
    ASSERT_TRUE(run_to([&] { return ann.links.contains(Seat(1)); }));
    bob.session.stop();
  }
  net::testing_::Client first(io, ann.listening);
  first.open(net::testing_::key(2), rng);
  first.send_frame("no message");
  EXPECT_TRUE(first.is_closed());
  net::testing_::Client second(io, ann.listening);
  EXPECT_FALSE(second.comes_up(net::testing_::key(2), rng));
  EXPECT_FALSE(ann.ended);
}

TEST_F(SessionTest, ThreeOverIpv6HaveThreeConnectionsAndOneIsLeftWithoutTheHost) {
  const sockets::Address all{.host = "::", .port = 0};
  Member ann{io, 1, {.host = "::1", .port = 0}, meet::Offer{"odds-and-evens", "{}", 2, 1}, folder};
  Member bob{io, 2, all, ann.listening, folder};
  Member cat{io, 4, all, ann.listening, folder, true};
  ASSERT_TRUE(run_to(
      [&] { return ann.links.size() == 2 && bob.links.size() == 2 && cat.links.size() == 2; }));
  EXPECT_TRUE(bob.session.address_of(Seat(2)).starts_with("[::1]:")) << "as the host saw it";
  ann.session.stop();
  ASSERT_TRUE(run_to([&] { return bob.links.size() == 1 && cat.links.size() == 1; }));
  EXPECT_TRUE(bob.links.contains(Seat(2)) && cat.links.contains(Seat(1)));
}

/// A host that tells its guests that others live where it pleases.
struct LyingHost {
  LyingHost(asio::io_context& io, std::string lie)
      : where(std::move(lie)),
        lobby(*meet::HostLobby::create({"odds-and-evens", "{}", 2, 1}, net::testing_::key(1), "Ann",
                                       rng)),
        mesh(io, net::testing_::key(1),
             {.admit = [](const net::testing_::PublicKey&) { return true; },
              .on_up = [this](const net::testing_::PublicKey& peer) { mesh.keep(peer); },
              .on_down = [](const net::testing_::PublicKey&, const Error&) {},
              .on_frame =
                  [this](const net::testing_::PublicKey& peer, const Bytes& frame) {
                    const auto effects = lobby.on_frame(peer, {where, {}}, frame, sockets::now());
                    if (!effects) return;
                    for (const auto& [to, reply] : effects->outgoing) mesh.send(to, reply);
                  },
              .on_refused = [](const std::string&, const Error&) {}}) {}

  std::string where;
  SeededRng rng{11};
  meet::HostLobby lobby;
  mesh::Mesh mesh;
};

TEST_F(SessionTest, AHostCannotMakeItsGuestsCallWhomItLikes) {
  for (const char* lie : {"192.168.1.1", "10.0.0.1", "169.254.7.7", "fe80::1", "example.org",
                          "localhost", "224.0.0.1", "0.0.0.0"}) {
    LyingHost ann(io, lie);
    const sockets::Address there = ann.mesh.listen(net::testing_::kAnyPort).value();
    Member bob = guest(2, there);
    Member cat = witness(3, there);
    ASSERT_TRUE(run_to([&] { return bob.began && cat.began; })) << lie;
    EXPECT_EQ(cat.session.address_of(Seat(1)), "") << lie;
    EXPECT_EQ(cat.session.address_of(Seat(0)), there.text()) << "where it was called";
  }
  LyingHost ann(io, "127.0.0.1");  // the truth
  const sockets::Address there = ann.mesh.listen(net::testing_::kAnyPort).value();
  Member bob = guest(2, there);
  Member cat = witness(3, there);
  ASSERT_TRUE(run_to([&] { return bob.links.contains(Seat(2)) && cat.links.contains(Seat(1)); }));
}

}  // namespace
}  // namespace fairdeal::session
