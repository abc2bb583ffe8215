#pragma once

namespace fairdeal {

/// A visitor for std::visit, made of one lambda for each alternative of a std::variant.
template <class... Lambdas>
struct Overloaded : Lambdas... {
  using Lambdas::operator()...;
};
template <class... Lambdas>
Overloaded(Lambdas...) -> Overloaded<Lambdas...>;

}  // namespace fairdeal
