#pragma once

#include <map>

#include "net/session/session.h"
#include "ui/front/page.h"

namespace fairdeal::apps {

class SeatAtTable;

/// Returns what the rules do for a seat that is absent now: "fold".
std::string cost_of_absence(const rules::AnyGame& game, Seat seat);

/// The page of a seat at a table: it collects from the seat's node and session what a page is told,
/// and does for the page what the seat does for its terminal.
class SeatPage final : public Page {
 public:
  /// Requires: `seat` outlives it.
  SeatPage(SeatAtTable& seat, boost::asio::io_context& io, PageDisplay& display);

  void on_lobby(const runtime::LobbyNews& news);
  void on_notice(const runtime::Notice& notice, const runtime::Node& node);
  void trouble(bool bad, const std::string& title, const std::string& text,
               const std::string& next = "");
  /// Notes how the match ended, or what failed.
  void result(PageResult result) { result_ = std::move(result); }
  void failed(const std::string& message, const std::string& hint);
  void link(const std::string& link) { link_ = link; }
  void watch_link(const std::string& link) { watch_link_ = link; }

  PageFacts facts() override;
  std::string transcript() const override;

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kStepsShown = 50;
  static constexpr std::size_t kTroubleShown = 20;

  void on_move(std::uint64_t step, const rules::Action& action) override;
  void on_typed(const std::string& line) override;

  std::string question() const;
  std::vector<PageAnswer> answers() const;
  void add_table(PageFacts& facts, const runtime::Node& node) const;
  PageSeat seat_of(Seat seat, const runtime::Node& node, SeatSet acting) const;
  PageTurn turn_of(const runtime::Node& node, SeatSet acting) const;
  SeatSet movers(const runtime::Node& node) const;
  void on_decided(const runtime::StepDecided& decided, const runtime::Node& node);

  SeatAtTable& seat_;
  PageChecks checks_;
  std::map<Seat, proto::Kind> arrived_;  ///< whose entries came at the present step
  Clock::time_point step_began_ = Clock::now();
  std::vector<PageTrouble> trouble_;
  std::optional<PageResult> result_;
  bool failed_ = false;
  std::string link_, watch_link_;
  /// Somebody who asks the host to sit down.
  struct Asking {
    crypto::PublicKey key;
    std::string shown;  ///< with words of the key: a nickname may be anybody's
    std::string name;
  };
  std::vector<Asking> asking_;
};

}  // namespace fairdeal::apps
