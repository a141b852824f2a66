/* Functions on wide text in memory and from streams (7.29.2, 7.29.3). They use variants of the formats of print.c
   and scan.c for wide characters (package models). */
//# provides: swprintf vswprintf fgetwc getwc getwchar fgetwc_unlocked getwc_unlocked getwchar_unlocked fgetws fgetws_unlocked
//# provides: ungetwc __tandem_getwc __tandem_unreadwc __tandem_wprint

typedef __SIZE_TYPE__ size;
typedef __builtin_va_list list;
typedef __WCHAR_TYPE__ wide;
typedef struct _IO_FILE FILE;
extern FILE *stdin;
int __tandem_getc(FILE *f);
void __tandem_unread(FILE *f, int c);
long long __tandem_wformat(wide *s, size cap, const wide *f, list ap);
void __tandem_errno(int e);
void __tandem_refuse(void);
int ungetc(int c, FILE *f);
int feof(FILE *f);

#define WEOF 0xffffffffu
#define EILSEQ 84
#define E2BIG 7

int vswprintf(wide *s, size max, const wide *f, list ap)
{
	long long n;
	size end;
	if (max == 0)
		return -1;
	n = __tandem_wformat(s, max - 1, f, ap);
	end = n >= 0 ? (size)n : (size)(-n / 256);
	if (n < 0)
		__tandem_errno((int)(-n % 256));
	s[end < max ? end : max - 1] = 0;
	return n >= 0 && (size)n < max ? (int)n : -1;
}

int swprintf(wide *s, size max, const wide *f, ...)
{
	list ap;
	int n;
	__builtin_va_start(ap, f);
	n = vswprintf(s, max, f, ap);
	__builtin_va_end(ap);
	return n;
}

/* The text is dropped. */
int __tandem_wprint(const wide *f, list ap)
{
	long long n = __tandem_wformat(0, 0, f, ap);
	return n >= 0 ? (int)n : -1;
}

/* Reads a character of a stream; -1 at the end. Bytes that are no ASCII characters are refused. */
int __tandem_getwc(FILE *s)
{
	int c = __tandem_getc(s);
	if (c > 127)
		__tandem_refuse();
	return c;
}

/* Puts back the character that was read last. */
void __tandem_unreadwc(FILE *s, int c) { __tandem_unread(s, c); }

unsigned fgetwc(FILE *s)
{
	int c = __tandem_getwc(s);
	return c < 0 ? WEOF : (unsigned)c;
}

unsigned getwc(FILE *s) { return fgetwc(s); }
unsigned getwchar(void) { return fgetwc(stdin); }
unsigned fgetwc_unlocked(FILE *s) { return fgetwc(s); }
unsigned getwc_unlocked(FILE *s) { return fgetwc(s); }
unsigned getwchar_unlocked(void) { return fgetwc(stdin); }

wide *fgetws(wide *p, int max, FILE *s)
{
	int n = 0, c;
	if (max <= 0)
		return 0;
	while (n < max - 1) {
		c = __tandem_getwc(s);
		if (c < 0) {
			if (n == 0)
				return 0;
			break;
		}
		p[n] = c;
		n++;
		if (c == '\n')
			break;
	}
	p[n] = 0;
	return p;
}

wide *fgetws_unlocked(wide *p, int max, FILE *s) { return fgetws(p, max, s); }

unsigned ungetwc(unsigned c, FILE *s)
{
	if (c == WEOF)
		return WEOF;
	if (c > 127)
		__tandem_refuse();
	return ungetc((int)c, s) < 0 ? WEOF : c;
}
