#pragma once

#include "ui/front/page.h"
#include "ui/match/page_replay.h"

namespace fairdeal::front {

/// The page of a replay: first how far the transcript is checked, then the match.
class ReplayPage final : public Page {
 public:
  /// Shows itself from the io_context. Requires: `display` outlives it.
  ReplayPage(boost::asio::io_context& io, PageDisplay& display, std::string file);

  /// Takes the next good record: it is what an audit calls.
  void on(const audit::Audited& audited);
  /// Begins the replay at this hand (0: at the beginning), once the file is checked. Ctrl-C and the
  /// word `quit` at a page end it, and stop the io_context.
  void begin(const audit::Report& report, bool mine, std::int64_t hand);

  const match::Frames& frames() const { return frames_; }
  std::string transcript() const override { return file_; }

 private:
  PageFacts facts() override;
  void on_move(std::uint64_t step, const rules::Action& action) override;
  void on_typed(const std::string& line) override;
  void run(const match::ReplayCommand& command);
  void go_on_by_itself();
  void quit();
  void add_place(PageFacts& facts) const;

  boost::asio::io_context& io_;
  boost::asio::steady_timer next_record_;
  boost::asio::signal_set interrupts_;
  std::string file_;
  match::Frames frames_;
  std::uint64_t proofs_ = 0;
  words::Said verdict_;
  std::vector<std::string> terms_;
  std::optional<message::TermsFacts> terms_facts_;
  words::Said sentence_;  ///< on trust
  std::vector<PageTrouble> trouble_;
  match::ReplayOverview overview_;
  std::optional<match::ReplayStepper> stepper_;  ///< once the file is checked
};

}  // namespace fairdeal::front
