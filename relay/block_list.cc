#include "relay/block_list.h"

#include <algorithm>

namespace fairdeal::relay {
namespace {

constexpr std::string_view kWhite = " \t\r";

IpAddress first_bits(const IpAddress& address, std::size_t bits) {
  IpAddress first = address;
  for (std::size_t i = 0; i < first.bytes.size(); ++i) {
    const std::size_t kept = std::clamp<std::size_t>(bits, 8 * i, 8 * i + 8) - 8 * i;
    first.bytes[i] &= static_cast<std::byte>(0xff00U >> kept);
  }
  return first;
}

}  // namespace

Result<> for_each_line(std::string_view text,
                       const std::function<Result<>(std::string_view line, std::size_t)>& use) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = line.substr(0, line.find('#'));
    line.remove_prefix(std::min(line.find_first_not_of(kWhite), line.size()));
    line = line.substr(0, line.find_last_not_of(kWhite) + 1);
    if (!line.empty()) FD_TRY(use(line, number));
  }
  return {};
}

Result<BlockList> BlockList::parse(std::string_view text) {
  BlockList list;
  FD_TRY(for_each_line(text, [&](std::string_view line, std::size_t number) -> Result<> {
    const auto network = IpNetwork::parse(line);
    if (!network)
      return fail(Fault::not_canonical,
                  "line " + std::to_string(number) + ": " + network.error().about);
    list.networks_[network->bits].insert(network->base);
    return {};
  }));
  return list;
}

bool BlockList::contains(const IpAddress& address) const {
  return std::ranges::any_of(networks_, [&](const auto& of_width) {
    return of_width.second.contains(first_bits(address, of_width.first));
  });
}

std::size_t BlockList::size() const {
  std::size_t count = 0;
  for (const auto& [bits, bases] : networks_) count += bases.size();
  return count;
}

}  // namespace fairdeal::relay
