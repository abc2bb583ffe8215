#include "ui/front/web_server.h"

#include <algorithm>
#include <deque>
#include <fcntl.h>
#include <map>
#include <set>
#include <tuple>
#include <unistd.h>

#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "crypto/system_rng.h"
#include "net/sockets/asio.h"
#include "relay/frames.h"
#include "ui/front/loopback_socket.h"
#include "ui/front/page_state.h"
#include "ui/front/web_answers.h"
#include "ui/front/web_audit.h"

// g++ 12 warns so of coroutines that it puts into one another: their frames come from Asio's own
// allocation functions.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace fairdeal::front {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;
using fairdeal::kAwait;

using RequestParser = http::request_parser<http::empty_body>;
/// false: permessage-deflate is not even compiled.
using PageStream = websocket::stream<beast::tcp_stream, false>;

constexpr std::chrono::seconds kHeadWithin{5};
constexpr std::chrono::seconds kAnswerWithin{10};
constexpr std::chrono::seconds kFarewellWithin{1};
/// Each of these times ends what it is for by itself. If it does not, for whatever reason, the
/// connection is taken away so long after it, at the next look.
constexpr std::chrono::seconds kTakenAfter{2};
constexpr std::chrono::seconds kLookEvery{1};
/// A page whose machine is asleep is cut off after this, and comes back by itself.
constexpr std::chrono::seconds kPageSilence{60};
constexpr std::chrono::milliseconds kStatesApart{50};
/// While this process has no descriptors left, the kernel keeps those who call.
constexpr std::chrono::milliseconds kAcceptRetryAfter{200};

std::vector<std::string> fields(const RequestParser::value_type& request, http::field name) {
  std::vector<std::string> values;
  const auto range = request.equal_range(name);
  for (auto field = range.first; field != range.second; ++field)
    values.emplace_back(field->value());
  return values;
}

WebRequest request_of(const RequestParser::value_type& request) {
  return {.is_get = request.method() == http::verb::get,
          .is_upgrade = websocket::is_upgrade(request),
          .target = request.target(),
          .hosts = fields(request, http::field::host),
          .origins = fields(request, http::field::origin),
          .cookies = fields(request, http::field::cookie),
          .protocols = fields(request, http::field::sec_websocket_protocol),
          .cross_site = request["Sec-Fetch-Site"] == "cross-site"};
}

}  // namespace

/// All connections of one io_context, and what they get.
class WebServer::Hall : public std::enable_shared_from_this<Hall> {
 public:
  Hall(asio::io_context& io, int socket, WebDoor& door, WebSource& source,
       std::chrono::milliseconds audit_within)
      : acceptor_(io, tcp::v4(), socket),
        retry_(io),
        throttle_(io),
        farewell_(io),
        look_(io),
        door_(door),
        source_(source),
        audit_within_(audit_within) {}

  void accept();
  void changed();
  void stop(std::function<void()> then);
  std::shared_ptr<const std::string> state();

  void joined(Visit& page);
  void gone(Visit& page);
  void ended(Visit& visit);
  /// Counts a connection among those of the person's browser. Returns whether there is a place.
  bool admit(Visit& visit);
  std::size_t pages() const { return pages_.size(); }
  WebDoor& door() { return door_; }
  WebSource& source() { return source_; }
  std::weak_ptr<match::AuditRun>& audit() { return audit_; }
  std::chrono::milliseconds audit_within() const { return audit_within_; }

 private:
  void begin(tcp::socket socket);
  void look();
  void broadcast();
  void finished();

  tcp::acceptor acceptor_;
  asio::steady_timer retry_;
  asio::steady_timer throttle_;
  asio::steady_timer farewell_;
  asio::steady_timer look_;
  WebDoor& door_;
  WebSource& source_;
  const std::chrono::milliseconds audit_within_;
  /// All connections that count. A timer takes those away whose time is over, whatever their
  /// coroutines do.
  std::map<Visit*, std::weak_ptr<Visit>> visits_;
  std::set<Visit*> admitted_;     ///< those of the person's browser
  std::deque<Visit*> strangers_;  ///< all others, the oldest first
  std::set<Visit*> pages_;
  std::weak_ptr<match::AuditRun> audit_;      ///< the last one
  std::shared_ptr<const std::string> state_;  ///< as it was last sent; none if it may have changed
  std::shared_ptr<const std::string> sent_;
  std::chrono::steady_clock::time_point sent_at_{};
  bool waits_ = false;  ///< whether the throttle's timer runs
  std::function<void()> then_;
};

/// One connection: a request and its answer, or a page.
class WebServer::Visit : public std::enable_shared_from_this<Visit> {
 public:
  Visit(tcp::socket socket, std::shared_ptr<Hall> hall)
      : stream_(std::move(socket)), hall_(std::move(hall)) {}
  ~Visit() { hall_->ended(*this); }
  Visit(const Visit&) = delete;

  using Clock = std::chrono::steady_clock;
  bool is_overdue() const { return by_ <= Clock::now(); }
  /// Ends the connection, which counts no more.
  void take_away();

  static asio::awaitable<void> run(std::shared_ptr<Visit> self);
  /// Sends the state once more, and the lines that are new.
  void state_changed() {
    owes_state_ = true;
    send();
  }
  void send();
  void leave() {
    leaving_ = true;
    send();
  }
  void cut() {
    error_code ignored;
    if (page_) beast::get_lowest_layer(*page_).socket().close(ignored);
  }

 private:
  static asio::awaitable<void> serve(std::shared_ptr<Visit> self);
  /// Says how long what begins now may take.
  void expect_within(Clock::duration time) { by_ = Clock::now() + time + kTakenAfter; }
  WebAnswer answer_to(error_code error);
  asio::awaitable<void> answer();
  asio::awaitable<void> play();
  asio::awaitable<void> read_to_the_end();
  void close(websocket::close_code code);
  void say_why_it_closes();

  beast::tcp_stream stream_;
  std::shared_ptr<Hall> hall_;
  beast::flat_buffer buffer_{kWebHeadBytesMax};
  RequestParser parser_;
  WebAnswer answer_;
  std::optional<PageStream> page_;
  std::shared_ptr<const std::string> out_;  ///< the message under way
  std::string close_frame_;
  std::uint64_t lines_sent_ = 0;
  Clock::time_point by_ = Clock::now() + kHeadWithin + kTakenAfter;
  bool open_ = false, owes_state_ = false, owes_beat_ = false, leaving_ = false, closing_ = false;
};

// ---- A connection

asio::awaitable<void> WebServer::Visit::answer() {
  const auto& source = hall_->source();
  const bool accuses = answer_.what == WebAnswer::What::evidence;
  const std::string text = http_text(answer_, hall_->door().cookie(),
                                     accuses ? source.evidence(answer_.seat) : source.transcript());
  stream_.expires_after(kAnswerWithin);
  expect_within(kAnswerWithin + kFarewellWithin);
  co_await asio::async_write(stream_, asio::buffer(text), kAwait);
  error_code ignored;
  stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  // Unread input would make the kernel take back the answer.
  stream_.expires_after(kFarewellWithin);
  std::array<char, 4096> rest{};
  for (int i = 0; i < 16; ++i) {
    const auto [error, size] = co_await stream_.async_read_some(asio::buffer(rest), kAwait);
    if (error) break;
  }
}

/// Returns the answer to what was read, or to the error of reading it; status 0: none.
WebAnswer WebServer::Visit::answer_to(error_code error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return {.status = 431, .text = "The head of this request is too long."};
  const bool cut = error == http::error::end_of_stream || error == http::error::partial_message;
  if (cut || (error && error.category() != make_error_code(http::error::bad_version).category()))
    return {.status = 0};
  if (error) return {.status = 400, .text = "This is not a request."};
  WebAnswer answer = hall_->door().judge(request_of(parser_.get()));
  if (answer.known && !hall_->admit(*this))
    return {.status = 503,
            .text = "There are too many connections: close other tabs of this page."};
  return answer;
}

void WebServer::Visit::take_away() {
  error_code ignored;
  cut();
  stream_.socket().close(ignored);
  open_ = false;
  hall_->gone(*this);
  hall_->ended(*this);
}

asio::awaitable<void> WebServer::Visit::run(std::shared_ptr<Visit> self) {
  co_await serve(self);
  self->hall_->ended(*self);
}

asio::awaitable<void> WebServer::Visit::serve(std::shared_ptr<Visit> self) {
  self->parser_.header_limit(kWebHeadBytesMax);
  self->stream_.expires_after(kHeadWithin);
  const auto [error, size] =
      co_await http::async_read_header(self->stream_, self->buffer_, self->parser_, kAwait);
  // Members hold the next coroutines' data: g++ 12 may destroy their arguments twice.
  self->answer_ = self->answer_to(error);
  if (self->answer_.status == 0) co_return;  // nobody is there any more, or nothing came
  if (self->answer_.what == WebAnswer::What::socket) {
    co_await self->play();
    co_return;
  }
  if (self->answer_.what == WebAnswer::What::audit) {
    self->stream_.expires_never();
    auto& hall = *self->hall_;
    self->expect_within(hall.audit_within());  // it ends by itself before
    self->answer_ = co_await audit_answer(self->stream_.socket(), hall.source(), hall.audit());
  }
  co_await self->answer();
}

asio::awaitable<void> WebServer::Visit::play() {
  const auto self = shared_from_this();
  const auto request = parser_.release();
  stream_.expires_never();
  page_.emplace(std::move(stream_));
  page_->set_option(websocket::stream_base::timeout{kAnswerWithin, kPageSilence, true});
  page_->set_option(websocket::stream_base::decorator([](websocket::response_type& response) {
    response.erase(http::field::server);
    response.set(http::field::sec_websocket_protocol, WebDoor::kProtocol);
  }));
  page_->control_callback(
      [this](websocket::frame_type, beast::string_view) { expect_within(kPageSilence); });
  expect_within(kAnswerWithin);
  page_->auto_fragment(false);
  page_->read_message_max(kPageMessageBytesMax);
  const auto [refused] = co_await page_->async_accept(request, kAwait);
  if (refused) co_return;
  page_->text(true);
  open_ = true;
  hall_->joined(*this);
  state_changed();
  for (;;) {
    expect_within(kPageSilence);
    beast::flat_buffer got{2 * kPageMessageBytesMax};
    const auto [error, size] = co_await page_->async_read(got, kAwait);
    if (error || closing_) break;
    const bool text = page_->got_text();
    const auto data = got.cdata();
    const std::string said(static_cast<const char*>(data.data()), data.size());
    if (text && is_heartbeat(said)) {
      owes_beat_ = true;
      send();
      continue;
    }
    if (text && hall_->source().take(said)) continue;
    close(text ? websocket::close_code::policy_error : websocket::close_code::unknown_data);
    co_await read_to_the_end();
    break;
  }
  open_ = false;
  cut();  // the io_context may stop before a close that was answered ends by itself
  hall_->gone(*this);
}

/// Begins to send what this page lacks, unless something is under way.
void WebServer::Visit::send() {
  if (!open_ || out_ || closing_) return;
  auto& source = hall_->source();
  if (std::exchange(owes_state_, false)) {
    out_ = hall_->state();
  } else if (source.last_line() > lines_sent_) {
    out_ = std::make_shared<const std::string>(source.lines_message(lines_sent_));
    lines_sent_ = source.last_line();
  } else if (std::exchange(owes_beat_, false)) {
    out_ = std::make_shared<const std::string>(heartbeat_text());
  } else {
    if (leaving_) close(websocket::close_code::going_away);
    return;
  }
  page_->async_write(asio::buffer(*out_),
                     [self = shared_from_this()](error_code error, std::size_t) {
                       self->out_.reset();
                       if (error) return self->cut();
                       if (self->closing_) return self->say_why_it_closes();
                       self->send();
                     });
}

/// Begins to close, after what is being written. Beast's own closing would wait for a read that is
/// under way, which may wait for it.
void WebServer::Visit::close(websocket::close_code code) {
  if (std::exchange(closing_, true)) return;
  const auto number = static_cast<std::uint16_t>(code);
  close_frame_ = relay::close_frame(number);
  if (!out_) say_why_it_closes();
}

void WebServer::Visit::say_why_it_closes() {
  tcp::socket& socket = beast::get_lowest_layer(*page_).socket();
  asio::async_write(socket, asio::buffer(close_frame_),
                    [self = shared_from_this()](error_code, std::size_t) {
                      error_code ignored;
                      beast::get_lowest_layer(*self->page_)
                          .socket()
                          .shutdown(tcp::socket::shutdown_send, ignored);
                    });
}

/// Reads what still comes, and looks at none of it, until the page ends the connection or the time
/// is over.
asio::awaitable<void> WebServer::Visit::read_to_the_end() {
  auto& stream = beast::get_lowest_layer(*page_);
  stream.expires_after(kFarewellWithin);
  expect_within(kFarewellWithin);
  std::array<char, 1024> rest{};
  for (error_code ended; !ended;)
    std::tie(ended, std::ignore) = co_await stream.async_read_some(asio::buffer(rest), kAwait);
}

// ---- All connections

void WebServer::Hall::accept() {
  acceptor_.async_accept([self = shared_from_this()](error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted || !self->acceptor_.is_open()) return;
    if (error) {
      self->retry_.expires_after(kAcceptRetryAfter);
      self->retry_.async_wait([self](error_code cancelled) {
        if (!cancelled && self->acceptor_.is_open()) self->accept();
      });
      return;
    }
    self->begin(std::move(socket));
    self->accept();
  });
}

void WebServer::Hall::begin(tcp::socket socket) {
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  const auto executor = socket.get_executor();
  if (strangers_.size() >= kWebStrangersMax)
    if (const auto oldest = visits_.at(strangers_.front()).lock()) oldest->take_away();
  const auto visit = std::make_shared<Visit>(std::move(socket), shared_from_this());
  if (visits_.empty()) look();
  visits_.emplace(visit.get(), visit);
  strangers_.push_back(visit.get());
  asio::co_spawn(executor, Visit::run(visit), rethrow);
}

/// Looks each second whether the time of a connection is over, as long as there is one.
void WebServer::Hall::look() {
  look_.expires_after(kLookEvery);
  look_.async_wait([weak = weak_from_this()](error_code cancelled) {
    const auto self = weak.lock();
    if (!self || cancelled) return;
    for (const auto& [unused, each] : std::map(self->visits_))
      if (const auto visit = each.lock(); visit && visit->is_overdue()) visit->take_away();
    if (!self->visits_.empty()) self->look();
  });
}

bool WebServer::Hall::admit(Visit& visit) {
  if (admitted_.size() >= kWebConnectionsMax || std::erase(strangers_, &visit) == 0) return false;
  admitted_.insert(&visit);
  return true;
}

/// Notes that a connection counts no more.
void WebServer::Hall::ended(Visit& visit) {
  visits_.erase(&visit);
  admitted_.erase(&visit);
  std::erase(strangers_, &visit);
  if (visits_.empty()) look_.cancel();
}

void WebServer::Hall::joined(Visit& page) {
  pages_.insert(&page);
  source_.on_pages(pages_.size());
}

void WebServer::Hall::gone(Visit& page) {
  if (pages_.erase(&page) == 0) return;  // it was taken away before
  source_.on_pages(pages_.size());
  if (then_ && pages_.empty()) finished();
}

std::shared_ptr<const std::string> WebServer::Hall::state() {
  if (!state_) state_ = std::make_shared<const std::string>(source_.state_message());
  return state_;
}

void WebServer::Hall::changed() {
  state_.reset();
  if (pages_.empty() || std::exchange(waits_, true)) return;
  throttle_.expires_at(std::max(std::chrono::steady_clock::now(), sent_at_ + kStatesApart));
  throttle_.async_wait([weak = weak_from_this()](error_code) {
    if (const auto self = weak.lock()) self->broadcast();
  });
}

void WebServer::Hall::broadcast() {
  waits_ = false;
  sent_at_ = std::chrono::steady_clock::now();
  const bool news = !sent_ || *sent_ != *state();
  sent_ = state();
  for (Visit* page : std::set(pages_)) news ? page->state_changed() : page->send();
}

void WebServer::Hall::stop(std::function<void()> then) {
  then_ = std::move(then);
  error_code ignored;
  acceptor_.close(ignored);
  retry_.cancel();
  throttle_.cancel();
  state_.reset();
  if (pages_.empty()) return finished();
  broadcast();
  for (Visit* page : std::set(pages_)) page->leave();
  farewell_.expires_after(kFarewellWithin);
  farewell_.async_wait([self = shared_from_this()](error_code cancelled) {
    if (!cancelled) self->finished();
  });
}

void WebServer::Hall::finished() {
  farewell_.cancel();
  look_.cancel();
  for (Visit* page : std::set(pages_)) page->cut();
  if (then_) asio::post(farewell_.get_executor(), std::exchange(then_, nullptr));
}

// ---- The server

Result<WebServer> WebServer::open(std::uint16_t port) {
  FD_TRY(const LoopbackSocket socket, listen_on_loopback(port));
  crypto::SystemRng rng;
  return WebServer(socket.descriptor, std::make_unique<WebDoor>(socket.port, rng));
}

WebServer::WebServer(int socket, std::unique_ptr<WebDoor> door)
    : socket_(socket), door_(std::move(door)) {}

WebServer::WebServer(WebServer&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      door_(std::move(other.door_)),
      hall_(std::move(other.hall_)) {}

WebServer::~WebServer() {
  if (socket_ >= 0) ::close(socket_);
}

void WebServer::serve(asio::io_context& io, WebSource& source,
                      std::chrono::milliseconds audit_within) {
  const int own = ::fcntl(socket_, F_DUPFD_CLOEXEC, 0);
  if (own < 0) return;
  const auto hall = std::make_shared<Hall>(io, own, *door_, source, audit_within);
  hall_ = hall;
  hall->accept();
}

void WebServer::serve(asio::io_context& io, WebSource& source) {
  serve(io, source, match::AuditRun::kWithin);
}

void WebServer::changed() {
  if (const auto hall = hall_.lock()) hall->changed();
}

std::size_t WebServer::pages() const {
  const auto hall = hall_.lock();
  return hall ? hall->pages() : 0;
}

void WebServer::stop(std::function<void()> then) {
  if (const auto hall = hall_.lock()) return hall->stop(std::move(then));
  then();
}

}  // namespace fairdeal::front
