// false --check memory
#include <dirent.h>
#include <stdlib.h>
int main(void) {
  DIR *d = opendir("/");
  if (!d)
    return 0;
  free(readdir(d));
  return 0;
}
