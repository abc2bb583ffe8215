#include "ui/home/identity.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "crypto/hash.h"

namespace fairdeal::home {
namespace {

std::string ann() {
  SeededRng rng(1);
  return encode_identity({crypto::SigningKey::generate(rng), "Ann"});
}

TEST(IdentityFile, ComesBackAsItWas) {
  const auto identity = decode_identity(ann());
  ASSERT_TRUE(identity);
  EXPECT_EQ(identity->nickname, "Ann");
  EXPECT_EQ(encode_identity(*identity), ann());
}

TEST(IdentityFile, NothingButTheOneTextOfAnIdentityIsOne) {
  const std::string text = ann();
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] ^= 1;
    EXPECT_FALSE(decode_identity(other)) << i;
    EXPECT_FALSE(decode_identity(text.substr(0, i))) << i;
  }
  EXPECT_TRUE(decode_identity(text + "a note\n"));
}

TEST(IdentityFile, ADigestThatFitsDoesNotExcuseAnotherSpelling) {
  std::string lines = ann().substr(0, ann().find("check: "));
  const auto digit = lines.find_first_of("abcdef", lines.find("seed: ") + 6);
  lines[digit] = static_cast<char>(std::toupper(lines[digit]));
  const std::string digest = crypto::hash("identity", as_bytes(lines)).hex().substr(0, 16);
  const auto identity = decode_identity(lines + "check: " + digest + "\n");
  ASSERT_FALSE(identity);
  EXPECT_EQ(identity.error().fault, Fault::damaged);
}

}  // namespace
}  // namespace fairdeal::home
