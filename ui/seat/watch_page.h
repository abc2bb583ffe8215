#pragma once

#include "ui/front/page.h"
#include "ui/words/report.h"
#include "ui/words/words.h"

namespace fairdeal::seat {

/// The page of a person who watches a table.
class WatchPage final : public front::Page {
 public:
  WatchPage(boost::asio::io_context& io, front::PageDisplay& display, std::string transcript)
      : front::Page(io, display), transcript_(std::move(transcript)) {}

  /// Shows the table as it is now.
  void look(const state::Table& table, const words::Names& names);
  void failed(const words::Failure& failure);

  front::PageFacts facts() override;
  std::string transcript() const override { return began_ ? transcript_ : ""; }

 private:
  void on_move(std::uint64_t, const rules::Action&) override { on_typed(""); }
  void on_typed(const std::string&) override {
    add("note", "You watch: nothing that is typed here reaches the table.");
  }

  std::string transcript_;
  front::PageFacts facts_;  ///< of the table as it was seen last
  bool began_ = false, failed_ = false;
};

}  // namespace fairdeal::seat
