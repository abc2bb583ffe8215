#include "ui/seat/code.h"

#include "ui/words/relay_words.h"

namespace fairdeal::seat {

using CodeWhat = signaling::CodeFailure::What;

words::Failure failure_of_code(CodeWhat what, const std::string& about) {
  switch (what) {
    case CodeWhat::unknown:
      return {words::Exit::unreachable, "code_unknown", "Nobody holds the number of this code.",
              "Check the number, or ask the host for a new code: one is valid for 20 minutes."};
    case CodeWhat::expired:
      return {words::Exit::unreachable, "code_expired", "This code is valid no more.",
              "Ask the host for a new one."};
    case CodeWhat::wrong:
      return {words::Exit::refused, "code_wrong", "The words of this code are wrong.",
              "Ask the host to read it again: after three wrong tries the code is valid no more."};
    case CodeWhat::full:
      return {words::Exit::refused, "table_full", "All seats of this table are taken.",
              "Ask the host for a seat at the next table."};
    case CodeWhat::refused:
      return {words::Exit::refused, "not_invited", "The host said no.", ""};
    case CodeWhat::silent:
      return {words::Exit::unreachable, "host_silent", "The host did not answer: " + about + ".",
              "Its program may have ended: ask whether the table is still open."};
    case CodeWhat::crowded:
      return {words::Exit::unreachable, "crowded", "The host could not be called: " + about + ".",
              "Try again in a minute."};
    case CodeWhat::relay:
      return words::failure_of_relay(signaling::RelayTrouble::What::lost, about);
    case CodeWhat::altered:
      return {words::Exit::unreachable, "code_altered",
              "The relay did not bring you to the host: " + about + ".",
              "Check the code, and that both sides have the same version of fairdeal. If it fails "
              "again, the relay may be at fault: ask for a link, or take another relay."};
  }
  return {};
}

}  // namespace fairdeal::seat
