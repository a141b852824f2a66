// pair --check=default
// inputs: 1 1 1
// a member that counts some of many rounds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct stats {
  int seen;
  int odd;
};

static void note(struct stats *s, int v) {
  s->seen++;
  if (v & 1)
    s->odd++;
}

int main(void) {
  struct stats s = {0, 0};
  for (int i = 0; i < 20000; i++)
    note(&s, __VERIFIER_nondet_int());
#ifdef UNSAFE
  assert(s.odd < 3);
#else
  assert(s.odd <= 20000);
#endif
  return s.odd;
}
