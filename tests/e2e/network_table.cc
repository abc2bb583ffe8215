#include "tests/e2e/network_table.h"

#include <csignal>

#include "tests/e2e/stored.h"

namespace fairdeal::e2e {
namespace {

constexpr const char* kSeats[] = {"Ann", "Bob", "Cat", "Dan"};
constexpr const char* kWitnesses[] = {"Wim", "Xia"};

bool is_witness(const std::string& name) { return std::ranges::count(kWitnesses, name) > 0; }

}  // namespace

std::ostream& operator<<(std::ostream& out, const Match& match) { return out << match.game; }

const std::vector<std::string> kHaste{"--work-time",      "3", "--move-time",  "3",
                                      "--bank",           "0", "--increment",  "0",
                                      "--reconnect-time", "1", "--round-time", "0.5"};

std::unique_ptr<Process> NetworkTable::member(const std::string& name, Arguments arguments) {
  arguments.insert(arguments.end(),
                   {"--identity", folder_ / (name + ".id"), "--data", folder_ / name, "--timeout",
                    std::to_string(timeout_s_), "--json"});
  if (!is_witness(name) && !persons_.contains(name))
    arguments.insert(arguments.end(), {"--bot", "simple"});
  return start(arguments);
}

void NetworkTable::sit_down(const Match& match,
                            const std::function<Faults(const std::string&)>& faults,
                            const Arguments& terms) {
  const std::uint16_t port = free_port();
  const std::string seats = std::to_string(match.seats);
  Arguments host{"host",        match.game,
                 "--seats",     seats,
                 "--params",    match.params,
                 "--witnesses", std::to_string(match.witnesses),
                 "--listen",    "127.0.0.1:" + std::to_string(port),
                 "--nickname",  "Ann"};
  host.insert(host.end(), terms.begin(), terms.end());
  members_.push_back({"Ann", member("Ann", host)});
  members_[0].process->said("The table is open at ");
  for (std::size_t i = 1; i < match.seats; ++i) {
    const std::string name = kSeats[i];
    const std::uint16_t mine = free_port();
    const auto told = proxy_.line("-" + name, mine, faults("-" + name));
    members_.push_back(
        {name, member(name, {"join", line(name + "-Ann", port, faults(name + "-Ann")), "--accept",
                             "--listen", "127.0.0.1:" + std::to_string(mine), "--advertise",
                             std::to_string(told.port), "--nickname", name})});
    members_[0].process->said(std::to_string(i + 1) + " of " + seats + " are here");
  }
  for (std::size_t i = 0; i < match.witnesses; ++i) {
    const std::string name = kWitnesses[i];
    members_.push_back(
        {name, member(name, {"witness", line(name + "-Ann", port, faults(name + "-Ann")),
                             "--accept", "--nickname", name})});
    const bool last = i + 1 == match.witnesses;
    if (!last) members_[0].process->said("; " + std::to_string(i + 1) + " of ");
  }
  for (const Member& member : members_) member.process->said("Everybody is here.");
  proxy_.begin();
}

void NetworkTable::kill(std::size_t i) {
  Member& member = members_[i];
  member.process->signal(SIGKILL);
  member.ended = member.process->end();
  member.said_before += member.ended->err;
  member.process.reset();
}

void NetworkTable::resume(std::size_t i, const Arguments& more) {
  Arguments arguments{"resume"};
  if (persons_.contains(members_[i].name)) arguments.push_back(Stored::in(data(i)));
  arguments.insert(arguments.end(), more.begin(), more.end());
  members_[i].process = member(members_[i].name, arguments);
  members_[i].ended.reset();
}

std::vector<int> NetworkTable::ends() const {
  std::vector<int> ends;
  for (const Member& member : members_)
    if (member.process) ends.push_back(member.process->end_fd());
  return ends;
}

Ended& NetworkTable::end(std::size_t i) {
  Member& member = members_[i];
  if (member.process) {
    member.ended = member.process->end();
    member.process.reset();
  }
  return *member.ended;
}

void NetworkTable::expect_one_end(const std::set<std::size_t>& may_be_convicted) {
  constexpr int kKilled = 128 + SIGKILL;
  std::set<Json> heads;
  Arguments audit{"audit"};
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const std::string& name = members_[i].name;
    const Ended& ended = end(i);
    if (ended.code == kKilled) continue;
    if (may_be_convicted.contains(i)) continue;
    ASSERT_EQ(ended.code, 0) << name << ": " << ended.out << ended.err << what_happened();
    const Json document = ended.json();
    heads.insert(document.at("head"));
    audit.push_back(document.at("transcript"));
    for (const Json& seat : document.at("convicted"))
      EXPECT_TRUE(may_be_convicted.contains(seat.get<std::size_t>()))
          << name << " has seat " << seat << " convicted:\n"
          << members_[i].said_before << ended.err << what_happened();
    for (std::size_t j = 0; j < members_.size(); ++j) {
      fs::path evidence = Stored::in(data(i));
      evidence.replace_extension(".against-seat-" + std::to_string(j) + ".evidence");
      EXPECT_TRUE(may_be_convicted.contains(j) || !fs::exists(evidence))
          << evidence << "\n"
          << members_[i].said_before << ended.err << what_happened();
    }
  }
  EXPECT_EQ(heads.size(), 1u) << what_happened();
  const Ended audited = run(audit);
  EXPECT_EQ(audited.code, 0) << audited.out << audited.err;
}

void NetworkTable::expect_good_end(const Json& gone) {
  expect_one_end();
  for (const Member& member : members_) {
    if (member.ended->code != 0) continue;
    EXPECT_EQ(member.ended->json().at("gone"), gone)
        << member.name << member.ended->err << what_happened();
  }
}

std::string NetworkTable::what_happened() const {
  std::string text = "\nThe network:\n";
  for (const std::string& line : proxy_.log()) text += line + "\n";
  return text;
}

}  // namespace fairdeal::e2e
