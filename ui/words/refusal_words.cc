#include "ui/words/refusal_words.h"

#include "ui/words/printable.h"

namespace fairdeal::words {

Said refusal_said(const rules::Refusal& refusal) {
  using Why = rules::Refusal::Why;
  const auto the = [&refusal](std::size_t i) {
    return text(i < refusal.about.size() ? printable(refusal.about[i]) : "");
  };
  switch (refusal.why) {
    case Why::nothing_typed:
      return said("typed_nothing");
    case Why::no_moves:
      return said("typed_without_moves");
    case Why::two_moves:
      return said("typed_two_moves", {{"typed", the(0)}, {"one", the(1)}, {"other", the(2)}});
    case Why::takes_number:
      return said("typed_takes_number", {{"move", the(0)}, {"example", the(1)}});
    case Why::number_is:
      return said("typed_number_is", {{"number", the(0)}});
    case Why::number_between:
      return said("typed_number_between", {{"least", the(0)}, {"most", the(1)}});
    case Why::no_number:
      return said("typed_no_number", {{"typed", the(0)}});
    case Why::impossible:
      return said("typed_impossible", {{"typed", the(0)}});
    case Why::no_wager:
      return said("typed_no_wager");
    case Why::number_of_all_in:
      return said("typed_number_of_all_in");
    case Why::not_in_list:
      return said("typed_not_in_list", {{"first", the(0)}, {"last", the(1)}, {"typed", the(2)}});
    case Why::several:
      return said("typed_several", {{"typed", the(0)}});
    case Why::call_of_no_bet:
      return said("typed_call_of_no_bet");
    case Why::check_of_a_bet:
      return said("typed_check_of_a_bet");
    case Why::raise_of_no_bet:
      return said("typed_raise_of_no_bet");
    case Why::bet_of_a_bet:
      return said("typed_bet_of_a_bet");
  }
  return {};
}

}  // namespace fairdeal::words
