// true
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
#define LARGER(a, b) ({ const __auto_type x_ = (a); __auto_type const y_ = (b); x_ > y_ ? x_ : y_; })
#define KIND(e) _Generic(&(e), int *: 1, const int *: 2, volatile int *: 3, char **: 4, char *const *: 5, const unsigned char *: 6, default: 0)
static int calls;
static int next(void) { return ++calls; }
int main(void) {
  const __auto_type text = "abc";
  const int limit = 4;
  __auto_type copy = limit;
  const __auto_type fixed = limit;
  volatile __auto_type seen = limit;
  register __auto_type fast = next();
  unsigned char byte = 200;
  const __auto_type same = byte;
  assert(KIND(copy) == 1 && KIND(fixed) == 2 && KIND(seen) == 3 && KIND(same) == 6);
  assert(sizeof text == sizeof(char *) && text[1] == 'b' && KIND(text) == 5);
  assert(fast == 1 && calls == 1 && same == 200);
  int k = __VERIFIER_nondet_int();
  assert(LARGER(k, LARGER(limit, 9)) >= 9);
  int sum = 0;
  for (__auto_type i = limit; i > 0; i--)
    sum += i;
  assert(sum == 10);
  return 0;
}
