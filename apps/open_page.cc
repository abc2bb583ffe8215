#include "apps/open_page.h"

#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

#include <sys/wait.h>

#include "apps/paths.h"
#include "net/private_file.h"

namespace fairdeal::apps {
namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

/// Starts `xdg-open PATH` and does not wait for it: a process between it and this one makes the
/// system wait for it instead.
void start_browser(const std::string& path) {
  const pid_t between = ::fork();
  if (between < 0) return;
  if (between > 0) {
    ::waitpid(between, nullptr, 0);
    return;
  }
  if (::fork() != 0) ::_exit(0);
  ::setsid();
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
  ::execlp("xdg-open", "xdg-open", path.c_str(), nullptr);
  ::_exit(127);
}

}  // namespace

bool has_desktop() { return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY"); }

tl::expected<std::optional<OpenedPage>, Failure> OpenedPage::open(
    const PageOptions& options, const std::filesystem::path& folder) {
  if (!options.web) return std::nullopt;
  auto server = WebServer::open(options.port);
  if (!server)
    return tl::unexpected(Failure{Exit::usage, "cannot_serve",
                                  "The page cannot be served: " + server.error().about + ".",
                                  "Take another port with --web-port; 0 takes any."});
  OpenedPage page(*std::move(server));
  if (options.open && has_desktop()) page.lead_browser(folder);
  return page;
}

void OpenedPage::lead_browser(const std::filesystem::path& folder) {
  make_private_folder(folder);
  const auto file = folder / ("page-" + std::to_string(::getpid()) + ".html");
  const std::string leads_on =
      "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=" +
      server_.address() + "\"><title>Fairdeal</title>";
  if (!net::write_private(file.string(), leads_on)) return;
  file_ = file;
  start_browser(file.string());
}

OpenedPage::OpenedPage(OpenedPage&& other) noexcept
    : server_(std::move(other.server_)), file_(std::exchange(other.file_, {})) {}

OpenedPage::~OpenedPage() {
  if (!file_.empty()) ::unlink(file_.c_str());
}

}  // namespace fairdeal::apps
