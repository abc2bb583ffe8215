#include "apps/relays.h"

#include <algorithm>

#include "apps/read_file.h"
#include "apps/terminal.h"
#include "crypto/wipe.h"
#include "proto/limits.h"

namespace fairdeal::apps {
namespace {

constexpr std::size_t kPassBytesMax = 1024;

tl::expected<net::RelayPass, Failure> pass_in(const std::string& file) {
  auto bytes = read_file(file, kPassBytesMax);
  if (!bytes)
    return tl::unexpected(failure_of(bytes.error(), "Could not read the pass of your relays"));
  std::string_view text = as_text(*bytes);
  while (!text.empty() && text.back() <= ' ') text.remove_suffix(1);
  auto pass = net::RelayPass::parse(text);
  crypto::wipe(*bytes);
  if (pass) return *std::move(pass);
  return tl::unexpected(Failure{Exit::usage, "bad_pass",
                                "There is no pass of a relay in " + file + ".",
                                "The operator of the relay makes one: fairdeal relay pass."});
}

}  // namespace

tl::expected<std::vector<net::RelaySettings>, Failure> relays_of(const SeatOptions& seat,
                                                                 const SeatAtTable::Table& table) {
  std::vector<std::string> texts = seat.relays;
  const auto* code = std::get_if<runtime::InviteCode>(&table);
  if (code != nullptr && !code->relay().empty()) texts.insert(texts.begin(), code->relay());
  if (const auto* link = std::get_if<TableLink>(&table))
    texts.insert(texts.begin(), link->relays.begin(), link->relays.end());
  std::optional<net::RelayPass> pass;
  if (!seat.relay_pass_file.empty() && !seat.relays.empty()) {
    auto read = pass_in(seat.relay_pass_file);
    if (!read) return tl::unexpected(read.error());
    pass = *std::move(read);
  }
  std::vector<net::RelaySettings> relays;
  for (const std::string& text : texts) {
    const auto url = net::RelayUrl::parse(text);
    if (!url)
      return tl::unexpected(
          Failure{Exit::usage, "bad_relay",
                  "'" + printable(text) + "' is no relay: " + url.error().about + ".",
                  "For example relay.example.org, or ws://192.168.1.20:4800."});
    if (std::ranges::count(relays, *url, &net::RelaySettings::url) > 0) continue;
    // Only relays of the person's own choice get the pass, not one that a code names.
    const bool own = std::ranges::count(seat.relays, text) > 0;
    relays.push_back({.url = *url, .pass = own ? pass : std::nullopt});
  }
  if (relays.size() <= proto::kRelaysMax) return relays;
  return tl::unexpected(Failure{Exit::usage, "too_many_relays",
                                "A table has at most " + std::to_string(proto::kRelaysMax) +
                                    " relays, and you name " + std::to_string(relays.size()) + ".",
                                "One is enough."});
}

void warn_of_exposed(const std::vector<net::RelaySettings>& relays, const Output& output) {
  for (const auto& relay : relays)
    if (net::is_exposed(relay.url))
      output.note("The way to the relay " + relay.url.text() +
                  " is not encrypted: whoever listens there learns who meets whom. Cards and moves "
                  "are encrypted all the same.");
}

}  // namespace fairdeal::apps
