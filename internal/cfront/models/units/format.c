/* The interpreter of printf's formats (7.21.6.1). The front end handles literal formats itself. */
//# provides: __tandem_format

#define LEFT 1
#define PLUS 2
#define SPACE 4
#define ALT 8
#define ZERO 16

typedef __SIZE_TYPE__ size;
unsigned __VERIFIER_nondet_uint(void);
size __tandem_put_pad(char *s, size cap, size n, int c, int count);
size __tandem_put_str(char *s, size cap, size n, const char *t, int flags, int width, int prec);
size __tandem_put_char(char *s, size cap, size n, int c, int flags, int width);
size __tandem_put_int(char *s, size cap, size n, unsigned long long v, int neg, int flags, int width, int prec, int conv);
size __tandem_put_ptr(char *s, size cap, size n, const void *p, int flags, int width);
size __tandem_put_any(char *s, size cap, size n, int width);
size __tandem_put_double(char *s, size cap, size n, double v, int flags, int width, int prec, int conv);
size __tandem_put_wide(char *s, size cap, size n, const __WCHAR_TYPE__ *t, int flags, int width, int prec, int *bad);

struct args {
	__builtin_va_list ap;
};

enum { INT, LONG, LLONG, DOUBLE, LDOUBLE, POINTER, NONE };

/* A conversion: the positions of its arguments (0: the next one), its flags and numbers. */
struct spec {
	int flags, width, prec, conv, type;
	int at, width_at, prec_at;     /* positions in %n$, from 1 */
	int width_arg, prec_arg, size; /* whether width and precision are *; size of the integer in bytes */
	int odd;                       /* glibc 2.36 reads another argument if it has a position */
};

/* The number at f[*i]; advances *i to its end. -1 if it is too large. */
static int number(const char *f, size *i)
{
	int v = 0;
	while (f[*i] >= '0' && f[*i] <= '9') {
		int d = f[*i] - '0';
		v = v < 0 || v > (2147483647 - d) / 10 ? -1 : v * 10 + d;
		(*i)++;
	}
	return v;
}

/* The position n of n$ at f[*i], or 0. */
static int position(const char *f, size *i)
{
	size k = *i;
	int v = number(f, &k);
	if (v <= 0 || f[k] != '$')
		return 0;
	*i = k + 1;
	return v;
}

/* Parses the conversion after the % at f[i-1]. Returns the index of its end, 0 if the format ends before. */
static size parse(const char *f, size i, struct spec *p)
{
	int more = 1;
	p->flags = p->width_arg = p->prec_arg = p->width_at = p->prec_at = p->odd = 0;
	p->width = p->prec = -1;
	p->size = 4;
	p->at = position(f, &i);
	while (more) {
		switch (f[i]) {
		case '-': p->flags |= LEFT; break;
		case '+': p->flags |= PLUS; break;
		case ' ': p->flags |= SPACE; break;
		case '#': p->flags |= ALT; break;
		case '0': p->flags |= ZERO; break;
		case '\'': case 'I': break;
		default: more = 0;
		}
		if (more)
			i++;
	}
	if (f[i] == '*') {
		i++;
		p->width_arg = 1;
		p->width_at = position(f, &i);
	} else if (f[i] >= '0' && f[i] <= '9') {
		p->width = number(f, &i);
		if (p->width < 0 || p->width > 2147483647 - 32)
			p->width = -2;
	}
	if (f[i] == '.') {
		i++;
		p->prec = 0;
		if (f[i] == '*') {
			i++;
			p->prec_arg = 1;
			p->prec_at = position(f, &i);
		} else if (f[i] >= '0' && f[i] <= '9') {
			p->prec = number(f, &i);
			if (p->prec < 0 || p->prec > 2147483647 - 32)
				p->prec = p->prec < 0 ? -2 : -3;
		}
	}
	p->type = INT;
	switch (f[i]) {
	case 'h':
		i++;
		p->size = 2;
		if (f[i] == 'h') {
			i++;
			p->size = 1;
		}
		break;
	case 'l':
		i++;
		p->type = LONG;
		p->size = sizeof(long);
		if (f[i] == 'l') {
			i++;
			p->type = LLONG;
			p->size = 8;
		}
		break;
	case 'L': case 'q': case 'j':
		p->odd = f[i] == 'q';
		i++;
		p->type = LLONG;
		p->size = 8;
		break;
	case 'z': case 'Z': case 't':
		i++;
		p->type = LONG;
		p->size = sizeof(long);
		break;
	}
	p->conv = f[i];
	switch (f[i]) {
	case 0:
		return 0;
	case 'd': case 'i':
		p->conv = 'd';
		break;
	case 'b': case 'B':
		p->odd = p->type != INT;
		break;
	case 'u': case 'o': case 'x': case 'X':
		break;
	case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
		p->type = p->type == LLONG ? LDOUBLE : DOUBLE;
		break;
	case 'C': case 'c':
		p->conv = f[i] == 'C' || p->type != INT ? 'C' : 'c';
		p->type = INT;
		break;
	case 'S': case 's':
		p->conv = f[i] == 'S' || p->type != INT ? 'S' : 's';
		p->type = POINTER;
		break;
	case 'p': case 'n':
		p->type = POINTER;
		break;
	case 'm': case '%':
		p->type = NONE;
		break;
	default:
		p->conv = '?';
		p->type = NONE;
	}
	return i + 1;
}

/* Advances a by an argument of a type. */
static void skip(struct args *a, int type)
{
	struct long_double { long double v; };
	switch (type) {
	case INT: (void)__builtin_va_arg(a->ap, int); break;
	case LONG: (void)__builtin_va_arg(a->ap, long); break;
	case LLONG: (void)__builtin_va_arg(a->ap, long long); break;
	case DOUBLE: (void)__builtin_va_arg(a->ap, double); break;
	case LDOUBLE: (void)__builtin_va_arg(a->ap, long double); break;
	case POINTER: (void)__builtin_va_arg(a->ap, void *); break;
	}
}

/* The type of argument k (from 1) of a format with positions. */
static int type_of(const char *f, int k)
{
	struct spec p;
	size i = 0;
	while (f[i]) {
		if (f[i] != '%') {
			i++;
			continue;
		}
		i = parse(f, i + 1, &p);
		if (!i)
			return INT;
		if (p.at == k && p.type != NONE)
			return p.type;
		if (p.width_at == k || p.prec_at == k)
			return INT;
	}
	return INT;
}

/* Sets *a to argument k (from 1). */
static void find(const char *f, struct args *all, int k, struct args *a)
{
	int j;
	__builtin_va_copy(a->ap, all->ap);
	for (j = 1; j < k; j++)
		skip(a, type_of(f, j));
}

/* An int argument for a width or precision: the one at position at, or the next one if at is 0. */
static int int_arg(const char *f, struct args *all, struct args *next, int at)
{
	struct args a;
	int v;
	if (!at)
		return __builtin_va_arg(next->ap, int);
	find(f, all, at, &a);
	v = __builtin_va_arg(a.ap, int);
	__builtin_va_end(a.ap);
	return v;
}

/* Appends the integer argument of a conversion. */
static size put_integer(char *s, size cap, size n, struct spec *p, struct args *a)
{
	long long v;
	if (p->type == LLONG)
		v = __builtin_va_arg(a->ap, long long);
	else if (p->type == LONG)
		v = __builtin_va_arg(a->ap, long);
	else
		v = __builtin_va_arg(a->ap, int);
	if (p->conv == 'd') {
		if (p->size == 1)
			v = (signed char)v;
		if (p->size == 2)
			v = (short)v;
		return __tandem_put_int(s, cap, n, v < 0 ? 0ull - (unsigned long long)v : (unsigned long long)v, v < 0, p->flags, p->width, p->prec, 'd');
	}
	if (p->size < 8)
		v &= (1ll << p->size * 8) - 1;
	return __tandem_put_int(s, cap, n, (unsigned long long)v, 0, p->flags, p->width, p->prec, p->conv);
}

/* Stores the length n at the address q of a %n. */
static void store_length(struct spec *p, void *q, size n)
{
	if (p->size == 1)
		*(signed char *)q = (signed char)n;
	else if (p->size == 2)
		*(short *)q = (short)n;
	else if (p->size == 4)
		*(int *)q = (int)n;
	else
		*(long long *)q = (long long)n;
}

/* The result of a format that fails: errno, and the number of bytes that were written before the failure. */
#define FAILS(e) (-((long long)n * 256 + (e)))
#define EILSEQ 84
#define EINVAL 22
#define EOVERFLOW 75

/* Whether the bytes that %s writes are ASCII characters. */
static int ascii(const char *t, int prec)
{
	int i;
	for (i = 0; t && (prec < 0 || i < prec) && t[i]; i++)
		if ((unsigned char)t[i] > 127)
			return 0;
	return 1;
}

/* A width or precision that is too large: the text that is written before the failure is not modelled. */
static long long too_wide(char *s, size cap, size n)
{
	__tandem_put_any(s, cap, n, -1);
	n = 2147483648u;
	return FAILS(EOVERFLOW);
}

/* Writes the text of a format to s, at most cap characters, without a null character. Returns its length, or FAILS. */
long long __tandem_format(char *s, size cap, const char *f, __builtin_va_list ap)
{
	struct args next, all, own, *a;
	struct spec p;
	size n = 0, i = 0;
	int bad = 0;
	int narrow = 0; /* 1 in the variant for wide text: the bytes of %s must be characters */
	__builtin_va_copy(next.ap, ap);
	__builtin_va_copy(all.ap, ap);
	while (f[i]) {
		if (f[i] != '%') {
			if (n < cap)
				s[n] = f[i];
			n++;
			i++;
			continue;
		}
		i = parse(f, i + 1, &p);
		if (p.width == -3 || p.prec == -3 || !i && p.at) { /* not modelled: no program does that */
			__tandem_put_any(s, cap, n, -1);
			return (int)(__VERIFIER_nondet_uint() & 2147483647);
		}
		if (!i || p.width == -2 || p.prec == -2)
			return i ? too_wide(s, cap, n) : FAILS(EINVAL);
		if (p.width_arg) {
			p.width = int_arg(f, &all, &next, p.width_at);
			if (p.width < 0) {
				p.flags |= LEFT;
				p.width = p.width == -2147483647 - 1 ? -1 : -p.width;
				if (p.width < 0 || p.width > 2147483647 - 32)
					return too_wide(s, cap, n);
			} else if (p.width > 2147483647 - 32) {
				return too_wide(s, cap, n);
			}
		}
		if (p.prec_arg) {
			p.prec = int_arg(f, &all, &next, p.prec_at);
			if (p.prec > 2147483647 - 32)
				return too_wide(s, cap, n);
			if (p.prec < 0)
				p.prec = -1;
		}
		a = &next;
		if (p.at) {
			find(f, &all, p.at, &own);
			a = &own;
		}
		switch (p.conv) {
		case '%':
			n = __tandem_put_pad(s, cap, n, '%', 1);
			break;
		case 'c':
			n = __tandem_put_char(s, cap, n, (unsigned char)__builtin_va_arg(a->ap, int), p.flags, p.width);
			break;
		case 'C': {
			unsigned c = __builtin_va_arg(a->ap, unsigned);
			if (c > 127)
				return FAILS(EILSEQ);
			n = __tandem_put_char(s, cap, n, (int)c, p.flags, p.width);
			break;
		}
		case 's': {
			const char *t = __builtin_va_arg(a->ap, const char *);
			if (narrow && !ascii(t, p.prec))
				return FAILS(EILSEQ);
			n = __tandem_put_str(s, cap, n, t, p.flags, p.width, p.prec);
			break;
		}
		case 'S':
			n = __tandem_put_wide(s, cap, n, __builtin_va_arg(a->ap, const __WCHAR_TYPE__ *), p.flags, p.width, p.prec, &bad);
			if (bad)
				return FAILS(EILSEQ);
			break;
		case 'p':
			n = __tandem_put_ptr(s, cap, n, __builtin_va_arg(a->ap, const void *), p.flags, p.width);
			break;
		case 'n':
			store_length(&p, __builtin_va_arg(a->ap, void *), n);
			break;
		case 'm':
		case '?':
			n = __tandem_put_any(s, cap, n, p.width);
			break;
		default:
			if (p.type == DOUBLE) {
				n = __tandem_put_double(s, cap, n, __builtin_va_arg(a->ap, double), p.flags, p.width, p.prec, p.conv);
			} else if (p.type == LDOUBLE) {
				skip(a, LDOUBLE);
				n = __tandem_put_any(s, cap, n, p.width);
			} else if (p.at && p.odd) {
				n = __tandem_put_any(s, cap, n, p.width);
			} else {
				n = put_integer(s, cap, n, &p, a);
			}
		}
		if (n > 2147483647)
			return FAILS(EOVERFLOW);
	}
	return (long long)n;
}
