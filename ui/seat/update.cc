#include "ui/seat/update.h"

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "ui/seat/evening.h"
#include "ui/seat/hear.h"
#include "ui/seat/sentences.h"

namespace fairdeal::seat {
namespace {

/// How long the members have to answer after a restart, before the person is told who does not.
constexpr std::chrono::seconds kAnswerTime{5};

/// Tells the person once, after a restart, who has not answered within kAnswerTime.
void tell_who_is_unreached(Model& model, SeatEffects& out) {
  const auto* table = model.table();
  if (!model.setup.resumes || table == nullptr || table->table->over() ||
      model.sight.now - model.clocks.began < kAnswerTime ||
      std::exchange(model.people.unreached_said, true))
    return;
  std::vector<words::Said> missing;
  for (std::uint32_t i = 0; i < table->validators(); ++i) {
    const Seat seat(i);
    if (seat == table->me || model.people.met.contains(seat) || table->standing(seat).left())
      continue;
    const std::string& address = table->members[i].address;
    const auto who = words::name(model.name_of(seat));
    missing.push_back(
        address.empty()
            ? words::said("unreached_calls", {{"who", who}})
            : words::said("unreached_at", {{"who", who}, {"address", words::text(address)}}));
  }
  if (!missing.empty()) out.say(words::said("nobody_answers", {{"missing", words::list(missing)}}));
}

/// Says that this machine's process of the script is silent, and that it answers again.
void tell_script_silence(Model& model, SeatEffects& out) {
  constexpr std::chrono::seconds kSilenceTold{10};
  const bool silent = model.sight.silence >= kSilenceTold;
  if (silent == std::exchange(model.play.silence_said, silent)) return;
  out.say(silent ? words::said("script_silent") : words::said("script_answers"));
}

/// Says whom the seat waits for, where that is not shown in place: the same only every few seconds.
/// A page shows it, without a line each time.
void tell_waiting(Model& model, SeatEffects& out) {
  auto& clocks = model.clocks;
  const auto waited = model.sight.now - clocks.waits_since;
  if (waited <= kTick) return;
  const auto text = waiting(model).text();
  const bool is_news = text != clocks.waiting_said;
  if (text.empty() || (!is_news && model.sight.now - clocks.waiting_said_at < kRepeatAfter)) return;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(waited).count();
  out.add(Line{.text = text + (seconds > 0 ? " (" + std::to_string(seconds) + " s)" : ""),
               .to = Line::To::terminal,
               .plain = true});
  clocks.waiting_said = text;
  clocks.waiting_said_at = model.sight.now;
}

}  // namespace

void show(Model& model, SeatEffects& out) {
  if (model.setup.in_place && !model.setup.quiet)
    (void)model.play.result.text(model.sight.now, asks_for_move(model));
  out.add(Show{});
}

void hear(Model& model, const Tick&, SeatEffects& out) {
  if (overdue(model, kTick)) {
    const words::Said gave_up =
        words::said("gave_up_after", {{"n", words::count(model.setup.options.timeout_s)},
                                      {"awaited", words::sentence(awaited(model))}});
    const words::Said kept =
        model.table() == nullptr
            ? words::Said()
            : words::said("steps_kept_in", {{"folder", words::text(model.setup.folder)}});
    return hear(model,
                GivesUp{words::told_failure(words::Exit::timed_out, "timed_out", gave_up, kept)},
                out);
  }
  tell_who_is_unreached(model, out);
  tell_script_silence(model, out);
  tell_links(model, out);
  tell_watchers(model, out);
  tell_end_is_near(model, out);
  tell_order_waits(model, out);
  tell_newcomers(model, out);
  if (model.setup.in_place)
    show(model, out);
  else
    tell_waiting(model, out);
}

Model begin_model(Model::Setup setup, home::ContactList contacts, ChatChoice chat, Sight sight) {
  Model model;
  model.play.answers = setup.options.answers;
  model.play.bell = setup.options.bell;
  model.setup = std::move(setup);
  model.people.contacts = std::move(contacts);
  model.chat.choice = std::move(chat);
  model.clocks.began = model.clocks.waits_since = model.clocks.step_began = sight.now;
  model.sight = std::move(sight);
  return model;
}

Updated update(Model model, SeatEvent event, Sight sight) {
  Updated updated{std::move(model)};
  updated.model.sight = std::move(sight);
  const auto heard = [&](auto& one) { hear(updated.model, one, updated.effects); };
  std::visit(
      Overloaded{[&](session::SessionEvent& from_session) { std::visit(heard, from_session); },
                 [&](auto& one) { heard(one); }},
      event);
  note_wish(updated.model, updated.effects);
  return updated;
}

}  // namespace fairdeal::seat
