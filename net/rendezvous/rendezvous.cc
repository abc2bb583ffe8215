#include "net/rendezvous/rendezvous.h"

#include "net/rendezvous/rendezvous_impl.h"
#include "net/sockets/clock.h"
#include "net/sockets/lan.h"

namespace fairdeal::rendezvous {
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

void Rendezvous::Impl::add_line(RelaySettings settings) {
  const std::size_t line = lines.size();
  settings.work->on_long = [weak = weak_from_this(), line] {
    const auto self = weak.lock();
    if (self && self->handlers.on_work && line < self->lines.size())
      self->handlers.on_work(RelayUrl(self->lines[line].settings.url));
  };
  lines.push_back({.settings = std::move(settings)});
  lines[line].client = std::make_unique<RelayClient>(io, lines[line].settings, handlers_of(line));
}

RelayClient::Handlers Rendezvous::Impl::handlers_of(std::size_t line) {
  const auto with = [weak = weak_from_this()](auto then) {
    return [weak, then](const auto&... arguments) {
      if (const auto self = weak.lock()) then(*self, arguments...);
    };
  };
  return {
      .on_greeting = with([line](Impl& self, const proto::Greeting& greeting) {
        self.on_greeting(line, greeting);
      }),
      .on_nameplate = with([line](Impl& self, std::uint32_t number, std::uint32_t seconds) {
        if (seconds < kClaimSecondsMin) return self.ask_later(line, "it gives no number for long");
        self.on_nameplate(number, seconds);
      }),
      .on_no_nameplate = with([line](Impl& self, proto::Gone::Why) {
        self.ask_later(line, "it has no number to give just now");
      }),
      .on_held = with([](Impl&, const proto::BoxId&) {}),
      .on_not_held = with([line](Impl& self, const proto::BoxId&, proto::Gone::Why) {
        self.ask_later(line, "it does not open our box just now");
      }),
      .on_visit = with([line](Impl& self, VisitId visit, const proto::RelayPlace& place,
                              const Bytes& body) { self.on_visit(line, visit, place, body); }),
      .on_said = with([line](Impl& self, VisitId visit, const Bytes& body) {
        self.on_said(line, visit, body);
      }),
      .on_gone = with([line](Impl& self, VisitId visit, const EndOfVisit& end) {
        self.on_gone(line, visit, end);
      }),
      .on_trouble =
          with([line](Impl& self, const RelayTrouble& trouble) { self.on_trouble(line, trouble); }),
  };
}

void Rendezvous::Impl::on_greeting(std::size_t line, const proto::Greeting& greeting) {
  lines[line].trouble.reset();
  lines[line].reflectors.clear();
  for (const std::string& text : greeting.reflectors) {
    auto address = sockets::Address::parse(text);
    if (!address) continue;
    // A relay that listens at all its addresses is found under its own name.
    const auto ip = sockets::LanIp::parse(address->host);
    if (ip && ip->is_unspecified()) address->host = lines[line].settings.url.host;
    lines[line].reflectors.push_back(*std::move(address));
  }
}

void Rendezvous::Impl::on_trouble(std::size_t line, const RelayTrouble& trouble) {
  if (std::exchange(lines[line].trouble, trouble)) return;
  handlers.on_trouble(lines[line].settings.url, trouble);
}

void Rendezvous::Impl::ask_later(std::size_t line, const char* why) {
  on_trouble(line, {RelayTrouble::What::busy, {Fault::not_wanted, {}, why}});
  ask_again.expires_at(time_point(sockets::now() + kAskAgain));
  ask_again.async_wait([weak = weak_from_this()](error_code cancelled) {
    const auto self = weak.lock();
    if (cancelled || !self) return;
    if (self->words && self->codes.code() == nullptr) self->claim_anew();
    for (const auto* place : self->places_held()) self->open_at_all(*place);
  });
}

void Rendezvous::Impl::on_visit(std::size_t line, VisitId visit, const proto::RelayPlace& place,
                                const Bytes& body) {
  if (const auto* number = std::get_if<std::uint32_t>(&place))
    return perform(codes.on_visit(visit.number, *number, body, sockets::now()));
  const auto contact = contact_boxes.find(std::get<proto::BoxId>(place));
  if (contact != contact_boxes.end()) return on_contact_visit(line, visit, contact->second, body);
  for (const auto* box : {&own_box, &link_box})
    if (*box && std::get<proto::BoxId>(place) == (*box)->box)
      return answer_knock(line, visit, **box, body);
  lines[line].client->hang_up(visit);
}

void Rendezvous::Impl::on_said(std::size_t line, VisitId visit, const Bytes& body) {
  if (visit.role == VisitId::Role::holder)
    perform(codes.on_body(visit.number, body, sockets::now()));
  else if (visit == guest_visit)
    perform(guest->on_body(body));
  else
    on_knock_answer(line, visit, body);
}

void Rendezvous::Impl::pipe(std::size_t line, const proto::PipeToken& token, const PublicKey& peer,
                            PipeSide side) {
  const RelaySettings& settings = lines[line].settings;
  const bool dials = side == PipeSide::asking;
  const auto on_open = [weak = weak_from_this(), peer, dials, token,
                        where =
                            "relay " + settings.url.host](std::unique_ptr<sockets::Stream> stream) {
    const auto self = weak.lock();
    if (!self) return stream->close({});
    if (!dials) self->opened(token);
    self->handlers.on_pipe(
        {.stream = std::move(stream), .where = where, .peer = peer, .dials = dials});
  };
  const auto on_failure = [weak = weak_from_this(), dials, token](const RelayTrouble&) {
    if (const auto self = weak.lock(); self && !dials) self->opened(token);
  };
  auto cancel =
      open_pipe(io, settings, token, side, {.on_open = on_open, .on_failure = on_failure});
  if (!dials) opening.push_back({.peer = peer, .token = token, .give_up = std::move(cancel)});
}

void Rendezvous::Impl::opened(const proto::PipeToken& token) {
  std::erase_if(opening, [&](const Opening& each) { return each.token == token; });
}

void Rendezvous::Impl::give_up(std::deque<Opening>::iterator at) {
  const auto cancel = std::move(at->give_up);
  opening.erase(at);
  cancel();
}

// ---- Boxes

void Rendezvous::Impl::answer_knock(std::size_t line, VisitId visit, const meet::KnockPlace& place,
                                    const Bytes& body, const std::optional<PublicKey>& only) {
  const std::uint64_t here = sockets::utc_ms();
  const auto knock = guard.receive(place.key, body, here);
  const auto odd = knock ? std::nullopt : meet::knock_of_another_time(place.key, body, here);
  if (odd && odd->key == only.value_or(odd->key)) {
    const proto::Knock answer{.key = me, .pipe = odd->pipe, .time = here};
    lines[line].client->say(visit, meet::encrypt_knock(meet::clock_key(place), answer, rng));
  }
  lines[line].client->hang_up(visit);
  if (!knock || knock->key != only.value_or(knock->key)) return;
  if (!handlers.may_knock(knock->key)) return;
  // A stranger that knows the table's secret can knock in a member's name and come to no pipe. So
  // the newest knock of a member counts, and of too many the oldest gives way.
  const auto older = std::ranges::find(opening, knock->key, &Opening::peer);
  if (older != opening.end())
    give_up(older);
  else if (opening.size() >= kOpeningMax)
    give_up(opening.begin());
  pipe(line, knock->pipe, knock->key, PipeSide::asked);
}

std::vector<const meet::KnockPlace*> Rendezvous::Impl::places_held() const {
  std::vector<const meet::KnockPlace*> places;
  for (const auto* box : {&own_box, &link_box})
    if (*box) places.push_back(&**box);
  for (const auto& [id, box] : contact_boxes) places.push_back(&box.place.knocks);
  return places;
}

void Rendezvous::Impl::open_at_all(const meet::KnockPlace& place) {
  for (auto& line : lines)
    (void)line.client->open(place.box, place.proof);  // it has room, by meet::kInvitedMax
}

void Rendezvous::Impl::knock(const PublicKey& member) {
  Sought& seek = sought.at(member);
  const std::size_t line = seek.attempts++ % lines.size();
  proto::Knock knock{.key = me, .pipe = {}, .time = sockets::utc_ms()};
  rng.fill(knock.pipe);
  const Bytes body = meet::encrypt_knock(seek.place.key, knock, rng);
  // With too many visits under way there is none now, but another attempt follows.
  if (const auto visit = lines[line].client->visit(seek.place.box, body)) {
    knocks.emplace(std::pair(line, *visit), Knocked{member, knock.pipe});
    pipe(line, knock.pipe, member, PipeSide::asking);
  }
  knock_later(member, seek.backoff.next(rng));
}

void Rendezvous::Impl::on_knock_answer(std::size_t line, VisitId visit, const Bytes& body) {
  const auto knocked = knocks.find({line, visit});
  if (knocked == knocks.end()) return;
  const auto seek = sought.find(knocked->second.member);
  if (seek == sought.end()) return;
  const auto answer = meet::read_clock(seek->second.place, body);
  if (!answer || answer->key != seek->first || answer->pipe != knocked->second.pipe) return;
  const Duration ahead{static_cast<std::int64_t>(answer->time - sockets::utc_ms())};
  const auto apart = static_cast<std::uint64_t>(ahead.ms < 0 ? -ahead.ms : ahead.ms);
  // A relay may have kept the answer back, but not for as long as that.
  if (apart > meet::KnockGuard::kApartMaxMs) handlers.on_clock(PublicKey(seek->first), ahead);
}

void Rendezvous::Impl::knock_later(const PublicKey& member, Duration wait) {
  auto& timer = sought.at(member).timer;
  timer.expires_at(time_point(sockets::now() + wait));
  timer.async_wait([weak = weak_from_this(), member](error_code cancelled) {
    const auto self = weak.lock();
    if (!cancelled && self && self->sought.contains(member)) self->knock(member);
  });
}

// ---- Interface

Rendezvous::Rendezvous(asio::io_context& io, PublicKey me, std::vector<RelaySettings> relays,
                       Handlers handlers)
    : impl_(std::make_shared<Impl>(io, me, std::move(handlers))) {
  for (RelaySettings& relay : relays) impl_->add_line(std::move(relay));
}

Rendezvous::~Rendezvous() {
  impl_->code_timer.cancel();
  impl_->guest_timer.cancel();
  impl_->ask_again.cancel();
  impl_->day_timer.cancel();
  impl_->sought.clear();
  impl_->lines.clear();
}

void Rendezvous::add_relay(RelaySettings relay) {
  for (const auto& line : impl_->lines)
    if (line.settings.url == relay.url) return;
  if (impl_->lines.size() >= kLinesMax) return;  // a host that names ever new ones
  impl_->add_line(std::move(relay));
  RelayClient& client = *impl_->lines.back().client;
  for (const auto* place : impl_->places_held()) (void)client.open(place->box, place->proof);
}

void Rendezvous::renew() {
  for (auto& line : impl_->lines) line.client->renew();
  for (auto& [member, seek] : impl_->sought) {
    seek.backoff.reset();
    impl_->knock_later(member, {});
  }
}

void Rendezvous::open_box(const ByteArray<32>& secret) {
  auto place = meet::member_place(meet::LobbySecret(ByteArray<32>(secret)), impl_->me);
  if (impl_->own_box && impl_->own_box->box == place.box) return;
  for (auto& line : impl_->lines)
    if (impl_->own_box) line.client->close(impl_->own_box->box);
  impl_->open_at_all(place);
  impl_->own_box.emplace(std::move(place));
  impl_->secret.emplace(ByteArray<32>(secret));
}

void Rendezvous::open_link_box(const meet::Token& token) {
  impl_->link_box.emplace(meet::link_place(token));
  impl_->open_at_all(*impl_->link_box);
}

void Rendezvous::seek_by_link(const meet::Token& token, const PublicKey& host) {
  impl_->seek(host, meet::link_place(token), {});
}

void Rendezvous::seek(const PublicKey& member, Duration first_after) {
  CHECK(impl_->secret);
  impl_->seek(member, meet::member_place(*impl_->secret, member), first_after);
}

void Rendezvous::Impl::seek(const PublicKey& member, meet::KnockPlace place, Duration first_after) {
  if (lines.empty() || sought.contains(member)) return;
  sought.try_emplace(member, Sought{.place = std::move(place),
                                    .timer = asio::steady_timer(io),
                                    .backoff = {kKnockAgainMin, kKnockAgainMax}});
  knock_later(member, first_after);
}

void Rendezvous::found(const PublicKey& member) { impl_->sought.erase(member); }

std::optional<RelayTrouble> Rendezvous::trouble() const {
  for (const auto& line : impl_->lines)
    if (!line.trouble) return std::nullopt;
  return impl_->lines.empty() ? std::nullopt : impl_->lines.front().trouble;
}

std::vector<sockets::Address> Rendezvous::reflectors() const {
  std::vector<sockets::Address> all;
  for (const auto& line : impl_->lines)
    all.insert(all.end(), line.reflectors.begin(), line.reflectors.end());
  return all;
}

}  // namespace fairdeal::rendezvous
