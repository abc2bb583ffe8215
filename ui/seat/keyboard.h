#pragma once

#include <functional>
#include <string>

#include <boost/asio/posix/stream_descriptor.hpp>

namespace fairdeal::seat {

/// The lines that are typed or piped to this program. A line is heard in the same moment in which
/// it is read, so that it can be told whether a question stood there by then.
class Keyboard {
 public:
  /// `typed` is called with each line, and `ended` once no other follows.
  Keyboard(boost::asio::io_context& io, std::function<void(const std::string&)> typed,
           std::function<void()> ended)
      : io_(io), typed_(std::move(typed)), ended_(std::move(ended)), input_(io) {}

  /// Begins to read, if it does not read already.
  void listen();
  void close() { input_.close(); }
  /// Drops what was typed before now, and stops reading.
  void drop();

 private:
  void wait();
  void read();
  void next_line();

  static constexpr std::size_t kLineMax = 4096;  ///< no command is longer

  boost::asio::io_context& io_;
  std::function<void(const std::string&)> typed_;
  std::function<void()> ended_;
  boost::asio::posix::stream_descriptor input_;
  std::string buffer_{};        ///< what was read and not heard yet
  std::uint64_t readings_ = 0;  ///< how often input_ was opened; what an earlier one brings is old
};

}  // namespace fairdeal::seat
