#include "ui/front/queued_terminal.h"

#include <csignal>
#include <fcntl.h>
#include <regex>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

namespace fairdeal::front {
namespace {

/// Standard error and events go into pipes that nobody reads until the test does.
class Unread : public testing::Test {
 protected:
  Unread() {
    std::signal(SIGPIPE,
                SIG_IGN);  // as the program does: the thread may write once the test is over
    int screen[2], events[2];
    if (::pipe(screen) != 0 || ::pipe(events) != 0) throw std::runtime_error("no pipe");
    screen_ = screen[0], events_ = events[0], to_events_ = events[1];
    was_ = ::dup(STDERR_FILENO);
    ::dup2(screen[1], STDERR_FILENO);
    ::close(screen[1]);
  }
  ~Unread() override {
    ::dup2(was_, STDERR_FILENO);
    for (const int fd : {was_, screen_, events_, to_events_}) ::close(fd);
  }

  /// The output until it ends so.
  static std::string read_to(int fd, const std::string& end) {
    std::string text;
    char part[4096];
    while (!text.ends_with(end)) {
      const ssize_t n = ::read(fd, part, sizeof part);
      if (n <= 0) return text + "(cut)";
      text.append(part, static_cast<std::size_t>(n));
    }
    return text;
  }

  int screen_, events_, to_events_, was_;
};

TEST_F(Unread, AScreenThatStandsStillHoldsUpNobodyAndSaysWhatIsMissing) {
  QueuedTerminal terminal;
  const std::string line(99, 'x');
  constexpr int kLines = 20'000;  // 2 MB: more than a pipe and the queue hold together
  for (int i = 0; i < kLines; ++i) terminal.line(line);
  std::string text = read_to(screen_, "x\n");  // what the pipe held; now the thread goes on
  while (text.find("lines were not shown") == text.npos) {
    terminal.line("end");
    text += read_to(screen_, "\n");
  }
  std::smatch missing;
  ASSERT_TRUE(std::regex_search(text, missing, std::regex("\\((\\d+) lines were not shown")));
  const auto shown = std::count(text.begin(), text.end(), 'x') / 99;
  EXPECT_GT(std::stol(missing[1]), 0);
  EXPECT_GT(shown, QueuedTerminal::kBytesMax / 100 - 10) << "what fits is shown";
  EXPECT_LE(shown + std::stol(missing[1]), kLines + 10);
}

TEST_F(Unread, NothingIsLostOnAScreenThatIsRead) {
  {
    QueuedTerminal terminal;
    for (int i = 0; i < 100; ++i) terminal.line(std::to_string(i));
  }  // waits until it is written
  const std::string text = read_to(screen_, "99\n");
  for (int i = 0; i < 100; ++i)
    EXPECT_NE(("\n" + text).find("\n" + std::to_string(i) + "\n"), std::string::npos) << i;
}

TEST_F(Unread, WhoReadsNoEventsGetsNoMoreOfThem) {
  QueuedTerminal terminal(to_events_);
  EXPECT_TRUE(terminal.has_events());
  const std::string event = std::string(999, 'e') + "\n";
  for (int i = 0; i < 1'000; ++i) terminal.event(event);
  EXPECT_FALSE(terminal.has_events());
  terminal.line("the screen goes on");
}

}  // namespace
}  // namespace fairdeal::front
