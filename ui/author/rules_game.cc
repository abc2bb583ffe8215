#include "ui/author/rules_game.h"

#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "ui/seat/table_params.h"

namespace fairdeal::author {

int wrong(const words::Output& output, const std::string& game, const Error& error) {
  if (error.fault == Fault::unknown_module) return output.failed(seat::no_such_game(game));
  return output.failed({words::Exit::usage, "bad_parameters", game + ": " + error.about, ""});
}

Result<words::Json> json_of(const std::string& text, const char* name) {
  auto json = rules::parse_json(text, 1 << 20);
  if (!json) return fail(Fault::bad_parameters, std::string(name) + " is no JSON: " + text);
  return json;
}

/// Returns the game that the options name, at its start or in the given state.
Result<rules::AnyGame> game_of(const RulesOptions& options) {
  FD_TRY(const rules::Module* module, rules::find_module(options.game));
  FD_TRY(const words::Json params, json_of(options.params, "--params"));
  const std::size_t seats = options.seats == 0 ? module->info().seats_min : options.seats;
  if (options.state.empty()) return rules::start_game(options.game, params, seats);
  FD_TRY(const words::Json state, json_of(options.state, "--state"));
  return rules::load_game(options.game, params, seats, state);
}

std::string thousands(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

Result<Seat> seat_named(const rules::AnyGame& game, const std::string& name) {
  std::string known;
  for (std::uint32_t i = 0; i < game.seats(); ++i) {
    const std::string number = std::to_string(i + 1), role = game.role(Seat(i));
    if (name == number || name == role) return Seat(i);
    known += (i == 0 ? "" : ", ") + number + (role == number ? "" : " (" + role + ")");
  }
  return fail(Fault::bad_parameters, "there is no seat '" + name + "': the seats are " + known);
}

}  // namespace fairdeal::author
