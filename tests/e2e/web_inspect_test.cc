#include <csignal>

#include "tests/e2e/web_table.h"

/// `fairdeal inspect --web` as a process: a game, a script, a transcript.
namespace fairdeal::e2e {
namespace {

class WebInspect : public Web {
 protected:
  PageSocket inspect(const std::string& what, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"inspect", what, "--web", "--no-open"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    program_ = start(arguments);
    web_.emplace(program_->said("Open "));
    return page(*web_, web_enter(*web_));
  }
  static Json say(PageSocket& page, const std::string& line, int ply) {
    page.say(Json{{"v", 1}, {"line", line}});
    return state_when(page, [&](const Json& state) {
      return state.at("phase") == "inspect" && state.at("inspect").at("ply") == ply;
    });
  }
  void leave(PageSocket& page) {
    page.say(Json{{"v", 1}, {"line", "quit"}});
    const auto ended = program_->end();
    EXPECT_EQ(ended.code, 0) << ended.err;
  }

  std::unique_ptr<Process> program_;
};

TEST_F(WebInspect, PlaysAScriptForAllSeats) {
  auto page = inspect(FD_SOURCE_DIR "/games/skull/skull.lua", {"--seats", "3"});
  const Json now = say(page, "random 8", 8);
  EXPECT_EQ(now.at("inspect").at("seats").size(), 4U);
  const std::string file = folder_ / "match.json";
  page.say(Json{{"v", 1}, {"line", "save " + file}});
  say(page, "back 8", 0);
  say(page, "load " + file, 8);
  leave(page);
}

TEST_F(WebInspect, OnlyReadsATranscript) {
  const std::string file = folder_ / "table.fdt";
  ASSERT_EQ(run({"demo", "--game", "kuhn", "--seats", "2", "--no-input", "--transcript", file,
                 "--seed", "3"})
                .code,
            0);
  auto page = inspect(file);
  EXPECT_TRUE(say(page, "next 2", 2).at("inspect").at("fixed"));
  page.say(Json{{"v", 1}, {"line", "random"}});
  Json said;
  while (!said.contains("lines") || said.at("lines").empty()) {
    said = page.read();
    ASSERT_FALSE(said.is_null());
  }
  EXPECT_TRUE(said.at("lines")[0].at("text").get<std::string>().starts_with("A transcript is"));
  program_->signal(SIGINT);
  EXPECT_EQ(program_->end().code, 0);
}

}  // namespace
}  // namespace fairdeal::e2e
