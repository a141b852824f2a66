// true
#include <assert.h>
long double a = 1.0L / 3, b = 2 * 0.1L;
static const long double c[3] = {1, 0x1p16000L};
int main(void) { assert(a * 3 == 1 && b == 0.2L && c[1] > 1e4800L && c[2] == 0); }
