#include "ui/front/replay_page.h"

#include <csignal>

#include "ui/match/audit_words.h"
#include "ui/words/html_text.h"
#include "ui/words/printable.h"
#include "ui/words/terms_words.h"

namespace fairdeal::front {

ReplayPage::ReplayPage(boost::asio::io_context& io, PageDisplay& display, std::string file)
    : Page(io, display),
      io_(io),
      next_record_(io),
      interrupts_(io),
      file_(std::move(file)),
      frames_(file_) {}

void ReplayPage::on(const audit::Audited& audited) {
  frames_.on(audited);
  proofs_ += audited.proofs;
  changed();
}

void ReplayPage::begin(const audit::Report& report, bool mine, std::int64_t hand) {
  const bool fails = report.verdict == audit::Verdict::invalid;
  words::Values values{{"verdict", words::text(name(report.verdict))},
                       {"n", words::count(static_cast<std::int64_t>(report.records))}};
  verdict_ = words::said("records_good", values);
  if (report.error && !fails) {
    const auto why = words::capitalised(words::printable(match::reason(report)));
    values.emplace("why", words::text(why));
    verdict_ = words::said("records_good_but", values);
  }
  if (fails)
    trouble_.push_back({true, "The transcript is " + name(report.verdict),
                        words::capitalised(words::printable(match::reason(report))) + ".",
                        "The records before that are checked and good, and are shown here."});
  if (report.terms) {
    terms_ = words::terms_in_brief(*report.terms);
    sentence_ = words::trust_said(*report.terms);
    terms_facts_ = words::terms_facts(*report.terms);
  }
  if (frames_.list().empty()) {
    end(true, [this] { io_.stop(); });
    return;
  }
  overview_ = match::replay_overview(frames_.list(), file_, fails);
  stepper_.emplace(frames_, mine);
  if (hand > 0) run({match::ReplayStep::to_hand, static_cast<std::uint64_t>(hand)});
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) interrupts_.add(signal);
  interrupts_.async_wait([this](boost::system::error_code cancelled, int) {
    if (!cancelled) quit();
  });
  changed();
}

void ReplayPage::quit() {
  next_record_.cancel();
  interrupts_.cancel();
  end(false, [this] { io_.stop(); });
}

void ReplayPage::on_move(std::uint64_t, const rules::Action&) {
  add("note", "This match is over or is played elsewhere: nobody moves in a replay.");
}

void ReplayPage::on_typed(const std::string& line) {
  if (!stepper_) return add("note", "The transcript is still being checked.");
  const auto command = match::replay_command(line);
  if (!command) return add("note", match::replay_not_understood(line));
  run(*command);
}

void ReplayPage::run(const match::ReplayCommand& command) {
  const match::ReplayDone done = stepper_->run(command);
  if (done == match::ReplayDone::helps) add("note", match::kReplayHelp);
  if (done == match::ReplayDone::quits) return quit();
  if (const std::string why = match::replay_refusal(done); !why.empty()) add("note", why);
  go_on_by_itself();
}

/// Shows the next record after its time, if the replay plays.
void ReplayPage::go_on_by_itself() {
  next_record_.cancel();
  if (!stepper_->plays()) return;
  next_record_.expires_after(std::chrono::milliseconds(stepper_->stays_ms()));
  next_record_.async_wait([this](boost::system::error_code cancelled) {
    if (cancelled || !stepper_->plays()) return;
    stepper_->on();
    changed();
    go_on_by_itself();
  });
}

/// Adds what is seen at the place where the replay stands.
void ReplayPage::add_place(PageFacts& facts) const {
  const match::Frame& frame = stepper_->frame();
  const rules::AnyGame& game = frame.game;
  const auto observer = stepper_->observer();
  facts.replay = match::page_replay(*stepper_, overview_);
  facts.game = PageGame{.game = game,
                        .observer = observer,
                        .known = observer ? frame.own : rules::Known(),
                        .names = frames_.names().all()};
  facts.step = frame.record ? *frame.record + 1 : 0;
  facts.checks.head = frame.head;
  SeatSet acting;
  for (const Seat seat : game.active()) acting.insert(seat);
  facts.turn.seats = acting.list();
  const bool has_roles = !game.info().roles.empty();
  for (std::uint32_t i = 0; i < frames_.names().size(); ++i) {
    const bool plays = i < game.seats();
    facts.seats.push_back({.name = frames_.names()[Seat(i)],
                           .role = !plays      ? "witness"
                                   : has_roles ? game.role(Seat(i))
                                               : "",
                           .standing = frame.absent.has(Seat(i)) ? "away" : "here",
                           .to_act = acting.has(Seat(i))});
  }
  if (const auto result = game.result())
    facts.result =
        page_result(words::result_said(*result, game.info(), observer, frames_.names()), *result);
}

PageFacts ReplayPage::facts() {
  PageFacts facts;
  facts.phase = verdict_.empty() || stepper_ ? "replay" : "failed";
  if (!frames_.list().empty()) {
    const rules::AnyGame& game = frames_.list().front().game;
    facts.table = {.id = frames_.table(),
                   .game = game.info().name,
                   .params = game.params(),
                   .seats = game.seats()};
  }
  facts.terms = terms_;
  facts.terms_facts = terms_facts_;
  facts.sentence = sentence_.text();
  facts.sentence_said = sentence_.json();
  facts.trouble = trouble_;
  facts.transcript = transcript();
  facts.checks.proofs = facts.checks.total = proofs_;
  facts.checks.sentence = verdict_.text();
  facts.checks.said = verdict_.json();
  if (stepper_) {
    add_place(facts);
  } else {
    facts.replay = match::PageReplay{.checking = true};
    facts.replay->overview.last = static_cast<std::int64_t>(frames_.list().size()) - 1;
  }
  return facts;
}

}  // namespace fairdeal::front
