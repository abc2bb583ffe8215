// Those who watch a table, by real sockets.
#include <filesystem>
#include <fstream>

#include "base/overloaded.h"
#include "net/session/session.h"
#include "net/session/watch_session.h"
#include "proto/codec.h"
#include "proto/limits.h"
#include "rules/any_game.h"
#include "tests/net/loopback.h"

namespace fairdeal::session {
namespace {

using namespace net::testing_;

/// A member that makes the first legal move, or none while it is `slow`.
struct Player final : Session::Watcher {
  Player(asio::io_context& io, std::uint64_t seed, decltype(Session::Config::table) table,
         const std::string& folder, std::optional<meet::Token> watch_token = {})
      : context(io), session(io, config(seed, std::move(table), folder, watch_token), *this) {
    session.start();
  }
  static Session::Config config(std::uint64_t seed, decltype(Session::Config::table) table,
                                const std::string& folder, std::optional<meet::Token> watch_token) {
    Session::Config made{net::testing_::key(seed),
                         "member " + std::to_string(seed),
                         net::testing_::kAnyPort,
                         std::move(table),
                         false,
                         folder,
                         "",
                         1};
    made.watch_token = watch_token;
    return made;
  }
  void on_event(SessionEvent event) override {
    std::visit(Overloaded{[&](const ListeningAt& it) { listening = it.address; },
                          [&](const proto::Gathering& heard) {
                            gathering = heard;
                            if (agrees) session.agree();
                          },
                          [&](const node::Notice& notice) { on_notice(notice); },
                          [&](const SessionEnded& how) { ended = how; }, [](const auto&) {}},
               event);
  }
  void on_notice(const node::Notice& notice) {
    if (const auto* it = std::get_if<node::Watching>(&notice)) watched.push_back(it->keys);
    if (std::holds_alternative<node::ToAct>(notice) && !slow)
      asio::post(context, [this] { act(); });
  }
  void act() {
    const auto* node = session.node();
    if (node == nullptr || !node->to_act()) return;
    EXPECT_TRUE(session.act(node->table().game().legal(node->me()).front().action));
  }

  asio::io_context& context;
  bool slow = false;
  bool agrees = true;
  sockets::Address listening;
  std::optional<proto::Gathering> gathering;
  std::vector<std::vector<crypto::PublicKey>> watched;
  std::optional<Session::Ended> ended;
  Session session;
};

struct Spectating final : WatchSession::Viewer {
  Spectating(asio::io_context& io, std::uint64_t seed, const sockets::Address& at,
             const std::string& file, std::optional<meet::Token> token = {})
      : session(io,
                {.key = net::testing_::key(seed),
                 .addresses = {at},
                 .token = token,
                 .transcript = file,
                 .begin_every = Duration{1}},
                *this) {
    session.start();
  }
  void on_waiting() override { waits = true; }
  void on_begin(const state::Table&) override { began = true; }
  void on_step(const state::Table&) override { ++steps; }
  void on_ended(const WatchSession::Ended& how) override { ended = how; }

  bool waits = false, began = false;
  int steps = 0;
  std::optional<WatchSession::Ended> ended;
  WatchSession session;
};

std::string content(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Watched : public testing::Test {
 protected:
  using How = WatchSession::Ended::How;

  Watched() {
    std::string name = testing::TempDir() + "fairdeal-XXXXXX";
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    folder = name;
    offer.watch = proto::WatchDelay{.hands = 1, .seconds = 3600};
  }
  ~Watched() override { std::filesystem::remove_all(folder); }

  void begin(std::optional<meet::Token> token = {}) {
    ann.emplace(io, 1, offer, folder, token);
    bob.emplace(io, 2, ann->listening, folder);
    ann->slow = bob->slow = true;
    ASSERT_TRUE(run_to([&] { return ann->session.node() != nullptr; }));
    ASSERT_TRUE(run_to([&] { return bob->session.node() != nullptr; }));
  }
  /// Lets both members play to the end.
  void play() {
    ann->slow = bob->slow = false;
    ann->act();
    bob->act();
  }
  bool run_to(std::function<bool()> happened) {
    return net::testing_::run_until(io, std::move(happened));
  }
  std::string file(const std::string& name) const { return folder + "/" + name; }

  asio::io_context io;
  SeededRng rng{7};
  std::string folder;
  meet::Offer offer{"odds-and-evens", "{}", 2, 0};
  std::optional<Player> ann, bob;
};

TEST_F(Watched, ASpectatorHasEverythingOnceTheMatchIsOver) {
  begin();
  EXPECT_EQ(bob->gathering->watch, offer.watch) << "a guest hears of it before it agrees";
  Spectating cat(io, 9, ann->listening, file("cat.fdt"));
  ASSERT_TRUE(run_to([&] { return cat.began && !bob->watched.empty(); }));
  EXPECT_EQ(bob->watched.back(), std::vector{net::testing_::key(9).public_key()})
      << "members see who watches";
  EXPECT_EQ(cat.steps, 0) << "of an hour ago nothing was decided";
  play();
  ASSERT_TRUE(run_to([&] { return cat.ended && ann->ended; }));
  EXPECT_EQ(cat.ended->how, How::finished);
  EXPECT_EQ(cat.session.table()->head(), ann->session.node()->table().head());
  EXPECT_EQ(content(file("cat.fdt")), content(ann->session.transcript()));
}

TEST_F(Watched, WhoComesBeforeTheBeginningWaitsForIt) {
  ann.emplace(io, 1, offer, folder);
  Spectating cat(io, 9, ann->listening, file("cat.fdt"));
  ASSERT_TRUE(run_to([&] { return cat.waits; }));
  bob.emplace(io, 2, ann->listening, folder);
  ann->slow = bob->slow = true;
  ASSERT_TRUE(run_to([&] { return cat.began; }));
  play();
  ASSERT_TRUE(run_to([&] { return cat.ended.has_value(); }));
  EXPECT_EQ(cat.ended->how, How::finished);
}

TEST_F(Watched, NobodyWatchesWhereTheHostLetsNobody) {
  offer.watch.reset();
  begin();
  Spectating cat(io, 9, ann->listening, file("cat.fdt"));
  ASSERT_TRUE(run_to([&] { return cat.ended.has_value(); }));
  EXPECT_EQ(cat.ended->how, How::refused);
  EXPECT_FALSE(cat.began);
}

TEST_F(Watched, A107_OnlyWhoHasTheLinkWatchesWhereOneIsAskedFor) {
  const meet::Token token{std::byte{5}};
  begin(token);
  Spectating stranger(io, 8, ann->listening, file("stranger.fdt"));
  ASSERT_TRUE(run_to([&] { return stranger.ended.has_value(); }));
  EXPECT_EQ(stranger.ended->how, How::not_invited);
  Spectating cat(io, 9, ann->listening, file("cat.fdt"), token);
  EXPECT_TRUE(run_to([&] { return cat.began; }));
}

/// Forbidden messages of a spectator: anything more, a vote, or a Join after all.
TEST_F(Watched, A107_WhoWatchesAndSaysMoreIsHungUpOn) {
  begin();
  const proto::Vote vote{
      ann->session.node()->table().id(), Step(0), Round(0), proto::Phase::prevote, {}};
  const std::vector<Bytes> more{
      proto::encode(proto::Message(proto::Watch{})),
      proto::encode(proto::Message(proto::VoteFrame{
          {Seat(1), proto::encode(vote), net::testing_::key(9).sign("vote", {})}})),
      proto::encode(proto::Message(proto::Join{.nickname = "Cat"})),
      proto::encode(proto::Message(proto::HistoryQuery{{}, Step(0), {}})), to_bytes("nonsense")};
  for (const Bytes& frame : more) {
    net::testing_::Client cat(io, ann->listening);
    cat.open(net::testing_::key(9), rng);
    const std::size_t before = ann->watched.size();
    const Bytes watch = proto::encode(proto::Message(proto::Watch{}));
    cat.send_frame(as_text(watch));
    ASSERT_TRUE(run_to([&] { return ann->watched.size() > before; }));
    EXPECT_EQ(ann->watched.back().size(), 1u);
    cat.send_frame(as_text(frame));
    EXPECT_TRUE(cat.is_closed());
    ASSERT_TRUE(run_to([&] { return ann->watched.back().empty(); })) << "it has lost its place";
  }
  EXPECT_FALSE(ann->ended || bob->ended);
  play();
  ASSERT_TRUE(run_to([&] { return ann->ended && bob->ended; }));
  EXPECT_EQ(ann->ended->how, Session::Ended::How::finished);
}

/// Its ninth comes when eight are there, and none of them takes a member's place.
TEST_F(Watched, A107_EightWatchAndTheNinthIsToldSo) {
  begin();
  std::vector<std::unique_ptr<Spectating>> all;
  for (std::uint64_t i = 0; i < proto::kWatchersMax; ++i) {
    all.push_back(
        std::make_unique<Spectating>(io, 20 + i, ann->listening, file(std::to_string(i) + ".fdt")));
    ASSERT_TRUE(run_to([&] { return all.back()->began; }));
  }
  Spectating ninth(io, 40, ann->listening, file("ninth.fdt"));
  ASSERT_TRUE(run_to([&] { return ninth.ended.has_value(); }));
  EXPECT_EQ(ninth.ended->how, How::refused);
  play();
  ASSERT_TRUE(run_to([&] { return ann->ended && bob->ended; }));
  EXPECT_EQ(ann->ended->how, Session::Ended::How::finished);
}

}  // namespace
}  // namespace fairdeal::session
