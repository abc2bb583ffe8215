#include "net/rendezvous/relay_work.h"

#include "crypto/system_rng.h"
#include "net/channel/limits.h"
#include "net/sockets/clock.h"

namespace fairdeal::rendezvous {
namespace {

/// Tries some counters. Returns the one that solves the work; none if no one of them does.
std::optional<std::uint64_t> try_slice(const proto::RelayWork& work, std::uint64_t first) {
  for (std::uint64_t counter = first; counter < first + net::kWorkSlice; ++counter)
    if (proto::begins_with_zeros(proto::work_digest(work, counter), work.bits)) return counter;
  return {};
}

asio::awaitable<void> solve_and_tell(proto::RelayWork work, std::shared_ptr<RelayWorkBudget> budget,
                                     std::shared_ptr<const bool> wanted,
                                     std::function<void(std::optional<proto::Worked>)> done) {
  const auto solved = co_await solve_work(work, budget, wanted);
  if (*wanted) done(solved);
}

}  // namespace

RelayTrouble too_much_work() {
  return {.what = RelayTrouble::What::work,
          .error = {.fault = Fault::not_wanted,
                    .about = "it asks for more work than this program does for a relay"}};
}

asio::awaitable<std::optional<proto::Worked>> solve_work(proto::RelayWork work,
                                                         std::shared_ptr<RelayWorkBudget> budget,
                                                         std::shared_ptr<const bool> wanted) {
  const Instant began = sockets::now();
  bool told = false;
  const auto executor = co_await asio::this_coro::executor;
  // Two challenges may be the same, and the relay counts each solution once.
  for (std::uint64_t first = crypto::SystemRng().u64(); *wanted; first += net::kWorkSlice) {
    if (!budget->take(net::kWorkSlice, sockets::now())) co_return std::nullopt;
    if (const auto counter = try_slice(work, first)) co_return proto::solution(work, *counter);
    if (!told && sockets::now() - began >= net::kWorkTold) {
      told = true;
      if (budget->on_long) budget->on_long();
    }
    co_await asio::post(executor, asio::use_awaitable);
  }
  co_return std::nullopt;
}

void solve_work(asio::any_io_executor executor, const proto::RelayWork& work,
                std::shared_ptr<RelayWorkBudget> budget, std::shared_ptr<const bool> wanted,
                std::function<void(std::optional<proto::Worked>)> done) {
  asio::co_spawn(executor,
                 solve_and_tell(work, std::move(budget), std::move(wanted), std::move(done)),
                 rethrow);
}

}  // namespace fairdeal::rendezvous
