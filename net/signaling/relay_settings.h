#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "net/channel/limits.h"
#include "net/signaling/relay_url.h"
#include "net/signaling/relay_work_budget.h"

namespace fairdeal::signaling {

/// A pass to a closed relay: a text that its operator hands out, and that it asks for at each
/// upgrade.
class RelayPass {
 public:
  /// Accepts what may stand after "Bearer" in HTTP (RFC 6750, b64token), up to 200 bytes. Errors:
  /// not_canonical.
  static Result<RelayPass> parse(std::string_view text);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// The settings of calls to one relay.
struct RelaySettings {
  RelayUrl url;
  std::optional<RelayPass> pass{};
  /// The work that is done for this relay: by all connections that were made from copies of this.
  std::shared_ptr<RelayWorkBudget> work = std::make_shared<RelayWorkBudget>();

  // Only tests change these; limits.h has the reasons for the numbers.
  Duration upgrade_max = net::kUpgradeMax;
  Duration greeting_max = net::kGreetingMax;
  Duration silence_max = net::kRelaySilenceMax;
  Duration pipe_join_max = net::kPipeJoinMax;
  Duration redial_min = net::kRedialMin;
  Duration redial_max = net::kRedialMax;
  Duration busy_min = net::kRelayBusyMin;
};

}  // namespace fairdeal::signaling
