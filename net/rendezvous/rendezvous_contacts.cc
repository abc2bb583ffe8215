#include "net/rendezvous/rendezvous_impl.h"
#include "net/sockets/clock.h"

/// Contacts: the boxes that a host opens for those that it invites, and how they knock there.

namespace fairdeal::rendezvous {
namespace {

/// How often it is looked whether another day has begun. Boxes are open two hours before a day.
constexpr Duration kLookAtDay{600'000};

}  // namespace

void Rendezvous::open_contact_boxes(meet::Contacts contacts) {
  impl_->contacts = std::move(contacts);
  impl_->renew_contact_boxes();
}

void Rendezvous::seek_contact(const meet::Contact& host) {
  auto place = meet::contact_place(host.secret, host.key, meet::day_of(sockets::utc_ms()));
  impl_->seek(host.key, std::move(place.knocks), {});
}

void Rendezvous::Impl::renew_contact_boxes() {
  std::map<proto::BoxId, ContactBox> held;
  if (contacts) {
    for (const meet::Contact& contact : *contacts) {
      if (!contact.invited || contact.blocked) continue;
      for (const std::uint32_t day : meet::days_held(sockets::utc_ms())) {
        auto place = meet::contact_place(contact.secret, me, day);
        const proto::BoxId box = place.knocks.box;
        held.emplace(box, ContactBox{std::move(place), contact.key});
      }
    }
  }
  for (const auto& [id, box] : contact_boxes)
    if (!held.contains(id))
      for (auto& line : lines) line.client->close(id);
  for (const auto& [id, box] : held)
    if (!contact_boxes.contains(id)) open_at_all(box.place.knocks);
  contact_boxes = std::move(held);
  day_timer.cancel();
  if (contact_boxes.empty()) return;
  day_timer.expires_at(time_point(sockets::now() + kLookAtDay));
  day_timer.async_wait([weak = weak_from_this()](error_code cancelled) {
    if (const auto self = weak.lock(); self && !cancelled) self->renew_contact_boxes();
  });
}

/// Answers the question whether this host is there, or opens the pipe of a knock.
void Rendezvous::Impl::on_contact_visit(std::size_t line, VisitId visit, const ContactBox& box,
                                        const Bytes& body) {
  RelayClient& client = *lines[line].client;
  const auto question = guard.receive(box.place.question, body, sockets::utc_ms());
  if (question && question->key == box.contact)
    client.say(visit, meet::encrypt_knock(
                          box.place.question,
                          {.key = me, .pipe = question->pipe, .time = sockets::utc_ms()}, rng));
  if (!question) return answer_knock(line, visit, box.place.knocks, body, box.contact);
  client.hang_up(visit);
}

void Rendezvous::Impl::on_knock_gone(std::size_t line, VisitId visit, const EndOfVisit& end) {
  const auto knock = knocks.extract({line, visit});
  if (!knock) return;
  const auto* why = std::get_if<proto::Gone::Why>(&end);
  const auto seek = sought.find(knock.mapped().member);
  if (seek == sought.end() || why == nullptr || *why != proto::Gone::Why::no_place) return;
  seek->second.absent.insert(line);
  if (seek->second.absent.size() == lines.size())
    handlers.on_absent(crypto::PublicKey(seek->first));
}

}  // namespace fairdeal::rendezvous
