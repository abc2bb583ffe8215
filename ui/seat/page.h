#pragma once

#include "ui/front/page.h"
#include "ui/front/page_state.h"
#include "ui/seat/effects.h"
#include "ui/seat/model.h"

namespace fairdeal::seat {

/// Returns what a page is told of a seat.
front::PageFacts page_facts(const Model& model);
/// Shows a line on a page, as far as pages show it: browsers merge the sentences of events
/// themselves, and the whole terminal has them as a terminal's log has them.
void put_line(front::Page& page, const Line& line);
/// Returns what a program is told that asks how the seat is (`fairdeal status`). `page`: whether
/// the seat has a page that can be opened.
words::Json status_of(const Model& model, bool page);
/// Returns whether a program that answers so plays for `who` at the table of this host, or waits
/// for it there. Where one of the two does not know the host's key, the addresses count.
bool is_seated_there(const std::string& status, const crypto::PublicKey& who,
                     const std::optional<crypto::PublicKey>& host,
                     const std::vector<sockets::Address>& called);

}  // namespace fairdeal::seat
