// true --check memory
#include <assert.h>
int main(int argc, char **argv) {
  if (argc == 2)
    assert(argv[2] == 0 && argv[1] != 0);
  return 0;
}
