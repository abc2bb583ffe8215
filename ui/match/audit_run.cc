#include "ui/match/audit_run.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "crypto/system_rng.h"
#include "net/sockets/asio.h"
#include "ui/home/transcript_files.h"
#include "ui/match/audit_page.h"
#include "ui/sandbox/script_helper.h"

// g++ 12 warns so of coroutines that it puts into one another: their frames come from Asio's own
// allocation functions.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace fairdeal::match {

namespace asio = boost::asio;

namespace {

constexpr int kReportFd = 3, kHelperFd = 4;

/// Lets go of all that this process has of its parent: files, connections, and what it does on
/// signals. A script runs by a `helper` of this process's own.
void leave_parent(int pipe, int helper, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(signal, SIG_DFL);
  constexpr int kOutOfTheWay = 16;
  const int report = ::fcntl(pipe, F_DUPFD, kOutOfTheWay);
  const int own_helper = helper < 0 ? -1 : ::fcntl(helper, F_DUPFD, kOutOfTheWay);
  ::dup2(report, kReportFd);
  if (own_helper >= 0) ::dup2(own_helper, kHelperFd);
  const auto kept = static_cast<unsigned>(own_helper >= 0 ? kHelperFd : kReportFd);
  ::close_range(kept + 1, ~0U, 0);
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
  ::close_range(kept + 1, ~0U, 0);
  sandbox::use_script_helper(own_helper >= 0 ? kHelperFd : -1);
  ::setpriority(PRIO_PROCESS, 0, 19);
  const auto seconds = static_cast<rlim_t>(AuditRun::kWithin.count());
  const rlimit limit{seconds, seconds};
  ::setrlimit(RLIMIT_CPU, &limit);
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = ::write(file, text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  return true;
}

/// Audits a file and writes the report about it alone.
Result<std::string> audit_report(const std::string& path) {
  crypto::SystemRng rng;
  AuditRows rows(path);
  FD_TRY(auto report, home::audit_file(path, rng, [&](const auto& audited) { rows.on(audited); }));
  const AuditedFile file{path, std::move(report)};
  AuditPage page{.overall = file.report.verdict,
                 .files = {AuditedPage{file, rows, {}}},
                 .notes = {},
                 .summary = "",
                 .made = static_cast<std::uint64_t>(std::time(nullptr))};
  if (file.report.verdict == audit::Verdict::invalid && file.report.opened())
    page.files.front().failure = rows.failure(path, 0, rng);
  return html(page);
}

}  // namespace

Result<std::shared_ptr<AuditRun>> AuditRun::begin(asio::any_io_executor executor,
                                                  const std::string& transcript,
                                                  std::weak_ptr<AuditRun>& last) {
  const auto failed = [] {
    return fail(Fault::storage,
                "No audit can be begun: " + std::generic_category().message(errno) + ".");
  };
  if (transcript.empty()) return fail(Fault::storage, "There is no transcript yet.");
  if (!last.expired())
    return fail(Fault::storage, "An audit is under way already: wait until it is done.");
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return failed();
  const int helper = sandbox::another_script_helper();
  const pid_t parent = ::getpid();
  const pid_t process = ::fork();
  if (process == 0) {
    leave_parent(ends[1], helper, parent);
    const auto report = audit_report(transcript);
    ::_exit(report && write_all(kReportFd, *report) ? 0 : 1);
  }
  ::close(ends[1]);
  if (helper >= 0) ::close(helper);
  if (process < 0) {
    ::close(ends[0]);
    return failed();
  }
  std::shared_ptr<AuditRun> run(new AuditRun(executor, process, ends[0]));
  last = run;
  return run;
}

AuditRun::AuditRun(const asio::any_io_executor& executor, pid_t process, int pipe)
    : process_(process), pipe_(executor, pipe), limit_(executor) {}

AuditRun::~AuditRun() {
  stop();
  reap();
}

void AuditRun::stop() {
  stopped_ = true;
  if (process_ > 0) ::kill(process_, SIGKILL);
  boost::system::error_code ignored;
  pipe_.cancel(ignored);
}

bool AuditRun::reap() {
  if (process_ <= 0) return false;
  int status = 1;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  process_ = -1;
  return status == 0;
}

/// Ends the process after its time, or once `asker` is gone.
void AuditRun::stop_in_time(fairdeal::tcp::socket& asker) {
  const auto stops_it = [weak = weak_from_this()](boost::system::error_code cancelled) {
    if (const auto self = weak.lock(); self && !cancelled) self->stop();
  };
  limit_.expires_after(kWithin);
  limit_.async_wait(stops_it);
  // Nothing is said after a request, so whatever can be read is its end; or the server took the
  // connection away.
  asker.async_wait(fairdeal::tcp::socket::wait_read,
                   [weak = weak_from_this()](boost::system::error_code) {
                     if (const auto self = weak.lock(); self && !self->over_) self->stop();
                   });
}

asio::awaitable<Result<std::string>> AuditRun::report(fairdeal::tcp::socket& asker) {
  stop_in_time(asker);
  std::string text;
  std::array<char, 65536> part{};
  for (;;) {
    const auto [error, size] = co_await pipe_.async_read_some(asio::buffer(part), kAwait);
    text.append(part.data(), size);
    if (text.size() > kReportBytesMax) stop();
    if (error || stopped_) break;
  }
  over_ = true;
  limit_.cancel();
  boost::system::error_code ignored;
  asker.cancel(ignored);
  const bool done = reap();
  if (text.size() > kReportBytesMax)
    co_return fail(Fault::too_large, "The report would have more than 64 MiB.");
  if (stopped_)
    co_return fail(Fault::storage, "The audit took longer than " + std::to_string(kWithin.count()) +
                                       " s: fairdeal audit has no such limit.");
  if (!done)
    co_return fail(Fault::storage, "The transcript could not be audited: fairdeal audit says why.");
  co_return text;
}

}  // namespace fairdeal::match
