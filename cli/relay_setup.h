#pragma once

#include <filesystem>
#include <vector>

#include "cli/relay.h"
#include "cli/relay_file.h"
#include "relay/server/server.h"
#include "ui/words/report.h"

/// The configuration of a relay, from the options and files of `fairdeal relay`.

namespace fairdeal::cli {

/// Returns the present time in seconds since 1970, UTC.
std::uint64_t utc_seconds();

/// Reads a size such as "500G", "20M" or "1500000": k, M, G and T are powers of 1000. Errors:
/// not_canonical.
Result<std::uint64_t> read_size(std::string_view text);

/// Reads the secret of a closed relay's passes.
home::OrFailure<relay::PassKey> pass_key_of(const std::string& file);

/// Returns the options with those of the relay.toml that they name, and its limits.
home::OrFailure<RelayFile> with_file(const RelayOptions& options);

/// Makes the relay's configuration, without its bus. Messages go to `output`, which outlives it.
home::OrFailure<relay::server::Config> config_of(const RelayFile& file,
                                                 const words::Output& output);

/// Reads the files that may change while the relay runs.
home::OrFailure<relay::server::Files> read_relay_files(const RelayOptions& options);

/// The places where a running relay reads and writes.
struct RelayFolders {
  std::vector<std::filesystem::path> own, read_only;
};
/// Makes the folder in which the relay writes.
RelayFolders folders_of(const RelayOptions& options);

/// Returns whether this is an address of a NATS server. The library would call whatever host it
/// finds in one of a web server, and say that nobody answers there.
bool is_nats_address(const std::string& text);

/// Connects to the NATS servers that the options name, and says what is not safe about them.
std::optional<words::Failure> use_nats(const RelayOptions& options, boost::asio::io_context& io,
                                       Rng& rng, const words::Output& output,
                                       relay::server::Config& config);

/// Prints what a running relay says of itself at its metrics' port.
int show_relay_status(const RelayOptions& options, const words::Output& output);

}  // namespace fairdeal::cli
