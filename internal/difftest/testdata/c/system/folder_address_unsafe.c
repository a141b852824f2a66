// false
#include <assert.h>
#include <dirent.h>
int main(void) {
  DIR *d = opendir("/");
  if (!d)
    return 0;
  struct dirent *a = readdir(d), *b = readdir(d);
  assert(!a || !b || a == b);
}
