// true --missing-bodies=input --check all
#include <stddef.h>
void put(int *);
int *get(void) __attribute__((malloc(put, 1)));
int main(void) {
  int *a = get();
  if (a)
    *a = 1;
  put(a);
  return 0;
}
