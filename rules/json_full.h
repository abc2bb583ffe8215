#pragma once

#include <nlohmann/json.hpp>

#include "rules/json.h"

// This is the definition of the type that rules/json.h declares. Its functions are compiled once,
// in json.cc, instead of in each file that uses them, which saves a tenth of the time to build
// games.
extern template class nlohmann::basic_json<>;
extern template class std::vector<fairdeal::rules::Json>;
extern template class nlohmann::detail::json_sax_dom_parser<fairdeal::rules::Json>;
extern template class nlohmann::detail::json_sax_dom_callback_parser<fairdeal::rules::Json>;
extern template class nlohmann::detail::serializer<fairdeal::rules::Json>;
