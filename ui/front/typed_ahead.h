#pragma once

#include <string>

namespace fairdeal::front {

/// The input that a person typed at this program's terminal and that nobody has read yet. It was
/// typed before the question that is shown next, so it must not answer that. A pipe has none: a
/// script writes its lines before it is asked, and means them.
class TypedAhead {
 public:
  /// Opens standard input once more if it is a terminal, so that reading never waits.
  TypedAhead();
  TypedAhead(const TypedAhead&) = delete;
  TypedAhead& operator=(const TypedAhead&) = delete;
  ~TypedAhead();

  /// Takes it away: whole lines if the terminal delivers lines. A line without its Enter stays
  /// there, because the person may still change it. Returns what was taken.
  std::string take();

 private:
  int input_ = -1;
};

}  // namespace fairdeal::front
