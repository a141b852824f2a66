/* Regular expressions (POSIX). Whether an expression is valid, whether it matches, and the positions of a match are
   approximate. */
//# provides: regcomp regexec regerror regfree

typedef __SIZE_TYPE__ size;

void __tandem_refuse(void);
void __tandem_unknown(void *p, size n);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

#define NO_MATCH 1
#define NO_SPACE 12
#define LAST_ERROR 17
#define STARTEND 4

/* glibc's regex_t */
struct regex {
	void *buffer;
	unsigned long allocated, used, syntax;
	char *fastmap;
	unsigned char *translate;
	size groups;
	unsigned flags[sizeof(long) / 4];
};

struct match {
	int from, to;
};

/* An arbitrary number of at most n. */
static size most(size n)
{
	unsigned v = __VERIFIER_nondet_uint();
	__VERIFIER_assume(v <= n);
	return v;
}

int regcomp(void *p, const char *pattern, int flags)
{
	struct regex *r = p;
	size n = __builtin_strlen(pattern);
	int e;
	__tandem_unknown(r, sizeof *r);
	r->buffer = 0;
	e = __VERIFIER_nondet_int();
	__VERIFIER_assume(e >= 0 && e <= LAST_ERROR);
	if (e)
		return e;
	r->buffer = __builtin_malloc(1);
	if (!r->buffer)
		return NO_SPACE;
	r->groups = most(n);
	return 0;
}

int regexec(const void *p, const char *s, size n, struct match *m, int flags)
{
	const struct regex *r = p;
	char compiled = *(char *)r->buffer; /* the expression must have been compiled */
	size len, i;
	int e;
	if (flags & STARTEND)
		__tandem_refuse();
	len = __builtin_strlen(s);
	e = __VERIFIER_nondet_int();
	__VERIFIER_assume(e == 0 || e == NO_MATCH || e == NO_SPACE);
	if (e || __VERIFIER_nondet_int()) /* REG_NOSUB may have been set: then there are no positions */
		return e;
	for (i = 0; i < n; i++) {
		if (i > 0 && __VERIFIER_nondet_int()) {
			m[i].from = m[i].to = -1;
			continue;
		}
		m[i].to = (int)most(len);
		m[i].from = (int)most(m[i].to);
	}
	return 0;
}

size regerror(int e, const void *r, char *p, size n)
{
	size all = 1 + most(127);
	if (n) {
		size k = all < n ? all - 1 : n - 1;
		__tandem_unknown(p, k);
		p[k] = 0;
	}
	return all;
}

void regfree(void *p)
{
	struct regex *r = p;
	__builtin_free(r->buffer);
	r->buffer = 0;
}
