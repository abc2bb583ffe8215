#include <algorithm>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "apps/commands.h"
#include "apps/completion.h"
#include "apps/rules_command.h"
#include "apps/terminal.h"
#include "proto/limits.h"

namespace {

using namespace fairdeal::apps;

constexpr const char* kVersion = "fairdeal " FAIRDEAL_VERSION;

/// Shown when no command is given: the three most likely next ones.
constexpr const char* kFirstWords =
    "fairdeal: card and board games among peers, without a dealer and without a server.\n\n"
    "  fairdeal play holdem             practise against bots on this machine\n"
    "  fairdeal host holdem --seats 3   open a table for others to join\n"
    "  fairdeal join ADDRESS            sit down at somebody's table\n\n"
    "All commands: fairdeal --help";

std::string with_examples(const std::string& about, std::initializer_list<const char*> examples) {
  std::string text = "Examples:\n";
  for (const char* example : examples) text += std::string("  ") + example + "\n";
  return text + "\n" + about;
}

/// What fits into a table's terms and can be shown on anybody's terminal.
std::string nickname_problem(const std::string& nickname) {
  if (nickname.empty() || nickname.size() > fairdeal::proto::kNicknameBytesMax)
    return "a nickname has 1 to " + std::to_string(fairdeal::proto::kNicknameBytesMax) + " bytes";
  return printable(nickname) == nickname ? "" : "a nickname is made of letters that can be seen";
}

void add_timeout_option(CLI::App& command, std::int64_t& seconds) {
  command
      .add_option("--timeout", seconds,
                  "Give up after waiting this many seconds for other players (0: never)")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
}

void add_table_options(CLI::App& command, TableOptions& table) {
  command.add_option("--seats", table.seats, "How many play")->capture_default_str();
  command.add_option("--params", table.params, "The game's parameters, as JSON: '{\"stack\":500}'");
}

void add_terms(CLI::App& command, TableOptions& table) {
  const auto seconds = [&](const char* name, fairdeal::Duration& duration, const char* about) {
    command
        .add_option_function<double>(
            name, [&duration](double s) { duration = {static_cast<std::int64_t>(s * 1000)}; },
            about + std::string(", in seconds [") + std::to_string(duration.ms / 1000) + "]")
        ->check(CLI::Range(0.0, 86'400.0));
  };
  command.add_option("--witnesses", table.witnesses, "How many look on and vote")
      ->check(CLI::Range(0, 6));
  command.add_flag("--unanimous", table.unanimous, "Nobody can be outvoted, even if it is silent");
  command.add_flag("--recovery,!--no-recovery", table.recovery,
                   "Whether all others together can finish a hand without a seat, and so could "
                   "read its cards [with 4 seats and more]");
  seconds("--move-time", table.pace.move, "For a move");
  seconds("--bank", table.pace.bank, "A seat's reserve for its moves");
  seconds("--increment", table.pace.increment, "What a move in time adds to the reserve");
  seconds("--work-time", table.pace.work, "For what programs answer by themselves");
  seconds("--reconnect-time", table.pace.reconnect, "What a lost connection adds");
  seconds("--round-time", table.pace.round, "For votes to arrive");
  command.add_option("--absences", table.pace.absences, "In a row, after which a seat is out")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
}

void add_seat_options(CLI::App& command, SeatOptions& seat) {
  command.add_option("--identity", seat.identity, "Your identity file")
      ->envname("FAIRDEAL_IDENTITY");
  command.add_option("--nickname", seat.nickname, "What the others call you")
      ->envname("FAIRDEAL_NICKNAME")
      ->check(nickname_problem);
  command.add_option("--bot", seat.bot, "Let a bot play this seat: random or simple")
      ->check(CLI::IsMember({"random", "simple"}));
  command.add_option("--bot-seed", seat.bot_seed, "Make the bot's choices repeatable");
  command.add_option("--transcript", seat.transcript, "Where to write the transcript");
  command.add_option("--data", seat.folder, "Where tables are kept")->envname("FAIRDEAL_DATA");
  add_timeout_option(command, seat.timeout_s);
  command
      .add_option("--events-fd", seat.events_fd, "Write one JSON line an event to this descriptor")
      ->group("");
  command.add_option("--chaos", seat.chaos, "What this seat is to do wrong")->group("");
}

struct Options {
  Output output;
  IdOptions id;
  GamesOptions games;
  AuditOptions audit;
  SelftestOptions selftest;
  BenchOptions bench;
  TableOptions host;
  SeatOptions host_seat;
  JoinOptions join;
  SeatOptions join_seat;
  JoinOptions witness;
  SeatOptions witness_seat;
  ResumeOptions resume;
  SeatOptions resume_seat;
  EvidenceOptions evidence;
  PlayOptions play;
  DemoOptions demo;
  RulesOptions rules;
  std::string shell;
};

/// `fairdeal rules …`
void add_rules_commands(CLI::App& app, Options& o, int& status) {
  CLI::App* rules = app.add_subcommand(
      "rules",
      with_examples(
          "For writers of games: check recorded play, record, count, solve, test.",
          {"fairdeal rules check tests/traces/*.jsonl", "fairdeal rules perft connect-four 8"}));
  rules->require_subcommand(1);
  using Run = int (*)(const RulesOptions&, const Output&);
  const auto command = [&](const char* name, const std::string& about, Run run) {
    CLI::App* sub = rules->add_subcommand(name, about);
    sub->add_flag("--json", o.output.json,
                  "One JSON document on standard output, and nothing else there");
    sub->add_flag("-q,--quiet", o.output.quiet, "No progress on standard error");
    sub->callback([&o, &status, run] { status = run(o.rules, o.output); });
    return sub;
  };
  const auto add_game = [&](CLI::App* sub) {
    sub->add_option("GAME", o.rules.game, "Which game: see fairdeal games")->required();
  };
  const auto add_state = [&](CLI::App* sub) {
    sub->add_option("--params", o.rules.params, "The game's parameters, as JSON");
    sub->add_option("--seats", o.rules.seats, "How many play; the fewest if left out");
    sub->add_option("--state", o.rules.state, "Where to begin, as JSON; the start if left out");
  };

  auto* check = command(
      "check",
      with_examples("Check recorded lines, of all kinds of docs/traces.md, against the rules.\n"
                    "Exit codes: 0 all agree, 1 some differ, 2 unreadable.",
                    {"fairdeal rules check tests/traces/*.jsonl"}),
      run_rules_check);
  check->add_option("FILE", o.rules.files, "Files of JSON lines")->required();

  auto* record = command("record",
                         with_examples("Write random playouts as JSON lines.",
                                       {"fairdeal rules record pig --playouts 100 --seed 1",
                                        "fairdeal rules record othello --playouts 5 > o.jsonl"}),
                         run_rules_record);
  add_game(record);
  add_state(record);
  record->add_option("--playouts", o.rules.playouts, "How many")->capture_default_str();
  record->add_option("--seed", o.rules.seed, "Of the first; each next has one more")
      ->capture_default_str();

  auto* perft = command("perft",
                        with_examples("Count move sequences, states and finished games by depth.",
                                      {"fairdeal rules perft chess 4",
                                       "fairdeal rules perft othello 8 --params '{\"rows\":6}'"}),
                        run_rules_perft);
  add_game(perft);
  perft->add_option("DEPTH", o.rules.depth, "Plies")->required();
  add_state(perft);

  auto* solve = command("solve",
                        with_examples("Exact values under best play, by looking at every state.",
                                      {"fairdeal rules solve tic-tac-toe",
                                       "fairdeal rules solve othello --params "
                                       "'{\"rows\":4,\"columns\":4}' --json"}),
                        run_rules_solve);
  add_game(solve);
  add_state(solve);

  auto* test =
      command("test",
              with_examples("Play random matches and check the laws that every game obeys.\n"
                            "Exit codes: 0 they hold, 1 one is broken.",
                            {"fairdeal rules test pig", "fairdeal rules test holdem --seats 6"}),
              run_rules_test);
  add_game(test);
  add_state(test);
  test->add_option("--playouts", o.rules.playouts, "Matches")->capture_default_str();
  test->add_option("--seed", o.rules.seed, "Of the first match")->capture_default_str();
}

void add_commands(CLI::App& app, Options& o, int& status) {
  const auto command = [&](const char* name, const std::string& about, auto&& run) {
    CLI::App* sub = app.add_subcommand(name, about);
    sub->add_flag("--json", o.output.json,
                  "One JSON document on standard output, and nothing else there");
    sub->add_flag("-q,--quiet", o.output.quiet, "No progress on standard error");
    sub->callback([&o, &status, run] { status = run(o); });
    return sub;
  };

  auto* play =
      command("play",
              with_examples("Play here against bots; nothing leaves this machine.",
                            {"fairdeal play holdem --seats 6", "fairdeal play tic-tac-toe"}),
              [](Options& x) { return run_play(x.play, x.output); });
  play->add_option("GAME", o.play.table.game, "Which game: see fairdeal games")->required();
  add_table_options(*play, o.play.table);
  play->add_option("--bot", o.play.bot, "Who plays against you")
      ->check(CLI::IsMember({"random", "simple"}))
      ->capture_default_str();
  play->add_option("--seed", o.play.seed, "Repeat a match");

  auto* host =
      command("host",
              with_examples("Open a table and wait for others to join.",
                            {"fairdeal host holdem --seats 3",
                             "fairdeal host pig --listen 0.0.0.0:7777 --params '{\"goal\":50}'"}),
              [](Options& x) { return run_host(x.host, x.host_seat, x.output); });
  host->add_option("GAME", o.host.game, "Which game: see fairdeal games")->required();
  add_table_options(*host, o.host);
  host->add_option("--listen", o.host_seat.listen, "Address and port to listen on; port 0: any")
      ->capture_default_str();
  add_terms(*host, o.host);
  add_seat_options(*host, o.host_seat);

  auto* join = command(
      "join",
      with_examples("Sit down at a table.", {"fairdeal join 192.168.1.20:7777",
                                             "fairdeal join example.org:7777 --nickname Ann"}),
      [](Options& x) { return run_join(x.join, x.join_seat, x.output); });
  join->add_option("ADDRESS", o.join.address, "The host's address and port")->required();
  join->add_option("--listen", o.join_seat.listen,
                   "Address and port where the others reach you; port 0: any")
      ->capture_default_str();
  add_seat_options(*join, o.join_seat);

  auto* witness =
      command("witness",
              with_examples("Look on at a table and vote, without a seat. A table of two "
                            "with a witness survives a silent player.",
                            {"fairdeal witness 192.168.1.20:7777"}),
              [](Options& x) {
                x.witness.witness = true;
                x.witness_seat.bot = "random";  // nobody to ask: it has no moves
                return run_join(x.witness, x.witness_seat, x.output);
              });
  witness->add_option("ADDRESS", o.witness.address, "The host's address and port")->required();
  add_seat_options(*witness, o.witness_seat);

  auto* resume = command(
      "resume",
      with_examples("Go back to a table that this program left, by Ctrl-C, a crash or a power cut.",
                    {"fairdeal resume", "fairdeal resume 4f2a"}),
      [](Options& x) { return run_resume(x.resume, x.resume_seat, x.output); });
  resume->add_option("TABLE", o.resume.table,
                     "Its name or the beginning of it, or its file; without one, the latest");
  resume
      ->add_option("--listen", o.resume_seat.listen,
                   "Where the others reach you, if the port you had is taken; port 0: any")
      ->capture_default_str();
  add_seat_options(*resume, o.resume_seat);

  auto* demo = command("demo",
                       with_examples("Play a whole match with every peer in a process of its own, "
                                     "and audit it. In a terminal the first seat is yours.",
                                     {"fairdeal demo --game holdem --seats 4",
                                      "fairdeal demo --game pig --seats 2 --json"}),
                       [](Options& x) { return run_demo(x.demo, x.output); });
  demo->add_option("--game", o.demo.table.game, "Which game: see fairdeal games")
      ->capture_default_str();
  add_table_options(*demo, o.demo.table);
  demo->add_option("--hands", o.demo.hands,
                   "How many hands, for games that have hands (default: 1)");
  demo->add_option("--bot", o.demo.bot, "Who plays the other seats")
      ->check(CLI::IsMember({"random", "simple"}))
      ->capture_default_str();
  demo->add_option("--seed", o.demo.seed, "Make the bots' choices repeatable (cards never are)");
  add_timeout_option(*demo, o.demo.timeout_s);
  demo->add_option("--transcript", o.demo.transcript, "Where to write the transcript");
  demo->add_option("--chaos", o.demo.chaos,
                   "Trouble to survive, repeatable: kill:SEAT@STEP, kill-back:SEAT@STEP, "
                   "silent:SEAT@STEP, lie:SEAT@STEP:proof|entry|vote, cut:SEAT-SEAT@STEP:SECONDS")
      ->take_all();
  demo->add_flag("--no-input", o.demo.no_input, "All seats are bots, also in a terminal");

  auto* audit = command(
      "audit",
      with_examples("Check a transcript: every signature, proof, vote and rule, from the file "
                    "alone.\nExit codes: 0 VALID, 3 INVALID, 4 INCOMPLETE, 5 CANNOT CHECK.",
                    {"fairdeal audit table.fdt", "fairdeal audit --json *.fdt"}),
      [](Options& x) { return run_audit(x.audit, x.output); });
  audit->add_option("FILE", o.audit.files, "Transcripts")->required();

  auto* evidence = app.add_subcommand(
      "evidence", with_examples("What convicts a cheat, as a file that anybody can check.",
                                {"fairdeal evidence verify FILE", "fairdeal evidence show FILE"}));
  evidence->require_subcommand(1);
  for (const bool verifies : {true, false}) {
    CLI::App* sub = evidence->add_subcommand(
        verifies ? "verify" : "show", verifies ? "Check it. Exit codes: 0 convicts, 3 does not."
                                               : "Say whom it accuses of what.");
    sub->add_flag("--json", o.output.json, "One JSON document on standard output");
    sub->add_option("FILE", o.evidence.file, "A file of evidence")->required();
    sub->callback([&o, &status, verifies] {
      o.evidence.verify = verifies;
      status = run_evidence(o.evidence, o.output);
    });
  }

  auto* games = command("games",
                        with_examples("What can be played, and with which parameters.",
                                      {"fairdeal games", "fairdeal games holdem --json"}),
                        [](Options& x) { return run_games(x.games, x.output); });
  games->add_option("NAME", o.games.name, "Only this game");

  auto* id = command(
      "id",
      with_examples("Who you are to others: your public key. Makes an identity on first use.",
                    {"fairdeal id", "fairdeal id --nickname Ann --file ann.id"}),
      [](Options& x) { return run_id(x.id, x.output); });
  id->add_option("--file", o.id.file, "Identity file")->envname("FAIRDEAL_IDENTITY");
  id->add_option("--nickname", o.id.nickname, "For a new identity")->check(nickname_problem);

  auto* selftest = command(
      "selftest",
      with_examples("Recompute known answers of the card protocol.",
                    {"fairdeal selftest", "fairdeal selftest --vectors card-protocol.json"}),
      [](Options& x) { return run_selftest(x.selftest, x.output); });
  selftest->add_option("--vectors", o.selftest.vectors, "A file of known answers");

  auto* bench = command("bench",
                        with_examples("Measure this machine.",
                                      {"fairdeal bench cards", "fairdeal bench playouts --json",
                                       "fairdeal bench table --seats 9 --hands 5 --runs 3"}),
                        [](Options& x) { return run_bench(x.bench, x.output); });
  bench
      ->add_option("WHAT", o.bench.what,
                   "cards: the card protocol; playouts: rules alone; table: whole matches of "
                   "hold'em, every seat a process")
      ->check(CLI::IsMember({"cards", "playouts", "table"}))
      ->capture_default_str();
  bench->add_option("--runs", o.bench.runs, "Repetitions; medians are printed")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  bench->add_option("--seats", o.bench.seats, "table: how many sit there")
      ->check(CLI::Range(2, 10))
      ->capture_default_str();
  bench->add_option("--hands", o.bench.hands, "table: how many hands a match has")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();

  add_rules_commands(app, o, status);

  auto* completion = app.add_subcommand(
      "completion",
      with_examples(
          "A completion script for your shell.",
          {"fairdeal completion bash > ~/.local/share/bash-completion/completions/fairdeal"}));
  completion->add_option("SHELL", o.shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  completion->callback([&] { std::cout << completion_script(app, o.shell); });
}

int result_lost(const std::string& why) {
  std::fprintf(stderr, "fairdeal: The result could not be written: %s.\n", why.c_str());
  return static_cast<int>(Exit::usage);
}

/// What was wrong with the words of the command line, and what to do about it.
Failure usage_failure(const CLI::App& app, const std::vector<std::string>& words,
                      const CLI::ParseError& error) {
  const auto commands = app.get_subcommands({});
  const auto is_command = [&](const std::string& word) {
    return std::ranges::any_of(commands, [&](auto* c) { return c->get_name() == word; });
  };
  const std::string& first = words.front();
  if (is_command(first))
    return {Exit::usage, "usage", std::string(error.what()) + ".",
            "See fairdeal " + first + " --help."};
  if (first.starts_with("-"))
    return {Exit::usage, "usage", std::string(error.what()) + ".", "See fairdeal --help."};
  std::string names;
  for (const auto* command : commands) names += (names.empty() ? "" : ", ") + command->get_name();
  return {Exit::usage, "unknown_command", "There is no command '" + printable(first) + "'.",
          "The commands are " + names + "."};
}

int run(CLI::App& app, Options& options, int& status, const std::vector<std::string>& words) {
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // as CLI11 wants it
    return status;
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    options.output.json = std::ranges::find(words, "--json") != words.end();
    return options.output.failed(usage_failure(app, words, error));
  } catch (const ResultLost& error) {
    return result_lost(error.code().message());
  } catch (const std::filesystem::filesystem_error& error) {
    const std::string path = error.path1().empty() ? "" : error.path1().string() + ": ";
    return options.output.failed(failure_of(
        {fairdeal::Fault::storage, {}, path + error.code().message()}, "Could not use a file"));
  } catch (const std::exception& error) {
    return options.output.failed({Exit::internal, "internal",
                                  std::string("This should not happen: ") + error.what() + ".",
                                  "Please report it, with what you did."});
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // whoever reads us may leave; a table goes on
  // A standard stream that is closed must not become a socket's number. Writing to these two fails.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0) (void)!::open("/dev/null", O_RDONLY);
  CLI::App app("Card and board games among peers, without a dealer and without a server.",
               "fairdeal");
  app.set_version_flag("--version", kVersion);
  app.footer(
      "Exit codes: 0 done, 2 wrong usage, 3 INVALID, 4 INCOMPLETE, 5 CANNOT CHECK, 6 unreachable,\n"
      "7 incompatible, 8 refused, 9 violated by another player, 11 timed out, 130 interrupted.");
  Options options;
  options.demo.table.game = "holdem";
  options.demo.table.seats = 4;
  int status = 0;
  add_commands(app, options, status);
  if (argc <= 1)
    std::cout << kFirstWords << std::endl;
  else
    status = run(app, options, status, {argv + 1, argv + argc});
  if (status == 0 && !std::cout.flush()) return result_lost(std::strerror(errno));
  return status;
}
