#include "cli/host.h"
#include "cli/join.h"
#include "cli/lobby.h"
#include "cli/one_of.h"
#include "cli/parser.h"
#include "cli/play.h"
#include "cli/resume.h"
#include "cli/watch.h"
#include "proto/limits.h"
#include "runtime/state/terms.h"
#include "tools/demo.h"
#include "ui/seat/bot_names.h"
#include "ui/seat/tables.h"

/// The command lines of lobby, play, host, tables, join, witness, resume and demo.

namespace fairdeal::cli {

namespace {

constexpr const char* kNoChatForMe = "See nothing of what the others say, until you type chat on";

void add_table_options(CLI::App& command, seat::TableOptions& table, const std::string& usual) {
  command
      .add_option("--seats", table.seats,
                  "How many play [" + usual + ", or the number nearest to it that the game allows]")
      ->check([](const std::string& text) {
        return std::string(text == "0" ? "it is at least 1" : "");
      });
  command.add_option("--params", table.params,
                     "The game's parameters: stack=500,ante=5, or JSON: '{\"stack\":500}'");
}

void add_terms(CLI::App& command, seat::TableOptions& table) {
  const std::string allowance = from_to({0}, state::kAllowanceMax);
  command.add_option("--witnesses", table.witnesses, "How many witnesses look on and vote");
  command.add_flag("--unanimous", table.unanimous, "No member can be outvoted, even a silent one");
  // The flag is not bound to table.recovery, because CLI11 would then count its uses and set it to
  // "no" even if it is not given.
  command.add_flag_function(
      "--recovery,!--no-recovery", [&table](std::int64_t times) { table.recovery = times > 0; },
      "Whether all others together can finish a hand without a seat, and so could "
      "read its cards; only with 4 seats and more [there on]");
  command.add_flag("--untimed", table.untimed,
                   "A move may take as long as its player likes; a player who never moves then "
                   "stops the table");
  add_seconds_option(command, "--increment", table.pace.increment,
                     "The reserve's gain by a move in time" + allowance);
  add_seconds_option(
      command, "--work-time", table.pace.work,
      "A seat's reserve for its program's own answers" + from_to(state::kWorkMin, state::kWorkMax));
  add_seconds_option(command, "--reconnect-time", table.pace.reconnect,
                     "A seat's reserve for coming back after its connection failed" + allowance);
  add_seconds_option(command, "--round-time", table.pace.round,
                     "The time for votes to arrive" + from_to(state::kRoundMin, state::kRoundMax));
  command
      .add_option(
          "--absences", table.pace.absences,
          "How many absences in a row put a seat out: 1 to " + std::to_string(state::kAbsencesMax))
      ->capture_default_str();
  command
      .add_option("--careful", table.pace.careful,
                  "How many moves in a row a seat's program may choose for its person: 0 to " +
                      std::to_string(state::kCarefulMax))
      ->capture_default_str();
}

void add_accept_option(CLI::App& command, seat::Options& seat) {
  command.add_flag("--accept", seat.accept,
                   "Agree to the table's terms without being asked: for scripts and bots. Terms "
                   "out of bounds are refused all the same");
}

void add_answers_option(CLI::App& command, bool& answers) {
  command.add_flag("--answers", answers,
                   "Let a game answer for you by what you alone know, without being asked: for "
                   "scripts and bots. Others can learn your cards from such moves");
}

void add_matches_option(CLI::App& command, seat::Options& seat) {
  command
      .add_option("--matches", seat.matches,
                  "How many matches to play with the same people, one after another, without being "
                  "asked [one, and a person is asked]")
      ->check(CLI::Range(1, 1'000'000));
}

void add_chat_option(CLI::App& command, seat::Options& seat, const std::string& about) {
  command.add_flag("!--no-chat", seat.chat, about);
}

void add_keep_option(CLI::App& command, seat::Options& seat) {
  command.add_flag("--keep", seat.keep,
                   "Keep everybody at the table as a contact who wants that, too, without being "
                   "asked: for scripts. A person types keep NAME at the table");
}

}  // namespace

void add_page_options(CLI::App& command, front::PageOptions& page, const char* about) {
  auto* web = command.add_flag("--web", page.web, about);
  add_page_place_options(command, page);
  for (const char* place : {"--web-port", "--no-open"}) command.get_option(place)->needs(web);
}

void add_page_place_options(CLI::App& command, front::PageOptions& page) {
  command.add_option("--web-port", page.port, "The page's port at 127.0.0.1; 0: any")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  command.add_flag("!--no-open", page.open,
                   "Only print the page's address: do not open it in your browser");
}

namespace {

void add_seat_options(const Cli& cli, CLI::App& command, seat::Options& seat) {
  add_seat_settings(cli, command, seat);
  command
      .add_option("--bot", seat.bot,
                  "Let a bot play this seat: simple, random, easy, normal, hard, a kind of "
                  "player such as alphabeta:hard, or an engine such as uci:stockfish,skill=5")
      ->check([](const std::string& bot) {
        return seat::may_name_bot(bot) ? std::string()
                                       : "it is one of simple, random, easy, normal, hard";
      });
  command.add_option("--bot-seed", seat.bot_seed, "Make the bot's choices repeatable");
  command.add_option("--think", seat.think_ms, "How many milliseconds the bot waits before a move")
      ->check(CLI::Range(std::int64_t{0}, seat::kBotsThinkMax_ms))
      ->capture_default_str();
  command.add_option("--transcript", seat.transcript, "Where to write the transcript");
  command
      .add_option("--events-fd", seat.events_fd, "Write one JSON line an event to this descriptor")
      ->group("");
  command.add_option("--chaos", seat.chaos, "What this seat is to do wrong")->group("");
}

void add_screen_option(CLI::App& command, front::PageOptions& page) {
  auto* screen = command.add_flag("--screen", page.screen,
                                  "Show the table on the whole terminal, at least 80 columns and "
                                  "24 rows, and not in lines");
  for (const char* other : {"--web", "--json", "--json-lines", "--events-fd"})
    if (auto* option = command.get_option_no_throw(other)) screen->excludes(option);
}

/// Adds the option by which a program plays or watches; the command's other results are lines then,
/// too.
void add_lines_option(CLI::App& command, front::PageOptions& page, words::Output& output) {
  auto* lines = command.add_flag("--json-lines", page.lines,
                                 "For a program that plays: the messages to a page on standard "
                                 "output, and the messages from a page on standard input, each a "
                                 "line of JSON (docs/web.md)");
  command.parse_complete_callback([&page, &output] {
    if (page.lines) output.json = output.quiet = output.compact = true;
  });
  for (const char* other : {"--web", "--screen", "--json", "--events-fd"})
    if (auto* option = command.get_option_no_throw(other)) lines->excludes(option);
}

void add_play(const Cli& cli) {
  const auto play = cli.command<PlayOptions>(
      "play",
      with_examples("Play here against bots; nothing leaves this machine.",
                    {"fairdeal play holdem --seats 6", "fairdeal play tic-tac-toe"}),
      run_play);
  PlayOptions& o = play.options;
  play->add_option("GAME", o.table.game,
                   "Which game: see fairdeal games; or a script, FILE.lua; or a library, ./FILE.so")
      ->required();
  add_table_options(*play, o.table, "2");
  play->add_option(
          "--bots,--bot", o.bot,
          "The bots that play against you, one name for all or one for each, as hard,easy: "
          "simple, random, easy, normal, hard, a kind of player such as alphabeta:hard, or an "
          "engine such as uci:stockfish,skill=5")
      ->capture_default_str();
  play->add_option("--first", o.first,
                   "Who begins: me, bot or random; while you play, new bot begins another match so")
      ->check(CLI::IsMember({"me", "bot", "random"}))
      ->capture_default_str();
  play->add_option("--seed", o.seed, "Repeat a match");
  add_bots_think_setting(cli, *play, o.bots_think_ms);
  add_show_losing_setting(cli, *play, o.show_losing);
  add_answers_option(*play, o.answers);
  add_page_options(*play, o.page);
  add_screen_option(*play, o.page);
  add_lines_option(*play, o.page, cli.options.output);
}

void add_watch_options(CLI::App& command, seat::AdmissionOptions& admission) {
  command
      .add_option("--watch", admission.watch,
                  "Who may watch: none, invited (guests with the link for that), or open (every "
                  "caller of the port)")
      ->check(one_of({"none", "invited", "open"}))
      ->capture_default_str();
  command
      .add_option("--watch-delay", admission.delay.hands,
                  "How many hands spectators are behind, at least")
      ->check(CLI::Range(1u, proto::kWatchHandsMax))
      ->capture_default_str();
  command
      .add_option("--watch-seconds", admission.delay.seconds,
                  "How many seconds spectators are behind, at least")
      ->check(CLI::Range(1u, proto::kWatchSecondsMax))
      ->capture_default_str();
}

/// Reads "MIN" or "MIN:MAX". Returns why it is neither; "" if it is.
std::string read_buy_in(const std::string& text, seat::TableOptions& table) {
  const auto colon = text.find(':');
  const auto number = [](const std::string& digits) {
    const bool is_number = !digits.empty() && digits.size() <= 10 &&
                           digits.find_first_not_of("0123456789") == std::string::npos;
    return is_number ? std::stoll(digits) : 0;
  };
  table.buy_in_min = number(text.substr(0, colon));
  table.buy_in_max = colon == std::string::npos ? table.buy_in_min : number(text.substr(colon + 1));
  const bool good = table.buy_in_min >= 1 && table.buy_in_min <= table.buy_in_max &&
                    table.buy_in_max <= proto::kOrderChipsMax;
  return good ? "" : "a buy-in is a number of chips, or two: 400:1000";
}

void add_evening_options(CLI::App& command, HostOptions& o) {
  auto* evening = command.add_flag(
      "--evening", o.table.evening,
      "An evening of tables: people come and go with chips of their own, and at the end all hear "
      "who owes whom. You are the bank, and --seats is the room [6]");
  command
      .add_option_function<std::string>(
          "--buy-in", [&o](const std::string& text) { (void)read_buy_in(text, o.table); },
          "The chips of a buy-in, MIN or MIN:MAX [half the game's stack to all of it]")
      ->check([&o](const std::string& text) { return read_buy_in(text, o.table); })
      ->needs(evening);
  command
      .add_option("--chips", o.seat.evening.chips,
                  "The chips with which you first sit down at your evening [the largest buy-in]")
      ->check(CLI::Range(std::int64_t{1}, proto::kOrderChipsMax))
      ->needs(evening);
  command
      .add_option("--break", o.seat.evening.break_s,
                  "How many seconds the break between two tables of an evening lasts")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{3600}))
      ->capture_default_str()
      ->needs(evening);
  command
      .add_option_function<std::string>(
          "--orders", [&o](const std::string& text) { o.seat.evening.asks = text == "ask"; },
          "Whether you say yes to each order of chips: auto, or ask [auto: the rules alone decide]")
      ->check(one_of({"auto", "ask"}))
      ->needs(evening);
}

void add_host(const Cli& cli) {
  const auto host = cli.command<HostOptions>(
      "host",
      with_examples("Open a table and wait for others to join.",
                    {"fairdeal host holdem --seats 3", "fairdeal host holdem --seats 4 --bots 2",
                     "fairdeal host holdem --invite ann,bob",
                     "fairdeal host pig --listen 192.168.1.20:7777 --params '{\"goal\":50}'"}),
      [&all = cli.options](HostOptions& own, const words::Output& output) {
        own.seat.libraries = all.libraries;
        return run_host(own, output);
      });
  HostOptions& o = host.options;
  host->add_option(
          "GAME", o.table.game,
          "Which game: see fairdeal games; or a script, FILE.lua; or a library, ./FILE.so, "
          "of which everybody has to name a copy")
      ->required();
  add_library_option(*host, cli.options);
  add_table_options(*host, o.table, "2");
  o.seat.listen = "[::]:7777";
  o.seat.ports = 20;
  add_host_settings(cli, *host, o);
  host->add_option("--start", o.admission.start,
                   "Whether the table begins by itself once all seats are taken: auto, or ask "
                   "[auto on loopback and for scripts, else ask]")
      ->check(one_of({"auto", "ask"}));
  host->add_flag("!--no-announce", o.seat.announce,
                 "Do not announce the table on the local network, where fairdeal tables lists it");
  host->add_option("--words", o.seat.code_words,
                   "How many words a code has that you tell your friends: 2, or 3 if many people "
                   "may try; 0: no code. A code takes a --relay")
      ->check(CLI::IsMember({0, 2, 3}))
      ->capture_default_str();
  host->add_option("--invite", o.admission.invite,
                   "Contacts who may sit down without a code, by what you call them: --invite "
                   "ann,bob (fairdeal contacts)")
      ->delimiter(',');
  host->add_flag("--once", o.admission.once, "The link serves the first guest who comes by it");
  add_watch_options(*host, o.admission);
  add_chat_option(*host, o.seat, "The members of this table say nothing to each other");
  add_answers_option(*host, o.seat.answers);
  host->add_option_function<std::string>(
      "--bots",
      [&o](const std::string& text) {
        const auto bots = seat::counted_bots(text);
        if (!bots) throw CLI::ValidationError("--bots", "write 2, 2:hard or hard,easy");
        o.table.bots = *bots;
      },
      "Which of the seats this machine plays: how many, as 2 or 2:hard, or by which players, as "
      "hard,easy");
  add_terms(*host, o.table);
  add_evening_options(*host, o);
  add_matches_option(*host, o.seat);
  add_keep_option(*host, o.seat);
  add_page_options(*host, o.seat.page);
  add_seat_options(cli, *host, o.seat);
  add_screen_option(*host, o.seat.page);
  add_lines_option(*host, o.seat.page, cli.options.output);
}

void add_tables(const Cli& cli) {
  const auto tables = cli.command<seat::TablesOptions>(
      "tables",
      with_examples("List the tables that gather on your local network, and how to join them.",
                    {"fairdeal tables", "fairdeal tables --wait 5 --json"}),
      seat::run_tables);
  tables->add_option("--wait", tables.options.wait_s, "How many seconds to wait for answers")
      ->check(CLI::Range(0.1, 600.0))
      ->capture_default_str();
  bind_identity(
      cli, *tables,
      tables->add_option("--identity", tables.options.identity, "Whose contacts to recognize"));
}

void add_join(const Cli& cli) {
  const auto join = cli.command<JoinOptions>(
      "join",
      with_examples(
          "Sit down at a table. You see all its terms first, and nothing is signed before "
          "you agree to them.",
          {"fairdeal join", "fairdeal join ann", "fairdeal join 'fairdeal:1/…'",
           "fairdeal join 7-guitar-igloo@relay.example.org",
           "fairdeal join example.org:7777 --nickname Ann",
           "fairdeal join 192.168.1.20:7777 --bot simple --accept",
           "fairdeal join 'fairdeal:1/…' --library ./sea-war.so"}),
      run_join);
  JoinOptions& o = join.options;
  join->add_option("LINK", o.address,
                   "A contact, or the host's link, code, or address and port; without one you "
                   "choose among the tables of contacts and of your network, or type a code")
      ->envname("FAIRDEAL_LINK");
  add_library_option(*join, cli.options);
  join->add_option("--code-file", o.code_file,
                   "Read the code from this file; FAIRDEAL_CODE may hold it, too");
  join->add_option("--listen", o.seat.listen,
                   "Address and port where the others reach you; port 0: any [all addresses, any]");
  join->add_option("--advertise", o.seat.advertise,
                   "The port where the others reach you, if a router forwards another one")
      ->check(CLI::Range(1, 65535));
  add_accept_option(*join, o.seat);
  add_answers_option(*join, o.seat.answers);
  join->add_option("--buy-in", o.seat.evening.chips,
                   "The chips with which you first sit down at an evening [you are asked]")
      ->check(CLI::Range(std::int64_t{1}, proto::kOrderChipsMax));
  add_chat_option(*join, o.seat, kNoChatForMe);
  add_matches_option(*join, o.seat);
  add_keep_option(*join, o.seat);
  add_page_options(*join, o.seat.page);
  add_seat_options(cli, *join, o.seat);
  add_screen_option(*join, o.seat.page);
  add_lines_option(*join, o.seat.page, cli.options.output);
}

void add_witness(const Cli& cli) {
  const auto witness = cli.command<JoinOptions>(
      "witness",
      with_examples("Look on at a table and vote, without a seat. A table of two "
                    "with a witness survives a silent player.",
                    {"fairdeal witness 192.168.1.20:7777"}),
      [](JoinOptions& own, const words::Output& output) {
        own.witness = true;
        own.seat.bot = "random";  // a witness has no moves, so nobody is asked
        return run_join(own, output);
      });
  JoinOptions& o = witness.options;
  witness->add_option("LINK", o.address, "The host's link, or the host's address and port")
      ->envname("FAIRDEAL_LINK")
      ->required();
  add_library_option(*witness, cli.options);
  add_accept_option(*witness, o.seat);
  add_matches_option(*witness, o.seat);
  add_seat_options(cli, *witness, o.seat);
}

void add_watch(const Cli& cli) {
  const auto watch = cli.command<WatchOptions>(
      "watch",
      with_examples("Watch a table without a seat: some way behind the players, and with every "
                    "step checked.",
                    {"fairdeal watch 'fairdeal:1/…'", "fairdeal watch 192.168.1.20:7777",
                     "fairdeal watch 192.168.1.20:7777 --json-lines"}),
      run_watch);
  WatchOptions& o = watch.options;
  watch->add_option("LINK", o.address, "The host's link to watch, or the host's address and port")
      ->envname("FAIRDEAL_LINK")
      ->required();
  bind_identity(cli, *watch, watch->add_option("--identity", o.identity, "Your identity file"));
  add_library_option(*watch, cli.options);
  watch->add_option("--transcript", o.transcript, "Where to write the transcript");
  watch->add_flag("--json-lines", o.json_lines,
                  "One line of JSON for each event on standard output, and no words");
  add_page_options(*watch, o.page);
  add_screen_option(*watch, o.page);
}

void add_resume(const Cli& cli) {
  const auto resume = cli.command<ResumeOptions>(
      "resume",
      with_examples("Go back to a table that this program left, by Ctrl-C, a crash or a power cut.",
                    {"fairdeal resume", "fairdeal resume 4f2a"}),
      [&all = cli.options](ResumeOptions& own, const words::Output& output) {
        own.seat.libraries = all.libraries;
        return run_resume(own, output);
      });
  ResumeOptions& o = resume.options;
  resume->add_option("TABLE", o.table,
                     "Its name or the beginning of it, or its file; without one, a list of all");
  add_library_option(*resume, cli.options);
  resume
      ->add_option("--listen", o.seat.listen,
                   "Where the others reach you, if the port you had is taken; port 0: any")
      ->capture_default_str();
  add_answers_option(*resume, o.seat.answers);
  add_matches_option(*resume, o.seat);
  add_chat_option(*resume, o.seat, kNoChatForMe);
  add_keep_option(*resume, o.seat);
  add_page_options(*resume, o.seat.page);
  add_seat_options(cli, *resume, o.seat);
  add_screen_option(*resume, o.seat.page);
  add_lines_option(*resume, o.seat.page, cli.options.output);
}

void add_demo(const Cli& cli) {
  const auto demo = cli.command<tools::DemoOptions>(
      "demo",
      with_examples(
          "Play a whole match with every peer in a process of its own, "
          "and audit it. In a terminal the first seat is yours.",
          {"fairdeal demo --game holdem --seats 4", "fairdeal demo --game pig --seats 2 --json"}),
      tools::run_demo);
  tools::DemoOptions& o = demo.options;
  o.table.game = "holdem";
  demo->add_option("--game", o.table.game,
                   "Which game: see fairdeal games; or a script, FILE.lua; or a library, ./FILE.so")
      ->capture_default_str();
  add_table_options(*demo, o.table, "4");
  demo->add_option("--hands", o.hands, "How many hands, for games that have hands (default: 1)");
  demo->add_option("--bot", o.bot, "The bots that play the other seats")
      ->check(one_of({"random", "simple"}))
      ->capture_default_str();
  demo->add_option("--seed", o.seed, "Make the bots' choices repeatable (cards never are)");
  add_timeout_option(*demo, o.timeout_s);
  demo->add_option("--transcript", o.transcript, "Where to write the transcript");
  demo->add_option("--chaos", o.chaos,
                   "Trouble to survive, repeatable: kill:SEAT@STEP, kill-back:SEAT@STEP, "
                   "silent:SEAT@STEP, lie:SEAT@STEP:proof|entry|vote, cut:SEAT-SEAT@STEP:SECONDS")
      ->take_all();
  demo->add_flag("--no-input", o.no_input, "All seats are bots, also in a terminal");
  add_page_options(*demo, o.page);
}

void add_lobby(const Cli& cli) {
  const auto lobby = cli.command<seat::Options>(
      "lobby",
      with_examples(
          "Show your tables on a page in your browser, as fairdeal without a command does on a "
          "desktop.\n"
          "From there you go back to a table, open one, join one, practise, and look at "
          "finished matches.",
          {"fairdeal lobby", "fairdeal lobby 7-guitar-igloo@relay.example.org",
           "fairdeal lobby --no-open --web-port 8080"}),
      [](seat::Options& own, const words::Output& output) {
        own.page.web = true;
        return run_lobby(own, output);
      });
  seat::Options& o = lobby.options;
  lobby->add_option("table", o.page.join,
                    "Join this table at once: a link, a code, an address or a contact");
  add_page_place_options(*lobby, o.page);
  add_person_settings(cli, *lobby, o);
  add_relay_settings(cli, *lobby, o);
  add_show_losing_setting(cli, *lobby, o.show_losing);
}

}  // namespace

void add_table_commands(const Cli& cli) {
  add_lobby(cli);
  add_play(cli);
  add_host(cli);
  add_tables(cli);
  add_join(cli);
  add_witness(cli);
  add_watch(cli);
  add_resume(cli);
  add_demo(cli);
}

}  // namespace fairdeal::cli
