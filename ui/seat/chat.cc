#include <algorithm>

#include "rules/json_full.h"
#include "ui/seat/seat.h"
#include "ui/words/chat_words.h"

/// The chat of a seat: what its person says, and whose lines it shows.
namespace fairdeal::apps {
namespace {

constexpr std::size_t kLinesShown = 20;

/// Returns the first word of a typed line in lower case, and what follows it without the spaces
/// around it.
std::pair<std::string, std::string> command_and_rest(const std::string& line) {
  const auto begin = std::min(line.find_first_not_of(' '), line.size());
  const auto end = std::min(line.find(' ', begin), line.size());
  std::string rest = line.substr(end);
  while (!rest.empty() && static_cast<unsigned char>(rest.back()) <= ' ') rest.pop_back();
  rest.erase(0, std::min(rest.find_first_not_of(' '), rest.size()));
  return {word_typed(line.substr(begin, end - begin)), rest};
}

}  // namespace

bool SeatAtTable::shows(const runtime::ChatLine& line) const {
  const auto& charter = session_->node()->table().charter();
  return chat_.on && !chat_.muted.contains(charter.member(line.by).key.public_key());
}

void SeatAtTable::show_chat(const runtime::ChatLine& line) {
  if (output_.quiet) return;
  for (const std::string& row : chat_rows((*names_)[line.by], printable(line.text)))
    terminal_.line(row);
}

/// Shows a line to the person, and tells it to a program that reads the events. No log has it.
void SeatAtTable::on_chat(const runtime::ChatLine& line) {
  if (!shows(line)) return;
  tell_program("chat", {{"seat", line.by.value}, {"text", line.text}});
  if (page_) page_->add("chat", printable(line.text), static_cast<int>(line.by.value));
  show_chat(line);
}

/// Carries out a typed line about the chat. Returns whether it was one.
bool SeatAtTable::obeys_about_chat(const std::string& line) {
  const auto [word, rest] = command_and_rest(line);
  if (rest.empty() || (word != "say" && word != "mute" && word != "unmute")) return false;
  if (session_->node() == nullptr) {
    say("Nobody can say anything before the table has begun.");
  } else if (word != "say") {
    mute(rest, word == "mute");
  } else if (!chat_.on && session_->node()->parts().config.chat) {
    say("The chat is off for you; 'chat on' turns it on.");
  } else if (const auto said = session_->say(rest); !said) {
    say("Not said: " + printable(said.error().about) + ".");
  }
  return true;
}

/// Hides, or shows again, what the member says whom `who` means: by its name, the words of its key,
/// or as the screen names it.
void SeatAtTable::mute(const std::string& who, bool hides) {
  const auto& charter = session_->node()->table().charter();
  std::vector<Seat> meant;
  for (std::uint32_t i = 0; i < charter.validators(); ++i) {
    const auto& member = charter.member(Seat(i));
    if (Seat(i) != session_->node()->me() &&
        (who == (*names_)[Seat(i)] ||
         runtime::is_called(who, member.nickname, member.key.public_key())))
      meant.push_back(Seat(i));
  }
  if (meant.size() != 1)
    return say(meant.empty() ? "Nobody else here is called '" + printable(who) + "'."
                             : "Several here are called '" + printable(who) + "'.");
  const auto key = charter.member(meant.front()).key.public_key();
  if (hides)
    chat_.muted.insert(key);
  else
    chat_.muted.erase(key);
  say((*names_)[meant.front()] + (hides ? " is muted: you see nothing of what is said there, until "
                                          "unmute."
                                        : " is heard again."));
}

void SeatAtTable::chat_off() {
  chat_.on = false;
  say("The chat is off for you, until 'chat on'.");
}

void SeatAtTable::chat_on() {
  chat_.on = true;
  say(session_->node()->parts().config.chat ? "The chat is on: say TEXT."
                                            : "At this table nobody says anything: the host wants "
                                              "no chat.");
}

void SeatAtTable::tell_chat() {
  const auto& all = session_->node()->parts().chat.all();
  std::vector<runtime::ChatLine> last;
  std::ranges::copy_if(all, std::back_inserter(last), [&](const auto& l) { return shows(l); });
  if (last.empty()) return say(chat_.on ? "Nobody has said anything." : "The chat is off for you.");
  const std::size_t from = last.size() - std::min(kLinesShown, last.size());
  for (std::size_t i = from; i < last.size(); ++i) show_chat(last[i]);
}

}  // namespace fairdeal::apps
