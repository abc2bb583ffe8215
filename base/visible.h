#pragma once

#include <cstddef>
#include <string_view>

/// The characters that may be shown of a text that somebody else wrote: a peer, a script, a file.
/// Each way to a screen asks here.
namespace fairdeal {

/// The character at the beginning of a text.
struct Character {
  char32_t code;
  std::size_t bytes;  ///< 0: the text does not begin with a character in UTF-8
};
/// Requires: `text` is not empty.
Character first_character(std::string_view text);

/// Returns whether a reader sees that the character is there, and it changes nothing but its own
/// place. Such are not: controls, which move a cursor; separators of lines; characters that turn
/// the direction of writing; and all that Unicode lets programs leave out
/// (Default_Ignorable_Code_Point in DerivedCoreProperties.txt, Unicode 15.0), the tags and fillers
/// among them. Spaces can be seen; a blank Braille pattern, which looks like one, cannot.
bool is_visible(char32_t c);

}  // namespace fairdeal
