#include "rules/grants.h"
#include "rules/json_full.h"
#include "rules/lua/limits.h"
#include "rules/lua/plain_text.h"
#include "rules/lua/script.h"
#include "rules/lua/script_codec.h"
#include "rules/model.h"

/// A value of a scripted game: its state, and what the script says of it. All that the table
/// decides by is asked once, when the value is made, so that nothing can fail later.
namespace fairdeal::rules {
namespace {

constexpr std::size_t kStateBytesMax = std::size_t{64} << 10;
constexpr std::size_t kViewBytesMax = std::size_t{64} << 10;
constexpr std::size_t kMovesMax = 4'000;
constexpr std::size_t kLabelBytesMax = 200;
constexpr std::size_t kDrawingBytesMax = kScriptStringMax;

/// The reader of a label: everybody, or the seat alone.
struct LabelReader {
  Known known{};
  SeatNames names{};
  bool alone = false;
};

struct ScriptModel final : AnyGame::Model {
  ScriptModel(std::shared_ptr<Script> given_script, Json given_params, std::size_t given_seats,
              Json given_state, int given_quiet)
      : Model(std::move(given_params), given_seats),
        script(std::move(given_script)),
        state(std::move(given_state)),
        quiet(given_quiet) {}

  /// Returns the game's value with this state. Errors: rules, in words.
  static Result<AnyGame> make(const std::shared_ptr<Script>& script, const Json& params,
                              std::size_t seats, Json state, int quiet = 0) {
    const auto model =
        std::make_shared<ScriptModel>(script, params, seats, std::move(state), quiet);
    FD_TRY(guarded([&] { return model->ask_all(); }));
    return AnyGame(model);
  }

  const GameInfo& info() const override { return script->info(); }
  std::vector<Want> wants() const override { return wants_; }
  std::vector<Choice> legal(Seat seat) const override {
    const auto of_seat = legal_.find(seat);
    return of_seat == legal_.end() ? std::vector<Choice>() : of_seat->second;
  }
  std::vector<Choice> choices(Seat seat, const Known& known, const SeatNames& names) const override;
  std::optional<Action> obvious(Seat seat, const Known& known) const override {
    return move_said("obvious", seat, known);
  }
  std::optional<Action> suggested(Seat seat, const Known& known) const override {
    return move_said("bot", seat, known);
  }
  std::string broken_law() const override {
    if (auto failure = script->take_failure(); !failure.empty()) return failure;
    if (!script->has("laws")) return "";
    script->begin();
    const auto held = script->call("laws", {state});
    return held ? "" : held.error().about;
  }
  Result<AnyGame> after(const AnyEvent& event) const override;
  std::optional<Payoff> result() const override { return result_; }
  Range bounds() const override { return script->bounds(); }
  std::optional<Payoff> scores() const override { return scores_; }
  std::string news(const AnyEvent& event, const Model& next,
                   const SeatNames& names) const override {
    const auto* after = dynamic_cast<const ScriptModel*>(&next);
    if (after == nullptr) return "";
    return said("news", {state, event_for_script(event), after->state, Json(names)});
  }
  std::string words(const AnyEvent& event, const SeatNames& names) const override {
    return said("words", {state, event_for_script(event), Json(names)});
  }
  std::string face_name(Face face) const override { return said("face_name", {Json(face.value)}); }
  bool done(Seat seat) const override { return done_.has(seat); }
  std::optional<WantShuffle> foresees() const override { return foresees_; }
  Seat next_first() const override { return Seat(static_cast<std::uint32_t>(1 % seats)); }
  Json next_params() const override { return params; }
  Json json() const override { return state; }
  Json view(Observer observer, const Known& known) const override {
    auto seen = optional("view", {state, json_for_script(observer), json_for_script(known)});
    if (!seen) return state;
    if (text(*seen).size() <= kViewBytesMax) return *std::move(seen);
    script->note_failure("in view(): a view has at most 64 kB as text");
    return state;
  }
  std::string draw(Observer observer, const Known& known, const SeatNames& names) const override {
    const std::string drawn =
        said("draw", {state, json_for_script(observer), json_for_script(known), Json(names)});
    return drawn.empty() ? plain_text(text(view(observer, known)), kDrawingBytesMax, false) + "\n"
                         : drawn;
  }
  bool equals(const Model& other) const override {
    const auto* same = dynamic_cast<const ScriptModel*>(&other);
    return same != nullptr && script == same->script && params == same->params &&
           seats == same->seats && state == same->state;
  }

  std::string digested() const override;

  const std::shared_ptr<Script> script;
  const Json state;
  const int quiet;  ///< events since somebody moved, or did not although it was asked

 private:
  Result<> ask_all();
  Result<> ask_result();
  Result<> ask_done();
  Result<std::vector<Choice>> ask_legal(Seat seat) const;
  Result<Choice> choice_of(Seat seat, const Json& move) const;
  Result<std::string> label_of(Seat seat, const Json& move, const LabelReader& reader) const;
  Result<> is_legal(Seat seat, const Action& action) const;

  /// Calls a function that the module may lack, for what is shown. If it fails, that costs only
  /// what it would have shown.
  std::optional<Json> optional(const char* function, std::initializer_list<Json> arguments) const {
    if (!script->has(function)) return {};
    script->begin();
    auto value = script->call_shown(function, arguments);
    if (value) return *std::move(value);
    script->note_failure(value.error().about);
    return {};
  }
  /// Returns the move that a function chooses, if it is legal.
  std::optional<Action> move_said(const char* function, Seat seat, const Known& known) const {
    const auto move =
        optional(function, {state, json_for_script(Observer(seat)), json_for_script(known)});
    if (!move || move->is_null()) return {};
    const Action action{text(*move)};
    if (is_legal(seat, action)) return action;
    script->note_failure("in " + std::string(function) + "(): the move " + action.text +
                         " is not legal");
    return {};
  }
  std::string said(const char* function, std::initializer_list<Json> arguments) const {
    const auto text = optional(function, arguments);
    if (!text || !text->is_string()) return "";
    return plain_text(text->get_ref<const std::string&>(), kDrawingBytesMax, true);
  }

  Json wanted_;  ///< as the script said it
  std::vector<Want> wants_;
  std::map<Seat, std::vector<Choice>> legal_;
  std::optional<Payoff> result_, scores_;
  std::optional<WantShuffle> foresees_;
  SeatSet done_;
};

tl::unexpected<Error> refuse_script(const char* function, const std::string& what) {
  return fail(Fault::rules, "in " + std::string(function) + "(): " + what);
}

Result<> ScriptModel::ask_all() {
  if (text(state).size() > kStateBytesMax)
    return refuse_script("after", "a state has at most 64 kB as text");
  FD_TRY(wanted_, script->call("wants", {state}));
  auto wants = wants_of_script(wanted_, seats);
  if (!wants) return refuse_script("wants", wants.error().about);
  for (const Want& want : *wants)
    if (const auto said = declared(info(), want); !said)
      return refuse_script("wants", said.error().about);
  wants_ = *std::move(wants);
  FD_TRY(ask_result());
  const auto* moves = wants_.empty() ? nullptr : std::get_if<WantMove>(&wants_.front());
  if (moves != nullptr)
    for (const Seat seat : moves->seats) {
      FD_TRY(legal_[seat], ask_legal(seat));
    }
  FD_TRY(ask_done());
  if (!script->has("foresees")) return {};
  FD_TRY(Json foreseen, script->call("foresees", {state}));
  if (foreseen.is_null()) return {};
  if (!foreseen.is_object())
    return refuse_script("foresees", "it returns {slots = …, faces = …}, or nothing");
  foreseen["type"] = "shuffle";
  const auto deck = wants_of_script(Json::array({foreseen}), seats);
  if (!deck) return refuse_script("foresees", deck.error().about);
  const auto grants = granted(Lying(seats), deck->front());
  if (!grants) return refuse_script("foresees", grants.error().about);
  foresees_ = std::get<WantShuffle>(deck->front());
  return {};
}

Result<> ScriptModel::ask_done() {
  if (!script->has("done") || wants_.empty()) return {};
  for (std::uint32_t i = 0; i < seats; ++i) {
    FD_TRY(const Json done, script->call("done", {state, json_for_script(Observer(Seat(i)))}));
    if (done == true) done_.insert(Seat(i));
  }
  return {};
}

Result<> ScriptModel::ask_result() {
  FD_TRY(const Json said, script->call("result", {state}));
  if (said.is_null() != !wants_.empty())
    return refuse_script("result", "there is a result exactly when nothing is wanted");
  if (!said.is_null()) {
    auto payoff = payoff_of_script(said, seats);
    if (!payoff) return refuse_script("result", payoff.error().about);
    std::int64_t sum = 0;
    for (const auto value : *payoff) {
      if (value < -kScriptNumberMax || value > kScriptNumberMax)
        return refuse_script("result", "a result has more than 53 bits");
      if (value < bounds().min || value > bounds().max)
        return refuse_script("result", "a result is beyond the bounds");
      sum += value;
    }
    if (info().zero_sum && sum != 0)
      return refuse_script("result", "the results do not sum to zero, and zero_sum is not false");
    result_ = *std::move(payoff);
  }
  if (!script->has("scores")) return {};
  FD_TRY(const Json scored, script->call("scores", {state}));
  if (scored.is_null()) return {};
  auto scores = payoff_of_script(scored, seats);
  if (!scores) return refuse_script("scores", scores.error().about);
  scores_ = *std::move(scores);
  return {};
}

Result<std::string> ScriptModel::label_of(Seat seat, const Json& move,
                                          const LabelReader& reader) const {
  std::string label = move.is_string() ? move.get<std::string>() : text(move);
  if (script->has("label")) {
    const std::initializer_list<Json> arguments{state, json_for_script(Observer(seat)), move,
                                                json_for_script(reader.known), Json(reader.names)};
    FD_TRY(const Json said, reader.alone ? script->call_shown("label", arguments)
                                         : script->call("label", arguments));
    if (!said.is_string()) return refuse_script("label", "a label is a text");
    label = said.get<std::string>();
  }
  return plain_text(label, kLabelBytesMax, false);
}

/// The labels of legal() are for everybody. Here they may name the seat's own cards. If one fails,
/// all stay as they are.
std::vector<Choice> ScriptModel::choices(Seat seat, const Known& known,
                                         const SeatNames& names) const {
  auto choices = legal(seat);
  const bool same = known.faces.empty() && known.dice.empty() && names.empty();
  if (same || !script->has("label")) return choices;
  script->begin();
  std::vector<std::string> labels;
  for (const Choice& choice : choices) {
    const auto label = label_of(seat, Json::parse(choice.action.text), {known, names, true});
    if (!label) {
      script->note_failure(label.error().about);
      return choices;
    }
    labels.push_back(*label);
  }
  for (std::size_t i = 0; i < choices.size(); ++i) choices[i].label = std::move(labels[i]);
  return choices;
}

Result<Choice> ScriptModel::choice_of(Seat seat, const Json& move) const {
  Choice choice{.action = {text(move)}, .label = {}, .range = {}};
  if (choice.action.text.size() > Action::kBytesMax)
    return refuse_script("legal", "a move has at most 256 bytes as text");
  const Json who = json_for_script(Observer(seat));
  FD_TRY(choice.label, label_of(seat, move, {}));
  choice.left_to_people = std::ranges::count(info().left_to_people, choice.action.text) != 0;
  if (!script->has("range")) return choice;
  FD_TRY(const Json range, script->call("range", {state, who, move}));
  if (range.is_null()) return choice;
  const auto number = [&](const char* key, const Json& otherwise) {
    return range.is_object() ? range.value(key, otherwise) : Json();
  };
  const Json min = number("min", Json()), max = number("max", Json()), step = number("step", 1);
  for (const Json& limit : {min, max, step})
    if (!limit.is_number_integer() || limit < -kScriptNumberMax || limit > kScriptNumberMax)
      return refuse_script("range",
                           "it returns {min = …, max = …}, perhaps with a step, or "
                           "nothing for a move without a number");
  const bool fits = move.is_object() && move.size() == 1 && *move.begin() == min;
  if (!fits || min > max || step < 1)
    return refuse_script("range", "the move " + choice.action.text +
                                      " is none of {name = least number}: return nothing for it");
  choice.range = Range{min.get<std::int64_t>(), max.get<std::int64_t>(), step.get<std::int64_t>()};
  return choice;
}

Result<std::vector<Choice>> ScriptModel::ask_legal(Seat seat) const {
  if (!script->has("legal")) return refuse_script("legal", "the module has no such function");
  FD_TRY(const Json said, script->call("legal", {state, json_for_script(Observer(seat))}));
  if (!said.is_array() || said.empty() || said.size() > kMovesMax)
    return refuse_script("legal", "a seat that is asked has 1 to 4,000 moves");
  std::vector<Json> moves(said.begin(), said.end());
  std::ranges::sort(moves, std::less<>());
  if (std::ranges::adjacent_find(moves) != moves.end())
    return refuse_script("legal",
                         "a move stands twice: " + text(*std::ranges::adjacent_find(moves)));
  std::vector<Choice> choices;
  for (const Json& move : moves) {
    FD_TRY(Choice choice, choice_of(seat, move));
    choices.push_back(std::move(choice));
  }
  return choices;
}

Result<> ScriptModel::is_legal(Seat seat, const Action& action) const {
  FD_TRY(const Json move, parse_json(action.text, Action::kBytesMax));
  if (text(move) != action.text) return fail(Fault::not_canonical, "move " + action.text);
  for (const Choice& choice : legal(seat)) {
    if (choice.action == action) return {};
    if (!choice.range || !move.is_object() || move.size() != 1) continue;
    if (!move.begin()->is_number_integer()) continue;
    const auto number = move.begin()->get<std::int64_t>();
    const auto& [min, max, step] = *choice.range;
    if (number >= min && number <= max && (number - min) % step == 0 &&
        with_number(choice, number) == action)
      return {};
  }
  return fail(Fault::illegal_move, action.text);
}

std::string ScriptModel::digested() const {
  Json moves = Json::object();
  for (const auto& [seat, choices] : legal_)
    for (const Choice& choice : choices) {
      Json move = {choice.action.text};
      if (choice.range)
        move.insert(move.end(), {choice.range->min, choice.range->max, choice.range->step});
      moves[std::to_string(seat.value)].push_back(std::move(move));
    }
  Json decided = {{"state", state}, {"wants", wanted_}, {"moves", moves}, {"done", done_.bits()}};
  if (result_) decided["result"] = *result_;
  if (scores_) decided["scores"] = *scores_;
  return text(decided);
}

bool is_of_a_person(const AnyEvent& event) {
  return std::holds_alternative<Moved<Action>>(event) ||
         std::holds_alternative<MovedTogether<Action>>(event) ||
         std::holds_alternative<Absent>(event);
}

Result<AnyGame> ScriptModel::after(const AnyEvent& event) const {
  if (const auto* moved = std::get_if<Moved<Action>>(&event)) {
    FD_TRY(is_legal(moved->seat, moved->move));
  }
  if (const auto* together = std::get_if<MovedTogether<Action>>(&event))
    for (const auto& [seat, action] : together->moves) {
      FD_TRY(is_legal(seat, action));
    }
  script->begin();
  const char* function = "after";
  Json heard = event_for_script(event);
  if (const auto* out = std::get_if<Out>(&event)) {
    if (script->has("without"))
      function = "without";
    else if (seats > 2)
      return AnyGame(std::make_shared<const ScriptModel>(*this));
    else
      heard = event_for_script(AnyEvent(Void{SeatSet::of({out->seat})}));
  }
  const int next_quiet = is_of_a_person(event) ? 0 : quiet + 1;
  if (next_quiet > kScriptQuietMax)
    return refuse_script("wants", "2,000 events in a row in which nobody is asked for a move");
  FD_TRY(Json next, script->call(function, {state, heard}));
  return make(script, params, seats, std::move(next), next_quiet);
}

}  // namespace

Module module_of_script(std::shared_ptr<Script> script) {
  const auto start = [script](const Json& params, std::size_t seats) -> Result<AnyGame> {
    script->begin();
    FD_TRY(Json state, script->call("start", {params, Json(seats)}));
    return ScriptModel::make(script, params, seats, std::move(state));
  };
  // Any state can be tried; what the script says of it is checked as ever.
  const auto load = [script](const Json& params, std::size_t seats,
                             const Json& state) -> Result<AnyGame> {
    script->begin();
    return ScriptModel::make(script, params, seats, state);
  };
  return {.info = [script]() -> const GameInfo& { return script->info(); },
          .start = start,
          .load = load,
          .perft = &perft_any,
          .solve = &solve_any,
          .loads = false,
          .script = script->text()};
}

}  // namespace fairdeal::rules
