#include "games/colograph/colograph.h"

#include "rules/json_full.h"
#include "rules/turns.h"

namespace fairdeal::rules {
namespace {

constexpr std::size_t kNodesMax = 100;
constexpr std::int64_t kScoreMax = 1000;

}  // namespace

const GameInfo& Colograph::info() {
  static const GameInfo kInfo{
      .name = "colograph",
      .version = "2",
      .about = "Colour the nodes of a graph; edges within a colour cost or earn points.",
      .roles = {"Red", "Blue"},
      .params = {{"edges", "for each node those it is joined to", "[[1,3],[2],[3],[]]"},
                 {"shapes", "of the nodes", R"(["circle","triangle","square","star"])"},
                 {"score_same_shape", "an edge between equal shapes", "-1", -kScoreMax, kScoreMax},
                 {"score_different_shape", "and between others", "-1", -kScoreMax, kScoreMax}},
      .shelf = "reference"};
  return kInfo;
}

Result<Colograph> Colograph::start(const Json& params, std::size_t) {
  auto graph = std::make_shared<Graph>();
  graph->shapes = params.at("shapes").get<std::vector<std::string>>();
  const Json& edges = params.at("edges");
  const std::size_t nodes = edges.size();
  if (nodes == 0 || nodes > kNodesMax || graph->shapes.size() != nodes)
    return fail(Fault::bad_parameters, "as many shapes as nodes, from 1 to 100");
  const auto same = params.at("score_same_shape").get<std::int64_t>();
  const auto different = params.at("score_different_shape").get<std::int64_t>();
  for (std::size_t a = 0; a < nodes; ++a)
    for (const Json& end : edges.at(a)) {
      const auto b = end.get<std::size_t>();
      if (!end.is_number_integer() || b >= nodes || b == a)
        return fail(Fault::bad_parameters, "an edge leads to no other node");
      graph->edges.push_back({a, b, graph->shapes[a] == graph->shapes[b] ? same : different});
      graph->values.push_back(graph->edges.back().value);
    }
  Colograph game;
  game.graph_ = std::move(graph);
  game.colours_.assign(nodes, kFree);
  game.free_ = nodes;
  return game;
}

Result<Colograph> Colograph::load(const Json& params, std::size_t seats, const Json& state) {
  FD_TRY(Colograph game, start(params, seats));
  const Json& colours = state.at("node_colours");
  if (!colours.is_array() || colours.size() != game.nodes())
    return fail(Fault::bad_parameters, "state: 'node_colours' has a colour or null for each node");
  for (std::size_t i = 0; i < game.nodes(); ++i) {
    for (const char colour : {'0', '1', kFree})
      if (colours[i] == role_or_null(colour)) game.colours_[i] = colour;
    if (role_or_null(game.colours_[i]) != colours[i])
      return fail(Fault::bad_parameters, "state: a node is Red, Blue or null");
  }
  game.free_ = static_cast<std::size_t>(std::ranges::count(game.colours_, kFree));
  FD_TRY(const Seat active, parse_active(info(), state));
  game.active_ = active.value;
  if (game.json()["edge_colours"] != state.at("edge_colours"))
    return fail(Fault::bad_parameters, "state: 'edge_colours' do not follow from the nodes");
  return game;
}

Json Colograph::role_or_null(char colour) {
  return colour == kFree ? Json() : Json(info().roles[static_cast<std::size_t>(colour - '0')]);
}

std::vector<int> Colograph::moves() const {
  std::vector<Move> nodes;
  for (std::size_t i = 0; i < colours_.size(); ++i)
    if (colours_[i] == kFree) nodes.push_back(static_cast<Move>(i));
  return nodes;
}

void Colograph::play(Move node) {
  colours_[static_cast<std::size_t>(node)] = "01"[active_];
  --free_;
  active_ ^= 1;
}

std::optional<Payoff> Colograph::scores() const {
  const auto start = static_cast<std::int64_t>(nodes());
  Payoff scores{start, start};
  for (const Edge& edge : graph_->edges)
    if (colours_[edge.a] != kFree && colours_[edge.a] == colours_[edge.b])
      scores[static_cast<std::size_t>(colours_[edge.a] - '0')] += edge.value;
  return scores;
}

Payoff Colograph::payoff() const {
  const Payoff points = *scores();
  return win_for(Seat(0), points[0] - points[1]);
}

Range Colograph::bounds() const {
  std::int64_t most = 0;
  for (const std::int64_t value : graph_->values) most += std::abs(value);
  return {-most, most};
}

Json Colograph::json() const {
  Json nodes = Json::array(), edges = Json::object();
  for (const char colour : colours_) nodes.push_back(role_or_null(colour));
  for (const auto& [a, b, value] : graph_->edges)
    if (colours_[a] != kFree && colours_[a] == colours_[b])
      edges[std::to_string(a) + "," + std::to_string(b)] = role_or_null(colours_[a]);
  return {
      {"active", active_json(info(), mover())}, {"edge_colours", edges}, {"node_colours", nodes}};
}

std::string Colograph::draw() const {
  std::string text;
  for (std::size_t i = 0; i < nodes(); ++i) {
    text += std::to_string(i) + " " + graph_->shapes[i];
    if (colours_[i] != kFree) text += ", " + role_or_null(colours_[i]).get<std::string>();
    std::string joined;
    for (const auto& [a, b, value] : graph_->edges)
      if (a == i || b == i) joined += " " + std::to_string(a == i ? b : a);
    text += (joined.empty() ? "" : ", joined to" + joined) + "\n";
  }
  return text;
}

Result<int> Colograph::parse_move(const Json& json) {
  if (!json.is_number_integer() || json < 0 || json >= kNodesMax)
    return fail(Fault::not_canonical, "a move is a node, from 0");
  return json.get<int>();
}

extern const Module kColograph;
const Module kColograph = module_of_turns<Colograph>();

}  // namespace fairdeal::rules
