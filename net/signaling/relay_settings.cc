#include "net/signaling/relay_settings.h"

#include <algorithm>

namespace fairdeal::signaling {

Result<RelayPass> RelayPass::parse(std::string_view text) {
  constexpr std::size_t kBytesMax = 200;
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-._~+/=").find(c) != std::string_view::npos;
  };
  if (text.empty() || text.size() > kBytesMax || !std::ranges::all_of(text, allowed))
    return fail(Fault::not_canonical, "the pass of a relay");
  RelayPass pass;
  pass.text_ = text;
  return pass;
}

}  // namespace fairdeal::signaling
