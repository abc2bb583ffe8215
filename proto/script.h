#pragma once

#include <optional>
#include <string>

#include "proto/charter.h"

/// The messages of a host and a guest about a game that is a script.
namespace fairdeal::proto {

/// A game that is a script, as the host describes it before a guest has it.
struct ScriptOffer {
  std::uint32_t size = 0;  ///< bytes of its text
  /// The key of who signed it, and the signature; none: nobody did.
  std::optional<PublicKey> author{};
  Signature signature{};
  bool hidden = false;        ///< it has cards or dice that not everybody sees
  bool chance = false;        ///< it has chance
  bool simultaneous = false;  ///< it has moves that are made together
  std::uint32_t secrets = 0;  ///< what it declares about secrecy: rules::Secrecy::bits()
  bool operator==(const ScriptOffer&) const = default;
};
/// Asks the host for the text with this digest.
struct FetchScript {
  Digest digest;
};
struct ScriptText {
  std::string text;
};

}  // namespace fairdeal::proto
