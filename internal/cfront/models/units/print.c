/* The functions of the printf family that write to memory or to standard output (7.21.6). */
//# provides: sprintf vsprintf snprintf vsnprintf asprintf vasprintf printf vprintf dprintf vdprintf
//# provides: __sprintf_chk __vsprintf_chk __snprintf_chk __vsnprintf_chk __asprintf_chk __vasprintf_chk
//# provides: __printf_chk __vprintf_chk __dprintf_chk __vdprintf_chk __tandem_print

typedef __SIZE_TYPE__ size;
typedef __builtin_va_list list;
long long __tandem_format(char *s, size cap, const char *f, list ap);
void __tandem_errno(int e);

#define VARIADIC(last, call) \
	list ap; \
	int n; \
	__builtin_va_start(ap, last); \
	n = call; \
	__builtin_va_end(ap); \
	return n

/* The result of a function of the family, where n is the result of __tandem_format. */
static int result(long long n)
{
	if (n >= 0)
		return (int)n;
	__tandem_errno((int)(-n % 256));
	return -1;
}

/* The number of bytes written, before a failure if there was one; n is the result of __tandem_format. */
static size end(long long n) { return n >= 0 ? (size)n : (size)(-n / 256); }

/* The text is dropped: writes to standard output never fail. */
int __tandem_print(const char *f, list ap)
{
	return result(__tandem_format(0, 0, f, ap));
}

int vsprintf(char *s, const char *f, list ap)
{
	long long n = __tandem_format(s, (size)-1, f, ap);
	s[end(n)] = 0;
	return result(n);
}

int vsnprintf(char *s, size max, const char *f, list ap)
{
	long long n = __tandem_format(s, max ? max - 1 : 0, f, ap);
	if (max)
		s[end(n) < max ? end(n) : max - 1] = 0;
	return result(n);
}

int vasprintf(char **s, const char *f, list ap)
{
	list again;
	long long n;
	__builtin_va_copy(again, ap);
	n = __tandem_format(0, 0, f, again);
	__builtin_va_end(again);
	if (n < 0)
		return result(n);
	*s = __builtin_malloc((size)n + 1);
	if (!*s)
		return -1;
	return vsprintf(*s, f, ap);
}

int vprintf(const char *f, list ap) { return __tandem_print(f, ap); }
int vdprintf(int fd, const char *f, list ap) { return __tandem_print(f, ap); }

int sprintf(char *s, const char *f, ...) { VARIADIC(f, vsprintf(s, f, ap)); }
int snprintf(char *s, size max, const char *f, ...) { VARIADIC(f, vsnprintf(s, max, f, ap)); }
int asprintf(char **s, const char *f, ...) { VARIADIC(f, vasprintf(s, f, ap)); }
int printf(const char *f, ...) { VARIADIC(f, __tandem_print(f, ap)); }
int dprintf(int fd, const char *f, ...) { VARIADIC(f, __tandem_print(f, ap)); }

/* Functions that know the size of the buffer: a text that is too long ends the program. */
int __vsprintf_chk(char *s, int flag, size room, const char *f, list ap)
{
	list again;
	long long n;
	__builtin_va_copy(again, ap);
	n = __tandem_format(0, 0, f, again);
	__builtin_va_end(again);
	if (n >= 0 && (unsigned long long)n >= room)
		__builtin_abort();
	return vsprintf(s, f, ap);
}

int __vsnprintf_chk(char *s, size max, int flag, size room, const char *f, list ap)
{
	if (room < max)
		__builtin_abort();
	return vsnprintf(s, max, f, ap);
}

int __vasprintf_chk(char **s, int flag, const char *f, list ap) { return vasprintf(s, f, ap); }
int __vprintf_chk(int flag, const char *f, list ap) { return __tandem_print(f, ap); }
int __vdprintf_chk(int fd, int flag, const char *f, list ap) { return __tandem_print(f, ap); }
int __sprintf_chk(char *s, int flag, size room, const char *f, ...) { VARIADIC(f, __vsprintf_chk(s, flag, room, f, ap)); }
int __snprintf_chk(char *s, size max, int flag, size room, const char *f, ...) { VARIADIC(f, __vsnprintf_chk(s, max, flag, room, f, ap)); }
int __asprintf_chk(char **s, int flag, const char *f, ...) { VARIADIC(f, vasprintf(s, f, ap)); }
int __printf_chk(int flag, const char *f, ...) { VARIADIC(f, __tandem_print(f, ap)); }
int __dprintf_chk(int fd, int flag, const char *f, ...) { VARIADIC(f, __tandem_print(f, ap)); }
