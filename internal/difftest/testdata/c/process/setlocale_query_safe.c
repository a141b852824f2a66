// true
#include <assert.h>
#include <string.h>
#include <locale.h>
int main(void) { char *s = setlocale(LC_ALL, 0); assert(s && strcmp(s, "C") == 0); }
