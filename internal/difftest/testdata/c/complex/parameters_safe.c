// true
#include <assert.h>
#include <complex.h>
static double complex f(int a, double complex x, float complex y, char c) { return a * x + y - c; }
int main(void) { assert(f(2, 1 + I, 3.0fi, 1) == 1 + 5 * I); }
