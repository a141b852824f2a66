// false --check memory
#include <unistd.h>
int main(void) {
  int p[1];
  return pipe(p);
}
