#include "net/half_open.h"

namespace fairdeal::net {

HalfOpen::Pass HalfOpen::enter(const std::string& source) {
  const auto known = counts_->by_source.find(source);
  const std::size_t of_source = known == counts_->by_source.end() ? 0 : known->second;
  if (counts_->total >= max_ || of_source >= per_source_max_) return nullptr;

  ++counts_->total;
  ++counts_->by_source[source];
  const auto leave = [counts = counts_](const std::string* left) {
    --counts->total;
    if (--counts->by_source.at(*left) == 0) counts->by_source.erase(*left);
    delete left;
  };
  return Pass(new std::string(source), leave);
}

}  // namespace fairdeal::net
