// true
#include <assert.h>
int main(void) {
  unsigned long long m = ~0ULL;
  long double x = m;
  assert((unsigned long long)x == m && (unsigned long long)(x - 1) == m - 1);
}
