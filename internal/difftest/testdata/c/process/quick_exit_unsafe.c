// false
#include <assert.h>
#include <stdlib.h>

int n;
void a(void) { n = 1; }
void q(void) { assert(n == 1); }
int main(void) { atexit(a); at_quick_exit(q); quick_exit(0); }
