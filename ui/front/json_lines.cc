#include "ui/front/json_lines.h"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <sys/stat.h>

#include "ui/front/page.h"

namespace fairdeal::front {
namespace {

using LinesDescriptor = boost::asio::posix::stream_descriptor;
using boost::system::error_code;

/// A reader that stands still is waited for so long at the end.
constexpr std::chrono::seconds kLastLinesWithin{1};

bool is_file(int stream) {
  struct stat about {};
  return ::fstat(stream, &about) == 0 && S_ISREG(about.st_mode);
}

/// Returns a standard stream, opened anew: Asio makes it non-blocking, and other programs may share
/// the old one.
std::optional<LinesDescriptor> opened_anew(boost::asio::io_context& io, int stream, int mode) {
  const std::string path = "/proc/self/fd/" + std::to_string(stream);
  int fresh = ::open(path.c_str(), mode | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fresh < 0) fresh = ::fcntl(stream, F_DUPFD_CLOEXEC, 0);  // a socket
  LinesDescriptor descriptor(io);
  error_code error;
  descriptor.assign(fresh, error);
  if (!error) return descriptor;
  ::close(fresh);
  return {};
}

}  // namespace

/// The lines while one page is shown by them.
class JsonLines::Stage : public std::enable_shared_from_this<Stage> {
 public:
  Stage(boost::asio::io_context& io, Page& page)
      : io_(io),
        page_(page),
        input_(opened_anew(io, STDIN_FILENO, O_RDONLY)),
        // A file would be written from its beginning, over what else is printed there.
        output_(is_file(STDOUT_FILENO) ? std::nullopt : opened_anew(io, STDOUT_FILENO, O_WRONLY)),
        farewell_(io) {}

  void begin() {
    if (input_)
      read();
    else
      boost::asio::post(io_, [self = shared_from_this()] { self->page_.on_pages(0); });
    changed();
  }

  void changed() {
    owes_state_ = true;
    if (std::exchange(posted_, true)) return;
    boost::asio::post(io_, [self = shared_from_this()] {
      self->posted_ = false;
      self->write();
    });
  }

  /// Drops what waits in the pipe. A line of which the beginning was read already loses its end.
  void drop_input() {
    char dropped[4096];
    if (input_)
      while (::read(input_->native_handle(), dropped, sizeof dropped) > 0) {
      }
  }

  bool is_there() const { return input_.has_value(); }

  void stop(std::function<void()> then) {
    then_ = std::move(then);
    owes_state_ = true;
    input_.reset();
    farewell_.expires_after(kLastLinesWithin);
    farewell_.async_wait([self = shared_from_this()](error_code cancelled) {
      if (!cancelled) self->end();
    });
    write();
  }

 private:
  void read() {
    boost::asio::async_read_until(
        *input_, boost::asio::dynamic_buffer(typed_, kPageMessageBytesMax), '\n',
        [self = shared_from_this()](error_code error, std::size_t size) {
          if (!self->input_) return;
          if (error) return self->lose_input(error);
          const std::string line = self->typed_.substr(0, size);
          self->typed_.erase(0, size);
          if (!self->page_.take(line))
            self->page_.add("note", "That line is no message of a page: see docs/web.md.");
          if (self->input_) self->read();
        });
  }
  void lose_input(error_code error) {
    input_.reset();
    if (error == boost::asio::error::not_found)  // no end of a line within the limit
      page_.add("note", "That line is too long; no more lines are read.");
    page_.on_pages(0);
  }

  void write() {
    if (!out_.empty()) return;  // a message is under way
    if (std::exchange(owes_state_, false)) {
      std::string state = page_.state_message();
      if (state != state_) out_ = (state_ = std::move(state)) + "\n";
    }
    if (out_.empty() && page_.last_line() > lines_written_) {
      out_ = page_.lines_message(lines_written_) + "\n";
      lines_written_ = page_.last_line();
    }
    if (out_.empty()) return then_ ? end() : void();
    if (!output_) {
      const bool written = ::write(STDOUT_FILENO, out_.data(), out_.size()) >= 0;
      out_.clear();
      return written ? write() : void();
    }
    boost::asio::async_write(*output_, boost::asio::buffer(out_),
                             [self = shared_from_this()](error_code error, std::size_t) {
                               if (error) return self->lose_output();
                               self->out_.clear();
                               self->write();
                             });
  }
  void lose_output() {
    if (then_) end();  // else what is under way never ends, and nothing more is written
  }
  void end() {
    farewell_.cancel();
    if (then_) boost::asio::post(io_, std::exchange(then_, nullptr));
  }

  boost::asio::io_context& io_;
  Page& page_;
  std::optional<LinesDescriptor> input_, output_;
  boost::asio::steady_timer farewell_;
  std::string typed_, out_, state_;
  std::uint64_t lines_written_ = 0;
  bool owes_state_ = false, posted_ = false;
  std::function<void()> then_;
};

std::unique_ptr<PageDisplay> JsonLines::open() { return std::make_unique<JsonLines>(); }

void JsonLines::show(boost::asio::io_context& io, Page& page) {
  const auto stage = std::make_shared<Stage>(io, page);
  stage_ = stage;
  stage->begin();
}

void JsonLines::changed() {
  if (const auto stage = stage_.lock()) stage->changed();
}

std::size_t JsonLines::viewers() const {
  const auto stage = stage_.lock();
  return stage && stage->is_there() ? 1 : 0;
}

void JsonLines::drop_input() {
  if (const auto stage = stage_.lock()) stage->drop_input();
}

void JsonLines::stop(std::function<void()> then) {
  if (const auto stage = stage_.lock()) return stage->stop(std::move(then));
  then();
}

}  // namespace fairdeal::front
