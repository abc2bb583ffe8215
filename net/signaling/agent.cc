#include "net/signaling/agent.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/overloaded.h"
#include "net/channel/limits.h"

/// An agent's relays and boxes; agent_code.cc has the codes, agent_contacts.cc the contacts.

namespace fairdeal::signaling {
namespace {

using crypto::PublicKey;

/// The own relays of a member, and as many that its host names.
constexpr std::size_t kLinesMax = 2 * proto::kRelaysMax;
/// After a relay refused a number or a box, it is asked again.
constexpr Duration kAskAgain{30'000};
/// The shortest time for which a nameplate is of use.
constexpr std::uint32_t kClaimSecondsMin = 60;
/// How many pipes at once this member opens because others knock.
constexpr std::size_t kOpeningMax = 16;
/// The waits between knocks at one box. A knock, its pipe and the handshake take a few round trips;
/// a second one before they are done would open a second pipe for nothing. A relay takes ten visits
/// a minute from one source, so with four members missing all knocks get through.
constexpr Duration kKnockAgainMin{2'000};
constexpr Duration kKnockAgainMax{30'000};

}  // namespace

Agent::Agent(PublicKey me, Rng& rng)
    : me_(me), rng_(&rng), codes_(rng), guest_backoff_(net::kVisitAgainMin, net::kVisitAgainMax) {}

// ---- Relays

Agent::Effects Agent::add_relay(RelaySettings settings) {
  Effects out;
  for (const Line& line : lines_)
    if (line.client.settings().url == settings.url) return out;
  if (lines_.size() >= kLinesMax) return out;  // a host that names ever new ones
  const std::size_t added = lines_.size();
  lines_.push_back({.client = Client(std::move(settings), *rng_)});
  at(added, {}, out, [&](Client& client, Client::Effects& effects) {
    client.start(effects);
    for (const auto* place : places_held()) (void)client.open(place->box, place->proof, effects);
  });
  return out;
}

Agent::Effects Agent::renew(Time time) {
  for (Line& line : lines_) line.client.renew(time.now);
  for (auto& [member, seek] : sought_) {
    seek.backoff.reset();
    seek.due = time.now;
  }
  return {};
}

void Agent::absorb(std::size_t line, Client::Effects effects, Time time, Effects& out) {
  for (auto& effect : effects.sockets) out.sockets.push_back({line, std::move(effect)});
  for (auto& event : effects.events) on(line, event, time, out);
}

void Agent::on(std::size_t line, Client::Event& event, Time time, Effects& out) {
  std::visit(Overloaded{
                 [&](told::Greeting& greeting) {
                   lines_[line].trouble.reset();
                   lines_[line].reflectors = std::move(greeting.greeting.reflectors);
                 },
                 [&](const told::Nameplate& n) {
                   if (n.seconds < kClaimSecondsMin)
                     return ask_later(line, "it gives no number for long", time, out);
                   on_nameplate(n.nameplate, n.seconds, time, out);
                 },
                 [&](const told::NoNameplate&) {
                   ask_later(line, "it has no number to give just now", time, out);
                 },
                 [](const told::Held&) {},
                 [&](const told::NotHeld&) {
                   ask_later(line, "it does not open our box just now", time, out);
                 },
                 [&](const told::Visit& visit) { on_visit(line, visit, time, out); },
                 [&](const told::Said& said) { on_said(line, said, time, out); },
                 [&](const told::Gone& gone) { on_gone(line, gone, time, out); },
                 [&](const told::Trouble& trouble) { on_trouble(line, trouble.trouble, out); },
                 [&](const told::PipeOpen& pipe) { on_pipe(line, pipe.pipe, true, out); },
                 [&](const told::PipeFailed& pipe) { on_pipe(line, pipe.pipe, false, out); },
                 [&](const told::LongWork&) {
                   out.events.emplace_back(LongWork{lines_[line].client.settings().url});
                 },
             },
             event);
}

void Agent::on_trouble(std::size_t line, const RelayTrouble& trouble, Effects& out) {
  if (std::exchange(lines_[line].trouble, trouble)) return;
  out.events.emplace_back(Trouble{lines_[line].client.settings().url, trouble});
}

void Agent::ask_later(std::size_t line, const char* why, Time time, Effects& out) {
  on_trouble(line, {RelayTrouble::What::busy, {Fault::not_wanted, {}, why}}, out);
  ask_again_at_ = time.now + kAskAgain;
}

void Agent::ask_again(Time time, Effects& out) {
  if (words_ && codes_.code() == nullptr) claim_anew(time, out);
  for (const auto* place : places_held()) open_at_all(*place, time, out);
}

void Agent::on_visit(std::size_t line, const told::Visit& visit, Time time, Effects& out) {
  if (const auto* number = std::get_if<std::uint32_t>(&visit.place))
    return perform(codes_.on_visit(visit.visit.number, *number, visit.body, time.now), time, out);
  const auto& box = std::get<proto::BoxId>(visit.place);
  const auto contact = contact_boxes_.find(box);
  if (contact != contact_boxes_.end())
    return on_contact_visit(line, visit, contact->second, time, out);
  for (const auto* own : {&own_box_, &link_box_})
    if (*own && box == (*own)->box)
      return answer_knock(line, visit.visit, **own, visit.body, {}, time, out);
  hang_up(line, visit.visit, time, out);
}

void Agent::on_said(std::size_t line, const told::Said& said, Time time, Effects& out) {
  if (said.visit.role == VisitId::Role::holder)
    perform(codes_.on_body(said.visit.number, said.body, time.now), time, out);
  else if (line == 0 && said.visit == guest_visit_)
    perform(guest_->on_body(said.body), time, out);
  else
    on_knock_answer(line, said, time, out);
}

void Agent::hang_up(std::size_t line, VisitId visit, Time time, Effects& out) {
  at(line, time, out, [&](Client& client, Client::Effects& effects) {
    client.hang_up(visit, proto::Gone::Why::left, effects);
  });
}

std::optional<RelayTrouble> Agent::trouble() const {
  for (const Line& line : lines_)
    if (!line.trouble) return std::nullopt;
  return lines_.empty() ? std::nullopt : lines_.front().trouble;
}

// ---- Pipes

/// Opens a pipe, and gives it to the caller if it opens. The waiting caller tries something else
/// after a while.
void Agent::pipe(std::size_t line, const proto::PipeToken& token, const PublicKey& peer,
                 PipeSide side, Time time, Effects& out) {
  at(line, time, out, [&](Client& client, Client::Effects& effects) {
    const SocketId socket = client.open_pipe(token, side, effects);
    pipes_.emplace(PipeName{line, socket}, Pipe{peer, side, ++last_pipe_});
  });
}

void Agent::give_up(PipeName name, Time time, Effects& out) {
  pipes_.erase(name);
  at(name.first, time, out,
     [&](Client& client, Client::Effects& effects) { client.drop_pipe(name.second, effects); });
}

void Agent::on_pipe(std::size_t line, SocketId socket, bool open, Effects& out) {
  const auto node = pipes_.extract({line, socket});
  if (!node || !open) return;
  out.events.emplace_back(PipeOpen{.relay = line,
                                   .socket = socket,
                                   .peer = node.mapped().peer,
                                   .dials = node.mapped().side == PipeSide::asking});
}

// ---- Boxes

std::vector<const meet::KnockPlace*> Agent::places_held() const {
  std::vector<const meet::KnockPlace*> places;
  for (const auto* box : {&own_box_, &link_box_})
    if (*box) places.push_back(&**box);
  for (const auto& [id, box] : contact_boxes_) places.push_back(&box.place.knocks);
  return places;
}

void Agent::open_at_all(const meet::KnockPlace& place, Time time, Effects& out) {
  for (std::size_t line = 0; line < lines_.size(); ++line)
    at(line, time, out, [&](Client& client, Client::Effects& effects) {
      (void)client.open(place.box, place.proof, effects);  // it has room, by meet::kInvitedMax
    });
}

Agent::Effects Agent::open_box(const ByteArray<32>& secret, Time time) {
  Effects out;
  auto place = meet::member_place(meet::LobbySecret(ByteArray<32>(secret)), me_);
  if (own_box_ && own_box_->box == place.box) return out;
  for (std::size_t line = 0; own_box_ && line < lines_.size(); ++line)
    at(line, time, out,
       [&](Client& client, Client::Effects& effects) { client.close(own_box_->box, effects); });
  open_at_all(place, time, out);
  own_box_.emplace(std::move(place));
  secret_.emplace(ByteArray<32>(secret));
  return out;
}

Agent::Effects Agent::open_link_box(const meet::Token& token, Time time) {
  Effects out;
  link_box_.emplace(meet::link_place(token));
  open_at_all(*link_box_, time, out);
  return out;
}

void Agent::answer_knock(std::size_t line, VisitId visit, const meet::KnockPlace& place,
                         const Bytes& body, const std::optional<PublicKey>& only, Time time,
                         Effects& out) {
  const std::uint64_t here = time.utc_ms;
  const auto knock = guard_.receive(place.key, body, here);
  const auto odd = knock ? std::nullopt : meet::knock_of_another_time(place.key, body, here);
  if (odd && odd->key == only.value_or(odd->key)) {
    const proto::Knock answer{.key = me_, .pipe = odd->pipe, .time = here};
    const Bytes said = meet::encrypt_knock(meet::clock_key(place), answer, *rng_);
    at(line, time, out,
       [&](Client& client, Client::Effects& effects) { client.say(visit, said, effects); });
  }
  hang_up(line, visit, time, out);
  if (!knock || knock->key != only.value_or(knock->key)) return;
  out.events.emplace_back(Knocked{.relay = line, .peer = knock->key, .pipe = knock->pipe});
}

Agent::Effects Agent::let_in(const Knocked& knock, Time time) {
  Effects out;
  // A stranger that knows the table's secret can knock in a member's name and come to no pipe. So
  // the newest knock of a member counts, and of too many the oldest gives way.
  std::optional<PipeName> older, oldest;
  std::size_t opening = 0;
  for (const auto& [name, pipe] : pipes_) {
    if (pipe.side != PipeSide::asked) continue;
    ++opening;
    if (pipe.peer == knock.peer && (!older || pipe.age < pipes_.at(*older).age)) older = name;
    if (!oldest || pipe.age < pipes_.at(*oldest).age) oldest = name;
  }
  if (older)
    give_up(*older, time, out);
  else if (opening >= kOpeningMax)
    give_up(*oldest, time, out);
  pipe(knock.relay, knock.pipe, knock.peer, PipeSide::asked, time, out);
  return out;
}

// ---- Members that are sought

Agent::Effects Agent::seek_by_link(const meet::Token& token, const PublicKey& host, Time time) {
  seek(host, meet::link_place(token), time.now);
  return {};
}

Agent::Effects Agent::seek(const PublicKey& member, Duration first_after, Time time) {
  CHECK(secret_);
  seek(member, meet::member_place(*secret_, member), time.now + first_after);
  return {};
}

void Agent::seek(const PublicKey& member, meet::KnockPlace place, Instant first) {
  if (lines_.empty() || sought_.contains(member)) return;
  sought_.try_emplace(
      member,
      Sought{.place = std::move(place), .due = first, .backoff = {kKnockAgainMin, kKnockAgainMax}});
}

void Agent::knock(const PublicKey& member, Time time, Effects& out) {
  Sought& seek = sought_.at(member);
  const std::size_t line = seek.attempts++ % lines_.size();
  proto::Knock knock{.key = me_, .pipe = {}, .time = time.utc_ms};
  rng_->fill(knock.pipe);
  const Bytes body = meet::encrypt_knock(seek.place.key, knock, *rng_);
  Result<VisitId> visit = VisitId{};
  at(line, time, out, [&](Client& client, Client::Effects& effects) {
    visit = client.visit(seek.place.box, body, time.now, effects);
  });
  // With too many visits under way there is none now, but another attempt follows.
  if (visit) {
    knocks_.emplace(std::pair(line, *visit), Knock{member, knock.pipe});
    pipe(line, knock.pipe, member, PipeSide::asking, time, out);
  }
  seek.due = time.now + seek.backoff.next(*rng_);
}

void Agent::on_knock_answer(std::size_t line, const told::Said& said, Time time, Effects& out) {
  const auto knocked = knocks_.find({line, said.visit});
  if (knocked == knocks_.end()) return;
  const auto seek = sought_.find(knocked->second.member);
  if (seek == sought_.end()) return;
  const auto answer = meet::read_clock(seek->second.place, said.body);
  if (!answer || answer->key != seek->first || answer->pipe != knocked->second.pipe) return;
  const Duration ahead{static_cast<std::int64_t>(answer->time - time.utc_ms)};
  const auto apart = static_cast<std::uint64_t>(ahead.ms < 0 ? -ahead.ms : ahead.ms);
  // A relay may have kept the answer back, but not for as long as that.
  if (apart > meet::KnockGuard::kApartMaxMs)
    out.events.emplace_back(ClockApart{.member = seek->first, .ahead = ahead});
}

void Agent::on_knock_gone(std::size_t line, const told::Gone& gone, Effects& out) {
  const auto knock = knocks_.extract({line, gone.visit});
  if (!knock) return;
  const auto* why = std::get_if<proto::Gone::Why>(&gone.why);
  const auto seek = sought_.find(knock.mapped().member);
  if (seek == sought_.end() || why == nullptr || *why != proto::Gone::Why::no_place) return;
  seek->second.absent.insert(line);
  if (seek->second.absent.size() == lines_.size()) out.events.emplace_back(Absent{seek->first});
}

// ---- Sockets and the time

Agent::Effects Agent::on_open(std::size_t relay, SocketId socket, Time time) {
  lines_.at(relay).client.on_open(socket, time.now);
  return {};
}

Agent::Effects Agent::on_message(std::size_t relay, SocketId socket, ByteSpan message, Time time) {
  Effects out;
  at(relay, time, out, [&](Client& client, Client::Effects& effects) {
    client.on_message(socket, message, time.now, effects);
  });
  return out;
}

Agent::Effects Agent::on_end(std::size_t relay, SocketId socket, const RelayTrouble& why,
                             Time time) {
  Effects out;
  at(relay, time, out, [&](Client& client, Client::Effects& effects) {
    client.on_end(socket, why, time.now, effects);
  });
  return out;
}

Agent::Effects Agent::on_time(Time time) {
  Effects out;
  for (std::size_t line = 0; line < lines_.size(); ++line)
    at(line, time, out,
       [&](Client& client, Client::Effects& effects) { client.on_time(time.now, effects); });
  if (guest_) {
    on_guest_due(time, out);
  } else if (time.now >= codes_.deadline()) {
    perform(codes_.on_time(time.now), time, out);
  }
  if (time.now >= ask_again_at_) {
    ask_again_at_ = never();
    ask_again(time, out);
  }
  if (time.now >= look_at_day_) renew_contact_boxes(time, out);
  std::vector<PublicKey> due;
  for (const auto& [member, seek] : sought_)
    if (time.now >= seek.due) due.push_back(member);
  for (const PublicKey& member : due) knock(member, time, out);
  return out;
}

Instant Agent::deadline() const {
  Instant due = std::min(ask_again_at_, look_at_day_);
  if (guest_)
    due = std::min({due, guest_->deadline(), visit_again_at_, give_up_at_});
  else
    due = std::min(due, codes_.deadline());
  for (const Line& line : lines_) due = std::min(due, line.client.deadline());
  for (const auto& [member, seek] : sought_) due = std::min(due, seek.due);
  return due;
}

}  // namespace fairdeal::signaling
