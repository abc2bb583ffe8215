#include "runtime/audit/attendance.h"

#include <algorithm>

#include "base/overloaded.h"

namespace fairdeal::audit {
namespace {

/// Returns in words what an attachment in `author`'s entry shows against `member`; empty if it
/// shows nothing.
std::string shown_by(const proto::Attachment& attachment, Seat author, Seat member) {
  return std::visit(Overloaded{[&](const proto::Equivocation& evidence) {
                                 return evidence.first.by == member ? offence(evidence) : "";
                               },
                               [&](const proto::Complaint& complaint) -> std::string {
                                 if (author == member)
                                   return "complained of a sound recovery share";
                                 return complaint.dealer == member ? "dealt a wrong recovery share"
                                                                   : "";
                               },
                               [](const auto&) { return std::string(); }},
                    attachment);
}

/// Returns in words what convicts `member` in a record, each reason once.
std::string why_convicted(const state::Table& before, const consensus::Record& record, Seat member,
                          Rng& rng) {
  std::vector<std::string> reasons;
  const auto add = [&](std::string reason) {
    if (!reason.empty() && std::ranges::find(reasons, reason) == reasons.end())
      reasons.push_back(std::move(reason));
  };
  for (const consensus::Answer& answer : record.answers) {
    const auto* entry = consensus::entry_in(answer);
    if (entry == nullptr) continue;
    if (std::holds_alternative<consensus::InvalidEntry>(answer)) {
      if (entry->by() != member) continue;
      const Error wrong = before.check(*entry, rng).error();
      add("signed a false answer (" + describe({wrong.fault, {}, wrong.about}) + ")");
    } else {
      for (const proto::Attachment& attachment : entry->message().attachments)
        add(shown_by(attachment, entry->by(), member));
    }
  }
  std::string text;
  for (const std::string& reason : reasons) text += (text.empty() ? "" : ", ") + reason;
  return text;
}

/// Returns how a record changed the standing of a member, if it did.
std::optional<StandingChange::What> change(const state::Standing& before,
                                           const state::Standing& after) {
  using What = StandingChange::What;
  if (after.convicted() && !before.convicted()) return What::convicted;
  if (after.left() && !before.left()) return What::left;
  if (after.gone() && !before.gone()) return What::gone;
  if (before.gone() && !after.gone()) return What::back;
  return {};
}

}  // namespace

std::string name(StandingChange::What what) {
  switch (what) {
    case StandingChange::What::gone:
      return "gone";
    case StandingChange::What::left:
      return "left";
    case StandingChange::What::back:
      return "back";
    case StandingChange::What::convicted:
      return "convicted";
  }
  return {};
}

std::string offence(const proto::Equivocation& evidence) {
  switch (evidence.what) {
    case proto::Equivocation::What::entry:
      return "signed two different answers for one place";
    case proto::Equivocation::What::vote:
      return "signed two votes that contradict each other";
    case proto::Equivocation::What::proposal:
      return "signed two proposals for one round";
  }
  return {};
}

void AttendanceList::note(const state::Table& before, const proto::Decided& decided,
                          const state::Followed& followed, Rng& rng) {
  const Step step = before.step();
  for (const consensus::Answer& answer : followed.record.answers) {
    if (const auto* entry = std::get_if<consensus::Checked>(&answer);
        entry != nullptr &&
        state::stages::is_careful(before.stage(), (*entry)->message().payload) == true)
      members[(*entry)->by().value].careful.push_back(step);
    if (!consensus::is_absence(answer)) continue;
    if (const auto* own = consensus::entry_in(answer))
      members[own->by().value].none.push_back(step);
    else
      members[std::get<proto::AbsentSeat>(answer).seat.value].absent.push_back(step);
  }

  for (std::uint32_t i = 0; i < members.size(); ++i) {
    const auto what =
        change(before.members().standing(Seat(i)), followed.next.members().standing(Seat(i)));
    if (!what) continue;
    const bool convicted = *what == StandingChange::What::convicted;
    members[i].changes.push_back(
        {step, *what, convicted ? why_convicted(before, followed.record, Seat(i), rng) : ""});
  }

  if (!followed.partial) return;
  SeatSet missing = before.quorum().voters;
  for (const proto::Envelope& vote : decided.certificate) missing.erase(vote.by);
  missing_votes.push_back({step, missing});
}

void AttendanceList::forget_from(Step step) {
  const auto is_later = [&](const auto& noted) { return noted.step >= step; };
  for (Attendance& member : members) {
    for (auto* steps : {&member.absent, &member.none, &member.careful})
      std::erase_if(*steps, [&](Step noted) { return noted >= step; });
    std::erase_if(member.changes, is_later);
  }
  std::erase_if(missing_votes, is_later);
}

}  // namespace fairdeal::audit
