#include "ui/seat/status_socket.h"

#include <algorithm>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "ui/home/private_files.h"

namespace fairdeal::seat {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using asio::local::stream_protocol;
using boost::system::error_code;

/// How many are answered at once, and how long each may take to read the answer.
constexpr std::size_t kAskersMax = 4;
constexpr std::chrono::seconds kReadsWithin{2};
/// More than any seat says of a table of ten.
constexpr std::size_t kReportBytesMax = 256 << 10;

constexpr const char* kStatusSocket = ".socket";
constexpr const char* kPageSocket = ".page";

Error storage_error(const fs::path& path) {
  return {.fault = Fault::storage,
          .about = path.string() + ": " + std::generic_category().message(errno)};
}

/// Answers one after another, and never more than kAskersMax at once.
class Server : public std::enable_shared_from_this<Server> {
 public:
  Server(asio::io_context& io, int socket, std::function<std::string()> report)
      : io_(io), acceptor_(io, stream_protocol(), socket), report_(std::move(report)) {}

  void accept() {
    acceptor_.async_accept(
        [self = shared_from_this()](error_code error, stream_protocol::socket asker) {
          if (error == asio::error::operation_aborted) return;
          if (!error && self->askers_ < kAskersMax) self->answer(std::move(asker));
          self->accept();
        });
  }

 private:
  struct Answer {
    stream_protocol::socket asker;
    std::string text;
    asio::steady_timer patience;
  };

  void answer(stream_protocol::socket asker) {
    ++askers_;
    const auto answer = std::make_shared<Answer>(
        Answer{std::move(asker), report_(), asio::steady_timer(io_, kReadsWithin)});
    answer->patience.async_wait([answer](error_code cancelled) {
      error_code ignored;
      if (!cancelled) answer->asker.close(ignored);
    });
    asio::async_write(answer->asker, asio::buffer(answer->text),
                      [answer, self = shared_from_this()](error_code, std::size_t) {
                        --self->askers_;
                        answer->patience.cancel();
                      });
  }

  asio::io_context& io_;
  stream_protocol::acceptor acceptor_;
  std::function<std::string()> report_;
  std::size_t askers_ = 0;
};

/// Returns the address of a socket's file; its family is unspecified if the path is too long.
sockaddr_un address_of(const fs::path& path) {
  sockaddr_un address{};
  const std::string text = path.string();
  if (text.size() >= sizeof address.sun_path) return address;
  address.sun_family = AF_UNIX;
  std::ranges::copy(text, address.sun_path);
  return address;
}

bool connects(int socket, const sockaddr_un& address) {
  return address.sun_family == AF_UNIX &&
         ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

/// Returns what the program at this socket says; "" if it does not answer in time, or says more
/// than a seat would. Removes the file of a program that has ended.
std::string ask(const fs::path& path, std::chrono::milliseconds patience) {
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return "";
  const timeval wait{.tv_sec = patience.count() / 1000, .tv_usec = patience.count() % 1000 * 1000};
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
  ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
  std::string text;
  ssize_t got = -1;
  if (connects(socket, address_of(path))) {
    char some[4096];
    while ((got = ::read(socket, some, sizeof some)) > 0 && text.size() <= kReportBytesMax)
      text.append(some, static_cast<std::size_t>(got));
  } else if (errno == ECONNREFUSED) {
    ::unlink(path.c_str());
    ::unlink(fs::path(path).replace_extension(kPageSocket).c_str());
  }
  ::close(socket);
  return got == 0 ? text : "";
}

}  // namespace

Result<StatusSocket> StatusSocket::open(const fs::path& folder, Tells tells) {
  try {
    home::make_private_folder(folder);
  } catch (const fs::filesystem_error& error) {
    return fail(Fault::storage, error.path1().string() + ": " + error.code().message());
  }
  const fs::path path =
      folder / (std::to_string(::getpid()) + (tells == Tells::page ? kPageSocket : kStatusSocket));
  const sockaddr_un address = address_of(path);
  if (address.sun_family != AF_UNIX)
    return fail(Fault::storage, "the path " + path.string() + " is too long for a socket");
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket < 0) return fail(storage_error(path));
  ::unlink(path.c_str());  // of an earlier process with this number
  const mode_t before = ::umask(0177);
  const bool good =
      ::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
      ::listen(socket, kAskersMax) == 0;
  ::umask(before);
  if (good) return StatusSocket(socket, path);
  const Error error = storage_error(path);
  ::close(socket);
  return fail(error);
}

StatusSocket::StatusSocket(StatusSocket&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), path_(std::move(other.path_)) {}

StatusSocket::~StatusSocket() {
  if (socket_ < 0) return;
  ::close(socket_);
  ::unlink(path_.c_str());
}

void StatusSocket::serve(asio::io_context& io, std::function<std::string()> report) {
  const int own = ::fcntl(socket_, F_DUPFD_CLOEXEC, 0);
  if (own >= 0) std::make_shared<Server>(io, own, std::move(report))->accept();
}

std::string ask_for_page(const fs::path& folder, const std::string& process,
                         std::chrono::milliseconds patience) {
  std::string address = ask(folder / (process + kPageSocket), patience);
  while (address.ends_with('\n')) address.pop_back();
  return address;
}

std::vector<std::string> ask_all(const fs::path& folder, std::chrono::milliseconds patience) {
  std::vector<fs::path> sockets;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == kStatusSocket && entry.is_socket(none))
      sockets.push_back(entry.path());
  std::ranges::sort(sockets);
  std::vector<std::string> answers;
  for (const fs::path& path : sockets)
    if (std::string text = ask(path, patience); !text.empty()) answers.push_back(std::move(text));
  return answers;
}

}  // namespace fairdeal::seat
