// true --check memory
#include <assert.h>
#include <dirent.h>
#include <string.h>
int main(void) {
  DIR *d = opendir(".");
  struct dirent *e;
  if (!d)
    return 1;
  for (int i = 0; i < 3 && (e = readdir(d)); i++)
    assert(strlen(e->d_name) < 256);
  closedir(d);
}
