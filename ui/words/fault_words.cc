#include "ui/words/fault_words.h"

#include <algorithm>

#include "ui/words/printable.h"

namespace fairdeal::words {

Said fault_said(Fault fault) {
  switch (fault) {
    case Fault::not_canonical:
      return said("fault_not_canonical");
    case Fault::too_large:
      return said("fault_too_large");
    case Fault::bad_signature:
      return said("fault_bad_signature");
    case Fault::bad_proof:
      return said("fault_bad_proof");
    case Fault::illegal_move:
      return said("fault_illegal_move");
    case Fault::not_wanted:
      return said("fault_not_wanted");
    case Fault::other_identity:
      return said("fault_other_identity");
    case Fault::hung_up:
      return said("fault_hung_up");
    case Fault::nobody_there:
      return said("fault_nobody_there");
    case Fault::no_answer:
      return said("fault_no_answer");
    case Fault::wrong_table:
      return said("fault_wrong_table");
    case Fault::equivocation:
      return said("fault_equivocation");
    case Fault::state_differs:
      return said("fault_state_differs");
    case Fault::bad_certificate:
      return said("fault_bad_certificate");
    case Fault::forked:
      return said("fault_forked");
    case Fault::bad_parameters:
      return said("fault_bad_parameters");
    case Fault::unknown_module:
      return said("fault_unknown_module");
    case Fault::unknown_version:
      return said("fault_unknown_version");
    case Fault::incomplete:
      return said("fault_incomplete");
    case Fault::empty:
      return said("fault_empty");
    case Fault::damaged:
      return said("fault_damaged");
    case Fault::storage:
      return said("fault_storage");
    case Fault::no_such_file:
      return said("fault_no_such_file");
    case Fault::in_use:
      return said("fault_in_use");
    case Fault::rules:
      return said("fault_rules");
    case Fault::machine:
      return said("fault_machine");
  }
  return {};
}

namespace {

/// Returns whether such an error is about bytes of a message, which mean nothing to a person.
bool is_about_bytes(Fault fault) {
  constexpr Fault kThese[] = {Fault::not_canonical,  Fault::too_large,    Fault::bad_signature,
                              Fault::bad_proof,      Fault::wrong_table,  Fault::equivocation,
                              Fault::state_differs,  Fault::illegal_move, Fault::not_wanted,
                              Fault::bad_certificate};
  return std::ranges::count(kThese, fault) > 0;
}

}  // namespace

Said::Value fault_value(const Error& error) {
  const Said fault = fault_said(error.fault);
  if (is_about_bytes(error.fault) || error.about.empty()) return sentence(fault);
  return sentence(
      said("fault_of", {{"thing", text(printable(error.about))}, {"fault", sentence(fault)}}));
}

}  // namespace fairdeal::words
