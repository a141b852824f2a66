// true
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long long __VERIFIER_nondet_longlong(void);
int main(void) {
  __int128 x = __VERIFIER_nondet_int();
  int r = 0;
  switch (x) {
  case 3: r = 1; break;
  case -8 ... 0: r = 2; break;
  }
  if (x == 3) assert(r == 1);
  if (x == 0) assert(r == 2);
}
