/* Compares getopt and its variants in units with the C library on random arguments. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char *m_optarg;
extern int m_optind, m_opterr, m_optopt;
int m_getopt(int, char *const *, const char *);
int m_getopt_long(int, char *const *, const char *, const struct option *, int *);
int m_getopt_long_only(int, char *const *, const char *, const struct option *, int *);
void __tandem_plain_getopt(void) {}

static unsigned long long state = 88172645463325252ull;
static unsigned rnd(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 11) % n;
}

int main(int argc, char **argv)
{
	static char *args[] = {"-a", "-b", "-abc", "-c", "-cx", "-oval", "-o", "x", "y", "--", "-", "--alpha", "--alp", "--al", "--beta=3", "--beta", "--bet", "--gamma=q", "--gamma",
		"--delta", "--unknown", "--alpha=1", "-z", "-:", "-alpha", "-beta", "-be=5", "-W", "-Wbeta=2", "alpha", "--alphabet", "-ab", "-d", "--a", "", "-dd"};
	static const char *opts[] = {"abc:o::", "+abc:", "-abc:o::", ":abc:", "+:bc:", "abW;c:", "", "ab", "c:d:", ":c:d::", "-:ab:"};
	int count = atoi(argv[1]), i, k, failures = 0;
	opterr = m_opterr = 0;
	for (i = 0; i < count; i++) {
		char *v[10], *w[10];
		int n = 1 + rnd(8), kind = rnd(3), f1 = 0, f2 = 0, start = rnd(5) ? 0 : 1 + rnd(2);
		const char *o = opts[rnd(sizeof opts / sizeof *opts)];
		struct option l1[] = {{"alpha", 0, 0, 'A'}, {"alphabet", 0, rnd(2) ? 0 : &f1, 'B'}, {"beta", 1, 0, 'C'}, {"gamma", 2, 0, 300}, {"delta", 0, &f1, 7}, {0, 0, 0, 0}};
		struct option l2[6];
		memcpy(l2, l1, sizeof l1);
		for (k = 0; k < 5; k++)
			if (l2[k].flag)
				l2[k].flag = &f2;
		v[0] = "prog";
		for (k = 1; k < n; k++)
			v[k] = args[rnd(sizeof args / sizeof *args)];
		v[n] = 0;
		memcpy(w, v, sizeof v);
		optind = m_optind = 0;
		if (start && i == 0)
			optind = m_optind = start;
		optopt = m_optopt = '?';
		for (k = 0; k < 12; k++) {
			int a, b, x = -5, y = -5;
			if (kind == 0) {
				a = getopt(n, v, o), b = m_getopt(n, w, o);
			} else if (kind == 1) {
				a = getopt_long(n, v, o, l1, &x), b = m_getopt_long(n, w, o, l2, &y);
			} else {
				a = getopt_long_only(n, v, o, l1, &x), b = m_getopt_long_only(n, w, o, l2, &y);
			}
			if (a != b || x != y || optind != m_optind || optarg != m_optarg && (!optarg || !m_optarg || strcmp(optarg, m_optarg)) || optopt != m_optopt || f1 != f2 || memcmp(v, w, (n + 1) * sizeof *v)) {
				if (failures++ < 10) {
					int j;
					printf("%d \"%s\" step %d: %d not %d, index %d not %d, optind %d not %d, optarg %s not %s, optopt %d not %d, flag %d not %d:", kind, o, k, b, a, y, x, m_optind, optind, m_optarg, optarg, m_optopt, optopt, f2, f1);
					for (j = 1; j < n; j++)
						printf(" %s", v[j]);
					printf(" /");
					for (j = 1; j < n; j++)
						printf(" %s", w[j]);
					printf("\n");
				}
				break;
			}
			if (a == -1)
				break;
		}
	}
	return failures != 0;
}
