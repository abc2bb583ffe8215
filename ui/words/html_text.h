#pragma once

#include <cstdint>
#include <string>

/// Words and numbers as a page of HTML shows them.

namespace fairdeal::words {

/// Returns text as HTML shows it. Characters that a terminal must not get are "?" here, too.
std::string html_escaped(const std::string& raw);

/// Writes a number with separators: 1,204.
std::string with_separators(std::int64_t number);
std::string with_separators(std::size_t number);

/// Begins words with a capital letter.
std::string capitalised(std::string words);

/// Writes "1 record", "2 records", or "2 matches" where `many` is "matches".
std::string counted(std::size_t number, const std::string& what, const std::string& many = "");

/// Writes hexadecimal digits in groups of four.
std::string spaced_hex(const std::string& hex);

/// Writes a cell of a table with what is HTML already; `of` is its class, if it has one.
std::string table_cell(const std::string& html, const char* of = "");

/// Writes a time in seconds since 1970: "23 November 2026, 20:15 UTC".
std::string date_words(std::uint64_t seconds);

}  // namespace fairdeal::words
