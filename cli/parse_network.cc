#include "cli/parser.h"
#include "cli/report.h"
#include "cli/stats.h"
#include "cli/status.h"
#include "tools/doctor.h"

/// The command lines of status, stats, doctor and report.

namespace fairdeal::cli {

void add_network_commands(const Cli& cli) {
  struct NoOptions {};
  cli.command<NoOptions>(
      "status",
      with_examples("Show the tables at which you play now: their members, and how each "
                    "member is reached.",
                    {"fairdeal status", "fairdeal status --json"}),
      [](const NoOptions&, const words::Output& output) { return run_status(output); });

  const auto stats = cli.command<StatsOptions>(
      "stats",
      with_examples("Show your results and your luck in the matches that are over, by your own "
                    "transcripts.\nCards and dice stand beside their expectation: ranks of the "
                    "cards that you were dealt (2 to 14, the ace), values of the dice that you "
                    "rolled, and of hold'em the chips of hands in which all was bet before the "
                    "last card.",
                    {"fairdeal stats", "fairdeal stats --game holdem --with Bob",
                     "fairdeal stats --json | jq '.games[].luck'"}),
      run_stats);
  stats->add_option("--game", stats.options.game, "Only matches of this game");
  stats->add_option("--with", stats.options.with, "Only matches with the person of this name");
  add_place_settings(cli, *stats, stats.options.seat);

  const auto doctor = cli.command<seat::Options>(
      "doctor",
      with_examples("Look at what can be in the way of playing: identity, disk, clock, network, "
                    "relays.\nExit codes: 0 others probably reach you directly, 10 through a relay "
                    "only, 6 from your own network at most.",
                    {"fairdeal doctor", "fairdeal doctor --relay relay.example.org --json"}),
      tools::run_doctor);
  add_place_settings(cli, *doctor, doctor.options);
  add_relay_settings(cli, *doctor, doctor.options);
  add_port_map_setting(cli, *doctor, doctor.options);

  const auto report = cli.command<ReportOptions>(
      "report",
      with_examples("Write one file for those who look for a fault: this program, this machine, "
                    "the tables and the log, without cards, keys, codes, links and addresses.",
                    {"fairdeal report", "fairdeal report --print", "fairdeal report fault.txt"}),
      run_report);
  report.options.version = FAIRDEAL_VERSION;
  auto* file = report->add_option("FILE", report.options.file,
                                  "Where to; a file that is there stays as it is "
                                  "[fairdeal-report-DATE.txt]");
  report->add_flag("--print", report.options.print, "Print it, and write no file")->excludes(file);
}

}  // namespace fairdeal::cli
