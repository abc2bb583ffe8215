# To be sourced: makes what `nsc` makes for NATS servers of an operator, by openssl alone.
#   write_accounts PROGRAM FOLDER   FOLDER/accounts.conf, and the creds of three users: relay.creds, which the
#                                   servers know, foreign.creds, of an account that they do not have, and
#                                   forged.creds, whose JWT another key has signed
# Keys as in github.com/nats-io/nkeys, JWTs as in github.com/nats-io/jwt (version 2).

# nkey PREFIX: writes the 32 bytes of standard input as the text of a public key
nkey() {
  local hex crc=0 byte i
  hex=$1$(xxd -p -c 64)
  for ((i = 0; i < ${#hex}; i += 2)); do
    byte=$((16#${hex:i:2}))
    crc=$((crc ^ byte << 8))
    for _ in 1 2 3 4 5 6 7 8; do crc=$(((crc & 32768 ? crc << 1 ^ 4129 : crc << 1) & 65535)); done
  done
  printf '%s%02x%02x' "$hex" $((crc & 255)) $((crc >> 8)) | xxd -r -p | base32 -w 0 | tr -d =
}
# public FILE PREFIX: the text of the public key of a private one; 70: an operator, 00: an account
public() { openssl pkey -in "$1" -pubout -outform DER | tail -c 32 | nkey "$2"; }
base64_url() { base64 -w 0 | tr '+/' '-_' | tr -d =; }
# jwt KEY FILE CLAIMS: claims that this key signs
jwt() {
  local text
  text=$(printf '{"typ":"JWT","alg":"ed25519-nkey"}' | base64_url).$(printf '%s' "$2" | base64_url)
  printf '%s' "$text" >"$folder/to-sign"
  printf '%s.%s' "$text" "$(openssl pkeyutl -sign -rawin -inkey "$1" -in "$folder/to-sign" | base64_url)"
}

write_accounts() {
  local program=$1 folder=$2 name user
  umask 077
  for name in operator system account other; do
    openssl genpkey -algorithm ed25519 -out "$folder/$name.pem"
  done
  local operator system account other
  operator=$(public "$folder/operator.pem" 70)
  system=$(public "$folder/system.pem" 00)
  account=$(public "$folder/account.pem" 00)
  other=$(public "$folder/other.pem" 00)
  claims() { # NAME SUBJECT ISSUER NATS
    printf '{"jti":"%s","iat":%s,"iss":"%s","name":"%s","sub":"%s","nats":{%s,"version":2}}' \
      "$1" "$(date +%s)" "$3" "$1" "$2" "$4"
  }
  local all='"subs":-1,"data":-1,"payload":-1' account_limits
  account_limits="\"limits\":{$all,\"imports\":-1,\"exports\":-1,\"wildcards\":true,\"conn\":-1,\"leaf\":-1"
  cat >"$folder/accounts.conf" <<CONF
operator: $(jwt "$folder/operator.pem" "$(claims operator "$operator" "$operator" '"type":"operator"')")
system_account: $system
resolver: MEMORY
resolver_preload: {
  $system: $(jwt "$folder/operator.pem" "$(claims system "$system" "$operator" "$account_limits},\"type\":\"account\"")")
  $account: $(jwt "$folder/operator.pem" "$(claims relays "$account" "$operator" \
    "$account_limits,\"mem_storage\":-1,\"disk_storage\":-1,\"streams\":-1,\"consumer\":-1},\"type\":\"account\"")")
}
CONF
  "$program" relay nkey --json --quiet >"$folder/user.json"
  user=$(sed -n 's/.*"user": *"\([A-Z2-7]*\)".*/\1/p' "$folder/user.json")
  local seed by key issuer
  seed=$(sed -n 's/.*"seed": *"\([A-Z2-7]*\)".*/\1/p' "$folder/user.json")
  for by in relay:account:"$account" foreign:other:"$other" forged:other:"$account"; do
    IFS=: read -r name key issuer <<<"$by"
    cat >"$folder/$name.creds" <<CREDS
-----BEGIN NATS USER JWT-----
$(jwt "$folder/$key.pem" "$(claims relay "$user" "$issuer" "\"pub\":{},\"sub\":{},$all,\"type\":\"user\"")")
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
$seed
------END USER NKEY SEED------
CREDS
  done
}
