#pragma once

#include "proto/messages.h"
#include "ui/words/said.h"

namespace fairdeal::words {

/// The words for a kind of entries, wherever the program speaks of it.
struct EntryWords {
  Said step;              ///< names what a step is about, in the account of a page
  Said record;            ///< names what a record has, and of whom, in a replay: "Shuffle: Ann"
  const char* answer;     ///< names one such answer, on the page of an audit
  Said waiting_for = {};  ///< says whom the table waits for; nothing if people cannot do it faster
};

/// Returns the words for this kind; `who` has the value "who".
EntryWords entry_words(proto::Kind kind, const Values& who = {});

}  // namespace fairdeal::words
