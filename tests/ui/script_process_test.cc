#include <algorithm>
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "rules/json_full.h"
#include "rules/lua/script.h"
#include "tests/shipped_script.h"
#include "ui/front/page_moves.h"
#include "ui/sandbox/confine.h"
#include "ui/sandbox/script_client.h"

/// Scripts in processes of their own, and what such a process may do.

namespace fairdeal::sandbox {
namespace {

using rules::Json;

struct ForbiddenCall {
  const char* name;
  void (*make)();
};
void PrintTo(const ForbiddenCall& call, std::ostream* out) { *out << call.name; }
class ScriptProcessCalls : public testing::TestWithParam<ForbiddenCall> {};

/// The first such call would end an escape from the interpreter.
TEST_P(ScriptProcessCalls, EndTheProcess) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need system calls of their own";
#endif
  const pid_t child = ::fork();
  if (child == 0) {
    confine_to_computing();
    GetParam().make();
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status)) << "it went on";
  EXPECT_EQ(WTERMSIG(status), SIGSYS);
}

INSTANTIATE_TEST_SUITE_P(
    Forbidden, ScriptProcessCalls,
    testing::Values(ForbiddenCall{"open", [] { (void)::open("/etc/passwd", O_RDONLY); }},
                    ForbiddenCall{"socket", [] { (void)::socket(AF_INET, SOCK_STREAM, 0); }},
                    ForbiddenCall{"fork", [] { (void)::fork(); }},
                    ForbiddenCall{"kill", [] { (void)::kill(::getppid(), SIGTERM); }},
                    ForbiddenCall{"exec", [] { (void)::execl("/bin/true", "true", nullptr); }},
                    ForbiddenCall{"code",
                                  [] {
                                    (void)::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                                  }}),
    [](const auto& at) { return std::string(at.param.name); });

TEST(ScriptProcess, AnswersAsTheInterpreterOfThisProcess) {
  const std::string text =
      "local function same(s) return s end\n"
      "return {name = 'same', start = function(p, n) return {p, n, 'é', null, {}} end,\n"
      "wants = same, after = same, result = function() error('no idea') end}";
  const auto apart = load_script("same.lua", text).value();
  const auto here = rules::Script::load("same.lua", text).value();
  EXPECT_EQ(apart->info().name, here->info().name);
  for (const rules::Script* script : {apart.get(), here.get()}) EXPECT_TRUE(script->has("result"));
  EXPECT_EQ(apart->call("start", {Json{{"a", 1}}, 2}).value(),
            here->call("start", {Json{{"a", 1}}, 2}).value());
  EXPECT_EQ(apart->call("result", {Json()}).error().about,
            here->call("result", {Json()}).error().about);
  EXPECT_FALSE(load_script("bad.lua", "return 1"));
  EXPECT_FALSE(load_script("large.lua", std::string(100'000, ' ')));
}

/// A script whose calls return what they were given.
std::shared_ptr<rules::Script> echo() {
  return load_script("echo.lua",
                     "local function same(s) return s end\n"
                     "return {name = 'echo', start = same, wants = same, after = same, result = "
                     "same, draw = same}")
      .value();
}

Result<Json> shown_by(rules::Script& script, const Json& argument, std::int64_t& used) {
  return script.call_each_shown({"draw", {Json()}, 0, {argument}}, used).front();
}

/// More than a message has room for, in both directions: they come in parts, in their order.
TEST(ScriptProcess, CallsAtOnceMayBeLarge) {
  const auto script = echo();
  rules::ScriptCalls calls{"after", {Json()}, 0, {}};
  for (int i = 0; i < 100; ++i) calls.varied.push_back(std::to_string(i) + std::string(7'000, 'x'));
  for (int i = 0; i < 100; ++i) calls.varied.push_back(std::string(std::size_t(i) * 80, 'y'));
  std::int64_t used = 0;
  const auto said = script->call_each(calls, used);
  ASSERT_TRUE(said) << said.error().about;
  EXPECT_EQ(*said, calls.varied);
  std::int64_t alone = 0;
  for (const Json& argument : calls.varied) ASSERT_TRUE(script->call("after", {argument}, alone));
  EXPECT_EQ(used, alone) << "they count as those that are made alone";
}

TEST(ScriptProcess, A71_ThreadsNeverGetEachOthersAnswers) {
  const auto script = echo();
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 300; ++i) {
        const Json mine = {{"thread", thread}, {"text", std::string(std::size_t(i) * 20, 'x')}};
        std::int64_t used = 0;
        const auto answer =
            thread % 2 == 0 ? script->call("after", {mine}) : shown_by(*script, mine, used);
        if (!answer || *answer != mine) ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

std::vector<pid_t> children_of(pid_t process) {
  const std::string pid = std::to_string(process);
  std::ifstream list("/proc/" + pid + "/task/" + pid + "/children");
  return {std::istream_iterator<pid_t>(list), {}};
}

TEST(ScriptProcess, ThatIsKilledIsReplaced) {
  const auto script =
      load_script("one.lua",
                  "local function one() return 1 end\n"
                  "return {name = 'one', start = one, wants = one, after = one, result = one}")
          .value();
  for (int i = 0; i < 3; ++i) {
    int killed = 0;
    for (const pid_t helper : children_of(::getpid()))
      for (const pid_t process : children_of(helper)) killed += ::kill(process, SIGKILL) == 0;
    EXPECT_GT(killed, 0);
    EXPECT_EQ(script->call("start", {}).value(), 1);
  }
}

std::vector<pid_t> script_processes() {
  std::vector<pid_t> all;
  for (const pid_t helper : children_of(::getpid()))
    for (const pid_t process : children_of(helper)) all.push_back(process);
  return all;
}

/// However long it takes: no clock judges a script. The program can say that it waits.
TEST(ScriptProcess, A71_ThatIsStoppedIsWaitedFor) {
  const auto script = echo();
  EXPECT_EQ(script_silence().count(), 0);
  for (const pid_t process : script_processes()) ::kill(process, SIGSTOP);
  std::optional<Result<Json>> answer;
  std::thread asking([&] { answer = script->call("after", {Json(7)}); });
  while (script_silence().count() == 0) std::this_thread::yield();
  for (const pid_t process : script_processes()) ::kill(process, SIGCONT);
  asking.join();
  ASSERT_TRUE(answer && *answer);
  EXPECT_EQ(**answer, 7);
  EXPECT_EQ(script_silence().count(), 0);
}

/// Laws are judged by drawings. A drawing that was left out on a busy machine once broke one.
TEST(ScriptProcess, ThatDrawsIsWaitedForWhereDrawingsAreJudged) {
  const auto script = echo();
  const DrawingsAreWaitedFor judged;
  for (const pid_t process : script_processes()) ::kill(process, SIGSTOP);
  std::optional<Result<Json>> drawing;
  std::int64_t used = 0;
  std::thread showing([&] { drawing = shown_by(*script, Json(7), used); });
  while (script_silence().count() == 0) std::this_thread::yield();
  for (const pid_t process : script_processes()) ::kill(process, SIGCONT);
  showing.join();
  ASSERT_TRUE(drawing && *drawing);
  EXPECT_EQ(**drawing, 7);
}

/// A drawing that does not come costs no step, and is no fault of the script.
TEST(ScriptProcess, A71_AStepDoesNotWaitForADrawing) {
  const auto script = echo();
  const auto before = script_processes();
  std::int64_t used = 0;
  ASSERT_EQ(shown_by(*script, Json(1), used).value(), 1);
  std::vector<pid_t> draws = script_processes();
  std::erase_if(draws, [&](pid_t pid) { return std::ranges::count(before, pid) > 0; });
  ASSERT_EQ(draws.size(), 1u);
  ::kill(draws.front(), SIGSTOP);
  std::optional<Result<Json>> drawing;
  std::thread showing([&] { drawing = shown_by(*script, Json(2), used); });
  EXPECT_EQ(script->call("after", {Json(3)}).value(), 3);
  showing.join();
  ASSERT_TRUE(drawing);
  EXPECT_EQ(drawing->error().fault, Fault::no_answer);
}

/// A page then says that the table is drawn soon, and its person has all moves.
TEST(ScriptProcess, WhoseSceneDoesNotComeInTimeIsAskedAgain) {
  std::ifstream in(sources::shipped_script("lantern-walk.lua"));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto module = rules::module_of_script(load_script("lantern-walk.lua", text).value());
  const rules::AnyGame game = module.start(Json::object(), 2).value();
  const auto before = script_processes();
  EXPECT_FALSE(game.draw({}, {}).empty());
  for (const pid_t process : script_processes())
    if (std::ranges::count(before, process) == 0) ::kill(process, SIGSTOP);
  const front::PageScene page = front::page_scene(game, {}, {}, {});
  EXPECT_TRUE(page.late);
  EXPECT_TRUE(page.scene.is_null());
  EXPECT_EQ(page.problem, "") << "its writer made no mistake";
}

}  // namespace
}  // namespace fairdeal::sandbox
