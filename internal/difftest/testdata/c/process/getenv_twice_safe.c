// true
#include <assert.h>
#include <stdlib.h>

int main(void) { char *a = getenv("HOME"), *b = getenv("HOME"); assert(a == b); }
