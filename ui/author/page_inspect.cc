#include "ui/author/page_inspect.h"

#include "rules/choice_text.h"
#include "rules/json_full.h"
#include "ui/author/inspect_words.h"
#include "ui/front/page_moves.h"

namespace fairdeal::author {
namespace {

namespace message = words::message;

message::InspectSeat seat_message(rules::Observer observer, const std::string& name,
                                  const words::Json& view, const words::Json& edits) {
  const std::vector<words::Said> learnt = edits_lines(edits);
  return {.seat = observer ? static_cast<std::int64_t>(observer->value) : -1,
          .name = name,
          .view = view,
          .learnt = words::texts_of(learnt),
          .learnt_said = words::json_of(learnt)};
}

/// Lists everybody, and each seat whose knowledge is there.
std::vector<message::InspectSeat> seat_messages(const InspectedMatch& match) {
  const InspectStep& step = match.step();
  Revealed learnt{words::Json::array(), {}};
  if (match.before() != nullptr) learnt = revealed_by(*match.before(), step);
  std::vector<message::InspectSeat> list;
  list.push_back(seat_message({}, "everybody", step.game.view({}, {}), learnt.everybody));
  for (const auto& [seat, known] : step.known) {
    const auto own = learnt.seats.find(seat);
    list.push_back(seat_message(seat, match.names()[seat], step.game.view(seat, known),
                                own == learnt.seats.end() ? words::Json::array() : own->second));
  }
  return list;
}

/// Lists the moves of a seat. A number in the list means the same move whatever the labels are.
std::vector<message::InspectMove> choice_messages(const InspectedMatch& match, Seat seat) {
  const rules::Known known = match.known(seat).value_or(rules::Known());
  const auto choices = match.game().choices(seat, known, match.names().all());
  std::vector<message::InspectMove> list;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    message::InspectMove move{
        .label = choices[i].label,
        .line = "move " + std::to_string(seat.value + 1) + " " + rules::choice_number(choices, i)};
    if (const auto& range = choices[i].range) {
      const auto [before, after] =
          front::words_around_number(match.game(), seat, choices[i], known, match.names().all());
      move.number = message::NumberOfMove{.name = choices[i].kind,
                                          .min = range->min,
                                          .max = range->max,
                                          .step = range->step,
                                          .before = before,
                                          .after = after};
    }
    list.push_back(std::move(move));
  }
  return list;
}

std::vector<message::InspectMoves> moves_messages(const Inspector& inspector) {
  std::vector<message::InspectMoves> list;
  for (const Seat seat : inspector.match().game().active())
    list.push_back({.seat = seat.value,
                    .chosen = inspector.has_chosen(seat),
                    .moves = choice_messages(inspector.match(), seat)});
  return list;
}

}  // namespace

words::message::Inspect inspect_message(const Inspector& inspector, rules::Observer looks,
                                        const std::string& what) {
  const InspectedMatch& match = inspector.match();
  std::vector<words::Said> wanted;
  for (const auto& want : match.game().wants()) wanted.push_back(want_said(want, match.names()));
  words::Json before;
  if (const InspectStep* step = match.before()) {
    const auto known = looks ? step->known.find(*looks) : step->known.end();
    before = step->game.view(looks, known == step->known.end() ? rules::Known() : known->second);
  }
  return {.what = what,
          .ply = match.at(),
          .last = match.last(),
          .events = words::texts_of(match.step().said),
          .wanted = words::texts_of(wanted),
          .fixed = match.is_transcript(),
          .state = match.game().json(),
          .seats = seat_messages(match),
          .moves = moves_messages(inspector),
          .before = before,
          .events_said = words::json_of(match.step().said),
          .wanted_said = words::json_of(wanted)};
}

}  // namespace fairdeal::author
