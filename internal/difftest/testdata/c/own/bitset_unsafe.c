// false --check=default
// inputs: 40 39
// sets of small numbers as bits
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern unsigned int __VERIFIER_nondet_uint(void);

#define WORD_BITS 32

typedef struct {
  unsigned size;
  unsigned words;
  uint32_t *bits;
} bitset_t;

static bitset_t *bitset_create(unsigned size) {
  bitset_t *s = malloc(sizeof(bitset_t));
  if (s == NULL) return NULL;
  s->size = size;
  s->words = size / WORD_BITS;
  s->bits = calloc(s->words, sizeof(uint32_t));
  if (s->bits == NULL) {
    free(s);
    return NULL;
  }
  return s;
}

static void bitset_destroy(bitset_t *s) {
  if (s == NULL) return;
  free(s->bits);
  free(s);
}

static int bitset_add(bitset_t *s, unsigned i) {
  if (i >= s->size) return 0;
  s->bits[i / WORD_BITS] |= (uint32_t)1 << (i % WORD_BITS);
  return 1;
}

static void bitset_remove(bitset_t *s, unsigned i) {
  if (i < s->size)
    s->bits[i / WORD_BITS] &= ~((uint32_t)1 << (i % WORD_BITS));
}

static int bitset_has(const bitset_t *s, unsigned i) {
  return i < s->size && (s->bits[i / WORD_BITS] >> (i % WORD_BITS) & 1u);
}

static unsigned bitset_count(const bitset_t *s) {
  unsigned n = 0;
  for (unsigned w = 0; w < s->words; w++)
    for (uint32_t b = s->bits[w]; b != 0; b &= b - 1)
      n++;
  return n;
}

static void bitset_union(bitset_t *to, const bitset_t *from) {
  unsigned words = to->words < from->words ? to->words : from->words;
  for (unsigned w = 0; w < words; w++)
    to->bits[w] |= from->bits[w];
}

int main(void) {
  unsigned size = __VERIFIER_nondet_uint();
  if (size == 0 || size > 100) return 0;
  bitset_t *a = bitset_create(size);
  bitset_t *b = bitset_create(100);
  if (a != NULL && b != NULL) {
    for (int round = 0; round < 6; round++) {
      unsigned x = __VERIFIER_nondet_uint();
      if (bitset_add(a, x))
        assert(bitset_has(a, x));
      bitset_remove(b, x / 2);
      bitset_add(b, x % 100);
    }
    bitset_union(b, a);
    printf("%u and %u elements\n", bitset_count(a), bitset_count(b));
  }
  bitset_destroy(a);
  bitset_destroy(b);
  return 0;
}
