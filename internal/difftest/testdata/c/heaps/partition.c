// pair
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { size = 1000 };
int in[size], low[size], high[size];
int main(void) {
  int n = 0, m = 0;
  for (int i = 0; i < size; i++) in[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < size; i++) {
    if (in[i] < 0) low[n++] = in[i];
    else high[m++] = in[i];
  }
  for (int i = 0; i < n; i++) assert(low[i] < 0);
#ifndef UNSAFE
  for (int i = 0; i < m; i++) assert(high[i] >= 0);
#else
  for (int i = 0; i < m; i++) assert(high[i] > 0 || i < 3);
#endif
  return 0;
}
