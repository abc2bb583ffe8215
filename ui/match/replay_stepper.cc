#include "ui/match/replay_stepper.h"

#include "ui/words/printable.h"

namespace fairdeal::match {

ReplayStepper::ReplayStepper(const Frames& frames, bool mine)
    : frames_(frames), cursor_(frames.list()) {
  if (mine) observer_ = frames.owner();
}

ReplayDone ReplayStepper::go(const ReplayCommand& command) {
  const auto where = [&](const ReplayCommand& to) {
    switch (to.step) {
      case ReplayStep::next:
        return cursor_.next();
      case ReplayStep::back:
        return cursor_.back();
      case ReplayStep::next_street:
        return cursor_.next_street();
      case ReplayStep::street_back:
        return cursor_.street_back();
      case ReplayStep::next_hand:
        return cursor_.next_hand();
      case ReplayStep::hand_back:
        return cursor_.hand_back();
      case ReplayStep::first:
        return cursor_.first();
      case ReplayStep::last:
        return cursor_.last();
      case ReplayStep::to_hand:
        return cursor_.to_hand(static_cast<std::int64_t>(to.number));
      default:
        return cursor_.to_record(to.number);
    }
  };
  plays_ = false;
  return where(command) ? ReplayDone::moved : ReplayDone::nothing_there;
}

ReplayDone ReplayStepper::look(bool as_owner) {
  if (as_owner && !frames_.owner()) return ReplayDone::no_own_seat;
  observer_ = as_owner ? frames_.owner() : rules::Observer();
  return ReplayDone::looks;
}

ReplayDone ReplayStepper::play_at(std::uint64_t speed) {
  if (speed != 1 && speed != 2 && speed != 4 && speed != kSpeedMax)
    return ReplayDone::nothing_there;
  speed_ = static_cast<int>(speed);
  return ReplayDone::another_speed;
}

ReplayDone ReplayStepper::run(const ReplayCommand& command) {
  const auto speed = static_cast<std::uint64_t>(speed_);
  switch (command.step) {
    case ReplayStep::everybody:
      return look(false);
    case ReplayStep::mine:
      return look(true);
    case ReplayStep::other:
      return look(!observer_);
    case ReplayStep::faster:
      return play_at(2 * speed);
    case ReplayStep::slower:
      return play_at(speed / 2);
    case ReplayStep::speed:
      return play_at(command.number);
    case ReplayStep::play:
      if (at_end()) return ReplayDone::nothing_there;
      plays_ = !plays_;
      return ReplayDone::paces;
    case ReplayStep::help:
      return ReplayDone::helps;
    case ReplayStep::quit:
      return ReplayDone::quits;
    default:
      return go(command);
  }
}

bool ReplayStepper::on() {
  plays_ = cursor_.next() && !at_end();
  return plays_;
}

std::string replay_refusal(ReplayDone done) {
  if (done == ReplayDone::nothing_there) return "There is nothing there.";
  if (done == ReplayDone::no_own_seat)
    return "Nothing beside the transcript says which seat is yours.";
  return "";
}

std::string replay_not_understood(const std::string& line) {
  return "\"" + words::printable(line) + "\" is no command here. Type ? for all commands.";
}

}  // namespace fairdeal::match
