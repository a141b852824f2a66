// true
#include <assert.h>
static long double f(char a, long double x, int b, long double y) { return a * x + b * y; }
int main(void) { assert(f(2, 1.5L, 3, 0.25L) == 3.75L); }
