/* Compares the scanf family of units (m_f) with the C library on random texts, from strings and from a stream. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <errno.h>

unsigned __VERIFIER_nondet_uint(void) { abort(); }
int m_sscanf(const char *, const char *, ...);
int m_fscanf(FILE *, const char *, ...);
int m___tandem_getc(FILE *f) { return getc(f); }
void m___tandem_unread(FILE *f, int c) { ungetc(c, f); }

void __tandem_text(int c) {}
void __tandem_errno(int e) { errno = e; }

static unsigned long long state = 88172645463325252ull;
static unsigned rnd(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 11) % n;
}

static int failures;

static void input(char *s)
{
	static const char *parts[] = {" ", "\n", "\t ", "-", "+", "0", "0x", "0X1f", "7", "12", "345", "2147483648", "9223372036854775808", "99999999999999999999", "4294967295",
		"1.5", ".5", "3.", "1e5", "2e", "1e-", "0x1.8p3", "nan", "inf", "INFINITY", "infin", "-inf", "a", "abc", "b]c", "x", ",", "%", "-z", "(nil)", "(ni", "0xz", "\xe9", "08", "1e400", "1e-320"};
	int k = rnd(7);
	*s = 0;
	while (k--)
		strcat(s, parts[rnd(sizeof parts / sizeof *parts)]);
}

static char *conversion(char *f)
{
	static const char *convs[] = {"d", "i", "u", "x", "X", "o", "hd", "hhi", "ld", "lli", "lu", "llx", "zu", "jd", "td", "ho", "hhu", "Ld",
		"f", "lf", "e", "lg", "a", "lE", "s", "s", "c", "c", "[abc]", "[^ab]", "[a-z]", "[]b-]", "[^]x]", "[0-9.]", "[-a]", "[a-]", "[%,]",
		"ls", "lc", "l[a-z]", "S", "p", "n", "hhn", "ln", "%", "y", "[z-a]", "hn", "lln", "5"};
	*f++ = '%';
	if (rnd(6) == 0)
		*f++ = '*';
	if (rnd(3) == 0)
		f += sprintf(f, "%d", rnd(12));
	f += sprintf(f, "%s", convs[rnd(sizeof convs / sizeof *convs)]);
	*f = 0;
	return f;
}

static void format(char *f)
{
	static const char *parts[] = {"", "", "", " ", ",", "\n ", "a", "x", " ,"};
	int k = 1 + rnd(4);
	f += sprintf(f, "%s", parts[rnd(9)]);
	while (k--) {
		f = conversion(f);
		f += sprintf(f, "%s", parts[rnd(9)]);
	}
}

int main(int argc, char **argv)
{
	int count = atoi(argv[1]), i, k;
	for (i = 0; i < count; i++) {
		static char a[5][400], b[5][400];
		char s[300], f[300];
		int r, q, e, g;
		input(s);
		format(f);
		if (rnd(20) == 0)
			sprintf(f, "%%%d$d %%%d$s%%%d$n", 1 + rnd(5), 1 + rnd(5), 1 + rnd(5));
		memset(a, 7, sizeof a);
		memset(b, 7, sizeof b);
		errno = 0;
		r = m_sscanf(s, f, a[0], a[1], a[2], a[3], a[4]);
		e = errno;
		errno = 0;
		q = sscanf(s, f, b[0], b[1], b[2], b[3], b[4]);
		g = errno;
		if ((r != q || memcmp(a, b, sizeof a) || e != g && (e == 84 || g == 84)) && failures++ < 20) {
			printf("sscanf(\"%s\", \"%s\") = %d, not %d; errno %d %d:", s, f, r, q, e, g);
			for (k = 0; k < 5; k++)
				if (memcmp(a[k], b[k], 400))
					printf(" argument %d: %x %x %x, not %x %x %x", k, ((int *)a[k])[0], ((int *)a[k])[1], ((int *)a[k])[2], ((int *)b[k])[0], ((int *)b[k])[1], ((int *)b[k])[2]);
			printf("\n");
		}
		if (*s) {
			FILE *x = fmemopen(s, strlen(s), "r"), *y = fmemopen(s, strlen(s), "r");
			memset(a, 7, sizeof a);
			memset(b, 7, sizeof b);
			r = m_fscanf(x, f, a[0], a[1], a[2], a[3], a[4]);
			q = fscanf(y, f, b[0], b[1], b[2], b[3], b[4]);
			if ((r != q || memcmp(a, b, sizeof a) || ftell(x) != ftell(y) || feof(x) != feof(y)) && failures++ < 20)
				printf("fscanf(\"%s\", \"%s\") = %d, not %d; at %ld, not %ld; %d %d\n", s, f, r, q, ftell(x), ftell(y), feof(x), feof(y));
			fclose(x);
			fclose(y);
		}
	}
	for (i = 0; i < count / 10; i++) { /* %m */
		static const char *fs[] = {"%ms", "%m[a-z]", "%5ms", "%m5s", "%mc", "%3mc", "%d%ms"};
		char s[300], *p = (char *)1, *t = (char *)1;
		const char *f = fs[rnd(6)];
		int r, q;
		input(s);
		if (f[1] == 'm' && f[2] == '5')
			continue;
		r = m_sscanf(s, f, &p);
		q = sscanf(s, f, &t);
		if (r != q || (r > 0 ? memcmp(p, t, strchr(f, 'c') ? 1 : strlen(t) + 1) : 0) || r == -1 && (p || t))
			if (failures++ < 20)
				printf("sscanf(\"%s\", \"%s\") = %d, not %d\n", s, f, r, q);
	}
	return failures != 0;
}
