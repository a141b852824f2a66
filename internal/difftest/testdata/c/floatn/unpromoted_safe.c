// true
#include <assert.h>
#include <stdarg.h>
static double sum(int n, ...)
{
	va_list a;
	va_start(a, n);
	double s = va_arg(a, _Float32);
	s += va_arg(a, double);
	va_end(a);
	return s;
}

int main(void)
{
	_Float32 f = 1.5f32;
	assert(sum(2, f, 2.5f) == 4);
	return 0;
}
