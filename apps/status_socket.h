#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::apps {

/// A socket at which other programs of the same user ask a seat how it is (`fairdeal status`). It
/// tells who plays where, and no cards and no secrets. Nobody can say anything to it: whoever
/// connects gets one document, and is hung up on.
class StatusSocket {
 public:
  /// Opens the socket of this process in a folder that only the user can enter. Errors: storage.
  static Result<StatusSocket> open(const std::filesystem::path& folder);
  StatusSocket(StatusSocket&& other) noexcept;
  StatusSocket& operator=(StatusSocket&&) = delete;
  /// Closes the socket and removes its file.
  ~StatusSocket();

  /// Answers with what `report` returns, on the io_context's thread, until the io_context is
  /// destroyed. Requires: this object lives until then.
  void serve(boost::asio::io_context& io, std::function<std::string()> report);

 private:
  StatusSocket(int socket, std::filesystem::path path) : socket_(socket), path_(std::move(path)) {}

  int socket_;
  std::filesystem::path path_;
};

/// Returns what the programs of this user say that now serve such a socket in `folder`. Removes the
/// files of those that have ended.
std::vector<std::string> ask_all(const std::filesystem::path& folder,
                                 std::chrono::milliseconds patience);

}  // namespace fairdeal::apps
