#include "ui/seat/sit_down.h"

#include <algorithm>

#include "crypto/system_rng.h"
#include "net/party/seeking.h"
#include "net/sockets/clock.h"
#include "net/sockets/private_file.h"
#include "ui/front/open_page.h"
#include "ui/home/kept_promises.h"
#include "ui/home/log.h"
#include "ui/home/places.h"
#include "ui/home/private_files.h"
#include "ui/sandbox/confine.h"
#include "ui/sandbox/kept_scripts.h"
#include "ui/sandbox/script_client.h"
#include "ui/seat/bot_names.h"
#include "ui/seat/evening.h"
#include "ui/seat/next_match.h"
#include "ui/seat/nickname.h"
#include "ui/seat/page.h"
#include "ui/seat/relays.h"
#include "ui/seat/seat.h"
#include "ui/seat/sentences.h"
#include "ui/seat/status_socket.h"
#include "ui/words/fault_words.h"
#include "ui/words/printable.h"

namespace fairdeal::seat {
namespace {

namespace fs = std::filesystem;

/// The descriptors that a seat needs: two for each member of the largest table (while a link
/// replaces another), those for strangers at its port (net/sockets/half_open.h), and those for its
/// files.
constexpr std::size_t kDescriptorsMin = 128;

/// Opens the seat's log. Errors: storage.
Result<home::Log> log_of(const Options& seat) {
  const auto level = home::log_level_named(seat.log_level).value_or(home::LogLevel::off);
  if (level == home::LogLevel::off) return home::Log();
  return home::Log::open(level, home::log_file(seat.log_file));
}

/// Returns whether a seat's page can be opened again by the lobby: not if another program, which
/// has the page, started the seat.
bool offers_page(const Options& seat) { return seat.page.web && seat.events_fd < 0; }

/// Makes the seat's folder. Returns the folders in which the seat writes.
std::vector<fs::path> own_folders(const Options& seat, const home::ContactsFile& contacts) {
  home::make_private_folder(home::tables_folder(seat.folder));
  home::make_private_folder(contacts.folder());
  home::make_private_folder(scripts_folder(seat));
  std::vector<fs::path> own{home::tables_folder(seat.folder), scripts_folder(seat),
                            contacts.folder()};
  if (!seat.transcript.empty()) own.push_back(fs::absolute(seat.transcript).parent_path());
  own.push_back(home::status_folder());
  return own;
}

/// Returns the offer of a match that continues one that has ended, on its terms.
meet::Offer offer_of(const meet::NextMatch& next, proto::Policy policy,
                     const std::vector<meet::Invitation>& invitations) {
  meet::Offer offer{next.terms.module, next.terms.params, next.terms.seats, next.terms.witnesses,
                    [terms = next.terms](proto::Terms& all) { all = terms; }};
  for (const auto& member : next.seats) offer.kept.push_back(member.key.public_key());
  offer.policy = policy;
  offer.invitations = invitations;
  return offer;
}

/// Returns the table by which a guest reaches the same host again; none for other tables, and for a
/// code: who came by one has met the host at a relay, where it finds it again.
std::optional<TableChoice> same_host(const TableChoice& table) {
  if (const auto* address = std::get_if<sockets::Address>(&table)) return *address;
  if (const auto* link = std::get_if<words::TableLink>(&table)) return *link;
  if (const auto* contact = std::get_if<home::ContactTable>(&table)) return *contact;
  return {};
}

/// Returns the plan for the match after the one that is played by `plan`, as far as it is known
/// before that.
SeatPlan next_plan(const SeatPlan& plan) {
  SeatPlan next{.options = plan.options, .output = plan.output, .identity = plan.identity.clone()};
  next.options.transcript.clear();  // the next match has a file of its own
  if (auto again = same_host(plan.table)) next.table = *std::move(again);
  next.witness = plan.witness;
  next.listen = plan.listen;
  next.relays = plan.relays;
  next.invites = plan.invites;
  next.contacts_file = plan.contacts_file;
  next.log = plan.log;
  next.status = plan.status;
  next.display = plan.display;
  next.page_socket = plan.page_socket;
  return next;
}

/// Sets the table of a guest for a next match: the guest finds its host by the box of the last
/// table, and where that member could be called there.
void seek_by_table(SeatPlan& next, const crypto::PublicKey& host, const SeatProgram& played) {
  const proto::Charter& charter = played.table().charter();
  for (std::uint32_t i = 0; i < charter.validators(); ++i) {
    if (charter.member(Seat(i)).key != host) continue;
    if (auto address = sockets::Address::parse(played.address_of(Seat(i))))
      next.continues->addresses.push_back(*std::move(address));
  }
  next.table = played.box().value_or(session::Session::HostBox{});
}

/// Adds the relays of a table to those that a seat uses.
void add_relays(std::vector<signaling::RelaySettings>& relays,
                const std::vector<std::string>& of_table) {
  for (const std::string& text : of_table) {
    auto url = signaling::RelayUrl::parse(text);
    if (url && relays.size() < proto::kRelaysMax &&
        std::ranges::count(relays, *url, &signaling::RelaySettings::url) == 0)
      relays.push_back({.url = *std::move(url)});
  }
}

/// Returns how a guest invites who hosts a next match: the owners of the seats may come, and others
/// by a link that it makes.
Invited invited_by_guest() {
  crypto::SystemRng rng;
  Invited invited{.policy = proto::Policy::invited};
  rng.fill(invited.tokens.friends.emplace());
  invited.invitations = {{.token = *invited.tokens.friends, .until = sockets::now() + kLinkLives}};
  return invited;
}

// ---- An evening

/// Makes this identity the bank of the evening that is offered.
proto::Digest be_bank(meet::Offer& offer, const crypto::PublicKey& bank, Rng& rng) {
  proto::Digest id;
  rng.fill(id.bytes);
  offer.terms = [inner = std::move(offer.terms), bank, id](proto::Terms& terms) {
    inner(terms);
    terms.evening->bank = bank;
    terms.evening->id = id;
  };
  return id;
}

/// Makes durable how the bank of an evening invites, for a program that is started again.
Result<> keep_invitations(const Invited& invited, const Options& options,
                          const proto::Digest& evening, const crypto::PublicKey& bank) {
  return home::keep_invitations(home::tables_folder(options.folder), evening, bank,
                                {.policy = invited.policy,
                                 .break_s = options.evening.break_s,
                                 .friends = invited.tokens.friends,
                                 .links = invited.invitations,
                                 .contacts = invited.tokens.contacts,
                                 .watch = invited.watch,
                                 .watch_token = invited.tokens.watch},
                                sockets::now(), sockets::utc_ms());
}

/// Lets the bank of an evening invite as before its restart, with breaks as long. Returns false if
/// nothing of that is kept, so that it invites by a new link. Errors: storage.
Result<bool> invite_as_before(Invited& invited, Options& options, const proto::Digest& evening,
                              const crypto::PublicKey& bank) {
  // A file that cannot be read keeps no bank from its table: its person hears of the new link.
  const auto read = home::kept_invitations(home::tables_folder(options.folder), evening, bank,
                                           sockets::now(), sockets::utc_ms());
  const auto kept = read ? *read : std::nullopt;
  if (!kept) {
    invited = invited_by_guest();
    FD_TRY(keep_invitations(invited, options, evening, bank));
    return false;
  }
  invited = {
      .policy = kept->policy, .tokens = {}, .invitations = kept->links, .watch = kept->watch};
  invited.tokens.friends = kept->friends;
  invited.tokens.watch = kept->watch_token;
  invited.tokens.contacts = kept->contacts;
  for (const meet::Invitation& link : kept->links)
    if (!link.asks) invited.tokens.own_bots = link.token;
  options.evening.break_s = kept->break_s;
  return true;
}

/// Notes whom the links serve that serve one guest, also at the table that follows.
void note_used_links(Invited& invited, const Model& played) {
  for (const auto& [token, guest] : played.gathering.used_links)
    for (meet::Invitation& link : invited.invitations)
      if (link.token == token) link.used_by = guest;
}

/// Returns the offer of the next table of an evening, with what the bank's file has of this break.
/// Errors: storage, or of a damaged file.
Result<meet::Offer> offer_of(const meet::EveningBreak& last, Options& options,
                             const fs::path& folder, const crypto::PublicKey& bank) {
  FD_TRY(const auto kept, home::kept_by_bank(folder, last.terms, bank));
  proto::Terms terms = last.terms;
  if (kept) {
    terms.evening->orders = kept->terms.evening->orders;
    terms.evening->withdrawn = kept->terms.evening->withdrawn;
  }
  meet::Offer offer{terms.module, terms.params, terms.seats, terms.witnesses,
                    [terms](proto::Terms& all) { all = terms; }};
  if (kept) options.evening.asks = kept->asks;
  const Instant now = sockets::now();
  offer.evening = meet::BreakOffer{.last = last,
                                   .asks = options.evening.asks,
                                   .opens = now,
                                   .starts_at = now + Duration{options.evening.break_s * 1000}};
  return offer;
}

/// Returns whom the person of the bank has let in at this evening: they are asked about once.
std::vector<crypto::PublicKey> let_in_until_now(const Model& model) {
  std::vector<crypto::PublicKey> all;
  if (model.setup.continues) all = model.setup.continues->let_in;
  const auto& new_ones = model.gathering.let_in;
  all.insert(all.end(), new_ones.begin(), new_ones.end());
  return all;
}

/// Completes the plan for the break after a table of an evening. Errors: as offer_of().
Result<> go_on_evening(SeatPlan& next, const SeatProgram& played, Invited& invited) {
  const Model& model = played.model();
  const meet::EveningBreak& last = *model.account.evening;
  const crypto::PublicKey me = next.identity.key.public_key();
  const crypto::PublicKey bank = last.terms.evening->bank;
  next.continues = Continued{.next = {last.terms, last.seats}, .host = {}};
  next.continues->evening = last;
  next.continues->past = past_tables(model);
  next.chat = model.chat.choice;
  next.wish = model.wish;
  next.away = model.play.away;
  next.alarm_played = played.alarm_played();
  const auto box = played.box();
  if (box) add_relays(next.relays, box->relays);
  if (bank != me) {
    next.continues->host = bank;
    next.continues->host_name = name_of_member(model, bank);
    meet::EveningMemory memory{last.terms, last};
    const fs::path file = home::tables_folder(next.options.folder) /
                          meet::evening_file(last.terms.evening->id, me, meet::EveningFile::guest);
    FD_TRY(sockets::replace_private(file.string(), as_text(meet::encode(memory))));
    next.evenings = {std::move(memory)};
    if (std::holds_alternative<meet::Offer>(next.table)) seek_by_table(next, bank, played);
    return {};
  }
  if (model.setup.resumes) {
    FD_TRY(const bool as_before,
           invite_as_before(invited, next.options, last.terms.evening->id, me));
    next.continues->has_new_link = !as_before;
    next.invites = invited.tokens;
    if (box) next.options.relays = box->relays;
  }
  note_used_links(invited, model);
  FD_TRY(auto offer, offer_of(last, next.options, home::tables_folder(next.options.folder), me));
  offer.policy = model.setup.resumes ? invited.policy : model.gathering.admits;
  offer.invitations = invited.invitations;
  offer.let_in = next.continues->let_in = let_in_until_now(model);
  if (box) offer.lobby_secret = box->lobby_secret;
  offer.chat = model.setup.resumes ? model.table()->has_chat : next.options.chat;
  offer.watch = invited.watch;
  next.table = std::move(offer);
  next.options.ports = std::max(next.options.ports, party::Seeking::kNextPorts);
  next.listen = *model.gathering.listening;
  return {};
}

/// Notes that the evening of this seat goes on with another table.
void note_evening(const SeatPlan& plan, const Model& model) {
  const fs::path folder = home::tables_folder(plan.options.folder);
  const crypto::PublicKey me = plan.identity.key.public_key();
  if (const auto& goes_on = model.account.evening)
    home::note_evening_goes_on(folder, goes_on->terms.evening->id, me);
}

/// Puts the end of a table, which this seat has seen, into what it remembers.
void add_memory(std::vector<meet::EveningMemory>& evenings, const meet::EveningBreak& last) {
  const auto is_it = [&](const meet::EveningMemory& memory) {
    return memory.terms.evening->id == last.terms.evening->id;
  };
  const auto known = std::ranges::find_if(evenings, is_it);
  if (known == evenings.end()) return evenings.push_back({last.terms, last});
  if (known->terms.continues == last.terms.continues) known->last = last;
}

/// Turns the plan to resume a table of an evening that is over into one for the break after it.
/// Errors: not_wanted (a later table is kept here, which is the one to resume), as offer_of().
Result<> resume_break(SeatPlan& plan, const home::KeptBreak& kept, Invited& invited) {
  const proto::Terms& terms = kept.last.terms;
  const crypto::PublicKey me = plan.identity.key.public_key();
  const fs::path folder = kept.store.parent_path();
  FD_TRY(home::check_no_later_table(folder, terms, me));
  FD_TRY(plan.last_table, home::lock_store(kept.store));
  plan.continues = Continued{.next = {terms, kept.last.seats}, .host = {}};
  plan.continues->evening = kept.last;
  const party::Whereabouts& where = kept.table.where;
  add_relays(plan.relays, where.relays);
  if (const auto before = sockets::Address::parse(where.listening)) plan.listen = *before;
  plan.options.ports = std::max(plan.options.ports, party::Seeking::kNextPorts);
  if (terms.evening->bank == me) {
    FD_TRY(const bool as_before, invite_as_before(invited, plan.options, terms.evening->id, me));
    plan.continues->has_new_link = !as_before;
    plan.invites = invited.tokens;
    plan.options.relays = where.relays;
    FD_TRY(auto offer, offer_of(kept.last, plan.options, folder, me));
    offer.policy = invited.policy;
    offer.invitations = invited.invitations;
    offer.lobby_secret = where.lobby_secret;
    offer.chat = where.chat;
    offer.watch = invited.watch;
    plan.table = std::move(offer);
    return {};
  }
  plan.continues->host = terms.evening->bank;
  for (const auto& member : kept.last.seats)
    if (member.key == terms.evening->bank)
      plan.continues->host_name = words::printable(member.nickname);
  std::optional<sockets::Address> address;
  if (where.host)
    if (auto of_host = sockets::Address::parse(where.addresses.at(where.host->value)))
      address = *std::move(of_host);
  if (where.lobby_secret) {
    plan.table = session::Session::HostBox{*where.lobby_secret, where.relays};
    if (address) plan.continues->addresses.push_back(*address);
  } else if (address) {
    plan.table = *address;
  } else {
    return fail(Fault::incomplete, "it is not known where the host of this evening is");
  }
  return {};
}

/// Completes that plan, once this match was played.
void go_on(SeatPlan& next, const SeatProgram& played, Invited& invited,
           const std::optional<meet::ScriptAuthor>& author) {
  const Model& model = played.model();
  const crypto::PublicKey me = next.identity.key.public_key();
  const crypto::PublicKey before = played.host().value_or(me);
  const crypto::PublicKey host = meet::next_host(played.table(), before);
  next.continues = Continued{.next = *model.account.next, .host = {}};
  if (host != me) {
    next.continues->host = host;
    next.continues->host_name = name_of_member(model, host);
  }
  next.chat = model.chat.choice;
  // A witness that came back by resume is one again.
  next.witness = model.table()->me.value >= model.table()->seats();
  const auto box = played.box();
  if (box) add_relays(next.relays, box->relays);
  if (host != me) {
    const bool knows_host = !std::holds_alternative<meet::Offer>(next.table) && host == before;
    if (!knows_host) seek_by_table(next, host, played);
    return;
  }
  note_used_links(invited, model);
  // After a restart a host's program knows its old links no more.
  const bool invites_anew = host != before || model.setup.resumes;
  if (invites_anew) {
    invited = invited_by_guest();
    next.invites = invited.tokens;
    if (box) next.options.relays = box->relays;
  }
  meet::Offer offer =
      offer_of(*model.account.next, invites_anew ? invited.policy : model.gathering.admits,
               invited.invitations);
  offer.author = author;
  if (box) offer.lobby_secret = box->lobby_secret;
  offer.chat = model.setup.resumes ? model.table()->has_chat : next.options.chat;
  offer.watch = invited.watch;
  next.table = std::move(offer);
  next.options.ports = std::max(next.options.ports, party::Seeking::kNextPorts);
  next.listen = *model.gathering.listening;
}

/// Reads the contacts for a match. A page waits for a next match, and hears there what failed.
std::optional<words::Failure> read_contacts(SeatPlan& plan, const home::ContactsFile& contacts) {
  auto known = contacts.load();
  if (!known && !plan.continues) return known.error();
  if (known)
    plan.contacts = *std::move(known);
  else
    plan.failed = known.error();
  return {};
}

EveningWish wish_of(const home::KeptWish& kept) {
  return {.chips = kept.chips, .leaves = kept.leaves, .number = kept.number};
}

/// Gives a guest's plan what this machine remembers of its evenings, and what its person wished
/// there. The guest learns which evening it is from the host. Errors: as kept_evenings().
Result<> remember_evenings(SeatPlan& plan, const fs::path& folder,
                           const std::optional<home::KeptBreak>& kept) {
  if (std::holds_alternative<meet::Offer>(plan.table)) return {};
  const crypto::PublicKey me = plan.identity.key.public_key();
  FD_TRY(plan.evenings, home::kept_evenings(folder, me));
  if (kept) add_memory(plan.evenings, kept->last);
  if (std::holds_alternative<session::Session::Stored>(plan.table)) return {};
  plan.wish = {};
  for (const meet::EveningMemory& memory : plan.evenings) {
    const proto::Digest& evening = memory.terms.evening->id;
    // A wish that cannot be read does not keep its person from the evening.
    if (const auto wish = home::kept_wish(folder, evening, me); wish && *wish)
      plan.wishes.push_back({evening, wish_of(**wish)});
  }
  return {};
}

/// Plays the match of this plan and then those that go on from it. Returns the exit code.
int play_all(SeatPlan plan, Invited invites, const home::ContactsFile& contacts,
             const std::optional<meet::ScriptAuthor>& author) {
  const Options seat = plan.options;
  const words::Output output = plan.output;
  fs::path last_table;  // the store of a table that has just ended
  for (std::uint32_t played = 1;; ++played) {
    // A program that only lists the tables may have it open just now.
    if (!last_table.empty()) plan.last_table = home::lock_store(last_table).value_or(nullptr);
    if (const auto failed = read_contacts(plan, contacts)) return output.failed(*failed);
    auto next = next_plan(plan);  // without what this match decides
    SeatProgram here(std::move(plan));
    const int status = here.run();
    note_evening(next, here.model());
    if (status == 0 && here.model().account.evening) {
      last_table = here.model().sight.store;
      if (seat.matches > 0 && played >= seat.matches) here.leave_evening();
      if (const auto done = go_on_evening(next, here, invites); !done)
        return output.failed(words::failure_of(done.error(), "Could not go on with the evening"));
      next.port = here.take_port();
      plan = std::move(next);
      continue;
    }
    if (status != 0 || !here.model().account.next) return status;
    const meet::NextMatch& match = *here.model().account.next;
    const bool goes_on =
        here.again() ? *here.again()
                     : wants_next_match(seat, output, match, here.model().account.of_next, played);
    if (!goes_on) return status;
    go_on(next, here, invites, author);
    next.port = here.take_port();
    plan = std::move(next);
  }
}

words::Failure too_few_descriptors(std::size_t has) {
  return {words::Exit::usage, "too_few_descriptors",
          "This process may have " + std::to_string(has) +
              " files and connections open; a table takes " + std::to_string(kDescriptorsMin) + ".",
          "Raise the limit: ulimit -n 1024."};
}

words::Failure seated_already() {
  return words::told_failure(
      words::Exit::refused, "in_use",
      words::said("seated_already",
                  {{"why", words::fault_value({Fault::in_use, {}, "another program"})}}),
      words::said("play_on_there"));
}

/// The files of an evening whose table is resumed: the break after that table, if it is over, and
/// the wish of its person for the break.
struct KeptOfEvening {
  std::optional<home::KeptBreak> at_break{};
  EveningWish wish{};
};
KeptOfEvening kept_of_evening(const TableChoice& table, const crypto::PublicKey& me) {
  KeptOfEvening kept;
  const auto* stored = std::get_if<session::Session::Stored>(&table);
  if (stored == nullptr) return kept;
  if (auto found = home::kept_break(stored->path, me)) kept.at_break = *std::move(found);
  // A wish that cannot be read does not keep its person from the table.
  const auto wished = home::wish_at(stored->path, me);
  if (wished && *wished) kept.wish = wish_of(**wished);
  return kept;
}

/// Returns whether another program of this identity has this guest's seat: a second one would take
/// its connection to the host.
bool is_seated_elsewhere(const TableChoice& table, const crypto::PublicKey& me) {
  constexpr std::chrono::milliseconds kPatience{1'000};
  const Sought sought = sought_of(table);
  if (!sought.host && sought.addresses.empty()) return false;
  return std::ranges::any_of(ask_all(home::status_folder(), kPatience), [&](const auto& status) {
    return is_seated_there(status, me, sought.host, sought.addresses);
  });
}

}  // namespace

Sought sought_of(const TableChoice& table) {
  if (const auto* address = std::get_if<sockets::Address>(&table)) return {{}, {*address}};
  if (const auto* link = std::get_if<words::TableLink>(&table))
    return {link->host, link->addresses};
  if (const auto* contact = std::get_if<home::ContactTable>(&table))
    return {contact->key, contact->addresses};
  return {};
}

fs::path scripts_folder(const Options& seat) {
  return seat.folder.empty() ? home::scripts_folder() : fs::path(seat.folder) / "scripts";
}

int sit_down(TableChoice table, bool witness, const Options& seat, const words::Output& output,
             const Invited& invited, const std::function<void(const std::string&)>& when_open) {
  crypto::SystemRng rng;
  if (fs::is_directory(seat.transcript)) return output.failed(words::is_a_folder(seat.transcript));
  const auto listen = sockets::Address::parse(seat.listen);
  if (!listen)
    return output.failed({words::Exit::usage, "bad_address",
                          "'" + seat.listen + "' is no address to listen on.",
                          "For example --listen 0.0.0.0:7777."});
  const fs::path path = home::identity_file(seat.identity);
  const auto identity = home::obtain_identity(path, ask_nickname(seat, path), rng);
  if (!identity)
    return output.failed(words::failure_of(identity.error(), "Could not use the identity"));
  const crypto::PublicKey me = identity->key.public_key();
  if (is_seated_elsewhere(table, me)) return output.failed(seated_already());
  if (const auto descriptors = sandbox::descriptors_max(); descriptors < kDescriptorsMin)
    return output.failed(too_few_descriptors(descriptors));
  auto log = log_of(seat);
  if (!log) return output.failed(words::failure_of(log.error(), "Could not open the log"));
  const auto relays = relays_of(seat, table);
  if (!relays) return output.failed(relays.error());
  warn_of_exposed(*relays, output);
  // A seat is played all the same where there is no place for a socket.
  std::optional<StatusSocket> status_socket;
  if (auto socket = StatusSocket::open(home::status_folder()))
    status_socket.emplace(*std::move(socket));
  const home::ContactsFile contacts(path);
  const auto display = front::open_display(seat.page, home::tables_folder(seat.folder));
  if (!display) return output.failed(display.error());
  std::optional<StatusSocket> page_socket;
  if (offers_page(seat))
    if (auto socket = StatusSocket::open(home::status_folder(), StatusSocket::Tells::page))
      page_socket.emplace(*std::move(socket));
  const fs::path folder = home::tables_folder(seat.folder);
  std::optional<proto::Digest> opens;  // an evening
  if (auto* offer = std::get_if<meet::Offer>(&table); offer != nullptr && offer->evening)
    opens = be_bank(*offer, me, rng);
  KeptOfEvening kept = kept_of_evening(table, me);
  sandbox::run_scripts_apart(scripts_folder(seat));
  allow_bot(seat.bot);
  sandbox::confine(own_folders(seat, contacts));
  if (opens)
    if (const auto done = keep_invitations(invited, seat, *opens, me); !done)
      return output.failed(words::failure_of(done.error(), "Could not open the evening"));
  const auto* offered = std::get_if<meet::Offer>(&table);
  const auto author = offered != nullptr ? offered->author : std::nullopt;
  SeatPlan plan{.options = seat, .output = output, .identity = identity->clone()};
  plan.table = std::move(table);
  plan.wish = kept.wish;
  plan.witness = witness;
  plan.listen = *listen;
  plan.invites = invited.tokens;
  plan.relays = *relays;
  plan.contacts_file = contacts;
  plan.chat = {.on = seat.chat};
  plan.log = &*log;
  plan.status = status_socket ? &*status_socket : nullptr;
  plan.display = display->get();
  plan.page_socket = page_socket ? &*page_socket : nullptr;
  plan.when_open = when_open;
  Invited invites = invited;
  if (kept.at_break)
    if (const auto done = resume_break(plan, *kept.at_break, invites); !done)
      return output.failed(words::failure_of(done.error(), "Could not resume"));
  if (const auto known = remember_evenings(plan, folder, kept.at_break); !known)
    return output.failed(words::failure_of(known.error(), "Could not read an evening"));
  return play_all(std::move(plan), std::move(invites), contacts, author);
}

}  // namespace fairdeal::seat
