#include "rules/lua/script.h"
#include "rules/script_interpreter.h"
#include "tests/runtime/lobby_fixture.h"

/// Setting up a table whose game is a script that the guest lacks.

namespace fairdeal::meet {
namespace {

/// Returns a script that ends at once, under this name.
std::string small_script(const std::string& name, const std::string& more = "") {
  return "return {name = '" + name + "', " + more +
         "start = function() return {n = 0} end,\n"
         "wants = function(s) return s.n == 0 and {{type = 'move', seats = {1}}} or {} end,\n"
         "legal = function() return {'go'} end,\n"
         "after = function(s) s.n = 1; return s end,\n"
         "result = function(s) return s.n == 1 and {0, 0} or nil end}\n";
}

class LobbyScript : public Lobby {
 protected:
  LobbyScript() {
    rules::use_scripts(
        {[](const std::string& name, const std::string& text) -> Result<rules::Module> {
           FD_TRY(auto script, rules::Script::load(name, text));
           return rules::module_of_script(std::move(script));
         },
         {}});
  }

  /// Returns what a host of a script says that this program does not know.
  proto::Gathering gathering_of(const std::string& name, const std::string& text) {
    proto::Gathering gathering = host().gathering();
    gathering.terms.module = name;
    gathering.terms.module_version = "1";
    gathering.terms.rules = proto::script_digest(text);
    gathering.terms.interpreter = std::string(rules::kScriptInterpreter);
    gathering.script = proto::ScriptOffer{.size = static_cast<std::uint32_t>(text.size())};
    return gathering;
  }
  static Bytes told(const Message& message) { return encode(message); }
};

TEST_F(LobbyScript, IsThereToBeReadBeforeItIsRun) {
  const std::string text = small_script("fetched");
  GuestLobby bob = guest(1);
  const auto lacks = bob.on_frame(told(gathering_of("fetched", text)));
  ASSERT_TRUE(lacks) << describe(lacks.error());
  EXPECT_TRUE(lacks->news.empty()) << "nobody is asked about a text that cannot be read";
  EXPECT_FALSE(bob.gathering());
  const auto asked = sent<proto::FetchScript>(*lacks, 0);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->digest, proto::script_digest(text));
  EXPECT_TRUE(bob.on_frame(told(gathering_of("fetched", text)))->outgoing.empty());

  const auto here = bob.on_frame(told(proto::ScriptText{text}));
  ASSERT_TRUE(here) << describe(here.error());
  ASSERT_EQ(here->news.size(), 1U);
  EXPECT_EQ(here->news.front().what, LobbyNews::What::lacks_script);
  EXPECT_EQ(bob.script_text(), text);
  EXPECT_FALSE(bob.gathering());
  EXPECT_TRUE(rules::modules_called("fetched").empty()) << "it was not run";

  const auto got = bob.run_script();
  ASSERT_TRUE(got) << describe(got.error());
  EXPECT_EQ(got->news.front().what, LobbyNews::What::has_script);
  ASSERT_TRUE(bob.gathering());
  EXPECT_FALSE(bob.lacked());

  GuestLobby again = guest(2);  // now it is known
  ASSERT_TRUE(again.on_frame(told(gathering_of("fetched", text))));
  EXPECT_TRUE(again.gathering());
}

TEST_F(LobbyScript, IsRefusedIfItIsNotWhatTheHostSaid) {
  const auto refused = [&](const std::string& name, auto change, const std::string& sent_text,
                           Fault fault_expected) {
    const std::string text = small_script(name);
    proto::Gathering gathering = gathering_of(name, text);
    change(gathering);
    GuestLobby bob = guest(1);
    const auto lacks = bob.on_frame(told(gathering));
    if (!lacks) {
      EXPECT_EQ(lacks.error().fault, fault_expected) << name;
      return;
    }
    const auto here = bob.on_frame(told(proto::ScriptText{sent_text.empty() ? text : sent_text}));
    if (here)
      EXPECT_EQ(fault(bob.run_script()), fault_expected) << name;
    else
      EXPECT_EQ(here.error().fault, fault_expected) << name;
    EXPECT_FALSE(bob.gathering());
  };
  const auto nothing = [](auto&) {};
  refused("another-text", nothing, small_script("another-text") + " ", Fault::bad_parameters);
  refused(
      "another-size", [](auto& g) { g.script->size += 1; }, "", Fault::bad_parameters);
  refused(
      "hides", [](auto& g) { g.script->hidden = true; }, "", Fault::bad_parameters);
  refused(
      "declares", [](auto& g) { g.script->secrets = 4; }, "", Fault::bad_parameters);
  refused(
      "another-version", [](auto& g) { g.terms.module_version = "9"; }, "", Fault::bad_parameters);
  refused(
      "no-author", [&](auto& g) { g.script->author = id(2); }, "", Fault::bad_signature);
  const std::string misnamed = small_script("misnamed");
  GuestLobby bob = guest(1);
  ASSERT_TRUE(bob.on_frame(told(gathering_of("other-name", misnamed))));
  ASSERT_TRUE(bob.on_frame(told(proto::ScriptText{misnamed})));
  EXPECT_EQ(fault(bob.run_script()), Fault::bad_parameters);
}

/// The person would read the host's own words between the program's, and be asked about them.
TEST_F(LobbyScript, A73_WhoseNameOrVersionNoScriptHasIsRefusedBeforeAnybodyIsAsked) {
  const std::string text = small_script("forged");
  for (const char* version : {"1, signed by Ann", "1 ✓", "", "1\u202e", "12345678901234567"}) {
    proto::Gathering gathering = gathering_of("forged", text);
    gathering.terms.module_version = version;
    GuestLobby bob = guest(1);
    EXPECT_EQ(fault(bob.on_frame(told(gathering))), Fault::bad_parameters) << version;
  }
  for (const char* name : {"chess, signed by Ann", "Chess", "", "-chess", "a b"}) {
    GuestLobby bob = guest(1);
    EXPECT_EQ(fault(bob.on_frame(told(gathering_of(name, text)))), Fault::bad_parameters) << name;
  }
}

/// Another interpreter may count otherwise, and so call a move wrong that is right.
TEST_F(LobbyScript, IsRefusedIfAnotherInterpreterRunsItAndBothAreNamed) {
  const std::string text = small_script("counted");
  const std::string ours(rules::kScriptInterpreter);
  for (const std::string theirs : {"Lua 5.4.4, model 1", "Lua 5.4.6, model 2"}) {
    proto::Gathering gathering = gathering_of("counted", text);
    gathering.terms.interpreter = theirs;
    GuestLobby bob = guest(1);
    const auto refused = bob.on_frame(told(gathering));
    ASSERT_FALSE(refused) << "nothing is fetched, and nobody asked";
    EXPECT_EQ(refused.error().fault, Fault::unknown_module);
    EXPECT_NE(refused.error().about.find(theirs), std::string::npos) << refused.error().about;
    EXPECT_NE(refused.error().about.find(ours), std::string::npos) << refused.error().about;
  }
  ASSERT_TRUE(rules::add_script("counted", text));
  proto::Terms known = gathering_of("counted", text).terms;
  known.params = "{}";
  EXPECT_TRUE(state::rules_of(known));
  known.interpreter = "";
  ASSERT_FALSE(state::rules_of(known)) << "a script that names no interpreter";
  proto::Terms compiled = host().gathering().terms;
  EXPECT_TRUE(state::rules_of(compiled));
  compiled.interpreter = ours;
  ASSERT_FALSE(state::rules_of(compiled));
  EXPECT_EQ(state::rules_of(compiled).error().fault, Fault::unknown_module);
}

TEST_F(LobbyScript, IsOfferedWithTheInterpreterThatRunsIt) {
  ASSERT_TRUE(rules::add_script("offered", small_script("offered")));
  auto lobby = host({.module = "offered", .params = "{}", .seats = 2});
  EXPECT_EQ(lobby.gathering().terms.interpreter, rules::kScriptInterpreter);
  EXPECT_EQ(host().gathering().terms.interpreter, "");
}

TEST_F(LobbyScript, MayNotChangeWhileThePersonDecides) {
  GuestLobby bob = guest(1);
  ASSERT_TRUE(bob.on_frame(told(gathering_of("steady", small_script("steady")))));
  EXPECT_EQ(
      fault(bob.on_frame(told(gathering_of("steady", small_script("steady", "seats = 2, "))))),
      Fault::bad_parameters);
}

TEST_F(LobbyScript, IsNotTakenUnasked) {
  GuestLobby bob = guest(1);
  EXPECT_EQ(fault(bob.on_frame(told(proto::ScriptText{small_script("unasked")}))),
            Fault::not_wanted);
  ASSERT_TRUE(bob.on_frame(told(gathering_of("unasked", small_script("unasked")))));
  ASSERT_TRUE(bob.on_frame(told(proto::ScriptText{small_script("unasked")})));
  EXPECT_EQ(fault(bob.on_frame(told(proto::ScriptText{small_script("unasked")}))),
            Fault::not_wanted);
}

TEST_F(LobbyScript, IsSignedByItsAuthor) {
  const std::string text = small_script("signed");
  proto::Gathering gathering = gathering_of("signed", text);
  const ScriptAuthor author = sign_script(text, keys[3]);
  gathering.script->author = author.key;
  gathering.script->signature = author.signature;
  GuestLobby bob = guest(1);
  EXPECT_TRUE(bob.on_frame(told(gathering)));
  EXPECT_TRUE(verify_script(proto::script_digest(text), author));
  EXPECT_FALSE(verify_script(proto::script_digest(text + " "), author));
}

TEST_F(LobbyScript, IsGivenByTheHostToItsGuestsAlone) {
  const std::string text = small_script("given");
  ASSERT_TRUE(rules::add_script("given", text));
  auto lobby = host({.module = "given", .params = "{}", .seats = 2, .witnesses = 1});
  ASSERT_TRUE(lobby.gathering().script);
  EXPECT_EQ(lobby.gathering().script->size, text.size());
  const Bytes ask = told(proto::FetchScript{proto::script_digest(text)});
  EXPECT_EQ(fault(say(lobby, 1, ask)), Fault::not_wanted);
  ASSERT_TRUE(say(lobby, 1, join()));
  EXPECT_EQ(fault(say(lobby, 1, told(proto::FetchScript{}))), Fault::not_wanted);
  for (int i = 0; i < HostLobby::kScriptTimesMax; ++i)
    EXPECT_EQ(sent<proto::ScriptText>(*say(lobby, 1, ask), 1)->text, text);
  EXPECT_EQ(fault(say(lobby, 1, ask)), Fault::too_large);
}

}  // namespace
}  // namespace fairdeal::meet
