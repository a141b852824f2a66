// false --check=default
// inputs: -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
// marks of a class: mean, median, a table of grades
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define PUPILS 12

struct course {
  int mark[PUPILS];
  int n;
  int absent;
};

static void enter(struct course *c, int points) {
  if (points < 0 || points > 100) {
    c->absent++;
    return;
  }
  int i = c->n++;
  while (i > 0 && c->mark[i - 1] > points) {
    c->mark[i] = c->mark[i - 1];
    i--;
  }
  c->mark[i] = points;
}

static int median(const struct course *c) {
  int half = c->n / 2;
  if (c->n % 2)
    return c->mark[half];
  return (c->mark[half - 1] + c->mark[half]) / 2;
}

static char letter(int points) {
  static const char letters[] = "FFFFFEDCBAA";
  return letters[points / 10];
}

int main(void) {
  struct course c = {.n = 0};
  int table[6] = {0};
  long sum = 0;
  for (int i = 0; i < PUPILS; i++)
    enter(&c, __VERIFIER_nondet_int());
  for (int i = 0; i < c.n; i++) {
    sum += c.mark[i];
    table[letter(c.mark[i]) - 'A']++;
  }
  printf("mean %ld, median %d, %d absent\n", sum / c.n, median(&c), c.absent);
  for (int i = 0; i < 6; i++)
    printf("%c: %d\n", 'A' + i, table[i]);
  return 0;
}
