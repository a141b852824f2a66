// false --check memory
#include <assert.h>
int main(int argc, char **argv) {
  if (argc > 1)
    assert(argv[2] == 0);
  return 0;
}
