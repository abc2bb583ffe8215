#include "relay/cluster/place_keys.h"

#include <algorithm>

#include "base/check.h"
#include "base/hex.h"
#include "crypto/keyed_hash.h"
#include "relay/limits.h"

namespace fairdeal::relay::cluster {
namespace {

std::string key_of(const proto::RelayPlace& place) {
  if (const auto* box = std::get_if<proto::BoxId>(&place)) return "b." + to_hex(*box);
  return "n." + std::to_string(std::get<std::uint32_t>(place));
}

}  // namespace

Bytes KeyValue::encode() const {
  Bytes bytes = to_bytes(process);
  bytes.insert(bytes.end(), proof.begin(), proof.end());
  return bytes;
}

std::optional<KeyValue> KeyValue::decode(ByteSpan bytes) {
  KeyValue value;
  if (bytes.size() != value.process.size() + value.proof.size()) return {};
  std::ranges::copy(bytes.first(value.process.size()), value.process.begin());
  std::ranges::copy(bytes.last(value.proof.size()), value.proof.begin());
  return value;
}

void PlaceKeys::claim(const proto::RelayPlace& place, const ByteArray<16>& shown,
                      const ByteArray<16>& proof, Instant now, OnClaim on_claim) {
  const auto found = places_.find(place);
  const TaskId id = found != places_.end() ? found->second : add({.place = place});
  places_[place] = id;
  Task& task = tasks_.at(id);
  CHECK(task.doing == Doing::nothing);
  task.shown = shown;
  task.proof = proof;
  task.on_claim = std::move(on_claim);
  begin(id, now);
}

void PlaceKeys::find(const proto::RelayPlace& place, Instant now, OnFound on_found) {
  const TaskId id = add({.place = place, .since = now, .on_found = std::move(on_found)});
  send(id, Doing::reading, now);
}

void PlaceKeys::release(const proto::RelayPlace& place) {
  const auto found = places_.find(place);
  if (found == places_.end()) return;
  Task& task = tasks_.at(found->second);
  if (task.doing == Doing::nothing) return free(found->second);
  task.unwanted = !task.on_claim;  // who claims releases when it hears the outcome
}

bool PlaceKeys::is_busy(const proto::RelayPlace& place) const {
  const auto found = places_.find(place);
  return found != places_.end() && tasks_.at(found->second).doing != Doing::nothing;
}

bool PlaceKeys::holds(const proto::RelayPlace& place, const ByteArray<16>& proof) const {
  const auto found = places_.find(place);
  if (found == places_.end()) return false;
  const Task& task = tasks_.at(found->second);
  return task.doing == Doing::nothing && crypto::same_in_constant_time(task.proof, proof);
}

// ---- Tasks

PlaceKeys::TaskId PlaceKeys::add(Task task) {
  last_task_ = last_task_.next();
  tasks_.emplace(last_task_, std::move(task));
  return last_task_;
}

PlaceKeys::Task PlaceKeys::remove(TaskId id) {
  set_due(id, never());
  Task task = std::move(tasks_.extract(id).mapped());
  if (!task.on_found) places_.erase(task.place);
  return task;
}

void PlaceKeys::set_due(TaskId id, Instant due) {
  Task& task = tasks_.at(id);
  due_.erase({task.due, id});
  task.due = due;
  if (due != never()) due_.emplace(due, id);
}

KeyRequestId PlaceKeys::next_request() { return last_request_ = last_request_.next(); }

void PlaceKeys::begin(TaskId id, Instant now) {
  Task& task = tasks_.at(id);
  task.since = now;
  task.refusals = 0;
  send(id, task.revision == 0 ? Doing::creating : Doing::updating, now);
}

void PlaceKeys::send(TaskId id, Doing doing, Instant now) {
  Task& task = tasks_.at(id);
  task.doing = doing;
  task.waits = true;
  task.sent = now;
  set_due(id, task.on_claim ? never() : task.leased_until);
  const KeyRequestId request = next_request();
  requests_.emplace(request, id);
  const std::string key = key_of(task.place);
  const Bytes value = KeyValue{.process = self_, .proof = task.proof}.encode();
  if (doing == Doing::creating) bus_.create(request, key, value);
  if (doing == Doing::updating) bus_.update(request, key, value, task.revision);
  if (doing == Doing::reading) bus_.read(request, key);
}

void PlaceKeys::free(TaskId id) {
  const Task task = remove(id);
  // If this is lost, the store forgets the key by itself.
  bus_.remove(key_of(task.place), task.revision);
}

// ---- Answers

void PlaceKeys::on_answer(const KeyAnswer& answer, Instant now) {
  const auto request = requests_.extract(answer.request);
  if (!request || !tasks_.contains(request.mapped())) return;
  const TaskId id = request.mapped();
  Task& task = tasks_.at(id);
  task.waits = false;
  if (answer.what == KeyAnswer::What::unavailable) return on_unavailable(id, now);
  if (task.doing == Doing::reading) return on_read(id, answer, now);
  if (answer.what == KeyAnswer::What::done) return held(id, answer.revision, now);
  if (++task.refusals > kKeyRefusalsMax) return not_held(id, Claim::unavailable, Loss::lost, now);
  send(id, Doing::reading, now);
}

void PlaceKeys::on_read(TaskId id, const KeyAnswer& answer, Instant now) {
  Task& task = tasks_.at(id);
  const bool is_there = answer.what == KeyAnswer::What::done;
  const auto value = is_there ? KeyValue::decode(answer.value) : std::nullopt;
  if (is_there && !value) ++counters_.nats_ignored;
  if (task.on_found) return remove(id).on_found(value, now);
  task.revision = value ? answer.revision : 0;
  // A value that no process wrote has to go, so that one of those who claim the place can create
  // it.
  if (is_there && !value) bus_.remove(key_of(task.place), answer.revision);
  if (!value) return send(id, Doing::creating, now);
  const bool is_ours = value->process == self_;
  const bool is_shown = crypto::same_in_constant_time(value->proof, task.shown);
  const bool claims = static_cast<bool>(task.on_claim);
  if (is_ours || (is_shown && claims)) return send(id, Doing::updating, now);
  not_held(id, Claim::taken, is_shown ? Loss::taken_over : Loss::lost, now);
}

void PlaceKeys::on_unavailable(TaskId id, Instant now) {
  Task& task = tasks_.at(id);
  const bool is_held = !task.on_claim && !task.on_found;
  if (now - task.since < kStorePatience)
    return set_due(id, std::min(now + kStoreRetryAfter, is_held ? task.leased_until : never()));
  if (task.on_found) {
    remove(id).on_found(fail(Fault::incomplete, "the store of keys does not answer"), now);
  } else if (is_held && !task.unwanted) {
    task.doing = Doing::nothing;
    set_due(id, std::min(now + kRenewAgainAfter, task.leased_until));
  } else {
    not_held(id, Claim::unavailable, Loss::lost, now);
  }
}

void PlaceKeys::held(TaskId id, std::uint64_t revision, Instant now) {
  Task& task = tasks_.at(id);
  task.revision = revision;
  task.shown = task.proof;
  task.doing = Doing::nothing;
  task.leased_until = task.sent + kKeyLease;
  set_due(id, task.sent + kKeyRenewedEvery);
  const OnClaim on_claim = std::exchange(task.on_claim, {});
  if (on_claim) return on_claim(Claim::held, now);
  if (task.unwanted) free(id);
}

void PlaceKeys::not_held(TaskId id, Claim outcome, Loss loss, Instant now) {
  const Task task = remove(id);
  if (task.on_claim)
    task.on_claim(outcome, now);
  else if (!task.unwanted)
    handlers_.on_lost(task.place, loss, now);
}

// ---- Time

void PlaceKeys::on_back(Instant now) {
  Duration after{};
  for (const auto& [place, id] : places_) {
    if (tasks_.at(id).doing != Doing::nothing) continue;
    set_due(id, now + after);
    ++after.ms;
  }
}

void PlaceKeys::on_time(Instant now) {
  while (!due_.empty() && due_.begin()->first <= now) {
    const TaskId id = due_.begin()->second;
    Task& task = tasks_.at(id);
    if (!task.on_found && !task.on_claim && task.leased_until <= now)
      not_held(id, Claim::unavailable, Loss::lost, now);
    else if (task.doing != Doing::nothing)
      send(id, task.doing, now);
    else if (handlers_.wanted(task.place, now))
      begin(id, now);
    else
      free(id);
  }
}

}  // namespace fairdeal::relay::cluster
