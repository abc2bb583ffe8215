#pragma once

#include "ui/author/inspector.h"
#include "ui/front/page.h"

namespace fairdeal::author {

/// The page of an inspection. It takes the lines that the inspector takes at a terminal, `look
/// SEAT` and `look all`, which choose from whose eyes the table is drawn, and that seat's moves.
class InspectPage final : public front::Page {
 public:
  /// Shows itself from the io_context, until Ctrl-C or the line `quit` stops that. `what` is
  /// inspected. Requires: `display` outlives it.
  InspectPage(boost::asio::io_context& io, front::PageDisplay& display, Inspector inspector,
              std::string what);

  front::PageFacts facts() override;
  std::string transcript() const override { return ""; }

 private:
  void on_move(std::uint64_t step, const rules::Action& action) override;
  void on_typed(const std::string& line) override;
  void tell(const Inspector::Answered& answer);
  void look(const std::string& who);
  /// Returns whether the person is asked for the move of the seat that looks.
  bool asks() const;
  void quit();

  boost::asio::io_context& io_;
  boost::asio::signal_set interrupts_;
  Inspector inspector_;
  std::string file_;  ///< as the person named it
  std::string what_;  ///< without folders
  rules::Observer looks_;
  std::uint64_t step_ = 0;  ///< another one after each line and each move
};

}  // namespace fairdeal::author
