#include "relay/server/turns.h"

#include "relay/limits.h"

namespace fairdeal::relay::server {

namespace {

void run_first_of(auto& steps) {
  const auto step = std::move(steps.front());
  steps.pop_front();
  step->run();
}

}  // namespace

void Turns::add(std::unique_ptr<Step> step, Whose whose) {
  if (closed_) return;
  Steps& steps = whose == Whose::table ? tables_ : whose == Whose::relay ? relays_ : clients_;
  steps.push_back(std::move(step));
  arm();
}

/// The thread looks at its sockets between any two handlers of its own, so a turn is one of them.
void Turns::arm() {
  if (std::exchange(armed_, true)) return;
  asio::post(io_, [self = shared_from_this()] { self->turn(); });
}

void Turns::turn() {
  armed_ = false;
  std::size_t taken = 0;
  for (; taken < kTableStepsMax && !tables_.empty(); ++taken) run_first_of(tables_);
  for (std::size_t left = 1 + taken / kTableStepsForOne; left > 0; --left)
    if (!take_other()) break;
  if (!tables_.empty() || !relays_.empty() || !clients_.empty()) arm();
}

bool Turns::take_other() {
  if (relays_.empty() && clients_.empty()) return false;
  const bool is_relays = clients_.empty() || (relay_is_next_ && !relays_.empty());
  relay_is_next_ = !is_relays;
  run_first_of(is_relays ? relays_ : clients_);
  return true;
}

void Turns::close() {
  closed_ = true;
  for (Steps* steps : {&tables_, &relays_, &clients_})
    const Steps ended = std::exchange(*steps, {});
}

}  // namespace fairdeal::relay::server
