#include "ui/words/qr.h"

#include <algorithm>
#include <memory>
#include <qrencode.h>

namespace fairdeal::words {
namespace {

constexpr int kQuiet = 4;

}  // namespace

std::vector<std::string> qr_code(const std::string& text) {
  const std::unique_ptr<QRcode, decltype(&::QRcode_free)> code(
      ::QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_L), &::QRcode_free);
  if (!code) return {};
  const int width = code->width;
  const auto light = [&](int row, int column) {
    const bool inside = row >= 0 && row < width && column >= 0 && column < width;
    return !inside || (code->data[row * width + column] & 1) == 0;
  };
  std::vector<std::string> lines;
  for (int row = -kQuiet; row < width + kQuiet; row += 2) {
    std::string line;
    for (int column = -kQuiet; column < width + kQuiet; ++column) {
      const bool upper = light(row, column);
      const bool lower = light(row + 1, column) && row + 1 < width + kQuiet;
      line += upper && lower ? "█" : upper ? "▀" : lower ? "▄" : " ";
    }
    lines.push_back(line);
  }
  return lines;
}

std::size_t qr_columns(const std::vector<std::string>& code) {
  if (code.empty()) return 0;
  return static_cast<std::size_t>(
      std::ranges::count_if(code.front(), [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace fairdeal::words
