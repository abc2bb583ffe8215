#include "net/sockets/resolver.h"

#include <atomic>
#include <cstring>
#include <mutex>
#include <netdb.h>
#include <thread>

#include "net/channel/limits.h"

namespace fairdeal::sockets {
namespace {

std::atomic<int> under_way = 0;

error_code error_of(int code) {
  switch (code) {
    case EAI_AGAIN:
      return asio::error::host_not_found_try_again;
    case EAI_NONAME:
      return asio::error::host_not_found;
    case EAI_MEMORY:
      return asio::error::no_memory;
    default:
      return asio::error::no_recovery;
  }
}

}  // namespace

/// The results that the thread leaves for the caller. The io_context lives while it is open.
struct Resolver::Mail {
  std::mutex mutex;
  bool is_open = true;
  Found found{};
};

/// The one that asked, whose thread alone uses this.
struct Resolver::Waiting {
  explicit Waiting(const asio::any_io_executor& executor) : woken(executor, time_point(never())) {}
  ~Waiting() { close(); }
  void close() {
    const std::scoped_lock lock(mail->mutex);
    mail->is_open = false;
  }
  std::shared_ptr<Mail> mail = std::make_shared<Mail>();
  asio::steady_timer woken;
  bool is_over = false;
  bool is_cancelled = false;
};

Resolver::Resolver(asio::any_io_executor executor, LookUp look_up)
    : executor_(std::move(executor)), look_up_(std::move(look_up)) {}

Resolver::~Resolver() { cancel(); }

asio::awaitable<Resolver::Found> Resolver::look_up(const std::string& host, std::uint16_t port) {
  error_code is_a_name;
  const auto address = asio::ip::make_address(host, is_a_name);
  if (!is_a_name) co_return Found({}, {tcp::endpoint(address, port)});
  if (++under_way > net::kLookUpsMax) {
    --under_way;
    co_return Found(asio::error::host_not_found_try_again, {});
  }
  const auto waiting = std::make_shared<Waiting>(executor_);
  waiting_ = waiting;
  std::thread([mail = waiting->mail, executor = executor_, weak = std::weak_ptr(waiting), host,
               port, look_up = look_up_] {
    Found found = look_up(host, port);
    --under_way;
    const std::scoped_lock lock(mail->mutex);
    if (!mail->is_open) return;
    mail->found = std::move(found);
    asio::post(executor, [weak] {
      const auto asker = weak.lock();
      if (!asker) return;
      asker->is_over = true;
      asker->woken.cancel();
    });
  }).detach();
  while (!waiting->is_over) co_await waiting->woken.async_wait(kAwait);
  if (waiting->is_cancelled) co_return Found(asio::error::operation_aborted, {});
  waiting_.reset();
  co_return std::move(waiting->mail->found);
}

void Resolver::cancel() {
  const auto waiting = std::exchange(waiting_, nullptr);
  if (!waiting) return;
  waiting->close();
  waiting->is_over = waiting->is_cancelled = true;
  waiting->woken.cancel();
}

Resolver::Found Resolver::system_look_up(const std::string& host, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  addrinfo* list = nullptr;
  const int failed = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list);
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(list, ::freeaddrinfo);
  if (failed != 0) return Found(error_of(failed), {});
  std::vector<tcp::endpoint> found;
  for (const addrinfo* each = list; each != nullptr; each = each->ai_next) {
    tcp::endpoint endpoint;
    if (each->ai_addrlen > endpoint.capacity()) continue;
    endpoint.resize(each->ai_addrlen);
    std::memcpy(endpoint.data(), each->ai_addr, each->ai_addrlen);
    found.push_back(endpoint);
  }
  return Found(error_code(), std::move(found));
}

}  // namespace fairdeal::sockets
