#include "ui/seat/code.h"

#include "ui/words/relay_words.h"

namespace fairdeal::seat {

using CodeWhat = signaling::CodeFailure::What;

words::Failure failure_of_code(CodeWhat what, const std::string& about) {
  using words::Exit, words::said, words::told_failure;
  const words::Values values{{"about", words::text(about)}};
  switch (what) {
    case CodeWhat::unknown:
      return told_failure(Exit::unreachable, "code_unknown", said("code_number_unknown"),
                          said("check_number"));
    case CodeWhat::expired:
      return told_failure(Exit::unreachable, "code_expired", said("code_valid_no_more"),
                          said("ask_for_new_code"));
    case CodeWhat::wrong:
      return told_failure(Exit::refused, "code_wrong", said("code_words_wrong"),
                          said("ask_to_read_again"));
    case CodeWhat::full:
      return told_failure(Exit::refused, "table_full", said("seats_of_table_taken"),
                          said("ask_for_next_table"));
    case CodeWhat::refused:
      return told_failure(Exit::refused, "not_invited", said("host_said_no"));
    case CodeWhat::silent:
      return told_failure(Exit::unreachable, "host_silent", said("host_no_answer", values),
                          said("ask_if_open"));
    case CodeWhat::crowded:
      return told_failure(Exit::unreachable, "crowded", said("host_not_called", values),
                          said("try_in_a_minute"));
    case CodeWhat::relay:
      return words::failure_of_relay(signaling::RelayTrouble::What::lost, about);
    case CodeWhat::altered:
      return told_failure(Exit::unreachable, "code_altered", said("code_altered", values),
                          said("check_code_and_version"));
  }
  return {};
}

}  // namespace fairdeal::seat
