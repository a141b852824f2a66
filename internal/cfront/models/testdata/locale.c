/* Compares the locale "C" of units with the C library. */
#define _GNU_SOURCE
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char *m_nl_langinfo(int);
struct lconv *m_localeconv(void);
void *m_newlocale(int, const char *, void *), *m_uselocale(void *), *m_duplocale(void *);
void __tandem_errno(int e) {}
void __tandem_refuse(void) { abort(); }
int main(void)
{
	static const int items[] = {CODESET, RADIXCHAR, THOUSEP, ABDAY_1, ABDAY_7, DAY_1, DAY_7, ABMON_1, ABMON_12, MON_1, MON_12, AM_STR, PM_STR, D_T_FMT, D_FMT, T_FMT, T_FMT_AMPM, ERA, ERA_D_FMT, ALT_DIGITS, CRNCYSTR, YESEXPR, NOEXPR};
	int i, bad = 0;
	struct lconv *a = localeconv(), *b = m_localeconv();
	char **p = (char **)a, **q = (char **)b;
	for (i = 0; i < (int)(sizeof items / sizeof *items); i++)
		if (strcmp(nl_langinfo(items[i]), m_nl_langinfo(items[i])))
			bad = 1, printf("%x: %s, not %s\n", items[i], m_nl_langinfo(items[i]), nl_langinfo(items[i]));
	for (i = 0; i < 10; i++)
		if (strcmp(p[i], q[i]))
			bad = 1, printf("localeconv: %d\n", i);
	if (memcmp(p + 10, q + 10, 14))
		bad = 1, printf("localeconv\n");
	locale_t c = newlocale(LC_ALL_MASK, "C", 0);
	if (c == newlocale(LC_ALL_MASK, "POSIX", 0) || c != newlocale(LC_NUMERIC_MASK, "C", 0) || duplocale(c) != c || uselocale(0) != (locale_t)-1 || uselocale(c) != (locale_t)-1 || uselocale(0) != c)
		bad = 1, printf("newlocale\n");
	if (newlocale(1 << 14, "C", 0) || newlocale(LC_ALL_MASK, 0, 0))
		bad = 1, printf("newlocale of nothing\n");
	void *d = m_newlocale(LC_ALL_MASK, "C", 0);
	if (d == m_newlocale(LC_ALL_MASK, "POSIX", 0) || d != m_newlocale(LC_NUMERIC_MASK, "C", 0) || m_duplocale(d) != d || m_uselocale(0) != (void *)-1 || m_uselocale(d) != (void *)-1 || m_uselocale(0) != d)
		bad = 1, printf("newlocale of the model\n");
	return bad;
}
