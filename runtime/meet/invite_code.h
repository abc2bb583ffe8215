#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "crypto/secret.h"

namespace fairdeal::meet {

/// A code that a host says to a friend: the number under which a relay finds the host, and words
/// that prove to each of them that the other is meant.
///
///   7-guitar-igloo        7-guitar-igloo@relay.example.org        7-guitar-igloo-icepack
///
/// The number is no secret. The words are: each says 10 bits of one drawn number, and anybody with
/// them can sit down. So a code does not copy or print by accident, and its words are wiped. The
/// time and the addresses of looking a word up depend on the word; only programs on the same
/// machine could measure them, and its screen shows the words. A later result computed from them
/// takes constant time (crypto/cpace.h).
class InviteCode {
 public:
  static constexpr std::size_t kWordsMin = 2;  ///< 20 bits, of which a few guesses are allowed
  static constexpr std::size_t kWordsMax = 3;  ///< 30 bits, for tables that are announced

  /// Draws the words of a code. Requires: 1 <= nameplate <= kNameplateMax, and `words` is kWordsMin
  /// to kWordsMax (CHECKed). `relay` is empty if friends use the host's relay anyway.
  static InviteCode draw(std::uint32_t nameplate, std::size_t words, Rng& rng,
                         std::string relay = {});
  /// Parses what a person typed: letters of any case, spaces or hyphens between the parts, and of
  /// each word its first three letters or more. Errors: not_canonical, too_large, each with words
  /// for the person. They may say what was typed, so they are for its screen only.
  static Result<InviteCode> parse(std::string_view typed);

  std::uint32_t nameplate() const { return nameplate_; }
  const std::string& relay() const { return relay_; }
  /// Returns the whole code, to be shown. The caller's copy is not wiped.
  std::string text() const;
  /// Returns the words with hyphens between them: the password that both sides put into CPace.
  crypto::Secrets<std::byte> password() const;

 private:
  InviteCode(std::uint32_t nameplate, std::string relay)
      : nameplate_(nameplate), relay_(std::move(relay)) {}

  std::uint32_t nameplate_;
  std::string relay_;
  std::size_t words_ = 0;
  crypto::Secrets<std::uint16_t> indices_{kWordsMax};  ///< of words_ key words
};

/// Returns the words of the list that begin as `typed` does, letters of any case: what a terminal
/// offers for completion. No two words have the same first three letters.
std::vector<std::string_view> code_words(std::string_view typed);

}  // namespace fairdeal::meet
