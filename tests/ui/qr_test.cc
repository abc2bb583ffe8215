// The picture of a link.
#include "ui/words/qr.h"

#include <gtest/gtest.h>

namespace fairdeal::words {
namespace {

TEST(QrCode, OfALinkFitsATerminalWithItsQuietZone) {
  const auto code = qr_code("fairdeal:1/" + std::string(43, 'k') + "/" + std::string(22, 't') +
                            "?a=192.0.2.7:7777&a=192.0.2.8:7777");
  EXPECT_EQ(qr_columns(code), 49u) << "41 modules (version 6), and 4 of quiet on both sides";
  ASSERT_EQ(code.size(), 25u) << "two modules a line";
  EXPECT_EQ(code.front(), code[1]) << "the quiet zone is light";
  EXPECT_EQ(code.front().find(' '), std::string::npos);
  // The finder: seven dark modules, a light ring, three dark ones.
  EXPECT_TRUE(code[2].starts_with("████ ▄▄▄▄▄ █")) << code[2];
}

TEST(QrCode, ThereIsNoneOfWhatIsTooLong) {
  EXPECT_TRUE(qr_code(std::string(4000, 'a')).empty());
  EXPECT_EQ(qr_columns({}), 0u);
}

}  // namespace
}  // namespace fairdeal::words
