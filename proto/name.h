#pragma once

#include <string>
#include <string_view>

namespace fairdeal::proto {

/// Names that members give themselves, and what they say. Every machine judges them by
/// Unicode 15.0, whatever newer version its ICU knows: a name that one member accepts and another
/// refuses would split a table.
///
/// A name is UTF-8 in NFC, of at most kNicknameBytesMax bytes and 16 columns. It consists of
/// letters, decimal digits, punctuation and single spaces between words; a letter may have one
/// mark. It has no invisible characters, no controls of the direction of writing, no symbols, no #
/// and no quotation marks. The words by which our own screens call people are refused: host, you,
/// dealer, seat 3.

/// Returns what is wrong with a name, as a sentence for a person; empty if nothing is.
std::string name_problem(std::string_view name);

/// Returns whether people may take one name for the other: they differ only in capitals and
/// compatibility forms (NFKC_Casefold), or only in letters that look alike (UTS #39, skeleton).
/// Requires UTF-8 of at most kNicknameBytesMax bytes (CHECKed).
bool same_name(std::string_view a, std::string_view b);

/// Returns what is wrong with a line of chat, as a sentence for a person; empty if nothing is. It
/// is UTF-8 of 1 to kChatBytesMax bytes whose characters can be seen, as those of a name; besides,
/// it may have symbols, numbers, quotes, spaces, and up to two marks after a character.
std::string text_problem(std::string_view text);

}  // namespace fairdeal::proto
