// pair --check=default
// inputs: 0
// the loop counts its rounds in a member
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct dump {
  int lines;
  int printable;
  int zeros;
};

static void line(struct dump *d, int n) {
  for (int i = 0; i < n; i++) {
    int c = __VERIFIER_nondet_int();
    if (c >= 32)
      d->printable++;
    else if (c == 0)
      d->zeros++;
  }
  d->lines++;
}

int main(void) {
  struct dump d = {0};
  while (d.lines < 640) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 16)
      break;
    line(&d, n);
  }
#ifdef UNSAFE
  assert(d.printable > 0 || d.lines < 640);
#else
  assert(d.printable <= 16 * 640);
#endif
  return 0;
}
