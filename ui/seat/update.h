#pragma once

#include "rules/players/trail.h"
#include "ui/seat/effects.h"
#include "ui/seat/model.h"

/// How a seat's model changes: an event and what was seen then go in, the next model and what to do
/// come out. It reads no clock, no file and no terminal.

namespace fairdeal::seat {

/// A person typed a line.
struct Typed {
  std::string line;
  bool on_page = false;
};
/// A person chose a move of this step on the page.
struct MovePicked {
  std::uint64_t step;
  rules::Action action;
};
/// The session did what it was told, or could not.
struct Answered {
  Order order;
  Result<> result;
};
/// MoveLater is due.
struct MoveDue {};
/// The bot could not make this move, since the rules refuse it or fail at it; or it has no move.
struct BotErred {
  std::optional<rules::Action> action;
  std::string why{};
};
/// The contacts' file was changed, by this seat or another program.
struct ContactsRead {
  home::ContactList contacts;
};
struct ContactsUnchanged {
  words::Failure failure;
};
/// A member is in the contacts' file now, under this name.
struct MemberKept {
  Seat seat;
  std::string name;
};
/// SaveScript was done, or not: in words.
struct ScriptSaved {
  bool done;
  words::Said words;
};
/// A moment has passed.
struct Tick {};
/// Nobody can type here any more.
struct InputEnded {};
struct Interrupted {};
/// Something failed that ends the program.
struct Failed {
  words::Failure failure;
};
/// This machine could not ask the game's script any more.
struct ScriptLostHere {
  std::string why;
};
/// The session may be stopped now: GiveUp is carried out.
struct GivesUp {
  words::Failure failure;
};
/// The next match cannot begin: this stopped it before there was a session.
struct CannotBegin {
  words::Failure failure;
};

/// The session may be stopped now: EndEvening is carried out.
struct EveningEnds {};

// Events of a match that a dealer in this process leads.
/// The match is about to begin, or goes on.
struct MatchBegan {
  words::Names names;
};
struct MatchMoved {
  rules::AnyEvent event;
  rules::AnyGame after;
};
/// A match goes on of which this happened before this program began.
struct MatchRecalled {
  rules::Trail trail;
};
/// The dealer waits for the person's move.
struct MoveWanted {};
/// The rules of a script failed at the person's move, which was not made.
struct MoveFailedHere {
  rules::Action action;
  std::string why;
};
struct MatchOver {};
/// The match stands where it was before the person's last move.
struct MoveTakenBack {};

using SeatEvent =
    std::variant<session::SessionEvent, Typed, MovePicked, Answered, MoveDue, BotErred,
                 ContactsRead, ContactsUnchanged, MemberKept, ScriptSaved, Tick, InputEnded,
                 Interrupted, Failed, ScriptLostHere, GivesUp, CannotBegin, EveningEnds, MatchBegan,
                 MatchRecalled, MatchMoved, MoveWanted, MoveFailedHere, MatchOver, MoveTakenBack>;

struct Updated {
  Model model;
  SeatEffects effects{};
};

/// Returns the model of a seat that has not heard anything yet.
Model begin_model(Model::Setup setup, home::ContactList contacts, ChatChoice chat, Sight sight);

/// Returns the model after `event`, when the seat sees `sight`, and what to do then.
Updated update(Model model, SeatEvent event, Sight sight);

}  // namespace fairdeal::seat
