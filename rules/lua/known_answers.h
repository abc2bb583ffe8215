#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace fairdeal::rules {

/// A call and what it returns and costs by the model of docs/modules.md#the-count, on every
/// machine. The function `f(n)` has this body.
struct KnownAnswer {
  const char* name;
  const char* body;
  std::int64_t n;
  const char* value;   ///< as JSON; nothing that is longer than 40 characters is compared
  std::int64_t fuel;   ///< instructions
  const char* beyond;  ///< a part of the error of f(n + 1); "": that one is no error
  bool at_start;       ///< whether the program asks it before it runs a script
};

std::span<const KnownAnswer> known_answers();

/// Asks those that the program asks at its start, or all. Returns what the first wrong one is, in
/// words; "": none. Ten take some 30 ms.
std::string wrong_answer(bool only_at_start);

/// Returns what the interpreter says to f(n): its value or error, and the instructions.
std::string answer_to(const KnownAnswer& known, std::int64_t n);

}  // namespace fairdeal::rules
