// true --32 -std=gnu23
// gcc: newer
#include <assert.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#if !true || false || defined true || defined bool
#error "true is a keyword whose value in the preprocessor is 1"
#endif
static_assert(sizeof(true) == 1 && sizeof(false) == 1 && sizeof(true + 0) == sizeof(int));
static_assert(_Generic(false, bool: 1, int: 0) && _Generic(!false, bool: 0, int: 1));
#define FEATURE true
#if FEATURE
static int one = true;
#endif
int main(void) {
  typeof(true) b = __VERIFIER_nondet_int() & 6;
  assert(b == one || b == false);
  switch (b) {
  case true: return 0;
  case false: assert(b + one == 1); return 0;
  }
  assert(0);
}
