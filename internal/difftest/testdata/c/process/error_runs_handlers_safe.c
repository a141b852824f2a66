// true
#include <assert.h>
#include <stdlib.h>

void error(int status, int errnum, const char *format, ...);
int n;
void h(void) { assert(n == 5); }
int main(void) { atexit(h); n = 5; error(4, 0, "end"); n = 6; }
