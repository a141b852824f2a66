/* Compares swprintf and swscanf of units (m_f) with the C library on random formats and texts. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <errno.h>

unsigned __VERIFIER_nondet_uint(void) { return 5; }
void __VERIFIER_assume(int c) {}
int m_swprintf(wchar_t *, size_t, const wchar_t *, ...);
int m_swscanf(const wchar_t *, const wchar_t *, ...);
int m___tandem_getc(FILE *f) { return getc(f); }
void m___tandem_unread(FILE *f, int c) { ungetc(c, f); }
int m_ungetc(int c, FILE *f) { return ungetc(c, f); }
int __tandem_getc(FILE *f) { return getc(f); }
void __tandem_unread(FILE *f, int c) { ungetc(c, f); }
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

static int failures;

static void some(wchar_t *s, const wchar_t *const *parts, int count, int most)
{
	int k = rnd(most);
	*s = 0;
	while (k--)
		wcscat(s, parts[rnd(count)]);
}

static void prints(void)
{
	static const wchar_t *const flags[] = {L"", L"", L"-", L"+", L" ", L"#", L"0", L"-0", L"+#"};
	static const wchar_t *const lengths[] = {L"", L"", L"5", L"12", L".3", L"8.2", L".0", L".", L"1.12"};
	static const struct { const wchar_t *c; int kind; } convs[] = {{L"d", 0}, {L"i", 0}, {L"u", 0}, {L"x", 0}, {L"X", 0}, {L"o", 0}, {L"hd", 0}, {L"hhu", 0}, {L"c", 0}, {L"lc", 0},
		{L"lld", 1}, {L"llx", 1}, {L"f", 2}, {L"e", 2}, {L"g", 2}, {L"a", 2}, {L"s", 3}, {L"ls", 4}, {L"S", 4}, {L"n", 5}, {L"%", 6}};
	static const char *const texts[] = {"", "abc", "hello world", "x\xe9y"};
	static const wchar_t *const wides[] = {L"", L"wide", L"\u20ac\u00e9", L"longer text"};
	wchar_t f[60], a[80], b[80];
	int r, q, e, g, n1 = 0, n2 = 0, kind, k = rnd(sizeof convs / sizeof *convs);
	size_t room = rnd(4) ? 80 : 1 + rnd(12);
	kind = convs[k].kind;
	swprintf(f, 60, L"%ls%%%ls%ls%ls%ls", rnd(2) ? L"<" : L"", flags[rnd(9)], kind == 5 || kind == 6 ? L"" : lengths[rnd(9)], convs[k].c, rnd(2) ? L"\u00e9>" : L"");
	if (kind == 5 || kind == 6)
		swprintf(f, 60, L"ab%%%lscd", convs[k].c);
	wmemset(a, 7, 80), wmemset(b, 7, 80);
#define BOTH(...) { errno = 0; r = m_swprintf(a, room, f, __VA_ARGS__); e = errno; errno = 0; q = swprintf(b, room, f, __VA_ARGS__); g = errno; }
	switch (kind) {
	case 0: {
		int v = wcsstr(f, L"c") && convs[k].c[0] != L'h' ? 1 + (int)rnd(127) : (int)(rnd(1u << 31) >> rnd(31)) - (int)rnd(100);
		BOTH(v);
		break;
	}
	case 1: {
		long long v = (long long)((unsigned long long)rnd(1u << 31) << 32 >> rnd(60)) - 5;
		BOTH(v);
		break;
	}
	case 2: {
		double v = rnd(1000000) / 128.0 - 100;
		BOTH(v);
		break;
	}
	case 3: {
		const char *v = texts[rnd(4)];
		BOTH(v);
		break;
	}
	case 4: {
		const wchar_t *v = wides[rnd(4)];
		BOTH(v);
		break;
	}
	default:
		errno = 0; r = m_swprintf(a, room, f, &n1); e = errno;
		errno = 0; q = swprintf(b, room, f, &n2); g = errno;
	}
	if ((r != q || n1 != n2 || (r >= 0 ? wmemcmp(a, b, 80) : 0)) && failures++ < 15) {
		printf("swprintf(%d, \"%ls\") = %d, not %d; errno %d, not %d: ", (int)room, f, r, q, e, g);
		for (k = 0; k < 14; k++)
			printf("%x/%x ", a[k], b[k]);
		printf("\n");
	}
}

int main(int argc, char **argv)
{
	static const wchar_t *const parts[] = {L" ", L"\n", L"-", L"0", L"0x", L"0X1f", L"7", L"12", L"345", L"2147483648", L"99999999999999999999",
		L"1.5", L".5", L"1e5", L"2e", L"nan", L"inf", L"a", L"abc", L"b]c", L"x", L",", L"%", L"\u20ac", L"08"};
	static const wchar_t *const convs[] = {L"%d", L"%i", L"%u", L"%x", L"%hd", L"%hhi", L"%lld", L"%f", L"%lf", L"%s", L"%ls", L"%c", L"%lc", L"%[abc]", L"%l[^ab]", L"%[a-z]", L"%l[]b-]",
		L"%*d", L"%3d", L"%2s", L"%4lc", L"%n", L"%%", L" ", L",", L"a", L"%p", L"%*ls", L"%3l[a-z0-9]"};
	int count = atoi(argv[1]), i, k;
	for (i = 0; i < count; i++) {
		static char a[6][400], b[6][400];
		wchar_t s[300], f[200];
		int r, q;
		prints();
		some(s, parts, sizeof parts / sizeof *parts, 7);
		some(f, convs, sizeof convs / sizeof *convs, 6);
		memset(a, 7, sizeof a), memset(b, 7, sizeof b);
		r = m_swscanf(s, f, a[0], a[1], a[2], a[3], a[4]), q = swscanf(s, f, b[0], b[1], b[2], b[3], b[4]);
		if ((r != q || memcmp(a, b, sizeof a)) && failures++ < 20) {
			printf("swscanf(");
			for (k = 0; s[k]; k++)
				printf(s[k] > 127 ? "\\u%x" : "%c", s[k]);
			printf(", ");
			for (k = 0; f[k]; k++)
				printf("%c", f[k]);
			printf(") = %d, not %d", r, q);
			for (k = 0; k < 5; k++) {
				int j;
				for (j = 0; j < 400; j++)
					if (a[k][j] != b[k][j])
						printf(" [%d][%d] %x/%x", k, j, a[k][j], b[k][j]);
			}
			printf("\n");
		}
	}
	return failures != 0;
}
