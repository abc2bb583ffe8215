#pragma once

#include "ui/author/inspector.h"
#include "ui/words/page_message.h"

namespace fairdeal::author {

/// Returns what a page is told of an inspection (docs/web.md): the state, each seat's view and what
/// the last event changed in it, and the moves with the lines that make them. `looks` is who looks
/// at the table.
words::message::Inspect inspect_message(const Inspector& inspector, rules::Observer looks,
                                        const std::string& what);

}  // namespace fairdeal::author
