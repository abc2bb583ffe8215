#include <algorithm>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "tests/e2e/process.h"

/// Measures of compiler, linker and kernel by which a fault in memory stays a fault. Nothing
/// of it in a build with sanitizers, which have their own.
namespace fairdeal::e2e {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

/// The program's file, as far as the tests ask about it.
class Elf {
 public:
  Elf() : bytes_(read_file(FD_PROGRAM)) {
    for (Elf64_Half i = 0; i < header().e_phnum; ++i)
      segments_.push_back(at<Elf64_Phdr>(header().e_phoff + i * sizeof(Elf64_Phdr)));
    for (Elf64_Half i = 0; i < header().e_shnum; ++i)
      sections_.push_back(at<Elf64_Shdr>(header().e_shoff + i * sizeof(Elf64_Shdr)));
  }

  Elf64_Ehdr header() const { return at<Elf64_Ehdr>(0); }
  const Elf64_Phdr* segment(Elf64_Word type) const {
    for (const auto& segment : segments_)
      if (segment.p_type == type) return &segment;
    return nullptr;
  }
  /// The value of a tag among what the loader reads; 0 if it is not there.
  Elf64_Xword loaded(Elf64_Sxword tag) const {
    const auto* dynamic = segment(PT_DYNAMIC);
    for (std::size_t at_ = 0; dynamic != nullptr && at_ < dynamic->p_filesz;
         at_ += sizeof(Elf64_Dyn))
      if (const auto entry = at<Elf64_Dyn>(dynamic->p_offset + at_); entry.d_tag == tag)
        return entry.d_un.d_val;
    return 0;
  }
  /// Names of what it takes from libraries.
  std::set<std::string> imports() const {
    std::set<std::string> names;
    each_symbol(SHT_DYNSYM, [&](const std::string& name, const Elf64_Sym& symbol) {
      if (symbol.st_shndx == SHN_UNDEF) names.insert(name);
    });
    return names;
  }
  /// The first bytes of a function of its own.
  std::string code_of(const std::string& function) const {
    std::string code;
    each_symbol(SHT_SYMTAB, [&](const std::string& name, const Elf64_Sym& symbol) {
      if (name != function || symbol.st_shndx >= sections_.size()) return;
      const auto& section = sections_[symbol.st_shndx];
      code = bytes_.substr(symbol.st_value - section.sh_addr + section.sh_offset, 4);
    });
    return code;
  }

 private:
  template <class T>
  T at(std::size_t offset) const {
    T value;
    if (offset + sizeof value > bytes_.size()) throw std::runtime_error("the program is cut");
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }
  template <class Visit>
  void each_symbol(Elf64_Word table, Visit&& visit) const {
    for (const auto& section : sections_) {
      if (section.sh_type != table) continue;
      const auto& names = sections_.at(section.sh_link);
      for (std::size_t i = 0; i < section.sh_size / sizeof(Elf64_Sym); ++i) {
        const auto symbol = at<Elf64_Sym>(section.sh_offset + i * sizeof(Elf64_Sym));
        visit(std::string(bytes_.c_str() + names.sh_offset + symbol.st_name), symbol);
      }
    }
  }

  std::string bytes_;
  std::vector<Elf64_Phdr> segments_;
  std::vector<Elf64_Shdr> sections_;
};

TEST(Hardening, TheProgramIsBuiltWithTheFlagsOfDebiansPackages) {
  if (kSanitized) GTEST_SKIP() << "a build with sanitizers";
  const Elf elf;
  EXPECT_EQ(elf.header().e_type, ET_DYN) << "may be loaded anywhere";
  EXPECT_TRUE((elf.loaded(DT_FLAGS_1) & DF_1_PIE) != 0) << "is a program, not a library";
  ASSERT_NE(elf.segment(PT_GNU_RELRO), nullptr) << "what is loaded becomes read-only …";
  EXPECT_TRUE((elf.loaded(DT_FLAGS_1) & DF_1_NOW) != 0) << "… all of it, at once";
  ASSERT_NE(elf.segment(PT_GNU_STACK), nullptr);
  EXPECT_TRUE((elf.segment(PT_GNU_STACK)->p_flags & PF_X) == 0) << "no code on the stack";
  const auto imports = elf.imports();
  EXPECT_TRUE(imports.contains("__stack_chk_fail")) << "stack protector";
  EXPECT_TRUE(std::ranges::any_of(imports, [](const auto& name) {
    return name.starts_with("__") && name.ends_with("_chk");
  })) << "_FORTIFY_SOURCE";
  EXPECT_TRUE(imports.contains("_ZSt21__glibcxx_assert_failPKciS0_S0_")) << "library assertions";
#ifdef __x86_64__
  EXPECT_EQ(elf.code_of("main"), "\xf3\x0f\x1e\xfa") << "endbr64: control-flow enforcement";
#endif
}

/// A line of /proc/PID/status.
std::string status_of(pid_t pid, const std::string& name) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(name + ":\t")) return line.substr(name.size() + 2);
  return "";
}

class Running : public E2e {};

TEST_F(Running, ATableIsConfinedAndItsMemoryPrivate) {
  if (kSanitized) GTEST_SKIP() << "a build with sanitizers";
  const auto ann = start({"host", "kuhn", "--listen", "127.0.0.1:0", "--bots", "1", "--identity",
                          folder_ / "id", "--data", folder_ / "a"});
  ann->said("Your move");  // and its bot, which it started, plays
  EXPECT_EQ(status_of(ann->pid(), "NoNewPrivs"), "1");
  EXPECT_EQ(status_of(ann->pid(), "Seccomp"), "2") << "a filter";
  std::ifstream limits("/proc/" + std::to_string(ann->pid()) + "/limits");
  std::stringstream text;
  text << limits.rdbuf();
  std::string line = text.str();
  line = line.substr(line.find("Max core file size"), 40);
  EXPECT_NE(line.find(" 0 "), std::string::npos) << line;
}

}  // namespace
}  // namespace fairdeal::e2e
