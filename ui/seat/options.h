#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "proto/charter.h"
#include "proto/messages.h"
#include "ui/front/page_options.h"

namespace fairdeal::seat {

/// How long the bots that a person's program starts wait before a move; programs that play a table
/// among themselves ask for 0.
inline constexpr std::int64_t kBotsThink_ms = 600;
inline constexpr std::int64_t kBotsThinkMax_ms = 10'000;

/// The choices of a person at an evening (docs/playing.md).
struct EveningOptions {
  proto::Chips chips = 0;     ///< with which a person first sits down; 0: they are asked
  std::int64_t break_s = 20;  ///< a bank's: how long the break between two tables is
  bool asks = false;          ///< a bank's: its person says yes to each order
};

/// How a seat is played, and by whom: a person at this terminal or at a page, or a bot.
struct Options {
  front::PageOptions page{};
  std::string identity;  ///< a file; empty: identity_file()
  std::string nickname;  ///< empty: that of the identity
  std::string bot;       ///< a player of bot_named(); empty: a person plays
  std::optional<std::uint64_t> bot_seed;
  std::int64_t think_ms = 0;  ///< how long the bot waits before a move, so that people can follow
  std::int64_t bots_think_ms = kBotsThink_ms;  ///< the same of the bots that this program starts
  std::vector<std::string> libraries;          ///< which this machine's bots have to load, too
  std::string transcript;                      ///< a file; empty: a new one in the data folder
  std::string folder;                          ///< where tables are kept; empty: the data folder
  bool accept = false;                         ///< agree to the table's terms without being asked
  bool answers = false;  ///< let a game answer by what the person alone knows, without being asked
  std::string listen = "[::]:0";
  std::uint16_t ports = 1;      ///< how many ports to try, beginning with that of `listen`
  std::uint16_t advertise = 0;  ///< the port to tell the others; 0: the one it listens on
  std::int64_t timeout_s = 0;   ///< how long to wait for others before giving up; 0: for ever
  /// How many matches the seat plays, one after another. With 0 a person is asked, and a bot plays
  /// one.
  std::uint32_t matches = 0;
  bool port_map = true;             ///< the router may be asked to forward the port
  bool keep = false;                ///< say yes to all who could become contacts
  bool announce = true;             ///< a host's table is announced on the local network
  bool qr = true;                   ///< a host also shows its link as a QR code
  bool chat = true;                 ///< the person sees the chat; a host's table has one
  bool bell = true;                 ///< a bell rings on the person's turn
  bool show_losing = false;         ///< the person's losing hands are shown, and not mucked
  std::string log_level = "off";    ///< which events are logged (ui/home/log.h)
  std::string log_file;             ///< empty: fairdeal.log in the state folder
  std::vector<std::string> relays;  ///< by which members find each other, as people write them
  std::string relay_pass_file;      ///< the pass of closed relays; empty: they ask for none
  std::size_t code_words = 2;       ///< of a host's codes; 0: it offers no code
  int events_fd = -1;               ///< write events here, a JSON line each (for `demo`)
  std::vector<std::string> chaos;   ///< the faults of this seat (for `demo`)
  EveningOptions evening{};
};

/// Returns how long the bots that a program with these options starts wait before a move. They wait
/// for people alone, so that a program at the table loses no time.
inline std::int64_t bots_think_ms(const Options& options) {
  return options.bot.empty() && !options.page.lines ? options.bots_think_ms : 0;
}

/// The options that say who may sit down at a host's table, and when the table begins.
struct AdmissionOptions {
  /// invited, ask, known, open; empty: open on loopback and for bots, else invited.
  std::string admit;
  std::vector<std::string> invite;  ///< contacts, by their petnames
  std::string start;           ///< auto, ask; empty: ask a person whose guests come from elsewhere
  bool once = false;           ///< the link lets only one guest sit down
  std::string watch = "none";  ///< who may watch: none, invited (by a link of their own), open
  proto::WatchDelay delay{};   ///< how far they are behind
};

struct TableOptions {
  std::string game;
  std::string params = "{}";
  std::size_t seats = 0;  ///< 0: not chosen; fitting_seats() chooses then
  std::size_t witnesses = 0;
  std::vector<std::string> bots{};  ///< the players of the seats that this machine plays
  bool unanimous = false;           ///< every decision needs the votes of all
  std::optional<bool> recovery;     ///< whether the others can finish a hand without a seat
  bool evening = false;             ///< an evening of tables, with a ledger of chips
  proto::Chips buy_in_min = 0, buy_in_max = 0;  ///< of an evening; 0: by the game's `stack`
  bool untimed = false;                         ///< moves have no time limit, whatever `pace` says
  proto::Pace pace = [] {                       // among friends
    proto::Pace among_friends;
    among_friends.move = {30'000};
    among_friends.bank = {60'000};
    return among_friends;
  }();
};

}  // namespace fairdeal::seat
