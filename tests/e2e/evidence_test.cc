#include "runtime/audit/evidence.h"

#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/node/other_history.h"
#include "tests/e2e/liar.h"
#include "tests/e2e/stored.h"
#include "tests/e2e/transcripts.h"
#include "ui/home/identity.h"

/// A statement of one table means nothing at another; and a member that signs twice is named
/// by those who hold both files.
namespace fairdeal::e2e {
namespace {

constexpr const char* kNames[] = {"Ann", "Bob", "Wim", "Xia"};
constexpr std::size_t kMembers = std::size(kNames);

/// Two seats and two witnesses, the same persons at each table.
class Evidence : public E2e {
 protected:
  using Arguments = std::vector<std::string>;

  std::unique_ptr<Process> member(std::size_t i, const std::string& table, Arguments arguments) {
    arguments.insert(arguments.end(), {"--nickname", kNames[i], "--identity", identity(i), "--data",
                                       folder_ / table / kNames[i], "--timeout", "120", "--json"});
    if (i < 2) arguments.insert(arguments.end(), {"--bot", "simple"});
    return start(arguments);
  }
  fs::path identity(std::size_t i) const { return folder_ / (std::string(kNames[i]) + ".id"); }
  crypto::SigningKey key(std::size_t i) const {
    return home::load_identity(identity(i)).value().key;
  }

  /// A match of `game`; `more` is what the arguments of each are besides, by seat. Whoever has
  /// a lie runs in this process, with it.
  std::vector<Ended> play(const std::string& table,
                          const std::map<std::size_t, Arguments>& more = {},
                          const std::map<std::size_t, Liar::Lie>& lies = {},
                          const std::string& game = "tic-tac-toe") {
    std::vector<std::unique_ptr<Process>> members;
    std::vector<std::unique_ptr<Liar>> liars;
    members.push_back(member(0, table,
                             {"host", game, "--witnesses", "2", "--listen", "127.0.0.1:0",
                              "--work-time", "3", "--move-time", "3", "--bank", "0", "--increment",
                              "0", "--reconnect-time", "1", "--round-time", "0.5"}));
    const std::string rest = members[0]->said("The table is open at ");
    const std::string address = rest.substr(0, rest.find(". "));
    for (std::size_t i = 1; i < kMembers; ++i) {
      if (const auto lie = lies.find(i); lie != lies.end()) {
        liars.push_back(std::make_unique<Liar>(key(i), kNames[i], address,
                                               folder_ / table / kNames[i], lie->second));
        members.push_back(nullptr);
      } else {
        Arguments arguments{i < 2 ? "join" : "witness", address, "--accept"};
        if (more.contains(i))
          arguments.insert(arguments.end(), more.at(i).begin(), more.at(i).end());
        members.push_back(member(i, table, arguments));
      }
      if (i == 1) members[0]->said("2 of 2 are here");
      if (i == 2) members[0]->said("; 1 of 2 witnesses");
    }
    std::vector<Ended> ended;
    for (const auto& process : members) ended.push_back(process ? process->end() : Ended{});
    for (std::size_t i = 0; i < kMembers; ++i)
      EXPECT_TRUE(lies.contains(i) || ended[i].code == 0) << ended[i].out << ended[i].err;
    return ended;
  }
  fs::path transcript(const std::string& table, std::size_t i) const {
    return Stored::in(folder_ / table / kNames[i]).replace_extension(".fdt");
  }
  /// The evidence against Xia, who tells two stories in her votes at a table of this name.
  audit::Evidence evidence_of(const std::string& table) {
    // She lies to Bob. A match of sixty moves does not end before she is connected to him.
    const auto ended = play(table, {{3, {"--chaos", "lie:3@1:vote"}}}, {}, "othello");
    EXPECT_EQ(ended[0].json().at("convicted"), Json({3}));
    fs::path path = Stored::in(folder_ / table / kNames[0]);
    path.replace_extension(".against-seat-3.evidence");
    EXPECT_EQ(verify(path).code, 0);
    return audit::decode_evidence(as_bytes(read_file(path))).value();
  }
  Ended verify(const fs::path& path) { return run({"evidence", "verify", path, "--json"}); }
  Ended verify(const audit::Evidence& evidence) {
    write_file(folder_ / "evidence", std::string(as_text(audit::encode(evidence))));
    return verify(folder_ / "evidence");
  }
};

TEST_F(Evidence, OfAnotherTableConvictsNobodyThere) {
  auto evidence = evidence_of("first");
  play("second");
  evidence.charter = read_transcript(transcript("second", 0)).charter;
  const Ended there = verify(evidence);
  EXPECT_EQ(there.code, 3) << there.out;
  EXPECT_EQ(there.json().at("convicts"), false);
}

TEST_F(Evidence, OfTwoVotesAtTwoTablesConvictsNobodyAtEither) {
  play("first");
  play("second");
  const Transcript first = read_transcript(transcript("first", 0));
  const Transcript second = read_transcript(transcript("second", 0));
  for (std::size_t step = 0; step < 3; ++step) {
    proto::Envelope one = first.records.at(step).certificate.at(1);
    proto::Envelope other = second.records.at(step).certificate.at(1);
    if (other.body < one.body) std::swap(one, other);
    for (const Transcript* table : {&first, &second}) {
      const proto::Equivocation two{proto::Equivocation::What::vote, one, other};
      EXPECT_EQ(verify(audit::Evidence{table->charter, {}, two}).code, 3) << "step " << step;
    }
  }
}

TEST_F(Evidence, OfAnotherHistoryIsToldByAnAuditThatIsGivenTheFileAndByNoOther) {
  play("first");
  play("second");
  const Transcript first = read_transcript(transcript("first", 0));
  const auto& charter = first.charter;
  const proto::Entry after_another{
      proto::table_id(charter->raw), Step(2), crypto::Digest{}, proto::EndPayload{}, {}};
  const auto file = [&](const proto::Entry& entry) {
    const auto path = folder_ / "first.seat-1.history";
    const auto said = node::as_part(proto::sign(Seat(1), entry, key(1)));
    write_file(path, std::string(as_text(node::history_file(*charter, said))));
    return path;
  };
  const Ended alone = run({"audit", transcript("first", 0)});
  EXPECT_EQ(alone.code, 0);
  EXPECT_EQ(alone.out.find("did not show it"), std::string::npos);

  const auto statement = file(after_another);
  const Ended together = run({"audit", transcript("first", 0), statement});
  EXPECT_EQ(together.code, 0) << together.out << together.err;
  EXPECT_NE(together.out.find("VALID; seat 2 (\"Bob\") signed another history and did not show it"),
            std::string::npos)
      << together.out;
  const Ended as_json = run({"audit", "--json", transcript("first", 0), statement});
  EXPECT_EQ(as_json.json().at("unshown_histories").at(0).at("seat"), 1) << as_json.out;

  // The history of the transcript itself is none other.
  auto same = after_another;
  same.parent = proto::verify_entry(std::get<proto::Envelope>(first.records.at(2).record.front()),
                                    charter->charter)
                    ->message()
                    .parent;
  const Ended fits = run({"audit", transcript("first", 0), file(same)});
  EXPECT_EQ(fits.code, 0) << fits.out;
  EXPECT_EQ(fits.out.find("did not show it"), std::string::npos) << fits.out;

  file(after_another);
  const Ended elsewhere = run({"audit", transcript("second", 0), statement});
  EXPECT_EQ(elsewhere.code, 2) << elsewhere.out << elsewhere.err;
  std::string cut = read_file(statement);
  cut.resize(cut.size() - 1);
  write_file(statement, cut);
  EXPECT_EQ(run({"audit", transcript("first", 0), statement}).code, 2);
}

TEST_F(Evidence, OfAnotherTableAttachedByALiarConvictsNobodyButPerhapsTheLiar) {
  const auto two = std::get<proto::Equivocation>(evidence_of("first").lie);
  const auto signs = std::make_shared<crypto::SigningKey>(key(1));
  const auto lie = [two, signs](const node::Node& node, Seat,
                                ByteSpan frame) -> std::optional<std::vector<Bytes>> {
    const auto message = proto::decode_message(frame);
    const auto* honest = message ? std::get_if<proto::EntryFrame>(&*message) : nullptr;
    if (honest == nullptr || honest->envelope.by != node.me()) return {};
    auto entry = proto::decode_entry(honest->envelope.body).value();
    entry.attachments.emplace_back(two);
    const auto statement = proto::sign(node.me(), std::move(entry), *signs);
    return {{proto::encode(proto::Message(proto::EntryFrame{proto::envelope(statement)}))}};
  };
  const auto ended = play("second", {}, {{1, lie}});
  std::set<Json> heads;
  for (const std::size_t i : {0u, 2u, 3u}) {
    const Json document = ended[i].json();
    heads.insert(document.at("head"));
    for (const Json& seat : document.at("convicted")) EXPECT_EQ(seat, 1) << kNames[i];
    EXPECT_EQ(run({"audit", document.at("transcript")}).code, 0) << kNames[i];
  }
  EXPECT_EQ(heads.size(), 1u);
}

// ---- An end that was signed again

class SignedAgain : public Evidence {
 protected:
  /// All but Ann, who are a quorum.
  Coalition all_but_ann() const {
    Coalition coalition;
    for (std::size_t i = 1; i < kMembers; ++i)
      coalition.emplace(Seat(static_cast<std::uint32_t>(i)), key(i));
    return coalition;
  }
  /// The audit's report on two files, in words and as JSON; each file alone is VALID.
  Json forked(const fs::path& a, const fs::path& b) {
    EXPECT_EQ(run({"audit", a}).code, 0);
    EXPECT_EQ(run({"audit", b}).code, 0);
    const Ended words = run({"audit", a, b});
    EXPECT_EQ(words.code, 3) << words.out;
    EXPECT_NE(words.out.find("INVALID together: forked"), std::string::npos) << words.out;
    const Ended ended = run({"audit", a, b, "--json"});
    EXPECT_EQ(ended.code, 3);
    EXPECT_EQ(ended.json().at("contradict"), true);
    const Json comparison = ended.json().at("comparisons").at(0);
    EXPECT_EQ(comparison.at("relation"), "forked");
    EXPECT_NE(words.out.find("forked at step " + comparison.at("step").dump()), std::string::npos);
    return comparison;
  }
};

TEST_F(SignedAgain, AnEndWithoutSomebodyIsToldFromTheTrueOneAndNamesNobody) {
  play("table");
  Transcript again = read_transcript(transcript("table", 0));
  const Step last(again.records.size() - 1);
  again.records.pop_back();
  play_on(again, all_but_ann());
  write_transcript(folder_ / "again.fdt", again);
  const Json comparison = forked(transcript("table", 0), folder_ / "again.fdt");
  EXPECT_EQ(comparison.at("step"), last.value);
  EXPECT_EQ(comparison.at("contradicted"), Json::array()) << "what they signed, others may sign";
}

TEST_F(SignedAgain, AnotherLastMoveNamesWhoMadeItAndNobodyElse) {
  play("table");
  const Transcript original = read_transcript(transcript("table", 0));
  // Bob's last move that he could have made otherwise.
  std::optional<Step> at;
  std::string other;
  for (std::size_t i = 0; i < original.records.size(); ++i) {
    const auto& answer = std::get<proto::Envelope>(original.records[i].record.front());
    const auto entry = proto::decode_entry(answer.body).value();
    const auto* move = std::get_if<proto::MovePayload>(&entry.payload);
    if (move == nullptr || answer.by != Seat(1)) continue;
    for (const auto& choice : table_before(original, Step(i)).game().legal(Seat(1)))
      if (choice.action.text != move->action) {
        at = Step(i);
        other = choice.action.text;
      }
  }
  ASSERT_TRUE(at);
  Transcript again = original;
  again.records.resize(at->value);
  again.records.push_back(
      decide(table_before(original, *at), {{Seat(1), proto::MovePayload{other}}}, all_but_ann()));
  play_on(again, all_but_ann());
  write_transcript(folder_ / "again.fdt", again);
  const Json comparison = forked(transcript("table", 0), folder_ / "again.fdt");
  EXPECT_EQ(comparison.at("step"), at->value);
  ASSERT_EQ(comparison.at("contradicted").size(), 1u) << comparison;
  EXPECT_EQ(comparison["contradicted"][0].at("seat"), 1);
  EXPECT_EQ(comparison["contradicted"][0].at("why"), "signed two different answers for one place");
}

}  // namespace
}  // namespace fairdeal::e2e
