#include <algorithm>

#include "base/mutex.h"
#include "rules/grants.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/lua/limits.h"
#include "rules/lua/plain_text.h"
#include "rules/lua/script.h"
#include "rules/lua/script_codec.h"
#include "rules/model.h"
#include "rules/scene/scene.h"

/// A value of a scripted game: its state, and what the script says of it. All that the table
/// decides by is asked once, when the value is made, so that nothing can fail later. What is shown
/// of a state is asked once, too, and then kept with it.
namespace fairdeal::rules {
namespace {

constexpr std::size_t kStateBytesMax = std::size_t{64} << 10;
constexpr std::size_t kViewBytesMax = std::size_t{64} << 10;
constexpr std::size_t kMovesMax = 4'000;
constexpr std::size_t kLabelBytesMax = 200;
constexpr std::size_t kDrawingBytesMax = kScriptStringMax;
constexpr std::size_t kWordsBytesMax = 1'000;
constexpr std::size_t kFaceNameBytesMax = 32;
/// A stranger's script does not slow a table down by more than a showdown takes.
constexpr std::int64_t kScriptPauseMax_ms = 4'000;

/// The script's answers about one state after it was made, so that each question is asked once.
/// Several threads may look at one state.
struct ScriptAnswers {
  static constexpr std::size_t kNextMax = 1'000;

  Mutex mutex;                                   ///< guards all below; not held during a call
  std::map<std::string, Result<Json>> shown;     ///< by function and arguments
  std::map<std::string, std::int64_t> shown_by;  ///< the instructions of these, by reader
  /// The values that followed, by event, as long as somebody else has them: a table, say, whose
  /// events are then told.
  std::map<std::string, std::weak_ptr<const AnyGame::Model>> next;
};

/// Returns the scene with only that question, and those words, touches and questions of moves,
/// which the scene by public knowledge has, too. A move that its seat finds by what it alone knows
/// tells others of it.
Json with_open_words(Json scene, const Json& open) {
  std::map<std::string, JsonReader> known;
  for (const JsonReader& move : JsonReader(open).member("moves").elements())
    known.emplace(move.member("id").text().value_or(""), move);
  Json moves = Json::array();
  for (const JsonReader& move : JsonReader(scene).member("moves").elements()) {
    const auto same = known.find(move.member("id").text().value_or(""));
    Json kept = move.json();
    for (const char* words : {"label", "short", "aside", "touches", "picks", "ask"}) {
      const JsonReader said = same == known.end() ? JsonReader() : same->second.member(words);
      if (move.member(words).exists() && said.json() != move.member(words).json())
        kept.erase(words);
    }
    moves.push_back(std::move(kept));
  }
  if (!moves.empty()) scene["moves"] = std::move(moves);
  if (JsonReader(scene).member("ask").json() != JsonReader(open).member("ask").json())
    scene.erase("ask");
  return scene;
}

struct ScriptModel final : AnyGame::Model {
  ScriptModel(std::shared_ptr<Script> given_script, Json given_params, std::size_t given_seats,
              Json given_state, int given_quiet)
      : Model(std::move(given_params), given_seats),
        script(std::move(given_script)),
        state(std::move(given_state)),
        quiet(given_quiet) {}

  /// Returns the game's value with this state. Errors: rules, in words.
  static Result<AnyGame> make(const std::shared_ptr<Script>& script, const Json& params,
                              std::size_t seats, Json state) {
    std::int64_t used = 0;
    return make(script, params, seats, std::move(state), used);
  }
  /// `used` counts the instructions, also those that led to this state; `quiet` is for the model.
  static Result<AnyGame> make(const std::shared_ptr<Script>& script, const Json& params,
                              std::size_t seats, Json state, std::int64_t& used, int quiet = 0) {
    const auto model =
        std::make_shared<ScriptModel>(script, params, seats, std::move(state), quiet);
    if (const auto asked = guarded([&] { return model->ask_all(used); }); !asked)
      return fail(Fault::rules, asked.error().about);
    return AnyGame(model);
  }

  const GameInfo& info() const override { return script->info(); }
  std::vector<Want> wants() const override { return wants_; }
  std::vector<Choice> legal(Seat seat) const override {
    const auto of_seat = legal_.find(seat);
    return of_seat == legal_.end() ? std::vector<Choice>() : of_seat->second;
  }
  std::vector<Choice> choices(Seat seat, const Known& known, const SeatNames& names) const override;
  std::string label(Seat seat, const Action& action, const Known& known,
                    const SeatNames& names) const override;
  std::vector<MoveFacts> facts(Seat seat, const std::vector<Choice>& moves) const override;
  std::optional<Action> obvious(Seat seat, const Known& known) const override {
    return move_said("obvious", seat, answers_by(known));
  }
  std::optional<Action> careful(Seat seat, const Known& known) const override {
    return move_said("careful", seat, script->is_shipped() ? known : answers_by(known));
  }
  std::optional<Choice> move_of_absent(Seat seat) const override;
  std::optional<Action> suggested(Seat seat, const Known& known) const override {
    return move_said("bot", seat, known);
  }
  std::string broken_law() const override {
    if (auto failure = script->take_failure(); !failure.empty()) return failure;
    if (!script->has("laws")) return "";
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
    return told("news", {state, event_for_script(event), after->state, Json(names)});
  }
  std::optional<TrickPlay> trick_play(const AnyEvent& event, const Model& next) const override;
  std::string words(const AnyEvent& event, const SeatNames& names) const override {
    return told("words", {state, event_for_script(event), Json(names)});
  }
  std::int64_t pause(const Model& before) const override {
    const auto* was = dynamic_cast<const ScriptModel*>(&before);
    if (was == nullptr || !script->has("pause")) return 0;
    const auto said = optional("pause", {}, {was->state, state});
    const auto time_ms = said ? JsonReader(*said).number() : std::nullopt;
    if (time_ms && *time_ms >= 0 && *time_ms <= kScriptPauseMax_ms) return *time_ms;
    if (said)
      script->note_failure("in pause(): it returns milliseconds, a whole number from 0 to " +
                           std::to_string(kScriptPauseMax_ms));
    return 0;
  }
  std::string face_name(Face face) const override {
    const auto name = optional("face_name", {}, {Json(face.value)});
    const auto text = name ? JsonReader(*name).text() : std::nullopt;
    return text ? plain_text(*text, kFaceNameBytesMax, false) : "";
  }
  bool done(Seat seat) const override { return done_.has(seat); }
  bool is_script() const override { return true; }
  std::shared_ptr<const Model> without_answers() const override {
    const auto copy = std::make_shared<ScriptModel>(*this);
    copy->answers_ = std::make_shared<ScriptAnswers>();
    return copy;
  }
  bool is_shipped() const override { return script->is_shipped(); }
  bool spent(Seat seat) const override { return spent_.has(seat); }
  bool has_stakes() const override { return script->has("spent"); }
  std::optional<WantShuffle> foresees() const override { return foresees_; }
  Seat next_first() const override { return Seat(static_cast<std::uint32_t>(1 % seats)); }
  Json next_params() const override { return params; }
  Json json() const override { return state; }
  Json view(Observer observer, const Known& known) const override {
    auto seen =
        optional("view", observer, {state, json_for_script(observer), json_for_script(known)});
    if (!seen) return plain_json(state, true);
    if (text(*seen).size() <= kViewBytesMax) return plain_json(*seen, true);
    script->note_failure("in view(): a view has at most 64 kB as text");
    return plain_json(state, true);
  }
  std::string draw(Observer observer, const Known& known, const SeatNames& names) const override {
    const auto said =
        script->has("draw")
            ? shown("draw", observer,
                    {state, json_for_script(observer), json_for_script(known), Json(names)})
            : Result<Json>(Json());
    if (!said && said.error().fault == Fault::no_answer)
      return "(This machine is busy: the table is drawn again soon.)\n";
    if (!said) script->note_failure(said.error().about);
    const auto lines = said ? JsonReader(*said).text() : std::nullopt;
    const std::string drawn = lines ? plain_text(*lines, kDrawingBytesMax, true) : "";
    return drawn.empty() ? plain_text(text(view(observer, known)), kDrawingBytesMax, false) + "\n"
                         : drawn;
  }
  Json scene(Observer observer, const Known& known, const SeatNames& names) const override {
    if (!script->has("scene")) return {};
    const auto said = shown(
        "scene", observer, {state, json_for_script(observer), json_for_script(known), Json(names)});
    if (!said)
      return said.error().fault == Fault::no_answer ? late_scene() : no_scene(said.error().about);
    if (said->is_null()) return {};
    if (said->is_string() || is_late(*said)) return no_scene("in scene(): a scene is a table");
    if (text(*said).size() > kViewBytesMax)
      return no_scene("in scene(): a scene has at most 32 kB as text");
    Json scene = plain_json(*said, false);
    if (script->is_shipped() || (secrets_of(info()).answers && known.answers)) return scene;
    const auto open =
        optional("scene", observer,
                 {state, json_for_script(observer), json_for_script(Known()), Json(names)});
    return with_open_words(std::move(scene), open ? plain_json(*open, false) : Json());
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
  /// Returns what an answer may depend on: what a seat alone knows only if the script declares it,
  /// and the person agreed.
  Known answers_by(const Known& known) const {
    return secrets_of(info()).answers && known.answers ? known : Known();
  }
  Result<> ask_all(std::int64_t& used);
  Result<> ask_result(std::int64_t& used);
  Result<SeatSet> ask_of_each(const char* function, std::int64_t& used) const;
  Result<> ask_legal(Seat seat, std::int64_t& used);
  std::vector<Choice> as_listed(Seat seat, const std::vector<Choice>& choices) const;
  Result<std::vector<Json>> ask_of_moves(const char* function, Seat seat, std::vector<Json> moves,
                                         std::initializer_list<Json> more,
                                         std::int64_t& used) const;
  Result<std::vector<std::string>> labels_of(Seat seat, const std::vector<Json>& moves,
                                             std::int64_t& used) const;
  std::vector<Result<std::string>> own_labels_of(Seat seat, std::vector<Json> moves,
                                                 const Known& known, const SeatNames& names) const;
  Result<AnyGame> follow(const AnyEvent& event) const;
  AnyGame same_state() const;
  Result<> is_legal(Seat seat, const Action& action) const;

  /// Calls a function for what is shown to a reader, or finds what it said before.
  Result<Json> shown(const char* function, const Observer& reader,
                     std::initializer_list<Json> arguments) const {
    return shown_each({function, arguments, 0, {*arguments.begin()}}, reader).front();
  }
  std::vector<Result<Json>> shown_each(ScriptCalls calls, const Observer& reader) const;
  /// Calls a function that the module may lack, for what is shown. If it fails, that costs only
  /// what it would have shown.
  std::optional<Json> optional(const char* function, const Observer& reader,
                               std::initializer_list<Json> arguments) const {
    if (!script->has(function)) return {};
    auto value = shown(function, reader, arguments);
    if (value) return *std::move(value);
    if (value.error().fault != Fault::no_answer) script->note_failure(value.error().about);
    return {};
  }
  /// Returns the move that a function chooses, if it is legal. A move decides the match, so on a
  /// busy machine it is waited for as long as for a step, where a drawing is given up.
  std::optional<Action> move_said(const char* function, Seat seat, const Known& known) const {
    if (!script->has(function)) return {};
    const Json reader = json_for_script(Observer(seat)), knows = json_for_script(known);
    auto move = shown(function, seat, {state, reader, knows});
    if (!move && move.error().fault == Fault::no_answer)
      move = script->call(function, {state, reader, knows});
    if (!move) script->note_failure(move.error().about);
    if (!move || move->is_null()) return {};
    const Action action{text(*move)};
    if (is_legal(seat, action)) return action;
    script->note_failure("in " + std::string(function) + "(): the move " + action.text +
                         " is not legal");
    return {};
  }
  /// Notes why a script that has a scene fails to give one, and returns it as scene_problem() takes
  /// it.
  Json no_scene(const std::string& why) const {
    script->note_failure(why);
    return plain_text(why, kLabelBytesMax, false);
  }
  /// Returns a line in the script's words. That of a stranger is marked as such: no name of a
  /// person has the mark's sign, so it looks like nothing that a person or the program says.
  std::string told(const char* function, std::initializer_list<Json> arguments) const {
    const auto value = optional(function, {}, arguments);
    auto text = value ? JsonReader(*value).text() : std::nullopt;
    if (!text) return "";
    std::string line = *std::move(text);
    while (!line.empty() && line.back() == '\n') line.pop_back();
    std::ranges::replace(line, '\n', ' ');
    if (line.empty()) return "";
    return std::string(script->is_shipped() ? "" : kScriptMark) +
           plain_text(line, kWordsBytesMax, false);
  }

  Json wanted_;  ///< as the script said it
  std::vector<Want> wants_;
  std::map<Seat, std::vector<Choice>> legal_;
  std::map<Seat, std::vector<std::size_t>> listed_;  ///< the script's own order, for people
  std::optional<Payoff> result_, scores_;
  std::optional<WantShuffle> foresees_;
  SeatSet done_, spent_;
  std::shared_ptr<ScriptAnswers> answers_ = std::make_shared<ScriptAnswers>();
};

tl::unexpected<Error> refuse_script(const char* function, const std::string& what) {
  return fail(Fault::rules,
              plain_text("in " + std::string(function) + "(): " + what, kScriptMessageMax, false));
}

/// Returns whether all of a move can be seen where people read it.
bool can_be_read(const Json& move, const std::string& written) {
  const bool is_plain =
      std::ranges::all_of(written, [](char c) { return c >= ' ' && c <= '~' && c != '\\'; });
  return is_plain || plain_json(move, false) == move;
}

Result<> ScriptModel::ask_all(std::int64_t& used) {
  if (text(state).size() > kStateBytesMax)
    return refuse_script("after", "a state has at most 64 kB as text");
  FD_TRY(wanted_, script->call("wants", {state}, used));
  auto wants = wants_of_script(wanted_, seats);
  if (!wants) return refuse_script("wants", wants.error().about);
  wants_ = *std::move(wants);
  FD_TRY(ask_result(used));
  const auto* moves = wants_.empty() ? nullptr : std::get_if<WantMove>(&wants_.front());
  if (moves != nullptr)
    for (const Seat seat : moves->seats) {
      FD_TRY(ask_legal(seat, used));
    }
  FD_TRY(done_, ask_of_each("done", used));
  FD_TRY(spent_, ask_of_each("spent", used));
  if (!script->has("foresees")) return {};
  FD_TRY(Json foreseen, script->call("foresees", {state}, used));
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

/// Returns the seats of which a function that the module may lack says true.
Result<SeatSet> ScriptModel::ask_of_each(const char* function, std::int64_t& used) const {
  SeatSet seats_of_it;
  if (!script->has(function) || wants_.empty()) return seats_of_it;
  ScriptCalls calls{function, {state, Json()}, 1, {}};
  for (std::uint32_t i = 0; i < seats; ++i)
    calls.varied.push_back(json_for_script(Observer(Seat(i))));
  FD_TRY(const std::vector<Json> said, script->call_each(calls, used));
  for (std::uint32_t i = 0; i < seats; ++i)
    if (said[i] == true) seats_of_it.insert(Seat(i));
  return seats_of_it;
}

Result<> ScriptModel::ask_result(std::int64_t& used) {
  FD_TRY(const Json said, script->call("result", {state}, used));
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
  FD_TRY(const Json scored, script->call("scores", {state}, used));
  if (scored.is_null()) return {};
  auto scores = payoff_of_script(scored, seats);
  if (!scores) return refuse_script("scores", scores.error().about);
  scores_ = *std::move(scores);
  return {};
}

/// Makes calls for what is shown to a reader, at once, or finds what they said before.
std::vector<Result<Json>> ScriptModel::shown_each(ScriptCalls calls, const Observer& reader) const {
  std::string before = calls.function, after;  // keys are the function and all arguments
  for (std::size_t i = 0; i < calls.arguments.size(); ++i) {
    if (i == calls.place) continue;
    const Json& argument = calls.arguments[i];
    (i < calls.place ? before : after) += '\n' + (argument == state ? "" : text(argument));
  }
  // A bot's thoughts are not shown, nor what follows a move: they have as much for themselves.
  std::string by = text(json_for_script(reader));
  if (calls.function == "bot" || calls.function == "after") by += calls.function;
  std::vector<std::string> keys;
  for (const Json& varied : calls.varied)
    keys.push_back(before + '\n' + (varied == state ? "" : text(varied)) + after);

  std::vector<Result<Json>> said(keys.size(), Json());
  std::vector<std::size_t> asked;  // the places of those that nobody has asked for
  MutexLock lock(answers_->mutex);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (const auto known = answers_->shown.find(keys[i]); known != answers_->shown.end())
      said[i] = known->second;
    else
      asked.push_back(i);
  }
  if (asked.empty()) return said;
  std::int64_t used = answers_->shown_by[by];
  lock.unlock();
  std::vector<Json> varied;
  for (const std::size_t i : asked) varied.push_back(std::move(calls.varied[i]));
  calls.varied = std::move(varied);
  auto answers = script->call_each_shown(calls, used);
  lock.lock();
  std::int64_t& in_all = answers_->shown_by[by];
  in_all = std::max(in_all, used);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const bool stays = answers[i] || answers[i].error().fault != Fault::no_answer;
    if (stays) answers_->shown.emplace(keys[asked[i]], answers[i]);
    said[asked[i]] = std::move(answers[i]);
  }
  return said;
}

/// Calls function(state, seat, move, more…) for each of these moves, at once.
Result<std::vector<Json>> ScriptModel::ask_of_moves(const char* function, Seat seat,
                                                    std::vector<Json> moves,
                                                    std::initializer_list<Json> more,
                                                    std::int64_t& used) const {
  ScriptCalls calls{function, {state, json_for_script(Observer(seat)), Json()}, 2, {}};
  calls.arguments.insert(calls.arguments.end(), more);
  calls.varied = std::move(moves);
  return script->call_each(calls, used);
}

/// Returns the names of moves for everybody.
Result<std::vector<std::string>> ScriptModel::labels_of(Seat seat, const std::vector<Json>& moves,
                                                        std::int64_t& used) const {
  std::vector<std::string> labels;
  if (!script->has("label")) {
    for (const Json& move : moves)
      labels.push_back(
          plain_text(JsonReader(move).text().value_or(text(move)), kLabelBytesMax, false));
    return labels;
  }
  FD_TRY(const std::vector<Json> said,
         ask_of_moves("label", seat, moves, {json_for_script(Known()), Json(SeatNames())}, used));
  for (const Json& label : said) {
    const auto words = JsonReader(label).text();
    if (!words) return refuse_script("label", "a label is a text");
    labels.push_back(plain_text(*words, kLabelBytesMax, false));
  }
  return labels;
}

/// Returns the names of moves for the seat alone.
std::vector<Result<std::string>> ScriptModel::own_labels_of(Seat seat, std::vector<Json> moves,
                                                            const Known& known,
                                                            const SeatNames& names) const {
  const auto said = shown_each(
      {"label",
       {state, json_for_script(Observer(seat)), Json(), json_for_script(known), Json(names)},
       2,
       std::move(moves)},
      Observer(seat));
  std::vector<Result<std::string>> labels;
  for (const auto& label : said) {
    const auto words = label ? JsonReader(*label).text() : std::nullopt;
    if (!label)
      labels.push_back(tl::unexpected(label.error()));
    else if (!words)
      labels.push_back(refuse_script("label", "a label is a text"));
    else
      labels.push_back(plain_text(*words, kLabelBytesMax, false));
  }
  return labels;
}

/// The labels of legal() are for everybody. Here they may name the seat's own cards. If one fails,
/// all stay as they are.
std::vector<Choice> ScriptModel::choices(Seat seat, const Known& all_known,
                                         const SeatNames& names) const {
  const Known known = answers_by(all_known);
  auto choices = legal(seat);
  const bool same = known.faces.empty() && known.dice.empty() && names.empty();
  if (same || !script->has("label")) return as_listed(seat, choices);
  std::vector<Json> moves;
  for (const Choice& choice : choices) moves.push_back(json_or_null(choice.action.text));
  const auto labels = own_labels_of(seat, std::move(moves), known, names);
  for (const auto& label : labels) {
    if (label) continue;
    if (label.error().fault != Fault::no_answer) script->note_failure(label.error().about);
    return as_listed(seat, choices);
  }
  for (std::size_t i = 0; i < choices.size(); ++i) choices[i].label = *labels[i];
  return as_listed(seat, choices);
}

std::string ScriptModel::label(Seat seat, const Action& action, const Known& known,
                               const SeatNames& names) const {
  const auto move = parse_json(action.text, Action::kBytesMax);
  if (!move || !script->has("label")) return "";
  const auto said = own_labels_of(seat, {*move}, answers_by(known), names).front();
  if (!said) script->note_failure(said.error().about);
  return said.value_or("");
}

std::optional<TrickPlay> ScriptModel::trick_play(const AnyEvent& event, const Model& next) const {
  const auto* after = dynamic_cast<const ScriptModel*>(&next);
  if (after == nullptr) return {};
  const auto said = optional("trick_play", {}, {state, event_for_script(event), after->state});
  if (!said || said->is_null()) return {};
  const JsonReader play(*said);
  const auto seat_of = [&](const char* member) -> std::optional<Seat> {
    const auto seat = play.member(member).number(1, static_cast<std::int64_t>(seats));
    return seat ? std::optional(Seat(static_cast<std::uint32_t>(*seat - 1))) : std::nullopt;
  };
  const auto seat = seat_of("seat");
  const auto card = play.member("card").text();
  if (seat && card && !card->empty())
    return TrickPlay{*seat, plain_text(*card, kFaceNameBytesMax, false), seat_of("takes")};
  script->note_failure(
      "in trick_play(): it returns {seat = …, card = …}, perhaps with takes = …, or nothing");
  return {};
}

std::vector<MoveFacts> ScriptModel::facts(Seat seat, const std::vector<Choice>& moves) const {
  std::vector<MoveFacts> of_moves(moves.size());
  if (!script->has("facts")) return of_moves;
  ScriptCalls calls{"facts", {state, json_for_script(Observer(seat)), Json()}, 2, {}};
  for (const Choice& move : moves) calls.varied.push_back(json_or_null(move.action.text));
  const auto said = shown_each(std::move(calls), Observer(seat));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!said[i] && said[i].error().fault != Fault::no_answer)
      script->note_failure(said[i].error().about);
    if (!said[i] || said[i]->is_null()) continue;
    const JsonReader facts(*said[i]);
    of_moves[i] = {.price = facts.member("price").number(0, kScriptNumberMax),
                   .main = facts.member("main").flag() == true,
                   .careful = facts.member("careful").flag() == true,
                   .doubt = facts.member("doubt").flag() == true};
  }
  return of_moves;
}

/// Returns the numbers that a move may have, as range() says.
Result<std::optional<Range>> read_range(const Json& move, const Json& said) {
  if (said.is_null()) return std::nullopt;
  const JsonReader limits(said);
  const auto number = [&](const char* key) {
    return limits.member(key).number(-kScriptNumberMax, kScriptNumberMax);
  };
  const auto min = number("min"), max = number("max");
  const auto step = limits.member("step").exists() ? number("step") : 1;
  if (!min || !max || !step)
    return refuse_script("range",
                         "it returns {min = …, max = …}, perhaps with a step, or "
                         "nothing for a move without a number");
  const auto least = JsonReader(move).only_member();
  if (!least || least->second.number() != *min || *min > *max || *step < 1)
    return refuse_script("range", "the move " + text(move) +
                                      " is none of {name = least number}: return nothing for it");
  return Range{*min, *max, *step};
}

/// Returns a list of moves in order, with their places in that list. Errors: rules (a move that
/// stands twice, or that nobody can read).
Result<std::vector<std::pair<Json, std::size_t>>> sorted_moves(const Json& list) {
  std::vector<std::pair<Json, std::size_t>> moves;
  for (const Json& move : list) moves.emplace_back(move, moves.size());
  std::ranges::sort(moves, std::less<>());
  const auto same = std::ranges::adjacent_find(
      moves, [](const auto& a, const auto& b) { return a.first == b.first; });
  if (same != moves.end())
    return refuse_script("legal", "a move stands twice: " + text(same->first));
  for (const auto& [move, place] : moves) {
    const std::string written = text(move);
    if (written.size() > Action::kBytesMax)
      return refuse_script("legal", "a move has at most 256 bytes as text");
    if (!can_be_read(move, written))
      return refuse_script("legal", "a move has characters that cannot be seen");
  }
  return moves;
}

Result<> ScriptModel::ask_legal(Seat seat, std::int64_t& used) {
  if (!script->has("legal")) return refuse_script("legal", "the module has no such function");
  FD_TRY(const Json said, script->call("legal", {state, json_for_script(Observer(seat))}, used));
  if (!said.is_array() || said.empty() || said.size() > kMovesMax)
    return refuse_script("legal", "a seat that is asked has 1 to 4,000 moves");
  FD_TRY(const auto sorted, sorted_moves(said));
  std::vector<std::size_t>& listed = listed_[seat];
  listed.resize(sorted.size());
  std::vector<Json> moves;
  for (const auto& [move, place] : sorted) {
    listed[place] = moves.size();
    moves.push_back(move);
  }
  FD_TRY(auto labels, labels_of(seat, moves, used));
  std::vector<Json> ranges(moves.size());
  if (script->has("range")) {
    FD_TRY(ranges, ask_of_moves("range", seat, moves, {}, used));
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Choice choice{.action = {text(moves[i])}, .label = std::move(labels[i]), .range = {}};
    choice.left_to_people = std::ranges::count(info().left_to_people, choice.action.text) != 0;
    FD_TRY(choice.range, read_range(moves[i], ranges[i]));
    legal_[seat].push_back(std::move(choice));
  }
  return {};
}

/// Returns these legal moves of a seat in the order in which the script lists them.
std::vector<Choice> ScriptModel::as_listed(Seat seat, const std::vector<Choice>& choices) const {
  std::vector<Choice> listed;
  if (const auto order = listed_.find(seat); order != listed_.end())
    for (const std::size_t i : order->second) listed.push_back(choices[i]);
  return listed;
}

Result<> ScriptModel::is_legal(Seat seat, const Action& action) const {
  FD_TRY(const Json move, parse_json(action.text, Action::kBytesMax));
  if (text(move) != action.text) return fail(Fault::not_canonical, "move " + action.text);
  for (const Choice& choice : legal(seat)) {
    if (choice.action == action) return {};
    if (!choice.range) continue;
    const auto& [min, max, step] = *choice.range;
    const auto given = JsonReader(move).only_member();
    const auto number = given ? given->second.number(min, max) : std::nullopt;
    if (number && (*number - min) % step == 0 && with_number(choice, *number) == action) return {};
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
  Json decided = {{"state", state},
                  {"wants", wanted_},
                  {"moves", moves},
                  {"done", done_.bits()},
                  {"spent", spent_.bits()}};
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
  const std::string key = text(event_for_script(event));
  {
    const MutexLock lock(answers_->mutex);
    const auto known = answers_->next.find(key);
    if (known != answers_->next.end())
      if (auto model = known->second.lock()) return AnyGame(std::move(model));
  }
  auto next = follow(event);
  if (!next) return next;
  const MutexLock lock(answers_->mutex);
  if (answers_->next.size() >= ScriptAnswers::kNextMax) answers_->next.clear();
  answers_->next[key] = next->shared_model();
  return next;
}

/// Compares states alone: what is shown has its own instructions, and a line of its own. The moves
/// are tried some at a time, since the first that is found ends the search.
std::optional<Choice> ScriptModel::move_of_absent(Seat seat) const {
  constexpr std::size_t kAtOnce = 32;
  const auto absent = shown("after", seat, {state, event_for_script(Absent{seat})});
  if (!absent) return {};
  const auto choices = legal(seat);
  for (std::size_t first = 0; first < choices.size(); first += kAtOnce) {
    ScriptCalls calls{"after", {state, Json()}, 1, {}};
    for (std::size_t i = first; i < std::min(choices.size(), first + kAtOnce); ++i)
      calls.varied.push_back(event_for_script(Moved<Action>{seat, choices[i].action}));
    const auto moved = shown_each(std::move(calls), Observer(seat));
    for (std::size_t i = 0; i < moved.size(); ++i)
      if (moved[i] && *moved[i] == *absent) return choices[first + i];
  }
  return {};
}

/// Returns another value with this state. It has its own answers, for what follows may differ.
AnyGame ScriptModel::same_state() const {
  const auto same = std::make_shared<ScriptModel>(*this);
  same->answers_ = std::make_shared<ScriptAnswers>();
  return AnyGame(same);
}

/// Asks the script what follows.
Result<AnyGame> ScriptModel::follow(const AnyEvent& event) const {
  std::int64_t used = 0;
  const char* function = "after";
  Json heard = event_for_script(event);
  Json from = state;
  std::optional<Out> out;
  if (const auto* sits_out = std::get_if<Out>(&event)) out = *sits_out;
  if (const auto* resigned = std::get_if<Resigned>(&event)) {
    if (script->has("resigned"))
      function = "resigned";
    else
      out = Out{.seat = resigned->seat, .left = true};
  }
  if (out) {
    heard = event_for_script(AnyEvent(*out));
    if (out->owes && script->has("missed")) {
      FD_TRY(from, script->call("missed", {state, json_for_script(Observer(out->seat))}, used));
    }
    if (script->has("without"))
      function = "without";
    else if (seats > 2)
      return from == state ? same_state()
                           : make(script, params, seats, std::move(from), used, quiet);
    else
      heard = event_for_script(AnyEvent(Void{SeatSet::of({out->seat})}));
  }
  const int next_quiet = is_of_a_person(event) ? 0 : quiet + 1;
  if (next_quiet > kScriptQuietMax)
    return refuse_script("wants", "2,000 events in a row in which nobody is asked for a move");
  FD_TRY(Json next, script->call(function, {from, heard}, used));
  return make(script, params, seats, std::move(next), used, next_quiet);
}

}  // namespace

Module module_of_script(const std::shared_ptr<Script>& script) {
  const auto start = [script](const Json& params, std::size_t seats) -> Result<AnyGame> {
    std::int64_t used = 0;
    FD_TRY(Json state, script->call("start", {params, Json(seats)}, used));
    return ScriptModel::make(script, params, seats, std::move(state), used);
  };
  // Any state can be tried; what the script says of it is checked as ever.
  const auto load = [script](const Json& params, std::size_t seats,
                             const Json& state) -> Result<AnyGame> {
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
