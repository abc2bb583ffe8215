#include "base/error.h"

#include "base/check.h"

namespace fairdeal {
namespace {

struct Words {
  const char* name;
  const char* sentence;
};

Words words(Fault fault) {
  switch (fault) {
    case Fault::not_canonical:
      return {"not_canonical", "malformed bytes"};
    case Fault::too_large:
      return {"too_large", "larger than allowed"};
    case Fault::bad_signature:
      return {"bad_signature", "the signature does not match"};
    case Fault::bad_proof:
      return {"bad_proof", "the proof is wrong"};
    case Fault::illegal_move:
      return {"illegal_move", "the rules do not allow this move"};
    case Fault::not_wanted:
      return {"not_wanted", "not asked for now"};
    case Fault::other_identity:
      return {"other_identity", "somebody else answers"};
    case Fault::hung_up:
      return {"hung_up", "not let in"};
    case Fault::nobody_there:
      return {"nobody_there", "no program listens there"};
    case Fault::no_answer:
      return {"no_answer", "nothing came back in time"};
    case Fault::wrong_table:
      return {"wrong_table", "meant for another table or step"};
    case Fault::equivocation:
      return {"equivocation", "two signed statements contradict each other"};
    case Fault::state_differs:
      return {"state_differs", "the state of the game differs"};
    case Fault::bad_certificate:
      return {"bad_certificate", "the votes do not decide this"};
    case Fault::forked:
      return {"forked", "the table decided one step in two ways"};
    case Fault::bad_parameters:
      return {"bad_parameters", "these parameters are not possible"};
    case Fault::unknown_module:
      return {"unknown_module", "this game is not known here"};
    case Fault::unknown_version:
      return {"unknown_version", "another version"};
    case Fault::incomplete:
      return {"incomplete", "ends early"};
    case Fault::empty:
      return {"empty", "empty"};
    case Fault::damaged:
      return {"damaged", "damaged"};
    case Fault::storage:
      return {"storage", "cannot be kept or read"};
    case Fault::no_such_file:
      return {"no_such_file", "there is no such file"};
    case Fault::in_use:
      return {"in_use", "in use by another process"};
    case Fault::rules:
      return {"rules", "the rules of the game failed"};
    case Fault::machine:
      return {"machine", "this machine cannot run the rules"};
  }
  CHECK(false);
}

}  // namespace

Error blame(Error error, Seat seat) {
  error.culprit = seat;
  return error;
}

std::string name(Fault fault) { return words(fault).name; }

std::string describe(const Error& error) {
  std::string text = words(error.fault).sentence;
  if (!error.about.empty()) text = error.about + ": " + text;
  if (error.culprit) text += " (by seat " + std::to_string(error.culprit->value + 1) + ")";
  return text;
}

}  // namespace fairdeal
