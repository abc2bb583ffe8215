#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "net/session/session.h"
#include "tests/e2e/process.h"

namespace fairdeal::e2e {

/// A member that runs in the test's own process, in a thread, and sends whatever the test wants. It
/// plays the first legal move.
class Liar {
 public:
  /// Returns the frame for `to` in place of an honest one; none: the frame. In the liar's thread.
  using Lie =
      std::function<std::optional<std::vector<Bytes>>(const node::Node&, Seat to, ByteSpan)>;

  /// Sits down at a table.
  Liar(const crypto::SigningKey& key, const std::string& nickname, const std::string& table,
       const fs::path& folder, Lie lie);
  /// Goes without a word.
  ~Liar();
  Liar(const Liar&) = delete;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fairdeal::e2e
