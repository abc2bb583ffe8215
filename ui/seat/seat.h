#pragma once

#include <deque>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include "net/session/session.h"
#include "rules/players/contest.h"
#include "rules/players/player.h"
#include "ui/front/page.h"
#include "ui/home/contacts_file.h"
#include "ui/home/identity.h"
#include "ui/home/kept_evenings.h"
#include "ui/home/log.h"
#include "ui/match/own_cards.h"
#include "ui/seat/announcement.h"
#include "ui/seat/chaos.h"
#include "ui/seat/keyboard.h"
#include "ui/seat/lines.h"
#include "ui/seat/status_socket.h"
#include "ui/seat/thinking.h"
#include "ui/seat/update.h"

namespace fairdeal::seat {

/// The settings of a seat for one match. All that it points to outlives the seat.
struct SeatPlan {
  Options options;
  words::Output output{};
  home::Identity identity;
  TableChoice table{};
  bool witness = false;
  sockets::Address listen{};
  std::optional<sockets::HeldPort> port{};  ///< of the last match, which nobody else has taken
  std::vector<signaling::RelaySettings> relays{};
  std::optional<Continued> continues{};
  std::optional<words::Failure> failed{};  ///< why the match cannot begin at all
  Invites invites{};
  home::ContactList contacts{};
  std::optional<home::ContactsFile> contacts_file{};
  ChatChoice chat{};
  std::vector<meet::EveningMemory> evenings{};  ///< that a guest remembers
  EveningWish wish{};                           ///< for the break that begins
  std::vector<WishOfEvening> wishes{};  ///< of a guest, from before: its evening is not known yet
  home::StoreLock last_table{};         ///< held until the next table begins
  bool away = false;        ///< the person sits out since a table of this evening before
  Duration alarm_played{};  ///< since the last alarm of the table before
  home::Log* log = nullptr;
  StatusSocket* status = nullptr;         ///< at which the seat tells how it is; null: nowhere
  front::PageDisplay* display = nullptr;  ///< which shows its page; null: it has none
  StatusSocket* page_socket = nullptr;    ///< at which the page can be opened again
  /// Hears the address or link that the host's own bots are to join; null: there are none.
  std::function<void(const std::string&)> when_open{};
};

/// Plays one match: it gives what happens to update(), carries out the effects in their order, and
/// lets the front ends show the model. It decides nothing itself.
class SeatProgram final : public session::Session::Watcher {
 public:
  /// Requires: parse_chaos accepts each of plan.options.chaos.
  explicit SeatProgram(SeatPlan plan);
  ~SeatProgram() override;

  /// Plays the match to its end. Returns the exit code.
  int run();

  /// Returns how the seat was at its end: what follows, and what the person chose.
  const Model& model() const { return model_; }
  /// Returns how long this program has played since the last alarm. Requires: the table began.
  Duration alarm_played() const { return session_->alarm_played(); }
  /// Makes the seat leave its evening in the break that follows.
  void leave_evening() { model_.wish.leaves = true; }
  /// Returns what the person answered on the page, after the match, to the question whether to play
  /// another one.
  std::optional<bool> again() const;
  /// Ends the session, and returns its port for the next match.
  std::optional<sockets::HeldPort> take_port() { return session_->take_port(); }
  std::optional<session::Session::HostBox> box() const { return session_->box(); }
  std::optional<crypto::PublicKey> host() const { return session_->host(); }
  /// Returns the table at the end of its match. Requires: it began.
  const state::Table& table() const { return session_->node()->table(); }
  std::string address_of(Seat seat) const { return session_->address_of(seat); }

 private:
  class SeatPage;

  void on_event(session::SessionEvent event) override;
  std::function<void()> prepare(const node::Node& node) override;

  Model::Setup setup_of_plan() const;
  session::Session::Config session_config();
  Sight look();
  /// Takes in an event, and carries out what follows from it.
  void hear(SeatEvent event);
  void hear_typed(const std::string& line, bool on_page);
  void tick();

  void perform(const Line& line);
  void perform(Pages& pages);
  void perform(const AskAgain&) { lines_.ask(model_); }
  void perform(const Show&);
  void perform(const RingBell&) { lines_.terminal().bell(); }
  void perform(const Tell& tell);
  void perform(const NewDeck& deck);
  void perform(const ShowQr& code) { lines_.show_qr(code.text); }
  void perform(const Listen&);
  void perform(const StopListening&) { keyboard_.close(); }
  void perform(const DropTyped&);
  void perform(const Agree&) { session_->agree(); }
  void perform(const RunScript&);
  void perform(const Decline& decline) { session_->decline(decline.why); }
  void perform(const Order& order);
  void perform(const LeaveTable&) { session_->leave(); }
  void perform(const MoveLater&);
  void perform(const StepDone&);
  void perform(const CallBots& bots) { plan_.when_open(bots.place); }
  void perform(const Announce& table);
  void perform(const StopAnnouncing&) { announcement_.stop(); }
  void perform(const NoteMet& met);
  void perform(const KeepWish& keep);
  void perform(const NoteEveningOver& over);
  void perform(const KeepUsedLink& used);
  void perform(KeepInFile& kept);
  void perform(const KeepTheScript&);
  void perform(const SaveScript& save);
  void perform(const WriteReport&);
  void perform(const StopInputs&);
  void perform(const KeepBlock&) { lines_.terminal().keep_block(); }
  void perform(const StopSession&);
  void perform(const Conclude& conclude);
  void perform(const End& end);
  void perform(const GiveUp& give_up);
  void perform(const EndEvening&);
  void perform(const AskHint&) {}  // against bots alone
  void perform(const TakeBack&) {}
  void perform(const BeginAnew&) {}
  void perform(const StopThinking&);
  const std::string& bot() const;
  void perform(const CloseEvening&);

  void say(const words::Said& said) { perform(Line{.text = said.text(), .said = said.json()}); }
  Result<> obey(const Order& order);
  void let_bot_move(std::optional<rules::Action> chosen);
  void say_bot_erred(const std::string& why);
  void let_player_think(const rules::Opponent& player);
  void note_trail(const session::SessionEvent& event);
  std::optional<rules::Action> move_of_bot();
  void turn_page(bool drops, const std::vector<words::Said>& shown);
  /// Changes the contacts in the file and in the model. Returns whether that succeeded.
  bool change_contacts(
      const std::function<std::optional<words::Failure>(home::ContactList&)>& change);
  void cut_connections();
  void keep_own_cards();
  void tell_page_address();
  void show_last_words();
  int broke_down(const std::string& why);

  SeatPlan plan_;
  boost::asio::io_context io_;
  SeatLines lines_;
  Model model_;
  std::unique_ptr<session::Session> session_;
  Keyboard keyboard_;
  boost::asio::signal_set signals_{io_, SIGINT, SIGTERM};
  boost::asio::steady_timer heartbeat_{io_};
  boost::asio::steady_timer thinks_{io_};  ///< before a bot's move
  Announcement announcement_{io_};
  std::unique_ptr<SeatPage> page_;
  rules::Player bot_;
  Thinking thinking_{io_};
  /// What has happened, for a bot that thinks; none: the match was not followed from its beginning.
  std::optional<rules::Trail> trail_;
  std::optional<rules::Opponent> player_;  ///< the bot that thinks, in the match that is played
  bool bot_missing_ = false;  ///< whether it was said that this bot cannot play the game
  std::unique_ptr<Rng> bot_rng_;
  std::vector<Chaos> chaos_;
  std::optional<ScriptSight> script_;  ///< that this guest lacks, read once
  std::optional<match::OwnCards> own_cards_;
  bool own_cards_lost_ = false;         ///< whether the person was told that they are not kept
  bool began_ = false;                  ///< whether the session has told that the table began
  int hearing_ = 0;                     ///< how many events of the session are being taken in
  std::function<void()> last_words_{};  ///< prints what a full screen would hide
  int status_ = 0;
};

}  // namespace fairdeal::seat
