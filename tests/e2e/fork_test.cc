#include <csignal>

#include "crypto/system_rng.h"
#include "net/party/whereabouts.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/node/store.h"
#include "tests/e2e/liar.h"
#include "tests/e2e/network_table.h"
#include "tests/e2e/stored.h"

/// At three members one liar can split the other two. They notice, stop, keep both branches, and
/// name the liar and nobody else.
namespace fairdeal::e2e {
namespace {

using state::Put;

class Fork : public testing::Test, protected NetworkTable {
 protected:
  Fork() { timeout_s_ = 30; }

  /// The two honest ones halt at the same fork, and what they kept convicts this seat alone.
  void expect_fork(const std::vector<fs::path>& folders, std::vector<Ended> ended,
                   std::size_t liar) {
    std::set<std::string> steps;
    Arguments audit{"audit", "--json"};
    for (std::size_t i = 0; i < folders.size(); ++i) {
      expect_error(ended[i], 9, "forked");
      const std::string message = ended[i].json()["error"].value("message", "");
      const auto at = message.find("forked at step ");
      ASSERT_NE(at, message.npos) << message << ended[i].err;
      steps.insert(std::to_string(std::stoul(message.substr(at + 15))));
      const fs::path store = Stored::in(folders[i]);
      for (std::size_t seat = 0; seat < 3; ++seat) {
        fs::path path = store;
        path.replace_extension(".against-seat-" + std::to_string(seat) + ".evidence");
        EXPECT_EQ(fs::exists(path), seat == liar) << path;
        EXPECT_EQ(run({"evidence", "verify", path}).code == 0, seat == liar) << path;
      }
      audit.push_back(fs::path(store).replace_extension(".fdt"));
    }
    EXPECT_EQ(steps.size(), 1u);
    const Json together = run(audit).json();
    EXPECT_EQ(together.at("contradict"), true) << together;
    const Json comparison = together.at("comparisons").at(0);
    EXPECT_EQ(comparison.at("relation"), "forked");
    EXPECT_EQ(comparison.at("step").dump(), *steps.begin());
    for (const Json& named : comparison.at("contradicted")) EXPECT_EQ(named.at("seat"), liar);
  }
};

/// Makes one move towards the seats before it and another towards those after it, and votes for
/// each as if it had made no other.
class TwoFaced {
 public:
  explicit TwoFaced(crypto::SigningKey key) : key_(std::move(key)) {}

  std::optional<std::vector<Bytes>> operator()(const node::Node& node, Seat to, ByteSpan frame) {
    const auto message = proto::decode_message(frame);
    if (!message || to < node.me()) return {};
    if (const auto* honest = std::get_if<proto::EntryFrame>(&*message))
      return answer(node, honest->envelope);
    if (const auto* honest = std::get_if<proto::VoteFrame>(&*message))
      return vote(node, honest->envelope);
    // Nor is it told, by the liar, what the others decided.
    if (std::holds_alternative<proto::Decided>(*message)) return std::vector<Bytes>();
    return {};
  }

 private:
  std::optional<std::vector<Bytes>> answer(const node::Node& node,
                                           const proto::Envelope& envelope) {
    auto entry = proto::decode_entry(envelope.body).value();
    auto* move = std::get_if<proto::MovePayload>(&entry.payload);
    if (envelope.by != node.me() || move == nullptr || (step_ && *step_ != entry.step)) return {};
    const state::Table& table = node.table();
    if (!step_) {
      step_ = entry.step;
      move->action = table.game().legal(node.me()).back().action.text;
      other_.emplace(proto::sign(node.me(), std::move(entry), key_));
      const consensus::Record record{table.step(), table.head(), {table.assume_valid(*other_)}};
      outcome_ = {consensus::digest(record), table.after(record).value().digest()};
    }
    return {{proto::encode(proto::Message(proto::EntryFrame{proto::envelope(*other_)}))}};
  }
  std::optional<std::vector<Bytes>> vote(const node::Node& node, const proto::Envelope& envelope) {
    auto vote = proto::decode_vote(envelope.body).value();
    if (envelope.by != node.me() || step_ != vote.step || !vote.outcome) return {};
    vote.outcome = outcome_;
    const auto statement = proto::sign(node.me(), vote, key_);
    return {{proto::encode(proto::Message(proto::VoteFrame{proto::envelope(statement)}))}};
  }

  crypto::SigningKey key_;
  std::optional<Step> step_;  // at which it has begun
  std::optional<proto::Signed<proto::Entry>> other_;
  proto::Outcome outcome_;
};

TEST_F(Fork, ByALiarStopsBothOthersWhoNameItAlone) {
  crypto::SystemRng rng;
  const auto key = crypto::SigningKey::generate(rng);
  const auto ann = member("Ann", {"host", "tic-tac-toe", "--witnesses", "1", "--listen",
                                  "127.0.0.1:0", "--nickname", "Ann"});
  const std::string rest = ann->said("The table is open at ");
  const std::string address = rest.substr(0, rest.find(". "));
  const auto two_faced = std::make_shared<TwoFaced>(key.clone());
  const Liar bob(key, "Bob", address, folder_ / "Bob",
                 [two_faced](const auto& node, Seat to, ByteSpan frame) {
                   return (*two_faced)(node, to, frame);
                 });
  ann->said("2 of 2 are here");
  // The two honest ones hear each other later than both hear the liar.
  const auto far = proxy_.line("Wim-Ann", sockets::Address::parse(address)->port, {.delay = {400}});
  const auto wim = member("Wim", {"witness", far.text(), "--accept", "--nickname", "Wim"});
  Ended a = ann->end();
  Ended w = wim->end();
  expect_fork({folder_ / "Ann", folder_ / "Wim"}, {std::move(a), std::move(w)}, 1);
}

/// Makes whoever is resumed from this store call nobody but these.
void calls_only(const fs::path& store, const std::set<std::size_t>& seats) {
  auto opened = node::Store::open(store.string()).value();
  auto where =
      party::Whereabouts::decode(opened.get(state::kept::Whereabouts{}).value().value()).value();
  for (std::size_t i = 0; i < where.addresses.size(); ++i)
    if (!seats.contains(i)) where.addresses[i] = "";
  ASSERT_TRUE(opened.apply(std::vector<Put>{{Put::Space::secret, "whereabouts", where.encode()}}));
}

TEST_F(Fork, ByTwoCopiesOfOneMemberStopsBothOthersWhoNameItAlone) {
  sit_down(
      {"odds-and-evens", R"({"turns":60})", 2, 1}, [](const std::string&) { return Faults{}; },
      kHaste);
  proxy_.wait_for_bytes("Bob-Ann", 5'000);
  kill(1);
  kill(2);
  copy_folder(data(1), folder_ / "Bob as he was");
  copy_folder(data(2), folder_ / "again");
  calls_only(Stored::in(data(1)), {});
  calls_only(Stored::in(data(2)), {0});
  calls_only(Stored::in(folder_ / "again"), {1});
  resume(1);
  resume(2);
  const auto again = member("Wim", {"resume", Stored::in(folder_ / "again")});
  members_[0].process->said("Bob did not answer and sits out.");
  members_[1].process->said("Ann did not answer and sits out.");
  kill(1);
  kill(2);
  again->signal(SIGKILL);
  // Bob finds Ann again.
  auto before = node::Store::open(Stored::in(folder_ / "Bob as he was").string()).value();
  const auto where = before.get(state::kept::Whereabouts{}).value().value();
  ASSERT_TRUE(node::Store::open(Stored::in(data(1)).string())
                  .value()
                  .apply(std::vector<Put>{{Put::Space::secret, "whereabouts", where}}));
  resume(1);
  expect_fork({data(0), data(1)}, {end(0), end(1)}, 2);
}

}  // namespace
}  // namespace fairdeal::e2e
