#include "net/signaling/contact_search.h"

#include <algorithm>
#include <utility>

namespace fairdeal::signaling {

std::size_t ContactSearch::line_to(const RelaySettings& relay, Effects& out) {
  const auto same = std::ranges::find_if(
      lines_, [&](const Line& line) { return line.client.settings().url == relay.url; });
  if (same != lines_.end()) return static_cast<std::size_t>(same - lines_.begin());
  lines_.push_back({.client = Client(relay, *rng_)});
  Client::Effects effects;
  lines_.back().client.start(effects);
  absorb(lines_.size() - 1, std::move(effects), {}, out);
  return lines_.size() - 1;
}

ContactSearch::Effects ContactSearch::ask(const meet::Contact& contact, const RelaySettings& relay,
                                          Time time) {
  Effects out;
  const std::size_t line = line_to(relay, out);
  Question question{
      .contact = contact.key,
      .place = meet::contact_place(contact.secret, contact.key, meet::day_of(time.utc_ms)),
      .question = {.key = me_, .pipe = {}, .time = time.utc_ms}};
  rng_->fill(question.question.pipe);
  const Bytes body = meet::encrypt_knock(question.place.question, question.question, *rng_);
  Client::Effects effects;
  const auto visit = lines_[line].client.visit(question.place.knocks.box, body, time.now, effects);
  if (visit) {  // else there are too many at this relay
    lines_[line].asked.emplace(*visit, std::move(question));
    ++open_;
  }
  absorb(line, std::move(effects), time, out);
  return out;
}

void ContactSearch::absorb(std::size_t line, Client::Effects effects, Time time, Effects& out) {
  for (auto& effect : effects.sockets) out.push_back({line, std::move(effect)});
  for (const auto& event : effects.events) {
    if (const auto* said = std::get_if<told::Said>(&event))
      on_answer(lines_[line], *said, time);
    else if (const auto* gone = std::get_if<told::Gone>(&event))
      on_over(lines_[line], gone->visit);
  }
}

void ContactSearch::on_answer(Line& line, const told::Said& said, Time time) {
  const auto asked = line.asked.find(said.visit);
  if (asked == line.asked.end()) return;
  const Question& question = asked->second;
  const auto answer = guard_.receive(question.place.question, said.body, time.utc_ms);
  if (answer && answer->key == question.contact && answer->pipe == question.question.pipe)
    found_.insert(question.contact);
  on_over(line, said.visit);
}

void ContactSearch::on_open(std::size_t relay, SocketId socket, Time time) {
  lines_.at(relay).client.on_open(socket, time.now);
}

ContactSearch::Effects ContactSearch::on_message(std::size_t relay, SocketId socket,
                                                 ByteSpan message, Time time) {
  Effects out;
  Client::Effects effects;
  lines_.at(relay).client.on_message(socket, message, time.now, effects);
  absorb(relay, std::move(effects), time, out);
  return out;
}

ContactSearch::Effects ContactSearch::on_end(std::size_t relay, SocketId socket,
                                             const RelayTrouble& why, Time time) {
  Effects out;
  Client::Effects effects;
  lines_.at(relay).client.on_end(socket, why, time.now, effects);
  absorb(relay, std::move(effects), time, out);
  return out;
}

ContactSearch::Effects ContactSearch::on_time(Time time) {
  Effects out;
  for (std::size_t line = 0; line < lines_.size(); ++line) {
    Client::Effects effects;
    lines_[line].client.on_time(time.now, effects);
    absorb(line, std::move(effects), time, out);
  }
  return out;
}

Instant ContactSearch::deadline() const {
  Instant due = never();
  for (const Line& line : lines_) due = std::min(due, line.client.deadline());
  return due;
}

}  // namespace fairdeal::signaling
