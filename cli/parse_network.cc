#include "cli/parser.h"
#include "cli/status.h"
#include "tools/doctor.h"

/// The command lines of status, doctor and report.

namespace fairdeal::cli {

void add_network_commands(const Cli& cli) {
  cli.command("status",
              with_examples("Show the tables at which you play now: their members, and how each "
                            "member is reached.",
                            {"fairdeal status", "fairdeal status --json"}),
              [](Options& x) { return run_status(x.output); });

  auto* doctor = cli.command(
      "doctor",
      with_examples("Look at what can be in the way of playing: identity, disk, clock, network, "
                    "relays.\nExit codes: 0 others probably reach you directly, 10 through a relay "
                    "only, 6 from your own network at most.",
                    {"fairdeal doctor", "fairdeal doctor --relay relay.example.org --json"}),
      [](Options& x) { return tools::run_doctor(x.doctor_seat, x.output); });
  add_place_settings(cli, *doctor, cli.options.doctor_seat);
  add_relay_settings(cli, *doctor, cli.options.doctor_seat);
  add_port_map_setting(cli, *doctor, cli.options.doctor_seat);

  auto* report = cli.command(
      "report",
      with_examples("Write one file for those who look for a fault: this program, this machine, "
                    "the tables and the log, without cards, keys, codes, links and addresses.",
                    {"fairdeal report", "fairdeal report --print", "fairdeal report fault.txt"}),
      [](Options& x) {
        x.report.version = FAIRDEAL_VERSION;
        return run_report(x.report, x.output);
      });
  auto* file = report->add_option("FILE", cli.options.report.file,
                                  "Where to; a file that is there stays as it is "
                                  "[fairdeal-report-DATE.txt]");
  report->add_flag("--print", cli.options.report.print, "Print it, and write no file")
      ->excludes(file);
}

}  // namespace fairdeal::cli
