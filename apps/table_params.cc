#include "apps/table_params.h"

#include "proto/limits.h"
#include "rules/json_full.h"
#include "rules/params.h"
#include "rules/registry.h"

namespace fairdeal::apps {

Result<rules::Json> table_params(const TableOptions& table) {
  FD_TRY(const rules::Module* module, rules::find_module(table.game));
  FD_TRY(rules::Json given, rules::parse_json(table.params, proto::kParamsBytesMax));
  return rules::params_among_people(module->info(), std::move(given));
}

}  // namespace fairdeal::apps
