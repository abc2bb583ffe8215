#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "proto/messages.h"
#include "rules/any_game.h"
#include "rules/json_full.h"
#include "runtime/meet/join_proof.h"
#include "ui/home/contact_list.h"
#include "ui/seat/place.h"
#include "ui/words/report.h"
#include "ui/words/said.h"

/// The effects of an event on the program of a seat: the values that update() returns, in the order
/// in which they are carried out.

namespace fairdeal::seat {

/// Shows a line that stays: at the terminal and on the page, or at one of them.
struct Line {
  enum class To { both, terminal, page };
  std::string text;
  const char* kind = "note";  ///< event, chat, note, trouble: for a page
  To to = To::both;
  bool even_if_quiet = false;
  bool plain = false;     ///< cards in it get no colour, since somebody else wrote it
  bool shows = false;     ///< it shows to all what was hidden (PageLine)
  bool asks = false;      ///< it is a question: nothing that was typed before it answers it
  int seat = -1;          ///< who said it, if it is chat
  words::Said event{};    ///< the line of a terminal's log, which may grow (words::OpenLine)
  words::Json said{};     ///< the same as ids with values (words::Said), for a page in any language
  words::Json heading{};  ///< of the part of the match that begins with it (words::Heading)
  std::int64_t took_ms = 0;  ///< since the event before it; 0: that is not known
};
/// Shows lines before a question, a screenful at a time, and then the question. If `drops` is set,
/// nothing counts that was typed before the question.
struct Pages {
  std::vector<words::Said> lines;
  bool drops = false;
};
/// Shows the question again.
struct AskAgain {};
/// Shows how everything is now.
struct Show {};
struct RingBell {};
/// Tells an event to the log and to the program that reads the events, or to one of them.
struct Tell {
  enum class To { both, log, program };
  const char* type;
  words::Json details;
  To to = To::both;
};
/// Counts the hands of a page's lines on: a deck is shuffled for this game.
struct NewDeck {
  rules::AnyGame game;
};
/// Shows a link as a QR code, if it fits on the screen.
struct ShowQr {
  std::string text;
};

/// Begins, or ends, to read what is typed.
struct Listen {};
struct StopListening {};
/// Drops what was typed or piped before now, so that it answers no question that is shown only now.
struct DropTyped {};

// Orders to the session. Those that can fail are answered (Answered in ui/seat/update.h).
struct Agree {};
struct RunScript {};
struct Decline {
  std::string why;
};
struct StartTable {};
struct LetIn {
  std::string who;
  bool yes;
};
struct Kick {
  std::string who;
};
struct RenewCode {};
struct KeepMember {
  Seat seat;
  bool typed = false;  ///< else nobody hears what came of it
};
struct SayLine {
  std::string text;
};
/// Makes a move. `by`: who chose it, since each hears otherwise why it cannot be made.
struct Act {
  enum class By { line, page, program };
  rules::Action action;
  By by;
  bool careful = false;  ///< the program's, because its person did not answer
};
struct Resign {};
/// Orders chips from the bank of an evening.
struct OrderChips {
  proto::Chips chips;
};
/// Gives all chips back to the bank, and leaves the evening.
struct CashOut {};
struct LeaveTable {};
/// Tells all who come that the evening is over, as its host.
struct CloseEvening {};
using Order = std::variant<StartTable, LetIn, Kick, RenewCode, KeepMember, SayLine, Act, Resign,
                           OrderChips, CashOut>;

// A person's orders in a match against bots.
/// Says what a player that looks far ahead would do in the person's place.
struct AskHint {};
/// Goes back to the value before the person's last move.
struct TakeBack {};
/// The player who sits first in a match against bots, and so begins it.
enum class Beginner : std::uint8_t { person, bot, random };
/// Gives the match up, and begins another.
struct BeginAnew {
  bool deals_again = false;            ///< with other cards and dice; else the same once more
  std::optional<Beginner> first = {};  ///< none: as before
};

/// Stops a player that thinks for the person.
struct StopThinking {};

/// Makes the program's move, or the bot's, once all that has happened was heard.
struct MoveLater {};

/// Does what follows a step: keeps the cards that this seat alone saw, and injects faults.
struct StepDone {};
/// Tells the host's own bots where its table is.
struct CallBots {
  std::string place;
};
/// Announces a host's table on the local network as it is now.
struct Announce {
  std::string game;
  std::uint32_t seats, taken;
  bool code;
};
struct StopAnnouncing {};
/// Notes in the contacts' file when and where a contact was met.
struct NoteMet {
  home::KeptContact contact;
};
/// Keeps a member in the contacts' file.
struct KeepInFile {
  Seat seat;
  home::KeptContact contact;
};
/// Keeps the script that the host has sent, so that nobody is asked about it again.
struct KeepTheScript {};
/// Saves the text of a script that was not run yet, for another program to show.
struct SaveScript {
  std::string name;
};

/// Writes a report of a fault, and says where it is and to whom it goes.
struct WriteReport {};

/// Hears no more of the keyboard, of signals and of the time.
struct StopInputs {};
/// Leaves on the screen what is drawn there.
struct KeepBlock {};
struct StopSession {};
/// Prints the result or the failure of the command, which ends with this status.
struct Conclude {
  int status = 0;
  std::optional<words::Failure> failure{};
  words::Json document{};  ///< the result or, beside a failure, what else is known
  std::string text{};
};
/// Ends the program or, if `lingers` is set, once the person has closed the page.
struct End {
  bool lingers = false;
  bool is_awaited = false;  ///< a page that is not there yet waits for what this seat says
};
/// Ends the evening for this seat once the session no longer needs to go on.
struct EndEvening {};
/// Gives up once the session no longer needs to go on.
struct GiveUp {
  words::Failure failure;
};

/// Makes the wish for the next break of this evening durable, or forgets it. `table`: the one that
/// is played or, in a break, the next.
struct KeepWish {
  proto::Digest evening;
  std::uint32_t table = 0;
  EveningWish wish{};
};

/// Notes that this evening is over for the seat, and forgets its wish and its invitations.
struct NoteEveningOver {
  proto::Digest evening;
};

/// Notes in the invitations of an evening that a link serves this guest alone from now on.
struct KeepUsedLink {
  proto::Digest evening;
  meet::Token link{};
  crypto::PublicKey guest{};
};

using Effect =
    std::variant<Line, Pages, AskAgain, Show, RingBell, Tell, NewDeck, ShowQr, Listen,
                 StopListening, DropTyped, Agree, RunScript, Decline, Order, LeaveTable, MoveLater,
                 StepDone, CallBots, Announce, StopAnnouncing, NoteMet, KeepInFile, KeepTheScript,
                 SaveScript, WriteReport, StopInputs, KeepBlock, StopSession, Conclude, End, GiveUp,
                 EndEvening, CloseEvening, KeepWish, NoteEveningOver, KeepUsedLink, AskHint,
                 TakeBack, BeginAnew, StopThinking>;

/// The effects of one event, in their order.
class SeatEffects {
 public:
  void add(Effect effect) { all_.push_back(std::move(effect)); }
  void say(std::string text, const char* kind = "note") { add(Line{std::move(text), kind}); }
  /// Says what answers are awaited from now on.
  void ask(const words::Said& said) {
    add(Line{.text = said.text(), .asks = true, .said = said.json()});
  }
  void say(const words::Said& said, const char* kind = "note") {
    add(Line{.text = said.text(), .kind = kind, .said = said.json()});
  }
  void say_on_page(const words::Said& said) {
    add(Line{.text = said.text(), .to = Line::To::page, .said = said.json()});
  }
  void tell(const char* type, words::Json details) { add(Tell{type, std::move(details)}); }
  const std::vector<Effect>& all() const { return all_; }
  std::vector<Effect>& all() { return all_; }

 private:
  std::vector<Effect> all_;
};

}  // namespace fairdeal::seat
