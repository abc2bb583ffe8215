#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "rules/json_full.h"
#include "rules/lua/interpreter.h"
#include "rules/lua/script.h"
#include "rules/lua/source.h"

/// games/new: what an editor is told of scripts is what scripts have, and docs/modules.md says.
namespace fairdeal::rules {
namespace {

using Names = std::set<std::string>;

std::string read(const std::string& path) {
  std::ifstream file(std::filesystem::path(FD_SOURCE_DIR) / path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns the first group of each place where `pattern` fits.
Names found(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  Names names;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at)
    names.insert((*at)[1]);
  return names;
}

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const auto from = text.find(begin);
  EXPECT_NE(from, std::string::npos) << begin;
  return text.substr(from, text.find(end, from) - from);
}

const std::string kStub = "games/new/fairdeal.d.lua";

TEST(Stub, HasTheFunctionsThatAScriptHasAndNoOthers) {
  const auto script = Interpreter::load("names.lua", R"(
    local names = {}
    for name, value in pairs(_ENV) do
      if type(value) == "table" then
        for part in pairs(value) do table.insert(names, name .. "." .. part) end
      else
        table.insert(names, name)
      end
    end
    return {names = names})");
  ASSERT_TRUE(script) << script.error().about;
  Names has;
  const Json names = (*script)->value("names").value();
  for (const Json& name : names) has.insert(name.get<std::string>());

  const std::string stub = read(kStub);
  Names told = found(stub, "\nfunction ([a-z._]+)\\(");
  for (const auto& field : found(between(stub, "---@class mathlib", "math ="), "@field ([a-z]+)"))
    told.insert("math." + field);
  told.insert("null");
  EXPECT_EQ(told, has);
}

TEST(Stub, HasTheMembersOfAModuleThatThePageHas) {
  const std::string table = between(read("docs/modules.md"), "| member | is |", "\n\n");
  Names members;
  for (const auto& column : found(table, "\n\\|([^|]*)\\|"))
    for (const auto& name : found(column, "`([a-z_]+)")) members.insert(name);
  const std::string module = between(read(kStub), "---@class fairdeal.Module", "\n\n");
  EXPECT_EQ(found(module, "@field ([a-z_]+)"), members);
}

TEST(Stub, HasTheWantsAndEventsThatThePageHas) {
  const std::string table = between(read("docs/modules.md"), "| want | event |", "\n\n");
  EXPECT_EQ(found(read(kStub), "@field type \"([a-z_]+)\""), found(table, "type = \"([a-z_]+)\""));
}

TEST(Stub, IsATextThatLuaReads) {
  const auto stub = Interpreter::load("fairdeal.d.lua", read(kStub) + "\nreturn {}");
  EXPECT_TRUE(stub) << stub.error().about;
}

TEST(NewGame, IsAGame) {
  const auto script = Script::load("new-game.lua", read("games/new/new-game.lua"));
  ASSERT_TRUE(script) << script.error().about;
  EXPECT_EQ((*script)->info().name, "new-game");
  // Functions that may fail unseen, because a match goes on without them, do not fail.
  const Json state = (*script)->call("start", {Json::object(), Json(2)}).value();
  const Json nobody, known = {{"faces", Json::object()}, {"dice", Json::array()}};
  EXPECT_TRUE((*script)->call("view", {state, nobody, known}).value().contains("own"));
  for (const Json& seat : {nobody, Json(1), Json(2)})
    EXPECT_TRUE((*script)->call("draw", {state, seat, known, Json::array()}));
  EXPECT_TRUE((*script)->call("label", {state, Json(1), Json(2), known, Json::array()}));
}

}  // namespace
}  // namespace fairdeal::rules
