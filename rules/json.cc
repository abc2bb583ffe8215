#include "rules/json.h"

#include <set>
#include <vector>

#include "rules/json_full.h"

template class nlohmann::basic_json<>;
template class std::vector<fairdeal::rules::Json>;
template class nlohmann::detail::json_sax_dom_parser<fairdeal::rules::Json>;
template class nlohmann::detail::json_sax_dom_callback_parser<fairdeal::rules::Json>;
template class nlohmann::detail::serializer<fairdeal::rules::Json>;

namespace fairdeal::rules {
namespace {

constexpr int kDepthMax = 32;

/// Notices, while nlohmann parses, what nlohmann accepts and we do not.
class Strict {
 public:
  bool operator()(int depth, Json::parse_event_t event, Json& value) {
    switch (event) {
      case Json::parse_event_t::object_start:
        keys_.emplace_back();
        break;
      case Json::parse_event_t::object_end:
        keys_.pop_back();
        break;
      case Json::parse_event_t::key:
        if (!keys_.back().insert(value.get<std::string>()).second) refuse("a key twice");
        break;
      case Json::parse_event_t::value:
        if (value.is_number_float()) refuse("a number that is no integer");
        break;
      default:
        break;
    }
    if (depth > kDepthMax) refuse("nested too deeply");
    return true;
  }

  std::string reason;

 private:
  void refuse(const char* why) {
    if (reason.empty()) reason = why;
  }
  std::vector<std::set<std::string>> keys_;
};

}  // namespace

std::string text(const Json& value) { return value.dump(); }

Result<Json> parse_json(std::string_view input, std::size_t length_max) {
  if (input.size() > length_max) return fail(Fault::too_large, "JSON text");
  Strict strict;
  Json value = Json::parse(input, std::ref(strict), /*allow_exceptions=*/false);
  if (value.is_discarded()) return fail(Fault::not_canonical, "not JSON");
  if (!strict.reason.empty()) return fail(Fault::not_canonical, "JSON: " + strict.reason);
  return value;
}

}  // namespace fairdeal::rules
