#include "ui/words/entry_words.h"

namespace fairdeal::words {

EntryWords entry_words(proto::Kind kind, const Values& who) {
  using proto::Kind;
  switch (kind) {
    case Kind::key:
      return {said("step_keys"), said("record_keys", who), "key"};
    case Kind::shares:
      return {said("step_shares"), said("record_shares", who), "shares for emergencies"};
    case Kind::shuffle:
      return {said("step_shuffle"), said("record_shuffle", who), "shuffle",
              said("waiting_shuffle", who)};
    case Kind::decrypt:
      return {said("step_cards"), said("record_locks", who), "locks taken off cards"};
    case Kind::coin:
      return {said("step_dice"), said("record_rolls", who), "part of a roll",
              said("waiting_dice", who)};
    case Kind::commit:  // to a choice, or to a number that dice are made of
      return {said("step_commitments"), said("record_sealed", who), "sealed choice",
              said("waiting_choice", who)};
    case Kind::reveal:
      return {said("step_opened"), said("record_opened", who), "opened choice",
              said("waiting_reveal", who)};
    case Kind::move:
      return {said("step_move"), said("record_move", who), "move", said("waiting_move", who)};
    case Kind::end:
      return {said("step_end"), said("record_result", who), "signature on the result"};
    case Kind::recover:
      return {said("step_recovery"), said("record_recovery", who),
              "shares in place of an absent seat"};
    case Kind::none:
      return {{}, {}, "nothing"};
    case Kind::copy:
      return {said("step_copied"), said("record_copies", who), "copies of cards for other seats"};
  }
  return {{}, {}, ""};
}

}  // namespace fairdeal::words
