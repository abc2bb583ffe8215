#include "ui/seat/relays.h"

#include <algorithm>

#include "crypto/wipe.h"
#include "net/rendezvous/exposed.h"
#include "proto/limits.h"
#include "ui/home/read_file.h"
#include "ui/words/printable.h"

namespace fairdeal::seat {
namespace {

constexpr std::size_t kPassBytesMax = 1024;

tl::expected<signaling::RelayPass, words::Failure> pass_in(const std::string& file) {
  auto bytes = home::read_file(file, kPassBytesMax);
  if (!bytes)
    return tl::unexpected(
        words::failure_of(bytes.error(), "Could not read the pass of your relays"));
  std::string_view text = as_text(*bytes);
  while (!text.empty() && text.back() <= ' ') text.remove_suffix(1);
  auto pass = signaling::RelayPass::parse(text);
  crypto::wipe(*bytes);
  if (pass) return *std::move(pass);
  return tl::unexpected(
      words::Failure{words::Exit::usage, "bad_pass", "There is no pass of a relay in " + file + ".",
                     "The operator of the relay makes one: fairdeal relay pass."});
}

tl::expected<signaling::RelayUrl, words::Failure> relay_url(const std::string& text) {
  auto url = signaling::RelayUrl::parse(text);
  if (url) return *std::move(url);
  return tl::unexpected(
      words::Failure{words::Exit::usage, "bad_relay",
                     "'" + words::printable(text) + "' is no relay: " + url.error().about + ".",
                     "For example relay.example.org, or ws://192.168.1.20:4800."});
}

/// Returns the relays that a guest's code, link or contact names.
std::vector<std::string> named_in(const TableChoice& table) {
  if (const auto* link = std::get_if<words::TableLink>(&table)) return link->relays;
  if (const auto* contact = std::get_if<home::ContactTable>(&table)) return contact->relays;
  const auto* code = std::get_if<meet::InviteCode>(&table);
  return code != nullptr && !code->relay().empty() ? std::vector{code->relay()}
                                                   : std::vector<std::string>();
}

}  // namespace

tl::expected<std::vector<signaling::RelaySettings>, words::Failure> relays_of(
    const Options& seat, const TableChoice& table) {
  std::optional<signaling::RelayPass> pass;
  if (!seat.relay_pass_file.empty()) {
    if (seat.relays.empty())
      return tl::unexpected(words::Failure{words::Exit::usage, "no_relay",
                                           "A pass is for relays that you name yourself.",
                                           "Name the relay, too: --relay relay.example.org."});
    auto read = pass_in(seat.relay_pass_file);
    if (!read) return tl::unexpected(read.error());
    pass = *std::move(read);
  }
  std::vector<signaling::RelaySettings> own;
  std::vector<signaling::RelaySettings> relays;
  for (const std::string& text : seat.relays) {
    auto url = relay_url(text);
    if (!url) return tl::unexpected(url.error());
    own.push_back({.url = *std::move(url), .pass = pass});
  }
  // Those that a code or a link names come first. One that is not the person's own gets no pass.
  for (const std::string& text : named_in(table)) {
    auto url = relay_url(text);
    if (!url) return tl::unexpected(url.error());
    const auto known = std::ranges::find(own, *url, &signaling::RelaySettings::url);
    relays.push_back(known != own.end() ? *known
                                        : signaling::RelaySettings{.url = *std::move(url)});
  }
  // A contact's relays are remembered, not chosen: those that do not fit are left out.
  if (std::holds_alternative<home::ContactTable>(table) &&
      relays.size() + own.size() > proto::kRelaysMax)
    relays.resize(proto::kRelaysMax - std::min(own.size(), proto::kRelaysMax));
  for (const auto& relay : own)
    if (std::ranges::count(relays, relay.url, &signaling::RelaySettings::url) == 0)
      relays.push_back(relay);
  if (relays.size() <= proto::kRelaysMax) return relays;
  return tl::unexpected(words::Failure{words::Exit::usage, "too_many_relays",
                                       "A table has at most " + std::to_string(proto::kRelaysMax) +
                                           " relays, and you name " +
                                           std::to_string(relays.size()) + ".",
                                       "One is enough."});
}

void warn_of_exposed(const std::vector<signaling::RelaySettings>& relays,
                     const words::Output& output) {
  for (const auto& relay : relays)
    if (rendezvous::is_exposed(relay.url))
      output.note("The way to the relay " + relay.url.text() +
                  " is not encrypted: a listener there learns who meets whom. Cards and moves "
                  "are encrypted all the same.");
}

}  // namespace fairdeal::seat
