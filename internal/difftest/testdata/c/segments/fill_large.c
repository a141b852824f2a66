// pair
#include <assert.h>
#define N 100000
int main(void) {
  int a[N], i = 0;
  while (i < N) {
    a[i] = 42;
    i = i + 1;
  }
#ifdef UNSAFE
  a[N / 2] = 41;
#endif
  for (int x = 0; x < N; x++) assert(a[x] == 42);
  return 0;
}
