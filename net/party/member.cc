#include "net/party/member.h"

#include <algorithm>

#include "base/check.h"
#include "net/channel/limits.h"
#include "proto/codec.h"
#include "proto/envelope.h"

namespace fairdeal::party {

using crypto::PublicKey;

namespace {

/// How long the members of a new table call each other directly, before they seek each other
/// through relays.
constexpr Duration kSeekAtBegin{1'000};
/// How much later the one of two members with the larger key seeks the other one: mostly one pipe
/// is enough, but that member may have noticed alone that the connection is lost.
constexpr Duration kSeekSecond{3'000};

/// Returns whether this member may call an address that the host named. It must be a literal IP
/// address, and either public or of the same reach as the one at which the host was called.
/// Otherwise a host could make its guests call machines inside their own networks, behind their
/// firewalls. How often they call a public address is limited by kUnansweredMax.
bool may_be_called(const std::string& text, std::optional<sockets::Reach> host) {
  const auto address = sockets::Address::parse(text);
  const auto reach = address ? sockets::reach_of(address->host) : std::nullopt;
  return reach && (reach == sockets::Reach::anywhere || reach == host);
}

/// Returns the name of a member's store. Several members of a table may share a folder, so the name
/// holds the seat.
std::string store_name(ByteSpan charter, Seat me) {
  return proto::table_id(charter).hex().substr(0, 16) + "-seat-" + std::to_string(me.value);
}

std::optional<Seat> seat_of(const proto::Charter& charter, const PublicKey& key) {
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    if (charter.member(Seat(i)).key == key) return Seat(i);
  return {};
}

template <class... M>
bool is_any_of(ByteSpan frame) {
  const auto message = proto::decode_message(frame);
  return message && (std::holds_alternative<M>(*message) || ...);
}

}  // namespace

// ---- Beginning and end

Effects Member::host(meet::HostLobby lobby) {
  gathering_.emplace(std::move(lobby));
  return done(gathering_->begin());
}

Effects Member::seek(Instant now) {
  seeking_.emplace(config_.seeking);
  return done(seeking_->start(now));
}

Result<Effects> Member::resume(Remembered remembered, std::span<const state::Put> stored,
                               Instant now) {
  FD_TRY(auto node, node::Node::resume({remembered.charter, remembered.me, config_.key.clone(),
                                        remembered.where.chat, remembered.where.watch},
                                       stored, rng_));
  playing_.emplace(std::move(node));
  addresses_ = remembered.where.addresses;
  is_first_host_ = !remembered.where.host;
  if (remembered.where.host) first_host_ = playing_->key_of(*remembered.where.host);
  if (!remembered.where.host && remembered.where.watch)
    serving_.emplace(config_.key.public_key(), remembered.where.watch_token);
  Effects out{Tell{TableBegan{}}};
  append(out, playing_->start(now));
  append(out, call(remembered.where.host, true));
  append(out, seek_members(kSeekAtBegin));
  return out;
}

Result<Effects> Member::resume(const SignedTable& table, Instant now) {
  const PublicKey host = table.host();
  FD_TRY(auto lobby,
         meet::GuestLobby::restore(config_.key, host, table.what, config_.guest.port, rng_));
  store_ = store_name(table.what.proposal.charter,
                      *party::seat_of(table.what.charter(), config_.key.public_key()));
  seeking_.emplace(Seeking::Config{.host = host, .by_box = table.where.lobby_secret.has_value()});
  gathering_.emplace(std::move(lobby), host, table.host_address(), config_.guest,
                     now + net::kHostSilentMax);
  Effects out{Tell{HostSilence{true}}};
  if (const auto address = sockets::Address::parse(table.host_address()))
    out.push_back(Call{*address, host});
  out.push_back(Seek{host, {}});
  // The host may be gone, and the table goes on without it.
  const proto::Charter charter = table.what.charter();
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    if (const PublicKey& member = charter.member(Seat(i)).key.public_key();
        member != host && member != config_.key.public_key())
      out.push_back(Seek{member, kSeekAtBegin});
  return out;
}

/// Notes the end, after which nothing happens, and goes on to the table once all have signed.
Effects Member::done(Effects effects) {
  const auto last = std::ranges::find_if(
      effects, [](const Effect& effect) { return std::holds_alternative<End>(effect); });
  if (last != effects.end()) {
    if (std::get<End>(*last).how.how == How::until_break && seeking_)
      return wait_for_break(std::move(effects));
    ended_ = true;
    effects.erase(last + 1, effects.end());
    if (is_refused()) effects.insert(effects.end() - 1, DeleteStore{});
    return effects;
  }
  if (!gathering_ || formed_ || playing_) return effects;
  if (!gathering_->formed()) return is_host() ? effects : keep_signed(std::move(effects));
  // The host's disk has the charter before a guest has it: a host that is started again knows that
  // the table has begun.
  effects = hold_sends(std::move(effects));
  append(effects, form(*gathering_->formed()));
  return effects;
}

/// Lets a guest of an evening seek its host on, and begin the next break anew: a table is played,
/// or the connection was lost.
Effects Member::wait_for_break(Effects effects) {
  const bool ends = std::erase_if(effects, [](const Effect& effect) {
                      return std::holds_alternative<End>(effect);
                    }) > 0;
  if (!store_.empty()) effects.push_back(DeleteStore{});
  store_.clear();
  if (const auto& memory = gathering_->guest()->memory())
    config_.guest.evenings = {*memory};  // of what its person has agreed to, too
  config_.guest.orders = gathering_->guest()->known_orders();
  config_.guest.look_first = true;
  const PublicKey host = gathering_->host_key();
  const bool was_shown = gathering_->is_answered();
  gathering_.reset();
  const bool is_new = seeking_->wait(host, latest_);
  if (ends && (is_new || was_shown))
    effects.push_back(Tell{meet::LobbyNews{.what = meet::LobbyNews::What::until_break}});
  effects.push_back(Seek{host, kSeekAfterLoss});
  return effects;
}

/// Returns whether the host of this guest says that the table which it had signed did not begin.
bool Member::is_refused() const {
  if (store_.empty() || playing_ || formed_ || is_host()) return false;
  const auto refused = gathering_->guest()->refused();
  return gathering_->guest()->is_withdrawn() || (refused && refused != proto::Refusal::started);
}

/// Lets a guest's disk have a proposal before its signature is sent: the table may begin without
/// this guest, which is brought back by what its disk has. A proposal that was withdrawn is
/// forgotten.
Effects Member::keep_signed(Effects effects) {
  const meet::GuestLobby& guest = *gathering_->guest();
  std::string name;
  if (guest.has_signed()) {
    const meet::GuestLobby::SignedProposal what = guest.signed_proposal();
    name = store_name(what.proposal.charter,
                      *party::seat_of(what.charter(), config_.key.public_key()));
  }
  if (name == store_) return effects;
  if (!name.empty()) effects = hold_sends(std::move(effects));
  if (!store_.empty()) effects.push_back(DeleteStore{});
  store_ = name;
  if (!name.empty()) effects.push_back(OpenStore{name});
  return effects;
}

/// Keeps the frames back that are to be sent, until on_opened().
Effects Member::hold_sends(Effects effects) {
  const auto sends = std::ranges::stable_partition(
      effects, [](const Effect& effect) { return !std::holds_alternative<Send>(effect); });
  held_.assign(std::make_move_iterator(sends.begin()), std::make_move_iterator(sends.end()));
  effects.erase(sends.begin(), sends.end());
  return effects;
}

Effects Member::end(How how, std::optional<Error> error) {
  if (std::exchange(ended_, true)) return {};
  return ending(how, std::move(error));
}

Effects Member::on_failed(const Error& error) { return end(How::failed, error); }

Effects Member::on_failed(How how, const Error& error) { return end(how, error); }

Effects Member::form(const meet::Formed& formed) {
  const proto::Gathering known = gathering_->gathering();
  auto node =
      node::Node::create({std::make_shared<const proto::SignedCharter>(formed.charter), formed.me,
                          config_.key.clone(), known.chat, known.watch, config_.alarm_played},
                         rng_);
  if (!node) return end(how_ended(node.error()), node.error());
  is_first_host_ = is_host();
  first_host_ = host_key();
  store_ = store_name(formed.charter.raw, formed.me);
  formed_ = *std::move(node);
  return {OpenStore{store_}};
}

Effects Member::on_opened(const std::string& listening, const std::optional<Box>& box,
                          Instant now) {
  return formed_ ? begin(listening, box, now) : store_signed(listening, box);
}

/// Stores a proposal and where its host is, and then sends the signature.
Effects Member::store_signed(const std::string& listening, const std::optional<Box>& box) {
  const meet::GuestLobby::SignedProposal what = gathering_->guest()->signed_proposal();
  const proto::Charter charter = what.charter();
  const Seat host = *party::seat_of(charter, gathering_->host_key());
  Whereabouts where{listening, std::vector<std::string>(charter.validators()), host};
  where.addresses[host.value] = gathering_->host_address();
  where.chat = what.gathering.chat;
  where.watch = what.gathering.watch;
  where.set_box(box);
  Effects out{Store{{SignedTable::put(what), {state::kept::Whereabouts{}, where.encode()}}}};
  append(out, std::exchange(held_, {}));
  return out;
}

Effects Member::begin(const std::string& listening, const std::optional<Box>& box, Instant now) {
  const meet::Formed& formed = *gathering_->formed();
  const proto::Gathering known = gathering_->gathering();
  playing_.emplace(*std::exchange(formed_, {}));
  Effects started = playing_->start(now);

  Whereabouts where{listening, formed.addresses};
  where.chat = known.chat;
  where.watch = known.watch;
  if (is_host() && where.watch) {
    where.watch_token = config_.watch_token;
    serving_.emplace(config_.key.public_key(), config_.watch_token);
  }
  const auto host = host_key();
  const std::string host_address = host ? gathering_->host_address() : "";
  if (host) {
    const auto path = up_.find(*host);
    const auto from = path != up_.end() ? sockets::reach_of(path->second.host) : std::nullopt;
    for (std::string& address : where.addresses)
      if (!may_be_called(address, from)) address.clear();
    // The host does not say where it can be called: this member has called it there.
    where.host = *seat_of(*host);
    where.addresses[where.host->value] = host_address;
  }
  where.set_box(box);
  addresses_ = where.addresses;
  playing_->store({state::kept::Whereabouts{}, where.encode()});
  playing_->store({state::kept::SignedProposal{}, {}});
  // Nobody hears that the table has begun, and this program does not count on it, before the disk
  // has it.
  Effects out{CreateTranscript{}};
  append(out, playing_->store_now());
  out.push_back(Tell{TableBegan{}});
  append(out, std::move(started));
  append(out, std::exchange(held_, {}));
  for (const auto& [peer, path] : up_) {
    // A guest who stood at a break of an evening waits for the next one, and does not watch.
    const bool stood = is_host() && !seat_of(peer) && known.terms.evening &&
                       (gathering_->host()->here(peer) || gathering_->host()->visits(peer));
    append(out, stood ? turn_away(peer, *playing_) : take_up(peer, now, false));
  }
  // From now on every other identity is refused at the host's address, even if this guest joined
  // without knowing the host's key.
  if (const auto address = sockets::Address::parse(host_address); address && host)
    out.push_back(Call{*address, host});
  // Each member calls those who sit before it, so that of two members just one calls. The host need
  // not be called: it is connected to all.
  append(out, call(where.host, false));
  out.push_back(CloseInvitations{});
  append(out, seek_members(kSeekAtBegin));
  return done(std::move(out));
}

/// Calls the members, or only those that sit before this one, at the addresses that they gave, and
/// keeps room for the connections of all. `by` is the host; none if this member is the host. The
/// addresses of the others are known only from the host, so calls to them end after kUnansweredMax.
Effects Member::call(std::optional<Seat> by, bool all) {
  std::vector<std::string> hosts;
  for (const std::string& text : addresses_)
    if (const auto address = sockets::Address::parse(text)) hosts.push_back(address->host);
  Effects out{ExpectFrom{hosts}};
  const Seat me = playing_->node().me();
  for (std::uint32_t i = 0; i < addresses_.size(); ++i) {
    const auto address = sockets::Address::parse(addresses_[i]);
    const bool by_hearsay = by && by != Seat(i);
    const bool calls = all ? Seat(i) != me : Seat(i) < me;
    if (address && calls) out.push_back(Call{*address, playing_->key_of(Seat(i)), !by_hearsay});
  }
  return out;
}

Effects Member::seek_members(Duration first_after) const {
  const node::Node& node = playing_->node();
  const auto& charter = node.table().charter();
  Effects out;
  for (std::uint32_t i = 0; i < charter.validators(); ++i) {
    const PublicKey& member = playing_->key_of(Seat(i));
    if (Seat(i) == node.me() || up_.contains(member)) continue;
    // After the end of a table the bank alone is sought, which may have gone on to the next one.
    if (node.finished() && !(charter.evening && charter.evening->bank == member)) continue;
    const bool first = config_.key.public_key() < member;
    out.push_back(Seek{member, {first_after.ms + (first ? 0 : kSeekSecond.ms)}});
  }
  return out;
}

// ---- Connections

bool Member::admits(const PublicKey& peer, Instant now) const {
  if (is_blocked(peer)) return false;
  // While a guest is here, a second program with its identity is not admitted: its connection would
  // replace that of the first.
  if (!playing_)
    return !is_host() || !(gathering_->host()->here(peer) || gathering_->host()->visits(peer));
  // A member that sent too many useless frames is not admitted again for a while.
  if (const auto seat = seat_of(peer)) return now >= node()->parts().peers.shut_until(*seat);
  // The host admits those who come too late, to tell them so, and those who want to watch; also
  // after its restart.
  return is_first_host_ || serving_;
}

Effects Member::on_up(const PublicKey& peer, const Path& path, Instant now) {
  if (ended_) return {};
  up_[peer] = path;
  if (playing_) return done(take_up(peer, now, true));
  // The host is whoever answers at the address that this guest called. Others who connect before it
  // may be guests who have the signed charter already: they stay until the table begins here.
  if (gathering_ && !is_host() && gathering_->is_host_silent() && gathering_->host_key() == peer)
    return done(gathering_->on_host_up(path));
  if (!seeks_host() || !seeking_->is_host(peer, path)) return {};
  gathering_.emplace(config_.key, peer, config_.guest, rng_);
  return done(gathering_->on_host_up(path));
}

/// Takes up a peer that is connected while the table plays. Every member gives the charter again to
/// one that has come back and has said nothing that needs it: the charter may have been lost on its
/// way, and its sender, the host, may be gone.
Effects Member::take_up(const PublicKey& peer, Instant now, bool again) {
  const auto seat = seat_of(peer);
  if (!seat && serving_) return {};  // it has to say that it wants to watch
  if (!seat) return turn_away(peer, *playing_);
  unheard_.insert(peer);
  if (playing_->is_severed(*seat)) return {};
  Effects out{Stay{peer}};
  if (again && first_host_ != peer && !begun_.contains(peer))
    out.push_back(
        Send{peer, proto::encode(proto::Message(*node()->table().state().signed_charter))});
  append(out, playing_->on_link(*seat, true, now));
  out.push_back(Tell{LinkChanged{*seat, true}});
  if (serving_) append(out, serving_->on_member_up(*seat, *playing_));
  return out;
}

Effects Member::on_down(const PublicKey& peer, const Error& why, Instant now) {
  if (ended_) return {};
  latest_ = now;
  up_.erase(peer);
  if (playing_) {
    Effects out;
    if (const auto seat = seat_of(peer); seat && !playing_->is_severed(*seat)) {
      append(out, playing_->on_link(*seat, false, now));
      out.push_back(Tell{LinkChanged{*seat, false}});
      append(out, seek_members(kSeekAfterLoss));
    }
    if (serving_) append(out, serving_->on_down(peer, *playing_));
    return done(std::move(out));
  }
  if (!gathering_) return {};
  if (is_host()) return done(gathering_->on_guest_down(peer, now));
  if (gathering_->host_key() != peer) return {};
  if (gathering_->is_in_break()) {
    return wait_for_break({Tell{meet::LobbyNews{.what = meet::LobbyNews::What::bank_lost}}});
  }
  const bool can_seek =
      sockets::Address::parse(gathering_->host_address()) || seeking_->finds_again();
  if (!gathering_->is_answered() && can_seek && seeking_->on_hung_up(now)) {
    gathering_.reset();
    return seeking_->seek_again();
  }
  return done(gathering_->on_host_down(why, now));
}

Effects Member::on_frame(const PublicKey& peer, const Path& path, ByteSpan frame, Instant now) {
  if (ended_) return {};
  latest_ = now;
  if (!playing_) {
    if (!gathering_) return {};
    return done(gathering_->on_frame(peer, path, frame, now));
  }
  if (const auto seat = seat_of(peer)) {
    const bool first = unheard_.erase(peer) > 0;
    // Another one may have given the charter to this member, which had it already.
    if (!is_first_host_ && first && is_any_of<proto::SignedCharter>(frame)) return {};
    const bool joins = begun_.contains(peer) && first && is_any_of<proto::Join>(frame);
    if (joins && (is_first_host_ || node()->finished())) return turn_back(peer);
    // A program that gathers the next table refuses what is said at this one.
    if (node()->finished() && is_any_of<proto::Refuse>(frame)) return went_on(peer);
    if (!begun_.contains(peer)) {
      // This member still gathers: the charter is on its way.
      if (is_first_host_ && is_any_of<proto::Join>(frame)) return {};
      if (!is_any_of<proto::Sign, proto::Refuse, proto::FetchScript>(frame)) begun_.insert(peer);
    }
    if (playing_->is_severed(*seat)) return {};
    return done(playing_->on_frame(*seat, frame, now));
  }
  if (serving_) return done(serving_->on_frame(peer, path.link, frame, *playing_, now));
  return turn_away(peer, *playing_);
}

/// Answers a member of this table that joins. After the end its program has gone on to the next
/// one, and need not be waited for; it comes again once this program has gone on, too. Before that
/// it is another program with its identity.
Effects Member::turn_back(const PublicKey& member) {
  const node::Node& node = playing_->node();
  if (!node.finished()) return turn_away(member, *playing_);
  Effects out{Drop{member, Error{Fault::not_wanted, {}, "a member that has gone on"}}};
  if (node.table().charter().evening) out = turn_away(member, *playing_);
  append(out, playing_->on_went_on(*seat_of(member)));
  return done(std::move(out));
}

/// Hears that a member's program has gone on from this table, whose end this one has, too.
Effects Member::went_on(const PublicKey& member) {
  Effects out{Drop{member, Error{Fault::not_wanted, {}, "a member that has gone on"}}};
  append(out, playing_->on_went_on(*seat_of(member)));
  return done(std::move(out));
}

Effects Member::on_refused(const std::string& where, const Error& why) {
  if (ended_ || (seeks_host() && seeking_->is_guess(where))) return {};
  Effects out{Tell{PeerRefused{where, why}}};
  if (seeks_host()) append(out, seeking_->on_refused(where, why));
  return done(std::move(out));
}

Effects Member::sever(Seat peer, Duration time, Instant now) {
  if (ended_ || !playing_ || playing_->is_severed(peer)) return {};
  Effects out = playing_->on_link(peer, false, now);
  playing_->sever(peer);
  mending_[peer] = now + time;
  return out;
}

// ---- What the caller was asked for

Effects Member::flush(Instant now) {
  return ended_ || !playing_ ? Effects{} : done(playing_->flush(is_owed(), now));
}

Effects Member::on_prepared(bool took_long, Instant now) {
  return ended_ ? Effects{} : done(playing_->on_prepared(took_long, is_owed(), now));
}

Effects Member::on_done(node::Done result, Instant now) {
  return ended_ ? Effects{} : done(playing_->on_done(std::move(result), now));
}

Effects Member::on_record_sent(const PublicKey& peer, std::size_t bytes, bool is_busy,
                               Instant now) {
  if (ended_ || !serving_) return {};
  return serving_->on_record_sent(peer, bytes, is_busy, *playing_, now);
}

Effects Member::on_time(const Traffic& traffic, Instant now) {
  if (ended_) return {};
  if (seeks_host()) return done(seeking_->on_time(now));
  if (!playing_) return gathering_ ? done(gathering_->on_time(now)) : Effects{};
  Effects out;
  std::vector<Seat> mended;
  for (const auto& [seat, at] : mending_)
    if (at <= now) mended.push_back(seat);
  for (const Seat seat : mended) {
    mending_.erase(seat);
    playing_->mend(seat);
    if (up_.contains(playing_->key_of(seat)))
      append(out, take_up(playing_->key_of(seat), now, true));
  }
  append(out, playing_->on_time(now));
  if (serving_) append(out, serving_->on_time(traffic, *playing_, now));
  return done(std::move(out));
}

Instant Member::deadline() const {
  if (ended_) return never();
  if (seeks_host()) return seeking_->deadline();
  if (!playing_) return gathering_ ? gathering_->deadline() : never();
  Instant due = playing_->deadline();
  if (serving_) due = std::min(due, serving_->deadline());
  for (const auto& [seat, at] : mending_) due = std::min(due, at);
  return due;
}

// ---- Relays

Effects Member::on_granted(const PublicKey& host, std::vector<sockets::Address> addresses,
                           Instant now) {
  if (ended_ || !seeking_) return {};
  return done(seeking_->on_granted(host, std::move(addresses), now));
}

Effects Member::on_code_failed(const signaling::CodeFailure& failure) {
  return ended_ || !seeks_host() ? Effects{} : done(seeking_->on_code_failed(failure));
}

Effects Member::on_absent() {
  return ended_ || !seeks_host() ? Effects{} : done(seeking_->on_absent());
}

Effects Member::on_clock(const PublicKey& peer, Duration ahead) {
  if (ended_) return {};
  Effects out{Tell{ClockAhead{peer, ahead}}};
  if (seeks_host()) append(out, seeking_->on_clock(ahead));
  return done(std::move(out));
}

void Member::on_relays(std::optional<signaling::RelayTrouble> trouble) {
  if (seeking_) seeking_->on_relays(std::move(trouble));
}

void Member::on_pipe(const std::string& where) {
  if (seeks_host()) seeking_->on_pipe(where);
}

void Member::came_by_code(const PublicKey& guest, Instant until) {
  if (is_host()) gathering_->came_by_code(guest, until);
}

bool Member::ask_about_codes() {
  if (!is_host() || playing_) return false;
  gathering_->ask_about_codes();
  return true;
}

// ---- The person

Result<> Member::check_gathers() const {
  if (is_host() && !playing_ && !ended_) return {};
  return fail(Fault::bad_parameters, "this is said by a host, before its table begins");
}

Effects Member::agree() {
  if (ended_ || playing_ || !gathering_ || is_host()) return {};
  return done(gathering_->agree());
}

Effects Member::run_script() {
  if (ended_ || playing_ || !gathering_ || is_host()) return {};
  if (gathering_->guest()->script_text().empty()) return {};
  return done(gathering_->run_script());
}

Effects Member::decline(const std::string& why) {
  if (ended_ || playing_ || !gathering_ || is_host()) return {};
  return gathering_->decline(why);
}

Result<Effects> Member::start_table(Instant now) {
  FD_TRY(check_gathers());
  FD_TRY(auto effects, gathering_->start_table(now));
  return done(std::move(effects));
}

Result<Effects> Member::answer(const std::string& who, bool yes, Instant now) {
  FD_TRY(check_gathers());
  FD_TRY(auto effects, gathering_->answer(who, yes, now));
  return done(std::move(effects));
}

Result<Effects> Member::kick(const std::string& who, Instant now) {
  FD_TRY(check_gathers());
  FD_TRY(auto effects, gathering_->kick(who, now));
  return done(std::move(effects));
}

Result<Effects> Member::order_chips(proto::Chips chips, Instant now) {
  if (!gathering_ || playing_ || ended_)
    return fail(Fault::bad_parameters, "chips are ordered between two tables");
  FD_TRY(auto effects, gathering_->order(chips, now));
  return done(std::move(effects));
}

Result<Effects> Member::cash_out() {
  if (!gathering_ || playing_ || ended_)
    return fail(Fault::bad_parameters, "chips are given back between two tables");
  FD_TRY(auto effects, gathering_->cash_out());
  return done(std::move(effects));
}

Effects Member::close_evening(Instant now) {
  return ended_ || playing_ || !is_host() ? Effects{} : done(gathering_->close(now));
}

Result<Effects> Member::act(const rules::Action& action, Instant now, bool careful) {
  CHECK(playing_.has_value());
  FD_TRY(auto effects, playing_->act(action, now, careful));
  return done(std::move(effects));
}

Result<Effects> Member::say(const std::string& text, std::uint64_t utc_ms, Instant now) {
  if (!playing_) return fail(Fault::bad_parameters, "the table has not begun yet");
  FD_TRY(auto effects, playing_->say(text, utc_ms, now));
  return done(std::move(effects));
}

Result<Effects> Member::resign(Instant now) {
  if (!playing_) return fail(Fault::bad_parameters, "the table has not begun yet");
  FD_TRY(auto effects, playing_->resign(now));
  return done(std::move(effects));
}

Effects Member::leave(Instant now) {
  return ended_ || !playing_ ? Effects{} : done(playing_->leave(now));
}

// ---- Questions

std::optional<PublicKey> Member::host_key() const {
  if (!gathering_ || is_host()) return {};
  return gathering_->host_key();
}

std::optional<PublicKey> Member::maker() const {
  const auto gathered = host_key();
  return gathered ? gathered : first_host_;
}

std::optional<Seat> Member::seat_of(const PublicKey& peer) const {
  return playing_ ? playing_->seat_of(peer) : std::nullopt;
}

bool Member::is_trusted(const PublicKey& peer) const {
  if (playing_) return seat_of(peer).has_value();
  if (is_host()) return gathering_->host()->here(peer);
  return (seeking_ && seeking_->host() == peer) || host_key() == peer;
}

bool Member::is_blocked(const PublicKey& peer) const {
  const auto* contact = meet::contact_of(config_.guest.contacts, peer);
  return contact != nullptr && contact->blocked && is_host() && !seat_of(peer);
}

}  // namespace fairdeal::party
