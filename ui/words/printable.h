#pragma once

#include <string>

/// Text on its way to and from a person: what a terminal can show of it, and what was typed.

namespace fairdeal::words {

/// Returns whether the locale is UTF-8. The first variable that is set decides (POSIX, 8.2);
/// without any, UTF-8 is assumed.
bool locale_is_utf8();
/// Returns the text for a terminal that shows only ASCII. A card becomes "Kd", a German letter its
/// usual spelling, and a character without one "?".
std::string in_ascii(std::string text);
/// Returns whether a standard stream can have every character: it is no terminal, or its locale is
/// UTF-8. This alone decides what a terminal is given.
bool shows_utf8(int stream);
/// Returns the text as this stream can have it.
std::string shown_on(int stream, const std::string& text);

/// Returns a typed line as one word, in lower case and without spaces.
std::string word_typed(const std::string& line);

/// Colours cards such as A♠: hearts red, diamonds blue, clubs green.
std::string colour_cards(const std::string& text);

/// Returns text with "?" for every character that must not reach a terminal. Why: text from peers,
/// such as nicknames, must not move the cursor, change the direction of writing, or be invisible.
std::string printable(const std::string& text);
/// Does the same for a text of several lines.
std::string printable_lines(const std::string& text);
/// Returns a printable() name in quotes, for lines that machines read, too. Why: a name such as
/// `Ann): 5000` can then be told from the rest of the line. A quote in it becomes \", a backslash
/// \\.
std::string quoted(const std::string& name);

}  // namespace fairdeal::words
