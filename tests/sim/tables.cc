#include "tests/sim/tables.h"

#include <algorithm>

#include "base/check.h"
#include "base/random_index.h"
#include "net/channel/limits.h"
#include "proto/codec.h"
#include "proto/transcript.h"
#include "runtime/meet/next_match.h"
#include "runtime/node/node_queries.h"
#include "tests/sim/tables_person.h"

namespace fairdeal::sim {

using crypto::PublicKey;
using party::Effect;
using party::Effects;
using party::How;

namespace {

const Error kLost{Fault::no_answer, {}, "the connection is silent"};
const Error kGone{Fault::incomplete, {}, "the connection ended"};

const std::string kRelay = "relay.example.org";

}  // namespace

/// A connection of two people. Each end has it until it has heard that it is over.
struct Tables::Link {
  meet::LinkId id{};
  std::size_t caller;
  bool relayed;
  bool broken = false;                     // nothing arrives any more
  std::map<std::size_t, bool> open;        // by person
  std::map<std::size_t, Instant> arrives;  // when the last frame to this person does
  Duration delay;
};

Tables::Tables(TablesOptions options) : options_(std::move(options)), rng_(options_.seed) {
  const std::size_t members = options_.seats + options_.witnesses;
  for (std::size_t i = 0; i < members + options_.watchers; ++i) {
    const std::uint64_t seed = rng_.next();  // compilers evaluate arguments in orders of their own
    auto person = std::make_unique<Person>(crypto::SigningKey::generate(rng_), seed);
    person->address = {.host = "10.0.0." + std::to_string(i + 1), .port = 7777};
    person->witness = i >= options_.seats && i < members;
    person->watches = i >= members;
    people_.push_back(std::move(person));
  }
  for (std::size_t i = 0; i < people_.size(); ++i)
    at(now_ + (i == 0 ? Duration{0} : draw(0, 3'000)), [this, i] { begin(i); });
  for (std::size_t i = 0; i < options_.losses; ++i)
    at(now_ + draw(500, 20'000), [this] { lose_some(); });
}

Tables::~Tables() = default;

// ---- Time

void Tables::at(Instant when, std::function<void()> what) {
  queue_.push({when, order_++, std::move(what)});
}

void Tables::at(Instant when, std::size_t person, std::function<void(Person&)> what) {
  at(when, [this, person, life = people_[person]->life, what = std::move(what)] {
    Person& it = *people_[person];
    if (it.alive && it.life == life) what(it);
  });
}

Duration Tables::draw(std::int64_t least, std::int64_t most) {
  return {least +
          static_cast<std::int64_t>(rng_.below(static_cast<std::uint64_t>(most - least) + 1))};
}

bool Tables::run(Duration limit) {
  const auto over = [](const auto& person) { return person->over; };
  while (!std::ranges::all_of(people_, over)) {
    if (queue_.empty() || queue_.top().at > Instant{0} + limit) return false;
    Happening next = std::move(const_cast<Happening&>(queue_.top()));
    queue_.pop();
    now_ = std::max(now_, next.at);
    next.what();
  }
  return true;
}

void Tables::broke(std::size_t person, const std::string& law) {
  broken_.push_back("at " + std::to_string(now_.ms) + " ms person " + std::to_string(person) +
                    ": " + law);
}

void Tables::note(std::size_t person, const std::string& kind, ByteSpan bytes) {
  const std::string head =
      std::to_string(now_.ms) + " " + std::to_string(person) + " " + kind + " ";
  const Bytes begin = to_bytes(head);
  log_.insert(log_.end(), begin.begin(), begin.end());
  log_.insert(log_.end(), bytes.begin(), bytes.end());
}

Tables::Outcome Tables::outcome(std::size_t person) const {
  const Person& it = *people_[person];
  Outcome out{.ended = it.ended,
              .watched = it.watched,
              .matches = it.matches,
              .effects = it.performed,
              .lives = static_cast<std::size_t>(it.life),
              .signs_at = it.signs_at,
              .begins_at = it.begins_at,
              .ends_at = it.ends_at,
              .transcript = it.transcript,
              .evening = it.last ? it.last->terms.evening : std::nullopt};
  if (it.disk && !out.matches.empty() && out.matches.back().disk.empty())
    out.matches.back().disk = *it.disk->load();
  return out;
}

std::string Tables::unended() const {
  std::string all;
  for (std::size_t i = 0; i < people_.size(); ++i) {
    const Person& it = *people_[i];
    if (it.over) continue;
    const node::Node* node = it.member ? it.member->node() : nullptr;
    all += "person " + std::to_string(i) + (it.alive ? " runs" : " does not run") + ", life " +
           std::to_string(it.life) + ", tables " + std::to_string(it.matches.size());
    if (node != nullptr)
      all += ", table " + node->table().id().hex().substr(0, 4) + " at step " +
             std::to_string(node->table().step().value) + (node->finished() ? ", finished" : "") +
             (node->asking() ? ", asking" : "") + (node->halted() ? ", halted" : "");
    all += "; ";
  }
  return all;
}

std::size_t Tables::person_of(const PublicKey& key) const {
  for (std::size_t i = 0; i < people_.size(); ++i)
    if (people_[i]->key.public_key() == key) return i;
  CHECK(false);
  return 0;
}

// ---- Processes

std::size_t Tables::host_of(const Person& person) const {
  return person.later ? next_host_.value() : 0;
}

party::Member::Config Tables::config_of(const Person& person) const {
  party::Member::Config config{.key = person.key.clone()};
  config.guest.nickname = "person " + person.address.host;
  config.guest.port = options_.relays_only ? std::uint16_t{0} : person.address.port;
  config.guest.witness = person.witness;
  config.guest.by_code = options_.by_code && !person.later;
  config.guest.next = person.next;
  if (&person != people_[host_of(person)].get()) config.seeking = seeking_of(person);
  if (options_.evening > 0) remember_evening(person, config);
  return config;
}

/// Returns how a guest's program seeks its host: as it found it the first time or, if that was by a
/// code or another one hosts now, by the box of the last table. A person whose program has ended
/// comes to a next match by its link.
party::Seeking::Config Tables::seeking_of(const Person& person) const {
  party::Seeking::Config seeking;
  const std::size_t host = host_of(person);
  seeking.by_code = options_.by_code && !person.later;
  seeking.next = person.next.has_value();
  seeking.by_box = seeking.next && (options_.by_code || host != 0);
  seeking.by_link = (person.later && !seeking.next) ||
                    (options_.relays_only && !seeking.by_code && !seeking.by_box);
  seeking.at_relays = seeking.by_code || seeking.by_box || seeking.by_link;
  if (seeking.by_code) return seeking;
  seeking.host = people_[host]->key.public_key();
  const bool has_address = !options_.relays_only && (!seeking.by_box || host != 0);
  if (has_address) seeking.addresses = {people_[host]->address};
  if (seeking.next) seeking.reach_max = Duration{90'000};
  return seeking;
}

/// Starts a person's program: it goes on at the table that its disk has, or comes anew.
void Tables::begin(std::size_t index) {
  Person& person = *people_[index];
  if (person.alive || person.over) return;
  if (options_.next && person.leaves && !person.later) {
    // Its program ended as it left. It does not go back.
    end_first(person);
    return come_later(index);
  }
  person.alive = true;
  ++person.life;
  person.armed = never();
  note(index, "begins");
  if (person.watches) return begin_watching(person);
  person.resumed = person.disk && !person.disk->load()->empty();
  if (person.later && !person.resumed && host_of(person) == index && !person.next) {
    // Its program has ended, and no other opens a match that goes on from the last one.
    person.alive = false;
    person.over = true;
    return;
  }
  person.member = std::make_unique<party::Member>(config_of(person), person.rng);
  if (person.disk) {
    const auto stored = person.disk->load();
    CHECK(stored);
    const auto signed_table = party::signed_table(*stored);
    CHECK(signed_table);
    if (*signed_table) return resume(person, **signed_table);
    if (!stored->empty()) {
      auto remembered = party::remember(*stored, person.key.public_key());
      CHECK(remembered);
      if (remembered->where.lobby_secret)
        person.box = {remembered->where.relays, *remembered->where.lobby_secret};
      auto effects = person.member->resume(*std::move(remembered), *stored, now_);
      if (!effects) return broke(index, "resume: " + describe(effects.error()));
      if (!goes_to_break(person)) return take(index, *std::move(effects));
      person.member = std::make_unique<party::Member>(config_of(person), person.rng);
    }
    person.disk.reset();
  }
  if (!person.next && !person.last) person.box.reset();
  if (index == host_of(person)) return gather(person);
  take(index, person.member->seek(now_));
}

/// Opens a table, or the next match.
void Tables::gather(Person& person) {
  meet::Offer offer{options_.game, "{}", options_.seats, options_.witnesses};
  if (person.next) {
    offer.params = person.next->terms.params;
    offer.terms = [terms = person.next->terms](proto::Terms& all) { all = terms; };
    for (const auto& member : person.next->seats) offer.kept.push_back(member.key);
    if (person.box) offer.lobby_secret = person.box->secret;
  }
  if (options_.evening > 0) offer = person.last ? break_offer(person) : evening_offer(person);
  offer.relays = {kRelay};
  offer.watch = proto::WatchDelay{.hands = 1, .seconds = 1};
  auto lobby = meet::HostLobby::create(std::move(offer), person.key,
                                       "person " + person.address.host, person.rng);
  CHECK(lobby);
  person.offers_code = options_.by_code && !person.next;
  person.box = {lobby->gathering().relays, *lobby->gathering().lobby_secret};
  const std::size_t index = person_of(person.key.public_key());
  take(index, person.member->host(*std::move(lobby)));
  if (options_.evening > 0) start_when_all_sit(index);
}

/// Goes back to a table that this guest had signed before its process ended.
void Tables::resume(Person& person, const party::SignedTable& table) {
  const std::size_t index = person_of(person.key.public_key());
  if (table.where.lobby_secret) person.box = {table.where.relays, *table.where.lobby_secret};
  auto effects = person.member->resume(table, now_);
  if (!effects) return broke(index, "resume: " + describe(effects.error()));
  take(index, *std::move(effects));
}

void Tables::begin_watching(Person& person) {
  person.transcript.clear();
  person.watching =
      std::make_unique<party::Watching>(party::Watching::Config{.me = person.key.public_key(),
                                                                .addresses = {people_[0]->address},
                                                                .reach_max = Duration{10'000},
                                                                .lost_max = Duration{60'000},
                                                                .begin_every = Duration{500}});
  take(person_of(person.key.public_key()), person.watching->start(now_));
}

/// Ends a person's part in the first match. Its program goes on to the next one if it has seen the
/// end, and if it is the one that began: a program that resumed the table does not ask.
void Tables::go_on(Person& person) {
  const state::Table& table = person.member->node()->table();
  const std::size_t index = person_of(person.key.public_key());
  if (table.over()) {
    const std::size_t host = person_of(meet::next_host(table, people_[0]->key.public_key()));
    if (next_host_.value_or(host) != host) broke(index, "another one hosts the next match");
    next_host_ = host;
    if (!person.resumed) person.next = meet::next_match(table);
  }
  end_first(person);
}

/// Notes how a match stands that somebody sees.
void Tables::note_match(Person& person, const state::Table& table) {
  auto& matches = person.matches;
  const crypto::Digest id = table.id();
  if (matches.empty() || matches.back().id != id)
    matches.push_back({.id = id, .continues = table.charter().continues, .head = {}});
  matches.back().head = table.head();
  matches.back().over = table.over();
}

/// Keeps what a person has of the first match.
void Tables::end_first(Person& person) {
  person.later = true;
  person.matches.back().disk = *person.disk->load();
  person.disk.reset();
}

/// Lets a person come to the next match once its host, or the one who has its link, says that the
/// table is open. It does not come if nobody opens one.
void Tables::come_later(std::size_t index) {
  at(now_ + draw(500, 2'000), [this, index] {
    Person& person = *people_[index];
    if (!next_host_) return come_later(index);
    const Person& host = *people_[*next_host_];
    const bool opens = host.alive && host.member->gathering() != nullptr && !host.resumed &&
                       host.member->node() == nullptr;
    if (person.next || opens) return begin(index);
    person.over = host.over || index == *next_host_;
    if (!person.over) come_later(index);
  });
}

/// Ends a process, as a crash does. Its disk keeps all that was written.
void Tables::die(std::size_t index, Duration down) {
  Person& person = *people_[index];
  note(index, "dies");
  close_all(index);
  person.alive = false;
  person.next.reset();
  person.effects.clear();
  person.watch_effects.clear();
  at(now_ + down, [this, index] { begin(index); });
}

void Tables::close_all(std::size_t index) {
  Person& person = *people_[index];
  for (const auto& [pair, link] : links_) {
    if (!link->open[index]) continue;
    const std::size_t other = pair.first == index ? pair.second : pair.first;
    link->open[index] = false;
    const Error why = rng_.below(2) == 0 ? kLost : kGone;
    at(std::max(link->arrives[other], now_ + link->delay), other,
       [this, other, index, link, why](Person&) { went_down(other, index, link, why); });
  }
  person.calls.clear();
  person.sought.clear();
  person.offers_code = false;
}

bool Tables::is_cut(Person& person) {
  ++person.performed;
  const std::size_t index = person_of(person.key.public_key());
  for (const auto& cut : options_.cuts) {
    if (cut.person != index || cut.effect != person.performed) continue;
    if (!cut.links_alone) {
      die(index, cut.down);
      return true;
    }
    for (std::size_t other = 0; other < people_.size(); ++other)
      if (other != index) lose(index, other, rng_.below(2) == 0 ? kLost : kGone);
  }
  return false;
}

void Tables::take(std::size_t index, Effects more) {
  Person& person = *people_[index];
  std::ranges::move(more, std::back_inserter(person.effects));
  if (std::exchange(person.performing, true)) return;
  while (person.alive && !person.effects.empty()) {
    Effect effect = std::move(person.effects.front());
    person.effects.pop_front();
    note(index, "effect " + std::to_string(effect.index()));
    if (is_cut(person)) break;
    std::visit([&](auto& it) { apply(index, it); }, effect);
  }
  person.performing = false;
  arm(index);
}

void Tables::take(std::size_t index, party::Watching::Effects more) {
  Person& person = *people_[index];
  std::ranges::move(more, std::back_inserter(person.watch_effects));
  if (std::exchange(person.performing, true)) return;
  while (person.alive && !person.watch_effects.empty()) {
    auto effect = std::move(person.watch_effects.front());
    person.watch_effects.pop_front();
    note(index, "watch effect " + std::to_string(effect.index()));
    if (is_cut(person)) break;
    std::visit([&](auto& it) { apply(index, it); }, effect);
  }
  person.performing = false;
  arm(index);
}

void Tables::arm(std::size_t index) {
  Person& person = *people_[index];
  if (!person.alive) return;
  const Instant due = person.watches ? person.watching->deadline() : person.member->deadline();
  if (due == person.armed) return;
  person.armed = due;
  if (due == never()) return;
  at(std::max(due, now_), index, [this, index, due](Person& it) {
    if (it.armed != due) return;
    it.armed = never();
    if (it.watches) return take(index, it.watching->on_time(now_));
    take(index, it.member->on_time({}, now_));
  });
}

// ---- Connections

std::shared_ptr<Tables::Link> Tables::link_of(std::size_t a, std::size_t b) const {
  const auto found = links_.find(std::minmax(a, b));
  if (found == links_.end()) return nullptr;
  const auto& open = found->second->open;
  return open.at(a) || open.at(b) ? found->second : nullptr;
}

void Tables::call(std::size_t index, const sockets::Address& address, Duration after) {
  Calling& calling = people_[index]->calls.at(address);
  if (std::exchange(calling.waits, true)) return;
  at(now_ + after, index, [this, index, address](Person& it) {
    const auto found = it.calls.find(address);
    if (found == it.calls.end()) return;
    found->second.waits = false;
    attempt(index, address);
  });
}

void Tables::attempt(std::size_t index, const sockets::Address& address) {
  const auto other =
      std::ranges::find(people_, address, [](const auto& it) { return it->address; });
  const Error nobody{Fault::nobody_there, {}, "nobody is there"};
  if (other == people_.end()) return fail_call(index, address, nobody);  // one of a host's ports
  const auto callee = static_cast<std::size_t>(other - people_.begin());
  const Calling& calling = people_[index]->calls.at(address);
  if (callee == index) return;
  if (const auto link = link_of(index, callee)) {
    // The other end has not yet heard that the last connection is over.
    if (!link->open[index]) call(index, address, net::kRedialMin);
    return;
  }
  if (options_.relays_only) return fail_call(index, address, kLost);
  if (!(*other)->alive) return fail_call(index, address, nobody);
  if (calling.expected && *calling.expected != (*other)->key.public_key())
    return fail_call(index, address, {Fault::other_identity, {}, "another identity"});
  if (!admits(index, callee) || !admits(callee, index))
    return fail_call(index, address, {Fault::hung_up, {}, "hung up"});
  connect(index, callee, false);
}

void Tables::fail_call(std::size_t index, const sockets::Address& address, const Error& why) {
  Person& person = *people_[index];
  Calling& calling = person.calls.at(address);
  const bool goes_on = ++calling.unanswered < net::kUnansweredMax || calling.endless;
  const Duration wait = calling.wait;
  calling.wait = std::min(calling.wait * 2, net::kRedialMax);
  if (goes_on) call(index, address, wait);
  if (person.watches) return take(index, person.watching->on_refused(address.text(), why));
  take(index, person.member->on_refused(address.text(), why));
}

bool Tables::admits(std::size_t index, std::size_t other) const {
  const Person& person = *people_[index];
  const PublicKey& key = people_[other]->key.public_key();
  return person.watches ? person.watching->admits(key) : person.member->admits(key, now_);
}

void Tables::connect(std::size_t caller, std::size_t other, bool relayed) {
  const auto link = std::make_shared<Link>();
  for (std::size_t i = 0; i < link->id.size(); ++i)
    link->id[i] = static_cast<std::byte>(next_link_ >> (8 * i));
  ++next_link_;
  link->caller = caller;
  link->relayed = relayed;
  link->delay = draw(1, 40);
  link->open = {{caller, true}, {other, true}};
  link->arrives = {{caller, now_ + link->delay}, {other, now_ + link->delay}};
  links_[std::minmax(caller, other)] = link;
  for (const auto& [one, two] : {Pair(caller, other), Pair(other, caller)})
    at(now_ + link->delay, one, [this, one, two, link](Person&) { went_up(one, two, link); });
}

party::Path Tables::path(std::size_t index, std::size_t other, const Link& link) const {
  const sockets::Address& address = people_[other]->address;
  const bool called = link.caller == index && !link.relayed;
  return {.link = link.id,
          .host = link.relayed ? "" : address.host,
          .called_at = called ? address.text() : "",
          .called = called};
}

void Tables::went_up(std::size_t index, std::size_t other, const std::shared_ptr<Link>& link) {
  if (!link->open[index]) return;
  Person& person = *people_[index];
  person.sought.erase(other);
  const PublicKey& key = people_[other]->key.public_key();
  if (person.watches) return take(index, person.watching->on_up(key, link->id));
  take(index, person.member->on_up(key, path(index, other, *link), now_));
}

/// Tells a person that a connection is over, and calls again what was called.
void Tables::went_down(std::size_t index, std::size_t other, const std::shared_ptr<Link>& link,
                       const Error& why) {
  if (!std::exchange(link->open[index], false)) return;
  Person& person = *people_[index];
  for (auto& [address, calling] : person.calls) {
    calling.wait = net::kRedialMin;
    calling.unanswered = 0;
    call(index, address, draw(1, 250));
  }
  const PublicKey& key = people_[other]->key.public_key();
  if (person.watches) return take(index, person.watching->on_down(key, now_));
  take(index, person.member->on_down(key, why, now_));
}

/// Sends a frame, which arrives after those before it, unless the connection is over by then.
void Tables::send(std::size_t from, std::size_t to, Bytes frame) {
  const auto link = link_of(from, to);
  if (!link || !link->open[from]) return;
  note(from, "sends to " + std::to_string(to), frame);
  Instant& arrives = link->arrives[to];
  arrives = std::max(arrives, now_ + link->delay);
  at(arrives, to, [this, from, to, link, frame = std::move(frame)](Person& it) {
    if (!link->open[to] || link->broken) return;
    const PublicKey& key = people_[from]->key.public_key();
    if (it.watches) return take(to, it.watching->on_frame(key, frame, now_, it.rng));
    take(to, it.member->on_frame(key, path(to, from, *link), frame, now_));
  });
}

void Tables::drop(std::size_t index, std::size_t other, const Error& why) {
  const auto link = link_of(index, other);
  if (!link || !link->open[index]) return;
  at(now_, index, [this, index, other, link, why](Person&) { went_down(index, other, link, why); });
  at(std::max(link->arrives[other], now_ + link->delay), other,
     [this, index, other, link](Person&) { went_down(other, index, link, kGone); });
}

/// Loses a connection and all that is on its way, as when a cable is pulled: each end notices by
/// itself.
void Tables::lose(std::size_t a, std::size_t b, const Error& why) {
  const auto link = link_of(a, b);
  if (!link) return;
  link->broken = true;
  for (const auto& [one, two] : {Pair(a, b), Pair(b, a)})
    at(now_ + draw(0, 2'000), one,
       [this, one, two, link, why](Person&) { went_down(one, two, link, why); });
}

void Tables::lose_some() {
  if (links_.empty()) return;
  const bool all = rng_.below(4) == 0;
  std::vector<Pair> pairs;
  for (const auto& [pair, link] : links_) pairs.push_back(pair);
  const Error why = rng_.below(2) == 0 ? kLost : kGone;
  if (!all) pairs = {pairs[random_index(rng_, pairs.size())]};
  for (const auto& [a, b] : pairs) lose(a, b, why);
}

// ---- Relays

/// Visits the host by its code, again and again until it lets this guest in.
void Tables::visit(std::size_t index, Instant until) {
  at(now_ + draw(200, 600), index, [this, index, until](Person& it) {
    if (!it.member->seeks_host()) return;
    Person& host = *people_[0];
    const bool there = host.alive && host.offers_code && host.member->gathering() != nullptr &&
                       host.member->gathering()->host()->has_place(it.witness);
    if (there) {
      host.member->came_by_code(it.key.public_key(), now_ + Duration{60'000});
      std::vector<sockets::Address> addresses;
      if (!options_.relays_only) addresses = {host.address};
      const Duration soon = draw(100, 400);
      at(now_ + soon, index, [this, index](Person& guest) {
        if (guest.member->seeks_host() && people_[0]->alive && !link_of(index, 0) &&
            admits(0, index)) {
          guest.member->on_pipe(kRelay);
          connect(index, 0, true);
        }
      });
      return take(index, it.member->on_granted(host.key.public_key(), addresses, now_));
    }
    if (now_ < until) return visit(index, until);
    take(index, it.member->on_code_failed({signaling::CodeFailure::What::unknown, kGone, {}}));
  });
}

/// Knocks at another one's box until there is a connection. The box is opened by the secret of
/// those who shared a table or by a link's.
void Tables::seek(std::size_t index, std::size_t other, Duration after, bool by_link) {
  if (!people_[index]->sought.insert(other).second) return;
  at(now_ + after + draw(1, 500), index, [this, index, other, by_link](Person& it) {
    if (!it.sought.erase(other)) return;
    const auto link = link_of(index, other);
    if (link && link->open[index]) return;
    const Person& there = *people_[other];
    // A bank that was started again before its first table has another link, which friends tell.
    const bool is_told = options_.evening > 0 && other == 0 && there.matches.empty();
    const bool opens = there.alive && there.box &&
                       (by_link || is_told || (it.box && it.box->secret == there.box->secret));
    if (!link && opens && admits(index, other) && admits(other, index)) {
      it.member->on_pipe(kRelay);
      return connect(index, other, true);
    }
    seek(index, other, Duration{3'000}, by_link);
  });
}

// ---- Effects

void Tables::apply(std::size_t index, party::Call& it) {
  Calling& calling = people_[index]->calls[it.at];
  calling.expected = it.expected;
  calling.endless = it.endless;
  calling.unanswered = 0;
  call(index, it.at, draw(1, 20));
}

void Tables::apply(std::size_t index, party::Send& it) {
  const auto message = proto::decode_message(it.frame);
  if (message && std::holds_alternative<proto::Sign>(*message))
    people_[index]->signs_at = people_[index]->performed;
  send(index, person_of(it.to), it.frame);
}

void Tables::apply(std::size_t index, party::SendToSeat& it) {
  const auto& charter = people_[index]->member->node()->table().charter();
  send(index, person_of(charter.member(it.to).key), std::move(it.frame));
}

Result<std::vector<Bytes>> Tables::decided(const Person& person, const node::Resend& resend) const {
  return node::decided_frames(resend, [&](Step step) -> Result<std::optional<Bytes>> {
    const Bytes* record = person.disk->get(state::Put::Space::record, std::to_string(step.value));
    return record != nullptr ? std::optional(*record) : std::nullopt;
  });
}

void Tables::apply(std::size_t index, party::SendDecided& it) {
  const auto frames = decided(*people_[index], it.of);
  CHECK(frames);
  for (const Bytes& frame : *frames) {
    party::SendToSeat one{it.of.to, frame};
    apply(index, one);
  }
}

void Tables::apply(std::size_t index, party::SendRecord& it) {
  Person& person = *people_[index];
  const auto frames = decided(person, {.to = {}, .first = it.step, .steps = 1});
  if (!frames || frames->empty()) return;
  const std::size_t bytes = frames->front().size();
  send(index, person_of(it.to), frames->front());
  take(index, person.member->on_record_sent(it.to, bytes, false, now_));
}

void Tables::apply(std::size_t index, party::Drop& it) { drop(index, person_of(it.peer), it.why); }

void Tables::apply(std::size_t index, party::UseCode& it) { visit(index, now_ + it.patience); }

void Tables::apply(std::size_t index, party::KnockForHost& it) {
  const std::size_t host = host_of(*people_[index]);
  if (it.by != party::KnockForHost::By::contact)
    seek(index, host, Duration{0}, it.by == party::KnockForHost::By::link);
}

void Tables::apply(std::size_t index, party::ShareBox& it) {
  people_[index]->box = party::Box{it.relays, it.secret};
}

void Tables::apply(std::size_t index, party::Seek& it) {
  if (people_[index]->box) seek(index, person_of(it.member), it.first_after);
}

void Tables::apply(std::size_t index, party::OfferCode&) {
  people_[index]->offers_code = options_.by_code;
}
void Tables::apply(std::size_t index, party::WithdrawCode&) { people_[index]->offers_code = false; }
void Tables::apply(std::size_t index, party::CloseInvitations&) {
  people_[index]->offers_code = false;
}

void Tables::apply(std::size_t index, party::OpenStore& it) {
  Person& person = *people_[index];
  person.aside.reset();
  if (!person.disk) person.disk.emplace();
  if (std::exchange(person.store, it.name) != it.name && !person.disk->load()->empty())
    broke(index, "a store for two tables");
  take(index, person.member->on_opened(person.address.text(), person.box, now_));
}

void Tables::apply(std::size_t index, party::DeleteStore&) {
  const auto stored = people_[index]->disk->load();
  if (!stored || party::remember(*stored, people_[index]->key.public_key()))
    broke(index, "a table is deleted that has begun");
  people_[index]->disk.reset();
}

void Tables::apply(std::size_t index, party::KeepEvening& it) {
  note(index, "keeps " + it.name, it.bytes);
  people_[index]->kept[it.name] = it.bytes;
}

void Tables::apply(std::size_t index, party::Store& it) {
  for (const state::Put& put : it.puts) {
    note(index, "stores " + put.key, put.value);
    if (put.space != state::Put::Space::charter) continue;
    people_[index]->begins_at = people_[index]->performed;
    note_match(*people_[index], people_[index]->member->node()->table());
  }
  const auto kept = people_[index]->disk->apply(it.puts);
  if (!kept) broke(index, "store: " + describe(kept.error()));
}

void Tables::apply(std::size_t index, party::KeepEvidence& it) {
  broke(index, "evidence against seat " + std::to_string(it.against.value));
}

void Tables::apply(std::size_t index, party::KeepStatement& it) {
  broke(index, "another history of seat " + std::to_string(it.unshown.seat.value));
}

void Tables::apply(std::size_t index, party::FlushSoon&) {
  at(now_, index, [this, index](Person& it) { take(index, it.member->flush(now_)); });
}

void Tables::apply(std::size_t index, party::Run& it) {
  at(now_ + draw(1, it.idle ? 200 : 40), index,
     [this, index, work = std::move(it.work)](Person& person) {
       take(index, person.member->on_done(work(), now_));
     });
}

void Tables::apply(std::size_t index, party::Prepare&) {
  if (!options_.slow_screen) return take(index, people_[index]->member->on_prepared(false, now_));
  at(now_ + draw(1, 300), index,
     [this, index](Person& it) { take(index, it.member->on_prepared(true, now_)); });
}

void Tables::apply(std::size_t index, party::Tell& it) {
  if (options_.evening > 0) hear_in_evening(*people_[index], it);
  const bool asks_guest =
      std::holds_alternative<proto::Gathering>(it.event) && index != host_of(*people_[index]);
  if (asks_guest && options_.evening == 0)
    at(now_ + draw(1, 500), index,
       [this, index](Person& person) { take(index, person.member->agree()); });
  if (std::holds_alternative<party::TableBegan>(it.event)) {
    Person& person = *people_[index];
    std::set<PublicKey> keys;
    const auto& charter = person.member->node()->table().charter();
    for (std::uint32_t i = 0; i < charter.validators(); ++i)
      if (!keys.insert(charter.member(Seat(i)).key).second) broke(index, "somebody sits twice");
  }
  if (const auto* notice = std::get_if<node::Notice>(&it.event)) heard(index, *notice);
}

void Tables::heard(std::size_t index, const node::Notice& notice) {
  if (std::holds_alternative<node::ToAct>(notice))
    at(now_ + draw(1, 400), index, [this](Person& person) { think(person); });
  const auto* decided = std::get_if<node::StepDecided>(&notice);
  if (decided != nullptr && options_.leaves && index == 0 && !people_[index]->later &&
      decided->step.value == 2)
    at(now_, index, [this, index](Person& it) {
      it.leaves = true;
      take(index, it.member->leave(now_));
    });
  const auto* refused = std::get_if<node::Refused>(&notice);
  if (refused != nullptr) broke(index, "refused: " + describe(refused->error));
  if (std::holds_alternative<node::Equivocated>(notice)) broke(index, "an honest one equivocates");
  if (std::holds_alternative<node::Forked>(notice)) broke(index, "a fork");
}

void Tables::think(Person& person) {
  const node::Node& node = *person.member->node();
  if (!node.to_act()) return;
  const auto choices = node.table().game().legal(node.me());
  auto effects =
      person.member->act(choices.at(random_index(person.rng, choices.size())).action, now_);
  CHECK(effects);
  take(person_of(person.key.public_key()), *std::move(effects));
}

void Tables::apply(std::size_t index, party::End& it) {
  Person& person = *people_[index];
  note(index, "ends " + std::to_string(static_cast<int>(it.how.how)) + " " +
                  (it.how.error ? describe(*it.how.error) : ""));
  person.ended = it.how;
  const node::Node* node = person.member->node();
  if (node != nullptr) note_match(person, node->table());
  if (options_.evening > 0) return end_in_evening(person);
  const bool ends_first =
      node != nullptr && !person.later && (it.how.how == How::finished || it.how.how == How::left);
  if (ends_first && options_.next) go_on(person);
  close_all(index);
  person.alive = false;
  // A person who did not find the host of a table that they had signed comes anew; and if that does
  // not help either, goes back to that table.
  if (node == nullptr) std::swap(person.disk, person.aside);
  if (person.later && (node == nullptr || ends_first)) {
    if (!ends_first) person.next.reset();
    return come_later(index);
  }
  // A person whose table did not come about comes again, but not for ever.
  if (node == nullptr && ++person.tries < kTriesMax)
    at(now_ + draw(500, 2'000), [this, index] { begin(index); });
  else
    person.over = true;
}

void Tables::apply(std::size_t index, party::Watching::HangUp&) {
  Person& person = *people_[index];
  for (const auto& [pair, link] : links_) {
    if (!link->open[index]) continue;
    const std::size_t other = pair.first == index ? pair.second : pair.first;
    link->open[index] = false;
    at(std::max(link->arrives[other], now_ + link->delay), other,
       [this, other, index, link](Person&) { went_down(other, index, link, kGone); });
  }
  person.calls.clear();
}

void Tables::apply(std::size_t index, party::CreateTranscript&) {
  if (people_[index]->watches) people_[index]->transcript = to_bytes(proto::kTranscriptMagic);
}

void Tables::apply(std::size_t index, party::Append& it) {
  const Bytes part = proto::frame_part(it.part);
  Bytes& file = people_[index]->transcript;
  file.insert(file.end(), part.begin(), part.end());
}

void Tables::apply(std::size_t index, party::Watching::Ended& it) {
  Person& person = *people_[index];
  note(index, "ends watching " + std::to_string(static_cast<int>(it.how)));
  person.watched = it;
  if (person.watching->table() != nullptr) note_match(person, *person.watching->table());
  close_all(index);
  person.alive = false;
  person.over = true;
}

}  // namespace fairdeal::sim
