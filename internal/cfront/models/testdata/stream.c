/* Compares streams of units (m_f) with those of the C library: random calls on memory streams and standard input. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

#define BOTH(T, f, args) T m_##f args;
BOTH(FILE *, fmemopen, (void *, size_t, const char *))
BOTH(FILE *, open_memstream, (char **, size_t *))
BOTH(FILE *, tmpfile, (void))
BOTH(int, fgetc, (FILE *))
BOTH(int, ungetc, (int, FILE *))
BOTH(char *, fgets, (char *, int, FILE *))
BOTH(size_t, fread, (void *, size_t, size_t, FILE *))
BOTH(size_t, fwrite, (const void *, size_t, size_t, FILE *))
BOTH(ssize_t, getline, (char **, size_t *, FILE *))
BOTH(ssize_t, getdelim, (char **, size_t *, int, FILE *))
BOTH(int, feof, (FILE *))
BOTH(int, ferror, (FILE *))
BOTH(void, clearerr, (FILE *))
BOTH(int, fputc, (int, FILE *))
BOTH(int, fputs, (const char *, FILE *))
BOTH(int, fprintf, (FILE *, const char *, ...))
BOTH(int, fscanf, (FILE *, const char *, ...))
BOTH(int, fflush, (FILE *))
BOTH(int, fclose, (FILE *))
BOTH(int, fseek, (FILE *, long, int))
BOTH(long, ftell, (FILE *))
BOTH(void, rewind, (FILE *))

unsigned __VERIFIER_nondet_uint(void) { abort(); }
int __VERIFIER_nondet_int(void) { abort(); }
void __VERIFIER_assume(int c) { if (!c) abort(); }
static const unsigned char *feed, *feed_end;
int __tandem_stdin_input(void) { return feed < feed_end ? *feed++ : -1; }
int __tandem_file_input(void) { abort(); }
int __tandem_open_input(void) { abort(); }

void __tandem_text(int c) {}
void __tandem_errno(int e) { errno = e; }
void __tandem_refuse(void) { abort(); }

static unsigned long long state = 88172645463325252ull;
static unsigned rnd(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 11) % n;
}

extern int m_lost(FILE *);
static int failures;
static char story[4000];
#define SAY(...) sprintf(story + strlen(story), __VA_ARGS__)
#define SAME(what, x, y) do { long long r_ = (long long)(x), q_ = (long long)(y); SAY(what "=%lld; ", q_); \
	if (r_ != q_) { if (failures++ < 10) printf("%s: got %lld\n", story, r_); return; } } while (0)

/* Makes random calls that read from s, a stream of the library, and from m, the same stream of units. */
static void reads(FILE *s, FILE *m)
{
	char a[40], b[40];
	memset(a, 7, 40);
	memset(b, 7, 40);
	switch (rnd(8)) {
	case 0: case 1: SAME("fgetc", m_fgetc(m), fgetc(s)); break;
	case 2: {
		int n = rnd(14) - 1, r, q;
		r = m_fgets(a, n, m) != 0;
		q = fgets(b, n, s) != 0;
		SAY("%d:", n);
		SAME("fgets", r, q);
		SAME("text", memcmp(a, b, 40), 0);
		break;
	}
	case 3: {
		size_t u = rnd(4), n = rnd(8), r = m_fread(a, u, n, m), q = fread(b, u, n, s);
		SAY("%zu,%zu:", u, n);
		SAME("fread", r, q);
		SAME("text", memcmp(a, b, 40), 0);
		break;
	}
	case 4: {
		int c = fgetc(s), d = m_fgetc(m);
		SAME("fgetc", d, c);
		if (c >= 0)
			SAME("ungetc", m_ungetc(c, m), ungetc(c, s));
		break;
	}
	case 5: {
		char *p = 0, *q = 0;
		size_t np = 0, nq = 0;
		if (rnd(2)) {
			np = nq = 1 + rnd(5);
			p = malloc(np);
			q = malloc(nq);
		}
		int end = rnd(2) ? '\n' : 'b';
		long x = m_getdelim(&p, &np, end, m), y = getdelim(&q, &nq, end, s);
		SAME("getdelim", x, y);
		SAME("room", np, nq);
		if (x >= 0)
			SAME("text", strcmp(p, q), 0);
		free(p);
		free(q);
		break;
	}
	case 6: {
		int x = 5, y = 5, r = m_fscanf(m, "%d", &x), q = fscanf(s, "%d", &y);
		SAME("fscanf", r, q);
		SAME("value", x, y);
		break;
	}
	case 7:
		SAME("feof", !!m_feof(m), !!feof(s));
		SAME("ferror", !!m_ferror(m), !!ferror(s));
		if (rnd(4) == 0) {
			SAY("clearerr; ");
			m_clearerr(m);
			clearerr(s);
		}
		break;
	}
}

static void writes(FILE *s, FILE *m)
{
	switch (rnd(5)) {
	case 0: SAME("fputc", m_fputc('q', m), fputc('q', s)); break;
	case 1: SAME("fputs", m_fputs("hello", m) >= 0, fputs("hello", s) >= 0); break;
	case 2: SAME("fwrite", m_fwrite("abcdef", 2, 3, m), fwrite("abcdef", 2, 3, s)); break;
	case 3: SAME("fprintf", m_fprintf(m, "%d|%s", 42, "x"), fprintf(s, "%d|%s", 42, "x")); break;
	case 4: SAME("fflush", m_fflush(m), fflush(s)); break;
	}
}

static void moves(FILE *s, FILE *m)
{
	switch (rnd(3)) {
	case 0: SAME("ftell", m_ftell(m), ftell(s)); break;
	case 1: SAY("rewind; "); m_rewind(m); rewind(s); break;
	case 2: {
		int to = (int)rnd(20) - 5, w = rnd(3);
		SAY("%d,%d:", to, w);
		SAME("fseek", m_fseek(m, to, w), fseek(s, to, w));
		break;
	}
	}
}

static void text(char *p, int n)
{
	int i;
	for (i = 0; i < n; i++)
		p[i] = "ab\n 1-\0z"[rnd(8)];
}

static void fixed(void)
{
	static const char *modes[] = {"r", "w", "a", "r+", "w+", "a+"};
	char a[64], b[64];
	int n = 1 + rnd(20), k, mode = rnd(6), last = 0;
	FILE *s, *m;
	text(a, 64);
	if (rnd(2))
		a[rnd(n)] = 0;
	memcpy(b, a, 64);
	SAY("fmemopen(%d, %s); ", n, modes[mode]);
	m = m_fmemopen(a, n, modes[mode]);
	s = fmemopen(b, n, modes[mode]);
	for (k = rnd(8); k > 0; k--) {
		int what = rnd(3);
		if (what == 0 && (mode == 0 || mode > 2)) {
			if (last == 2) { SAME("fflush", m_fflush(m), fflush(s)); }
			if (m_lost(m))
				return;
			if (last == 2) { SAY("rewind; "); m_rewind(m); rewind(s); }
			reads(s, m);
			last = 1;
		} else if (what == 1 && mode != 0) {
			if (last == 1) { SAY("0,1:"); SAME("fseek", m_fseek(m, 0, 1), fseek(s, 0, 1)); }
			if (m_lost(m))
				return;
			writes(s, m);
			last = 2;
		} else if (what == 2) {
			moves(s, m);
		}
		SAME("memory", memcmp(a, b, 64), 0);
		if (m_lost(m))
			return;
	}
	SAME("fclose", m_fclose(m), fclose(s));
	SAME("memory", memcmp(a, b, 64), 0);
}

static void result(void)
{
	char *p = 0, *q = 0;
	size_t np = 0, nq = 0;
	int k;
	FILE *m = m_open_memstream(&p, &np), *s = open_memstream(&q, &nq);
	SAY("open_memstream; ");
	for (k = rnd(8); k > 0; k--) {
		writes(s, m);
		if (rnd(3) == 0) {
			SAME("fflush", m_fflush(m), fflush(s));
			SAME("size", np, nq);
			SAME("text", strcmp(p, q), 0);
		}
	}
	SAME("fclose", m_fclose(m), fclose(s));
	SAME("size", np, nq);
	SAME("text", strcmp(p, q), 0);
}

static void temporary(void)
{
	FILE *m = m_tmpfile(), *s = tmpfile();
	int k;
	SAY("tmpfile; ");
	for (k = rnd(4); k >= 0; k--)
		writes(s, m);
	SAY("rewind; "); m_rewind(m); rewind(s);
	for (k = rnd(6); k > 0; k--) {
		reads(s, m);
		if (rnd(4) == 0)
			moves(s, m);
		if (m_lost(m))
			return;
	}
	SAME("fclose", m_fclose(m), fclose(s));
}

static void standard(void)
{
	static char a[64];
	int n = 1 + rnd(30), k;
	FILE *s;
	text(a, n);
	feed = (unsigned char *)a;
	feed_end = feed + n;
	s = fmemopen(a, n, "r");
	SAY("stdin of %d; ", n);
	m_clearerr(stdin);
	for (k = rnd(10); k > 0 && !feof(s); k--)
		reads(s, stdin);
	fclose(s);
	{ /* the next round begins with new streams */
		extern void m_reset(void);
		m_reset();
	}
}

int main(int argc, char **argv)
{
	int count = atoi(argv[1]), i;
	for (i = 0; i < count; i++) {
		*story = 0;
		switch (rnd(8)) {
		case 0: case 1: case 2: case 3: fixed(); break;
		case 4: result(); break;
		case 5: temporary(); break;
		default: standard();
		}
	}
	return failures != 0;
}
