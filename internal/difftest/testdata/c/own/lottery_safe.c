// true --check=default
// draws of a lottery as sets of bits, and how often each number was drawn
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define NUMBERS 49
#define DRAWN 6
#define WEEKS 10

typedef struct {
  uint32_t word[2];
} set_t;

static int drawn[NUMBERS + 1];

static void set_add(set_t *s, unsigned n) {
  s->word[n / 32] |= (uint32_t)1 << (n % 32);
}

static int set_has(const set_t *s, unsigned n) {
  return (s->word[n / 32] >> (n % 32)) & 1;
}

static int set_size(const set_t *s) {
  int n = 0;
  for (int i = 0; i < 2; i++)
    for (uint32_t w = s->word[i]; w; w &= w - 1)
      n++;
  return n;
}

static int draw(set_t *s) {
  int tries = 0, n = 0;
  memset(s, 0, sizeof *s);
  while (n < DRAWN && tries < 20) {
    unsigned ball = 1 + __VERIFIER_nondet_uint() % NUMBERS;
    tries++;
    if (set_has(s, ball))
      continue;
    set_add(s, ball);
    drawn[ball]++;
    n++;
  }
  return n;
}

int main(void) {
  set_t mine, week, hit;
  int best = 0, total = 0;
  draw(&mine);
  for (int w = 0; w < WEEKS; w++) {
    total += draw(&week);
    for (int i = 0; i < 2; i++)
      hit.word[i] = mine.word[i] & week.word[i];
    int h = set_size(&hit);
    if (h > best)
      best = h;
  }
  int often = 1;
  for (int i = 2; i <= NUMBERS; i++)
    if (drawn[i] > drawn[often])
      often = i;
  printf("%d balls, best week %d, %d came %d times\n", total, best, often, drawn[often]);
  return 0;
}
