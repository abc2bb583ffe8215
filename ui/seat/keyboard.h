#pragma once

#include <functional>
#include <string>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/streambuf.hpp>

namespace fairdeal::seat {

/// The lines that are typed or piped to this program.
class Keyboard {
 public:
  /// `typed` is called with each line, and `ended` once no other follows.
  Keyboard(boost::asio::io_context& io, std::function<void(const std::string&)> typed,
           std::function<void()> ended)
      : typed_(std::move(typed)), ended_(std::move(ended)), input_(io) {}

  /// Begins to read, if it does not read already.
  void listen();
  void close() { input_.close(); }
  /// Drops what was typed before now, and stops reading.
  void drop();

 private:
  void read_line();

  std::function<void(const std::string&)> typed_;
  std::function<void()> ended_;
  boost::asio::posix::stream_descriptor input_;
  boost::asio::streambuf buffer_{4096};
  std::uint64_t readings_ = 0;  ///< how often input_ was opened; what an earlier one brings is old
};

}  // namespace fairdeal::seat
