// true
#include <assert.h>
#include <locale.h>
#include <string.h>
int main(void) {
  const char *l = setlocale(LC_ALL, NULL);
  assert(!strcmp(l, "C"));
  return 0;
}
