#pragma once

#include <deque>
#include <memory>
#include <utility>

#include "relay/asio.h"

namespace fairdeal::relay::server {

/// Gives turns on the relay's one thread. The work of joined pipes comes first;
/// then comes one step of somebody else, and the sockets are looked at again. So strangers who keep
/// the relay busy delay a table by a step of theirs, and not by all the steps that they have
/// brought. Nor do the pipes leave nothing to the others: for some of their steps, these take one.
/// The steps of other clients and those of the relay itself (it accepts newcomers, and looks at
/// times) alternate.
class Turns : public std::enable_shared_from_this<Turns> {
 public:
  explicit Turns(asio::io_context& io) : io_(io) {}
  Turns(const Turns&) = delete;

  enum class Whose { table, relay, client };
  /// The work of one connection, or one duty of the relay. Steps that were there before `whose`
  /// was changed keep their place.
  struct Lane {
    std::shared_ptr<Turns> turns;
    Whose whose = Whose::client;
  };
  class Executor;

  /// Forgets all steps, and takes no more. The owner of the connections calls it at the end, since
  /// steps keep connections, and these keep this object.
  void close();

 private:
  struct Step {
    virtual ~Step() = default;
    virtual void run() = 0;
  };
  template <class Function>
  struct StepOf final : Step {
    explicit StepOf(Function given) : function(std::move(given)) {}
    void run() override { std::move(function)(); }
    Function function;
  };
  using Steps = std::deque<std::unique_ptr<Step>>;

  void add(std::unique_ptr<Step> step, Whose whose);
  /// Takes a step of somebody else than the tables. Returns false if there is none.
  bool take_other();
  void arm();
  void turn();

  asio::io_context& io_;
  Steps tables_, relays_, clients_;
  bool relay_is_next_ = true;
  bool armed_ = false, closed_ = false;
};

/// Runs the handlers of one lane, each in its turn. Handlers of Asio's operations and coroutines
/// take it as their executor.
class Turns::Executor {
 public:
  explicit Executor(std::shared_ptr<Lane> lane) : lane_(std::move(lane)) {}

  asio::execution_context& query(asio::execution::context_t) const noexcept {
    return lane_->turns->io_;
  }
  static constexpr asio::execution::blocking_t query(asio::execution::blocking_t) noexcept {
    return asio::execution::blocking.never;
  }
  template <class Function>
  void execute(Function function) const {
    lane_->turns->add(std::make_unique<StepOf<Function>>(std::move(function)), lane_->whose);
  }
  friend bool operator==(const Executor& a, const Executor& b) noexcept {
    return a.lane_ == b.lane_;
  }
  friend bool operator!=(const Executor& a, const Executor& b) noexcept {
    return a.lane_ != b.lane_;
  }

 private:
  std::shared_ptr<Lane> lane_;
};

}  // namespace fairdeal::relay::server
