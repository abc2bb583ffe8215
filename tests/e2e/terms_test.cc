#include <thread>

#include "proto/codec.h"
#include "runtime/meet/lobby.h"
#include "tests/e2e/process.h"
#include "tests/net/loopback.h"

/// The terms of a table, shown to who sits down, agreed to, and kept to.
namespace fairdeal::e2e {
namespace {

namespace asio = boost::asio;
using net::testing_::run_until;

/// A host in the test's own process, of whose frames the test changes what it likes.
class AlteredHost {
 public:
  using Change = std::function<void(proto::Message&)>;

  explicit AlteredHost(Change change) : change_(std::move(change)) {}

  std::string address() { return node_.mesh->listen(net::testing_::kAnyPort).value().text(); }

  /// Serves its one guest until that hangs up.
  void serve() {
    ASSERT_TRUE(run_until(io_, [this] {
      for (auto& [guest, frames] : node_.frames)
        for (const Bytes& frame : std::exchange(frames, {})) answer(guest, frame);
      return !node_.downs.empty();
    }));
  }
  bool signed_by_guest() const { return signed_; }

 private:
  void answer(const crypto::PublicKey& guest, const Bytes& frame) {
    const auto message = proto::decode_message(frame);
    signed_ |= message && std::holds_alternative<proto::Sign>(*message);
    const auto effects = lobby_.on_frame(guest, {"127.0.0.1", {}}, frame, {});
    if (!effects) return;
    for (const auto& out : effects->outgoing) {
      auto said = proto::decode_message(out.frame).value();
      change_(said);
      node_.mesh->send(guest, proto::encode(said));
    }
  }

  Change change_;
  bool signed_ = false;
  SeededRng rng_{1};
  crypto::SigningKey key_ = net::testing_::key(9);
  asio::io_context io_;
  net::testing_::Node node_{io_, key_};
  meet::HostLobby lobby_ =
      meet::HostLobby::create({.module = "kuhn", .params = "{}"}, key_, "Ann", rng_).value();
};

class Terms : public E2e {
 protected:
  using Arguments = std::vector<std::string>;

  Terms() { environment_["TERM"] = "dumb"; }

  Arguments as(const std::string& name, Arguments arguments) {
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name});
    return arguments;
  }
  /// Opens a table where a bot sits; `address` is where.
  std::unique_ptr<Process> host(Arguments more = {}) {
    Arguments arguments{"host", "kuhn", "--bot", "simple", "--listen", "127.0.0.1:0", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto process = start(as("Ann", arguments));
    const std::string rest = process->said("The table is open at ");
    address = rest.substr(0, rest.find(". "));
    return process;
  }

  std::string address;
};

TEST_F(Terms, AGuestRefusesByNameAHostThatLeavesNoTimeForAMove) {
  AlteredHost ann([](proto::Message& message) {
    if (auto* gathering = std::get_if<proto::Gathering>(&message)) gathering->terms.pace.move = {0};
  });
  const auto bob =
      start(as("Bob", {"join", ann.address(), "--bot", "simple", "--accept", "--json"}));
  ann.serve();
  const auto ended = bob->end();
  expect_error(ended, 8, "bad_terms");
  EXPECT_NE(ended.out.find("move time of 0 s, which may be 1 s to 30 days"), std::string::npos)
      << ended.out;
  EXPECT_FALSE(ann.signed_by_guest());
}

TEST_F(Terms, AGuestRefusesByNameWhatAHostAltersAfterItWasShown) {
  AlteredHost ann([](proto::Message& message) {
    auto* proposal = std::get_if<proto::Propose>(&message);
    if (proposal == nullptr) return;
    auto charter = proto::decode_charter(proposal->charter).value();
    charter.pace.move = {0};
    proposal->charter = proto::encode(charter);
  });
  const auto bob =
      start(as("Bob", {"join", ann.address(), "--bot", "simple", "--accept", "--json"}));
  ann.serve();
  const auto ended = bob->end();
  expect_error(ended, 8, "bad_terms");
  EXPECT_NE(ended.out.find("move time other than shown: 0 s, not 1 min"), std::string::npos)
      << ended.out;
  EXPECT_FALSE(ann.signed_by_guest());
}

TEST_F(Terms, WhereNobodyCanSayYesNothingIsSigned) {
  const auto ann = host();
  for (const Arguments& who : std::vector<Arguments>{{}, {"--bot", "simple"}}) {
    Arguments arguments{"join", address, "--json"};
    arguments.insert(arguments.end(), who.begin(), who.end());
    const auto ended = start(as("Bob", arguments))->end();
    expect_error(ended, 2, "not_accepted");
    EXPECT_NE(ended.json().at("error").at("hint").get<std::string>().find("--accept"),
              std::string::npos);
    const Json terms = ended.json().at("terms");
    EXPECT_EQ(terms.at("game"), "kuhn");
    EXPECT_EQ(terms.at("move_ms"), 30'000);
    EXPECT_EQ(terms.at("recovery"), false);
    EXPECT_NE(ended.err.find("Clocks: 30 s for a move, and a reserve of 1 min"), std::string::npos)
        << "what it could not agree to is shown: " << ended.err;
  }
}

TEST_F(Terms, A88_AYesThatWasTypedBeforeTheyWereShownAgreesToNothing) {
  AlteredHost ann([](proto::Message&) {});
  const auto bob = start(as("Bob", {"join", ann.address(), "--bot", "simple"}), Out::terminal);
  bob->type("yes\nyes\n");  // the host answers only from here on
  std::thread host([&] { ann.serve(); });
  bob->said("Type yes or no; terms shows all");
  bob->type("no\n");
  bob->said("You did not agree to the terms of this table.");
  host.join();
  EXPECT_FALSE(ann.signed_by_guest());
}

TEST_F(Terms, AnInvitationIsTakenWithTheWordsAroundIt) {
  AlteredHost ann([](proto::Message&) {});
  const auto bob = start(as("Bob", {"join", "Join my table of Kuhn at " + ann.address() + ".",
                                    "--bot", "simple", "--json"}));
  std::thread host([&] { ann.serve(); });
  expect_error(bob->end(), 2, "not_accepted");  // it has come, and nobody there can say yes
  host.join();
}

TEST_F(Terms, APersonSeesThemAllAndSaysYes) {
  const auto ann = host({"--untimed", "--absences", "3"});
  const auto bob = start(as("Bob", {"join", address, "--bot", "simple"}), Out::terminal);
  for (const char* words : {"kuhn, 2 seats.", "No clock: a player who never moves stops the table.",
                            "Type yes or no; terms shows all"})
    bob->said(words);
  bob->type("terms\n");
  for (const char* words :
       {"The terms of this table:", "Game: kuhn, version 2", "Seats: 2.",
        "Stakes: ", "Clocks: a move may take as long as its player likes",
        "Absence: a seat that does not answer in time is absent", "Recovery: off.",
        "Open dice, if the game has any: ", "Votes: all 2 members decide each step.",
        "No player or host can see your cards", "Type yes or no"})
    bob->said(words);
  bob->type("perhaps\n");
  bob->said("'perhaps' is neither yes nor no.");
  bob->type("yes\n");
  bob->said("Everybody is here.");
  const auto a = ann->end(), b = bob->end();
  EXPECT_EQ(a.code, 0) << a.err;
  EXPECT_EQ(b.code, 0) << b.err;
  EXPECT_EQ(a.json().at("terms").at("move_ms"), nullptr);
  EXPECT_EQ(a.json().at("terms").at("absences"), 3);
}

TEST_F(Terms, WhoSaysNoSignsNothingAndHeldUpNobody) {
  const auto ann = host();
  const auto bob = start(as("Bob", {"join", address}), Out::terminal);
  bob->said("Type yes or no");
  bob->type("no\n");
  const auto ended = bob->end();
  EXPECT_EQ(ended.code, 8) << ended.err;
  EXPECT_NE(ended.err.find("Nothing was signed."), std::string::npos) << ended.err;
  const auto cat = start(as("Cat", {"join", address, "--bot", "simple", "--accept", "--json"}));
  EXPECT_EQ(cat->end().code, 0);
  const auto a = ann->end();
  EXPECT_EQ(a.code, 0);
  EXPECT_EQ(a.err.find("Bob"), std::string::npos) << "he read the terms, and went: " << a.err;
}

TEST_F(Terms, AWitnessIsAskedToo) {
  const auto ann = host({"--witnesses", "1"});
  const auto bob = start(as("Bob", {"join", address, "--bot", "simple", "--accept", "--json"}));
  const auto wim = start(as("Wim", {"witness", address}), Out::terminal);
  wim->said("are enough to go on");
  wim->said("Type yes or no");
  wim->type("yes\n");
  const auto w = wim->end();
  EXPECT_EQ(w.code, 0) << w.err;
  EXPECT_EQ(ann->end().json().at("terms"), bob->end().json().at("terms"));
}

TEST_F(Terms, AHostRefusesByNameWhatNoTableMayHave) {
  const std::vector<std::pair<const char*, Arguments>> bad{
      {"move time of 0 s", {"--move-time", "0"}},
      {"move time of 31 days", {"--move-time", "2678400"}},
      {"work time of 1 s", {"--work-time", "1"}},
      {"round time of 50 ms", {"--round-time", "0.05"}},
      {"round time of 1 min 1 s", {"--round-time", "61"}},
      {"reserve of 31 days", {"--bank", "2678400"}},
      {"number of absences of 0", {"--absences", "0"}},
      {"number of absences of 101", {"--absences", "101"}},
      {"number of witnesses of 7", {"--witnesses", "7"}},
      {"recovery of 1 among 2 seats", {"--recovery"}},
  };
  for (const auto& [term, options] : bad) {
    Arguments arguments{"host", "kuhn"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto ended = run_refused(arguments, 2, "bad_parameters");
    EXPECT_NE(ended.out.find(term), std::string::npos) << ended.out;
  }
}

}  // namespace
}  // namespace fairdeal::e2e
