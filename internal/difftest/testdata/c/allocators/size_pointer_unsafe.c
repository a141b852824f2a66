// false --missing-bodies=input --check memory,division --entry f
#include <stddef.h>
typedef void *(*getter)(size_t, size_t) __attribute__((alloc_size(1, 2)));
int f(getter get) {
  if (get) {
    char *a = (*get)(2, 2);
    if (a)
      a[4] = 1;
  }
  return 0;
}
