// true
#include <assert.h>
#define CASES(T) unsigned T: (unsigned T)0, signed T: (signed T)0
#define PLAIN(x) __typeof__(_Generic((x), char: (char)0, CASES(char), CASES(short), CASES(int), CASES(long), CASES(long long), default: (x)))
#define GUARD(name, ...) typedef struct { int *lock; __VA_ARGS__; } name
#define asm_inline __asm__ __inline
GUARD(guard_t);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  volatile short v = (short)__VERIFIER_nondet_int();
  PLAIN(v) w = v;
  const unsigned char c = 200;
  PLAIN(c) d = c;
  d += 100;
  asm_inline volatile("" ::: "memory");
  assert(sizeof w == sizeof(short) && d == 44 && sizeof(guard_t) == sizeof(int *));
  return 0;
}
