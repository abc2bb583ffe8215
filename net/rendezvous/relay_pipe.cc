#include "net/rendezvous/relay_pipe.h"

#include <algorithm>
#include <utility>

#include "net/rendezvous/relay_greeting.h"
#include "net/rendezvous/relay_socket.h"
#include "net/rendezvous/relay_work.h"
#include "net/sockets/clock.h"
#include "net/sockets/stream.h"

namespace fairdeal::rendezvous {
namespace {

constexpr std::byte kIsPipe{1};
constexpr std::byte kJoined{1};
constexpr std::byte kWork{2};

class RelayPipe final : public sockets::Stream {
 public:
  RelayPipe(asio::any_io_executor executor, std::shared_ptr<RelaySocket> socket)
      : executor_(std::move(executor)), socket_(std::move(socket)) {}
  ~RelayPipe() override { socket_->leave({}); }

  asio::any_io_executor executor() override { return executor_; }

  asio::awaitable<std::tuple<error_code, std::size_t>> read_some(asio::mutable_buffer to) override {
    return socket_->read_some(to);
  }

  asio::awaitable<error_code> write(asio::const_buffer bytes) override {
    const auto socket = socket_;
    while (bytes.size() > 0) {
      const auto piece = asio::buffer(bytes, proto::kPipeBytesMax);
      const error_code error = co_await socket->write(piece);
      if (error) co_return error;
      bytes += piece.size();
    }
    co_return error_code();
  }

  void close(asio::const_buffer last) override {
    const auto* begin = static_cast<const std::byte*>(last.data());
    socket_->leave(Bytes(begin, begin + std::min(last.size(), proto::kPipeBytesMax)));
  }

  std::string remote_ip() const override { return ""; }

 private:
  asio::any_io_executor executor_;
  std::shared_ptr<RelaySocket> socket_;
};

/// Calls the relay, does the work that it asks for, and waits for the other end. Returns why that
/// failed, or nothing.
asio::awaitable<std::optional<RelayTrouble>> join_pipe(std::shared_ptr<RelaySocket> socket,
                                                       RelaySettings settings, Bytes hello,
                                                       std::shared_ptr<const bool> wanted) {
  const Greeted greeted = co_await await_greeting(socket, settings.greeting_max);
  if (const auto* trouble = std::get_if<RelayTrouble>(&greeted)) co_return *trouble;
  socket->set_deadline(sockets::now() + settings.pipe_join_max);
  const error_code unwritten = co_await socket->write(asio::buffer(hello));
  if (unwritten) co_return trouble_of(unwritten);

  for (;;) {
    const auto [error, answer] = co_await read_message(socket);
    if (error) co_return trouble_of(error);
    if (answer.size() == 1 && answer[0] == kJoined) break;
    const bool is_work = !answer.empty() && answer[0] == kWork;
    Result<proto::RelayMessage> asked = fail(Fault::not_canonical, "neither a pipe nor work");
    if (is_work) asked = proto::decode_relay(ByteSpan(answer).subspan(1));
    const auto* work = asked ? std::get_if<proto::RelayWork>(&*asked) : nullptr;
    if (work == nullptr || work->purpose != proto::RelayWork::For::pipe)
      co_return RelayTrouble{
          .what = RelayTrouble::What::protocol,
          .error = {.fault = Fault::not_canonical, .about = "a relay's word that a pipe is open"}};
    const auto worked = co_await solve_work(*work, settings.work, wanted);
    if (!worked) co_return too_much_work();
    Bytes solution{kWork};
    const Bytes encoded = proto::encode(proto::RelayMessage(*worked));
    solution.insert(solution.end(), encoded.begin(), encoded.end());
    const error_code unsent = co_await socket->write(asio::buffer(solution));
    if (unsent) co_return trouble_of(unsent);
  }
  socket->set_deadline(never());
  co_return std::nullopt;
}

asio::awaitable<void> run_pipe(std::shared_ptr<RelaySocket> socket, asio::any_io_executor executor,
                               RelaySettings settings, Bytes hello,
                               std::shared_ptr<const bool> wanted, PipeHandlers handlers) {
  const auto trouble =
      co_await join_pipe(socket, std::move(settings), std::move(hello), std::move(wanted));
  if (trouble) {
    socket->cut();
    handlers.on_failure(*trouble);
  } else {
    handlers.on_open(std::make_unique<RelayPipe>(std::move(executor), std::move(socket)));
  }
}

}  // namespace

std::function<void()> open_pipe(asio::io_context& io, const RelaySettings& settings,
                                const proto::PipeToken& token, PipeSide side,
                                PipeHandlers handlers) {
  Bytes hello{kIsPipe};
  hello.insert(hello.end(), token.begin(), token.end());
  hello.push_back(static_cast<std::byte>(side));
  const asio::any_io_executor executor = io.get_executor();
  auto socket = RelaySocket::make(executor, settings, RelaySocket::Purpose::pipe);
  const auto wanted = std::make_shared<bool>(true);
  // While the attempt goes on, its coroutine is all that owns the answer whether it does.
  const auto waits = std::make_shared<bool>(true);
  PipeHandlers last{
      .on_open =
          [waits, tell = std::move(handlers.on_open)](std::unique_ptr<sockets::Stream> stream) {
            *waits = false;
            tell(std::move(stream));
          },
      .on_failure =
          [waits, tell = std::move(handlers.on_failure)](const RelayTrouble& trouble) {
            *waits = false;
            tell(trouble);
          }};
  asio::co_spawn(executor,
                 run_pipe(socket, executor, settings, std::move(hello), wanted, std::move(last)),
                 rethrow);
  return [socket = std::weak_ptr(socket), weak = std::weak_ptr(waits), wanted] {
    *wanted = false;
    const auto still = weak.lock();
    const auto open = socket.lock();
    if (still && *still && open) open->cut();
  };
}

}  // namespace fairdeal::rendezvous
