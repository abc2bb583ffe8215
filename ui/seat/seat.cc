#include "ui/seat/seat.h"

#include <csignal>
#include <ctime>
#include <unistd.h>

#include <boost/asio/post.hpp>
#include <sys/prctl.h>

#include "base/overloaded.h"
#include "net/sockets/private_file.h"
#include "rules/json_full.h"
#include "runtime/state/charter.h"
#include "runtime/state/terms.h"
#include "ui/home/paths.h"
#include "ui/words/terms_words.h"

namespace fairdeal::apps {
namespace {

/// How long a guest waits until its host opens the next match, which a person may have to confirm.
constexpr Duration kNextMatchWait{90'000};
/// How long the members have to answer after a restart, before the person is told who does not.
constexpr std::chrono::seconds kAnswerTime{5};

/// Returns the time by a clock that all processes of this machine share.
std::int64_t monotonic_us() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

/// Returns the kinds of the events, without repeating a kind directly, for `bench table`.
Json kinds_of(const std::vector<rules::AnyEvent>& events) {
  Json kinds = Json::array();
  for (const auto& event : events) {
    const char* kind = std::holds_alternative<rules::Shuffled>(event) ? "shuffled"
                       : std::holds_alternative<rules::Dealt>(event)  ? "dealt"
                       : std::holds_alternative<rules::Shown>(event)  ? "shown"
                                                                      : "moved";
    if (kinds.empty() || kinds.back() != kind) kinds.push_back(kind);
  }
  return kinds;
}

/// Returns whether the game wants a new deck in `after` and did not in `before`.
bool ends_hand(const rules::AnyGame& before, const rules::AnyGame& after) {
  return waits_for_deck(after) && !waits_for_deck(before);
}

}  // namespace

SeatAtTable::SeatAtTable(const SeatOptions& options, const Output& output, Identity identity)
    : options_(options),
      output_(output),
      identity_(std::move(identity)),
      terminal_(options.events_fd),
      answers_(options.answers),
      bell_(options.bell) {
  if (!options.nickname.empty()) identity_.nickname = options.nickname;
  for (const std::string& spec : options.chaos) chaos_.push_back(*parse_chaos(spec));
  if (options.bot == "random") bot_ = rules::random_move;
  if (options.bot == "simple") bot_ = rules::simple_move;
  if (options.bot_seed)
    bot_rng_ = std::make_unique<SeededRng>(*options.bot_seed);
  else
    bot_rng_ = std::make_unique<crypto::SystemRng>();
}

std::string SeatAtTable::folder() const {
  return options_.folder.empty() ? (data_folder() / "tables").string() : options_.folder;
}

int SeatAtTable::run(Table table, bool witness, net::Address listen,
                     std::vector<net::RelaySettings> relays) {
  const auto* link = std::get_if<TableLink>(&table);
  resumes_ = std::holds_alternative<net::Session::Stored>(table);
  is_guest_ = !resumes_ && !std::holds_alternative<runtime::Offer>(table);
  const std::optional<TableLink> invited = link ? std::optional(*link) : std::nullopt;
  const auto* contact = std::get_if<ContactTable>(&table);
  const std::optional<ContactTable> known = contact ? std::optional(*contact) : std::nullopt;
  using Where = decltype(net::Session::Config::table);
  const auto first_of = [](const auto& host) {
    return host.addresses.empty() ? Where(net::Session::AtRelay{}) : Where(host.addresses.front());
  };
  Where where = std::visit(Overloaded{[&](TableLink& l) { return first_of(l); },
                                      [&](ContactTable& c) { return first_of(c); },
                                      [](auto& other) { return Where(std::move(other)); }},
                           table);
  if (reports()) ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // ends together with the parent
  make_private_folder(folder());
  net::Session::Config config{identity_.key.clone(),
                              identity_.nickname,
                              std::move(listen),
                              std::move(where),
                              witness,
                              folder(),
                              options_.transcript};
  config.advertise = options_.advertise;
  config.ports = options_.ports;
  config.next = goes_on_;
  config.host = same_host_;
  config.look_first = !options_.accept;
  config.relays = std::move(relays);
  const bool gives_codes = invites_.friends && !goes_on_ && !config.relays.empty();
  config.code_words = gives_codes ? options_.code_words : 0;
  config.person = person();
  config.own_addresses = reached_at;
  config.map_port = options_.port_map;
  if (!is_guest_) config.token = invites_.friends;
  if (!is_guest_) config.watch_token = invites_.watch;
  if (invited) {
    config.host = invited->host;
    if (!invited->addresses.empty())
      config.also.assign(invited->addresses.begin() + 1, invited->addresses.end());
    config.token = invited->token;
  }
  config.contacts = contacts_.for_session(invites_.contacts);
  if (known) {
    config.host = known->key;
    config.by_contact = true;
    if (!known->addresses.empty())
      config.also.assign(known->addresses.begin() + 1, known->addresses.end());
    sought_ = known->name;
  }
  if (goes_on_) config.reach_max = kNextMatchWait;
  if (options_.timeout_s > 0) config.reach_max = Duration{options_.timeout_s * 1000};
  if (!chaos_.empty())
    config.tamper = [saboteur = std::make_shared<Saboteur>(chaos_, identity_.key)](
                        const runtime::Node& node, Seat to, ByteSpan frame) {
      return (*saboteur)(node, to, frame);
    };
  session_ = std::make_unique<net::Session>(io_, std::move(config), *this);
  signals_.async_wait([this](boost::system::error_code error, int) {
    if (!error) interrupted();
  });
  if (page_ && !goes_on_) tell_page_address();
  if (person() && !is_guest_) listen_to_input();
  session_->start();
  tick();
  try {
    io_.run();
  } catch (const ResultLost&) {
    throw;
  } catch (const rules::ScriptLost& lost) {
    terminal_.keep_block();
    status_ = failed(failure_of_machine(lost.what()));
    show_last_words();
  } catch (const std::exception& error) {
    status_ = broke_down(error.what());
  }
  return status_;
}

void SeatAtTable::go_on(runtime::NextMatch next, std::optional<crypto::PublicKey> host) {
  goes_on_ = std::move(next);
  same_host_ = host;
}

/// Reports an error that should not happen, to the person and in a file that has no secrets.
/// Returns the exit code.
int SeatAtTable::broke_down(const std::string& why) {
  terminal_.keep_block();
  const auto* node = session_->node();
  const auto path =
      std::filesystem::path(folder()) / ("report-" + std::to_string(monotonic_us()) + ".txt");
  std::string words = "fairdeal " FAIRDEAL_VERSION "\n" + why + "\n";
  if (node != nullptr)
    words += "game " + node->table().charter().module + " " +
             node->table().charter().module_version + ", step " +
             std::to_string(node->table().step().value) + ", seat " +
             std::to_string(node->me().value + 1) + " of " +
             std::to_string(node->table().game().seats()) + "\n";
  const auto report = net::write_private(path.string(), words);
  const int status =
      failed({Exit::internal, "internal", "This should not happen: " + printable(why) + ".",
              (report ? "Please report it, with " + path.string() + "." : "Please report it.") +
                  (node != nullptr ? " To go on: fairdeal resume " + session_->store() : "")});
  show_last_words();
  return status;
}

// ---- Events at the table

/// Tells the person once, after a restart, who has not answered within kAnswerTime.
void SeatAtTable::tell_who_is_unreached() {
  const auto* node = session_->node();
  if (!resumes_ || node == nullptr || node->finished() || Clock::now() - began_ < kAnswerTime ||
      std::exchange(unreached_said_, true))
    return;
  std::string missing;
  for (std::uint32_t i = 0; i < node->table().charter().validators(); ++i) {
    const Seat seat(i);
    if (seat == node->me() || met_.contains(seat) || node->table().members().standing(seat).left())
      continue;
    const std::string address = session_->address_of(seat);
    missing += (missing.empty() ? "" : ", ") + (*names_)[seat] +
               (address.empty() ? " (who can only call)" : " at " + address);
  }
  if (!missing.empty())
    say("Nobody answers for " + missing +
        ". The table goes on when enough of its members have resumed it.");
}

void SeatAtTable::on_event(net::SessionEvent event) {
  std::visit([this](const auto& one) { on(one); }, event);
}

void SeatAtTable::on(const net::ListeningAt& listening) {
  event("listening", {{"address", listening.address.text()}});
  listening_ = listening.address;
  if (!is_guest_ && !resumes_) invite(listening.address);
}

void SeatAtTable::on(const proto::Gathering& gathering) {
  event("gathering", {{"here", gathering.nicknames.size()}});
  announce(gathering);
  const std::string here = describe(gathering);
  if (here == here_) return;
  here_ = here;
  come_.clear();
  for (const std::string& nickname : gathering.nicknames) come_.push_back(printable(nickname));
  if (!gathering.nicknames.empty()) host_name_ = printable(gathering.nicknames.front());
  admits_ = gathering.policy;
  waits_for_host_ = false;
  waits_since_ = Clock::now();
  all_came_ = gathering.nicknames.size() == gathering.terms.seats &&
              gathering.watching.size() == gathering.terms.witnesses;
  ready_ = ready_ && all_came_;
  say(here);
  if (gathering.watch && !terms_) tell_who_may_watch(gathering);
  if (!gathering.chat && !terms_)
    say("At this table nobody says anything: the host wants no chat.");
  if (!std::exchange(terms_, gathering.terms)) show_terms();
}

void SeatAtTable::on(const net::TableBegan&) {
  const runtime::Node& node = *session_->node();
  beacon_.reset();
  names_ = Names::of(node.table().charter(),
                     [this](const proto::Member& member) { return shown_name(member); });
  game_ = node.table().game();
  known_ = node.known();
  terms_ = runtime::terms_of(node.table().charter());
  say((resumes_ ? "Back at the table, at step " + std::to_string(node.table().step().value) + ". "
                : "Everybody is here. ") +
      trust_sentence(*terms_));
  if (resumes_) tell_agreed_script();
  tell_whether_it_answers();
  if (const auto roles = describe_roles(*game_, *names_); !roles.empty()) say(roles + ".");
  waits_since_ = Clock::now();
  event("begin",
        {{"table", node.table().id().hex()}, {"seat", node.me().value}, {"us", monotonic_us()}});
}

void SeatAtTable::on(const net::LinkChanged& link) {
  const auto [seat, up] = link;
  const runtime::Node& node = *session_->node();
  if (up) meet(seat);
  if (node.finished()) return;
  if (up) met_.insert(seat);
  if (const auto path = session_->path_of(seat); up && path) tell_path(seat, path->rung);
  if (!up && node.table().members().standing(seat).left()) return;
  if (up)
    lost_.erase(seat);
  else
    lost_.insert(seat);
  tell_links();
}

void SeatAtTable::tell_links() {
  if (!names_) return;
  for (std::uint32_t i = 0; i < names_->size(); ++i) {
    const Seat seat(i);
    if (lost_.contains(seat) == lost_said_.contains(seat)) continue;
    const auto [last, first] = link_said_at_.try_emplace(seat, Clock::now());
    if (!first && Clock::now() - last->second < kRepeatAfter) continue;
    last->second = Clock::now();
    if (lost_said_.erase(seat) == 0) lost_said_.insert(seat);
    log(lost_said_.contains(seat) ? "lost" : "back", {{"seat", seat.value}});
    say((*names_)[seat] + (lost_said_.contains(seat) ? " lost contact." : " is back."));
  }
}

void SeatAtTable::on(const runtime::Notice& notice) {
  const runtime::Node& node = *session_->node();
  if (page_) page_->on_notice(notice, node);
  say_wait(notice, node);
  std::visit(
      Overloaded{[&](const runtime::StepDecided& decided) {
                   problem_.clear();
                   erred_.clear();
                   if (!decided.failed.empty()) tell_failed_moves(decided);
                   tell(decided.events, node.table());
                   // If several steps came at once, `node` is already at the end of the last one.
                   if (node.table().step() == decided.step.next()) {
                     game_ = node.table().game();
                     known_ = node.known();
                   }
                   for (const Seat seat : decided.absent)
                     if (!node.table().members().standing(seat).left())
                       say((*names_)[seat] + " did not answer in time.");
                   waits_since_ = Clock::now();
                   Json absent = Json::array();
                   for (const Seat seat : decided.absent) absent.push_back(seat.value);
                   event("step", {{"step", decided.step.value},
                                  {"absent", absent},
                                  {"us", monotonic_us()},
                                  {"saw", kinds_of(decided.events)}});
                   keep_own_cards(node);
                   cut_connections(node);
                 },
                 [&](const runtime::StandingChanged& changed) {
                   const bool left = node.table().members().standing(changed.seat).left();
                   say((*names_)[changed.seat] + (left ? " left." : describe_standing(changed)));
                 },
                 [&](const runtime::MoveFailed& failed) {
                   erred_.insert(failed.action);
                   say(words_of_failed_move(game_->info(), failed.error.about));
                 },
                 [&](const runtime::RoundBegan& round) {
                   if (round.round == Round(1))
                     say("The table votes on going on: " + waiting() + ".");
                 },
                 [&](const runtime::ToAct&) {
                   if (!person()) return boost::asio::post(io_, [this] { decide(); });
                   if (!move_for_person() && bell_) terminal_.bell();
                 },
                 [&](const runtime::Refused& refused) {
                   say("Refused: " + fairdeal::describe(refused.error));
                 },
                 [&](const runtime::Equivocated& found) {
                   say((*names_)[found.seat] +
                       " cheats: two signed statements contradict each other.");
                 },
                 [&](const runtime::ChatLine& line) { on_chat(line); },
                 [&](const runtime::Watching& watching) { on_watching(watching); },
                 [&](const runtime::Forked& forked) { say(describe_fork(forked, *names_)); },
                 [](const auto&) {}},
      notice);
  show();
}

/// Describes an event. The absence of a seat that has left reads "Bob left: fold", and not that it
/// did not answer or does not play.
std::string SeatAtTable::words(const rules::AnyEvent& event, const rules::AnyGame& after,
                               const runtime::Table& table) const {
  const auto* absent = std::get_if<rules::Absent>(&event);
  const auto* out = std::get_if<rules::Out>(&event);
  const auto left = [&](Seat seat) { return table.members().standing(seat).left(); };
  std::string text = describe(event, *game_, after, *names_, dealt_);
  if (out != nullptr && left(out->seat)) return game_->news(event, after, names_->all());
  if (absent != nullptr && left(absent->seat)) {
    const std::string silent = (*names_)[absent->seat] + " did not answer";
    if (text.starts_with(silent))  // and not in words of the game's own
      text.replace(0, silent.size(), (*names_)[absent->seat] + " left");
  }
  return text;
}

/// Describes the events to the person, one after another, since a step can end several hands.
void SeatAtTable::tell(const std::vector<rules::AnyEvent>& events, const runtime::Table& table) {
  for (const auto& event : events) {
    const auto after = game_->after(event);
    if (!after) return;  // game_ is not the state before this step; later steps are told again
    if (std::holds_alternative<rules::Shuffled>(event) && waits_for_deck(*game_)) {
      last_hand_ = std::exchange(hand_, {});
      if (page_) page_->on_new_deck(*after);
    }
    const auto text = words(event, *after, table);
    if (ends_hand(*game_, *after) && !text.empty())
      result_.begin(
          Clock::now(),
          drawing_of(*game_, session_->node()->me(), known_, marked_names()) + "\n" + text + "\n");
    if (!text.empty()) {
      say(text, "event");
      if (page_ && brings_to_light(event, *game_, *after, *names_)) page_->mark_shown();
      hand_.push_back(text);
      log_.push_back(text);
      if (log_.size() > kLogMax) log_.pop_front();
    }
    dealt_.note(event);
    game_ = *after;
  }
}

void SeatAtTable::on(const net::EvidenceKept& kept) {
  const auto& [seat, path] = kept;
  event("evidence", {{"seat", seat.value}, {"path", path}});
  say("What convicts " + (*names_)[seat] + " is kept in " + path + ".");
}

void SeatAtTable::on(const net::StatementKept& kept) {
  const auto& [seat, path] = kept;
  event("history_unshown", {{"seat", seat.value}, {"path", path}});
  say((*names_)[seat] +
      " signed another history of this table and did not show it. The statement " + "is kept in " +
      path + ".");
}

/// Carries out the `cut` and `error` faults of this seat that are due.
void SeatAtTable::cut_connections(const runtime::Node& node) {
  std::erase_if(chaos_, [&](const Chaos& chaos) {
    const bool mine = chaos.seat == node.me() || chaos.other == node.me();
    if (chaos.what == Chaos::What::error && chaos.seat == node.me() &&
        node.table().step() >= chaos.step)
      throw std::logic_error("an error for a test");
    if (chaos.what != Chaos::What::cut || !mine || node.table().step() < chaos.step) return false;
    session_->cut(chaos.seat == node.me() ? chaos.other : chaos.seat, chaos.duration);
    return true;
  });
}

/// Writes what this seat alone saw to its file. If that fails, the person is told once, and the
/// match goes on.
void SeatAtTable::keep_own_cards(const runtime::Node& node) {
  if (session_->transcript().empty()) return;
  if (!own_cards_) own_cards_.emplace(OwnCards::beside(session_->transcript()));
  const auto noted =
      own_cards_->note(node.table(), node.known(), static_cast<std::uint64_t>(std::time(nullptr)));
  if (!noted && !std::exchange(own_cards_lost_, true))
    say("Your own cards are not kept: " + printable(describe(noted.error())) + ".");
}

}  // namespace fairdeal::apps
