#pragma once

namespace fairdeal {

/// One lambda for each alternative of a std::variant.
template <class... Lambdas>
struct Overloaded : Lambdas... {
  using Lambdas::operator()...;
};
template <class... Lambdas>
Overloaded(Lambdas...) -> Overloaded<Lambdas...>;

}  // namespace fairdeal
