#pragma once

#include "rules/choice_text.h"
#include "ui/words/said.h"

namespace fairdeal::words {

/// Returns why a typed text is no legal move, for a page in any language. In English it reads as
/// the refusal itself does.
Said refusal_said(const rules::Refusal& refusal);

}  // namespace fairdeal::words
