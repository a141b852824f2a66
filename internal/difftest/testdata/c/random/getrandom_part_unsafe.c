// false --check memory
#include <sys/random.h>
int main(void) {
  unsigned char b[300];
  return getrandom(b, 301, 0) == 301;
}
