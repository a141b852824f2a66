/* The locale "C", the only one (7.11, POSIX newlocale, nl_langinfo). */
//# provides: localeconv newlocale duplocale freelocale uselocale nl_langinfo nl_langinfo_l

void __tandem_errno(int e);
void __tandem_refuse(void);

#define ENOENT 2
#define EINVAL 22

struct lconv {
	char *decimal_point, *thousands_sep, *grouping;
	char *int_curr_symbol, *currency_symbol, *mon_decimal_point, *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
	char n[14];
};

struct lconv *localeconv(void)
{
	static struct lconv c;
	int i;
	c.decimal_point = ".";
	c.thousands_sep = c.grouping = c.int_curr_symbol = c.currency_symbol = c.mon_decimal_point = "";
	c.mon_thousands_sep = c.mon_grouping = c.positive_sign = c.negative_sign = "";
	for (i = 0; i < 14; i++)
		c.n[i] = 127;
	return &c;
}

static char c_locale[232];
static void *current = (void *)-1; /* LC_GLOBAL_LOCALE */

/* Whether two texts are equal. */
static int is(const char *a, const char *b)
{
	int i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return a[i] == b[i];
}

void *newlocale(int mask, const char *name, void *base)
{
	if (mask & ~0x1fff || !name) {
		__tandem_errno(EINVAL);
		return 0;
	}
	if (!is(name, "C") && !is(name, "POSIX") || base && base != (void *)c_locale)
		__tandem_refuse();
	if (base)
		__tandem_refuse();
	if (is(name, "C"))
		return c_locale;
	return __builtin_calloc(sizeof c_locale, 1);
}

void *duplocale(void *l)
{
	if (l == (void *)c_locale)
		return l;
	return __builtin_calloc(sizeof c_locale, 1);
}

void freelocale(void *l)
{
	if (l != (void *)c_locale)
		__builtin_free(l);
}

void *uselocale(void *l)
{
	void *was = current;
	if (l)
		current = l;
	return was;
}

char *nl_langinfo(int item)
{
	static char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
	static char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
		"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"};
	static char *const formats[] = {"AM", "PM", "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p", "", "", "", "", "", ""};
	int n = item & 0xffff;
	switch (item >> 16) {
	case 0:
		if (n == 14)
			return "ANSI_X3.4-1968";
		break;
	case 1:
		if (n < 3)
			return n ? "" : ".";
		break;
	case 2:
		if (n < 14)
			return days[n];
		if (n < 38)
			return months[n - 14];
		if (n < 50)
			return formats[n - 38];
		break;
	case 4:
		if (n == 15)
			return "-";
		break;
	case 5:
		if (n < 4)
			return n == 0 ? "^[yY]" : n == 1 ? "^[nN]" : "";
		break;
	}
	__tandem_refuse();
	return "";
}

char *nl_langinfo_l(int item, void *l) { return nl_langinfo(item); }
