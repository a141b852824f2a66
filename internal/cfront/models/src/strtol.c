//# @strtol __tandem_errno
void __tandem_errno(int);
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
long strtol(const char *s, char **end, int base);
@TYPE @NAME(const char *s)
{
	return (@TYPE)strtol(s, 0, 10);
}

//# @atoll strtoll
long long strtoll(const char *s, char **end, int base);
long long @NAME(const char *s)
{
	return strtoll(s, 0, 10);
}
