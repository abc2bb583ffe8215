#include "runtime/audit/trace.h"

#include <nlohmann/json.hpp>

namespace fairdeal::audit {

std::string trace_line(const Audited& audited) {
  const state::Table& table = audited.table;
  rules::Json slots = rules::Json::array();
  for (const consensus::EntrySlot& slot : table.slots())
    slots.push_back({slot.seat.value, static_cast<int>(slot.kind)});
  rules::Json line = {{"head", table.head().hex()},
                      {"state", table.digest().hex()},
                      {"game", rules::text(table.game().json())},
                      {"slots", slots}};
  if (table.step() == Step(0)) {
    line["table"] = table.id().hex();
    return rules::text(line);
  }
  line["record"] = table.step().value - 1;
  line["digest"] = audited.record.hex();
  line["proofs"] = audited.proofs;
  return rules::text(line);
}

}  // namespace fairdeal::audit
