#include "ui/seat/seat.h"

#include <csignal>
#include <ctime>
#include <unistd.h>

#include <boost/asio/post.hpp>
#include <sys/prctl.h>

#include "base/overloaded.h"
#include "base/seeded_rng.h"
#include "crypto/system_rng.h"
#include "net/sockets/clock.h"
#include "net/sockets/lan.h"
#include "rules/json_full.h"
#include "runtime/meet/contact.h"
#include "ui/home/own_addresses.h"
#include "ui/home/places.h"
#include "ui/home/private_files.h"
#include "ui/sandbox/script_client.h"
#include "ui/seat/bot_names.h"
#include "ui/seat/hear.h"
#include "ui/seat/page.h"
#include "ui/seat/sentences.h"
#include "ui/seat/sit_down.h"
#include "ui/words/fault_words.h"
#include "ui/words/printable.h"

namespace fairdeal::seat {
namespace {

/// How long a guest waits until its host opens the next match, which a person may have to confirm.
constexpr Duration kNextMatchWait{90'000};

/// Returns whether no interface of this machine has an address, not even one of its link.
bool is_on_no_network() {
  return home::own_addresses().empty() &&
         std::ranges::all_of(sockets::lan_interfaces(),
                             [](const auto& interface) { return interface.prefixes.empty(); });
}

/// Returns where the session finds the table.
decltype(session::Session::Config::table) place_of(TableChoice& table) {
  using Where = decltype(session::Session::Config::table);
  const auto first_of = [](const auto& host) {
    return host.addresses.empty() ? Where(session::Session::AtRelay{})
                                  : Where(host.addresses.front());
  };
  return std::visit(Overloaded{[&](words::TableLink& link) { return first_of(link); },
                               [&](home::ContactTable& contact) { return first_of(contact); },
                               [](auto& other) { return Where(std::move(other)); }},
                    table);
}

/// Returns all addresses but the first.
std::vector<sockets::Address> others_of(const std::vector<sockets::Address>& addresses) {
  if (addresses.empty()) return {};
  return {addresses.begin() + 1, addresses.end()};
}

}  // namespace

/// The page of a seat: it shows the model, and what is said there is heard as at the terminal.
class SeatProgram::SeatPage final : public front::Page {
 public:
  SeatPage(SeatProgram& seat, boost::asio::io_context& io, front::PageDisplay& display)
      : front::Page(io, display), seat_(seat) {}

  front::PageFacts facts() override {
    seat_.model_.sight = seat_.look();
    return page_facts(seat_.model_);
  }
  std::string transcript() const override {
    return seat_.session_ ? seat_.session_->transcript() : "";
  }
  std::string evidence(std::uint32_t seat) const override {
    const auto& paths = seat_.model_.account.evidence;
    const auto path = paths.find(Seat(seat));
    return path == paths.end() ? "" : path->second;
  }

 private:
  void on_move(std::uint64_t step, const rules::Action& action) override {
    if (seat_.session_) seat_.hear(MovePicked{step, action});
  }
  void on_typed(const std::string& line) override {
    if (seat_.session_) seat_.hear_typed(line, true);
  }
  void on_late(const std::string& line) override {
    if (seat_.session_ && seat_.model_.account.evening) seat_.hear(Typed{line, true});
  }

  SeatProgram& seat_;
};

// ---- Beginning

SeatProgram::SeatProgram(SeatPlan plan)
    : plan_(std::move(plan)),
      lines_(plan_.options.events_fd, plan_.output.quiet),
      keyboard_(
          io_,
          [this](const std::string& line) {
            lines_.terminal().erase_typed(line);
            hear_typed(line, false);
          },
          [this] { hear(InputEnded{}); }) {
  const Options& options = plan_.options;
  if (!options.nickname.empty()) plan_.identity.nickname = options.nickname;
  for (const std::string& spec : options.chaos) chaos_.push_back(*parse_chaos(spec));
  bot_ = options.bot == "random" ? rules::random_move : rules::simple_move;
  if (options.bot_seed)
    bot_rng_ = std::make_unique<SeededRng>(*options.bot_seed);
  else
    bot_rng_ = std::make_unique<crypto::SystemRng>();
  model_ = begin_model(setup_of_plan(), std::move(plan_.contacts), plan_.chat, look());
  model_.wish = model_.wish_kept = plan_.wish;
  model_.play.away = plan_.away;
  if (plan_.status != nullptr)
    plan_.status->serve(io_, [this] {
      if (!session_) return std::string();
      model_.sight = look();
      const bool page = plan_.display != nullptr && !plan_.display->address().empty();
      return status_of(model_, page).dump(-1, ' ', false, words::Json::error_handler_t::replace) +
             "\n";
    });
  if (plan_.display == nullptr) return;
  page_ = std::make_unique<SeatPage>(*this, io_, *plan_.display);
  if (model_.setup.on_screen) lines_.terminal().mute();
  if (plan_.page_socket != nullptr)
    plan_.page_socket->serve(io_,
                             [display = plan_.display] { return display->fresh_address() + "\n"; });
}

SeatProgram::~SeatProgram() = default;

Model::Setup SeatProgram::setup_of_plan() const {
  const Options& options = plan_.options;
  const bool has_page = plan_.display != nullptr;
  const auto* contact = std::get_if<home::ContactTable>(&plan_.table);
  const auto* offer = std::get_if<meet::Offer>(&plan_.table);
  const Sought sought = sought_of(plan_.table);
  const bool resumes = std::holds_alternative<session::Session::Stored>(plan_.table);
  return {.options = options,
          .nickname = plan_.identity.nickname,
          .key = plan_.identity.key.public_key(),
          .guest = !resumes && offer == nullptr,
          .resumes = resumes,
          .continues = plan_.continues,
          .invites = plan_.invites,
          .offers = offer != nullptr ? offer->module : "",
          .sought = contact != nullptr ? contact->name : "",
          .host = plan_.continues ? plan_.continues->host : sought.host,
          .called = sought.addresses,
          .folder = home::tables_folder(options.folder).string(),
          .wishes = plan_.wishes,
          .has_bots = plan_.when_open != nullptr,
          .quiet = plan_.output.quiet,
          .in_place = lines_.terminal().in_place(),
          .has_page = has_page,
          .on_screen = has_page && (options.page.screen || options.page.lines),
          .at_terminal = ::isatty(STDIN_FILENO) == 1,
          .asks_twice = ::isatty(STDIN_FILENO) == 1 && !plan_.output.json && !options.page.lines &&
                        options.events_fd < 0};
}

session::Session::Config SeatProgram::session_config() {
  const Options& options = plan_.options;
  const Model::Setup& setup = model_.setup;
  const auto* link = std::get_if<words::TableLink>(&plan_.table);
  const auto* contact = std::get_if<home::ContactTable>(&plan_.table);
  session::Session::Config config{
      plan_.identity.key.clone(),  plan_.identity.nickname, plan_.listen,
      session::Session::AtRelay{}, plan_.witness,           setup.folder,
      options.transcript};
  config.advertise = options.advertise;
  config.ports = options.ports;
  config.port = std::move(plan_.port);
  config.holds_port = true;
  const bool of_evening = setup.continues && setup.continues->evening;
  if (setup.continues && !of_evening) config.next = setup.continues->next;
  config.awaits_next = of_evening;
  config.alarm_played = plan_.alarm_played;
  config.evenings = std::move(plan_.evenings);
  if (setup.continues) config.host = setup.continues->host;
  if (setup.continues) config.also = setup.continues->addresses;
  // Somebody who has an account may have to confirm it before they sit down.
  config.look_first = !options.accept || !config.evenings.empty();
  config.relays = std::move(plan_.relays);
  const bool gives_codes = setup.invites.friends && !setup.continues && !config.relays.empty();
  config.code_words = gives_codes ? options.code_words : 0;
  config.person = setup.person();
  config.own_addresses = [](const sockets::Address& listening) {
    return reached_at(listening, home::own_addresses());
  };
  config.map_port = options.port_map;
  if (!setup.guest) config.token = setup.invites.friends;
  if (!setup.guest) config.watch_token = setup.invites.watch;
  if (link != nullptr) {
    config.host = link->host;
    config.also = others_of(link->addresses);
    config.token = link->token;
  }
  config.contacts = model_.people.contacts.for_session(setup.invites.contacts);
  if (contact != nullptr) {
    config.host = contact->key;
    config.by_contact = true;
    config.also = others_of(contact->addresses);
  }
  if (setup.continues) config.reach_max = kNextMatchWait;
  if (options.timeout_s > 0) config.reach_max = Duration{options.timeout_s * 1000};
  if (!chaos_.empty())
    config.tamper = [saboteur = std::make_shared<Saboteur>(chaos_, plan_.identity.key)](
                        const node::Node& node, Seat to, ByteSpan frame) {
      return (*saboteur)(node, to, frame);
    };
  config.table = place_of(plan_.table);
  return config;
}

int SeatProgram::run() {
  const Model::Setup& setup = model_.setup;
  if (setup.reports()) ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // ends together with the parent
  try {
    home::make_private_folder(setup.folder);
  } catch (const std::filesystem::filesystem_error& error) {
    if (!setup.continues) throw;
    plan_.failed = words::told_failure(
        words::Exit::usage, name(Fault::storage),
        words::said("seat_stops", {{"why", words::text(words::printable(error.what()))}}),
        words::said("make_room"));
  }
  session_ = std::make_unique<session::Session>(io_, session_config(), *this);
  signals_.async_wait([this](boost::system::error_code error, int) {
    if (!error) hear(Interrupted{});
  });
  if (page_ && !setup.continues) tell_page_address();
  if (setup.person() && !setup.guest) perform(Listen{});
  if (plan_.failed) {
    hear(CannotBegin{*plan_.failed});
  } else {
    session_->start();
    tick();
  }
  try {
    io_.run();
  } catch (const words::ResultLost&) {
    throw;
  } catch (const rules::ScriptLost& lost) {
    lines_.keep_block();
    hear(ScriptLostHere{lost.what()});
    show_last_words();
  } catch (const std::exception& error) {
    status_ = broke_down(error.what());
  }
  return status_;
}

// ---- Events

Sight SeatProgram::look() {
  Sight sight{.now = Model::Clock::now(), .day = meet::day_of(sockets::utc_ms())};
  sight.silence = sandbox::script_silence();
  if (!session_) return sight;
  sight.started = session_->is_started();
  sight.transcript = session_->transcript();
  sight.store = session_->store();
  if (began_) {
    sight.table = table_sight(*session_);
    return sight;
  }
  if (const auto& listening = model_.gathering.listening; listening && !model_.setup.guest) {
    sight.own_addresses = home::own_addresses();
    sight.reached_at = reached_at(*listening, sight.own_addresses);
  }
  sight.script = script_;
  sight.as_seen = session_->goes_on_as_seen();
  sight.evening = session_->evening_memory();
  sight.own_orders = session_->own_orders();
  sight.newcomers = session_->newcomers();
  return sight;
}

void SeatProgram::on_event(session::SessionEvent event) {
  began_ = session_->node() != nullptr;
  if (began_) plan_.last_table.reset();
  const auto* news = std::get_if<meet::LobbyNews>(&event);
  if (news != nullptr && news->what == meet::LobbyNews::What::lacks_script) {
    const proto::Gathering& lacked = *session_->lacked();
    const sandbox::KeptScript this_one{lacked.terms.rules, lacked.terms.module,
                                       lacked.terms.module_version};
    script_ =
        ScriptSight{lacked, session_->script_text(),
                    sandbox::KeptScripts(scripts_folder(plan_.options)).others_called(this_one)};
  }
  ++hearing_;
  hear(std::move(event));
  --hearing_;
}

void SeatProgram::hear(SeatEvent event) {
  Sight sight = look();
  if (const auto* from_session = std::get_if<session::SessionEvent>(&event)) {
    note_trail(*from_session);
    if (const auto* listening = std::get_if<session::ListeningAt>(from_session)) {
      sight.own_addresses = home::own_addresses();
      sight.reached_at = reached_at(listening->address, sight.own_addresses);
    }
    if (std::holds_alternative<session::SessionEnded>(*from_session))
      sight.on_no_network = is_on_no_network();
  }
  Updated updated = update(std::move(model_), std::move(event), std::move(sight));
  model_ = std::move(updated.model);
  for (Effect& effect : updated.effects.all())
    std::visit([this](auto& one) { perform(one); }, effect);
}

void SeatProgram::hear_typed(const std::string& line, bool on_page) {
  lines_.note_typed();
  if (lines_.has_unread()) return turn_page(true, lines_.next_page(page_ != nullptr));
  model_.sight = look();
  if (!on_page && lines_.is_ahead(model_)) return lines_.tell_ahead(model_, line);
  hear(Typed{line, on_page});
}

/// Updates the screen about every second, so that a person sees that the program is alive.
void SeatProgram::tick() {
  heartbeat_.expires_after(kTick);
  heartbeat_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    hear(Tick{});
    if (model_.account.ended) return;
    if (page_) page_->changed();
    tick();
  });
}

/// Asks a script for all that the next notices will show, on another thread. The answers stay with
/// the state (rules/lua/script_game.cc), so showing them takes no time.
std::function<void()> SeatProgram::prepare(const node::Node& node) {
  const rules::AnyGame& game = node.table().game();
  if (!game.is_script() || !model_.people.names) return {};
  model_.sight = look();
  const bool is_person = model_.setup.person();
  const bool has_page = page_ != nullptr;
  return [game, me = node.me(), known = known_of(model_, node.known()),
          names = model_.people.names->all(), marked = marked_names(model_), is_person,
          acts = node.to_act(), has_page,
          shows = lines_.terminal().in_place() || has_page || (is_person && node.to_act())] {
    if (acts && !is_person) (void)game.suggested(me, known);
    if (acts && is_person) (void)game.obvious(me, known);
    if (!shows) return;
    const rules::Observer observer = me.value < game.seats() ? rules::Observer(me) : std::nullopt;
    (void)game.draw(observer, known, marked);
    (void)game.view(observer, known);
    if (has_page) (void)game.draw(observer, known, names);
    if (has_page) (void)game.scene(observer, known, names);
    if (acts) (void)game.choices(me, known, names);
    for (const Seat seat : game.active()) (void)game.move_of_absent(seat);
  };
}

std::optional<bool> SeatProgram::again() const { return page_ ? page_->again() : std::nullopt; }

// ---- Views of the model

void SeatProgram::perform(const Line& line) {
  if (page_) put_line(*page_, line);
  lines_.print(line, model_);
}

void SeatProgram::perform(const Show&) {
  if (page_) page_->changed();
  if (model_.setup.quiet) return;
  model_.sight = look();
  lines_.show(model_);
}

void SeatProgram::perform(const Tell& tell) {
  if (plan_.log != nullptr && tell.to != Tell::To::program)
    plan_.log->event(tell.type, tell.details);
  if (tell.to == Tell::To::log || !lines_.terminal().has_events()) return;
  words::Json told = tell.details;
  told["v"] = 1;
  told["type"] = tell.type;
  lines_.terminal().event(told.dump(-1, ' ', false, words::Json::error_handler_t::replace) + "\n");
}

void SeatProgram::perform(const NewDeck& deck) {
  if (page_) page_->on_new_deck(deck.game);
}

void SeatProgram::perform(Pages& pages) {
  turn_page(pages.drops, lines_.begin_pages(std::move(pages.lines), page_ != nullptr));
}

/// Goes on after lines were shown before a question. Nothing that was typed before the question
/// counts, if `drops` is set or there are pages to turn.
void SeatProgram::turn_page(bool drops, const std::vector<words::Said>& shown) {
  if (page_)
    for (const words::Said& line : shown) page_->add("note", line.text(), -1, line.json());
  if (drops || lines_.has_unread()) perform(DropTyped{});
  lines_.ask(model_);
  perform(Listen{});
}

/// Tells the person, and a program that reads the events, where the page is. No log has it.
void SeatProgram::tell_page_address() {
  const std::string address = plan_.display->address();
  if (address.empty()) return;
  perform(Tell{"page", {{"address", address}}, Tell::To::program});
  lines_.terminal().line("Open " + address + " in your browser: you play there. It works once.");
}

// ---- The keyboard

void SeatProgram::perform(const Listen&) {
  // The page is where the person plays.
  if (page_ && (model_.setup.on_screen || !model_.setup.at_terminal)) return;
  keyboard_.listen();
}

void SeatProgram::perform(const DropTyped&) {
  constexpr std::chrono::milliseconds kShownWithin{200};
  lines_.terminal().drain(kShownWithin);  // what the question is about stands there now
  if (page_) page_->drop_input();
  keyboard_.drop();
}

// ---- Orders to the session

void SeatProgram::perform(const RunScript&) {
  if (hearing_ == 0) return session_->run_script();
  boost::asio::post(io_, [this] { session_->run_script(); });
}

void SeatProgram::perform(const Order& order) {
  auto result = obey(order);
  hear(Answered{order, std::move(result)});
}

Result<> SeatProgram::obey(const Order& order) {
  session::Session& session = *session_;
  return std::visit(
      Overloaded{[&](const StartTable&) { return session.start_table(); },
                 [&](const LetIn& guest) { return session.answer(guest.who, guest.yes); },
                 [&](const Kick& guest) { return session.kick(guest.who); },
                 [&](const RenewCode&) { return session.renew_code(); },
                 [&](const KeepMember& member) { return session.keep_contact(member.seat); },
                 [&](const SayLine& line) { return session.say(line.text); },
                 [&](const Act& act) { return session.act(act.action, act.careful); },
                 [&](const Resign&) { return session.resign(); },
                 [&](const OrderChips& buy) { return session.order_chips(buy.chips); },
                 [&](const CashOut&) { return session.cash_out(); }},
      order);
}

void SeatProgram::perform(const MoveLater&) {
  const std::string& bot = this->bot();
  if (bot.empty()) return boost::asio::post(io_, [this] { hear(MoveDue{}); });
  const auto* playing = session_->node();
  const bool thinks = !answers_at_once(bot) || model_.setup.person();
  if (thinks && playing != nullptr && playing->to_act()) {
    if (player_ && player_->name != bot) player_.reset();
    if (!player_) {
      auto player = bot_named(bot, playing->table().game());
      if (player)
        player_ = *std::move(player);
      else if (!std::exchange(bot_missing_, true))
        say_bot_erred(player.error().about);
    }
    if (player_) return let_player_think(*player_);
  }
  const auto think = std::chrono::milliseconds(model_.setup.options.think_ms);
  if (think.count() == 0) return boost::asio::post(io_, [this] { let_bot_move({}); });
  const auto* node = session_->node();
  if (node == nullptr || !node->to_act()) return;
  const auto chosen = move_of_bot();
  const auto wait =
      !chosen ? think
              : std::chrono::milliseconds(wait_ms(node->table().game(), node->me(), *chosen,
                                                  model_.play.kinds, think.count()));
  thinks_.expires_after(wait);
  thinks_.async_wait([this, chosen, step = node->table().step()](boost::system::error_code off) {
    if (off) return;
    const auto* now = session_->node();
    let_bot_move(now != nullptr && now->table().step() == step ? chosen : std::nullopt);
  });
}

/// Returns the bot that plays this seat now; "": a person does.
const std::string& SeatProgram::bot() const {
  return model_.setup.person() ? model_.play.bot : model_.setup.options.bot;
}

void SeatProgram::perform(const StopThinking&) {
  thinking_.cancel();
  thinks_.cancel();
}

void SeatProgram::say_bot_erred(const std::string& why) {
  say(words::said("bot_erred", {{"why", words::text(words::printable(why))}}));
}

/// Lets a player think on a thread of its own, for at most a third of the time that a move has, and
/// then waits as long as any bot does, so that people can follow.
void SeatProgram::let_player_think(const rules::Opponent& player) {
  const node::Node& node = *session_->node();
  const Duration move = node.table().charter().pace.move;
  const auto time = std::min<std::int64_t>(kThoughtMax_ms, move.ms / 3);
  const Step step = node.table().step();
  ThinkerQuestion question{player, node.table().game(), node.me(), node.known(),
                           {},     bot_rng_->u64()};
  if (trail_ && reads_trail(player, node.table().game())) question.trail = *trail_;
  const auto began = Model::Clock::now();
  thinking_.ask(
      std::move(question), std::chrono::milliseconds(time),
      [this, step, began](const ThinkerAnswer& answer) {
        const auto* now = session_->node();
        if (now == nullptr || now->table().step() != step) return;
        if (!answer.failed.empty()) say_bot_erred(answer.failed);
        const auto think = model_.setup.options.think_ms;
        const auto wait = think == 0 ? 0
                                     : wait_ms(now->table().game(), now->me(), answer.thought.move,
                                               model_.play.kinds, think);
        thinks_.expires_at(began + std::chrono::milliseconds(wait));
        thinks_.async_wait([this, step, move = answer.thought.move](boost::system::error_code off) {
          const auto* later = session_->node();
          if (!off && later != nullptr && later->table().step() == step) let_bot_move(move);
        });
      });
}

/// Notes an event of the table for a bot that thinks.
void SeatProgram::note_trail(const session::SessionEvent& event) {
  const auto* node = session_->node();
  if (node == nullptr || answers_at_once(model_.setup.options.bot)) return;
  if (std::holds_alternative<session::TableBegan>(event)) {
    trail_.reset();
    player_.reset();
    if (node->table().step() == Step{}) trail_.emplace(rules::Trail{.start = node->table().game()});
  }
  const auto* notice = std::get_if<node::Notice>(&event);
  const auto* decided = notice == nullptr ? nullptr : std::get_if<node::StepDecided>(notice);
  if (decided == nullptr || !trail_) return;
  if (!trail_->note_step(node->me(), decided->events, node->known())) trail_.reset();
}

/// Returns the bot's move; none if the rules fail at all that it tries.
std::optional<rules::Action> SeatProgram::move_of_bot() {
  const node::Node& node = *session_->node();
  return rules::next_best_move(bot_, node.table().game(), node.me(), node.known(), *bot_rng_,
                               model_.play.erred);
}

/// Makes the bot's move: the one that it has chosen, if there is one. If the rules refuse it or
/// fail at it, the next best one is tried.
void SeatProgram::let_bot_move(std::optional<rules::Action> chosen) {
  for (const auto* node = session_->node(); node != nullptr && node->to_act();) {
    if (bot().empty()) return;  // the person has the seat again
    const auto action = chosen ? std::exchange(chosen, std::nullopt) : move_of_bot();
    if (!action) return hear(BotErred{});
    const auto acted = session_->act(*action);
    if (acted) return;
    hear(BotErred{action, fairdeal::describe(acted.error())});
  }
}

// ---- After a step

void SeatProgram::perform(const StepDone&) {
  keep_own_cards();
  cut_connections();
}

/// Writes what this seat alone saw to its file. If that fails, the person is told once, and the
/// match goes on.
void SeatProgram::keep_own_cards() {
  const std::string transcript = session_->transcript();
  if (transcript.empty()) return;
  if (!own_cards_) own_cards_.emplace(match::OwnCards::beside(transcript));
  const node::Node& node = *session_->node();
  const auto noted =
      own_cards_->note(node.table(), node.known(), static_cast<std::uint64_t>(std::time(nullptr)));
  if (!noted && !std::exchange(own_cards_lost_, true))
    say(words::said("own_cards_not_kept", {{"why", words::fault_value(noted.error())}}));
}

/// Carries out the `cut` and `error` faults of this seat that are due.
void SeatProgram::cut_connections() {
  const node::Node& node = *session_->node();
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

// ---- The end

void SeatProgram::perform(const StopInputs&) {
  heartbeat_.cancel();
  signals_.cancel();
  keyboard_.close();
}

void SeatProgram::perform(const StopSession&) {
  sandbox::stop_waiting_for_scripts();
  session_->stop();
  heartbeat_.cancel();
}

void SeatProgram::perform(const GiveUp& give_up) {
  if (hearing_ == 0) return hear(GivesUp{give_up.failure});
  // The session must not be stopped meanwhile.
  boost::asio::post(io_, [this, failure = give_up.failure] { hear(GivesUp{failure}); });
}

void SeatProgram::perform(const EndEvening&) {
  if (hearing_ == 0) return hear(EveningEnds{});
  // The session must not be stopped meanwhile.
  boost::asio::post(io_, [this] { hear(EveningEnds{}); });
}

void SeatProgram::perform(const CloseEvening&) {
  if (hearing_ == 0) return session_->close_evening();
  boost::asio::post(io_, [this] { session_->close_evening(); });
}

void SeatProgram::perform(const Conclude& conclude) {
  constexpr std::chrono::seconds kPatience{1};  // with a terminal that accepts no more text
  lines_.end_event();
  lines_.terminal().drain(kPatience);
  status_ = conclude.status;
  if (model_.setup.reports()) return;
  auto print = [output = plan_.output, conclude] {
    if (conclude.failure) {
      (void)output.failed(*conclude.failure, conclude.document);
    } else {
      output.result(conclude.document);
      output.result(conclude.text);
    }
  };
  if (!model_.setup.on_screen) return print();
  last_words_ = std::move(print);  // the screen would hide it
}

/// Ends the io_context or, if there is a page, once that has shown the end.
void SeatProgram::perform(const End& end) {
  if (!page_) return io_.stop();
  const auto then = [this] {
    if (last_words_) std::exchange(last_words_, nullptr)();
    io_.stop();
  };
  const bool waits = page_->end(end.lingers, then, end.is_awaited);
  if (waits && !model_.setup.on_screen) say(words::said("page_shows_result"));
}

void SeatProgram::show_last_words() {
  if (!last_words_) return;
  plan_.display->leave();
  std::exchange(last_words_, nullptr)();
}

}  // namespace fairdeal::seat
