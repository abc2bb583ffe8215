#pragma once

#include "runtime/transition.h"

/// How a deal is opened: begun, kept or dropped, foreseen (docs/dealing.md, A deal).
namespace fairdeal::runtime {

/// Begins an opening for keys of these members, in place of any other.
void begin_deal(const Transition& t, SeatSet members, bool wanted);
/// Drops the opening that a member left after its key was there, and begins another without it: new
/// keys, new dealings, new masks. Nothing was shown, so nobody has chosen anything.
void keep_opening(const Transition& t);
/// Takes what the record's entries attach of the opening that was there before it.
void take_attached(const Transition& t);
/// Opens the deal of the deck that the rules will want, as soon as the one before is dealt from.
void look_ahead(const Transition& t);

/// The step that collects keys for a coin, or for a deck that joins; none if those of the deal that
/// is there do. Where nothing lies, a deal has ended when somebody went or came back.
std::optional<Stage> deal_for_those_in(const Transition& t);
/// Whether this new deck takes the place of every card that lies. One by named seats joins the deal
/// that is there.
bool begins_deal(const PublicState& state, const rules::WantShuffle& want);
/// Goes on with the deal that this deck opens. All who are here play it, but for who came after its
/// opening began, or misses a part of that.
Next begin_wanted_deal(const Transition& t, const rules::WantShuffle& want);
/// Whether the deck that opened the deal has the lock of somebody who went before any share was
/// asked, or is being made anew for that reason.
bool lies_in_vain(const PublicState& state);
/// Makes that deck again by the others, in another opening. The rules, which know that it lies,
/// need not know of this: nobody has seen a card.
Next begin_anew(const Transition& t);
/// Notes that something else comes under the keys of the deal, so its deck stays, whoever went.
void joins_deal(PublicState& state);

}  // namespace fairdeal::runtime
