// true --check memory
#include <unistd.h>
int main(void) {
  int p[2];
  return pipe(p);
}
