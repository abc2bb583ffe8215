#pragma once

#include "ui/author/inspect_match.h"

/// Descriptions of a step for `fairdeal inspect`, as JSON and in words.

namespace fairdeal::author {

/// Writes a want by its name in rules/want.h: {"deal":{"slot":3,"to":0}}. Seats count from 0, as in
/// all JSON of the program.
words::Json want_json(const rules::Want& want);
/// Describe it: "the card of slot 3 for seat 1 alone".
words::Said want_said(const rules::Want& want, const words::Names& names);
std::string want_words(const rules::Want& want, const words::Names& names);

/// The changes that an event made to what the public sees, and in what each seat sees beyond that:
/// edits as those of rules/views.h, [path, value] or [path] or [path, value, "i"].
struct Revealed {
  words::Json everybody;
  std::map<Seat, words::Json> seats;  ///< of the seats whose knowledge is there
};
/// Compares the views of two steps, of which `after` follows `before`.
Revealed revealed_by(const InspectStep& before, const InspectStep& after);
words::Json as_json(const Revealed& revealed);
/// Writes edits as lines, one each: "/cards/0 = 12".
std::vector<words::Said> edits_lines(const words::Json& edits);
std::string revealed_words(const Revealed& revealed, const words::Names& names);

/// Tells where one is: the ply, what led to it, the public drawing, and what is wanted.
words::Json place_json(const InspectedMatch& match);
std::string place_words(const InspectedMatch& match);

}  // namespace fairdeal::author
