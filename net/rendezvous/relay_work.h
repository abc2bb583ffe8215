#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "net/signaling/relay_trouble.h"
#include "net/signaling/relay_work_budget.h"
#include "net/sockets/asio.h"
#include "proto/relay_work.h"

namespace fairdeal::rendezvous {

using signaling::RelayTrouble;
using signaling::RelayWorkBudget;

/// Returns why a relay that has asked for too much cannot be used.
RelayTrouble too_much_work();

/// Solves what a relay asks for, a slice at a time, so that everything else on this thread goes on
/// meanwhile. Returns none if the budget is spent, or once `*wanted` is false.
asio::awaitable<std::optional<proto::Worked>> solve_work(proto::RelayWork work,
                                                         std::shared_ptr<RelayWorkBudget> budget,
                                                         std::shared_ptr<const bool> wanted);

/// Does the same, and then calls `done` unless `*wanted` has become false.
void solve_work(asio::any_io_executor executor, const proto::RelayWork& work,
                std::shared_ptr<RelayWorkBudget> budget, std::shared_ptr<const bool> wanted,
                std::function<void(std::optional<proto::Worked>)> done);

}  // namespace fairdeal::rendezvous
