#pragma once

#include <deque>
#include <map>
#include <set>

#include "ui/front/page_state.h"
#include "ui/seat/options.h"
#include "ui/seat/place.h"
#include "ui/seat/result_hold.h"
#include "ui/seat/sight.h"
#include "ui/seat/tempo.h"
#include "ui/words/heading.h"
#include "ui/words/log_lines.h"
#include "ui/words/words.h"

namespace fairdeal::seat {

/// A seat as its program knows it: a value. Everything that a person or another program is shown
/// follows from it (ui/seat/sentences.h, ui/seat/page.h), and update() alone
/// changes it.
struct Model {
  using Clock = std::chrono::steady_clock;

  /// The facts that stay the same for the whole match.
  struct Setup {
    Options options{};
    std::string nickname{};
    crypto::PublicKey key{};
    bool guest = false;
    bool resumes = false;
    std::optional<Continued> continues{};  ///< what this match has to be, if it continues one
    Invites invites{};
    std::string offers{};  ///< the game of a host's table
    std::string sought{};  ///< the contact whose table this guest seeks
    std::optional<crypto::PublicKey>
        host{};                              ///< of the table that this guest seeks, if it is known
    std::vector<sockets::Address> called{};  ///< where it seeks that host
    std::string folder{};                    ///< where its tables are kept
    std::vector<WishOfEvening> wishes{};     ///< that the disk has of its evenings
    bool has_bots = false;     ///< a host's own bots wait for the address of its table
    bool quiet = false;        ///< --quiet
    bool in_place = false;     ///< whether the terminal redraws what is shown
    bool has_page = false;     ///< whether the person has a page, or the whole terminal
    bool on_screen = false;    ///< whether the table has the whole terminal
    bool at_terminal = false;  ///< whether standard input is a terminal
    bool asks_twice = false;   ///< whether a careful move that is typed is asked about first

    /// A match against bots in this process, which is the dealer, too.
    struct Dealer {
      std::string name;  ///< under which the match is kept
      std::string game;
      std::uint64_t seed = 0;
      std::size_t number = 1;  ///< of the match among those of this program
    };
    std::optional<Dealer> dealer{};  ///< none: the seat is at a table

    /// Returns whether a person plays this seat.
    bool person() const { return options.bot.empty(); }
    /// Returns whether the program that started this one reads its events, and shows them to a
    /// person itself.
    bool reports() const { return options.events_fd >= 0; }
    /// Returns whether somebody is there to answer a question.
    bool can_ask() const { return (at_terminal && !reports()) || has_page; }
  };

  /// The table while it gathers, and its terms.
  struct Gathering {
    std::string here{};               ///< the last sentence on who has come
    words::Said here_said{};          ///< the same, for a page in any language
    std::vector<std::string> come{};  ///< their nicknames, printable
    /// A guest whom a host's program let in.
    struct Guest {
      crypto::PublicKey key;
      std::string name;  ///< printable
    };
    std::vector<Guest> guests{};  ///< in the order in which they came
    std::string host_name{};      ///< printable, once a guest knows it
    std::optional<proto::Terms> terms{};
    proto::Policy admits = proto::Policy::open;
    bool all_came = false;        ///< whether all seats and places of witnesses are taken
    bool ready = false;           ///< whether the host may start
    bool waits_for_host = false;  ///< whether the host is asked about this guest
    std::optional<sockets::Address> listening{};
    std::string code{};                          ///< that a host tells its friends; "": none
    std::string invitation{};                    ///< a host's link; "": none
    std::string page_link{}, page_watch_link{};  ///< as a page shows them
    std::string address{};    ///< of a page that explains the host's link; "": none
    std::string watch_way{};  ///< what friends type or open to watch a host's table; "": nobody may
    /// Somebody who asks the host to sit down.
    struct Asking {
      crypto::PublicKey key;
      std::string shown;  ///< with words of the key: a nickname may be anybody's
      std::string name;
    };
    std::vector<Asking> asking{};
    /// A guest of an evening who does not sit down yet, as its host has heard of them.
    struct Newcomer {
      Clock::time_point since;
      bool said = false;
    };
    std::map<crypto::PublicKey, Newcomer> newcomers{};
    std::optional<Clock::time_point> newcomers_told{};  ///< when the host's screen named some last
    std::vector<crypto::PublicKey> let_in{};            ///< whom the host's person has let in
    /// The host's links that serve one guest, and whom.
    std::vector<std::pair<meet::Token, crypto::PublicKey>> used_links{};
    /// A guest whose order of chips waits for the person of the bank.
    struct Ordering {
      Asking who;
      proto::Order order;
    };
    std::vector<Ordering> ordering{};
    bool until_break = false;  ///< this guest has heard that it waits for a break of its evening
    bool seeks_bank = false;   ///< and that it is because the connection to the bank was lost
    proto::Chips placed = 0;   ///< that this guest has ordered, and the bank has not signed yet
    EveningWish sends{};       ///< the same with its number, from before the order is sent
    bool cashing = false;      ///< the bank is asked to sign that this guest cashes out
    /// When the bank was asked what it has not answered; none: nothing, or the person knows.
    std::optional<Clock::time_point> asked_bank{};
    bool leaves_after_order = false;  ///< this guest leaves once the bank has answered its order
    /// When the break of an evening is over, as far as its bank knows that.
    std::optional<Clock::time_point> break_ends{};
    /// The break that was shown last: it outlasts the loss of the connection to the bank.
    struct Shown {
      proto::Digest evening;
      std::uint32_t table;
    };
    std::optional<Shown> shown{};
    bool broke_said = false;     ///< whether the person was told that the bank has no chips
    bool end_near_said = false;  ///< and, again, that the evening ends soon for that reason
  };

  /// The members, and by which ways they are reached.
  struct People {
    std::optional<words::Names> names{};  ///< once the table has begun
    home::ContactList contacts{};
    bool contacts_lost = false;  ///< whether the person was told that the file cannot be changed
    std::set<Seat> met{};        ///< who have been in contact
    std::map<Seat, Clock::time_point> lost{};  ///< out of contact, and since when
    std::set<Seat> gone_said{};                ///< of whom the person was told that they are gone
    std::set<Seat> unanswered_said{};          ///< of whom it was told that they do not answer
    std::set<Seat> returned_said{};            ///< of whom it was told that they play again
    std::set<Seat> lost_said{};                ///< of whom the person was told that contact is lost
    std::map<Seat, Clock::time_point> link_said_at{};
    std::map<Seat, std::optional<channel::Rung>> rungs{};  ///< by which they were last reached
    std::set<crypto::PublicKey> clocks_said{};             ///< whose clocks differ from ours
    bool unreached_said = false;  ///< whether it was told, after a restart, who is missing
    std::map<Seat, std::vector<crypto::PublicKey>> watchers{};  ///< by the member that serves them
    std::map<Seat, std::vector<crypto::PublicKey>> watchers_said{};
    std::map<Seat, Clock::time_point> watchers_said_at{};
    /// When refusals were last told, so that nobody can fill the screen with them.
    std::map<std::string, Clock::time_point> refusal_said_at{};  ///< by nickname; "": strangers
  };

  /// The game, and how the person plays it.
  static constexpr std::size_t kLogMax = 1000;
  struct Play {
    std::optional<rules::AnyGame> game{};  ///< as this seat has seen it, to describe what follows
    rules::Known known{};                  ///< what this seat alone knows, as of `game`
    words::DealtCards dealt{};             ///< as of `game`, since this program began
    words::LogLines log{kLogMax};          ///< the descriptions of past events
    words::LogParts parts{};               ///< with their headings
    KindsMoved kinds{};                    ///< of the last moves, for the tempo of bots
    words::LogLines hand{};                ///< those since the last shuffle
    words::LogLines last_hand{};           ///< those between that shuffle and the one before
    std::optional<Clock::time_point> event_at{};  ///< when the last event came
    words::Ending ending{};                       ///< of the match, once it is over
    ResultHold result{};                          ///< of the last hand that ended
    std::optional<rules::Action> unsure{};  ///< the careful move, while Question::sure is asked
    std::string unsure_label{};
    std::set<rules::Action> erred{};  ///< the moves of this step at which the rules fail
    bool away = false;                ///< whether the program moves for the person
    /// The player that has the person's seat, by bot_named(); "": the person plays.
    std::string bot{};
    /// For how many hands the program says that the person is back, if a table of poker asks that:
    /// their own and the next.
    int comes_back = 0;
    bool answers = false;        ///< whether the game may answer by what the person alone knows
    bool answers_said = false;   ///< whether the person has said that it may, or may not
    bool bell = false;           ///< whether a bell rings on the person's turn
    bool silence_said = false;   ///< that the script's process is silent
    bool no_chips_said = false;  ///< at an evening: that the person has no chips left
    bool lost_all = false;       ///< whether the bots of a dealer play on without the person
    bool watches = false;        ///< whether the person then wants to see how each hand ends
  };

  struct Clocks {
    Clock::time_point began{};
    Clock::time_point waits_since{};  ///< when something last happened
    std::string waiting_said{};       ///< the last sentence on whom the seat waits for
    Clock::time_point waiting_said_at{};
    Clock::time_point step_began{};
    Clock::time_point looks_until{};  ///< until when people look at what was shown last
  };

  struct Chat {
    ChatChoice choice{};
    std::deque<node::ChatLine> said{};
  };

  /// The checks, the troubles and the end of the match, as a page shows them.
  struct Account {
    front::PageChecks checks{};
    /// The shuffle that is under way: for how long each seat that is done had the deck, and since
    /// when the next one has it.
    struct Shuffle {
      std::map<Seat, std::int64_t> took_ms;
      Clock::time_point since;
    };
    std::optional<Shuffle> shuffle{};
    std::map<Seat, proto::Kind> arrived{};  ///< whose entries came at the present step
    std::vector<front::PageTrouble> troubles{};
    std::set<Seat> accused{};                ///< of whom the person was told that they cheated
    std::map<Seat, std::string> evidence{};  ///< the files against them
    std::optional<front::PageResult> result{};
    bool failed = false;
    bool ended = false;
    std::optional<meet::NextMatch> next{};        ///< may follow, once this match is over
    std::optional<meet::EveningBreak> evening{};  ///< follows a table of an evening, in its place
    words::Said of_next{};                        ///< who opens it, or why there is none
    bool plays_on = false;                        ///< the evening goes on without this seat
    proto::Chips cashed_out = 0;                  ///< that the bank has signed in this break
    /// The evening as it ended for this seat, with who pays whom.
    std::optional<front::message::Evening> settled{};
  };

  /// The question that the person has to answer, besides a move.
  enum class Question { none, run_script, agree, how_to_quit, watch, sure, resign, leave_evening };

  Setup setup{};
  Gathering gathering{};
  People people{};
  Play play{};
  Clocks clocks{};
  Chat chat{};
  Account account{};
  EveningWish wish{};       ///< for the next break of an evening
  EveningWish wish_kept{};  ///< as the disk has it (unanswered_wish)
  Question question = Question::none;
  words::Said problem{};                     ///< what is wrong with the last line typed
  bool typed_on_page = false;                ///< whether that was typed on the page
  std::optional<proto::Gathering> script{};  ///< the table's game is a script that was not here
  Sight sight{};                             ///< as of the last look

  const TableSight* table() const { return sight.table ? &*sight.table : nullptr; }
  /// Returns the position, at a table or before a dealer; null before the match has begun.
  const Position* position() const {
    return sight.table ? &*sight.table : sight.dealt ? &*sight.dealt : nullptr;
  }
  bool asks(Question what) const { return question == what; }
  /// Returns whether this guest still tries to reach its host. The session gives up after a while.
  bool seeks_host() const { return setup.guest && gathering.here.empty(); }
  const std::string& name_of(Seat seat) const { return (*people.names)[seat]; }
};

}  // namespace fairdeal::seat
