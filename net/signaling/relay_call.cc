#include "net/signaling/relay_call.h"

#include <string>
#include <utility>

namespace fairdeal::signaling {

using What = RelayTrouble::What;

Greeted RelayCall::on_greeting(ByteSpan message) {
  greet_until_ = never();
  auto greeting = proto::decode_greeting(message);
  if (!greeting) return RelayTrouble{.what = What::version, .error = greeting.error()};
  if (greeting->version != proto::kRelayVersion)
    return RelayTrouble{
        .what = What::version,
        .error = {.fault = Fault::unknown_version,
                  .about = "the relay speaks version " + std::to_string(greeting->version) +
                           " of its protocol, and we speak version " +
                           std::to_string(proto::kRelayVersion)}};
  greeted_ = true;
  return *std::move(greeting);
}

RelayTrouble late_answer() {
  return {.what = What::lost,
          .error = {.fault = Fault::incomplete,
                    .about = "the connection to the relay (the relay did not answer in time)"}};
}

RelayTrouble too_much_work() {
  return {.what = What::work,
          .error = {.fault = Fault::not_wanted,
                    .about = "it asks for more work than this program does for a relay"}};
}

}  // namespace fairdeal::signaling
