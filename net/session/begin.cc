#include <filesystem>

#include "net/session/impl.h"

/// The beginning of a session: as a host, with the files of a table that has formed, or with a
/// stored table.

namespace fairdeal::session {

using How = Session::Ended::How;
using state::Put;

void Session::Impl::make_member() {
  const bool by_code = std::holds_alternative<meet::InviteCode>(config.table);
  member.emplace(party::Member::Config{.key = config.key.clone(),
                                       .guest = {.nickname = config.nickname,
                                                 .port = config.advertise != 0 ? config.advertise
                                                                               : listening.port,
                                                 .witness = config.witness,
                                                 .by_code = by_code,
                                                 .look_first = config.look_first,
                                                 .token = config.token,
                                                 .contacts = config.contacts,
                                                 .next = config.next,
                                                 .evenings = config.evenings},
                                       .seeking = seeking(),
                                       .watch_token = config.watch_token,
                                       .alarm_played = config.alarm_played},
                 rng);
}

party::Seeking::Config Session::Impl::seeking() const {
  party::Seeking::Config found{.host = config.host,
                               .by_code = std::holds_alternative<meet::InviteCode>(config.table),
                               .by_box = std::holds_alternative<HostBox>(config.table),
                               .by_link = config.token.has_value(),
                               .by_contact = config.by_contact,
                               .at_relays = seeks_at_relay(),
                               .next = config.next.has_value() || config.awaits_next,
                               .reach_max = config.reach_max};
  if (const auto* address = std::get_if<sockets::Address>(&config.table)) {
    found.addresses = config.also;
    found.addresses.insert(found.addresses.begin(), *address);
  } else if (found.by_box) {
    found.addresses = config.also;
  }
  return found;
}

void Session::Impl::open_host(meet::Offer& offer) {
  offer.contacts = config.contacts;
  for (const signaling::RelaySettings& relay : config.relays)
    offer.relays.push_back(relay.url.text());
  auto lobby = meet::HostLobby::create(std::move(offer), config.key, config.nickname, rng);
  if (!lobby) return end(How::failed, lobby.error());
  watcher.on_event(ListeningAt{listening});
  if (ended) return;
  perform(member->host(*std::move(lobby)));
  if (ended) return;
  map_port();
  if (node() != nullptr || config.relays.empty()) return;
  open_rendezvous(config.relays);
  const proto::Gathering known = gathering()->gathering();
  share_box(known.relays, *known.lobby_secret, Source::host);
  if (config.token) rendezvous->open_link_box(*config.token);
  rendezvous->open_contact_boxes(config.contacts);
  offer_code();
}

Result<> Session::Impl::open_transcript(const std::string& path) {
  FD_TRY(auto file, TranscriptFile::create(config.transcript.empty() ? path : config.transcript));
  transcript.emplace(std::move(file));
  return {};
}

/// Opens the store of a table that this member signs or begins.
Result<> Session::Impl::open_store(const std::string& name) {
  if (store) return {};
  store_path = (std::filesystem::path(config.folder) / name).string() + ".db";
  FD_TRY(auto kept, node::Store::open(store_path));
  store = std::move(kept);
  return {};
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
  const auto signed_table = party::signed_table(*stored);
  if (!signed_table) return end(How::failed, signed_table.error());
  if (*signed_table) return resume(**signed_table);
  const auto remembered = party::remember(*stored, config.key.public_key());
  if (!remembered) return end(How::failed, remembered.error());
  if (const auto listens = listen_as_before(remembered->where); !listens)
    return end(How::unreachable, listens.error());
  make_member();
  auto resumed = member->resume(*remembered, *stored, sockets::now());
  if (!resumed) return end(How::failed, resumed.error());
  if (const auto done = write_transcript(*stored); !done) return end(How::failed, done.error());
  go_on(remembered->where, *std::move(resumed));
}

/// Goes back to a table that this guest had signed before its process ended.
void Session::Impl::resume(const party::SignedTable& table) {
  if (const auto listens = listen_as_before(table.where); !listens)
    return end(How::unreachable, listens.error());
  make_member();
  auto resumed = member->resume(table, sockets::now());
  if (!resumed) return end(How::failed, resumed.error());
  go_on(table.where, *std::move(resumed));
}

/// Listens where this member did before, or at the next port that is free: the guests of a next
/// match call these, too.
Result<> Session::Impl::listen_as_before(const party::Whereabouts& where) {
  const auto before = sockets::Address::parse(where.listening);
  auto address =
      before ? listen(*before, party::Seeking::kNextPorts) : listen(config.listen, config.ports);
  if (!address && before) address = listen(config.listen, config.ports);
  FD_TRY(listening, std::move(address));
  return {};
}

/// Writes the transcript anew, with the stored records up to the first that is missing. The rest
/// follow in their order, once the others have sent that one.
Result<> Session::Impl::write_transcript(std::span<const Put> stored) {
  party::CreateTranscript create;
  FD_TRY(apply(create));
  for (const Put& put : stored)
    if (const auto step = state::record_step(put);
        put.space == Put::Space::charter || (step && *step < node()->table().step()))
      FD_TRY(transcript->append(put.value));
  return {};
}

void Session::Impl::go_on(const party::Whereabouts& where, party::Effects effects) {
  watcher.on_event(ListeningAt{listening});
  if (ended) return;
  if (where.lobby_secret) share_box(where.relays, *where.lobby_secret, Source::own_store);
  perform(std::move(effects));
}

}  // namespace fairdeal::session
