// false
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int *a = 0, n = 0, room = 0;
  for (int i = 0; i < 5; i++) {
    if (n == room) { room = room ? 2 * room : 1; a = realloc(a, room * sizeof *a); }
    a[n++] = i + __VERIFIER_nondet_uchar();
  }
  for (int i = 0; i < n; i++) assert(a[i] >= (i == 4 ? 5 : i));
  return 0;
}
