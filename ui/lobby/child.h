#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ui/lobby/line.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::lobby {

/// Returns the address of a page in what a program said, once the whole of it has come; "" before.
std::string address_in(std::string_view said);

/// A command that the lobby started. It has no terminal, and a session of its own, so it goes on
/// when the lobby ends. Its output goes into memory, of which the lobby reads the beginning.
class Child {
 public:
  /// News of the program: the address of its page, or that it has ended, and its words.
  struct News {
    std::string address{};
    std::optional<int> code{};  ///< the exit code, once it has ended
    std::string said{};
  };
  using Hear = std::function<void(const News&)>;

  /// Runs this program with `arguments`. `secret` names the table, in a variable of the
  /// environment, which no list of processes shows. `hear` is called once: with the address, or at
  /// the end. Errors: storage, in words.
  static Result<> start(boost::asio::io_context& io, std::vector<std::string> arguments,
                        const std::string& secret, Hear hear);
};

}  // namespace fairdeal::lobby
