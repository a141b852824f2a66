// true
#include <assert.h>
#include <stdlib.h>

int n;
void a(void) { assert(n == 1); }
void b(void) { n++; exit(2); }
int main(void) { atexit(a); atexit(b); return 0; }
