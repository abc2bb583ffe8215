#pragma once

#include "ui/front/page_state.h"
#include "ui/seat/model.h"

namespace fairdeal::seat {

/// Returns what a page is told of a seat.
front::PageFacts page_facts(const Model& model);
/// Returns what a program is told that asks how the seat is (`fairdeal status`). `page`: whether
/// the seat has a page that can be opened.
words::Json status_of(const Model& model, bool page);

}  // namespace fairdeal::seat
