#pragma once

#include <chrono>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/streambuf.hpp>

#include "apps/commands.h"
#include "apps/identity.h"
#include "apps/terminal.h"
#include "apps/words.h"
#include "base/seeded_rng.h"
#include "crypto/system_rng.h"
#include "net/session.h"
#include "rules/players/player.h"

namespace fairdeal::apps {

/// One seat as this process plays it: a session, whoever decides (a person at the terminal, or a
/// bot), and what they see.
class SeatAtTable final : public net::Session::Watcher {
 public:
  SeatAtTable(const SeatOptions& options, const Output& output, Identity identity);

  /// Plays to the end. Returns the exit code.
  int run(std::variant<runtime::Offer, net::Address> table, bool witness, net::Address listen);

  void on_listening(const net::Address& address) override;
  void on_gathering(const proto::Gathering& gathering) override;
  void on_begin(const runtime::Node& node) override;
  void on_link(Seat seat, bool up, const runtime::Node& node) override;
  void on_notice(const runtime::Notice& notice, const runtime::Node& node) override;
  void on_refused(const std::string& where, const Error& error) override;
  void on_ended(const net::Session::Ended& ended) override;

 private:
  using Clock = std::chrono::steady_clock;

  void say(const std::string& line);
  void event(const char* type, Json details);
  void show();
  void tick();
  void decide();
  void read_line();
  void input_ended();
  void on_line(const std::string& line);
  void interrupted();
  int finished();
  bool person() const { return options_.bot.empty(); }
  std::string folder() const;

  SeatOptions options_;
  Output output_;
  Identity identity_;
  Terminal terminal_;
  boost::asio::io_context io_;
  std::unique_ptr<net::Session> session_;
  std::optional<Names> names_;
  std::optional<rules::AnyGame> game_;  ///< before the last step, to name its moves
  rules::Player bot_;
  std::unique_ptr<Rng> bot_rng_;
  boost::asio::posix::stream_descriptor input_{io_};
  boost::asio::streambuf typed_{4096};
  boost::asio::signal_set signals_{io_, SIGINT, SIGTERM};
  boost::asio::steady_timer heartbeat_{io_};
  std::string problem_;              ///< with what was typed last
  std::vector<std::string> stages_;  ///< of a shuffle, as last shown
  std::vector<std::string> here_;    ///< who had come when last told
  bool is_guest_ = false;
  Clock::time_point began_ = Clock::now();
  Clock::time_point step_began_ = Clock::now();
  std::optional<net::Session::Ended> ended_;
  int status_ = 0;
};

}  // namespace fairdeal::apps
