#include "net/party/seeking.h"

#include <algorithm>

#include "net/channel/limits.h"

namespace fairdeal::party {

using crypto::PublicKey;
using signaling::RelayTrouble;

namespace {

Effects end_for_want_of_relay(const RelayTrouble& trouble) {
  return {End{{.how = How::relay_down, .error = trouble.error, .relay = trouble.what}}};
}

}  // namespace

Effects Seeking::start(Instant now) {
  // A visit by a code has a limit of its own: the host's person may have to decide.
  if (config_.by_code) return {UseCode{config_.reach_max}};
  Effects out;
  if (config_.by_box) out.push_back(KnockForHost{KnockForHost::By::box});
  if (config_.by_link) out.push_back(KnockForHost{KnockForHost::By::link});
  if (config_.by_contact) out.push_back(KnockForHost{KnockForHost::By::contact});
  for (const sockets::Address& address : config_.addresses)
    out.push_back(Call{address, config_.host});
  until_ = now + config_.reach_max;
  return out;
}

Effects Seeking::on_granted(const PublicKey& host, std::vector<sockets::Address> addresses,
                            Instant now) {
  config_.host = host;
  granted_ = true;
  no_answer_ = "the host's code was right, but no connection to the host came about";
  Effects out;
  for (sockets::Address& address : addresses) {
    out.push_back(Call{address, host, false});
    config_.addresses.push_back(std::move(address));
  }
  until_ = now + config_.reach_max;
  return out;
}

Effects Seeking::on_code_failed(const signaling::CodeFailure& failure) {
  if (failure.relay) return end_for_want_of_relay({*failure.relay, failure.error});
  return {End{{.how = How::no_host, .error = failure.error, .code = failure.what}}};
}

Effects Seeking::on_refused(const std::string& where, const Error& why) {
  if (!pipes_.contains(where) &&
      std::ranges::count(config_.addresses, where, &sockets::Address::text) == 0)
    return {};
  Calls& calls = calls_[where];
  ++calls.failed;
  calls.nobody = why.fault == Fault::nobody_there;
  // Between two matches a host's port takes calls, and nobody answers them.
  const bool is_unanswered = config_.next && why.fault == Fault::incomplete;
  calls.silent = calls.silent && (why.fault == Fault::no_answer || is_unanswered);
  no_answer_ = "no answer from " + where + " to " + std::to_string(calls.failed) +
               (calls.failed == 1 ? " call (" : " calls (") + why.about + ")";
  const bool only_way = config_.addresses.size() == 1 && !is_at_relay();
  // The host itself says both: with a connection too many, or at the end of the last match.
  const bool from_host = why.fault == Fault::hung_up || why.fault == Fault::not_wanted;
  if (config_.next && !from_host) return on_other_program(why);
  switch (why.fault) {
    case Fault::unknown_version:
      return ending(How::incompatible, why);
    case Fault::other_identity:
      // In another network, another program may have one of the addresses in a host's link. So this
      // guest goes on to call the others.
      if (!config_.by_link && !config_.by_contact && only_way) return ending(How::refused, why);
      other_host_ = why;
      break;
    case Fault::hung_up:
      // Perhaps this is no refusal: a host has few places for those whom it does not know yet.
      hung_up_ = why;
      break;
    case Fault::not_wanted:
      if (only_way) return ending(How::refused, why);
      break;
    default:
      break;
  }
  const bool all_failed = !is_at_relay() && calls_.size() == config_.addresses.size() &&
                          std::ranges::all_of(calls_, [](const auto& of) {
                            return of.second.failed >= net::kFailedCallsMax;
                          });
  // The next match's host may take a while to begin.
  return all_failed && !config_.next ? give_up() : Effects{};
}

/// Seeks the host of a next match at its other ports: its program was of this version a moment ago,
/// and may take a while to begin, so it is not here now.
Effects Seeking::on_other_program(const Error& why) {
  if (why.fault == Fault::other_identity) other_host_ = why;
  Effects out;
  if (!guesses_.empty()) return out;
  for (const sockets::Address& address : config_.addresses)
    for (std::uint16_t i = 1; i < kNextPorts && address.port <= 0xFFFF - i; ++i) {
      sockets::Address next = address;
      next.port = static_cast<std::uint16_t>(address.port + i);
      if (std::ranges::count(config_.addresses, next) == 0 && guesses_.insert(next.text()).second)
        out.push_back(Call{std::move(next), config_.host});
    }
  return out;
}

/// Hears that no relay has a box of the host's. Its addresses, if it has any, may still answer; and
/// the host of a next match may take a while to open it.
Effects Seeking::on_absent() {
  if (config_.next) return {};
  absent_ = true;
  no_answer_ = "no table is open there for you";
  return config_.addresses.empty() ? give_up() : Effects{};
}

Effects Seeking::on_clock(Duration ahead) {
  const auto seconds = std::to_string((ahead.ms < 0 ? -ahead.ms : ahead.ms) / 1000);
  clock_differs_ =
      Error{Fault::not_wanted, {}, seconds + (ahead.ms < 0 ? " s behind" : " s ahead")};
  return config_.addresses.empty() ? give_up() : Effects{};
}

/// The host's program may still be at the end of the last match, where it hangs up on whoever
/// joins; or it had no place any more for a stranger that had not said yet what it wants.
bool Seeking::on_hung_up(Instant now) {
  no_answer_ = "the host hung up before it answered";
  ++hang_ups_;
  if (config_.next) return true;
  if (hang_ups_ >= net::kFailedCallsMax) return false;
  until_ = now + config_.reach_max;
  return true;
}

Effects Seeking::seek_again() const {
  if (!finds_again() || !config_.host) return {};
  return {Seek{*config_.host, kSeekAfterLoss}};
}

Effects Seeking::on_time(Instant now) { return now < until_ ? Effects{} : give_up(); }

/// Ends the session of a guest that has not found the host, with what was most against it.
Effects Seeking::give_up() const {
  if (other_host_) return ending(How::other_host, other_host_);
  if (hung_up_ && !config_.next) return ending(How::refused, hung_up_);
  if (clock_differs_) return ending(How::clock_differs, clock_differs_);
  const Error error{Fault::incomplete, {}, no_answer_};
  if (absent_) return ending(How::not_hosting, error);
  if (config_.addresses.empty() && trouble_) return end_for_want_of_relay(*trouble_);
  // The addresses of a host that gave a code are of its own networks: mostly nothing is there.
  const bool given = !config_.addresses.empty() && !granted_;
  std::string all;
  for (const sockets::Address& address : config_.addresses)
    all += (all.empty() ? "" : ", ") + address.text();
  const bool nobody = calls_.size() == config_.addresses.size() &&
                      std::ranges::all_of(calls_, [](const auto& of) { return of.second.nobody; });
  if (given && nobody) return ending(How::nobody_there, Error{Fault::nobody_there, {}, all});
  const bool silent = hang_ups_ == 0 &&
                      std::ranges::all_of(calls_, [](const auto& of) { return of.second.silent; });
  if (given && silent) return ending(How::host_silent, Error{Fault::incomplete, {}, all});
  return ending(How::unreachable, error);
}

}  // namespace fairdeal::party
