// true --check=default
// a stock of articles that is kept sorted by number
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define MOST 10

struct article {
  int number;
  int pieces;
};

struct stock {
  struct article list[MOST];
  int n;
  int rejected;
};

static int find(const struct stock *s, int number) {
  int lo = 0, hi = s->n;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (s->list[mid].number < number)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static void add(struct stock *s, int number, int pieces) {
  int at = find(s, number);
  if (at < s->n && s->list[at].number == number) {
    if (s->list[at].pieces <= 10000 - pieces)
      s->list[at].pieces += pieces;
    else
      s->rejected++;
    return;
  }
  if (s->n == MOST) {
    s->rejected++;
    return;
  }
  for (int i = s->n; i > at; i--)
    s->list[i] = s->list[i - 1];
  s->list[at].number = number;
  s->list[at].pieces = pieces;
  s->n++;
}

static int total(const struct stock *s) {
  int t = 0;
  for (int i = 0; i < s->n; i++)
    t += s->list[i].pieces;
  return t;
}

int main(void) {
  struct stock s = {.n = 0};
  for (int i = 0; i < 15; i++) {
    int number = __VERIFIER_nondet_int();
    int pieces = __VERIFIER_nondet_int();
    if (pieces < 1 || pieces > 500)
      continue;
    add(&s, number, pieces);
  }
  printf("%d articles, %d pieces, %d rejected\n", s.n, total(&s), s.rejected);
  return 0;
}
