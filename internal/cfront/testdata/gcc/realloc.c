/* realloc keeps contents; errno and NULL as in glibc */
#include <errno.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

void out(unsigned long long);

int main(void)
{
	volatile size_t zero = 0, huge = SIZE_MAX / 2 + 1, many = SIZE_MAX / 4;
	unsigned char *p = realloc(NULL, 5);
	void *q;
	int i, n, r;
	unsigned sum = 0;
	memcpy(p, "abcde", 5);
	for (n = 3; n < 40; n += 7) {
		p = realloc(p, n);
		for (i = 0; i < n && i < 3; i++)
			out(p[i]);
		for (i = 3; i < n; i++)
			p[i] = (unsigned char)(i * n);
	}
	p = realloc(p, 9);
	for (i = 0; i < 9; i++)
		sum = sum * 31 + p[i];
	out(sum);
	errno = 0;
	q = realloc(p, huge);
	out(q == NULL);
	out(errno);
	out(p[8]);
	errno = 0;
	out(reallocarray(p, many, 8) == NULL);
	out(errno);
	p = reallocarray(p, 3, 4);
	out(p[8]);
	errno = 0;
	out(realloc(p, zero) == NULL);
	out(errno);
	out(malloc(huge) == NULL);
	out(errno);
	errno = 0;
	out(calloc(many, 5) == NULL);
	out(errno);
	out(realloc(NULL, zero) != NULL);
	out(reallocarray(NULL, zero, 8) != NULL);
	errno = 0;
	r = posix_memalign(&q, 3, 8);
	out(r);
	r = posix_memalign(&q, 64, 8);
	out(r);
	memset(q, 5, 8);
	out(((char *)q)[7]);
	r = posix_memalign(&q, 64, huge);
	out(r);
	out(errno);
	return 0;
}
