#pragma once

#include <string>
#include <string_view>

namespace fairdeal::proto {

/// What members call themselves. By Unicode 15.0 on every machine, whatever its ICU knows: what one
/// accepts and another refuses would part a table.
///
/// A name is UTF-8 in NFC of at most kNicknameBytesMax bytes and 16 columns: letters, decimal
/// digits, punctuation, and single spaces inside; a mark only after a letter, and one at most. It
/// has nothing that cannot be seen or turns the direction of writing, no symbols, no # and no
/// quotes, and is none of the words by which our own screens call people: host, you, dealer,
/// seat 3.

/// What is wrong with a name, as the end of a sentence about it; empty: nothing.
std::string name_problem(std::string_view name);

/// Whether people may take one for the other: the same but for capitals and compatibility forms
/// (NFKC_Casefold), or by the look-alike letters of Unicode's confusables (UTS #39, skeleton).
/// Requires valid names.
bool same_name(std::string_view a, std::string_view b);

}  // namespace fairdeal::proto
