#include "apps/commands.h"
#include "apps/seat.h"

/// `fairdeal host` and `fairdeal join`.
namespace fairdeal::apps {
namespace {

int sit_down(std::variant<runtime::Offer, net::Address> table, bool witness,
             const SeatOptions& seat, const Output& output) {
  crypto::SystemRng rng;
  const auto listen = net::Address::parse(seat.listen);
  if (!listen)
    return output.failed({Exit::usage, "bad_address",
                          "'" + seat.listen + "' is no address to listen on.",
                          "For example --listen 0.0.0.0:7777."});
  const std::filesystem::path path =
      seat.identity.empty() ? default_identity_path() : std::filesystem::path(seat.identity);
  auto identity = obtain_identity(path, seat.nickname, rng);
  if (!identity) return output.failed(failure_of(identity.error(), "Could not use the identity"));
  return SeatAtTable(seat, output, *std::move(identity)).run(std::move(table), witness, *listen);
}

}  // namespace

int run_host(const TableOptions& table, const SeatOptions& seat, const Output& output) {
  crypto::SystemRng rng;
  // Told now, before anybody is kept waiting.
  const auto trial =
      runtime::HostLobby::open({table.game, table.params, table.seats, table.witnesses},
                               crypto::SigningKey::generate(rng), "", rng);
  if (!trial) return output.failed(failure_of(trial.error(), "Could not open the table"));
  return sit_down(runtime::Offer{table.game, table.params, table.seats, table.witnesses}, false,
                  seat, output);
}

int run_join(const JoinOptions& join, const SeatOptions& seat, const Output& output) {
  const auto address = net::Address::parse(join.address);
  if (!address)
    return output.failed({Exit::usage, "bad_address", "'" + join.address + "' is no address.",
                          "For example 192.168.1.20:7777."});
  return sit_down(*address, join.witness, seat, output);
}

}  // namespace fairdeal::apps
