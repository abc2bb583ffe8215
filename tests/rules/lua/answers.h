#pragma once

#include <cstdlib>
#include <fstream>
#include <string>

namespace fairdeal::rules {

/// Where a process that EightProcesses started writes what it was answered; empty in others.
inline std::string answers_file() {
  const char* const file = std::getenv("FD_ANSWERS");
  return file == nullptr ? "" : file;
}
inline void note_answer(const std::string& of, const std::string& answer) {
  if (!answers_file().empty())
    std::ofstream(answers_file(), std::ios::app) << of << ": " << answer << "\n";
}

}  // namespace fairdeal::rules
