#pragma once

#include <memory>

#include "ui/front/curses_screen.h"
#include "ui/front/page_display.h"

namespace fairdeal::front {

/// The page of a person on the whole terminal: it draws what a page in the browser would be told,
/// and says by the same messages what the person wants. The drawing itself is in
/// ui/front/screen_view.h, the keys in ui/front/screen_input.h.
class TableScreen final : public PageDisplay {
 public:
  /// Takes the terminal. Errors: those of CursesScreen::open().
  static tl::expected<std::unique_ptr<PageDisplay>, words::Failure> open();
  TableScreen(const TableScreen&) = delete;
  ~TableScreen() override;

  void show(boost::asio::io_context& io, Page& page) override;
  void changed() override;
  std::size_t viewers() const override { return 1; }
  void stop(std::function<void()> then) override;
  void leave() override;

 private:
  class Stage;
  TableScreen(CursesScreen screen, int input) : screen_(std::move(screen)), input_(input) {}

  CursesScreen screen_;
  int input_;                   ///< standard input, opened once more
  std::weak_ptr<Stage> stage_;  ///< lives as long as the io_context
};

}  // namespace fairdeal::front
