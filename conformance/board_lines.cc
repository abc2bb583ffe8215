#include <algorithm>

#include "conformance/behaviours.h"
#include "rules/checkerboard.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

constexpr std::size_t kSquaresMax = 4096;

tl::unexpected<Error> unknown() { return fail(Fault::unknown_module, "no such question"); }

/// The board of a line, with the questions that a line may ask about it.
class Board {
 public:
  Board(Checkerboard shape, std::string text, char empty)
      : shape_(shape), text_(std::move(text)), empty_(empty) {}

  /// Answers the question `asked` with these arguments. Lines in the answer are text, or lists of
  /// squares. Errors: unknown_module, if the program does not know the question; any other error
  /// means that the board refuses it.
  Result<Json> ask(const std::string& asked, const Json& arguments, bool as_squares) const {
    if (const auto lines = lines_of(asked); lines != nullptr)
      return written((shape_.*lines)(), as_squares);
    const auto argument = [&](std::size_t i) -> const Json& {
      static const Json kNone;
      return i < arguments.size() ? arguments[i] : kNone;
    };
    if (asked == "place") {
      FD_TRY(const Square at, parse_square(argument(0)));
      return as_json(shape_.place(text_, at, piece(argument(1))));
    }
    if (asked == "move" || asked == "swap") {
      FD_TRY(const Square from, parse_square(argument(0)));
      FD_TRY(const Square to, parse_square(argument(1)));
      return as_json(asked == "swap" ? shape_.swap(text_, from, to)
                                     : shape_.move(text_, from, to, piece(argument(2))));
    }
    if (asked == "walk" || asked == "walks")
      return walk(asked, argument(0), argument(1), as_squares);
    if (asked == "sublines") return sublines(argument(0), argument(1), as_squares);
    if (asked == "square") return square(argument(0), argument(1));
    if (asked == "isvalidcoord") {
      const auto at = parse_square(argument(0));
      return Json(at && shape_.has(*at));
    }
    if (asked == "isemptysquare") {
      FD_TRY(const Json here, square(argument(0), Json()));
      return Json(here == std::string(1, empty_));
    }
    if (asked == "coordinates") return written({shape_.squares()}, true)[0];
    if (asked == "weightedsum") return unknown();  // weighted_sum() answers it, with a Rational
    if (asked == "asregexp") return as_reg_exp(argument(0), argument(1), argument(2));
    if (asked == "asregexps") return as_reg_exps(argument(0), argument(1), argument(2));
    if (asked == "asstring" || asked == "asstrings") return as_strings(asked, argument(0));
    if (asked == "directions") return all_directions();
    if (asked == "clone") return Json(text_);
    if (asked == "tostring") return upside_down();
    if (asked == "symmetries") return Json(shape_.symmetries(text_));
    return turned(asked);
  }

  /// Returns whether the board knows this question.
  bool knows(const std::string& asked) const {
    if (asked == "weightedsum") return true;
    const auto answer = ask(asked, Json::array(), false);
    return answer || answer.error().fault != Fault::unknown_module || asked == "sublines" ||
           asked.starts_with("asregexp") || asked.starts_with("asstring");
  }
  const std::string& text() const { return text_; }
  /// Returns the board of the same shape with these pieces.
  Board with(std::string text) const { return {shape_, std::move(text), empty_}; }

  /// Returns the sum over all squares of the square's weight times the coefficient of the piece on
  /// it. Pieces without a coefficient count nothing.
  Result<Rational> weighted_sum(const Json& weights, const Json& coefficients) const {
    Rational sum;
    for (std::size_t i = 0; i < text_.size() && i < weights.size(); ++i) {
      const auto coefficient = coefficients.find(std::string(1, text_[i]));
      if (coefficient == coefficients.end()) continue;
      FD_TRY(const Rational weight, number_of(weights[i]));
      FD_TRY(const Rational times, number_of(*coefficient));
      sum = sum + weight * times;
    }
    return sum;
  }

 private:
  using Lines = std::vector<Checkerboard::Line> (Checkerboard::*)() const;

  static Lines lines_of(const std::string& asked) {
    static const std::map<std::string, Lines> kLines{
        {"horizontals", &Checkerboard::horizontals},
        {"rows", &Checkerboard::horizontals},
        {"verticals", &Checkerboard::verticals},
        {"columns", &Checkerboard::verticals},
        {"orthogonals", &Checkerboard::orthogonals},
        {"positivediagonals", &Checkerboard::positive_diagonals},
        {"negativediagonals", &Checkerboard::negative_diagonals},
        {"diagonals", &Checkerboard::diagonals},
        {"lines", &Checkerboard::lines}};
    const auto found = kLines.find(asked);
    return found == kLines.end() ? nullptr : found->second;
  }

  /// Reads a piece: the first character of a text. No text means an empty square.
  char piece(const Json& said) const {
    const std::string text = said.is_string() ? said.get<std::string>() : "";
    return text.empty() ? empty_ : text[0];
  }
  static Result<Json> as_json(const Result<std::string>& board) {
    if (!board) return fail(board.error());
    return Json(*board);
  }
  Json written(const std::vector<Checkerboard::Line>& lines, bool as_squares) const {
    Json all = Json::array();
    for (const auto& line : lines) {
      Json one = Json::array();
      for (const Square s : line) one.push_back(square_json(s));
      all.push_back(as_squares ? one : Json(shape_.text_of(text_, line)));
    }
    return all;
  }
  Result<Checkerboard::Line> line_of(const Json& squares) const {
    Checkerboard::Line line;
    for (const Json& said : squares) {
      FD_TRY(const Square s, parse_square(said));
      if (!shape_.has(s)) return fail(Fault::bad_parameters, "a square off the board");
      line.push_back(s);
    }
    return line;
  }

  Result<Json> square(const Json& at, const Json& outside) const {
    FD_TRY(const Square s, parse_square(at));
    return shape_.has(s) ? Json(std::string(1, text_[shape_.index(s)])) : outside;
  }

  Result<Json> walk(const std::string& asked, const Json& from, const Json& way,
                    bool as_squares) const {
    FD_TRY(const Square start, parse_square(from));
    FD_TRY(const Json ways, directions(asked == "walk" ? Json::array({way}) : way));
    std::vector<Checkerboard::Line> lines;
    for (const Json& said : ways) {
      FD_TRY(const Direction direction, direction_of(said));
      lines.push_back(shape_.walk(start, direction));
    }
    const Json all = written(lines, as_squares);
    return asked == "walk" ? all.at(0) : all;
  }
  static Result<Direction> direction_of(const Json& said) {
    const auto step = [](const Json& one) {
      return one.is_number_integer() && one >= -1 && one <= 1;
    };
    if (!said.is_array() || said.size() != 2 || !step(said[0]) || !step(said[1])) return unknown();
    return Direction{said[0].get<int>(), said[1].get<int>()};
  }
  /// Reads directions, which a line gives by their steps or, a group of them, by a name. A line
  /// that gives none means all eight.
  static Result<Json> directions(const Json& said) {
    if (said.is_null()) return directions("every");
    if (!said.is_string()) return said;
    const auto of = [](const auto& list) {
      Json json = Json::array();
      for (const Direction d : list) json.push_back(square_json(d));
      return json;
    };
    const std::string name = plain(said.get<std::string>());
    if (name == "horizontal") return of(Checkerboard::kHorizontal);
    if (name == "vertical") return of(Checkerboard::kVertical);
    if (name == "orthogonal") return of(Checkerboard::kOrthogonal);
    if (name == "diagonal") return of(Checkerboard::kDiagonal);
    if (name == "every") return of(Checkerboard::kEvery);
    return unknown();
  }
  static Json all_directions() {
    Json all = Json::object();
    for (const char* name : {"HORIZONTAL", "VERTICAL", "ORTHOGONAL", "DIAGONAL", "EVERY"})
      all[name] = directions(name).value();
    return all;
  }

  Result<Json> as_strings(const std::string& asked, const Json& said) const {
    if (!said.is_array()) return unknown();
    std::vector<Checkerboard::Line> lines;
    const Json squares = asked == "asstring" ? Json::array({said}) : said;
    for (const Json& one : squares) {
      FD_TRY(auto line, line_of(one));
      lines.push_back(std::move(line));
    }
    const Json all = written(lines, false);
    return asked == "asstring" ? all.at(0) : all;
  }
  /// Answers with the rows, the last one first, as people see a board.
  Json upside_down() const {
    const auto rows = shape_.horizontals();
    std::string all;
    for (auto row = rows.rbegin(); row != rows.rend(); ++row)
      all += (all.empty() ? "" : "\n") + shape_.text_of(text_, *row);
    return all;
  }

  /// Answers with the parts of lines that have some length. The lines are named, or given by their
  /// squares; if there is only a length, they are all lines of the board.
  Result<Json> sublines(const Json& first, const Json& second, bool as_squares) const {
    const bool only_length = first.is_number_integer();
    const Json& length = only_length ? first : second;
    if (!length.is_number_integer() || length < 1 || length > kSquaresMax) return unknown();
    std::vector<Checkerboard::Line> lines = shape_.lines();
    if (first.is_string()) {
      const auto named = lines_of(plain(first.get<std::string>()));
      if (named == nullptr) return unknown();
      lines = (shape_.*named)();
    } else if (first.is_array()) {
      lines.clear();
      for (const Json& said : first) {
        FD_TRY(auto line, line_of(said));
        lines.push_back(std::move(line));
      }
    }
    return written(Checkerboard::sublines(lines, length.get<std::size_t>()), as_squares);
  }

  /// Answers with a pattern of the whole board, which has `inside` on the squares of a line and
  /// `outside` on all others.
  Result<Json> as_reg_exp(const Json& squares, const Json& inside, const Json& outside) const {
    if (!squares.is_array() || !inside.is_string()) return unknown();
    FD_TRY(const auto line, line_of(squares));
    std::vector<bool> on_line(text_.size());
    for (const Square s : line) on_line[shape_.index(s)] = true;
    const std::string out = outside.is_string() ? outside.get<std::string>() : ".";
    std::string pattern;
    for (std::size_t i = 0, run = 0; i < on_line.size(); i += run) {
      for (run = 1; i + run < on_line.size() && on_line[i + run] == on_line[i];) ++run;
      pattern += on_line[i] ? inside.get<std::string>() : out;
      if (run > 1) pattern += "{" + std::to_string(run) + "}";
    }
    return Json(pattern);
  }

  Result<Json> as_reg_exps(const Json& lines, const Json& inside, const Json& outside) const {
    if (!lines.is_array()) return unknown();
    std::string all;
    for (const Json& line : lines) {
      FD_TRY(const Json one, as_reg_exp(line, inside, outside));
      all += (all.empty() ? "" : "|") + one.get<std::string>();
    }
    return Json(all);
  }

  /// Answers with the whole board mirrored or turned.
  Result<Json> turned(const std::string& asked) const {
    const auto images = shape_.symmetries(text_);  // four if the board is not square, else eight
    static const std::map<std::string, std::size_t> kImages{{"horizontalsymmetry", 2},
                                                            {"verticalsymmetry", 3},
                                                            {"clockwiserotation", 5},
                                                            {"counterclockwiserotation", 4}};
    const auto found = kImages.find(asked);
    if (found == kImages.end() || found->second >= images.size()) return unknown();
    return Json(images[found->second]);
  }

  Checkerboard shape_;
  std::string text_;
  char empty_;
};

/// Returns the arguments of a line's question, which it has in a list or by their names.
Json arguments_of(const Json& given) {
  if (given.is_array()) return given;
  if (!given.is_object()) return Json::array({given});
  if (const Json* list = first_of(given, {"args", "arguments"}); list != nullptr) return *list;
  Json arguments = Json::array();
  const auto take = [&](std::initializer_list<const char*> names) {
    if (const Json* said = first_of(given, names); said != nullptr) arguments.push_back(*said);
  };
  take({"coord", "at", "from", "coord_from", "coordFrom", "start", "origin", "square", "lines",
        "line", "weights"});
  take({"to", "coord_to", "coordTo", "delta", "deltas", "direction", "directions", "length",
        "coefficients", "inside", "inside_line", "insideLine"});
  take({"value", "piece", "left", "value_left", "valueLeft", "leave", "outside", "outside_line",
        "outsideLine"});
  return arguments;
}

/// Compares an answer of the board with the expected one. Returns false if the program does not
/// know the question.
bool compare_answer(const Board& board, const std::string& asked, const Json& arguments,
                    const Json& expected, Checker& check) {
  if (asked == "weightedsum" && expected.is_number() && arguments.size() == 2) {
    const auto sum = board.weighted_sum(arguments[0], arguments[1]);
    if (!sum) return false;
    same_number(check, asked, expected, *sum);
    return true;
  }
  const Json* inner = expected.is_array() && !expected.empty() ? &expected[0] : nullptr;
  const bool as_squares = inner != nullptr && inner->is_array();
  const auto answer = board.ask(asked, arguments, as_squares);
  if (!answer && answer.error().fault == Fault::unknown_module) return false;
  if (!answer)
    check.fail(asked, answer.error());
  else
    check.same(asked, expected, *answer);
  return true;
}

/// One question of a line to its board, with its arguments.
struct Question {
  std::string asked;
  Json arguments;
};

/// Reads a question that is a name, or a list of a name and arguments: ["place", [1, 1], "X"].
std::optional<Question> question_of(const Json& said, const Json& arguments) {
  if (said.is_string()) return Question{plain(said.get<std::string>()), arguments};
  if (said.is_object())
    if (const Json* name =
            first_of(said, {"call", "method", "operation", "op", "function", "name"}))
      return question_of(*name, arguments_of(said));
  if (!said.is_array() || said.empty() || !said[0].is_string()) return {};
  return Question{plain(said[0].get<std::string>()), Json(said.begin() + 1, said.end())};
}

/// Returns the questions of a line, of which each is asked about the board that the one before it
/// made. A line has them in a list, or one under a name of its own, or says it in its name.
std::vector<Question> questions_of(const Board& board, const Json& given, const std::string& name) {
  const Json arguments = arguments_of(given);
  std::vector<Question> questions;
  if (const Json* list = first_of(given, {"calls", "operations", "ops", "steps", "methods"});
      list != nullptr && list->is_array())
    for (const Json& said : *list)
      if (auto one = question_of(said, arguments)) questions.push_back(*std::move(one));
  if (!questions.empty()) return questions;
  const Json* call = first_of(given, {"call", "method", "operation", "op", "ask", "function"});
  if (call != nullptr)
    if (auto one = question_of(*call, arguments)) return {*std::move(one)};
  const auto of =
      [&](const std::string& asked) -> Question {  // its arguments may stand under its name
    for (const auto& [key, said] : given.items())
      if (plain(key) == asked && asked != "lines" && (said.is_array() || said.is_object()))
        return {asked, arguments_of(said)};
    return {asked, arguments};
  };
  const std::string first = plain(name.substr(0, name.find_first_of(" :,(")));
  if (board.knows(first)) return {of(first)};
  const std::string whole = plain(name.substr(0, name.find_first_of(":,(")));
  if (board.knows(whole)) return {of(whole)};
  for (const auto& [key, said] : given.items())
    if ((said.is_array() || said.is_object()) && key != "lines" && key != "square" &&
        board.knows(plain(key)))
      return {of(plain(key))};
  return {Question{first, arguments}};
}

/// Returns whether a line says by this name that its board is still what it was.
bool is_unchanged(const std::string& key) {
  return key.find("unchanged") != std::string::npos || key.starts_with("original") ||
         key == "before" || key == "sameboard";
}

/// Checks that asking left the board as it was: it is told so, or compared with the text.
void check_unchanged(const Board& board, const Json& expected, const std::string& pieces,
                     Checker& check) {
  const bool is_same = board.text() == pieces;
  if (expected.is_boolean())
    check.same("unchanged", expected, is_same);
  else
    check.same("the board itself", expected, board.text());
}

void check_expectation(const Board& board, const Question& question, const std::string& key,
                       const Json& expected, Checker& check) {
  if (compare_answer(board, plain(key), question.arguments, expected, check)) return;
  if (question.asked == "directions")  // of a board of any size
    if (const Json all = board.ask("directions", {}, false).value(); all.contains(key))
      return void(check.same(key, expected, all[key]));
  if (question.asked.starts_with("walk")) {  // the key may name directions: "DIAGONAL", "1,-1"
    const Json from = question.arguments.empty() ? Json() : question.arguments[0];
    const Json step = Json::parse(key.starts_with('[') ? key : "[" + key + "]", nullptr, false);
    if (!step.is_discarded() && compare_answer(board, "walk", {from, step}, expected, check))
      return;
    if (compare_answer(board, "walks", {from, key}, expected, check)) return;
  }
  if (compare_answer(board, question.asked, question.arguments, expected, check)) return;
  check.skip("board, " + question.asked + ", " + key);
}

}  // namespace

void check_checkerboard_line(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  const Json* height = first_of(given, {"height", "rows"});
  const Json* width = first_of(given, {"width", "columns"});
  const Json* text = first_of(given, {"string", "board", "text", "pieces"});
  const Json side = 3u;  // of the board of a line that needs none, such as one about directions
  if (height == nullptr && width == nullptr && text == nullptr) height = width = &side;
  if (height == nullptr || width == nullptr || !height->is_number_unsigned() ||
      !width->is_number_unsigned() || *height > kSquaresMax || *width > kSquaresMax)
    return check.skip("board of another form");
  const Checkerboard shape(height->get<int>(), width->get<int>());
  const Json* said = first_of(given, {"empty", "emptySquare", "empty_square"});
  const char empty = said != nullptr && said->is_string() && !said->get<std::string>().empty()
                         ? said->get<std::string>()[0]
                         : '.';
  const std::string pieces = text != nullptr && text->is_string()
                                 ? text->get<std::string>()
                                 : std::string(static_cast<std::size_t>(shape.size()), empty);
  if (pieces.size() > kSquaresMax || pieces.size() != static_cast<std::size_t>(shape.size())) {
    if (expects_error(expect)) return;
    return check.skip("a board that is not as large as it says");
  }
  const Board first(shape, pieces, empty);
  Board board = first;
  auto questions = questions_of(first, given, line.value("name", std::string()));
  for (; questions.size() > 1; questions.erase(questions.begin())) {
    const auto made = board.ask(questions[0].asked, questions[0].arguments, false);
    if (!made || !made->is_string()) {
      if (expects_error(expect)) return;
      return check.skip("board, " + questions[0].asked);
    }
    board = board.with(made->get<std::string>());
  }
  const Question& question = questions.front();
  if (expects_error(expect)) {
    const auto answer = board.ask(question.asked, question.arguments, false);
    if (!answer && answer.error().fault == Fault::unknown_module)
      return check.skip("board, " + question.asked);
    check.is_true("it is refused", !answer);
  }
  for (const auto& [key, expected] : expect.items()) {
    if (plain(key) == "error" || plain(key) == "rejected") continue;
    if (is_unchanged(plain(key)))
      check_unchanged(first, expected, pieces, check);
    else
      check_expectation(board, question, key, expected, check);
  }
}

void check_equivalence_line(const Json& line, Checker& check) {
  const auto board = line.at("given").at("board").get<std::string>();
  if (board.size() != 9) return check.skip("a board of another size");
  auto images = Checkerboard(3, 3).symmetries(board);
  images.erase(images.begin());
  std::ranges::sort(images);
  check.same("boards_sorted", line.at("expect").at("boards_sorted"), images);
}

}  // namespace fairdeal::conformance
