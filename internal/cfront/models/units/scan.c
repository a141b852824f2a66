/* The scanf family (7.21.6.2). Like glibc, it reads one character at a time, and puts back at most one. The source
   is a string or a stream. */
//# provides: sscanf vsscanf scanf vscanf fscanf vfscanf
//# provides: __isoc99_sscanf __isoc99_vsscanf __isoc99_scanf __isoc99_vscanf __isoc99_fscanf __isoc99_vfscanf
//# provides: __isoc23_sscanf __isoc23_vsscanf __isoc23_scanf __isoc23_vscanf __isoc23_fscanf __isoc23_vfscanf
//# provides: __tandem_scan_from __tandem_scan_next __tandem_scan_back __tandem_scan_stream __tandem_scan_count __tandem_scan_skip
//# provides: __tandem_scan_char __tandem_scan_int __tandem_scan_value __tandem_scan_float __tandem_stdin

typedef __SIZE_TYPE__ size;
typedef __builtin_va_list list;
typedef __WCHAR_TYPE__ wide;
typedef struct _IO_FILE FILE;
extern FILE *stdin;
int __tandem_getc(FILE *f);
void __tandem_unread(FILE *f, int c);
double strtod(const char *s, char **end);
float strtof(const char *s, char **end);
long double strtold(const char *s, char **end);
unsigned __VERIFIER_nondet_uint(void);
void __tandem_text(int c); /* assumes that c is not 0 */
void __tandem_errno(int e);

#define EILSEQ 84
#define ERANGE 34

struct source {
	const char *s;
	FILE *f;
	size count; /* number of characters read */
	int c23;    /* C23: %i accepts 0b, and there is %b */
};

/* Reads a character; -1 at the end. */
static int next(struct source *in)
{
	int c;
	if (in->s) {
		c = (unsigned char)*in->s;
		if (!c)
			return -1;
		in->s++;
	} else {
		c = __tandem_getc(in->f);
		if (c < 0)
			return -1;
	}
	in->count++;
	return c;
}

/* Puts back the character that was read last. */
static void back(struct source *in, int c)
{
	if (c < 0)
		return;
	in->count--;
	if (in->s)
		in->s--;
	else
		__tandem_unread(in->f, c);
}

static int space(int c) { return c == ' ' || c >= '\t' && c <= '\r'; }
static int lower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

static int digit(int c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = lower(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/* A conversion: the address at which it stores, the size of the object, and how many characters it may still read. */
struct order {
	int suppress, width, size, alloc, wide, conv;
	void *to;
};

enum { DONE, MISMATCH, END, ENCODING };

static long long scanned; /* the integer that was read last */

/* Stores an integer, unless assignment is suppressed. */
static void store(struct order *o, long long v)
{
	if (o->suppress)
		return;
	switch (o->size) {
	case 1: *(signed char *)o->to = (signed char)v; break;
	case 2: *(short *)o->to = (short)v; break;
	case 4: *(int *)o->to = (int)v; break;
	default: *(long long *)o->to = v;
	}
}

/* Reads an integer for an object of the given size as long or long long, and sets scanned to it. The base 1 means any
   base, including 2 with the prefix 0b. In base 2 the prefix 0b is optional. Here are no stores through pointers of the
   program, so that an analysis need not know where these lead. */
static int whole(struct source *in, int width, int bytes, int base, int sign, int pointer)
{
	unsigned long long v = 0, limit, max;
	int c, neg = 0, any = 0, over = 0, d, binary = base == 1 || base == 2;
	if (base == 1)
		base = 0;
	max = bytes > (int)sizeof(long) ? 18446744073709551615ull : (unsigned long)-1;
	c = next(in);
	if (c < 0)
		return END;
	if (c == '-' || c == '+') {
		neg = c == '-';
		pointer = pointer ? 2 : 0;
		if (width > 0)
			width--;
		c = next(in);
	}
	limit = sign ? max / 2 + neg : max;
	if (width != 0 && c == '0') {
		if (width > 0)
			width--;
		any = 1;
		c = next(in);
		if (width != 0 && lower(c) == 'x') {
			if (base == 0)
				base = 16;
			if (base == 16) {
				if (width > 0)
					width--;
				c = next(in);
			}
		} else if (binary && width != 0 && lower(c) == 'b') {
			base = 2;
			if (width > 0)
				width--;
			c = next(in);
		} else if (base == 0) {
			base = 8;
		}
	}
	if (base == 0)
		base = 10;
	while (c >= 0 && width != 0) {
		d = digit(c);
		if (d >= base)
			break;
		if (over || v > (limit - d) / base)
			over = 1;
		else
			v = v * base + d;
		any = 1;
		if (width > 0)
			width--;
		c = next(in);
	}
	if (!any && pointer == 1 && (width < 0 || width >= 5) && c == '(') {
		const char *nil = "nil)";
		int i;
		for (i = 0; i < 4; i++) {
			c = next(in);
			if (lower(c) != nil[i])
				break;
		}
		if (i == 4) {
			scanned = 0;
			return DONE;
		}
	}
	back(in, c);
	if (!any)
		return MISMATCH;
	if (over) {
		v = limit;
		__tandem_errno(ERANGE);
		if (sign && neg)
			v = 0 - v;
	} else if (neg) {
		v = 0 - v;
	}
	scanned = (long long)v;
	return DONE;
}

/* Reads an integer, or a pointer if that is set, and stores it. */
static int integer(struct source *in, struct order *o, int base, int sign, int pointer)
{
	int r = whole(in, o->width, o->size, base, sign, pointer);
	if (r != DONE)
		return r;
	if (!pointer)
		store(o, scanned);
	else if (!o->suppress)
		*(void **)o->to = (void *)(unsigned long)scanned;
	return DONE;
}

#define LONGEST 1200

/* Reads the text of a floating-point number into t. */
static int decimal(struct source *in, struct order *o, char *t)
{
	int c, n = 0, width = o->width, dot = 0, e = 0, any = 0, signs = 0, hex = 0, exp = 'e';
	c = next(in);
	if (c < 0)
		return END;
	if (width > 0)
		width--;
	if (c == '-' || c == '+') {
		t[n++] = (char)c;
		signs = 1;
		if (width == 0)
			return MISMATCH;
		c = next(in);
		if (c < 0)
			return MISMATCH;
		if (width > 0)
			width--;
	}
	if (lower(c) == 'n' || lower(c) == 'i') {
		const char *word = lower(c) == 'n' ? "nan" : "infinity";
		int i = 0;
		for (;;) {
			t[n++] = (char)c;
			i++;
			if (i == 3 && word[0] == 'n' || i == 8)
				break;
			if (i == 3) {
				if (width == 0)
					break;
				c = next(in);
				if (c < 0)
					break;
				if (width > 0)
					width--;
				if (lower(c) != 'i') {
					back(in, c);
					break;
				}
				continue;
			}
			if (width == 0)
				return MISMATCH;
			c = next(in);
			if (c < 0 || lower(c) != word[i])
				return MISMATCH;
			if (width > 0)
				width--;
		}
		t[n] = 0;
		return DONE;
	}
	if (width != 0 && c == '0') {
		t[n++] = '0';
		c = next(in);
		if (width > 0)
			width--;
		if (width != 0 && lower(c) == 'x') {
			t[n++] = 'x';
			hex = 1;
			exp = 'p';
			c = next(in);
			if (width > 0)
				width--;
		} else {
			any = 1;
		}
	}
	for (;;) {
		if (c >= '0' && c <= '9' || hex && !e && digit(c) < 16) {
			any = 1;
			if (n < LONGEST)
				t[n++] = (char)c;
		} else if (e && lower(t[n - 1]) == exp && (c == '-' || c == '+')) {
			t[n++] = (char)c;
		} else if (any && !e && lower(c) == exp) {
			t[n++] = (char)exp;
			e = dot = 1;
		} else if (!dot && c == '.') {
			t[n++] = '.';
			dot = 1;
		} else {
			back(in, c);
			break;
		}
		if (width == 0)
			break;
		c = next(in);
		if (c < 0)
			break;
		if (width > 0)
			width--;
	}
	t[n] = 0;
	if (n == signs || hex && n == 2 + signs)
		return MISMATCH;
	return DONE;
}

/* Reads a floating-point number and stores it. */
static int floating(struct source *in, struct order *o)
{
	char t[LONGEST + 20], *end;
	int r = decimal(in, o, t);
	double d = 0;
	float f = 0;
	long double ld = 0;
	if (r != DONE)
		return r;
	if (o->size == 8)
		d = strtod(t, &end);
	else if (o->size == 4)
		f = strtof(t, &end);
	else
		ld = strtold(t, &end);
	if (end == t)
		return MISMATCH;
	if (o->suppress)
		return DONE;
	if (end - t >= LONGEST) { /* the digits that did not fit into t may matter */
		unsigned char *p = o->to;
		size i;
		for (i = 0; i < (o->size == 8 || o->size == 4 ? (size)o->size : sizeof(long double)); i++)
			p[i] = (unsigned char)__VERIFIER_nondet_uint();
	} else if (o->size == 8) {
		*(double *)o->to = d;
	} else if (o->size == 4) {
		*(float *)o->to = f;
	} else {
		*(long double *)o->to = ld;
	}
	return DONE;
}

/* Whether c is in the set s, which ends at ]; its first character may be ] or -. */
static int among(const char *s, int c)
{
	size i = 0;
	for (; s[i] != ']' || i == 0; i++) {
		if (s[i] == '-' && i > 0 && s[i + 1] && s[i + 1] != ']' && (unsigned char)s[i - 1] <= (unsigned char)s[i + 1]) {
			if (c >= (unsigned char)s[i - 1] && c < (unsigned char)s[i + 1])
				return 1;
		} else if (c == (unsigned char)s[i]) {
			return 1;
		}
	}
	return 0;
}

/* Reads characters: those of %c, a word, or characters of a set. */
static int characters(struct source *in, struct order *o, const char *set, int not)
{
	char *p = o->to;
	size n = 0, room = 100, unit = o->wide ? sizeof(wide) : 1;
	int width = o->width, c;
	if (width < 0 && o->conv == 'c')
		width = 1;
	if (o->alloc && !o->suppress) {
		if (o->conv == 'c')
			room = width;
		p = __builtin_malloc(room * unit);
		*(char **)o->to = p;
	}
	c = next(in);
	if (c < 0)
		return END;
	if (o->conv == '[' && among(set, c) == not) {
		back(in, c);
		return MISMATCH;
	}
	for (;;) {
		if (o->conv == 's' && space(c) || o->conv == '[' && among(set, c) == not) {
			back(in, c);
			break;
		}
		if (o->wide && c > 127)
			return ENCODING;
		if (o->conv != 'c' && !in->s)
			__tandem_text(c);
		if (!o->suppress) {
			if (o->alloc && n == room) {
				char *q = __builtin_malloc(2 * room * unit);
				__builtin_memcpy(q, p, room * unit);
				__builtin_free(p);
				room *= 2;
				p = q;
				*(char **)o->to = p;
			}
			if (o->wide)
				((wide *)p)[n] = c;
			else
				p[n] = (char)c;
			n++;
		}
		if (width > 0) {
			width--;
			if (width == 0)
				break;
		}
		c = next(in);
		if (c < 0)
			break;
	}
	if (o->suppress)
		return DONE;
	if (o->alloc) {
		size all = o->conv == 'c' ? n : n + 1;
		char *q = __builtin_malloc(all * unit);
		__builtin_memcpy(q, p, n * unit);
		__builtin_free(p);
		p = q;
		*(char **)o->to = p;
	}
	if (o->conv != 'c') {
		if (o->wide)
			((wide *)p)[n] = 0;
		else
			p[n] = 0;
	}
	return DONE;
}

/* The number at f[*i]; advances *i to its end. */
static int number(const char *f, size *i)
{
	int v = 0;
	while (f[*i] >= '0' && f[*i] <= '9') {
		int d = f[*i] - '0';
		v = v > (2147483647 - d) / 10 ? 2147483647 : v * 10 + d;
		(*i)++;
	}
	return v;
}

/* Reads by a format. Returns the number of values stored, or -1 if the input ends before the first conversion. */
static int scan(struct source *in, const char *f, list ap)
{
	list now, at;
	size i = 0, k;
	int done = 0, blank = 0, c, r, j, v;
	__builtin_va_copy(now, ap);
	while (f[i]) {
		struct order o;
		const char *set = 0;
		int not = 0;
		if (f[i] != '%') {
			if (space(f[i])) {
				blank = 1;
				i++;
				continue;
			}
			c = next(in);
			while (blank && space(c))
				c = next(in);
			blank = 0;
			if (c < 0)
				return done ? done : -1;
			if (c != (unsigned char)f[i]) {
				back(in, c);
				return done;
			}
			i++;
			continue;
		}
		i++;
		o.suppress = o.alloc = o.wide = 0;
		o.width = -1;
		o.size = 4;
		o.to = 0;
		k = i;
		v = number(f, &i);
		j = 0;
		if (v && f[i] == '$') {
			j = v;
			i++;
			v = 0;
		} else {
			i = k;
		}
		for (;; i++) {
			if (f[i] == '*')
				o.suppress = 1;
			else if (f[i] != '\'' && f[i] != 'I')
				break;
		}
		v = number(f, &i);
		if (v)
			o.width = v;
		if (f[i] == 'm') {
			o.alloc = 1;
			i++;
		}
		switch (f[i]) {
		case 'h':
			i++;
			o.size = 2;
			if (f[i] == 'h') {
				i++;
				o.size = 1;
			}
			break;
		case 'l':
			i++;
			o.wide = 1;
			o.size = sizeof(long);
			if (f[i] == 'l') {
				i++;
				o.size = 9;
			}
			break;
		case 'L': case 'q': case 'j':
			o.size = f[i] == 'j' ? 8 : 9;
			i++;
			break;
		case 'z': case 't':
			i++;
			o.size = sizeof(long);
			break;
		}
		o.conv = f[i];
		if (!f[i])
			return done;
		i++;
		if (blank || o.conv != '[' && o.conv != 'c' && o.conv != 'C' && o.conv != 'n') {
			do
				c = next(in);
			while (space(c));
			back(in, c);
			blank = 0;
		}
		if (o.conv == '%') {
			c = next(in);
			if (c < 0)
				return done ? done : -1;
			if (c != '%') {
				back(in, c);
				return done;
			}
			continue;
		}
		if (!o.suppress) {
			if (j) {
				__builtin_va_copy(at, ap);
				for (; j > 1; j--)
					(void)__builtin_va_arg(at, void *);
				o.to = __builtin_va_arg(at, void *);
				__builtin_va_end(at);
			} else {
				o.to = __builtin_va_arg(now, void *);
			}
		}
		r = MISMATCH;
		if (o.conv == 'b' && !in->c23)
			return done;
		switch (o.conv) {
		case 'n':
			if (o.size == 9)
				o.size = 8;
			store(&o, (long)in->count);
			continue;
		case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'b':
			if (o.size == 9)
				o.size = 8;
			r = integer(in, &o, o.conv == 'o' ? 8 : o.conv == 'b' ? 2 : o.conv == 'i' ? in->c23 : lower(o.conv) == 'x' ? 16 : 10, o.conv == 'd' || o.conv == 'i', 0);
			break;
		case 'p':
			o.size = sizeof(long);
			r = integer(in, &o, 16, 0, 1);
			break;
		case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
			o.size = o.size == 9 ? 16 : o.wide ? 8 : 4;
			r = floating(in, &o);
			break;
		case 'S': case 'C':
			o.wide = 1;
			o.conv = lower(o.conv);
			r = characters(in, &o, 0, 0);
			break;
		case 's': case 'c':
			r = characters(in, &o, 0, 0);
			break;
		case '[':
			if (f[i] == '^') {
				not = 1;
				i++;
			}
			set = f + i;
			for (k = i; f[k] && (f[k] != ']' || k == i); k++)
				;
			if (!f[k])
				return done;
			i = k + 1;
			r = characters(in, &o, set, not);
			break;
		default:
			return done;
		}
		if (r == END) {
			if (done)
				return done;
			if (o.alloc && !o.suppress) {
				__builtin_free(*(void **)o.to);
				*(void **)o.to = 0;
			}
			return -1;
		}
		if (r == ENCODING)
			__tandem_errno(EILSEQ);
		if (r != DONE)
			return done;
		if (!o.suppress)
			done++;
	}
	if (blank) { /* at the end of the format */
		do
			c = next(in);
		while (space(c));
		back(in, c);
	}
	return done;
}

int vsscanf(const char *s, const char *f, list ap)
{
	struct source in;
	in.s = s;
	in.f = 0;
	in.count = 0;
	in.c23 = 0;
	return scan(&in, f, ap);
}

int vfscanf(FILE *s, const char *f, list ap)
{
	struct source in;
	in.s = 0;
	in.f = s;
	in.count = 0;
	in.c23 = 0;
	return scan(&in, f, ap);
}

int __isoc23_vsscanf(const char *s, const char *f, list ap)
{
	struct source in;
	in.s = s;
	in.f = 0;
	in.count = 0;
	in.c23 = 1;
	return scan(&in, f, ap);
}

int __isoc23_vfscanf(FILE *s, const char *f, list ap)
{
	struct source in;
	in.s = 0;
	in.f = s;
	in.count = 0;
	in.c23 = 1;
	return scan(&in, f, ap);
}

#define VARIADIC(call) \
	list ap; \
	int n; \
	__builtin_va_start(ap, f); \
	n = call; \
	__builtin_va_end(ap); \
	return n

int vscanf(const char *f, list ap) { return vfscanf(stdin, f, ap); }
int sscanf(const char *s, const char *f, ...) { VARIADIC(vsscanf(s, f, ap)); }
int scanf(const char *f, ...) { VARIADIC(vfscanf(stdin, f, ap)); }
int fscanf(FILE *s, const char *f, ...) { VARIADIC(vfscanf(s, f, ap)); }
int __isoc99_vsscanf(const char *s, const char *f, list ap) { return vsscanf(s, f, ap); }
int __isoc99_vscanf(const char *f, list ap) { return vfscanf(stdin, f, ap); }
int __isoc99_vfscanf(FILE *s, const char *f, list ap) { return vfscanf(s, f, ap); }
int __isoc99_sscanf(const char *s, const char *f, ...) { VARIADIC(vsscanf(s, f, ap)); }
int __isoc99_scanf(const char *f, ...) { VARIADIC(vfscanf(stdin, f, ap)); }
int __isoc99_fscanf(FILE *s, const char *f, ...) { VARIADIC(vfscanf(s, f, ap)); }
int __isoc23_vscanf(const char *f, list ap) { return __isoc23_vfscanf(stdin, f, ap); }
int __isoc23_sscanf(const char *s, const char *f, ...) { VARIADIC(__isoc23_vsscanf(s, f, ap)); }
int __isoc23_scanf(const char *f, ...) { VARIADIC(__isoc23_vfscanf(stdin, f, ap)); }
int __isoc23_fscanf(FILE *s, const char *f, ...) { VARIADIC(__isoc23_vfscanf(s, f, ap)); }

/* --- functions for single conversions, which the front end calls for literal formats */

static struct source at;

/* Begins to read from s, or from f if s is null. */
void __tandem_scan_from(const char *s, FILE *f)
{
	at.s = s;
	at.f = f;
	at.count = 0;
}

FILE *__tandem_stdin(void) { return stdin; }
int __tandem_scan_next(void) { return next(&at); }
void __tandem_scan_back(int c) { back(&at, c); }
int __tandem_scan_stream(void) { return !at.s; }
long __tandem_scan_count(void) { return (long)at.count; }

void __tandem_scan_skip(void)
{
	int c;
	do
		c = next(&at);
	while (space(c));
	back(&at, c);
}

int __tandem_scan_char(int want)
{
	int c = next(&at);
	if (c < 0)
		return END;
	if (c == want)
		return DONE;
	back(&at, c);
	return MISMATCH;
}

/* Reads an integer; the caller stores __tandem_scan_value. */
int __tandem_scan_int(int width, int bytes, int base, int sign) { return whole(&at, width, bytes, base, sign, 0); }

long long __tandem_scan_value(void) { return scanned; }

int __tandem_scan_float(void *to, int suppress, int width, int bytes)
{
	struct order o;
	o.to = to;
	o.suppress = suppress;
	o.width = width;
	o.size = bytes;
	return floating(&at, &o);
}
