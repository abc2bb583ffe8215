#pragma once

#include "ui/front/page.h"
#include "ui/seat/status_socket.h"
#include "ui/words/words.h"

namespace fairdeal::seat {

/// The page of a person who plays against bots in this process, in seat 0.
class PlayPage final : private boost::asio::io_context, public front::Page {
 public:
  /// Requires: `display` and `names` outlive it.
  PlayPage(front::PageDisplay& display, const rules::AnyGame& game, const words::Names& names);

  /// Answers at these sockets how the match of this name is, and with an address of this page.
  /// Requires: they outlive it.
  void tell_at(StatusSocket& status, StatusSocket& page, const std::string& name);

  /// Serves the page until the person has chosen a move there; none if nobody can do so any more.
  /// Requires: the game asks for it.
  std::optional<rules::Action> choose(const rules::AnyGame& game, const rules::Known& known);
  /// Returns whether choose() ended because the person let the game answer, which it may do now.
  bool may_answer_now() const { return may_answer_now_; }
  /// Returns whether the person lets the game answer, as choose() was told or as was typed since.
  bool answers() const { return game_.known.answers; }
  /// Shows how the match ended, while a page is there.
  void end_with(const rules::AnyGame& game, const rules::Known& known, const std::string& words);

  front::PageFacts facts() override;
  std::string transcript() const override { return ""; }

 private:
  boost::asio::io_context& io() { return *this; }
  void on_move(std::uint64_t step, const rules::Action& action) override;
  void on_typed(const std::string& line) override;
  void look(const rules::AnyGame& game, const rules::Known& known, bool asks);

  const words::Names& names_;
  front::PageGame game_;
  std::uint64_t step_ = 0;
  bool answers_said_ = false;  ///< whether the person has said whether the game may answer
  bool may_answer_now_ = false;
  std::optional<rules::Action> chosen_;
  std::optional<front::PageResult> result_;
};

}  // namespace fairdeal::seat
