// true
#include <assert.h>
#include <locale.h>
int main(void) { char *s = setlocale(LC_NUMERIC, "C"); assert(s != 0); }
