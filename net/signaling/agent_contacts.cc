#include <utility>

#include "net/signaling/agent.h"

/// Contacts: the boxes that a host opens for those that it invites, and how they knock there.

namespace fairdeal::signaling {
namespace {

/// How often it is looked whether another day has begun. Boxes are open two hours before a day.
constexpr Duration kLookAtDay{600'000};

}  // namespace

Agent::Effects Agent::open_contact_boxes(meet::Contacts contacts, Time time) {
  Effects out;
  contacts_ = std::move(contacts);
  renew_contact_boxes(time, out);
  return out;
}

Agent::Effects Agent::seek_contact(const meet::Contact& host, Time time) {
  auto place = meet::contact_place(host.secret, host.key, meet::day_of(time.utc_ms));
  seek(host.key, std::move(place.knocks), time.now);
  return {};
}

void Agent::renew_contact_boxes(Time time, Effects& out) {
  std::map<proto::BoxId, ContactBox> held;
  if (contacts_) {
    for (const meet::Contact& contact : *contacts_) {
      if (!contact.invited || contact.blocked) continue;
      for (const std::uint32_t day : meet::days_held(time.utc_ms)) {
        auto place = meet::contact_place(contact.secret, me_, day);
        const proto::BoxId box = place.knocks.box;
        held.emplace(box, ContactBox{std::move(place), contact.key});
      }
    }
  }
  for (const auto& [id, box] : contact_boxes_) {
    for (std::size_t line = 0; !held.contains(id) && line < lines_.size(); ++line)
      at(line, time, out,
         [&](Client& client, Client::Effects& effects) { client.close(id, effects); });
  }
  for (const auto& [id, box] : held)
    if (!contact_boxes_.contains(id)) open_at_all(box.place.knocks, time, out);
  contact_boxes_ = std::move(held);
  look_at_day_ = contact_boxes_.empty() ? never() : time.now + kLookAtDay;
}

/// Answers the question whether this host is there, or asks whether the contact may knock.
void Agent::on_contact_visit(std::size_t line, const told::Visit& visit, const ContactBox& box,
                             Time time, Effects& out) {
  const auto question = guard_.receive(box.place.question, visit.body, time.utc_ms);
  if (!question)
    return answer_knock(line, visit.visit, box.place.knocks, visit.body, box.contact, time, out);
  if (question->key == box.contact) {
    const proto::Knock answer{.key = me_, .pipe = question->pipe, .time = time.utc_ms};
    const Bytes said = meet::encrypt_knock(box.place.question, answer, *rng_);
    at(line, time, out,
       [&](Client& client, Client::Effects& effects) { client.say(visit.visit, said, effects); });
  }
  hang_up(line, visit.visit, time, out);
}

}  // namespace fairdeal::signaling
