#include <nlohmann/json.hpp>

#include "apps/bench_cards.h"
#include "apps/bench_games.h"
#include "apps/bench_table.h"
#include "apps/commands.h"

namespace fairdeal::apps {

namespace {

int run_bench_playouts(const Output& output) {
  output.note("Measuring the rules, about a second each");
  Json document = bench_games(1'000);
  document["v"] = 1;
  output.result(document);
  std::string text;
  for (const char* table : {"playouts_per_second", "perft_nodes_per_second"})
    for (const auto& [name, value] : document.at(table).items()) {
      std::string line = name;
      line.resize(20, ' ');
      text += line + value.dump() + (table[1] == 'l' ? " random playouts/s\n" : " perft nodes/s\n");
    }
  text.pop_back();
  output.result(text);
  return 0;
}

}  // namespace

int run_bench(const BenchOptions& options, const Output& output) {
  if (options.what == "table") return run_bench_table(options, output);
  if (options.what == "playouts") return run_bench_playouts(output);
  output.note("Measuring the card protocol, " + std::to_string(options.runs) +
              " runs of each piece");
  Json document = bench_cards(options.runs);
  document["v"] = 1;
  output.result(document);
  std::string text;
  const Json figures = document.at("microseconds").flatten();
  for (const auto& [name, value] : figures.items()) {
    std::string line = name.substr(1);
    line.resize(20, ' ');
    text += line + value.dump() + " µs\n";
  }
  for (const auto& [name, value] : document.at("bytes").items()) {
    std::string line = name;
    line.resize(20, ' ');
    text += line + value.dump() + " bytes\n";
  }
  text += "yardstick           " + document.at("yardstick_us").dump() +
          " µs (libsodium's ristretto255 multiplication)";
  output.result(text);
  return 0;
}

}  // namespace fairdeal::apps
