#include <csignal>
#include <sstream>

#include <sys/stat.h>

#include "tests/e2e/process.h"

/// Help for authors of games: `rules new`, `rules watch`, `inspect`, and games as libraries.
namespace fairdeal::e2e {
namespace {

class Author : public E2e {
 protected:
  static bool has(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
  }
  static std::vector<Json> lines_of(const Ended& ended) {
    std::vector<Json> list;
    std::istringstream in(ended.out);
    for (std::string line; std::getline(in, line);) list.push_back(Json::parse(line));
    return list;
  }
  /// Returns the file of a new script.
  std::string script() {
    EXPECT_EQ(run({"rules", "new", "sea-war", "--lua", "--folder", folder_.path}).code, 0);
    return folder_ / "sea-war.lua";
  }
  /// Puts other words in place of those in a file.
  static void change(const std::string& file, const std::string& from, const std::string& to) {
    std::string text = read_file(file);
    ASSERT_TRUE(has(text, from)) << from;
    text.replace(text.find(from), from.size(), to);
    write_file(file, text);
  }
};

TEST_F(Author, BeginsWithAScriptThatObeysTheLaws) {
  const std::string file = script();
  const Ended tested = run({"rules", "test", file, "--playouts", "10"});
  EXPECT_EQ(tested.code, 0) << tested.err << tested.out;
  EXPECT_TRUE(has(read_file(file), "name = \"sea-war\""));
  EXPECT_TRUE(has(read_file(folder_ / "fairdeal.d.lua"), "---@meta"));
  EXPECT_TRUE(Json::accept(read_file(folder_ / ".luarc.json")));
}

TEST_F(Author, KeepsWhatIsThereAlready) {
  const std::string file = script();
  write_file(file, "mine");
  run_refused({"rules", "new", "sea-war", "--lua", "--folder", folder_.path}, 2, "file_exists");
  EXPECT_EQ(read_file(file), "mine");
  const Ended other = run({"rules", "new", "war", "--lua", "--folder", folder_.path, "--json"});
  EXPECT_EQ(other.json().at("game"), "war");
  EXPECT_EQ(other.json().at("files"), Json({folder_ / "war.lua"})) << "the others were there";
  const Ended peace = run({"rules", "new", "peace", "--lua", "--folder", folder_.path});
  EXPECT_TRUE(has(peace.out, "peace.lua; left as they were: ")) << peace.out;
}

TEST_F(Author, IsToldWhichNamesAGameCanHave) {
  run_refused({"rules", "new", "chess", "--lua"}, 2, "name_taken");
  run_refused({"rules", "new", "../war", "--lua"}, 2, "bad_name");
  run_refused({"rules", "new", "7up", "--cpp"}, 2, "bad_name");
  run_refused({"rules", "new", "war"}, 2, "usage");
  run_refused({"rules", "new", "war", "--lua", "--folder", "/proc/none"}, 2, "storage");
}

TEST_F(Author, SeesTheMatchAgainWhenAScriptIsSaved) {
  const std::string file = script();
  Process watch({"rules", "watch", file}, environment_);
  watch.said("Waits until");
  change(file, "dealt = 0,", "dealt = 0, more = 1,");
  watch.said("Waits until");
  change(file, "more = 1,", "more = ,");
  watch.said("Waits until");
  std::string other = read_file(file);
  other.replace(other.find("more = ,"), 8, "more = 1,");
  other.replace(other.find("return { 1, 2 } end"), 19, "return { 3, 4 } end");
  write_file(file, other);
  watch.said("Waits until");
  watch.signal(SIGINT);
  const Ended ended = watch.end();
  EXPECT_EQ(ended.code, 0) << ended.err;
  for (const char* words :
       {"[1] The cards are shuffled.", "All laws hold in it.", "[2] In the first state:",
        "/more = 1", "[3] This script is no game: sea-war.lua:", "that is not possible any more"})
    EXPECT_TRUE(has(ended.out, words)) << words << "\n" << ended.out;
  watch.all_gone();
}

TEST_F(Author, SeesAFileThatAnEditorPutsInPlaceOfAnother) {
  const std::string file = script();
  Process watch({"rules", "watch", file, "--json"}, environment_);
  watch.said("Waits until");
  const std::string fresh = folder_ / "fresh";
  write_file(fresh, read_file(file));
  fs::rename(fresh, file);
  watch.said("Waits until");
  watch.signal(SIGTERM);
  const auto said = lines_of(watch.end());
  ASSERT_EQ(said.size(), 2u);
  EXPECT_EQ(said[1].at("version"), 2);
  EXPECT_TRUE(said[1].at("differs").is_null() && said[1].at("wrong").is_null());
  EXPECT_EQ(said[0].at("events"), said[1].at("events"));
}

TEST_F(Author, A72_IsToldWhenTheHintOfAWatchedScriptCannotBeUsed) {
  const std::string file = script();
  change(file, "name = \"sea-war\"", "hint = {track = 5}, name = \"sea-war\"");
  for (const std::string params : {"{}", "[1]"}) {  // also where no match can begin
    Process watch({"rules", "watch", file, "--params", params}, environment_);
    watch.said("Waits until");
    watch.signal(SIGINT);
    const Ended ended = watch.end();
    EXPECT_TRUE(has(ended.out, "The hint of sea-war cannot be used (/track: an object)"))
        << ended.out;
  }
}

TEST_F(Author, IsToldWhichFileOfTheFolderMayBeMeant) {
  write_file(folder_ / "bid.lua", "return {}");
  write_file(folder_ / "bidder.fdt", "");
  const std::string near = "Did you mean " + (folder_ / "bid.lua").string() + "?";
  for (const std::vector<std::string>& command : {std::vector<std::string>{"play"},
                                                  {"host"},
                                                  {"rules", "test"},
                                                  {"rules", "watch"},
                                                  {"inspect"},
                                                  {"games", "add"},
                                                  {"games", "sign"}}) {
    auto arguments = command;
    arguments.push_back(folder_ / "bidd.lua");
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.code, 2) << command.back();
    EXPECT_TRUE(has(ended.err, near)) << command.back() << ended.err;
  }
  EXPECT_TRUE(has(run({"audit", folder_ / "biddr.fdt"}).err, "bidder.fdt?"));
  EXPECT_FALSE(has(run({"play", folder_ / "whist.lua"}).err, "Did you mean"));
}

TEST_F(Author, WatchesOnlyScripts) {
  run_refused({"rules", "watch", "pig"}, 2, "no_script");
  run_refused({"rules", "watch", folder_ / "none.lua"}, 2, "storage");
}

/// Chance is decided on the way to an event, and who is asked for a move decides that.
TEST_F(Author, GoesToAnEventThatIsStillToComeAsFarAsNoMoveIsWanted) {
  const Ended ended = run({"inspect", script(), "--json"}, "go 3\ngo 9\ngo 9\n");
  EXPECT_EQ(ended.code, 2) << ended.out << ended.err;
  const auto said = lines_of(ended);
  ASSERT_EQ(said.size(), 4u);
  EXPECT_EQ(said[1].at("ply"), 3);
  EXPECT_EQ(said[2].at("ply"), 5);
  EXPECT_TRUE(has(said[2].at("stopped"), "is wanted")) << said[2];
  EXPECT_TRUE(has(said[3].at("error").at("message"), "is wanted")) << said[3];
}

TEST_F(Author, InspectsWhatEachSeatSeesAndWhatAnEventRevealed) {
  const Ended ended = run({"inspect", script(), "--json"},
                          "next 5\nrevealed\nview 1\nview\nmoves 2\nmove 1 1\nmove 2 2\nnext 2\n"
                          "back 8\ngo 5\nabsent 2\nstate\n");
  EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
  const auto said = lines_of(ended);
  ASSERT_EQ(said.size(), 13u);
  EXPECT_EQ(said[1].at("ply"), 5);
  EXPECT_EQ(said[1].at("active"), Json({0, 1}));
  const Json& learnt = said[2].at("revealed");
  EXPECT_EQ(learnt.at("everybody"), Json::parse(R"([[["dealt"],4]])"));
  EXPECT_TRUE(learnt.at("seats")[0].at("edits").empty());
  EXPECT_EQ(learnt.at("seats")[1].at("edits").size(), 1u);
  EXPECT_EQ(said[3].at("view").at("own").size(), 2u);
  EXPECT_TRUE(said[4].at("view").at("own").empty());
  EXPECT_EQ(said[5].at("legal")[0].at("moves").size(), 2u);
  EXPECT_EQ(said[6].at("waits_for"), Json({1}));
  EXPECT_EQ(said[7].at("ply"), 6);
  EXPECT_FALSE(said[8].at("result").is_null());
  EXPECT_EQ(said[9].at("ply"), 0);
  EXPECT_EQ(said[11].at("last"), 6);  // what came after is gone
  EXPECT_EQ(said[12].at("state").at("plays"), Json::parse("[null,1]"));
}

TEST_F(Author, MakesAMoveByItsNumberOrAsItsJson) {
  // In connect four the column 0 is "a1", the first of the list.
  const Ended ended =
      run({"inspect", "connect-four", "--json"}, "moves 1\nmove 1 1\nback\nmove 1 =1\nmove 2 =7\n");
  EXPECT_EQ(ended.code, 2) << ended.out << ended.err;
  const auto said = lines_of(ended);
  ASSERT_EQ(said.size(), 6u);
  const Json& column = said[1].at("legal")[0].at("moves")[1];
  EXPECT_EQ(column.at("move"), 1);
  EXPECT_EQ(column.at("number"), 2);
  EXPECT_EQ(said[2].at("events")[0].at("moved").at("move"), 0) << "the first of the list";
  EXPECT_EQ(said[4].at("events")[0].at("moved").at("move"), 1);
  EXPECT_TRUE(has(said[5].at("error").at("message"), "'7' is no move now")) << said[5];
}

TEST_F(Author, IsToldWhatToWriteInsteadInAnInspection) {
  const Ended ended = run({"inspect", script()},
                          "nxt\nview 3\ngo x\nback\nmove 1 1\nsave\nload none\nrandom x\n"
                          "next 5\nnext\nmove 1 first\nvoid\nrandom 9\nnext\n");
  EXPECT_EQ(ended.code, 2);
  for (const char* words :
       {"Is it next [K]?", "Seats are 1 to 2: view 1", "Write go and a number", "next goes on.",
        "No move is wanted.", "Write save match.json.", "no file none",
        "Write random, or random 5.", "Write move 1 play the first card, ",
        "Write one of these after move 1", "Write void 1", "That was the last event."})
    EXPECT_TRUE(has(ended.err, words)) << words << "\n" << ended.err;
  run_refused({"inspect", "ches"}, 2, "unknown_game");
  run_refused({"inspect", "chess", "--params", "{"}, 2, "bad_parameters");
  run_refused({"inspect", "tribolo", "--params", "{\"walls\":28}"}, 2, "bad_parameters");
}

TEST_F(Author, SavesAMatchAndGoesOnWithIt) {
  const std::string file = folder_ / "match.json";
  const Ended saved = run({"inspect", "liars-dice", "--seats", "3", "--seed", "4"},
                          "random 6\nout 1 left\nrandom 3\nback 2\nsave " + file + "\nstate\n");
  EXPECT_EQ(saved.code, 0) << saved.err;
  const Ended loaded = run({"inspect", "liars-dice", "--seats", "3"}, "load " + file + "\nstate\n");
  EXPECT_EQ(loaded.code, 0) << loaded.err;
  const auto state_in = [](const std::string& text) { return text.substr(text.find("\n{") + 1); };
  EXPECT_EQ(state_in(saved.out), state_in(loaded.out));
  EXPECT_TRUE(has(loaded.out, "Ply 8 of 10")) << loaded.out;
  const std::string broken = folder_ / "broken.json";
  for (const char* text :
       {"{}", "[1]", R"({"game":"pig","seats":2})",
        R"({"at":0,"events":[{"ply":1,"out":{"seat":77}}],"game":"pig","last":1,)"
        R"("params":{},"seats":2,"seed":1})"}) {
    write_file(broken, text);
    const Ended refused = run({"inspect", "pig"}, "load " + broken + "\n");
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(has(refused.err, "is no match of this game")) << refused.err;
  }
}

TEST_F(Author, SavesOverNothingButASavedMatch) {
  const std::string other = folder_ / "my notes.txt", pipe = folder_ / "pipe.json";
  write_file(other, "dear diary");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const Ended ended =
      run({"inspect", "pig"}, "save " + other + "\nload " + pipe + "\nload " + other + "\n");
  EXPECT_EQ(ended.code, 2);
  EXPECT_TRUE(has(ended.err, "is no match that was saved")) << ended.err;
  EXPECT_TRUE(has(ended.err, "pipe.json is no file")) << ended.err;
  EXPECT_EQ(read_file(other), "dear diary");
  const std::string twice = folder_ / "two words.json";
  EXPECT_EQ(run({"inspect", "pig"}, "save " + twice + "\nrandom\nsave " + twice + "\n").code, 0);
}

TEST_F(Author, EndsWithTheVerdictOnATranscript) {
  const fs::path file = folder_ / "table.fdt";
  const Ended demo = run({"demo", "--game", "kuhn", "--seats", "2", "--no-input", "--transcript",
                          file, "--seed", "3"});
  ASSERT_EQ(demo.code, 0) << demo.err;
  EXPECT_EQ(run({"inspect", file}, "next\n").code, 0);
  const auto size = fs::file_size(file);
  fs::resize_file(file, size + 1);  // something after the end
  const Ended invalid = run({"inspect", file}, "next\n");
  EXPECT_EQ(invalid.code, 3);
  EXPECT_TRUE(has(invalid.err, "INVALID: the file is damaged")) << invalid.err;
  EXPECT_EQ(run({"inspect", file}, "next\nnonsense\n").code, 2);
  fs::resize_file(file, size - 1);
  const Ended cut = run({"inspect", file}, "next\n");
  EXPECT_EQ(cut.code, 4);
  EXPECT_TRUE(has(cut.err, "INCOMPLETE: transcript, at step ")) << cut.err;
}

TEST_F(Author, ReadsATranscriptButDoesNotChangeIt) {
  const std::string file = folder_ / "table.fdt";
  const Ended demo = run({"demo", "--game", "kuhn", "--seats", "2", "--no-input", "--transcript",
                          file, "--seed", "3"});
  ASSERT_EQ(demo.code, 0) << demo.err;
  const Ended ended =
      run({"inspect", file, "--json"}, "next 2\nview 1\nrevealed\nview 2\nmove 1 bet\nnext 99\n");
  EXPECT_EQ(ended.code, 2);
  const auto said = lines_of(ended);
  ASSERT_EQ(said.size(), 7u);
  EXPECT_EQ(said[1].at("events").size(), 2u);  // both cards were dealt
  EXPECT_TRUE(said[2].contains("view"));
  EXPECT_EQ(said[3].at("revealed").at("seats").size(), 1u);
  EXPECT_EQ(said[4].at("error").at("code"), "refused");
  EXPECT_EQ(said[5].at("error").at("code"), "refused");
  EXPECT_FALSE(said[6].at("result").is_null());
}

TEST_F(Author, IsRefusedALibraryThatIsNone) {
  write_file(folder_ / "text.so", "no library");
  run_refused({"rules", "test", folder_ / "text.so"}, 2, "bad_module");
  run_refused({"rules", "test", "text.so"}, 2, "bad_module");
  run_refused({"play", folder_ / "none.so"}, 2, "storage");
  run_refused({"host", folder_ / "text.so"}, 2, "bad_module");
  run_refused({"demo", "--game", folder_ / "text.so"}, 2, "bad_module");
}

#ifdef FD_NATIVE_GAME
TEST_F(Author, PlaysALibraryByItsPath) {
  const Ended tested = run({"rules", "test", FD_NATIVE_GAME, "--playouts", "10"});
  EXPECT_EQ(tested.code, 0) << tested.err << tested.out;
  const Ended played = run({"play", FD_NATIVE_GAME, "--seed", "2"}, "1\n");
  EXPECT_EQ(played.code, 0) << played.err;
  EXPECT_TRUE(has(played.out, "Result: ")) << played.out;
  const Ended inspected = run({"inspect", FD_NATIVE_GAME}, "random 9\n");
  EXPECT_TRUE(has(inspected.out, "Over: ")) << inspected.out;
}

TEST_F(Author, IsToldBothVersionsIfALibraryHasAnother) {
  const Ended ended = run_refused({"rules", "test", FD_OLD_MODULE}, 7, "other_version");
  EXPECT_TRUE(has(ended.out, "was built for Fairdeal 0.0.9")) << ended.out;
}
#endif

}  // namespace
}  // namespace fairdeal::e2e
