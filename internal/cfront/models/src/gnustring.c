//# strverscmp
static int digit(char c)
{
	return c >= '0' && c <= '9';
}
int strverscmp(const char *a, const char *b)
{
	/* The digits before the first difference decide how digits are compared there: after zeros as a fraction, otherwise
	   as numbers. */
	__SIZE_TYPE__ i = 0, k, m;
	int zeros = 1, run = 0, diff;
	while (a[i] && a[i] == b[i]) {
		if (!digit(a[i])) {
			run = 0;
		} else {
			if (run == 0)
				zeros = a[i] == '0' ? 1 : 0; /* an integer */
			else if (zeros == 1 && a[i] != '0')
				zeros = 2; /* a fraction that has begun */
			run = 1;
		}
		i++;
	}
	diff = (unsigned char)a[i] - (unsigned char)b[i];
	if (diff == 0)
		return 0;
	if (run && zeros == 2)
		return diff;
	if (run && zeros == 1) {
		if (digit(a[i]) != digit(b[i]))
			return digit(a[i]) ? -1 : 1;
		return diff;
	}
	if (run) {
		if (digit(a[i]) != digit(b[i]))
			return digit(a[i]) ? 1 : -1;
		if (!digit(a[i]))
			return diff;
	} else if (!digit(a[i]) || !digit(b[i]) || a[i] == '0' || b[i] == '0') {
		return diff;
	}
	for (k = i; digit(a[k]); k++)
		;
	for (m = i; digit(b[m]); m++)
		;
	if (k != m)
		return k > m ? 1 : -1;
	return diff;
}

//# basename
char *basename(const char *s)
{
	__SIZE_TYPE__ i, last = 0;
	for (i = 0; s[i]; i++)
		if (s[i] == '/')
			last = i + 1;
	return (char *)s + last;
}

//# __xpg_basename
char *__xpg_basename(char *s)
{
	__SIZE_TYPE__ i, end = 0;
	if (!s || !s[0])
		return (char *)".";
	while (s[end])
		end++;
	i = end;
	while (i > 0 && s[i - 1] == '/')
		i--;
	if (i == 0)
		return s + end - 1;
	if (i < end)
		s[i] = 0;
	while (i > 0 && s[i - 1] != '/')
		i--;
	return s + i;
}

//# memfrob
void *memfrob(void *s, __SIZE_TYPE__ n)
{
	unsigned char *p = s;
	__SIZE_TYPE__ i;
	for (i = 0; i < n; i++)
		p[i] ^= 42;
	return s;
}
