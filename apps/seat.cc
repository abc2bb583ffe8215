#include "apps/seat.h"

#include <unistd.h>

#include <boost/asio/post.hpp>
#include <boost/asio/read_until.hpp>
#include <nlohmann/json.hpp>

#include "apps/choice_text.h"
#include "apps/paths.h"
#include "base/overloaded.h"

namespace fairdeal::apps {
namespace {

using How = net::Session::Ended::How;

Failure failure_of(const net::Session::Ended& ended) {
  const std::string why = ended.error ? describe(*ended.error) : "";
  switch (ended.how) {
    case How::unreachable:
      return {Exit::unreachable, "unreachable", "Could not reach the table: " + why + ".",
              "Check the address, and that the host is still there."};
    case How::incompatible:
      return {Exit::incompatible, "incompatible", "This program cannot play there: " + why + ".",
              "Both sides need the same version of fairdeal."};
    case How::refused:
      return {Exit::refused, "refused", "You were not let in: " + why + ".",
              "Ask the host for a seat."};
    case How::violated:
      return {Exit::violated, name(ended.error->fault), "The table cannot go on: " + why + ".",
              "What was signed is kept in the transcript's folder."};
    case How::failed:
      return {ended.error->fault == Fault::storage ? Exit::usage : Exit::internal,
              name(ended.error->fault),
              "This seat cannot go on: " + why + ".",
              {}};
    case How::finished:
      break;
  }
  return {};
}

}  // namespace

SeatAtTable::SeatAtTable(const SeatOptions& options, const Output& output, Identity identity)
    : options_(options), output_(output), identity_(std::move(identity)) {
  if (!options.nickname.empty()) identity_.nickname = options.nickname;
  if (options.bot == "random") bot_ = rules::random_move;
  if (options.bot == "simple") bot_ = rules::simple_move;
  if (options.bot_seed)
    bot_rng_ = std::make_unique<SeededRng>(*options.bot_seed);
  else
    bot_rng_ = std::make_unique<crypto::SystemRng>();
}

std::string SeatAtTable::folder() const {
  return options_.folder.empty() ? (data_folder() / "tables").string() : options_.folder;
}

int SeatAtTable::run(std::variant<runtime::Offer, net::Address> table, bool witness,
                     net::Address listen) {
  is_guest_ = std::holds_alternative<net::Address>(table);
  make_private_folder(folder());
  session_ = std::make_unique<net::Session>(
      io_,
      net::Session::Config{identity_.key.clone(), identity_.nickname, std::move(listen),
                           std::move(table), witness, folder(), options_.transcript},
      *this);
  signals_.async_wait([this](boost::system::error_code error, int) {
    if (!error) interrupted();
  });
  if (person()) {
    input_.assign(::dup(STDIN_FILENO));
    read_line();
  }
  session_->start();
  tick();
  io_.run();
  return status_;
}

// ---- What happens at the table

void SeatAtTable::on_listening(const net::Address& address) {
  event("listening", {{"address", address.text()}});
  if (!is_guest_)
    say("The table is open at " + address.text() +
        ". Others sit down with: fairdeal join ADDRESS:" + std::to_string(address.port));
}

void SeatAtTable::on_gathering(const proto::Gathering& gathering) {
  event("gathering", {{"here", gathering.nicknames.size()}});
  if (gathering.nicknames == here_) return;
  here_ = gathering.nicknames;
  std::string here;
  for (const auto& nickname : gathering.nicknames)
    here += (here.empty() ? "" : ", ") + printable(nickname);
  say(gathering.module + ": " + std::to_string(gathering.nicknames.size()) + " of " +
      std::to_string(gathering.seats) + " are here: " + here);
}

void SeatAtTable::on_begin(const runtime::Node& node) {
  names_ = Names::of(node.table().charter());
  game_ = node.table().game();
  say("Everybody is here. " + trust_sentence(node.table().charter()));
  event("begin", {{"table", node.table().id().hex()}, {"seat", node.me().value}});
}

void SeatAtTable::on_link(Seat seat, bool up, const runtime::Node& node) {
  if (!up && !node.finished()) say((*names_)[seat] + " lost contact.");
}

void SeatAtTable::on_notice(const runtime::Notice& notice, const runtime::Node& node) {
  std::visit(Overloaded{[&](const runtime::StepDecided& decided) {
                          for (const auto& e : decided.events)
                            if (const auto text = describe(e, *game_, *names_); !text.empty())
                              say(text);
                          const auto before = describe_last_hand(*game_, *names_);
                          game_ = node.table().game();
                          if (const auto hand = describe_last_hand(*game_, *names_); hand != before)
                            say(hand);
                          step_began_ = Clock::now();
                          event("step", {{"step", decided.step.value}});
                        },
                        [&](const runtime::YourTurn&) {
                          if (!person()) boost::asio::post(io_, [this] { decide(); });
                        },
                        [&](const runtime::Refused& refused) {
                          say("Refused: " + fairdeal::describe(refused.error));
                        },
                        [&](const runtime::Equivocated& found) {
                          say((*names_)[found.seat] +
                              " cheats: two signed statements contradict each other.");
                        },
                        [](const auto&) {}},
             notice);
  show();
}

void SeatAtTable::on_refused(const std::string& where, const Error& error) {
  if (!session_->node() || error.fault != Fault::incomplete)
    output_.note("(" + where + ": " + fairdeal::describe(error) + ")");
}

void SeatAtTable::on_ended(const net::Session::Ended& ended) {
  terminal_.keep_block();
  heartbeat_.cancel();
  signals_.cancel();
  input_.close();
  if (ended.how == How::finished) {
    status_ = finished();
  } else {
    const Failure failure = failure_of(ended);
    event("failed", {{"code", static_cast<int>(failure.code)}, {"message", failure.message}});
    status_ = output_.failed(failure);
  }
  io_.stop();
}

int SeatAtTable::finished() {
  const auto& table = session_->node()->table();
  const auto seconds = std::chrono::duration<double>(Clock::now() - began_).count();
  Json document = {{"v", 1},
                   {"game", table.charter().module},
                   {"result", *table.game().result()},
                   {"head", table.head().hex()},
                   {"steps", table.step().value},
                   {"bytes_sent", session_->bytes_sent()},
                   {"seconds", seconds},
                   {"transcript", session_->transcript()}};
  event("finished", document);
  output_.result(document);
  output_.result("Result: " + describe_result(*table.game().result(), *names_) +
                 "\nTranscript: " + session_->transcript());
  return 0;
}

void SeatAtTable::interrupted() {
  terminal_.keep_block();
  session_->stop();
  event("failed", {{"code", 130}, {"message", "interrupted"}});
  status_ = output_.failed({Exit::interrupted,
                            "interrupted",
                            "Interrupted. What was decided so far is kept in " + folder() + ".",
                            {}});
  io_.stop();
}

// ---- Deciding

void SeatAtTable::decide() {
  const auto* node = session_->node();
  if (node == nullptr || !node->my_turn()) return;
  const auto action = bot_(node->table().game(), node->me(), node->known(), *bot_rng_);
  if (const auto acted = session_->act(action); !acted)
    say("The bot erred: " + fairdeal::describe(acted.error()));
}

void SeatAtTable::read_line() {
  boost::asio::async_read_until(
      input_, typed_, '\n', [this](boost::system::error_code error, std::size_t length) {
        if (error) {
          if (error != boost::asio::error::operation_aborted) input_ended();
          return;
        }
        const auto data = typed_.data();
        std::string line(
            boost::asio::buffers_begin(data),
            boost::asio::buffers_begin(data) + static_cast<std::ptrdiff_t>(length - 1));
        typed_.consume(length);
        on_line(line);
        read_line();
      });
}

void SeatAtTable::input_ended() {
  terminal_.keep_block();
  session_->stop();
  status_ = output_.failed({Exit::usage, "no_input", "Nobody can type here any more.",
                            "Let a bot play this seat with --bot simple."});
  event("failed", {{"code", status_}, {"message", "no input"}});
  io_.stop();
}

void SeatAtTable::on_line(const std::string& line) {
  const auto* node = session_->node();
  // The terminal has echoed what was typed: it stays, and the block begins anew below it.
  terminal_.keep_block();
  problem_.clear();
  if (node != nullptr && node->my_turn()) {
    const auto action = read_choice(line, node->table().game().legal(node->me()));
    const auto acted = action ? session_->act(*action) : Result<>(fail(action.error()));
    if (!acted) problem_ = acted.error().about;
  }
  show();
}

// ---- Showing

void SeatAtTable::say(const std::string& line) {
  if (!output_.quiet) terminal_.line(terminal_.colour() ? colour_cards(line) : line);
}

void SeatAtTable::event(const char* type, Json details) {
  if (options_.events_fd < 0) return;
  details["v"] = 1;
  details["type"] = type;
  const std::string line = details.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  if (::write(options_.events_fd, line.data(), line.size()) < 0) options_.events_fd = -1;
}

void SeatAtTable::show() {
  const auto* node = session_->node();
  if (node == nullptr || output_.quiet) return;
  const auto stages = shuffle_stages(*node, *names_);
  if (!terminal_.in_place()) {  // a line for each stage of each seat
    for (std::size_t i = 0; i < stages.size(); ++i)
      if (i >= stages_.size() || stages[i] != stages_[i]) terminal_.line(stages[i]);
    stages_ = stages;
    return;
  }
  std::string block = node->table().game().draw(node->me(), node->known()) + "\n";
  for (const auto& stage : stages) block += "  " + stage + "\n";
  if (person() && node->my_turn()) {
    if (!problem_.empty()) block += problem_ + "\n";
    block +=
        list_choices(node->table().game().legal(node->me())) + "\nYour move: a number or a name";
  } else {
    const auto waited =
        std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - step_began_).count();
    const auto waiting = describe(node->awaited(), node->table(), *names_);
    if (!waiting.empty())
      block += waiting + (waited > 0 ? " (" + std::to_string(waited) + " s)" : "");
  }
  terminal_.block(terminal_.colour() ? colour_cards(block) : block);
}

/// Nothing is silent for more than a second.
void SeatAtTable::tick() {
  heartbeat_.expires_after(std::chrono::milliseconds(900));
  heartbeat_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    const auto* node = session_->node();
    if (terminal_.in_place()) {
      if (node != nullptr && !(person() && node->my_turn())) show();
    } else if (node == nullptr) {
      output_.note(is_guest_ ? "waiting for the table to fill" : "waiting for others to join");
    } else if (Clock::now() - step_began_ > std::chrono::milliseconds(900)) {
      const auto waiting = describe(node->awaited(), node->table(), *names_);
      if (!waiting.empty()) output_.note(waiting);
    }
    tick();
  });
}

}  // namespace fairdeal::apps
