#include <filesystem>

#include "base/check.h"
#include "net/rendezvous/whereabouts.h"
#include "net/session/impl.h"
#include "net/sockets/clock.h"

/// How a session begins to play: with a charter that all have signed, or with a stored table.

namespace fairdeal::session {

using crypto::PublicKey;
using How = Session::Ended::How;
using state::Put;

namespace {

/// How long the members of a new table call each other directly, before they seek each other
/// through relays.
constexpr Duration kSeekAtBegin{1'000};

/// Returns whether this member may call an address that the host named. It must be a literal IP
/// address, and either public or of the same reach as the one at which the host was called.
/// Otherwise a host could make its guests call machines inside their own networks, behind their
/// firewalls. How often they call a public address is limited by kUnansweredMax.
bool may_be_called(const std::string& text, std::optional<sockets::Reach> host) {
  const auto address = sockets::Address::parse(text);
  const auto reach = address ? sockets::reach_of(address->host) : std::nullopt;
  return reach && (reach == sockets::Reach::anywhere || reach == host);
}

}  // namespace

void Session::Impl::begin(const meet::Formed& formed) {
  timer.cancel();
  auto opened =
      node::Node::create({std::make_shared<const proto::SignedCharter>(formed.charter), formed.me,
                          config.key.clone(), gathering().chat, gathering().watch},
                         rng);
  if (!opened) return end(how_ended(opened.error()), opened.error());
  // Several members of a table may share a folder, so the name holds the seat.
  const std::string name =
      opened->table().id().hex().substr(0, 16) + "-seat-" + std::to_string(formed.me.value);
  const auto path = std::filesystem::path(config.folder) / name;
  store_path = path.string() + ".db";
  auto kept = node::Store::open(store_path);
  if (!kept) return end(How::failed, kept.error());
  store = *std::move(kept);
  if (const auto file = open_transcript(path.string() + ".fdt"); !file)
    return end(How::failed, file.error());

  node = *std::move(opened);
  watcher.on_event(TableBegan{});
  add(node->start(sockets::now()));
  rendezvous::Whereabouts where{listening.text(), formed.addresses};
  where.chat = gathering().chat;
  where.watch = gathering().watch;
  if (host && where.watch) {
    where.watch_token = config.watch_token;
    watchers.emplace(config.key.public_key(), config.watch_token);
  }
  if (host_key) {
    const auto from = sockets::reach_of(mesh->host_of(*host_key));
    for (std::string& address : where.addresses)
      if (!may_be_called(address, from)) address.clear();
    // The host does not say where it can be called: this member has called it there.
    where.host = *seat_of(*host_key);
    where.addresses[where.host->value] = host_address;
  }
  if (box && !box->relays.empty()) {
    where.relays = box->relays;
    where.lobby_secret = box->lobby_secret;
  }
  whereabouts = where.addresses;
  pending.store.push_back({state::kept::Whereabouts{}, where.encode()});
  for (const PublicKey& peer : mesh->peers()) on_up(peer);
  begin_keeping();
  // From now on every other identity is refused at the host's address, even if this guest joined
  // without knowing the host's key.
  if (const auto address = sockets::Address::parse(host_address); address && host_key)
    mesh->keep_calling(*address, host_key);
  // Each member calls those who sit before it, so that of two members just one calls. The host need
  // not be called: it is connected to all.
  call(where.host, [&](Seat seat) { return seat < formed.me; });
  if (rendezvous) rendezvous->withdraw_code();
  if (rendezvous) rendezvous->open_contact_boxes({});
  seek_members(kSeekAtBegin);
}

Result<> Session::Impl::open_transcript(const std::string& path) {
  FD_TRY(auto file, TranscriptFile::create(config.transcript.empty() ? path : config.transcript));
  transcript.emplace(std::move(file));
  return {};
}

void Session::Impl::call(std::optional<Seat> by, const std::function<bool(Seat)>& calls) {
  std::vector<std::string> hosts;
  for (const std::string& text : whereabouts)
    if (const auto address = sockets::Address::parse(text)) hosts.push_back(address->host);
  mesh->expect_from(hosts);
  for (std::uint32_t i = 0; i < whereabouts.size(); ++i) {
    const auto address = sockets::Address::parse(whereabouts[i]);
    const bool by_hearsay = by && by != Seat(i);
    if (address && calls(Seat(i)))
      mesh->keep_calling(*address, key_of(Seat(i)),
                         by_hearsay ? mesh::Mesh::Patience::short_ : mesh::Mesh::Patience::endless);
  }
}

/// Continues a stored table. It listens where it did before, if that port is free, because the
/// others call it there; and it calls all of them, because it may be somewhere else now.
void Session::Impl::resume(const std::string& path) {
  store_path = path;
  auto kept = node::Store::open(path, node::Store::Missing::refuse);
  if (!kept) return end(How::failed, kept.error());
  store = *std::move(kept);
  const auto stored = store->load();
  if (!stored) return end(How::failed, stored.error());
  const auto remembered = rendezvous::remember(*stored, config.key.public_key());
  if (!remembered) return end(How::failed, remembered.error());
  auto resumed = node::Node::resume({remembered->charter, remembered->me, config.key.clone(),
                                     remembered->where.chat, remembered->where.watch},
                                    *stored, rng);
  if (!resumed) return end(How::failed, resumed.error());

  const auto before = sockets::Address::parse(remembered->where.listening);
  auto address = mesh->listen(before ? *before : config.listen);
  if (!address) address = mesh->listen(config.listen);
  if (!address) return end(How::unreachable, address.error());
  listening = *address;
  std::filesystem::path beside = path;
  if (const auto file = open_transcript(beside.replace_extension(".fdt").string()); !file)
    return end(How::failed, file.error());
  node = *std::move(resumed);
  // The transcript gets the records up to the first that is missing. The rest follow in their
  // order, once the others have sent that one.
  for (const Put& put : *stored)
    if (const auto step = state::record_step(put);
        put.space == Put::Space::charter || (step && *step < node->table().step()))
      if (const auto done = transcript->append(put.value); !done)
        return end(How::failed, done.error());
  whereabouts = remembered->where.addresses;
  if (!remembered->where.host && remembered->where.watch)
    watchers.emplace(config.key.public_key(), remembered->where.watch_token);
  serves = node->finished();
  watcher.on_event(ListeningAt{listening});
  watcher.on_event(TableBegan{});
  add(node->start(sockets::now()));
  call(remembered->where.host, [&](Seat seat) { return seat != node->me(); });
  if (remembered->where.lobby_secret)
    share_box(remembered->where.relays, *remembered->where.lobby_secret, Source::own_store);
  seek_members(kSeekAtBegin);
}

}  // namespace fairdeal::session
