#pragma once

#include "ui/words/said.h"

namespace fairdeal::seat {

/// Writes a report of a fault into the current folder or, where that takes no file, beside this
/// program's data. Returns where it is and to whom the person sends it, or why there is none.
words::Said report_written();

}  // namespace fairdeal::seat
