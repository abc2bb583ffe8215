#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace fairdeal::home {

/// Thrown when this machine lacks what every Linux machine has and the program needs. A chroot or a
/// container may lack it.
struct MachineLacks : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Says what is missing below `root` that a program needs to start another one: "This program needs
/// /proc"; "" if nothing is.
std::string what_machine_lacks(const std::filesystem::path& root = "/");

}  // namespace fairdeal::home
