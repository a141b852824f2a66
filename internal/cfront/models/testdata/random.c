/* Compares the seeded random generators of units with the C library. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int m___tandem_rand(void);
void m_srand(unsigned), m_srand48(long), m_lcong48(unsigned short *);
unsigned short *m_seed48(unsigned short *);
double m___tandem_drand48(void), m_erand48(unsigned short *);
long m___tandem_lrand48(void), m___tandem_mrand48(void), m_nrand48(unsigned short *), m_jrand48(unsigned short *);
int m_lrand48_r(struct drand48_data *, long *), m_srand48_r(long, struct drand48_data *), m_drand48_r(struct drand48_data *, double *);
static int failures;
static void check(const char *what, int ok) { if (!ok && failures++ < 20) printf("%s\n", what); }
static void draw(int n)
{
	while (n--)
		check("rand", rand() == m___tandem_rand());
}
static void draw48(int n)
{
	while (n--) {
		check("drand48", drand48() == m___tandem_drand48());
		check("lrand48", lrand48() == m___tandem_lrand48());
		check("mrand48", mrand48() == m___tandem_mrand48());
	}
}
int main(int argc, char **argv)
{
	int count = atoi(argv[1]), i;
	draw(100);
	draw48(10);
	for (i = 0; i < count / 10; i++) {
		unsigned short a[7], b[7], k, *p, *q;
		struct drand48_data d, e;
		unsigned seed = i < 5 ? i : i < 9 ? 0u - i : (unsigned)i * 2654435761u;
		long x, y;
		double u, v;
		srand(seed), m_srand(seed);
		draw(40);
		srand48((int)seed), m_srand48((int)seed);
		draw48(3);
		for (k = 0; k < 7; k++)
			a[k] = b[k] = (unsigned short)rand();
		for (k = 0; k < 7; k++)
			m___tandem_rand();
		check("erand48", erand48(a) == m_erand48(b));
		check("nrand48", nrand48(a) == m_nrand48(b));
		check("jrand48", jrand48(a) == m_jrand48(b) && !memcmp(a, b, 6));
		p = seed48(a), q = m_seed48(b);
		check("seed48", !memcmp(p, q, 6));
		draw48(2);
		if (i % 3 == 0) {
			lcong48(a), m_lcong48(b);
			draw48(2);
		}
		srand48_r(i, &d), m_srand48_r(i, &e);
		lrand48_r(&d, &x), m_lrand48_r(&e, &y);
		drand48_r(&d, &u), m_drand48_r(&e, &v);
		check("lrand48_r", x == y && u == v && !memcmp(d.__x, e.__x, 6));
	}
	return failures != 0;
}
