// Writes the inputs with which the corpora begin: honest inputs of each target, and scripts of few
// edits.
//
//   fuzz_seeds CORPUS_FOLDER TRACES_FOLDER GAMES_FOLDER
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

#include <nlohmann/json.hpp>

#include "base/hex.h"
#include "crypto/dleq.h"
#include "crypto/schnorr.h"
#include "crypto/shuffle_proof.h"
#include "fuzz/golden.h"
#include "net/party/whereabouts.h"
#include "net/reach/stun.h"
#include "proto/reach.h"
#include "relay/server/stun.h"
#include "rules/match.h"
#include "rules/registry.h"
#include "runtime/state/charter.h"
#include "ui/home/identity.h"

namespace fairdeal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSeedBytesMax = 6'000;

class Corpus {
 public:
  explicit Corpus(fs::path folder) : folder_(std::move(folder)) {}
  void add(const std::string& target, const std::string& name, ByteSpan bytes) const {
    if (bytes.size() > kSeedBytesMax) return;
    fs::create_directories(folder_ / target);
    std::ofstream(folder_ / target / name, std::ios::binary) << as_text(bytes);
  }
  void add(const std::string& target, const std::string& name, std::string_view text) const {
    add(target, name, as_bytes(text));
  }

 private:
  fs::path folder_;
};

void proofs(const Corpus& corpus) {
  using namespace crypto;
  SeededRng rng(1);
  const Secret<Scalar> x(Scalar::random(rng));
  const Point X = mul_base(x.expose());
  std::vector<Face> faces{Face(0), Face(1), Face(2)};
  const ShuffleWitness first = draw_shuffle(3, rng);
  const Deck in = shuffle(plain_deck(faces), prepare_masks(X, first), first);
  const ShuffleWitness witness = draw_shuffle(3, rng);
  const Deck out = shuffle(in, prepare_masks(X, witness), witness);
  const std::vector<Point> A{in[0].A}, D{x.expose() * in[0].A};
  Bytes deck;
  for (const MaskedCard& card : out)
    for (const std::byte b : card.encode()) deck.push_back(b);
  corpus.add("proofs_fuzz", "key_proof", prove_key(x, {}, rng).encode());
  corpus.add("proofs_fuzz", "dleq_proof", prove_dleq({X, A, D}, x, {}, rng).encode());
  corpus.add("proofs_fuzz", "shuffle_proof",
             prove_shuffle({X, in, out}, witness, {}, rng).encode());
  corpus.add("proofs_fuzz", "deck", deck);
  for (const char* target : {"points_fuzz", "proofs_fuzz"}) corpus.add(target, "cards", deck);
}

/// Adds one frame of each kind that a table sends, and one body of each kind of entry.
void messages(const Corpus& corpus) {
  sim::World world({.game = "kuhn", .witnesses = 1});
  world.run();
  std::set<std::size_t> kinds, entries;
  for (std::uint32_t i = 0; i < world.size(); ++i)
    for (const Bytes& frame : world.frames_sent(Seat(i))) {
      const auto message = *proto::decode_message(frame);
      if (kinds.insert(message.index()).second)
        corpus.add("messages_fuzz", "frame_" + std::to_string(message.index()), frame);
      if (const auto* passed = std::get_if<proto::PassedFrame>(&message))
        corpus.add("messages_fuzz", "passed", passed->envelope.body);
      const auto* sent = std::get_if<proto::EntryFrame>(&message);
      if (sent == nullptr) continue;
      const auto entry = *proto::decode_entry(sent->envelope.body);
      if (entries.insert(entry.payload.index()).second)
        corpus.add("messages_fuzz", "entry_" + std::to_string(entry.payload.index()),
                   sent->envelope.body);
    }
  const Golden golden = take_apart(world.transcript(Seat(0)), proto::kTranscriptMagic);
  for (std::size_t i = 0; i < golden.parts.size(); i += 4)
    corpus.add("messages_fuzz", "part_" + std::to_string(i), golden.parts[i]);
  const auto decided = *proto::decode_transcript_part(golden.parts.back());
  corpus.add("messages_fuzz", "vote", std::get<proto::Decided>(decided).certificate[0].body);
  corpus.add("messages_fuzz", "charter", world.charter()->raw);
  const std::vector<proto::Message> gathering{
      proto::Join{"Ann", 7777, true, {}},
      proto::Gathering{state::terms_of(world.charter()->charter), {"Ann", "Bob"}, {"Cat"}},
      proto::Propose{world.charter()->raw, {"", "10.0.0.1:7"}, {{}, {}}},
      proto::Sign{},
      proto::Refuse{proto::Refusal::full, "the table is full"},
      proto::FetchScript{{}},
      proto::ScriptText{"return {}"},
      proto::PlaceOrder{1, proto::Order::Kind::buy_in, 500, {}},
      proto::RefuseOrder{1, "no"}};
  auto offer = std::get<proto::Gathering>(gathering[1]);
  offer.script = proto::ScriptOffer{.size = 9,
                                    .author = world.charter()->charter.seats[0].key,
                                    .signature = {},
                                    .chance = true,
                                    .secrets = 4};
  corpus.add("messages_fuzz", "offer", proto::encode(proto::Message(offer)));
  for (const auto& message : gathering)
    corpus.add("messages_fuzz", "frame_" + std::to_string(message.index()), proto::encode(message));
  const std::vector<proto::Beacon> beacons{
      proto::BeaconSeek{},
      proto::BeaconTable{.lobby = {}, .port = 7777, .game = "holdem", .seats = 4, .taken = 1},
      proto::BeaconBye{}};
  for (const auto& beacon : beacons)
    corpus.add("messages_fuzz", "beacon_" + std::to_string(beacon.index()), proto::encode(beacon));
  Bytes where = party::Whereabouts{"0.0.0.0:7777", {"", "10.0.0.1:7"}}.encode();
  where.insert(where.begin(), std::byte{4});
  corpus.add("channel_fuzz", "whereabouts", where);
  corpus.add("channel_fuzz", "address", "\x04[2001:db8::7]:7000");
  const Bytes file = transcript_of({.game = "odds-and-evens"});
  Bytes as_it_is{std::byte{3}};
  as_it_is.insert(as_it_is.end(), file.begin(), file.end());
  corpus.add("transcripts_fuzz", "as_it_is", as_it_is);
}

/// Adds one of each message by which members find each other, and codes as people type them.
void reach_frames(const Corpus& corpus) {
  using namespace proto;
  const auto add_each = [&](const std::string& name, const auto& messages) {
    for (const auto& message : messages)
      corpus.add("reach_fuzz", name + "_" + std::to_string(message.index()), encode(message));
  };
  const Bytes body = to_bytes("body");
  add_each("relay", std::vector<RelayMessage>{Claim{20, Keep{}}, Claimed{7, 1200, {}}, OpenBox{},
                                              ClosePlace{7u}, Visit{0, BoxId{}, body}, Say{1, body},
                                              Gone{1, Gone::Why::time}, Held{}});
  add_each("code", std::vector<CodeMessage>{CodeHello{}, CodeAnswer{}, CodeProof{{}, body},
                                            CodeGrant{{}, body}, CodeDeny{}});
  add_each("path", std::vector<PathMessage>{Where{{{"192.0.2.7:7777", 1}}, {"relay.example.org"}},
                                            Punch{{}, "192.0.2.7:7777", true}, Go{{}, 150},
                                            NoPunch{{}, 1}});
  corpus.add("reach_fuzz", "greeting",
             encode(Greeting{1, "192.0.2.1", {"192.0.2.9:4801"}, {4096, 65536, 0}, "welcome"}));
  corpus.add("reach_fuzz", "ask", encode(Ask{"Ann", true, true, "0.2.0", {}}));
  corpus.add("reach_fuzz", "ticket", encode(Ticket{{}, {"192.0.2.7:7777"}, {}}));
  corpus.add("reach_fuzz", "knock", encode(Knock{{}, {}, 1'800'000'000'000}));
  corpus.add("reach_fuzz", "typed", "7-guitar-igloo@relay.example.org");
  corpus.add("reach_fuzz", "typed_in_short", "0042 GUI igl ice");
}

/// Adds a question to a reflector, and answers: the id is that of stun_fuzz.
void stun(const Corpus& corpus) {
  reach::StunId id;
  for (std::size_t i = 0; i < id.size(); ++i) id[i] = static_cast<std::byte>(i + 1);
  const Bytes request = reach::stun_request(id);
  corpus.add("stun_fuzz", "request", request);
  const auto answer = [&](const char* ip) {
    return *relay::server::stun_answer(request, {.ip = *IpAddress::parse(ip), .port = 7777});
  };
  corpus.add("stun_fuzz", "answer_4", answer("192.0.2.7"));
  corpus.add("stun_fuzz", "answer_6", answer("2001:db8::7"));
  // Another attribute comes first, SOFTWARE, with three bytes and one of padding.
  Bytes longer = answer("192.0.2.7");
  const Bytes software = *from_hex("8022000366640000");
  longer.insert(longer.begin() + 20, software.begin(), software.end());
  longer[3] = static_cast<std::byte>(longer.size() - 20);
  corpus.add("stun_fuzz", "answer_with_software", longer);
}

/// Adds one script to the corpus of a target.
using Add = std::function<void(const char* target, const char* name, const char* hex)>;

void scripts_of_stored_matches(const Add& add) {
  for (const char* target : {"transcripts_fuzz", "evidence_fuzz"}) {
    add(target, "untouched", "00");
    add(target, "another", "01");
    add(target, "a_bit",
        "000300000010"
        "01");
    add(target, "a_vote_less",
        "0005010200"
        "00");
    add(target, "an_answer_twice",
        "0102010101"
        "00");
    add(target, "absent", "010201040001");
    add(target, "swapped",
        "0001020205"
        "06");
    add(target, "of_another", "00040303");
    add(target, "cut",
        "0000040404"
        "00");
  }
  add("restore_fuzz", "in_a_reveal", "00");
  add("restore_fuzz", "in_a_move", "01");
  add("restore_fuzz", "at_the_end", "02");
  add("restore_fuzz", "a_bit",
      "01010000"
      "00001001");
  add("restore_fuzz", "an_answer_twice",
      "01030001"
      "010100");
  add("restore_fuzz", "a_row_less",
      "00000002"
      "0003");
  add("restore_fuzz", "of_another", "0104020302");
  add("restore_fuzz", "swapped", "0002000403");
  add("restore_fuzz", "in_several_ways",
      "02030001020102"
      "010002000405"
      "02010302"
      "0500000000ff04");
}

void scripts_of_channels(const Add& add) {
  add("channel_fuzz", "to_the_answerer", "000020");
  add("channel_fuzz", "to_the_dialer", "010020");
  add("channel_fuzz", "meddled_with",
      "020001030002"
      "0307"
      "01");
  add("channel_fuzz", "frames",
      "020007"
      "00"
      "03"
      "00ff"
      "ffff"
      "0001");
  add("channel_fuzz", "upgraded",
      "020107"
      "0201f40003"
      "01");
  add("channel_fuzz", "spoken_to",
      "0300000001"
      "0004"
      "aabbccdd"
      "03"
      "0000"
      "0001"
      "00");
  add("channel_fuzz", "other_version",
      "03010001"
      "0a"
      "41");
}

void scripts_of_meetings(const Add& add) {
  add("visits_fuzz", "granted", "0000010000020001010002020003");
  add("visits_fuzz", "wrong_words", "0002010000020201010002020203");
  add("visits_fuzz", "burned",
      "0002010000020201010002"
      "000200010104020205010106"
      "010204010206");
  add("visits_fuzz", "two_at_once",
      "0000000100"
      "010000010101"
      "020002020103"
      "010004010105"
      "020006020107");
  add("visits_fuzz", "mixed_up",
      "0000000100"
      "010000010101"
      "020002020103"
      "010005010104"
      "020006020107");
  add("visits_fuzz", "altered",
      "0000"
      "04000000000601"
      "020001010002020003");
  add("visits_fuzz", "late", "0000010000020001030300500303003c010002");
  add("lobby_fuzz", "formed",
      "01000101"
      "01"
      "0101"
      "01"
      "0201"
      "02"
      "0001"
      "020101"
      "020201");
  add("lobby_fuzz", "raw",
      "00000004"
      "0a020a00"
      "03010002"
      "1200");
  add("lobby_fuzz", "gone",
      "010001"
      "010101"
      "0400"
      "010001"
      "010201"
      "020001"
      "020101");
}

void scripts_of_a_bus(const Add& add) {
  add("bus_fuzz", "pipe",
      "0000000601000006"
      "010100000100"
      "010101000101"
      "00000006"
      "010102010103"
      "01000007"
      "000605");
  add("bus_fuzz", "claimed_and_visited",
      "00000000"
      "000500010101"
      "01000002"
      "010500000101"
      "010100000100"
      "00000003010100");
  add("bus_fuzz", "lost",
      "0000000601000006"
      "010100000100"
      "0007000107010006"
      "7f01067f");
  add("bus_fuzz", "altered",
      "0000000601000006"
      "0103000000000000ff"
      "000300000200000003aabbcc"
      "01010000");
  add("bus_fuzz", "said_by_the_bus",
      "00000006"
      "00040011"
      "0000000000000000000000000000000001"
      "01"
      "000400010200"
      "000605");
}

/// Adds scripts. The targets that read them say what their bytes mean.
void scripts(const Corpus& corpus) {
  const Add add = [&](const char* target, const char* name, const char* hex) {
    corpus.add(target, name, *from_hex(hex));
  };
  scripts_of_stored_matches(add);
  scripts_of_channels(add);
  scripts_of_meetings(add);
  scripts_of_a_bus(add);
}

/// Adds a state in the middle of a match of every game, with a move.
void games(const Corpus& corpus) {
  for (const auto& module : rules::modules()) {
    const auto& info = module.info();
    const auto start = rules::start_game(info.name, rules::Json::object(), info.seats_min);
    if (!start) continue;
    rules::Match match(*start, rules::Dealer(1));
    (void)match.begin();
    std::vector<rules::AnyGame> values = match.history();
    rules::Json document = {{"game", info.name},
                            {"params", start->params()},
                            {"seats", info.seats_min},
                            {"state", values[values.size() / 2].json()}};
    for (const rules::AnyGame& value : values)
      for (const Seat seat : value.active())
        document["action"] = value.legal(seat).front().action.text;
    corpus.add("games_fuzz", info.name, rules::text(document));
    corpus.add("json_fuzz", "params_" + info.name, rules::text(start->params()));
  }
}

/// Adds the shortest recorded line of each file, an identity, and what people type.
void lines(const Corpus& corpus, const fs::path& traces) {
  for (const auto& file : fs::directory_iterator(traces)) {
    if (file.path().extension() != ".jsonl") continue;
    std::ifstream in(file.path());
    std::string shortest, line;
    while (std::getline(in, line))
      if (shortest.empty() || line.size() < shortest.size()) shortest = line;
    corpus.add("json_fuzz", file.path().stem().string(), shortest);
  }
  SeededRng rng(1);
  const home::Identity identity{crypto::SigningKey::generate(rng), "Ann"};
  const std::string text = home::encode_identity(identity);
  corpus.add("json_fuzz", "identity", text);
  corpus.add("json_fuzz", "identity_lines",
             text.substr(text.find('\n') + 1, text.find("check") - text.find('\n') - 1));
  corpus.add("json_fuzz", "settings",
             "nickname = \"Ann\"\nmove-time = 12.5\nqr = false\nrelay = [\"a.example.org\"]\n");
  corpus.add("json_fuzz", "link", "at fairdeal:1/__79_Pv6/AAECAwQF?a=192.0.2.7:7777, [::1]:5");
  corpus.add("json_fuzz", "web_address",
             "Come: https://relay.example.org/fairdeal/invite#fairdeal:1/"
             "__79_Pv6-fj39vX08_Lx8O_u7ezr6uno5-bl5OPi4eA/AAECAwQFBgcICQoLDA0ODw"
             "?r=relay.example.org&a=%5B2001:db8::7%5D:7778&n=QW5u&g=holdem.");
  corpus.add("json_fuzz", "page_move", R"({"v":1,"step":7,"move":{"raise":60}})");
  corpus.add("json_fuzz", "page_line", R"({"v":1,"line":"say hello"})");
  corpus.add("json_fuzz", "page_target", "/?token=00112233445566778899aabbccddeeff");
  corpus.add("json_fuzz", "page_cookie",
             "a=b; fairdeal-4801=00112233445566778899aabbccddeeff; c=d");
  corpus.add("json_fuzz", "page_host", "127.0.0.1:4802");
  corpus.add("json_fuzz", "typed_number", "3 60");
  corpus.add("json_fuzz", "typed_words", "Run it twice");
  corpus.add("json_fuzz", "typed_all_in", "all-in");
  corpus.add("json_fuzz", "typed_beginning", "ra 200");
}

/// Adds the short scripts of games/. One that calls every function was written by hand.
void modules(const Corpus& corpus, const fs::path& games) {
  for (const auto& file : fs::directory_iterator(games)) {
    if (file.path().extension() != ".lua") continue;
    std::ifstream in(file.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    corpus.add("modules_fuzz", file.path().stem().string(), text);
  }
}

}  // namespace
}  // namespace fairdeal

int main(int argc, char** argv) {
  using namespace fairdeal;
  CHECK(argc == 4);
  const Corpus corpus(argv[1]);
  proofs(corpus);
  messages(corpus);
  reach_frames(corpus);
  stun(corpus);
  scripts(corpus);
  games(corpus);
  lines(corpus, argv[2]);
  modules(corpus, argv[3]);
}
