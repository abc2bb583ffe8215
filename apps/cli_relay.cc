#include "apps/cli.h"

/// The command line of `fairdeal relay`.
namespace fairdeal::apps {
namespace {

/// A cluster has three servers or five.
constexpr int kNatsServersMax = 16;

}  // namespace

void add_relay_commands(const Cli& cli) {
  RelayOptions& o = cli.options.relay;
  auto* relay = cli.command(
      "relay",
      with_examples("Run a relay, by which players find and reach each other who cannot do so "
                    "directly.\nIt learns their addresses, when and how much they talk, and "
                    "nothing of what they say.",
                    {"fairdeal relay",
                     "fairdeal relay --listen 127.0.0.1:4800 --trust-proxy "
                     "127.0.0.1 --reflect 0.0.0.0:4801 --reflect 0.0.0.0:4802",
                     "fairdeal relay --nats nats://10.0.0.1:4222,nats://10.0.0.2:4222",
                     "fairdeal relay pass --days 30 --secret-file relay.secret"}),
      [](Options& x) { return run_relay(x.relay, x.output); });
  relay
      ->add_option("--listen", o.listen,
                   "Where clients connect, by WebSocket without TLS, which is for a proxy in "
                   "front; port 0: any")
      ->capture_default_str();
  relay
      ->add_option("--reflect", o.reflect,
                   "Where clients are told their own address, repeatable; two ports let them see "
                   "how their router behaves")
      ->take_all();
  relay->add_option("--metrics", o.metrics, "Where Prometheus finds /metrics");
  relay
      ->add_option(
          "--trust-proxy", o.trust_proxy,
          "A proxy's address or network, repeatable: its X-Forwarded-For is believed; where the "
          "relay listens on loopback, 127.0.0.1 and ::1 by default")
      ->take_all();
  relay->add_option("--secret-file", o.secret_file,
                    "Let only those in who have a pass made with this secret");
  relay
      ->add_option("--nats", o.nats,
                   "NATS servers, with commas between them: this process and all others that name "
                   "the same cluster are one relay")
      ->delimiter(',')
      ->expected(1, kNatsServersMax);
  relay->add_flag("--log-addresses", o.log_addresses,
                  "Write the address of each client to standard error");

  // As with `bench audit`: the callback of `relay` runs after this one.
  CLI::App* pass = relay->add_subcommand(
      "pass", with_examples("Make a pass to a relay with a secret.",
                            {"fairdeal relay pass --days 30 --secret-file relay.secret"}));
  pass->fallthrough();
  pass->add_option("--days", o.days, "How long it is good")
      ->check(CLI::Range(1, 3650))
      ->capture_default_str();
  pass->callback([&o] { o.pass = true; });
}

}  // namespace fairdeal::apps
