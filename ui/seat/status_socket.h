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

namespace fairdeal::seat {

/// A socket at which other programs of the same user ask this one something. Nobody can say
/// anything to it: each caller gets one document, and is hung up on.
class StatusSocket {
 public:
  /// The kind of document that the socket gives.
  enum class Tells {
    status,  ///< how a seat is (`fairdeal status`): who plays where, no cards and no secrets
    page     ///< an address by which a browser enters this program's page, once (the lobby)
  };

  /// Opens the socket of this process in a folder that only the user can enter. Errors: storage.
  static Result<StatusSocket> open(const std::filesystem::path& folder,
                                   Tells tells = Tells::status);
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

/// Returns the address that the program with this number gives for its page; "" if it has none.
std::string ask_for_page(const std::filesystem::path& folder, const std::string& process,
                         std::chrono::milliseconds patience);

/// Returns what the programs of this user say that now serve such a socket in `folder`. Removes the
/// files of those that have ended.
std::vector<std::string> ask_all(const std::filesystem::path& folder,
                                 std::chrono::milliseconds patience);

}  // namespace fairdeal::seat
