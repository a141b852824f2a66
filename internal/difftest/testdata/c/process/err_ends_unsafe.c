// false
#include <assert.h>
void errx(int status, const char *format, ...);
void warnx(const char *format, ...);
int main(void) { int n = 0; warnx("n is %d", n); n = 1; warnx("no end"); assert(n == 0); }
