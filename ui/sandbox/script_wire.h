#pragma once

#include <atomic>
#include <cstdint>

#include "base/bytes.h"
#include "base/encode.h"

/// The messages between a program and the process that runs a script for it: a u32 length, and then
/// so many bytes. A request begins with a ScriptRequest, an answer with a ScriptAnswer.
///
///   load      frame(name) frame(text)            good: frame(values) and a frame for each function
///   call      frame(function) frame(argument)…   good: u64 instructions, frame(value)
///   each      frame(function) u64 instructions   good: frame(an answer to call), for some of the
///             u32 place, u32 arguments                 calls: those that take the given number of
///             frame(argument)…                         instructions, and 1 MB, or a little more
///             frame(argument at the place)…
///   playouts  frame(params) u32 seats            good: u64 matches, moves, ends
///             u64 seed, u64 count
///
/// Values are JSON texts. A refused request has u32 the fault, u64 instructions, frame(words).

namespace fairdeal::sandbox {

enum class ScriptRequest : std::uint8_t { load, call, each, playouts };
enum class ScriptAnswer : std::uint8_t { good, refused };

/// The largest request: a call whose arguments are two states and what somebody knows.
inline constexpr std::size_t kScriptRequestBytesMax = std::size_t{1} << 20;
/// The largest value that a script may return, as text. A state has at most 64 kB; a list of 10,000
/// moves of 256 bytes has more.
inline constexpr std::size_t kScriptValueBytesMax = std::size_t{4} << 20;
/// Answers to calls that are made at once end with the one that reaches so many bytes.
inline constexpr std::size_t kScriptAnswersBytes = std::size_t{1} << 20;
inline constexpr std::size_t kScriptMessageBytesMax =
    kScriptAnswersBytes + kScriptValueBytesMax + 1024;

/// One end of the socket between them. Calls come in quick succession, so a reader looks for the
/// next message for some microseconds before it sleeps: to wake it takes longer than most calls.
class ScriptWire {
 public:
  /// Uses a socket that somebody else closes. `silence_max_ms` bounds how long read() waits for
  /// each part of a message; 0: without end. The time in which this process was stopped, or its
  /// machine slept, does not count.
  /// Once `stopped` is set, if it is given, a silence ends at once.
  ScriptWire(int socket, int silence_max_ms, const std::atomic<bool>* stopped = nullptr);

  /// Write and read one message, whole. Return whether that could be done.
  bool write(ByteSpan message);
  bool read(Bytes& message, std::size_t bytes_max);

 private:
  bool read_more();

  int socket_;
  int silence_max_ms_;
  const std::atomic<bool>* stopped_;
  Bytes arrived_;
  std::size_t used_ = 0;  ///< how many bytes of these are of earlier messages
};

}  // namespace fairdeal::sandbox
