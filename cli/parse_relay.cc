#include "cli/parser.h"
#include "cli/relay.h"

/// The command line of `fairdeal relay`.

namespace fairdeal::cli {
namespace {

/// A cluster has three servers or five.
constexpr int kNatsServersMax = 16;

/// Where it listens, how much it sends, and who may come in.
void add_places_and_limits(CLI::App& relay, RelayOptions& o) {
  relay.add_option("--config", o.config,
                   "A relay.toml with these options and all limits; fairdeal relay limits writes "
                   "one");
  relay
      .add_option("--listen", o.listen,
                  "Where clients connect, by WebSocket; without TLS that is for a proxy in "
                  "front; port 0: any")
      ->default_str(kRelayListen);
  relay.add_option("--tls-cert", o.tls_cert,
                   "The relay's certificate with its chain (PEM), for TLS without a proxy; "
                   "SIGHUP reads it again");
  relay.add_option("--tls-key", o.tls_key, "The private key of that certificate (PEM)");
  relay
      .add_option("--reflect", o.reflect,
                  "Where clients are told their own address, repeatable; two ports let them see "
                  "how their router behaves")
      ->take_all();
  relay.add_option("--metrics", o.metrics,
                   "Where Prometheus finds /metrics, and an operator /status");
  relay.add_option("--rate", o.rate,
                   "The most bytes in a second, through all pipes together, such as 20M");
  relay.add_option("--month", o.month, "The most bytes that are sent in a month, such as 500G");
  relay.add_option("--volume-file", o.volume_file, "Keeps what was sent in the month");
  relay
      .add_option(
          "--trust-proxy", o.trust_proxy,
          "A proxy's address or network, repeatable: its X-Forwarded-For is believed; where the "
          "relay listens on loopback, 127.0.0.1 and ::1 by default")
      ->take_all();
  relay.add_option("--secret-file", o.secret_file,
                   "Let in only players with a pass made with this secret");
  relay.add_option("--revoked-file", o.revoked_file,
                   "Names of passes that count no more, one a line; SIGHUP reads it again");
  relay.add_option("--block-file", o.block_file,
                   "Networks that are not let in, one a line; SIGHUP reads it again");
}

void add_cluster(CLI::App& relay, RelayOptions& o) {
  relay
      .add_option("--nats", o.nats,
                  "NATS servers, with commas between them: this process and all others that name "
                  "the same cluster are one relay")
      ->delimiter(',')
      ->expected(1, kNatsServersMax);
  relay.add_option("--nats-creds", o.nats_creds,
                   "By which these servers know the relay: a user's JWT and seed, as nsc writes "
                   "them");
  relay.add_option("--nats-nkey", o.nats_nkey, "Or a user's seed; fairdeal relay nkey makes one");
  relay.add_option("--nats-ca", o.nats_ca,
                   "The authority of these servers' certificates (PEM); means TLS");
  relay.add_option("--nats-cert", o.nats_cert,
                   "The relay's own certificate to these servers (PEM)");
  relay.add_option("--nats-key", o.nats_key, "The private key of that certificate (PEM)");
  relay.add_option("--cluster-key", o.cluster_key,
                   "A file that all these processes share, and nobody else has: it authenticates "
                   "what they tell each other");
}

void add_tasks(CLI::App& relay, RelayOptions& o) {
  // As with `bench audit`: the callback of `relay` runs after this one.
  CLI::App* pass = relay.add_subcommand(
      "pass",
      with_examples("Make a pass to a relay that runs with the secret of --secret-file.",
                    {"fairdeal relay pass --name ann --days 30 --secret-file relay.secret"}));
  pass->fallthrough();
  pass->add_option("--name", o.pass_name,
                   "The name of its owner: a pass with a name can be revoked");
  pass->add_option("--days", o.days, "How long it is good")
      ->check(CLI::Range(1, 3650))
      ->capture_default_str();
  pass->callback([&o] { o.task = RelayOptions::Task::pass; });
  CLI::App* status = relay.add_subcommand(
      "status", "Show the state of a relay of this machine that runs with --metrics");
  status->fallthrough();
  status->callback([&o] { o.task = RelayOptions::Task::status; });
  CLI::App* nkey = relay.add_subcommand(
      "nkey",
      "Make the seed of a user of NATS servers, and print the name for their configuration");
  nkey->fallthrough();
  nkey->callback([&o] { o.task = RelayOptions::Task::nkey; });
  CLI::App* limits =
      relay.add_subcommand("limits", "Write a relay.toml with all options and limits");
  limits->fallthrough();
  limits->callback([&o] { o.task = RelayOptions::Task::limits; });
}

constexpr const char* kBehindProxy =
    "fairdeal relay --listen 127.0.0.1:4800 --trust-proxy 127.0.0.1 --reflect 0.0.0.0:4801 "
    "--reflect 0.0.0.0:4802";

}  // namespace

void add_relay_commands(const Cli& cli) {
  const auto relay = cli.command<RelayOptions>(
      "relay",
      with_examples("Run a relay. Players who cannot call each other find and reach each other by "
                    "it.\nThe relay learns their addresses, and when and how much they talk, but "
                    "nothing of their messages.",
                    {"fairdeal relay", kBehindProxy,
                     "fairdeal relay --nats nats://10.0.0.1:4222,nats://10.0.0.2:4222",
                     "fairdeal relay --config /etc/fairdeal-relay/relay.toml",
                     "fairdeal relay pass --name ann --days 30 --secret-file relay.secret"}),
      run_relay);
  RelayOptions& o = relay.options;
  add_places_and_limits(*relay, o);
  add_cluster(*relay, o);
  relay->add_flag("--log-addresses", o.log_addresses,
                  "Write the address of each client to standard error");
  relay->add_flag("--log-refusals", o.log_refusals,
                  "Write the networks that are refused something to standard error, for fail2ban");
  add_tasks(*relay, o);
}

}  // namespace fairdeal::cli
