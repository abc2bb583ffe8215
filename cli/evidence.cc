#include "cli/evidence.h"

#include <utility>

#include "crypto/system_rng.h"
#include "proto/envelope.h"
#include "proto/transcript.h"
#include "rules/json_full.h"
#include "runtime/audit/evidence_file.h"
#include "ui/home/read_file.h"
#include "ui/sandbox/native_files.h"
#include "ui/words/printable.h"

/// `fairdeal evidence` shows or verifies a file of evidence.

namespace fairdeal::cli {
namespace {

/// The largest evidence that is read. It contains the transcript up to the lie.
constexpr std::size_t kEvidenceBytesMax = std::size_t{1} << 30;
/// How many bytes are read first, to find out what kind of file it is.
constexpr std::size_t kBeginningBytes = 256;

std::string kind(const audit::EvidenceFile& evidence) {
  if (std::holds_alternative<proto::WrongEntry>(evidence.lie)) return "false answer";
  switch (std::get<proto::Equivocation>(evidence.lie).what) {
    case proto::Equivocation::What::entry:
      return "two answers";
    case proto::Equivocation::What::vote:
      return "two votes";
    case proto::Equivocation::What::proposal:
      return "two proposals";
  }
  return {};
}

/// Returns whether a file begins with `magic`, with any version number at its end.
bool begins(ByteSpan file, std::string_view magic) {
  return as_text(file).starts_with(magic.substr(0, magic.find_last_of(' ')));
}

}  // namespace

int run_evidence(const EvidenceOptions& options, const words::Output& output) {
  auto file = home::FileReader::open(options.file);
  auto beginning = file ? file->more(kBeginningBytes) : Result<Bytes>(fail(file.error()));
  if (!beginning)
    return output.failed(words::failure_of(beginning.error(), "Could not read the evidence"));
  if (!begins(*beginning, proto::kEvidenceMagic))
    return output.failed({words::Exit::usage, "no_evidence", options.file + " is no evidence.",
                          begins(*beginning, proto::kTranscriptMagic)
                              ? "It is a transcript: fairdeal audit " + options.file
                              : "Evidence is kept beside a table's transcript: *.evidence."});
  crypto::SystemRng rng;
  const auto more = [&](std::size_t wanted) -> Result<Bytes> {
    if (beginning->empty()) return file->more(wanted);
    return std::exchange(*beginning, {});
  };
  const auto evidence = file->size() > kEvidenceBytesMax
                            ? Result<audit::EvidenceFile>(fail(Fault::too_large, options.file))
                            : audit::read_evidence(more, options.verify ? &rng : nullptr);
  if (!evidence)
    return output.failed(words::failure_of(evidence.error(), "Could not read the evidence"));

  const proto::Charter& charter = evidence->charter->charter;
  const Seat seat = evidence->seat();
  const std::string nickname = seat.value < charter.validators()
                                   ? words::printable(charter.member(seat).nickname)
                                   : "nobody";
  words::Json document = {{"v", 1},
                          {"kind", kind(*evidence)},
                          {"seat", seat.value},
                          {"nickname", nickname},
                          {"game", charter.module},
                          {"table", proto::table_id(evidence->charter->raw).hex()},
                          {"steps_before", evidence->steps_before}};
  const std::string who =
      "seat " + std::to_string(seat.value + 1) + " (" + words::quoted(nickname) + ")";
  const std::string text = "Against " + who + " at a table of " + words::printable(charter.module) +
                           ": " + kind(*evidence) + ".";
  if (!options.verify) {
    output.result(document);
    output.result(text + " Not verified: fairdeal evidence verify " +
                  words::printable(options.file));
    return 0;
  }
  const Result<std::string>& verdict = *evidence->verdict;
  if (!verdict && verdict.error().fault == Fault::unknown_module)
    return output.failed({words::Exit::cannot_check, "cannot_check",
                          "CANNOT CHECK: " + describe(verdict.error()) + ".",
                          sandbox::kNameTheLibrary});
  document["convicts"] = verdict.has_value();
  document["why"] = verdict ? *verdict : describe(verdict.error());
  output.result(document);
  output.result(verdict ? "CONVICTED: " + who + " " + words::printable(*verdict) + "."
                        : "NO CONVICTION: " + words::printable(describe(verdict.error())) + ".");
  return static_cast<int>(verdict ? words::Exit::success : words::Exit::invalid);
}

}  // namespace fairdeal::cli
