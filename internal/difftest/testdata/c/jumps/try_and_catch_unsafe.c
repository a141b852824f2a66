// false
#include <assert.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);

static jmp_buf *handler;
#define THROW(e) longjmp(*handler, e)
static int parse(int v) { if (v < 0) THROW(1); if (v > 100) THROW(2); return v; }
static int safe(int v) {
  jmp_buf here, *saved = handler;
  handler = &here;
  volatile int r = 0;
  switch (setjmp(here)) {
  case 0: r = parse(v); break;
  case 1: r = 0; break;
  case 2: r = 101; break;
  }
  handler = saved;
  return r;
}
int main(void) {
  int v = __VERIFIER_nondet_int();
  int r = safe(v);
  assert(r >= 0 && r <= 100);
  return 0;
}
