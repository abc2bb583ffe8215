#include <csignal>

#include "tests/e2e/process.h"

/// The chat of people at a table, in processes of their own.
namespace fairdeal::e2e {
namespace {

class Chat : public E2e {
 protected:
  using Arguments = std::vector<std::string>;

  std::unique_ptr<Process> seat(const std::string& name, Arguments arguments, Out out = Out::here) {
    arguments.insert(arguments.end(),
                     {"--nickname", name, "--identity", folder_ / (name + ".id"), "--data",
                      folder_ / name, "--log-level", "debug", "--log-file",
                      folder_ / (name + ".log"), "--listen", "127.0.0.1:0"});
    return start(arguments, out);
  }
  /// Opens a table of three people, who all have sat down once this returns.
  void open(const Arguments& more = {}, const Arguments& bobs = {}) {
    Arguments arguments{"host", "holdem", "--seats", "3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    ann = seat("Ann", arguments);
    const std::string rest = ann->said("The table is open at ");
    const std::string address = rest.substr(0, rest.find(". "));
    Arguments joins{"join", address, "--accept"};
    joins.insert(joins.end(), bobs.begin(), bobs.end());
    bob = seat("Bob", joins);
    cat = seat("Cat", {"join", address, "--accept"});
    for (Process* each : {ann.get(), bob.get(), cat.get()}) each->said("Everybody is here.");
  }
  void end_all() {
    for (Process* each : {ann.get(), bob.get(), cat.get()}) {
      each->signal(SIGINT);
      ends.push_back(each->end());
      EXPECT_EQ(ends.back().code, 130);
    }
  }

  std::unique_ptr<Process> ann, bob, cat;
  std::vector<Ended> ends;
};

TEST_F(Chat, IsShownToAllAndKeptNowhere) {
  open();
  const std::string secret = "the weather is lovely";
  bob->type("say " + secret + "\n");
  for (Process* each : {ann.get(), bob.get(), cat.get()}) each->said("Bob says: " + secret);
  cat->type("SAY   it is \n");
  ann->said("Cat says: it is");
  ann->type("chat\n");
  ann->said("Bob says: " + secret);
  bob->type("say " + std::string(401, 'x') + "\n");
  bob->said("Not said: a line has 1 to 400 bytes of characters that can be seen.");
  end_all();
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path)) {
    if (!entry.is_regular_file()) continue;
    EXPECT_EQ(read_file(entry.path()).find("lovely"), std::string::npos) << entry.path();
    ++files;
  }
  EXPECT_GE(files, 12u) << "of each: an identity, a log, a store and a transcript";
}

TEST_F(Chat, WhoIsMutedIsNotSeenAndIsHeardAgain) {
  open();
  ann->type("mute Nobody\n");
  ann->said("Nobody else here is called 'Nobody'.");
  ann->type("mute bob\n");
  ann->said("Bob is muted");
  bob->type("say one\n");
  cat->said("Bob says: one");
  cat->type("say two\n");
  ann->said("Cat says: two");
  EXPECT_EQ(ann->said_so_far().find("Bob says"), std::string::npos);
  ann->type("unmute Bob\n");
  ann->said("Bob is heard again.");
  bob->type("say three\n");
  ann->said("Bob says: three");
  ann->type("chat off\n");
  ann->said("The chat is off for you");
  bob->type("say four\n");
  cat->said("Bob says: four");
  ann->type("say five\n");
  ann->said("The chat is off for you; 'chat on' turns it on.");
  end_all();
  EXPECT_EQ(ends[0].err.find("four"), std::string::npos);
  EXPECT_EQ(ends[2].err.find("five"), std::string::npos);
}

TEST_F(Chat, OneMemberMayDoWithoutIt) {
  open({}, {"--no-chat"});
  ann->type("say one\n");
  cat->said("Ann says: one");
  bob->type("chat on\n");
  bob->said("The chat is on");
  ann->type("say two\n");
  bob->said("Ann says: two");
  end_all();
  // The first line may be late, and come once the chat is on.
  const auto on = ends[1].err.find("The chat is on");
  EXPECT_EQ(ends[1].err.substr(0, on).find("Ann says: one"), std::string::npos);
}

TEST_F(Chat, AHostThatWantsNoneSaysSoAndNobodySaysAnything) {
  open({"--no-chat"});
  bob->type("say one\n");
  bob->said("Not said: at this table nobody says anything.");
  end_all();
  for (const Ended& ended : ends) {
    EXPECT_EQ(ended.err.find("says: one"), std::string::npos);
    EXPECT_NE(ended.err.find("the host wants no chat"), std::string::npos) << ended.err;
  }
}

/// A seat is handed to a bot in mid-match, and taken back. The others are told.
TEST_F(Chat, TellsWhoHandsTheSeatToABot) {
  ann = seat("Ann", {"host", "connect-four"}, Out::terminal);
  const std::string rest = ann->said("The table is open at ");
  bob = seat("Bob", {"join", rest.substr(0, rest.find(". ")), "--accept"}, Out::terminal);
  ann->said("Your move");
  ann->type("bot maybe\n");
  ann->said("say bot on, bot on hard or bot off");
  ann->type("bot on clever\n");
  ann->said("clever is none of");
  ann->type("bot on uci:stockfish\n");
  ann->said("An engine starts with its program alone");
  ann->type("bot on easy\n");
  ann->said("A bot (easy) plays for you now.");
  bob->said("Ann says: A bot (easy) plays for me now.");
  bob->said("Ann: ");
  for (const char* column : {"a\n", "b\n"}) {
    bob->said("Your move");
    bob->type(column);
    bob->said("Ann: ");  // the bot has answered
  }
  bob->said("Your move");
  ann->type("bot off\n");
  ann->said("You play yourself again.");
  bob->said("Ann says: I play myself again.");
  bob->type("c\n");
  ann->said("Your move");
  ann->type("g\n");
  bob->said("Ann: g");
  for (Process* each : {ann.get(), bob.get()}) {
    each->signal(SIGINT);
    EXPECT_EQ(each->end().code, 130);
  }
}

}  // namespace
}  // namespace fairdeal::e2e
