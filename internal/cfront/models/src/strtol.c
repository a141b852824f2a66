//# @strtol __tandem_errno
//: # C23 has 0b (@BINARY).
//: __isoc23_strtoimax | @TYPE=__INTMAX_TYPE__ | @UTYPE=__UINTMAX_TYPE__ | @SIGNED=1 | @CHAR=char | @BINARY=1
//: __isoc23_strtol | @TYPE=long | @UTYPE=unsigned long | @SIGNED=1 | @CHAR=char | @BINARY=1
//: __isoc23_strtoll | @TYPE=long long | @UTYPE=unsigned long long | @SIGNED=1 | @CHAR=char | @BINARY=1
//: __isoc23_strtoq | @TYPE=long long | @UTYPE=unsigned long long | @SIGNED=1 | @CHAR=char | @BINARY=1
//: __isoc23_strtoul | @TYPE=unsigned long | @UTYPE=unsigned long | @SIGNED=0 | @CHAR=char | @BINARY=1
//: __isoc23_strtoull | @TYPE=unsigned long long | @UTYPE=unsigned long long | @SIGNED=0 | @CHAR=char | @BINARY=1
//: __isoc23_strtoumax | @TYPE=__UINTMAX_TYPE__ | @UTYPE=__UINTMAX_TYPE__ | @SIGNED=0 | @CHAR=char | @BINARY=1
//: __isoc23_strtouq | @TYPE=unsigned long long | @UTYPE=unsigned long long | @SIGNED=0 | @CHAR=char | @BINARY=1
//: __isoc23_wcstoimax | @TYPE=__INTMAX_TYPE__ | @UTYPE=__UINTMAX_TYPE__ | @SIGNED=1 | @CHAR=__WCHAR_TYPE__ | @BINARY=1
//: __isoc23_wcstol | @TYPE=long | @UTYPE=unsigned long | @SIGNED=1 | @CHAR=__WCHAR_TYPE__ | @BINARY=1
//: __isoc23_wcstoll | @TYPE=long long | @UTYPE=unsigned long long | @SIGNED=1 | @CHAR=__WCHAR_TYPE__ | @BINARY=1
//: __isoc23_wcstoq | @TYPE=long long | @UTYPE=unsigned long long | @SIGNED=1 | @CHAR=__WCHAR_TYPE__ | @BINARY=1
//: __isoc23_wcstoul | @TYPE=unsigned long | @UTYPE=unsigned long | @SIGNED=0 | @CHAR=__WCHAR_TYPE__ | @BINARY=1
//: __isoc23_wcstoull | @TYPE=unsigned long long | @UTYPE=unsigned long long | @SIGNED=0 | @CHAR=__WCHAR_TYPE__ | @BINARY=1
//: __isoc23_wcstoumax | @TYPE=__UINTMAX_TYPE__ | @UTYPE=__UINTMAX_TYPE__ | @SIGNED=0 | @CHAR=__WCHAR_TYPE__ | @BINARY=1
//: __isoc23_wcstouq | @TYPE=unsigned long long | @UTYPE=unsigned long long | @SIGNED=0 | @CHAR=__WCHAR_TYPE__ | @BINARY=1
//: strtoimax | @TYPE=__INTMAX_TYPE__ | @UTYPE=__UINTMAX_TYPE__ | @SIGNED=1 | @CHAR=char | @BINARY=0
//: strtol | @TYPE=long | @UTYPE=unsigned long | @SIGNED=1 | @CHAR=char | @BINARY=0
//: strtoll | @TYPE=long long | @UTYPE=unsigned long long | @SIGNED=1 | @CHAR=char | @BINARY=0
//: strtoq | @TYPE=long long | @UTYPE=unsigned long long | @SIGNED=1 | @CHAR=char | @BINARY=0
//: strtoul | @TYPE=unsigned long | @UTYPE=unsigned long | @SIGNED=0 | @CHAR=char | @BINARY=0
//: strtoull | @TYPE=unsigned long long | @UTYPE=unsigned long long | @SIGNED=0 | @CHAR=char | @BINARY=0
//: strtoumax | @TYPE=__UINTMAX_TYPE__ | @UTYPE=__UINTMAX_TYPE__ | @SIGNED=0 | @CHAR=char | @BINARY=0
//: strtouq | @TYPE=unsigned long long | @UTYPE=unsigned long long | @SIGNED=0 | @CHAR=char | @BINARY=0
//: wcstoimax | @TYPE=__INTMAX_TYPE__ | @UTYPE=__UINTMAX_TYPE__ | @SIGNED=1 | @CHAR=__WCHAR_TYPE__ | @BINARY=0
//: wcstol | @TYPE=long | @UTYPE=unsigned long | @SIGNED=1 | @CHAR=__WCHAR_TYPE__ | @BINARY=0
//: wcstoll | @TYPE=long long | @UTYPE=unsigned long long | @SIGNED=1 | @CHAR=__WCHAR_TYPE__ | @BINARY=0
//: wcstoq | @TYPE=long long | @UTYPE=unsigned long long | @SIGNED=1 | @CHAR=__WCHAR_TYPE__ | @BINARY=0
//: wcstoul | @TYPE=unsigned long | @UTYPE=unsigned long | @SIGNED=0 | @CHAR=__WCHAR_TYPE__ | @BINARY=0
//: wcstoull | @TYPE=unsigned long long | @UTYPE=unsigned long long | @SIGNED=0 | @CHAR=__WCHAR_TYPE__ | @BINARY=0
//: wcstoumax | @TYPE=__UINTMAX_TYPE__ | @UTYPE=__UINTMAX_TYPE__ | @SIGNED=0 | @CHAR=__WCHAR_TYPE__ | @BINARY=0
//: wcstouq | @TYPE=unsigned long long | @UTYPE=unsigned long long | @SIGNED=0 | @CHAR=__WCHAR_TYPE__ | @BINARY=0
void __tandem_errno(int);
/* The value of a digit, 99 for other characters. */
static int digit(@CHAR c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'Z')
		return c - 'A' + 10;
	return 99;
}
@TYPE @NAME(const @CHAR *s, @CHAR **end, int base)
{
	const @CHAR *p = s;
	@UTYPE v = 0, limit = (@UTYPE)-1;
	int neg = 0, any = 0, over = 0, d;
	if (base < 0 || base == 1 || base > 36) {
		__tandem_errno(22);
		return 0;
	}
	while (*p == ' ' || *p >= '\t' && *p <= '\r')
		p++;
	if (*p == '-' || *p == '+') {
		neg = *p == '-';
		p++;
	}
	if (@SIGNED)
		limit = limit / 2 + neg;
	if ((base == 0 || base == 16) && *p == '0' && (p[1] == 'x' || p[1] == 'X') && digit(p[2]) < 16) {
		p += 2;
		base = 16;
	}
	if (@BINARY && (base == 0 || base == 2) && *p == '0' && (p[1] == 'b' || p[1] == 'B') && digit(p[2]) < 2) {
		p += 2;
		base = 2;
	}
	if (base == 0)
		base = *p == '0' ? 8 : 10;
	while ((d = digit(*p)) < base) {
		if (over || v > (limit - d) / base)
			over = 1;
		else
			v = v * base + d;
		any = 1;
		p++;
	}
	if (end)
		*end = (@CHAR *)(any ? p : s);
	if (over) {
		__tandem_errno(34);
		return (@TYPE)limit;
	}
	return (@TYPE)(neg ? -v : v);
}

//# @atoi strtol
//: atoi | @TYPE=int
//: atol | @TYPE=long
long strtol(const char *s, char **end, int base);
@TYPE @NAME(const char *s)
{
	return (@TYPE)strtol(s, 0, 10);
}

//# @atoll strtoll
//: atoll
//: atoq
long long strtoll(const char *s, char **end, int base);
long long @NAME(const char *s)
{
	return strtoll(s, 0, 10);
}
