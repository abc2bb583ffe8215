#pragma once

#include <span>
#include <string>

#include "runtime/audit/settlement.h"
#include "ui/words/report.h"

/// The accounts of an evening as `fairdeal audit` shows them.

namespace fairdeal::match {

words::Json as_json(const audit::Settlement& evening);
std::string to_text(const audit::Settlement& evening);
/// Returns all accounts, a line each, then all payments, as values separated by commas (RFC 4180),
/// and last, of each evening that is not added up or not whole, why. A text that a spreadsheet
/// would take for a formula begins with an apostrophe.
std::string to_csv(std::span<const audit::Settlement> evenings);

}  // namespace fairdeal::match
