#include "tests/e2e/process.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <sched.h>
#include <sstream>
#include <stdexcept>
#include <termios.h>
#include <unistd.h>

#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

extern char** environ;

namespace fairdeal::e2e {
namespace {

/// Longer than any machine needs: only a program that hangs comes here.
constexpr std::chrono::minutes kHangs{4};

/// Twice as long as a program that waits says nothing.
constexpr std::chrono::seconds kSilence{10};

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    read = ends[0];
    write = ends[1];
  }
};

void close_now(int& fd) {
  if (fd >= 0) ::close(std::exchange(fd, -1));
}

/// Appends what can be read; closes `fd` at the end of the file.
void drain(int& fd, std::string& text) {
  char buffer[4096];
  const ssize_t n = ::read(fd, buffer, sizeof buffer);
  if (n > 0) text.append(buffer, static_cast<std::size_t>(n));
  if (n == 0 || (n < 0 && errno != EINTR)) close_now(fd);
}

/// Puts this process into a network of its own. As no user but root may do so, it also takes a user
/// namespace of its own.
bool leave_network() { return ::unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0; }

}  // namespace

Folder::Folder() {
  std::string name = (fs::temp_directory_path() / "fairdeal-e2e-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
  path = name;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

void write_file(const fs::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

Json Ended::json() const {
  const Json document = Json::parse(out, nullptr, false);
  EXPECT_FALSE(document.is_discarded()) << "not one JSON document: " << out << "\n" << err;
  return document;
}

bool can_be_without_network() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(leave_network() ? 0 : 1);
  int status = 0;
  return ::waitpid(child, &status, 0) == child && status == 0;
}

Process::Process(const std::vector<std::string>& arguments, const Environment& changes, Out to,
                 Network network) {
  const Pipe in, out, err, life;
  if (to == Out::closed_pipe) ::close(out.read);
  std::vector<std::string> words{"fairdeal"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  int screen = -1;
  const bool on_terminal = to == Out::terminal || to == Out::small_terminal;
  if (on_terminal) {
    screen = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (::grantpt(screen) != 0 || ::unlockpt(screen) != 0) throw std::runtime_error("terminal");
    terminal_ = ::open(::ptsname(screen), O_RDWR | O_NOCTTY | O_CLOEXEC);
    const winsize small{23, 79, 0, 0};
    if (to == Out::small_terminal) ::ioctl(terminal_, TIOCSWINSZ, &small);
  }
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("fork");
  if (pid_ == 0) {
    ::setpgid(0, 0);
    if (network == Network::none && !leave_network()) ::_exit(126);
    for (const auto& [name, value] : changes)
      value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
    ::close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);  // a proxy's sockets are not its own
    (void)!::dup(life.write);                    // without O_CLOEXEC
    const int full = to == Out::full_disk ? ::open("/dev/full", O_WRONLY | O_CLOEXEC) : out.write;
    ::dup2(terminal_ >= 0 ? terminal_ : in.read, STDIN_FILENO);
    ::dup2(terminal_ >= 0 ? terminal_ : full, STDOUT_FILENO);
    if (to == Out::nowhere) ::close(STDOUT_FILENO);
    ::dup2(terminal_ >= 0 ? terminal_ : err.write, STDERR_FILENO);
    ::execv(FD_PROGRAM, argv.data());
    ::_exit(127);
  }
  end_fd_ = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
  for (const int theirs : {in.read, out.write, err.write, life.write}) ::close(theirs);
  in_ = in.write;
  out_ = to == Out::closed_pipe ? -1 : out.read;
  err_ = err.read;
  life_ = life.read;
  if (!on_terminal) return;
  for (const int unused : {in_, out_, err_}) ::close(unused);
  err_ = screen;
  in_ = ::fcntl(screen, F_DUPFD_CLOEXEC, 0);
  out_ = -1;
}

Process::~Process() {
  if (!code_) {
    ::kill(-pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  for (int* fd : {&in_, &out_, &err_, &life_, &terminal_, &end_fd_}) close_now(*fd);
}

void Process::type(const std::string& text) {
  if (::write(in_, text.data(), text.size()) < 0) throw std::runtime_error("typing");
}

void Process::end_input() { close_now(in_); }

bool Process::read_some(std::chrono::milliseconds patience) {
  if (out_ < 0 && err_ < 0) return false;
  pollfd streams[] = {{out_, POLLIN, 0}, {err_, POLLIN, 0}};
  if (::poll(streams, 2, static_cast<int>(patience.count())) == 0) {
    if (patience < kHangs) return false;
    ::kill(-pid_, SIGKILL);
    throw std::runtime_error("the program hangs; it said: " + err_text_);
  }
  if (streams[0].revents != 0) drain(out_, out_text_);
  if (streams[1].revents != 0) drain(err_, err_text_);
  return true;
}

std::string Process::said(const std::string& words) {
  if (auto rest = said_within(words, kHangs)) return *std::move(rest);
  throw std::runtime_error("never said '" + words + "' but: " + err_text_);
}

std::optional<std::string> Process::said_before_its_end(const std::string& words) {
  return said_within(words, kSilence);
}

std::optional<std::string> Process::said_within(const std::string& words,
                                                std::chrono::milliseconds patience) {
  // A program that goes on saying other things hangs as well.
  const auto end_of_patience = std::chrono::steady_clock::now() + kHangs;
  for (;;) {
    const auto at = err_text_.find(words, looked_);
    const auto end = at == std::string::npos ? at : err_text_.find('\n', at);
    if (end != std::string::npos) {
      looked_ = end;
      return err_text_.substr(at + words.size(), end - at - words.size());
    }
    if (std::chrono::steady_clock::now() > end_of_patience)
      throw std::runtime_error("never said '" + words + "' but: " + err_text_);
    if (!read_some(patience)) return {};
  }
}

void Process::signal(int number) const { ::kill(pid_, number); }

bool Process::terminal_does_not_block() const {
  return (::fcntl(terminal_, F_GETFL) & O_NONBLOCK) != 0;
}

bool Process::terminal_is_as_it_was() const {
  termios now{};
  return ::tcgetattr(terminal_, &now) == 0 && (now.c_lflag & ECHO) != 0 &&
         (now.c_lflag & ICANON) != 0;
}

void Process::resize(std::size_t rows, std::size_t columns) const {
  const winsize size{static_cast<unsigned short>(rows), static_cast<unsigned short>(columns), 0, 0};
  ::ioctl(terminal_, TIOCSWINSZ, &size);
  signal(SIGWINCH);  // it is not the terminal of the process's session, which would be told
}

Ended Process::end() {
  if (terminal_ >= 0) all_gone();  // we hold the terminal open: it has no end
  close_now(terminal_);
  while (read_some(kHangs)) continue;
  int status = 0;
  ::waitpid(pid_, &status, 0);
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {*code_, out_text_, err_text_};
}

std::vector<pid_t> children_of(pid_t process) {
  const std::string pid = std::to_string(process);
  std::istringstream list(read_file("/proc/" + pid + "/task/" + pid + "/children"));
  return {std::istream_iterator<pid_t>(list), {}};
}

std::vector<pid_t> Process::children() const { return children_of(pid_); }

void Process::all_gone() {
  // Its output is read meanwhile: a terminal that nobody reads would hold up its end.
  std::string nothing;
  while (life_ >= 0) {
    pollfd streams[] = {{life_, POLLIN, 0}, {out_, POLLIN, 0}, {err_, POLLIN, 0}};
    if (::poll(streams, std::size(streams),
               static_cast<int>(std::chrono::milliseconds(kHangs).count())) == 0) {
      ::kill(-pid_, SIGKILL);
      throw std::runtime_error("the program does not end; it said: " + err_text_);
    }
    if (streams[1].revents != 0) drain(out_, out_text_);
    if (streams[2].revents != 0) drain(err_, err_text_);
    if (streams[0].revents != 0) drain(life_, nothing);
  }
}

std::unique_ptr<Process> Sandbox::start(const std::vector<std::string>& arguments, Out out) {
  return std::make_unique<Process>(arguments, environment_, out, network_);
}

Ended Sandbox::run(const std::vector<std::string>& arguments, const std::string& input, Out out) {
  const auto process = start(arguments, out);
  if (!input.empty()) process->type(input);
  process->end_input();
  return process->end();
}

void expect_error(const Ended& ended, int code, const std::string& name) {
  EXPECT_EQ(ended.code, code) << ended.out << ended.err;
  const Json document = ended.json();
  ASSERT_TRUE(document.is_object() && document.contains("error")) << document;
  EXPECT_EQ(document["error"].at("code"), name);
  EXPECT_GT(document["error"].at("message").get<std::string>().size(), 10U);
  EXPECT_TRUE(document["error"].at("hint").is_string());
}

Ended Sandbox::run_refused(std::vector<std::string> arguments, int code, const std::string& name) {
  arguments.push_back("--json");
  const auto ended = run(arguments);
  expect_error(ended, code, name);
  return ended;
}

}  // namespace fairdeal::e2e
