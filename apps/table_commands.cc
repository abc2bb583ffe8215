#include <algorithm>
#include <filesystem>

#include "apps/commands.h"
#include "apps/paths.h"
#include "apps/seat.h"
#include "runtime/charter.h"

/// `fairdeal host` and `fairdeal join`.
namespace fairdeal::apps {
namespace {

int sit_down(SeatAtTable::Table table, bool witness, const SeatOptions& seat,
             const Output& output) {
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

runtime::Offer offer_of(const TableOptions& table) {
  return {table.game, table.params, table.seats, table.witnesses,
          [pace = table.pace, untimed = table.untimed, unanimous = table.unanimous,
           recovery = table.recovery](proto::Terms& terms) {
            terms.pace = pace;
            if (untimed) terms.pace.move = proto::kUntimed;
            if (unanimous) terms.quorum = terms.validators();
            if (recovery) runtime::set_recovery(terms, *recovery);
          }};
}

namespace fs = std::filesystem;

/// The stores of tables whose names begin like that, the latest last.
std::vector<fs::path> stores(const fs::path& folder, const std::string& beginning) {
  std::vector<fs::path> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ".db" &&
        entry.path().filename().string().starts_with(beginning))
      found.push_back(entry.path());
  std::ranges::sort(found, {}, [](const fs::path& p) { return fs::last_write_time(p); });
  return found;
}

}  // namespace

int run_host(const TableOptions& table, const SeatOptions& seat, const Output& output) {
  crypto::SystemRng rng;
  // Told now, before anybody is kept waiting.
  const auto trial =
      runtime::HostLobby::open(offer_of(table), crypto::SigningKey::generate(rng), "", rng);
  if (!trial) return output.failed(failure_of(trial.error(), "Could not open the table"));
  return sit_down(offer_of(table), false, seat, output);
}

int run_resume(const ResumeOptions& options, const SeatOptions& seat, const Output& output) {
  if (fs::is_regular_file(options.table))
    return sit_down(net::Session::Stored{options.table}, false, seat, output);
  const fs::path folder = seat.folder.empty() ? data_folder() / "tables" : fs::path(seat.folder);
  const auto found = stores(folder, options.table);
  if (found.empty())
    return output.failed({Exit::usage, "no_such_table",
                          options.table.empty() ? "No table is kept in " + folder.string() + "."
                                                : "No table " + options.table + " is kept in " +
                                                      folder.string() + ".",
                          "A table is kept from its first step on; --data says where."});
  return sit_down(net::Session::Stored{found.back().string()}, false, seat, output);
}

int run_join(const JoinOptions& join, const SeatOptions& seat, const Output& output) {
  const auto address = net::Address::parse(join.address);
  if (!address)
    return output.failed({Exit::usage, "bad_address", "'" + join.address + "' is no address.",
                          "For example 192.168.1.20:7777."});
  return sit_down(*address, join.witness, seat, output);
}

}  // namespace fairdeal::apps
