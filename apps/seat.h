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

#include "apps/chaos.h"
#include "apps/commands.h"
#include "apps/identity.h"
#include "apps/own_cards.h"
#include "apps/queued_terminal.h"
#include "apps/result_hold.h"
#include "apps/table_link.h"
#include "apps/terminal.h"
#include "apps/words.h"
#include "base/seeded_rng.h"
#include "crypto/system_rng.h"
#include "net/session.h"
#include "rules/players/player.h"

namespace fairdeal::apps {

/// One seat as this process plays it: a session, whoever decides (a person at the terminal, or a
/// bot), and what they see.
class SeatAtTable final : public net::Session::Watcher {
 public:
  using Table = std::variant<runtime::Offer, net::Address, TableLink, net::Session::Stored>;
  /// The secrets in a host's links. Without any, whoever comes may sit down.
  struct Invites {
    std::optional<runtime::Token> friends{};
    std::optional<runtime::Token> own_bots{};
  };

  /// Requires: parse_chaos accepts options.chaos.
  SeatAtTable(const SeatOptions& options, const Output& output, Identity identity);

  /// Continues the last match at the same host. Terms that are as that match left them are agreed
  /// to without a question, and it is no failure if there is no such match after all.
  void go_on(runtime::NextMatch next, std::optional<crypto::PublicKey> host);
  void invites(const Invites& invites) { invites_ = invites; }
  /// Sets what is called with the address or link that the host's own bots join.
  void when_open(std::function<void(const std::string&)> open) { when_open_ = std::move(open); }

  /// Returns what may be played next, if the match that was set up here was played to its end.
  const std::optional<runtime::NextMatch>& next() const { return next_; }
  net::Address listening() const { return *listening_; }
  std::optional<crypto::PublicKey> host() const { return session_->host(); }

  /// Plays to the end. Returns the exit code.
  int run(Table table, bool witness, net::Address listen);

  void on_listening(const net::Address& address) override;
  void on_gathering(const proto::Gathering& gathering) override;
  void on_lobby(const runtime::LobbyNews& news) override;
  void on_begin(const runtime::Node& node) override;
  void on_link(Seat seat, bool up, const runtime::Node& node) override;
  void on_notice(const runtime::Notice& notice, const runtime::Node& node) override;
  void on_refused(const std::string& where, const Error& error) override;
  void on_evidence(Seat seat, const std::string& path) override;
  void on_ended(const net::Session::Ended& ended) override;

 private:
  using Clock = std::chrono::steady_clock;

  void say(const std::string& line);
  void invite(const net::Address& address);
  void show_qr(const std::string& text);
  std::string words(const rules::AnyEvent& event, const rules::AnyGame& after,
                    const runtime::Table& table) const;
  void tell(const std::vector<rules::AnyEvent>& events, const runtime::Table& table);
  void event(const char* type, Json details);
  void show();
  void ask();
  std::string question() const;
  void show_terms();
  void tell_terms();
  void ask_consent();
  std::string consent_question() const;
  void answer_consent(const std::string& typed);
  void tick();
  void decide();
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
  rules::SeatNames marked_names() const;
  std::string drawn() const;
  std::string marks() const;
  std::string waiting_words() const;
  void on_line(const std::string& line);
  void interrupted();
  int finished();
  int left();
  int broke_down(const std::string& why);
  int failed(const Failure& failure);
  void give_up(const Failure& failure);
  void tell_who_is_unreached();
  void tell_links();
  std::string waiting() const;
  bool overdue() const;
  bool person() const { return options_.bot.empty(); }
  /// Returns whether this guest still tries to reach its host. The session ends that in time.
  bool seeks_host() const { return is_guest_ && here_.empty(); }
  /// Returns whether whoever started this process reads events, and talks to the person.
  bool reports() const { return options_.events_fd >= 0; }
  std::string folder() const;

  SeatOptions options_;
  Output output_;
  Identity identity_;
  QueuedTerminal terminal_;
  boost::asio::io_context io_;
  std::unique_ptr<net::Session> session_;
  std::optional<Names> names_;
  std::optional<OwnCards> own_cards_;
  bool own_cards_lost_ = false;         ///< and it was said
  std::optional<rules::AnyGame> game_;  ///< before the last step, to name its moves
  rules::Player bot_;
  std::unique_ptr<Rng> bot_rng_;
  boost::asio::posix::stream_descriptor input_{io_};
  boost::asio::streambuf typed_{4096};
  boost::asio::signal_set signals_{io_, SIGINT, SIGTERM};
  boost::asio::steady_timer heartbeat_{io_};
  std::string problem_;        ///< with what was typed last
  bool asks_to_quit_ = false;  ///< whether it asks how to quit
  bool away_ = false;          ///< whether the person is
  bool bell_ = true;           ///< whether there is a sound on its turn
  static constexpr std::size_t kLogMax = 1000;
  /// How often the same sentence is repeated, where it cannot be shown in place.
  static constexpr std::chrono::seconds kRepeatAfter{5};
  /// How long the program waits at its end for a screen on which nothing moves.
  static constexpr std::chrono::seconds kPatience{1};
  std::deque<std::string> log_;                ///< what was told of events
  std::vector<std::string> hand_;              ///< of them those since the last shuffle
  std::vector<std::string> last_hand_;         ///< and those between it and the one before
  ResultHold result_;                          ///< of the hand that ended last
  rules::Known known_;                         ///< before the last step
  std::vector<std::string> stages_;            ///< of a shuffle, as last shown
  std::string here_;                           ///< who had come when last told
  std::optional<proto::Terms> terms_;          ///< of the table, once they were shown
  bool asks_consent_ = false;                  ///< whether it is asked to agree to them
  std::set<Seat> lost_;                        ///< members who lost contact
  std::set<Seat> met_;                         ///< members who were in contact
  bool unreached_said_ = false;                ///< after a restart, who was not
  std::optional<runtime::NextMatch> goes_on_;  ///< what it has to be, if it goes on from another
  std::optional<crypto::PublicKey> same_host_;
  std::optional<runtime::NextMatch> next_;
  std::optional<net::Address> listening_;
  std::function<void(const std::string&)> when_open_;
  Invites invites_;
  proto::Policy admits_ = proto::Policy::open;
  bool ready_ = false;           ///< all seats are taken, and the host may start
  bool waits_for_host_ = false;  ///< the host is asked whether this guest may sit down
  std::string asked_;            ///< the question that was last put
  bool all_came_ = false;        ///< whether no seat is free
  bool is_guest_ = false;
  bool resumes_ = false;
  Clock::time_point began_ = Clock::now();
  Clock::time_point waits_since_ = Clock::now();  ///< when something last went on
  std::string waiting_said_;                      ///< and when and for what we said that we wait
  Clock::time_point waiting_said_at_;
  /// Limits how often the same is said of somebody, so that nobody fills the screen.
  std::map<std::string, Clock::time_point> refusal_said_at_;  ///< by member; "": strangers
  std::map<Seat, Clock::time_point> link_said_at_;
  std::set<Seat> lost_said_;  ///< of whom it was said last that contact is lost
  std::vector<Chaos> chaos_;
  std::optional<net::Session::Ended> ended_;
  int status_ = 0;
};

}  // namespace fairdeal::apps
