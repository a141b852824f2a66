// false --check=default
// gcc: none
// primes up to a limit of the user, and their gaps
#include <stdio.h>
#include <stdlib.h>

#define MOST 200

static unsigned char composite[MOST + 1];

static void sieve(int limit) {
  for (int p = 2; p * p <= limit; p++) {
    if (composite[p])
      continue;
    for (int m = p * p; m <= limit + p; m += p)
      composite[m] = 1;
  }
}

struct result {
  int count;
  int sum;
  int widest;
};

static struct result summarize(int limit) {
  struct result r = {0, 0, 0};
  int last = 0;
  for (int i = 2; i <= limit; i++) {
    if (composite[i])
      continue;
    r.count++;
    r.sum += i;
    if (last > 0 && i - last > r.widest)
      r.widest = i - last;
    last = i;
  }
  return r;
}

int main(int argc, char **argv) {
  int limit = 100;
  if (argc > 1)
    limit = atoi(argv[1]);
  if (limit < 2 || limit > MOST) {
    fprintf(stderr, "usage: sieve LIMIT (2 to %d)\n", MOST);
    return 2;
  }
  sieve(limit);
  struct result r = summarize(limit);
  printf("%d primes, sum %d, widest gap %d\n", r.count, r.sum, r.widest);
  return 0;
}
