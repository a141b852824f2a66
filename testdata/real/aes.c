// rounds of AES: the S-box is computed, keys are expanded, blocks are encrypted and decrypted
// fault 1: valid-deref
// witness 1: 0
// fault 2: assertion
// witness 2: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
// fault 3: valid-deref
// witness 3: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

#ifdef SMALL
enum { rounds = 1, free_bytes = 2 };
#else
enum { rounds = 4, free_bytes = 16 };
#endif

#ifdef FAULT_3
static uint8_t sbox[255], inverse[255];
#else
static uint8_t sbox[256], inverse[256];
#endif

static uint8_t xtime(uint8_t a) { return (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1b : 0)); }

static uint8_t rotate(uint8_t a, int n) { return (uint8_t)(a << n | a >> (8 - n)); }

// The powers of 3 and of its inverse are all numbers but 0, and inverses of each other.
static void fill_sbox(void) {
  uint8_t p = 1, q = 1;
  do {
    p = (uint8_t)(p ^ xtime(p));
    q ^= (uint8_t)(q << 1);
    q ^= (uint8_t)(q << 2);
    q ^= (uint8_t)(q << 4);
    if (q & 0x80)
      q ^= 0x09;
    uint8_t s = (uint8_t)(q ^ rotate(q, 1) ^ rotate(q, 2) ^ rotate(q, 3) ^ rotate(q, 4) ^ 0x63);
    sbox[p] = s; // FAULT 3
    inverse[s] = p; // FAULT 3
  } while (p != 1);
  sbox[0] = 0x63;
  inverse[0x63] = 0;
}

static void expand(const uint8_t *key, uint8_t *words) {
#ifdef FAULT_1
  static const uint8_t rcon[rounds] = {0};
#else
  static const uint8_t rcon[11] = {0, 1, 2, 4, 8, 16, 32, 64, 128, 0x1b, 0x36};
#endif
  memcpy(words, key, 16);
  for (int i = 4; i < 4 * (rounds + 1); i++) {
    uint8_t t[4];
    memcpy(t, words + 4 * (i - 1), 4);
    if (i % 4 == 0) {
      uint8_t first = t[0];
      t[0] = (uint8_t)(sbox[t[1]] ^ rcon[i / 4]); // FAULT 1 // FAULT 3
      t[1] = sbox[t[2]];
      t[2] = sbox[t[3]];
      t[3] = sbox[first];
    }
    for (int k = 0; k < 4; k++)
      words[4 * i + k] = (uint8_t)(words[4 * (i - 4) + k] ^ t[k]);
  }
}

static void add_key(uint8_t *s, const uint8_t *k) {
  for (int i = 0; i < 16; i++)
    s[i] ^= k[i];
}

static void substitute(uint8_t *s, const uint8_t *box) {
  for (int i = 0; i < 16; i++)
    s[i] = box[s[i]]; // FAULT 3
}

static void shift_rows(uint8_t *s, int by) {
  uint8_t t[16];
  for (int col = 0; col < 4; col++)
    for (int row = 0; row < 4; row++)
      t[4 * col + row] = s[4 * ((col + by * row + 16) % 4) + row];
  memcpy(s, t, 16);
}

static void mix(uint8_t *s) {
  for (int c = 0; c < 16; c += 4) {
    uint8_t *a = s + c, all = a[0] ^ a[1] ^ a[2] ^ a[3], first = a[0];
    a[0] ^= all ^ xtime(a[0] ^ a[1]);
    a[1] ^= all ^ xtime(a[1] ^ a[2]);
    a[2] ^= all ^ xtime(a[2] ^ a[3]);
    a[3] ^= all ^ xtime(a[3] ^ first);
  }
}

static void encrypt(uint8_t *s, const uint8_t *words) {
  add_key(s, words);
  for (int r = 1; r <= rounds; r++) {
    substitute(s, sbox);
    shift_rows(s, 1);
    if (r < rounds)
      mix(s);
    add_key(s, words + 16 * r);
  }
}

static void decrypt(uint8_t *s, const uint8_t *words) {
  for (int r = rounds; r >= 1; r--) {
    add_key(s, words + 16 * r);
    if (r < rounds) { // mix is of order 4
      mix(s);
      mix(s);
      mix(s);
    }
#ifdef FAULT_2
    shift_rows(s, 1);
#else
    shift_rows(s, -1);
#endif
    substitute(s, inverse);
  }
  add_key(s, words);
}

int main(void) {
  uint8_t key[16] = {0}, text[16] = {0}, block[16];
  uint8_t *words = malloc(16 * (rounds + 1));
  if (!words)
    return 0;
  for (int i = 0; i < free_bytes; i++)
    text[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < free_bytes; i++)
    key[i] = __VERIFIER_nondet_uchar();
  fill_sbox();
  expand(key, words);
  memcpy(block, text, 16);
  encrypt(block, words);
  decrypt(block, words);
  assert(memcmp(block, text, 16) == 0); // FAULT 2
  free(words);
  return 0;
}
