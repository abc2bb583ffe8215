#include <csignal>

#include <sys/stat.h>

#include "tests/e2e/process.h"
#include "tests/e2e/screen.h"
#include "tests/shipped_script.h"

/// Tables whose game is a script that only the host has.
namespace fairdeal::e2e {
namespace {

using Arguments = std::vector<std::string>;

/// A card is dealt to each of two seats, and then the rules do what `fails` says.
std::string failing_script(const std::string& fails) {
  return "return {name = 'fails', hidden = true, chance = true,\n"
         "start = function() return {n = 0} end,\n"
         "wants = function(s)\n"
         "  if s.n == 0 then return {{type = 'shuffle', slots = {0, 1}, faces = {0, 1}}} end\n"
         "  if s.n == 1 then return {{type = 'deal', slot = 0, to = 1}} end\n"
         "  " +
         fails +
         "\n"
         "end,\n"
         "legal = function() return {'go'} end,\n"
         "after = function(s) s.n = s.n + 1; return s end,\n"
         "result = function(s) return s.over and {0, 0} or nil end}\n";
}

class ScriptTable : public E2e {
 protected:
  std::unique_ptr<Process> seat(const std::string& name, Arguments arguments, Out out = Out::here) {
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name});
    if (out == Out::here) arguments.emplace_back("--json");
    return start(arguments, out);
  }
  std::unique_ptr<Process> host(const std::string& file, Arguments more) {
    more.insert(more.begin(), {"host", file, "--listen", "127.0.0.1:0", "--no-announce"});
    auto process = seat("Ann", more);
    const std::string rest = process->said("The table is open at ");
    address_ = rest.substr(0, rest.find(". "));
    return process;
  }
  std::unique_ptr<Process> join(const std::string& name) {
    return seat(name, {"join", address_, "--accept", "--bot", "simple", "--listen", "127.0.0.1:0"});
  }
  /// Returns the file of a shipped script with another name of its game, which no program has.
  std::string copied_script(const std::string& name) {
    std::string text = read_file(sources::shipped_script(name));
    constexpr std::string_view kShipped = "\"lua-";
    text.replace(text.find(kShipped), kShipped.size(), "\"own-");
    return script("copied-" + name, text);
  }
  std::string script(const std::string& name, const std::string& text) {
    write_file(folder_ / name, text);
    return folder_ / name;
  }
  /// Audits a transcript on a machine that has nothing else.
  Json audit_elsewhere(const std::string& transcript) {
    Sandbox elsewhere;
    if (can_be_without_network()) elsewhere.network_ = Network::none;
    const std::string copy = elsewhere.folder_ / "table.fdt";
    write_file(copy, read_file(transcript));
    return elsewhere.run({"audit", copy, "--json"}).json();
  }

  std::string address_;
};

TEST_F(ScriptTable, IsPlayedByPeersThatNeverSawTheGameAndAuditedFromTheTranscriptAlone) {
  const auto ann = host(copied_script("pig.lua"), {"--seats", "3", "--bot", "simple"});
  const auto bob = join("Bob"), cat = join("Cat");
  const auto a = ann->end(), b = bob->end(), c = cat->end();
  EXPECT_EQ(a.code, 0) << a.err;
  EXPECT_EQ(b.code, 0) << b.err;
  EXPECT_EQ(c.code, 0) << c.err;
  EXPECT_EQ(a.json().at("head"), c.json().at("head"));
  EXPECT_NE(b.err.find("is a script that is not on this machine"), std::string::npos) << b.err;
  EXPECT_NE(b.err.find("signed by nobody"), std::string::npos) << b.err;
  const Json report = audit_elsewhere(b.json().at("transcript"));
  EXPECT_EQ(report.at("verdict"), "VALID") << report;
  EXPECT_EQ(report.at("result"), a.json().at("result"));
}

TEST_F(ScriptTable, OfCardsIsPlayed) {
  const auto ann = host(copied_script("higher.lua"), {"--bot", "simple"});
  const auto bob = join("Bob");
  const auto a = ann->end(), b = bob->end();
  EXPECT_EQ(a.code, 0) << a.err;
  EXPECT_EQ(b.code, 0) << b.err;
  EXPECT_EQ(audit_elsewhere(a.json().at("transcript")).at("verdict"), "VALID");
}

TEST_F(ScriptTable, AsksThePersonOnceAndKeepsTheScript) {
  environment_["TERM"] = "dumb";  // in one piece, whatever the screen
  const auto ann = host(copied_script("tic-tac-toe.lua"), {});
  const auto bob = seat("Bob", {"join", address_, "--listen", "127.0.0.1:0"}, Out::terminal);
  bob->said("Run this script? Type yes or no");
  bob->type("rules\n");
  bob->said("The rules come with the script");
  bob->type("perhaps\n");
  bob->said("is none of yes, no, read and save FILE");
  bob->type("read\n");
  bob->said("return {");
  bob->type("save ../out.lua\n");
  bob->said("Write save and a name such as own-tic-tac-toe.lua");
  bob->type("save board.lua\n");
  const std::string saved = bob->said("Saved as ");
  bob->type("save board.lua\n");
  bob->said("is there already");
  bob->type("yes\n");
  bob->said("The script is kept");
  bob->said("Do you agree?");
  bob->type("rules\n");
  bob->said("three in a row");
  bob->said("Do you agree?");
  bob->signal(SIGINT);
  bob->end();
  const auto again = seat("Bob", {"join", address_, "--listen", "127.0.0.1:0"}, Out::terminal);
  again->said("Do you agree?");
  EXPECT_EQ(again->said_so_far().find("Run this script?"), std::string::npos);
}

/// A script that declares all there is to declare has more facts than a screen has rows. Its person
/// turns the pages, and what is typed before the question stands there answers nothing.
TEST_F(ScriptTable, A73_AsksOnlyAfterTheFirstFactCouldBeRead) {
  environment_["TERM"] = "xterm";
  std::string text = failing_script("return {}");
  const std::string known = "hidden = true, ";
  text.insert(text.find(known),
              "simultaneous = true, secrets = {dealt_to = 'several', shuffled_by = 'named', "
              "rolled_for = 'one', done = true, answers = true}, ");
  const auto ann = host(script("long.lua", text), {});
  const auto bob = seat("Bob", {"join", address_, "--listen", "127.0.0.1:0"}, Out::small_terminal);
  bob->said("Enter shows what is left, ");
  EXPECT_EQ(bob->said_so_far().find("Run this script?"), std::string::npos);
  DrawnScreen screen;
  screen.write(bob->said_so_far());
  EXPECT_TRUE(screen.shows("The game of this table is a script")) << screen.text();
  EXPECT_TRUE(screen.shows("Author: signed by nobody")) << screen.text();
  bob->type("yes\n");
  bob->said("Run this script?");
  bob->type("yes\n");
  bob->said("Do you agree?");
  bob->type("terms\n");
  bob->said("Enter shows what is left, ");
  bob->type("yes\n");
  bob->said("Enter shows what is left, ");
  bob->type("\n");
  bob->said("Do you agree?");
  bob->type("no\n");
  EXPECT_EQ(bob->end().code, 8);
}

TEST_F(ScriptTable, IsLeftByWhoDoesNotWantToRunIt) {
  const auto ann = host(copied_script("tic-tac-toe.lua"), {});
  const auto bob = seat("Bob", {"join", address_, "--listen", "127.0.0.1:0"}, Out::terminal);
  bob->said("Run this script? Type yes or no");
  bob->type("no\n");
  EXPECT_EQ(bob->end().code, 8);
  ann->said("Somebody read the terms and did not sit down.");
}

std::string case_of(const std::string& name) {
  return read_file(FD_SOURCE_DIR "/tests/e2e/scripts/" + name);
}

/// Returns the script with this member more.
std::string declaring(std::string text, const std::string& member) {
  return text.replace(text.find("return {\n"), 9, "return {\n  " + member + ",\n");
}

/// Nobody is blamed, the match is void, and nobody saw more than was declared.
TEST_F(ScriptTable, A74_ACardForSeveralThatWasNotDeclaredIsNotDealt) {
  const auto ann = host(script("peek.lua", case_of("peek.lua")), {"--bot", "random"});
  const auto bob = join("Bob");
  const auto a = ann->end(), b = bob->end();
  for (const Ended* ended : {&a, &b}) {
    expect_error(*ended, 12, "rules_fault");
    EXPECT_NE(ended->out.find("a card is dealt to several seats"), std::string::npos) << ended->out;
    EXPECT_NE(ended->out.find("no player is to blame"), std::string::npos) << ended->out;
  }
  EXPECT_NE(b.err.find("is seen by one seat"), std::string::npos) << b.err;
  const Json report = audit_elsewhere(b.json().at("transcript"));
  EXPECT_EQ(report.at("verdict"), "VALID") << report;
  EXPECT_TRUE(report.at("result").is_null());
}

/// All words on secrecy follow from the declaration, and from the wants of the rules.
TEST_F(ScriptTable, A74_ACardForSeveralIsToldBeforeAndAtTheTable) {
  const std::string text =
      declaring(case_of("peek.lua"), "secrets = {dealt_to = 'several', shuffled_by = 'all'}");
  const auto ann = host(script("peek.lua", text), {"--bot", "random"});
  const auto bob = join("Bob");
  const auto a = ann->end(), b = bob->end();
  EXPECT_EQ(a.code, 0) << a.err;
  EXPECT_EQ(b.code, 0) << b.err;
  EXPECT_NE(b.err.find("may be dealt to several seats"), std::string::npos) << b.err;
  EXPECT_NE(b.err.find("Ann and Bob see this card."), std::string::npos) << b.err;
  EXPECT_EQ(b.err.find("No player or host can see"), std::string::npos) << b.err;
  EXPECT_NE(b.err.find("The script sees your cards and dice, and can make your program tell them."),
            std::string::npos)
      << b.err;
}

/// The game makes no move for a person who was not asked, and each move that it makes or names by
/// what the person alone knows is told with the move itself.
TEST_F(ScriptTable, A73_AGameAnswersForNobodyWhoDidNotSayYes) {
  const std::string text = declaring(
      case_of("leak2.lua"), "secrets = {dealt_to = 'one', shuffled_by = 'all', answers = true}");
  const auto ann = host(script("leak2.lua", text), {"--bot", "random"});
  const auto bob =
      seat("Bob", {"join", address_, "--accept", "--listen", "127.0.0.1:0"}, Out::terminal);
  bob->said("It may not, until you type 'answers yes'");
  bob->said("Your move");
  EXPECT_EQ(bob->said_so_far().find("This game answered for you"), std::string::npos);
  bob->type("answers yes\n");
  bob->said("This game answered for you, by what you alone know. Your move: {\"ready\":");
  bob->said("game> Everybody is ready.");
}

/// A page has a question for it, which stands there until it is answered.
TEST_F(ScriptTable, A73_APageAsksOnceWhetherTheGameMayAnswer) {
  const std::string text = declaring(
      case_of("leak2.lua"), "secrets = {dealt_to = 'one', shuffled_by = 'all', answers = true}");
  const auto ann = host(script("leak2.lua", text), {"--bot", "random"});
  const auto bob =
      start({"join", address_, "--accept", "--listen", "127.0.0.1:0", "--json-lines", "--nickname",
             "Bob", "--identity", folder_ / "Bob.id", "--data", folder_ / "Bob"});
  ann->said("game> Everybody is ready.");  // her move, in the script's words
  bob->type("{\"v\":1,\"line\":\"answers yes\"}\n");
  ann->said("game> Everybody is ready.");
  bob->end_input();
  bob->signal(SIGTERM);
  const std::string out = bob->end().out;
  const auto asked = out.find("May this game answer for you by what you alone know?");
  const auto told = out.find("This game answered for you, by what you alone know. Your move: ");
  EXPECT_NE(asked, std::string::npos) << out;
  EXPECT_NE(told, std::string::npos) << out;
  EXPECT_LT(asked, told);
  EXPECT_EQ(out.find("May this game answer", told), std::string::npos) << "it is asked once";
}

TEST_F(ScriptTable, A71_ABotAtWhoseMoveTheRulesFailPlaysItsNextBestOne) {
  const std::string text =
      "return {name = 'bots', seats = 2, start = function() return {n = 0} end,\n"
      "wants = function(s) if s.n == 2 then return {} end\n"
      "  return {{type = 'move', seats = {s.n + 1}}} end,\n"
      "legal = function() return {'bad', 'good'} end,\n"
      "after = function(s, e) if e.move == 'bad' then error('no') end s.n = s.n + 1 return s end,\n"
      "result = function(s) if s.n == 2 then return {0, 0} end end,\n"
      "bot = function() return 'bad' end}\n";
  const auto ann = host(script("bots.lua", text), {"--bot", "simple"});
  const auto bob = join("Bob");
  const auto a = ann->end(), b = bob->end();
  for (const Ended* ended : {&a, &b}) {
    EXPECT_EQ(ended->code, 0) << ended->err;
    EXPECT_NE(ended->err.find("Bob: \"good\""), std::string::npos) << ended->err;
    EXPECT_EQ(ended->err.find("did not answer"), std::string::npos) << ended->err;
  }
}

TEST_F(ScriptTable, A72_TellsTheGuestThatTheHintCannotBeUsed) {
  std::string text = case_of("peek.lua");
  const auto ann =
      host(script("peek.lua", declaring(text, "hint = {track = 5}")), {"--bot", "random"});
  EXPECT_NE(ann->said_so_far().find("The hint of peek cannot be used (/track: an object)"),
            std::string::npos);
  join("Bob")->said("The hint of peek cannot be used (/track: an object)");
}

TEST_F(ScriptTable, A73_AGameThatDeclaresNoAnswersIsToldNoCardForOne) {
  const auto ann = host(script("leak2.lua", case_of("leak2.lua")), {"--bot", "random"});
  const auto bob = seat(
      "Bob", {"join", address_, "--accept", "--answers", "--listen", "127.0.0.1:0"}, Out::terminal);
  bob->said("Your move");
  EXPECT_EQ(bob->said_so_far().find("This game answered for you"), std::string::npos);
}

struct RulesFault {
  const char* name;
  const char* wants;
  const char* says;
};
void PrintTo(const RulesFault& fault, std::ostream* out) { *out << fault.name; }
class RulesFaults : public ScriptTable, public testing::WithParamInterface<RulesFault> {};

/// Nobody is to blame, every peer says so, and the transcript is sound.
TEST_P(RulesFaults, EndTheMatchWithoutAResult) {
  const auto ann = host(script("fails.lua", failing_script(GetParam().wants)), {"--bot", "random"});
  const auto bob = join("Bob");
  const auto a = ann->end(), b = bob->end();
  for (const Ended* ended : {&a, &b}) {
    expect_error(*ended, 12, "rules_fault");
    EXPECT_NE(ended->out.find(GetParam().says), std::string::npos) << ended->out;
    EXPECT_NE(ended->out.find("no player is to blame"), std::string::npos) << ended->out;
  }
  EXPECT_EQ(a.json().at("head"), b.json().at("head"));
  const Json report = audit_elsewhere(b.json().at("transcript"));
  EXPECT_EQ(report.at("verdict"), "VALID") << report;
  EXPECT_TRUE(report.at("result").is_null());
  EXPECT_NE(report.at("rules_fault").get<std::string>().find(GetParam().says), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    Of, RulesFaults,
    testing::Values(RulesFault{"AnEmptySlot", "return {{type = 'show', slot = 7}}", "slot"},
                    RulesFault{"ACallThatFails", "return error('no idea')", ":6: no idea"},
                    RulesFault{"ACallWithoutEnd", "while true do end", "1,000,000 instructions"}),
    [](const auto& at) { return std::string(at.param.name); });

/// A process of a script that stands still is killed, and another one asked.
TEST_F(ScriptTable, GoesOnWhenTheProcessOfTheScriptIsKilled) {
  const auto ann = host(copied_script("tic-tac-toe.lua"), {});
  for (const pid_t helper : ann->children())
    for (const pid_t process : children_of(helper)) ::kill(process, SIGKILL);
  const auto bob = join("Bob");
  bob->said("Everybody is here");
  ann->type("4\n");
  EXPECT_NE(bob->said("Ann: "), "");
}

TEST_F(ScriptTable, HasAScriptThatIsSignedAndKeptByItsName) {
  const std::string file = folder_ / "pig.lua";
  write_file(file, read_file(copied_script("pig.lua")));
  run_refused({"games", "verify", file}, 2, "unsigned");
  EXPECT_EQ(run({"games", "sign", file, "--identity", folder_ / "author.id"}).code, 0);
  const auto verified = run({"games", "verify", file, "--json"});
  EXPECT_EQ(verified.code, 0) << verified.err;
  const auto added = run({"games", "add", file, "--json"}).json();
  EXPECT_EQ(added.at("author"), verified.json().at("author"));
  EXPECT_EQ(run({"games", "verify", added.at("name"), "--json"}).json(), verified.json());
  const auto shown = run({"games", "show", added.at("name"), "--json"}).json();
  EXPECT_EQ(shown.at("digest"), added.at("digest"));
  const std::string name = added.at("name");
  const auto tested = run({"rules", "test", name, "--playouts", "1"});
  EXPECT_EQ(tested.code, 0) << tested.err;
  EXPECT_EQ(run({"games", "remove", name}).code, 0);
  run_refused({"games", "show", name}, 2, "no_such_script");

  write_file(file, read_file(file) + "\n");
  const auto changed = run_refused({"games", "verify", file}, 3, "bad_signature");
  EXPECT_NE(changed.out.find("The signature is not of this text."), std::string::npos);
  run_refused({"games", "add", file}, 2, "bad_author");
}

/// Neither a pipe nor a folder is waited for, or taken for a missing signature.
TEST_F(ScriptTable, TakesOnlyFilesForScriptsAndSignatures) {
  const std::string pipe = folder_ / "pipe.lua", file = folder_ / "pig.lua";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const char* command : {"add", "verify", "sign"})
    EXPECT_EQ(run({"games", command, pipe}).code, 2) << command;
  run_refused({"play", pipe}, 2, "storage");
  write_file(file, read_file(copied_script("pig.lua")));
  fs::create_directory(file + ".sig");
  run_refused({"games", "add", file}, 2, "bad_author");
  fs::remove(file + ".sig");
  ASSERT_EQ(::mkfifo((file + ".sig").c_str(), 0600), 0);
  run_refused({"games", "add", file}, 2, "bad_author");
  fs::remove(file + ".sig");
  EXPECT_EQ(run({"games", "sign", file, "--identity", folder_ / "author.id"}).code, 0);
  const Json author = run({"games", "add", file, "--json"}).json().at("author");
  fs::remove(file + ".sig");
  EXPECT_EQ(run({"games", "add", file}).code, 0);
  EXPECT_EQ(run({"games", "show", "own-pig", "--json"}).json().at("author"), author)
      << "a signature that is known stays";
}

/// One card that was dealt, and one that lay hidden from all.
TEST_F(ScriptTable, TellsWhoseCardIsShown) {
  const std::string file = script("shows.lua", R"(
    return {name = 'shows', seats = 1, zero_sum = false, hidden = true, chance = true,
    start = function() return {n = 0} end,
    wants = function(s)
      local all = {{type = 'shuffle', slots = {0, 1}, faces = {7, 8}},
                   {type = 'deal', slot = 0, to = 1}, {type = 'show', slot = 0},
                   {type = 'show', slot = 1}, {type = 'move', seats = {1}}}
      return {all[s.n + 1]}
    end,
    legal = function() return {'go'} end,
    after = function(s) s.n = s.n + 1; return s end,
    face_name = function(face) return 'the ' .. face end,
    result = function(s) return s.n == 5 and {0} or nil end})");
  const auto ended = run({"play", file}, "go\n");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.err.find("You show the "), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("Shown: the "), std::string::npos) << ended.err;
}

TEST_F(ScriptTable, IsResumedWithTheTextThatWasAgreedOn) {
  const std::string file = folder_ / "tic-tac-toe.lua";
  write_file(file, read_file(copied_script("tic-tac-toe.lua")));
  const auto ann = host(file, {});
  const auto bob = join("Bob");
  bob->said("Everybody is here");
  ann->type("4\n");
  bob->said("Ann: ");
  ann->signal(SIGKILL);
  ann->end();
  write_file(file, "no script any more");
  const auto again = seat("Ann", {"resume", "--bot", "simple"});
  again->said("It plays the script as it was agreed on (digest ");
  EXPECT_EQ(again->end().code, 0);
}

/// An author who changes a script keeps its name and often its version: the host's may be another
/// one than a guest has played.
TEST_F(ScriptTable, IsToldApartFromAnotherOfItsName) {
  const std::string file = folder_ / "pig.lua";
  write_file(file, read_file(copied_script("pig.lua")));
  const std::string first = run({"games", "add", file, "--json"}).json().at("digest");
  write_file(file, read_file(file) + "\n");
  const auto second = run({"games", "add", file, "--json"});
  EXPECT_EQ(second.json().at("others"), Json({first}));
  EXPECT_NE(second.err.find("games remove " + first.substr(0, 12)), std::string::npos)
      << second.err;

  fs::create_directories(folder_ / "Bob");
  fs::copy(folder_ / "data" / "fairdeal" / "scripts", folder_ / "Bob" / "scripts",
           fs::copy_options::recursive);
  write_file(file, read_file(file) + "\n");
  const auto ann = host(file, {"--bot", "simple"});
  const auto bob = join("Bob");
  bob->said("Another script of this name is kept here: version 3, digest ");
  bob->said("signed by nobody");
  const auto ended = bob->end();
  EXPECT_EQ(ended.code, 0) << ended.err;
  const std::string transcript = ended.json().at("transcript");
  const Json report = run({"audit", transcript, "--json"}).json();
  EXPECT_NE(report.at("script").at("digest"), Json(first));
  EXPECT_TRUE(report.at("script").at("author").is_null());
}

/// The description of a kept script lies beside it. Without that the script has no name, but it is
/// listed, and can be removed.
TEST_F(ScriptTable, RemovesAKeptScriptWhoseDescriptionIsDamaged) {
  const std::string digest =
      run({"games", "add", copied_script("pig.lua"), "--json"}).json().at("digest");
  int found = 0;
  for (const auto& file : fs::recursive_directory_iterator(folder_.path))
    if (file.path().filename() == digest + ".json") {
      write_file(file.path(), R"({"name":"pi)");
      ++found;
    }
  ASSERT_EQ(found, 1);
  const auto listed = run({"games", "show", "--json"}).json().at("scripts");
  ASSERT_EQ(listed.size(), 1u);
  EXPECT_EQ(listed[0].at("digest"), digest);
  EXPECT_EQ(listed[0].at("name"), "?");
  EXPECT_EQ(run({"games", "remove", digest.substr(0, 12)}).code, 0);
  EXPECT_TRUE(run({"games", "show", "--json"}).json().at("scripts").empty());
}

}  // namespace
}  // namespace fairdeal::e2e
