#include "ui/seat/keyboard.h"

#include <array>
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>

namespace fairdeal::seat {

void Keyboard::listen() {
  if (input_.is_open()) return;
  // Asio makes the descriptor non-blocking. It is opened anew, so that this does not change the one
  // that the terminal's next reader shares.
  const int own = ::open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  input_.assign(own >= 0 ? own : ::dup(STDIN_FILENO));
  wait();
}

void Keyboard::drop() {
  if (input_.is_open()) {
    input_.close();
    ++readings_;
    buffer_.clear();
  }
  // A program in the background may not touch the terminal of its session: it would be stopped. Of
  // any other terminal nobody is in the foreground.
  const pid_t in_front = ::tcgetpgrp(STDIN_FILENO);
  if (in_front < 0 || in_front == ::getpgrp()) ::tcflush(STDIN_FILENO, TCIFLUSH);
}

void Keyboard::wait() {
  input_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                    [this, reading = readings_](boost::system::error_code error) {
                      if (reading != readings_ || error == boost::asio::error::operation_aborted)
                        return;
                      read();  // one cannot wait for a file, which can always be read
                    });
}

void Keyboard::read() {
  std::array<char, 1024> part{};
  boost::system::error_code error;
  const std::size_t size = input_.read_some(boost::asio::buffer(part), error);
  if (error == boost::asio::error::would_block) return wait();
  if (!error) {
    buffer_.append(part.data(), size);
    return next_line();
  }
  const std::uint64_t reading = readings_;
  ended_();
  // After Ctrl-D a terminal goes on, unless the seat has ended by that.
  const bool goes_on = error == boost::asio::error::eof && ::isatty(STDIN_FILENO) == 1;
  if (goes_on && reading == readings_ && input_.is_open()) wait();
}

/// Hears the first line that was read, and sees to the next one after what else has happened.
void Keyboard::next_line() {
  const auto end = buffer_.find('\n');
  if (end == std::string::npos) {
    if (buffer_.size() >= kLineMax) buffer_.clear();
    return wait();
  }
  const std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  const std::uint64_t reading = readings_;
  typed_(line);
  boost::asio::post(io_, [this, reading] {
    if (reading == readings_ && input_.is_open()) next_line();
  });
}

}  // namespace fairdeal::seat
