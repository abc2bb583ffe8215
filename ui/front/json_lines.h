#pragma once

#include <memory>

#include "ui/front/page_display.h"

namespace fairdeal::front {

/// The page of a person's own program instead of a browser: it writes each message that a page
/// would get to standard output, a line each, and takes from standard input what a page would say
/// (docs/web.md). A reader that is slow gets the latest state; once it is gone nothing is written
/// any more, and the table goes on. After the end of the input nobody is there.
class JsonLines final : public PageDisplay {
 public:
  static std::unique_ptr<PageDisplay> open();

  void show(boost::asio::io_context& io, Page& page) override;
  void changed() override;
  std::size_t viewers() const override;
  void drop_input() override;
  void stop(std::function<void()> then) override;

 private:
  class Stage;
  std::weak_ptr<Stage> stage_;  ///< lives as long as the io_context
};

}  // namespace fairdeal::front
