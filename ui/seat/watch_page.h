#pragma once

#include "ui/front/page.h"
#include "ui/words/report.h"
#include "ui/words/words.h"

namespace fairdeal::apps {

/// The page of a person who watches a table.
class WatchPage final : public Page {
 public:
  WatchPage(boost::asio::io_context& io, PageDisplay& display, std::string transcript)
      : Page(io, display), transcript_(std::move(transcript)) {}

  /// Shows the table as it is now.
  void look(const runtime::Table& table, const Names& names);
  void failed(const Failure& failure);

  PageFacts facts() override;
  std::string transcript() const override { return began_ ? transcript_ : ""; }

 private:
  void on_move(std::uint64_t, const rules::Action&) override { on_typed(""); }
  void on_typed(const std::string&) override {
    add("note", "You watch: nothing that is typed here reaches the table.");
  }

  std::string transcript_;
  PageFacts facts_;  ///< of the table as it was seen last
  bool began_ = false, failed_ = false;
};

}  // namespace fairdeal::apps
