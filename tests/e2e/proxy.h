#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/time.h"
#include "net/sockets/address.h"

/// A network that fails, between real processes: TCP connections are dialed through a proxy that
/// delays, cuts, holds up or swallows what they carry, as planned.
namespace fairdeal::e2e {

/// The faults of one line. Times of spans count from Proxy::begin(); at their ends the line is
/// as before.
struct Faults {
  struct Span {
    Duration from, to;
  };
  Duration delay{0};              ///< each way, on average; bytes of a connection keep their order
  Duration jitter{0};             ///< at most so much more or less
  std::vector<Span> cuts{};       ///< connections are reset, and whoever dials is too
  std::vector<Span> partition{};  ///< nothing passes; what was said waits, as TCP has it
  /// The line swallows all bytes; a connection of that time looks alive and is deaf for ever.
  std::vector<Span> half_open{};
};

/// A free port of this machine, for a process that must be known before it listens.
std::uint16_t free_port();

/// Runs in a thread of its own until it is destroyed. One seed draws the same delays and the same
/// spans (`within`).
class Proxy {
 public:
  explicit Proxy(std::uint64_t seed);
  ~Proxy();
  Proxy(const Proxy&) = delete;

  /// A new line to a port of this machine: where to dial instead. `name` is for the log.
  sockets::Address line(const std::string& name, std::uint16_t to, Faults faults);
  /// A span of `length` that begins within `limits`.
  Faults::Span within(Faults::Span limits, Duration length);
  /// From now on spans count.
  void begin();

  /// Waits until whoever dials by this line has said so many bytes more: how a test waits for a
  /// match to get somewhere. Throws std::runtime_error after minutes, which no machine needs.
  void wait_for_bytes(const std::string& line, std::size_t more);
  /// Waits until so many bytes more have passed on all lines together, both ways. False if one of
  /// `ends` (Process::end_fd) is readable before, or hardly anything passes any more: a table that
  /// is not over says something every few seconds.
  bool wait_for_bytes(std::size_t more, const std::vector<int>& ends);
  /// Its acts, a line each: "0.31 s: Bob-Ann: cut, 1 connection".
  std::vector<std::string> log() const;
  /// How often it did that.
  std::size_t count(const std::string& what) const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fairdeal::e2e
