// true --64 -std=c23
// gcc: newer
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int last(int x) {
  switch (x & 1) {
  case 0: return 0;
  case 1: return 1;
  }
  unreachable();
}
int main(void) {
  char b[40];
  snprintf(b, sizeof b, "%b|%#06b|%#B", 5u, 2u, 3u);
  assert(!strcmp(b, "101|0b0010|0B11"));
  memset_explicit(b, 7, sizeof b);
  assert(b[39] == 7 && last(__VERIFIER_nondet_int()) < 2);
  return 0;
}
