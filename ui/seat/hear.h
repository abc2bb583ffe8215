#pragma once

#include "ui/seat/update.h"

/// The parts of update(): each takes in one event, changes the model and adds what is to be done.

namespace fairdeal::seat {

/// How often the program looks at the time, and shows that it is alive.
inline constexpr std::chrono::milliseconds kTick{900};
/// The time until a sentence is repeated, where it cannot be shown in place.
inline constexpr std::chrono::seconds kRepeatAfter{5};

// ---- Before the table begins (ui/seat/gathering.cc)
void hear(Model& model, const session::ListeningAt& listening, SeatEffects& out);
void hear(Model& model, const proto::Gathering& gathering, SeatEffects& out);
void hear(Model& model, const meet::LobbyNews& news, SeatEffects& out);
void hear(Model& model, const session::HostSilence& host, SeatEffects& out);
void hear(Model& model, const session::PortForwarded& port, SeatEffects& out);
// ---- Codes, relays and the machine (ui/seat/ways.cc)
void hear(Model& model, const session::CodeOffered& offered, SeatEffects& out);
void hear(Model& model, const meet::CodeNews& news, SeatEffects& out);
void hear(Model& model, const session::RelayDown& relay, SeatEffects& out);
void hear(Model& model, const session::RelayBusy& relay, SeatEffects& out);
void hear(Model& model, const session::ClockAhead& clock, SeatEffects& out);
void hear(Model& model, const reach::MachineWatch::News& news, SeatEffects& out);
void hear(Model& model, const session::PathChanged& path, SeatEffects& out);
void hear(Model& model, const session::OnlyRelayed& relayed, SeatEffects& out);
void hear(Model& model, const session::LinkChanged& link, SeatEffects& out);
void hear(Model& model, const session::PeerRefused& refused, SeatEffects& out);
// ---- Contacts (ui/seat/contacts.cc)
void hear(Model& model, const session::KeepAsked& asked, SeatEffects& out);
void hear(Model& model, session::KeepAgreed& agreed, SeatEffects& out);
void hear(Model& model, ContactsRead& read, SeatEffects& out);
void hear(Model& model, const ContactsUnchanged& unchanged, SeatEffects& out);
void hear(Model& model, const MemberKept& kept, SeatEffects& out);
// ---- The table (ui/seat/at_table.cc)
void hear(Model& model, const session::TableBegan& began, SeatEffects& out);
void hear(Model& model, const node::Notice& notice, SeatEffects& out);
void hear(Model& model, const session::StatementKept& kept, SeatEffects& out);
void hear(Model& model, const MoveDue& due, SeatEffects& out);
void hear(Model& model, const BotErred& erred, SeatEffects& out);
// ---- A conviction (ui/seat/conviction.cc)
void hear(Model& model, const session::MemberAccused& accused, SeatEffects& out);
// ---- A match against bots (ui/seat/dealt.cc)
void hear(Model& model, const MatchBegan& began, SeatEffects& out);
void hear(Model& model, const MatchRecalled& recalled, SeatEffects& out);
void hear(Model& model, const MatchMoved& moved, SeatEffects& out);
void hear(Model& model, const MoveWanted& wanted, SeatEffects& out);
void hear(Model& model, const MoveFailedHere& failed, SeatEffects& out);
void hear(Model& model, const MoveTakenBack&, SeatEffects& out);
void hear(Model& model, const MatchOver& over, SeatEffects& out);
// ---- The person (ui/seat/typed.cc)
void hear(Model& model, const Typed& typed, SeatEffects& out);
void hear(Model& model, const MovePicked& picked, SeatEffects& out);
void hear(Model& model, const Answered& answered, SeatEffects& out);
void hear(Model& model, const ScriptSaved& saved, SeatEffects& out);
// ---- The end (ui/seat/end.cc)
void hear(Model& model, const session::SessionEnded& ended, SeatEffects& out);
void hear(Model& model, const InputEnded& ended, SeatEffects& out);
void hear(Model& model, const Interrupted& interrupted, SeatEffects& out);
void hear(Model& model, const Failed& failed, SeatEffects& out);
void hear(Model& model, const ScriptLostHere& lost, SeatEffects& out);
void hear(Model& model, const GivesUp& gives_up, SeatEffects& out);
void hear(Model& model, const CannotBegin& cannot, SeatEffects& out);
void hear(Model& model, const EveningEnds& ends, SeatEffects& out);
// ---- Time (ui/seat/update.cc)
void hear(Model& model, const Tick& tick, SeatEffects& out);

// ---- Parts of several of them

/// Returns whether a line is one of the commands, by the word that it begins with, that a person
/// may type now.
bool is_command(const Model& model, const std::string& line);
/// Shows how everything is now.
void show(Model& model, SeatEffects& out);
/// Tells the person who lost contact and who is back, and who watches: of each member at most once
/// in kRepeatAfter.
void tell_links(Model& model, SeatEffects& out);
void tell_watchers(Model& model, SeatEffects& out);
void on_chat(Model& model, const node::ChatLine& line, SeatEffects& out);
void show_chat(const Model& model, const node::ChatLine& line, SeatEffects& out);
bool shows(const Model& model, const node::ChatLine& line);
/// Notes that a member is here, if it is a contact; else keeps it, if the options say so.
void meet(Model& model, Seat seat, SeatEffects& out);
/// Tells of a move that is made by an answer of the game: one that it chose, or whose name for this
/// person is not the one for all.
void tell_answer(const Model& model, const rules::Action& action, bool chosen_by_game,
                 SeatEffects& out);
/// Makes the move of unasked() a little later, unless the person has come back by then. Returns
/// whether there is one.
bool move_for_person(const Model& model, SeatEffects& out);
/// Shows the terms, and agrees to them, asks the person, or gives up.
void show_terms(Model& model, SeatEffects& out);
void tell_terms(const Model& model, SeatEffects& out);
/// Tells of the script that a guest lacks, and runs it, asks the person, or gives up.
void lack_script(Model& model, SeatEffects& out);
void answer_script(Model& model, const std::string& typed, SeatEffects& out);
void answer_consent(Model& model, const std::string& typed, SeatEffects& out);
/// Says that it can answer by what its person alone knows, and whether it may. A game that comes
/// with the program needs no words for that before its person has chosen.
void tell_whether_it_answers(const Model& model, SeatEffects& out);
/// Takes in an event of the game: notes it, and tells the person.
void hear_game(Model& model, const rules::AnyEvent& event, const rules::AnyGame& after,
               SeatEffects& out);
/// Ends a match against bots before its end.
void stop_play(Model& model, words::Failure failure, SeatEffects& out);
/// Returns the failure of a person who stops a match against bots, with how to go on.
words::Failure stopped(const Model& model, const std::string& why);
/// Takes the answer to the question whether to watch the bots play on.
void answer_watch(Model& model, const std::string& typed, SeatEffects& out);
/// Drops the question whether the person means a careful move: it is answered, or too late.
void forget_careful(Model& model);
/// Leaves the table for good.
void leave_table(SeatEffects& out);
/// Shows the code.
void tell_code(const Model& model, SeatEffects& out);
/// Notes for how long each seat has the deck that is shuffled.
void note_shuffle(Model& model);
/// Notes what a page shows of a notice: the checks that were made here, and troubles.
void note_for_page(Model& model, const node::Notice& notice, SeatEffects& out);
/// Returns "Ann, Bob and Cat".
std::string names_in(const std::vector<std::string>& names);
/// A trouble for the page: its title, what it is about and, perhaps, what follows.
struct Trouble {
  bool bad = false;
  words::Said title{}, text{}, next{};
};
/// Adds a trouble to what a page shows.
void trouble(Model& model, const Trouble& about, SeatEffects& out);
/// Adds a trouble of which the log has another line.
front::PageTrouble& add_trouble(Model& model, const Trouble& about);

}  // namespace fairdeal::seat
