#include "ui/seat/keyboard.h"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <boost/asio/read_until.hpp>

namespace fairdeal::seat {

void Keyboard::listen() {
  if (input_.is_open()) return;
  // Asio makes the descriptor non-blocking. It is opened anew, so that this does not change the one
  // that the terminal's next reader shares.
  const int own = ::open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  input_.assign(own >= 0 ? own : ::dup(STDIN_FILENO));
  read_line();
}

void Keyboard::drop() {
  if (input_.is_open()) {
    input_.close();
    ++readings_;
    buffer_.consume(buffer_.size());
  }
  // A program in the background may not touch the terminal of its session: it would be stopped. Of
  // any other terminal nobody is in the foreground.
  const pid_t in_front = ::tcgetpgrp(STDIN_FILENO);
  if (in_front < 0 || in_front == ::getpgrp()) ::tcflush(STDIN_FILENO, TCIFLUSH);
}

void Keyboard::read_line() {
  boost::asio::async_read_until(
      input_, buffer_, '\n',
      [this, reading = readings_](boost::system::error_code error, std::size_t length) {
        if (reading != readings_) return;
        if (error == boost::asio::error::not_found) {  // the line is longer than any command
          buffer_.consume(buffer_.size());
          return read_line();
        }
        if (error) {
          if (error != boost::asio::error::operation_aborted) ended_();
          // After Ctrl-D a terminal goes on, unless the seat has ended by that.
          const bool goes_on = error == boost::asio::error::eof && ::isatty(STDIN_FILENO) == 1;
          if (goes_on && reading == readings_ && input_.is_open()) read_line();
          return;
        }
        const auto data = buffer_.data();
        std::string line(
            boost::asio::buffers_begin(data),
            boost::asio::buffers_begin(data) + static_cast<std::ptrdiff_t>(length - 1));
        buffer_.consume(length);
        typed_(line);
        if (reading == readings_ && input_.is_open()) read_line();
      });
}

}  // namespace fairdeal::seat
