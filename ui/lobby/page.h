#pragma once

#include "ui/front/page.h"
#include "ui/lobby/child.h"
#include "ui/lobby/scan.h"

namespace fairdeal::lobby {

/// The page from which a person goes to tables: it lists them, and starts a program for each that
/// is opened. Those programs go on when it ends.
class Page final : public front::Page {
 public:
  struct Person {
    std::string name;
    bool named = false;                 ///< by a setting, which comes before the identity's name
    bool chose_name = true;             ///< else it is the name of the login
    std::vector<std::string> places{};  ///< the options by which a seat finds identity and tables
    std::filesystem::path identity{};
    std::vector<std::string> relays{};   ///< through which tables are opened
    std::vector<std::string> offered{};  ///< the relays that this machine offers
    bool asked = true;                   ///< the person has said through which, or through none
    bool shows_losing = false;           ///< losing hands are shown at a showdown, and not mucked
  };
  /// `games` is what lobby_games() returns.
  Page(boost::asio::io_context& io, front::PageDisplay& display, Places places, Person person,
       std::vector<front::message::LobbyGame> games);

  std::string transcript() const override { return ""; }

 private:
  front::PageFacts facts() override;
  void on_move(std::uint64_t, const rules::Action&) override {}
  void on_typed(const std::string& line) override;
  void on_page_count(std::size_t count) override { scan_.wanted(count > 0); }

  void rename(const std::string& name);
  void use_relay(const std::string& relay);
  void show_losing(bool shows);
  void start(const std::string& line, const Order& order);
  std::vector<std::string> arguments_of(const Order& order) const;
  void go_to(const std::string& process);
  void lead_to(const std::string& address);
  void heard(const Order& order, const Child::News& news);
  void heard_verdict(const std::string& file, const Child::News& news);
  void refuse(const words::Said& title, const words::Said& text);
  void add_trouble(bool bad, const words::Said& title, const words::Said& text);

  boost::asio::io_context& io_;
  Person person_;
  const std::vector<front::message::LobbyGame> games_;
  front::LobbyFacts facts_;
  std::vector<front::PageTrouble> trouble_;
  std::map<std::string, std::string> verdicts_;  ///< of audits, by the transcript's name
  Scan scan_;
};

/// Returns what a program said at its end, without its name and as a page may show it: its last
/// lines, at most `bytes_max` of them.
std::string ending_words(const std::string& said, std::size_t bytes_max);

}  // namespace fairdeal::lobby
