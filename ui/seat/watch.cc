#include "proto/key_words.h"
#include "rules/json_full.h"
#include "ui/seat/seat.h"

/// Those who watch a table, as a seat at it sees them.
namespace fairdeal::apps {

/// Says that others may watch, and how far behind; a host also hears how it invites them.
void SeatAtTable::tell_who_may_watch(const proto::Gathering& gathering) {
  const auto& delay = *gathering.watch;
  say("Others may watch this table, " + std::to_string(delay.hands) +
      (delay.hands == 1 ? " hand" : " hands") + " and at least " + std::to_string(delay.seconds) +
      " s behind. 'who' lists them.");
  if (is_guest_ || !listening_) return;
  if (invites_.watch) {
    const TableLink link{.host = identity_.key.public_key(),
                         .token = *invites_.watch,
                         .addresses = reached_at(*listening_),
                         .watch = true};
    event("watch_invitation", {{"link", link.text()}});
    if (page_) page_->watch_link(link.text());
    say("Whom you send the line below can watch, with fairdeal watch and that line in its quotes.");
    return say("'" + link.text() + "'");
  }
  say("They watch with:");
  say("  fairdeal watch " + reached_at(*listening_).front().text());
}

void SeatAtTable::on_watching(const runtime::Watching& watching) {
  watchers_[watching.at] = watching.keys;
  Json keys = Json::array();
  for (const auto& key : watching.keys) keys.push_back(key.hex());
  tell_program("watchers", {{"at", watching.at.value}, {"keys", keys}});
  tell_watchers();
}

/// Tells the person who watches, of each member that serves them at most once in kRepeatAfter.
void SeatAtTable::tell_watchers() {
  for (const auto& [at, keys] : watchers_) {
    if (watchers_said_[at] == keys) continue;
    const auto [last, first] = watchers_said_at_.try_emplace(at, Clock::now());
    if (!first && Clock::now() - last->second < kRepeatAfter) continue;
    last->second = Clock::now();
    watchers_said_[at] = keys;
    say(watchers_words(at));
  }
}

std::string SeatAtTable::watchers_words(Seat at) const {
  std::string who;
  for (const auto& key : watchers_.at(at))
    who += (who.empty() ? "" : ", ") + proto::key_words(key, proto::kKeyWordsToDiffer);
  const std::string where = "at " + (*names_)[at];
  return who.empty() ? "Nobody watches " + where + " any more."
                     : "Watching, " + where + ": " + who + ".";
}

}  // namespace fairdeal::apps
