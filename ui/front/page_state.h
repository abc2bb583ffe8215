#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rules/any_game.h"
#include "rules/json_full.h"
#include "ui/front/lobby_facts.h"
#include "ui/match/page_replay.h"
#include "ui/words/page_message.h"
#include "ui/words/said.h"

namespace fairdeal::front {

using Json = nlohmann::json;
namespace message = words::message;

/// A seat or a witness, as a page shows it.
struct PageSeat {
  std::string name;
  std::string role{};
  bool connected = true;
  std::int64_t away_ms = 0;  ///< how long its place is kept; 0 if it is here
  std::string standing = "here";
  bool to_act = false;
  std::string path{};
  std::int64_t clock_ms = 0, clock_of_ms = 0, reserve_ms = 0;
  std::string words{};
  Json said{};  ///< the words as words::Said::json
};

struct PageTable {
  std::string id{}, game{};
  Json params{};
  std::size_t seats = 0;
  std::string code{}, link{}, address{}, watch_link{};
  std::string here{};   ///< the sentence on who has come
  bool ready = false;   ///< whether the host may start
  std::string waits{};  ///< for whom, before the game begins
};

/// The game as one seat sees it, or somebody who only watches (none).
struct PageGame {
  rules::AnyGame game;
  rules::Observer observer{};
  rules::Known known{};
  rules::SeatNames names{};
  bool asks = false;  ///< whether the person is to choose a move now
};

struct PageTurn {
  bool mine = false;
  std::vector<Seat> seats{};
  std::string line{};
  std::int64_t left_ms = 0;
  std::string then{};
  std::int64_t look_ms = 0;   ///< how long people still look at what was shown last
  std::int64_t alarm_ms = 0;  ///< until the game's alarm is due by this program's own clock
};

/// A seat's part in what programs do by themselves now.
struct PageWork {
  Seat seat;
  std::string what;
  bool done = false;
  std::int64_t ms = 0;  ///< for how long it has worked or, if it is done, had worked
};

struct PageCheck {
  std::uint64_t step;
  std::string what;
  std::string by;
  std::int64_t ms;
  bool ok;
  Json said{};  ///< what it was about, as words::Said::json
};

struct PageChecks {
  std::uint64_t proofs = 0;  ///< that others made in this hand, and that were checked here
  std::uint64_t total = 0;
  std::string sentence{};
  Json said{};  ///< the sentence, as words::Said::json
  std::string head{};
  std::vector<PageCheck> steps{};
};

struct PageTrouble {
  bool bad = false;
  std::string title, text, next{};
  Json said{};  ///< the three as words::Said::json, by their names
  std::optional<message::Conviction> conviction{};
};

struct PageResult {
  std::vector<std::string> words;
  Json json{};
  Json said = Json::array();  ///< the words in more of them, each as words::Said::json
};

/// Returns the result in these words.
PageResult page_result(const std::vector<words::Said>& told, Json json);

/// An answer to the program's question: the word on its button, and the line that it sends.
struct PageAnswer {
  std::string label, line;
};

/// A line of what happened, was said or is to be known.
struct PageLine {
  std::uint64_t seq = 0;
  std::string kind{};  ///< event, chat, note, trouble
  std::string text{};
  int seat = -1;  ///< who said it, if it is chat
  std::uint64_t hand = 0;
  bool shows = false;        ///< it shows to all what was hidden, and stays readable for a while
  Json said{};               ///< the text as words::Said::json; null: the text is all
  Json heading{};            ///< of the part that begins with it (words::Heading::json); null: none
  std::int64_t took_ms = 0;  ///< since the event before it; 0: that is not known
};

/// All that a page is told of a table. It is made of a seat's model (ui/seat/page.h), or
/// from a match in this process. Cards and dice come from the game's view alone.
struct PageFacts {
  std::string phase = "gathering";
  PageTable table{};
  std::vector<std::string> terms{};
  std::string sentence{};
  Json sentence_said{};  ///< the same as words::Said::json
  std::optional<message::TermsFacts> terms_facts{};
  std::string rules{};  ///< those of the game, while the person decides on the terms
  std::string rules_de{};
  std::optional<message::ScriptFacts> script{};  ///< which the person is asked to run
  std::string question{};
  Json question_said{};                   ///< the same as words::Said::json
  std::optional<message::Asked> asked{};  ///< the same question as values
  std::optional<message::Evening> evening{};
  std::vector<PageAnswer> answers{};  ///< to the question; none: yes and no
  std::vector<PageSeat> seats{};
  std::optional<PageGame> game{};
  std::uint64_t step = 0;
  PageTurn turn{};
  std::string waiting{};
  Json waiting_said{};  ///< the same as words::Said::json
  std::vector<PageWork> working{};
  PageChecks checks{};
  std::optional<PageResult> result{};
  std::optional<LobbyFacts> lobby{};  ///< in the phase "lobby" alone
  std::optional<match::PageReplay> replay{};
  std::optional<message::Inspect>
      inspect{};  ///< in the phase "inspect" alone (ui/author/page_inspect.h)
  std::vector<std::string> last_hand{};
  Json last_hand_said = Json::array();  ///< the same, each as words::Said::json
  std::vector<PageTrouble> trouble{};
  std::string transcript{};
  bool bell = false, away = false, chat = false, again = false, resigns = false;
  std::string bot{};      ///< that plays for the person now
  bool practice = false;  ///< a match against bots in this program
};

/// Returns a game's name as a heading: "Go fish".
std::string game_title(std::string name);

/// Return the messages to a page (docs/web.md).
std::string page_state_text(const PageFacts& facts);
std::string page_lines_text(std::span<const PageLine> lines);

/// Returns `json` with texts in place of the whole numbers beyond ±(2^53 - 1), which a page would
/// round.
Json exact_json(Json json);
/// Returns the seat's legal move that a page means by `chosen`, in which exact_json has put texts
/// for numbers; `chosen` itself if it is none, and nothing if it may be several.
std::optional<rules::Action> meant_by(const rules::Action& chosen, const rules::AnyGame& game,
                                      Seat seat);

/// Returns whether a page's message only asks whether the program runs, and the answer to it.
bool is_heartbeat(std::string_view message);
std::string heartbeat_text();

/// A message of a page: a move for a step, or a line as a person types it, perhaps with the
/// question that stood on the page then.
struct FromPage {
  struct Chosen {
    std::uint64_t step;
    rules::Action action;
  };
  std::optional<Chosen> chosen{};
  std::string line{};
  std::optional<std::string> asked{};
};
/// Returns whether this line answers another question than the one that is asked now.
bool answers_another(const FromPage& said, const std::string& question);
/// Reads a message of a page. Errors: too_large, not_canonical.
Result<FromPage> parse_from_page(std::string_view text);

}  // namespace fairdeal::front
