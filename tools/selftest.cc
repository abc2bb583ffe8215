#include "tools/selftest.h"

#include "rules/json_full.h"
#include "tools/known_answers.h"
#include "ui/home/read_file.h"

namespace fairdeal::tools {
namespace {

/// The largest file of known answers that is read. Those in tests/vectors have at most 100 kB.
constexpr std::size_t kVectorBytesMax = 16 << 20;

/// The known answers in the program: the fixed generators and the proof of one key. They show that
/// this build computes the protocol at all. The whole set is in tests/vectors/card-protocol.json.
constexpr std::string_view kBuiltIn =
    R"({"generators": {)"
    R"("pedersen_g": ["001409cd7e8f0a56323d482aa09dc716cb98dd80dba0f11ef4a2ce810e221d28"],)"
    R"("pedersen_h": "5cee491b88511a178a5bb768634ca9ed91575f41ae7383355aceb740cf5e4366",)"
    R"("card": ["4094f3054578030857f683220eebbc9744fd0068104cf4fb15a97e153dee0878"]},)"
    R"("key": [{"rng": "666169726465616c2d7075626c69632f6b657930",)"
    R"("context": "7461626c652d30",)"
    R"("secret": "2b264c1641f10ad85d303f12a65ef7b12095d523bb599bf23cb70302da6ba505",)"
    R"("public": "a838d6b19139182d537d62d46550670ebd8d797319d18debae2c212c117ab849",)"
    R"("proof": ")"
    "d87308462d25bcb443324af9fb5bac2df573612a4997feb3cdcf67c818a29115"
    R"(38e422f7a7d1657406f91e1fc69009a5fe7fdcb1ce7fc3abd38c8dc2af08fe0a"}]})";

}  // namespace

int run_selftest(const SelftestOptions& options, const words::Output& output) {
  std::string text(kBuiltIn);
  if (!options.vectors.empty()) {
    auto file = home::read_file(options.vectors, kVectorBytesMax);
    if (!file)
      return output.failed(words::failure_of(file.error(), "Could not read known answers"));
    text = as_text(*file);
  }
  const auto answers = check_known_answers(text);
  if (!answers)
    return output.failed(words::failure_of(answers.error(), "Could not check " + options.vectors));
  const bool agree = answers->differences.empty();
  output.result(words::Json{{"v", 1},
                            {"checked", answers->checked},
                            {"agree", agree},
                            {"differences", answers->differences}});
  std::string lines;
  for (const std::string& difference : answers->differences) lines += difference + "\n";
  output.result(lines + std::to_string(answers->checked) + " known answers checked: " +
                (agree ? "all agree" : std::to_string(answers->differences.size()) + " differ"));
  return static_cast<int>(agree ? words::Exit::success : words::Exit::internal);
}

}  // namespace fairdeal::tools
