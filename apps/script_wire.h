#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "base/encode.h"

/// What a program and the process that runs a script for it write to each other: a u32 length, and
/// then so many bytes. A request begins with a ScriptRequest, an answer with a ScriptAnswer.
///
///   load      frame(name) frame(text)            good: frame(values) and a frame for each function
///   call      frame(function) frame(argument)…   good: u64 instructions, frame(value)
///   playouts  frame(params) u32 seats            good: u64 matches, moves, ends
///             u64 seed, u64 count
///
/// Values are JSON texts. A refused request has u32 the fault, u64 instructions, frame(words).
namespace fairdeal::apps {

enum class ScriptRequest : std::uint8_t { load, call, playouts };
enum class ScriptAnswer : std::uint8_t { good, refused };

/// The largest request: a call whose arguments are two states and what somebody knows.
inline constexpr std::size_t kScriptRequestBytesMax = std::size_t{1} << 20;
/// The largest value that a script may return, as text. A state has at most 64 kB; a list of 10,000
/// moves of 256 bytes has more.
inline constexpr std::size_t kScriptValueBytesMax = std::size_t{4} << 20;

/// Write and read one message, whole. Return whether that could be done.
bool write_message(int socket, ByteSpan message);
/// Waits at most so long for each part of it, or without end if `wait_ms` is negative.
bool read_message(int socket, Bytes& message, std::size_t bytes_max, int wait_ms);

}  // namespace fairdeal::apps
