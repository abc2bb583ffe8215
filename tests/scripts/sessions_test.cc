#include <filesystem>
#include <fstream>

#include "base/overloaded.h"
#include "net/session/session.h"
#include "rules/lua/script.h"
#include "tests/net/loopback.h"
#include "tests/shipped_script.h"

/// Tables of scripts that prepare the next deck while this one is played, with all their threads:
/// those that check proofs, the one that asks the rules, the one that draws. One interpreter serves
/// them all. With the preset tsan no two of them may touch the same thing.

namespace fairdeal::session {
namespace {

using namespace net::testing_;

/// How many steps each member sees: those of two decks that were shuffled ahead.
constexpr std::uint64_t kSteps = 120;

/// A member that plays at random, and draws all that it sees.
struct Player final : Session::Watcher {
  Player(asio::io_context& io, std::uint64_t seed, decltype(Session::Config::table) table,
         const std::string& folder)
      : choices_(seed),
        io_(io),
        session(io,
                Session::Config{net::testing_::key(seed), "player " + std::to_string(seed),
                                net::testing_::kAnyPort, std::move(table), false, folder},
                *this) {
    session.start();
  }
  void on_event(SessionEvent event) override {
    std::visit(Overloaded{[&](const ListeningAt& it) { listening = it.address; },
                          [&](const proto::Gathering&) { session.agree(); },
                          [&](const node::Notice& notice) { on_notice(notice, *session.node()); },
                          [&](const SessionEnded& how) { ended = how; }, [](const auto&) {}},
               event);
  }
  std::function<void()> prepare(const node::Node& node) override {
    return [game = node.table().game(), me = node.me(), known = node.known()] {
      (void)game.draw(me, known);
      (void)game.choices(me, known);
      (void)game.suggested(me, known);
    };
  }
  void on_notice(const node::Notice& notice, const node::Node& node) {
    const auto& game = node.table().game();
    drawn = game.draw(node.me(), node.known());
    if (const auto* refused = std::get_if<node::Refused>(&notice))
      refusals.push_back(describe(refused->error));
    if (const auto* changed = std::get_if<node::StandingChanged>(&notice))
      convictions += changed->convicted;
    if (const auto* decided = std::get_if<node::StepDecided>(&notice)) {
      steps = decided->step.value;
      absences += decided->absent.size();
    }
    if (std::holds_alternative<node::ToAct>(notice)) asio::post(io_, [this] { move(); });
  }

  void move() {
    const auto* node = session.node();
    if (node == nullptr || !node->to_act()) return;
    const auto legal = node->table().game().legal(node->me());
    (void)session.act(legal[choices_.below(legal.size())].action);
  }

 private:
  SeededRng choices_;
  asio::io_context& io_;

 public:
  sockets::Address listening;
  std::string drawn;
  std::vector<std::string> refusals;
  std::uint64_t steps = 0;
  std::size_t absences = 0;
  int convictions = 0;
  std::optional<Session::Ended> ended;
  Session session;
};

class ScriptSessions : public testing::TestWithParam<const char*> {
 protected:
  ScriptSessions() {
    std::string name = testing::TempDir() + "fairdeal-XXXXXX";
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    folder = name;
  }
  ~ScriptSessions() override { std::filesystem::remove_all(folder); }

  asio::io_context io;
  std::string folder;
};

TEST_P(ScriptSessions, A71_ThatPrepareTheNextDeckRefuseNothing) {
  const std::string file = GetParam();
  std::ifstream in(sources::shipped_script(file));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  auto loaded = rules::Script::load(file, text).value();
  const std::string game =
      rules::add_module(rules::module_of_script(std::move(loaded))).value()->info().name;

  Player ann(io, 1, meet::Offer{game, "{}", 3, 0}, folder);
  Player bob(io, 2, ann.listening, folder), cat(io, 3, ann.listening, folder);
  const std::vector<Player*> players{&ann, &bob, &cat};
  // Long enough for two decks that were shuffled ahead.
  ASSERT_TRUE(net::testing_::run_until(io, [&] {
    return std::ranges::all_of(
        players, [](const Player* player) { return player->ended || player->steps >= kSteps; });
  }));
  for (const Player* player : players) {
    EXPECT_EQ(player->refusals, std::vector<std::string>());
    EXPECT_EQ(player->convictions, 0);
    EXPECT_EQ(player->absences, 0u);
    EXPECT_FALSE(player->drawn.empty());
    EXPECT_FALSE(player->session.node()->halted());
  }
}

INSTANTIATE_TEST_SUITE_P(Of, ScriptSessions,
                         testing::Values("omaha.lua", "five-card-draw.lua", "stud.lua",
                                         "blackjack.lua"),
                         [](const auto& at) {
                           std::string name = at.param;
                           std::erase_if(name, [](char c) { return c == '-' || c == '.'; });
                           return name;
                         });

}  // namespace
}  // namespace fairdeal::session
