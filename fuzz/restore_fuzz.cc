// Restores a member from rows of its store that were edited, as if their digests fitted. Either the
// member refuses them, or it resumes at a head at which it once was; and then it runs without a
// failed CHECK, whatever it remembers.
#include <set>

#include "base/check.h"
#include "base/seeded_rng.h"
#include "fuzz/golden.h"
#include "fuzz/target.h"
#include "runtime/node/node.h"

namespace fairdeal {
namespace {

using state::Put;

constexpr Seat kMe{0};

/// The rows that a member had stored in the middle of a match, and the heads at which it had been.
struct Stored {
  std::shared_ptr<const proto::SignedCharter> charter;
  crypto::SigningKey key;
  std::vector<Put> rows;
  std::set<crypto::Digest> heads;

  Result<node::Node> resumed(std::span<const Put> from, Rng& rng) const {
    return node::Node::resume({charter, kMe, key.clone()}, from, rng);
  }
};

/// Returns the rows as the store gives them: the last of those under each key.
std::vector<Put> last_of_each(const std::vector<Put>& puts) {
  std::map<std::pair<Put::Space, std::string>, Bytes> rows;
  for (const Put& put : puts) rows[{put.space, put.key}] = put.value;
  std::vector<Put> out;
  for (const auto& [where, value] : rows) out.push_back({where.first, where.second, value});
  return out;
}

/// Plays a match until `stops` says so, and returns what member kMe has stored.
template <class Stops>
Stored played(const char* game, Stops stops) {
  sim::World world({.game = game});
  std::set<crypto::Digest> heads;
  const auto& node = world.node(kMe);
  do heads.insert(node.table().head());
  while (!stops(node.table()) && world.step());
  CHECK(stops(node.table()));
  return {world.charter(), world.key(kMe).clone(), last_of_each(world.stored(kMe)), heads};
}

const std::vector<Stored>& goldens() {
  static const std::vector<Stored> all = [] {
    std::vector<Stored> made;
    made.push_back(played("odds-and-evens", [](const state::Table& table) {
      return std::holds_alternative<state::stages::Revealing>(table.stage());
    }));
    made.push_back(played("kuhn", [](const state::Table& table) {
      return std::holds_alternative<state::stages::Moving>(table.stage());
    }));
    made.push_back(played("kuhn", [](const state::Table& table) { return table.over(); }));
    return made;
  }();
  return all;
}

/// Makes one edit: of a row's bytes, of a decided step by its meaning, of the list of rows, or of
/// which value is under which key.
void edit_rows(std::vector<Put>& rows, Script& script) {
  Put& row = rows[script.below(rows.size())];
  const auto& others = goldens()[script.below(goldens().size())].rows;
  switch (script.below(5)) {
    case 0:
      return edit(row.value, script);
    case 1:
      return edit_decided(row.value, script);
    case 2:
      return edit_list(rows, script);
    case 3:
      row.value = others[script.below(others.size())].value;
      return;
    default:
      std::swap(row.value, rows[script.below(rows.size())].value);
  }
}

/// Runs all that the node does at once when it starts, its background work included.
void run(node::Node& node) {
  std::vector<node::Effects> done;
  done.push_back(node.start({0}));
  for (auto& work : done.front().work) done.push_back(node.on_done(work(), {0}));
  done.push_back(node.on_time(node.deadline()));
}

}  // namespace

void fuzz(ByteSpan input) {
  Script script(input);
  const Stored& golden = goldens()[script.below(goldens().size())];
  std::vector<Put> rows = golden.rows;
  const bool untouched = script.done();
  while (!script.done() && !rows.empty()) edit_rows(rows, script);
  SeededRng rng(1);
  auto node = golden.resumed(rows, rng);
  CHECK(node || !untouched);
  if (!node) return;
  CHECK(golden.heads.contains(node->table().head()));
  run(*node);
}

}  // namespace fairdeal
