#pragma once

#include "runtime/state/transition.h"

/// The opening of a deal: when it begins, when it is dropped, and how it is made ahead of time
/// (docs/dealing.md, A deal).

namespace fairdeal::state {

/// Begins an opening with these members, in place of any other that was under way.
void begin_deal(const Transition& t, SeatSet members, bool wanted);
/// Drops the opening if a member went whose key was there already, and begins another without it:
/// with new keys, new recovery shares and new masks. Nothing was shown, so nobody has chosen
/// anything by going.
void keep_opening(const Transition& t);
/// Takes the parts that the record's entries attach, of the opening that was under way before it.
void take_attached(const Transition& t);
/// Opens the next deal ahead, if the rules foresee which deck they will want, and there is no deal
/// yet or shares in it have been asked for.
void look_ahead(const Transition& t);

/// Provides a deal for a coin, or for a deck that joins a deal. Returns the stage that collects
/// what its opening lacks; none if the keys are there. Where nothing lies, the current deal has
/// ended if a seat went or came back.
std::optional<stages::Stage> deal_for_those_in(const Transition& t);
/// Returns whether this new deck begins a deal: it replaces every card that lies, no roll is
/// hidden, and the rules do not name the seats that shuffle it. Otherwise it joins the current
/// deal.
bool begins_deal(const PublicState& state, const rules::WantShuffle& want);
/// Goes on with the opening of the deal that this deck begins. All seats that may play are members,
/// except those that came back after the opening began, or that miss a part of it.
stages::Next begin_wanted_deal(const Transition& t, const rules::WantShuffle& want);
/// Returns whether the deck of the current deal must be made anew: a key holder went before any
/// share was asked for, so that some card would lack its share. It stays true while that is done.
bool lies_in_vain(const PublicState& state);
/// Opens another deal in which the others make that deck again. The rules, for which the deck lies
/// already, need not hear of it, because nobody has seen a card.
stages::Next begin_anew(const Transition& t);
/// Notes that something else comes under the keys of the current deal, so that its deck is no
/// longer made anew.
void joins_deal(PublicState& state);

}  // namespace fairdeal::state
