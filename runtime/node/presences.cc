#include "runtime/node/presences.h"

#include <algorithm>

namespace fairdeal::node {

using What = proto::Presence::What;

bool is_news(const proto::Signed<proto::Presence>& said, const state::Table& table) {
  const state::Standing& standing = table.members().standing(said.by());
  if (standing.convicted() || said.message().step > table.step()) return false;
  // A resignation is final, so an absence since then does not make it old.
  if (said.message().what == What::resigns) return table.state().may_resign(said.by()).has_value();
  if (said.message().what == What::alarm)
    return table.state().may_say_alarm(said.by(), said.message().alarm);
  if (said.message().step < standing.since) return false;
  if (said.message().what == What::leaves) return !standing.left();
  return table.members().awaits_word(said.by());
}

bool Presences::add(const proto::Signed<proto::Presence>& said, const state::Table& table) {
  if (said.message().what == What::alarm) {
    auto& alarm = alarms_[said.by().value];
    const std::uint32_t number = said.message().alarm, rang = table.state().alarms;
    // Its author may have seen one alarm more.
    const bool is_awaited = number > rang && number - rang <= 2 && table.game().alarm();
    if (!is_awaited || (alarm && alarm->message().alarm >= number)) return false;
    alarm = said;
    return true;
  }
  const bool resigns = said.message().what == What::resigns;
  auto& held = (resigns ? resigned_ : said_)[said.by().value];
  if (held && resigns) return false;
  if (held && held->message().step >= said.message().step) return false;
  held = said;
  return true;
}

std::vector<proto::Signed<proto::Presence>> Presences::all_own() const {
  std::vector<proto::Signed<proto::Presence>> own;
  for (const auto* statements : {&said_, &resigned_, &alarms_})
    if (const auto& said = (*statements)[me_.value]) own.push_back(*said);
  return own;
}

std::optional<What> Presences::pending(const state::Table& table) const {
  const state::Standing& mine = table.members().standing(me_);
  if (mine.convicted() || (leaves_ ? mine.left() : !table.members().awaits_word(me_))) return {};
  const What what = leaves_ ? What::leaves : What::back;
  if (has_said(what) && own()->message().step >= mine.since) return {};
  return what;
}

bool Presences::ends_match(const state::Table& table) const {
  return std::ranges::any_of(resigned_,
                             [&](const auto& said) { return said && is_news(*said, table); });
}

std::vector<proto::Signed<proto::Presence>> Presences::news(const state::Table& table) const {
  std::vector<proto::Signed<proto::Presence>> news;
  for (const auto* statements : {&said_, &alarms_})
    for (const auto& said : *statements) {
      if (!said || !is_news(*said, table)) continue;
      news.insert(said->by() == me_ ? news.begin() : news.end(), *said);
    }
  for (const auto& said : resigned_)
    if (said && is_news(*said, table)) news.insert(news.begin(), *said);
  return news;
}

}  // namespace fairdeal::node
