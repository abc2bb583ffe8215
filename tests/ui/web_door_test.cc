#include "ui/front/web_door.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"

namespace fairdeal::front {
namespace {

constexpr std::uint16_t kPort = 4801;

struct Door {
  SeededRng rng{1};
  WebDoor door{kPort, rng};
  std::string target = door.address().substr(door.address().find("/?"));
  std::string cookie = door.cookie().substr(0, door.cookie().find(';'));

  WebRequest request(const std::string& path) const {
    return {.is_get = true, .target = path, .hosts = {"127.0.0.1:4801"}, .origins = {}};
  }
  std::string key = key_of(door.fresh_address(rng));  // by which nothing of the token is used up

  std::string key_of(const std::string& address) {
    const WebAnswer entered = door.judge(request(address.substr(address.find("/?"))));
    return entered.leads_to.substr(entered.leads_to.find('=') + 1);
  }
  int status(const WebRequest& request) { return door.judge(request).status; }
  WebRequest known(const std::string& path) const {
    WebRequest request = this->request(path);
    request.cookies = {cookie};
    return request;
  }
};

TEST(WebDoor, LetsInWhoHasTheTokenOnce) {
  Door door;
  EXPECT_EQ(door.status(door.request("/")), 403);
  EXPECT_EQ(door.door.judge(door.request(door.target)).what, WebAnswer::What::enter);
  EXPECT_EQ(door.status(door.request(door.target)), 403);
  EXPECT_EQ(door.status(door.known(door.target)), 303);
  EXPECT_EQ(door.door.judge(door.known("/")).what, WebAnswer::What::file);
}

TEST(WebDoor, LetsInByAFreshAddressOnceBesideTheFirst) {
  Door door;
  const auto target_of = [](const std::string& address) {
    return address.substr(address.find("/?"));
  };
  const std::string old = target_of(door.door.fresh_address(door.rng));
  const std::string fresh = target_of(door.door.fresh_address(door.rng));
  EXPECT_NE(fresh, door.target);
  EXPECT_EQ(door.status(door.request(old)), 403) << "there is one at a time";
  EXPECT_EQ(door.status(door.request(fresh)), 303);
  EXPECT_EQ(door.status(door.request(fresh)), 403) << "it works once";
  EXPECT_EQ(door.status(door.known(fresh)), 403);
  EXPECT_EQ(door.status(door.request(door.target)), 303) << "the first one is still good";
  EXPECT_EQ(door.status(door.request(door.target)), 403);
}

TEST(WebDoor, KnowsNoTokenThatIsNearlyRight) {
  for (std::size_t i = 0; i < 2 * WebDoor::kSecretBytes; ++i) {
    Door door;
    std::string wrong = door.target;
    char& digit = wrong[wrong.size() - 1 - i];
    digit = digit == '0' ? '1' : '0';
    EXPECT_EQ(door.status(door.request(wrong)), 403) << wrong;
    EXPECT_EQ(door.status(door.request(door.target.substr(0, door.target.size() - 1 - i))), 403);
  }
}

TEST(WebDoor, HasSecretsThatDifferEachTime) {
  SeededRng rng(1);
  const WebDoor one(kPort, rng), other(kPort, rng);
  EXPECT_NE(one.address(), other.address());
  EXPECT_NE(one.cookie(), other.cookie());
  EXPECT_EQ(one.address().find(one.cookie().substr(one.cookie().find('=') + 1, 32)),
            std::string::npos)
      << "who sees the address does not know the cookie";
}

TEST(WebDoor, AnswersToItsOwnNamesAlone) {
  for (const char* host : {"127.0.0.1:4801", "localhost:4801", "[::1]:4801"}) {
    Door door;
    WebRequest request = door.known("/");
    request.hosts = {host};
    EXPECT_EQ(door.status(request), 200) << host;
    request.origins = {std::string("http://") + host};
    EXPECT_EQ(door.status(request), 200) << host;
  }
  for (const char* host : {"", "127.0.0.1", "127.0.0.1:4802", "evil.example:4801",
                           "127.0.0.1:4801.evil.example", "LOCALHOST:4801 ", "0.0.0.0:4801"}) {
    Door door;
    WebRequest request = door.known("/");
    request.hosts = {host};
    EXPECT_EQ(door.status(request), 403) << host;
    request.hosts = {"127.0.0.1:4801"};
    request.origins = {std::string("http://") + host};
    EXPECT_EQ(door.status(request), 403) << host;
  }
  Door door;
  WebRequest request = door.known("/");
  request.hosts = {};
  EXPECT_EQ(door.status(request), 403);
  request.hosts = {"127.0.0.1:4801", "127.0.0.1:4801"};
  EXPECT_EQ(door.status(request), 403);
}

TEST(WebDoor, OpensASocketOnlyForItsOwnPage) {
  Door door;
  WebRequest request = door.known("/socket");
  request.is_upgrade = true;
  EXPECT_EQ(door.status(request), 403) << "without an Origin";
  for (const char* origin : {"null", "https://127.0.0.1:4801", "http://evil.example", ""}) {
    request.origins = {origin};
    EXPECT_EQ(door.status(request), 403) << origin;
  }
  request.origins = {"http://127.0.0.1:4801"};
  for (const std::string& offered :
       {std::string(), std::string("fairdeal"), "fairdeal-key." + door.key.substr(1),
        "fairdeal-key." + door.key + "0", "fairdeal-key." + std::string(32, '0'), door.key}) {
    request.protocols = {offered};
    EXPECT_EQ(door.status(request), 403) << "the cookie may be another program's: " << offered;
  }
  request.protocols = {"fairdeal, fairdeal-key." + door.key};
  EXPECT_EQ(door.door.judge(request).what, WebAnswer::What::socket);
  request.cookies = {};
  EXPECT_EQ(door.status(request), 403);
  WebRequest without = door.known("/socket");
  EXPECT_EQ(door.status(without), 404) << "it is no file";
}

TEST(WebDoor, AsksForTheKeyBeforeItSaysAnythingOfATable) {
  Door door;
  for (const std::string place : {"/audit", "/transcript", "/evidence/3"}) {
    for (const std::string& query : {std::string(), std::string("?key="), "?key=" + door.cookie})
      EXPECT_EQ(door.status(door.known(place + query)), 403) << place << query;
    EXPECT_EQ(door.status(door.request(place + "?key=" + door.key)), 403) << "without the cookie";
    EXPECT_EQ(door.status(door.known(place + "?key=" + door.key)), 200);
  }
  EXPECT_EQ(door.door.judge(door.known("/?key=" + door.key)).what, WebAnswer::What::file);
}

TEST(WebDoor, FindsItsCookieAmongOthers) {
  Door door;
  WebRequest request = door.request("/");
  for (const std::string& header :
       {"a=b; " + door.cookie + "; c=d", "fairdeal-4802=x; " + door.cookie}) {
    request.cookies = {header};
    EXPECT_EQ(door.status(request), 200) << header;
  }
  for (const std::string& header :
       {std::string("fairdeal-4801="), "x" + door.cookie, door.cookie + "0"}) {
    request.cookies = {header};
    EXPECT_EQ(door.status(request), 403) << header;
  }
  request.cookies = {"fairdeal-4801=stale", door.cookie};
  EXPECT_EQ(door.status(request), 200);
}

TEST(WebDoor, LeadsOnWhereAnotherSiteBegan) {
  Door door;
  WebRequest request = door.request(door.target);
  request.cross_site = true;
  const WebAnswer answer = door.door.judge(request);
  EXPECT_EQ(answer.status, 200);
  EXPECT_NE(answer.text.find("url=/?key=" + door.key), std::string::npos);
}

}  // namespace
}  // namespace fairdeal::front
