// false --64 -std=c23
// gcc: newer
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static_assert(sizeof(bool) == 1 && alignof(long) == sizeof(long), "no header");
alignas(32) static char buffer[32];
static thread_local int count;
int main(void) {
  bool b = __VERIFIER_nondet_int();
  count += b;
  if ((unsigned long)buffer % 32 != 0 || b != true && b != false || count > 0) reach_error();
  return 0;
}
