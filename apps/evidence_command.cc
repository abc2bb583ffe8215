#include <nlohmann/json.hpp>

#include "apps/commands.h"
#include "apps/read_file.h"
#include "apps/terminal.h"
#include "crypto/system_rng.h"
#include "proto/envelope.h"
#include "proto/transcript.h"
#include "runtime/evidence.h"

/// `fairdeal evidence show|verify FILE`.
namespace fairdeal::apps {
namespace {

/// A transcript up to the lie is part of it.
constexpr std::size_t kFileBytesMax = std::size_t{1} << 30;

std::string kind(const runtime::Evidence& evidence) {
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

/// Whether a file is of this kind, of whatever version.
bool begins(ByteSpan file, std::string_view magic) {
  return as_text(file).starts_with(magic.substr(0, magic.find_last_of(' ')));
}

}  // namespace

int run_evidence(const EvidenceOptions& options, const Output& output) {
  const auto bytes = read_file(options.file, kFileBytesMax, [](ByteSpan beginning) {
    return as_text(beginning).starts_with(proto::kEvidenceMagic) ||
           beginning.size() < proto::kEvidenceMagic.size();
  });
  const auto evidence =
      bytes ? runtime::decode_evidence(*bytes) : Result<runtime::Evidence>(fail(bytes.error()));
  if (bytes && !begins(*bytes, proto::kEvidenceMagic))
    return output.failed({Exit::usage, "no_evidence", options.file + " is no evidence.",
                          begins(*bytes, proto::kTranscriptMagic)
                              ? "It is a transcript: fairdeal audit " + options.file
                              : "Evidence is kept beside a table's transcript: *.evidence."});
  if (!evidence) return output.failed(failure_of(evidence.error(), "Could not read the evidence"));

  const proto::Charter& charter = evidence->charter->charter;
  const Seat seat = evidence->seat();
  const std::string nickname =
      seat.value < charter.validators() ? printable(charter.member(seat).nickname) : "nobody";
  Json document = {{"v", 1},
                   {"kind", kind(*evidence)},
                   {"seat", seat.value},
                   {"nickname", nickname},
                   {"game", charter.module},
                   {"table", proto::table_id(evidence->charter->raw).hex()},
                   {"steps_before", evidence->history.size()}};
  const std::string who = "seat " + std::to_string(seat.value + 1) + " (" + nickname + ")";
  std::string text =
      "Against " + who + " at a table of " + charter.module + ": " + kind(*evidence) + ".";
  if (!options.verify) {
    output.result(document);
    output.result(text + " Not verified: fairdeal evidence verify " + options.file);
    return 0;
  }
  crypto::SystemRng rng;
  const auto verdict = runtime::verify(*evidence, rng);
  document["convicts"] = verdict.has_value();
  document["why"] = verdict ? *verdict : describe(verdict.error());
  output.result(document);
  output.result(verdict ? "CONVICTED: " + who + " " + printable(*verdict) + "."
                        : "NO CONVICTION: " + printable(describe(verdict.error())) + ".");
  return static_cast<int>(verdict ? Exit::success : Exit::invalid);
}

}  // namespace fairdeal::apps
