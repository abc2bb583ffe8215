#include "cli/parser.h"
#include "cli/status.h"
#include "tools/doctor.h"

/// The command lines of status and doctor.

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
}

}  // namespace fairdeal::cli
