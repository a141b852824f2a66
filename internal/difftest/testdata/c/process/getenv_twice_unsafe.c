// false
#include <assert.h>
#include <stdlib.h>

int main(void) { char *a = getenv("HOME"), *b = getenv("PATH"); assert(a == b); }
