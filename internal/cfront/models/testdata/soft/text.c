/* Compares strtold with the C library: random decimal and hexadecimal texts, near the middle between two numbers and
   at the limits. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long s = 88172645463325252ull;
static unsigned long long next(void) { s ^= s << 13; s ^= s >> 7; s ^= s << 17; return s; }

static void middle(char *t)
{
	/* x plus half a unit in its last place, with all digits */
	X87 v = {0};
	unsigned se = next() % 3 ? 16383 - 80 + next() % 160 : next() % 0x7fff;
	char head[13000];
	v.u.m = next() | 1ull << 63;
	v.u.se = se ? se : 1;
	if (se == 0)
		v.u.m >>= next() % 64;
	if (se < 16383 - 3000 || se > 16383 + 3000) { /* numbers with large exponents get only a few digits */
		sprintf(t, "%.*Le", (int)(next() % 30), v.f);
		return;
	}
	/* in hexadecimal, the middle needs one more digit */
	if (next() % 2) {
		sprintf(t, "0x%llx%s%sp%d", v.u.m, next() % 2 ? "8" : "7", next() % 2 ? "000000000000000000000" : "00000000000000000001", (int)se - 16383 - 63 - 88);
		return;
	}
	{
		long double next_up;
		X87 w = v;
		w.u.m |= 1;
		w.u.m -= 1;
		w.u.m >>= 1; /* even, of 63 bits; x + 1/2 has 64 */
		w.u.m |= 1ull << 63;
		next_up = w.f;
		sprintf(head, "%.4000Le", next_up);
		if (next() % 2) {
			char *e = strchr(head, 'e');
			e[-1] = (char)('0' + next() % 3);
		}
		strcpy(t, head);
	}
}

int main(int argc, char **argv)
{
	static const char *fixed[] = { "1.18973149535723176502e4932", "1.18973149535723176509e4932", "1.18973149535723176506e+4932", "1.1897314953572317651e4932", "3.64519953188247460253e-4951", "1.8e-4951", "1.9e-4951",
		"1e-5000", "1e5000", "1e99999", "-1e-99999", "0", "-0", "0x1p-16445", "0x1p-16446", "0x1.8p-16446", "0x0.8p-16445", "0x1.00000001p-16446", "0x1p16383", "0x1p16384", "0xffffffffffffffffp16320", "0xffffffffffffffff8p16316",
		"0xffffffffffffffff7p16316", "0x1ffffffffffffffffp16319", "0x1ffffffffffffffffp0", "0x3ffffffffffffffffp0", "0x7fffffffffffffffcp0", "0x7fffffffffffffffdp0", "3.3621031431120935062e-4932", "3.36210314311209350626e-4932", "3.362103143112093506262e-4932",
		"inf", "-infinity", "nan", "nan(12)", "-nan(", "18446744073709551616", "18446744073709551617", "36893488147419103233", "36893488147419103234", "36893488147419103235", "73786976294838206466", "73786976294838206470", "0.1", ".5e1", "1e", "0x", "x", "",
		"0x0.7fffffffffffffff8p-16382", "0x0.ffffffffffffffff8p-16382", "0x0.ffffffffffffffffp-16382", "0x0.fffffffffffffffe8p-16382", "0x0.ffffffffffffffff4p-16382",
		"0x0.fffffffffffffffd8p-16382", "0x0.fffffffffffffffdcp-16382", "0x0.fffffffffffffffd4p-16382", "0x0.1ffffffffffffffe8p-16382" };
	static char t[30000];
	long n = atol(argv[1]), i;
	int bad = 0;
	for (i = 0; i < n && bad < 10; i++) {
		X87 a = {0}, b = {0};
		char *ea, *eb;
		int na, nb, k;
		if (i < (long)(sizeof fixed / sizeof *fixed))
			strcpy(t, fixed[i]);
		else if (next() % 3 == 0)
			middle(t);
		else if (next() % 2)
			sprintf(t, "%s%llu%s%llu%s%llue%d", next() % 2 ? "-" : "", next(), next() % 2 ? "" : ".", next(), next() % 2 ? "" : "000000000000", next(), next() % 3 ? (int)(next() % 200) - 100 : (int)(next() % 10100) - 5050);
		else if (next() % 3 == 0)
			sprintf(t, "0x0.%llx%c%llxp-%d", next() | 1ull << 63, "0123456789abcdef"[next() % 16], next() % 2 ? next() : 0, 16370 + (int)(next() % 90));
		else
			sprintf(t, "0x%llx%s%llx%llxp%d", next() >> next() % 64, next() % 2 ? "" : ".", next() >> next() % 64, next(), (int)(next() % 33200) - 16600);
		if (next() % 50 == 0) { /* more digits than the model keeps */
			strcpy(t, "1.5");
			for (k = 3; k < 12100; k++)
				t[k] = '0';
			strcpy(t + k, "1");
		}
		errno = m_errno = 0;
		a.f = strtold(t, &ea);
		na = errno;
		b.f = m_strtold(t, &eb);
		nb = m_errno;
		if (a.u.m != b.u.m || a.u.se != b.u.se || ea != eb || na != nb) {
			if (a.f != a.f && b.f != b.f && ea == eb && na == nb)
				continue; /* payloads */
			bad++;
			printf("%.300s: %llx %x, end %d, errno %d, not %llx %x, end %d, errno %d\n", t, a.u.m, a.u.se, (int)(ea - t), na, b.u.m, b.u.se, (int)(eb - t), nb);
		}
	}
	return bad != 0;
}
