#include "ui/front/open_page.h"

#include <cctype>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

#include <sys/wait.h>

#include "crypto/system_rng.h"
#include "net/sockets/private_file.h"
#include "ui/front/json_lines.h"
#include "ui/front/page.h"
#include "ui/front/table_screen.h"
#include "ui/home/private_files.h"

namespace fairdeal::front {
namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

/// Returns a text with all but letters and digits written as %41, for the fragment of an address.
std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if (std::isalnum(byte) != 0)
      encoded += static_cast<char>(byte);
    else
      (encoded += '%').append({kDigits[byte / 16], kDigits[byte % 16]});
  }
  return encoded;
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

tl::expected<std::unique_ptr<PageDisplay>, words::Failure> OpenedPage::open(
    const PageOptions& options, const std::filesystem::path& folder) {
  auto server = WebServer::open(options.port);
  if (!server)
    return tl::unexpected(words::Failure{words::Exit::usage, "cannot_serve",
                                         "The page cannot be served: " + server.error().about + ".",
                                         "Take another port with --web-port; 0 takes any."});
  std::unique_ptr<OpenedPage> page(new OpenedPage(*std::move(server)));
  if (!options.join.empty()) page->fragment_ = "#join=" + percent_encoded(options.join);
  if (options.open && has_desktop()) page->lead_browser(folder);
  return page;
}

void OpenedPage::show(boost::asio::io_context& io, Page& page) { server_.serve(io, page); }

std::string OpenedPage::fresh_address() {
  crypto::SystemRng rng;
  return server_.fresh_address(rng);
}

void OpenedPage::lead_browser(const std::filesystem::path& folder) {
  home::make_private_folder(folder);
  const auto file = folder / ("page-" + std::to_string(::getpid()) + ".html");
  const std::string leads_on =
      "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=" +
      address() + "\"><title>Fairdeal</title>";
  if (!sockets::write_private(file.string(), leads_on)) return;
  file_ = file;
  start_browser(file.string());
}

OpenedPage::~OpenedPage() {
  if (!file_.empty()) ::unlink(file_.c_str());
}

tl::expected<std::unique_ptr<PageDisplay>, words::Failure> open_display(
    const PageOptions& options, const std::filesystem::path& folder) {
  if (options.screen) return TableScreen::open();
  if (options.lines) return JsonLines::open();
  if (options.web) return OpenedPage::open(options, folder);
  return nullptr;
}

}  // namespace fairdeal::front
