#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <set>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/streambuf.hpp>

#include "base/seeded_rng.h"
#include "crypto/system_rng.h"
#include "net/reach/table_beacon.h"
#include "net/session/session.h"
#include "rules/players/player.h"
#include "ui/front/queued_terminal.h"
#include "ui/home/contacts_file.h"
#include "ui/home/identity.h"
#include "ui/home/log.h"
#include "ui/match/own_cards.h"
#include "ui/seat/chaos.h"
#include "ui/seat/options.h"
#include "ui/seat/page.h"
#include "ui/seat/result_hold.h"
#include "ui/words/printable.h"
#include "ui/words/report.h"
#include "ui/words/table_link.h"
#include "ui/words/words.h"

namespace fairdeal::apps {

class StatusSocket;
/// A person's choice of what to see of the chat; it lasts from match to match.
struct ChatChoice {
  bool on = true;
  std::set<crypto::PublicKey> muted{};  ///< members whose lines are not shown
};

/// A seat as this process plays it: the session, the person at the terminal or the bot that
/// decides, and what they see.
class SeatAtTable final : public net::Session::Watcher {
 public:
  using Table = std::variant<runtime::Offer, net::Address, TableLink, runtime::InviteCode,
                             ContactTable, net::Session::HostBox, net::Session::Stored>;
  /// The secrets in a host's links. Without them, every caller may sit down.
  struct Invites {
    std::optional<runtime::Token> friends{};
    std::optional<runtime::Token> own_bots{};
    std::optional<runtime::Token> watch{};  ///< for those who may watch, if not everybody may
    std::vector<std::string> contacts{};    ///< by their petnames
  };

  /// Takes a seat's options. Requires: parse_chaos accepts each of options.chaos.
  SeatAtTable(const SeatOptions& options, const Output& output, Identity identity);

  /// Makes this the next match, `next`, after the last one with this host. The seat agrees without
  /// a question if the terms are as the last match left them, and does not fail if the host opens
  /// no such match.
  void go_on(runtime::NextMatch next, std::optional<crypto::PublicKey> host);
  void invites(const Invites& invites) { invites_ = invites; }
  /// Gives the seat its person's contacts, and the file in which it keeps others.
  void know(ContactList contacts, ContactsFile file) {
    contacts_ = std::move(contacts);
    contacts_file_ = std::move(file);
  }
  /// Makes the seat log its events there. Requires: `log` outlives the seat.
  void log_to(Log& log) { event_log_ = &log; }
  /// Makes the seat tell there how it is. Requires: `socket` outlives the seat.
  void serve_status(StatusSocket& socket);
  /// Makes the seat show its page there, and tell its address at `socket`, if that is not null.
  /// Requires: both outlive the seat.
  void show_page(PageDisplay& display, StatusSocket* socket);
  /// Returns what the person answered on the page, after the match, to the question whether to play
  /// another one.
  std::optional<bool> again() const { return page_ ? page_->again() : std::nullopt; }
  /// Sets and returns what the person wants to see of the chat.
  void chat(ChatChoice choice) { chat_ = std::move(choice); }
  const ChatChoice& chat() const { return chat_; }
  /// Sets the function to call with the address or link that the host's own bots are to join.
  void when_open(std::function<void(const std::string&)> open) { when_open_ = std::move(open); }

  /// Returns the match that may follow, if this one was played to its end and was not resumed.
  const std::optional<runtime::NextMatch>& next() const { return next_; }
  /// Returns whom the host lets in; a guess at its code can have made it ask.
  proto::Policy admits() const { return admits_; }
  net::Address listening() const { return *listening_; }
  std::optional<net::Session::HostBox> box() const { return session_->box(); }
  std::optional<crypto::PublicKey> host() const { return session_->host(); }

  /// Plays the match to its end. Returns the exit code.
  int run(Table table, bool witness, net::Address listen, std::vector<net::RelaySettings> relays);

  void on_event(net::SessionEvent event) override;
  std::function<void()> prepare(const runtime::Node& node) override;

 private:
  friend class SeatPage;
  using Clock = std::chrono::steady_clock;

  void on(const net::ListeningAt& listening);
  void on(const proto::Gathering& gathering);
  void on(const runtime::LobbyNews& news);
  void on(const net::HostSilence& host);
  void on(const net::CodeOffered& offered);
  void on(const runtime::CodeNews& news);
  void on(const net::RelayDown& relay);
  void on(const net::RelayBusy& relay);
  void on(const net::ClockAhead& clock);
  void on(const net::MachineWatch::News& news);
  void on(const net::PortForwarded& port);
  void on(const net::TableBegan& began);
  void on(const net::LinkChanged& link);
  void on(const net::PathChanged& path);
  void on(const net::OnlyRelayed& relayed);
  void on(const runtime::Notice& notice);
  void on(const net::PeerRefused& refused);
  void on(const net::KeepAsked& asked);
  void on(const net::KeepAgreed& agreed);
  void on(const net::EvidenceKept& kept);
  void on(const net::StatementKept& kept);
  void on(const net::SessionEnded& ended);
  void say(const std::string& line, const char* kind = "note");
  void invite(const net::Address& address);
  /// Returns the addresses at which others reach a table that is open at `address`, the best first.
  static std::vector<net::Address> reached_at(const net::Address& address);
  void say_who_is_invited();
  std::string quoted(const runtime::LobbyNews& news, std::size_t words) const;
  std::string shown_name(const proto::Member& member) const;
  bool is_contact(Seat seat) const;
  void meet(Seat seat);
  KeptContact entry_of(Seat seat) const;
  void change_contacts(const std::function<std::optional<Failure>(ContactList&)>& change);
  bool keeps(const std::string& line);
  Result<Seat> member_called(const std::string& who) const;
  bool obeys_about_code(const std::string& what);
  std::string link_words() const;
  void show_invitation_code();
  void show_qr(const std::string& text);
  void announce(const proto::Gathering& gathering);
  void show_last_words();
  void tell_failed_moves(const runtime::StepDecided& decided);
  std::string words(const rules::AnyEvent& event, const rules::AnyGame& after,
                    const runtime::Table& table) const;
  void tell(const std::vector<rules::AnyEvent>& events, const runtime::Table& table);
  void event(const char* type, Json details);
  void tell_program(const char* type, Json details);
  void log(const char* type, const Json& details);
  bool shows(const runtime::ChatLine& line) const;
  void show_chat(const runtime::ChatLine& line);
  void on_chat(const runtime::ChatLine& line);
  bool obeys_about_chat(const std::string& line);
  void mute(const std::string& who, bool hides);
  void tell_who_may_watch(const proto::Gathering& gathering);
  void on_watching(const runtime::Watching& watching);
  void tell_watchers();
  std::string watchers_words(Seat at) const;
  void chat_off();
  void chat_on();
  void tell_chat();
  void show();
  /// Tells the person who made the table wait, and for how long, if the notice is about that.
  void say_wait(const runtime::Notice& notice, const runtime::Node& node);
  void ask();
  std::string question() const;
  void show_terms();
  void tell_terms();
  std::vector<std::string> terms_lines() const;
  std::vector<std::string> rules_lines() const;
  void say_in_pages(const std::vector<std::string>& lines, bool drops, void (SeatAtTable::*then)());
  void turn_page(bool drops);
  std::string asks_to_turn() const;
  void tell_rules();
  void ask_consent();
  std::string consent_question() const;
  void answer_consent(const std::string& typed);
  static constexpr const char* kScriptQuestion =
      "Run this script? Type yes or no; read shows its text, save FILE.lua keeps it to be read";
  std::string signer_words(const std::optional<crypto::PublicKey>& author) const;
  std::vector<std::string> describe_script(const proto::Gathering& shown) const;
  void lack_script();
  void ask_script();
  void answer_script(const std::string& typed);
  std::vector<std::string> script_lines() const;
  void save_script_text(const std::string& name);
  void tell_whether_it_answers();
  bool can_answer() const;
  bool asks_to_answer() const;
  void let_answer();
  void let_not_answer();
  rules::Known known() const;
  void tell_answer(const rules::Action& action, bool chosen_by_game);
  void tell_secrets();
  void keep_script();
  void tell_agreed_script();
  void tick();
  void tell_script_silence();
  void decide();
  Failure failure_of_machine(const std::string& why) const;
  void cut_connections(const runtime::Node& node);
  void keep_own_cards(const runtime::Node& node);
  void listen_to_input();
  void read_line();
  void input_ended();
  bool moves(const std::string& line);
  void obeys(const std::string& word);
  bool obeys_host(const std::string& line);
  void leave();
  void ask_to_quit();
  bool answer_quit(const std::string& line);
  std::string problem_words() const;
  void help();
  void turn_bell();
  void list_all();
  void go_away();
  void come_back();
  std::optional<rules::Action> unasked() const;
  bool move_for_person();
  void tell_log();
  void tell_last_hand();
  void tell_who_is_here();
  bool asks_for_move() const;
  std::vector<rules::Choice> choices() const;
  std::string times_words(Seat seat) const;
  std::string why_not_here(Seat seat) const;
  std::string path_words(Seat seat) const;
  void tell_path(Seat seat, net::Rung rung);
  Json status() const;
  Json status_of(Seat seat) const;
  rules::SeatNames marked_names() const;
  std::string drawn() const;
  std::string marks() const;
  std::string waiting_words() const;
  void on_line(const std::string& line);
  void take_line(const std::string& line);
  /// Drops what was typed or piped before now, so that it answers no question that is shown only
  /// now.
  void drop_typed_ahead();
  void interrupted();
  void end(bool lingers);
  int finished();
  int failed_by_rules(const runtime::Table& table);
  int left();
  int broke_down(const std::string& why);
  /// Ends with a failure; `more` are members of the document beside it.
  int failed(const Failure& failure, Json more = Json::object());
  void give_up(const Failure& failure);
  void tell_who_is_unreached();
  void tell_links();
  void tell_page_address();
  /// Returns whether the person plays on the whole terminal, where nothing else may be printed.
  bool on_screen() const { return page_ && (options_.page.screen || options_.page.lines); }
  void print_at_end(std::function<void()> print);
  std::string waiting() const;
  bool overdue() const;
  bool person() const { return options_.bot.empty(); }
  /// Returns whether this guest still tries to reach its host. The session gives up after a while.
  bool seeks_host() const { return is_guest_ && here_.empty(); }
  /// Returns whether the program that started this one reads its events, and shows them to a person
  /// itself.
  bool reports() const { return options_.events_fd >= 0; }
  std::string folder() const;

  SeatOptions options_;
  Output output_;
  Identity identity_;
  Log* event_log_ = nullptr;
  QueuedTerminal terminal_;
  boost::asio::io_context io_;
  std::unique_ptr<net::Session> session_;
  std::optional<Names> names_;
  std::optional<OwnCards> own_cards_;
  bool own_cards_lost_ = false;         ///< whether the person was told that they are not kept
  std::optional<rules::AnyGame> game_;  ///< as this seat has seen it, to describe the next events
  rules::Player bot_;
  std::unique_ptr<Rng> bot_rng_;
  boost::asio::posix::stream_descriptor input_{io_};
  boost::asio::streambuf typed_{4096};
  std::uint64_t readings_ = 0;  ///< how often input_ was opened; what an earlier one brings is old
  boost::asio::signal_set signals_{io_, SIGINT, SIGTERM};
  boost::asio::steady_timer heartbeat_{io_};
  std::string problem_;        ///< what is wrong with the last line typed
  bool asks_to_quit_ = false;  ///< whether the person is asked how to quit
  bool away_ = false;          ///< whether the program moves for the person
  bool answers_ = false;       ///< whether the game may answer by what the person alone knows
  bool answers_said_ = false;  ///< whether the person has said that it may, or may not
  bool bell_;                  ///< whether a bell rings on the person's turn
  static constexpr std::size_t kLogMax = 1000;
  /// The time until a sentence is repeated, where it cannot be shown in place.
  static constexpr std::chrono::seconds kRepeatAfter{5};
  /// How long the program waits at its end for a terminal that accepts no more text.
  static constexpr std::chrono::seconds kPatience{1};
  std::deque<std::string> log_;         ///< the descriptions of past events
  std::vector<std::string> hand_;       ///< those since the last shuffle
  std::vector<std::string> last_hand_;  ///< those between that shuffle and the one before
  ResultHold result_;                   ///< of the last hand that ended
  std::set<rules::Action> erred_;       ///< the moves of this step at which the rules fail
  bool silence_said_ = false;           ///< that the script's process is silent
  DealtCards dealt_;                    ///< as of game_, since this program began
  rules::Known known_;                  ///< what this seat alone knows, as of game_
  std::vector<std::string> stages_;     ///< the lines on a shuffle that were last printed
  std::string here_;                    ///< the last sentence on who has come
  std::vector<std::string> come_;       ///< their nicknames, printable, until the table begins
  std::string host_name_;               ///< the host's nickname, printable, once a guest knows it
  std::optional<proto::Terms> terms_;   ///< those of the table, once they are known
  std::optional<proto::Gathering>
      script_shown_;                         ///< the table's game is a script that was not here
  std::deque<std::string> unread_;           ///< what is still to be shown before a question
  void (SeatAtTable::*then_)() = nullptr;    ///< asks that question
  bool asks_script_ = false;                 ///< whether the person is asked to run it
  bool asks_consent_ = false;                ///< whether the person is asked to agree to them
  std::set<Seat> lost_;                      ///< members out of contact now
  std::set<crypto::PublicKey> clocks_said_;  ///< of members whose clocks differ from ours
  std::map<Seat, std::optional<net::Rung>> rungs_;  ///< by which members were last reached
  std::set<Seat> met_;                              ///< members who have been in contact
  bool unreached_said_ = false;  ///< whether it was told, after a restart, who is missing
  std::optional<runtime::NextMatch> goes_on_;  ///< what this match has to be, if it continues one
  std::optional<crypto::PublicKey> same_host_;
  std::optional<runtime::NextMatch> next_;
  std::optional<net::Address> listening_;
  std::function<void(const std::string&)> when_open_;
  Invites invites_;
  ContactList contacts_;
  std::optional<ContactsFile> contacts_file_;
  bool contacts_lost_ = false;  ///< whether the person was told that the file cannot be changed
  std::string sought_;          ///< the contact whose table this guest seeks
  std::optional<proto::BeaconTable> announced_;  ///< what others of this network hear of the table
  std::unique_ptr<net::TableBeacon> beacon_;     ///< while that is announced
  proto::Policy admits_ = proto::Policy::open;
  bool ready_ = false;           ///< whether all seats are taken and the host may start
  bool waits_for_host_ = false;  ///< whether the host is asked about this guest
  std::string code_;             ///< that a host tells its friends; "": none
  std::string invitation_;       ///< a host's link; "": none
  std::string asked_;            ///< the table that was last printed with a question
  bool all_came_ = false;        ///< whether all seats and places of witnesses are taken
  ChatChoice chat_;
  std::map<Seat, std::vector<crypto::PublicKey>> watchers_;  ///< by the member that serves them
  std::map<Seat, std::vector<crypto::PublicKey>> watchers_said_;  ///< as the person was last told
  std::map<Seat, Clock::time_point> watchers_said_at_;
  bool is_guest_ = false;
  bool resumes_ = false;
  Clock::time_point began_ = Clock::now();
  Clock::time_point waits_since_ = Clock::now();  ///< when something last happened
  std::string waiting_said_;                      ///< the last sentence on whom we wait for
  Clock::time_point waiting_said_at_;
  /// When refusals and lost contacts were last told, so that nobody can fill the screen with them.
  std::map<std::string, Clock::time_point> refusal_said_at_;  ///< by nickname; "": strangers
  std::map<Seat, Clock::time_point> link_said_at_;
  std::set<Seat> lost_said_;  ///< members of whom the person was told that contact is lost
  std::vector<Chaos> chaos_;
  int status_ = 0;
  PageDisplay* display_ = nullptr;
  std::unique_ptr<SeatPage> page_;      ///< the page of this seat, if it has one
  std::function<void()> last_words_{};  ///< prints what a full screen would hide
};

}  // namespace fairdeal::apps
