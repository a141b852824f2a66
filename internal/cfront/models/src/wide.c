//# wcslen
__SIZE_TYPE__ wcslen(const __WCHAR_TYPE__ *s)
{
	__SIZE_TYPE__ n = 0;
	while (s[n])
		n++;
	return n;
}

//# wcsnlen
__SIZE_TYPE__ wcsnlen(const __WCHAR_TYPE__ *s, __SIZE_TYPE__ max)
{
	__SIZE_TYPE__ n = 0;
	while (n < max && s[n])
		n++;
	return n;
}

//# wcscpy
__WCHAR_TYPE__ *wcscpy(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s)
{
	__SIZE_TYPE__ i = 0;
	while ((d[i] = s[i]))
		i++;
	return d;
}

//# wcpcpy
__WCHAR_TYPE__ *wcpcpy(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s)
{
	__SIZE_TYPE__ i = 0;
	while ((d[i] = s[i]))
		i++;
	return d + i;
}

//# wcsncpy
__WCHAR_TYPE__ *wcsncpy(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s, __SIZE_TYPE__ n)
{
	__SIZE_TYPE__ i = 0;
	while (i < n && s[i]) {
		d[i] = s[i];
		i++;
	}
	while (i < n)
		d[i++] = 0;
	return d;
}

//# wcpncpy
__WCHAR_TYPE__ *wcpncpy(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s, __SIZE_TYPE__ n)
{
	__SIZE_TYPE__ i = 0, end;
	while (i < n && s[i]) {
		d[i] = s[i];
		i++;
	}
	end = i;
	while (i < n)
		d[i++] = 0;
	return d + end;
}

//# wcscat
__WCHAR_TYPE__ *wcscat(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s)
{
	__SIZE_TYPE__ i = 0, k = 0;
	while (d[i])
		i++;
	while ((d[i + k] = s[k]))
		k++;
	return d;
}

//# wcsncat
__WCHAR_TYPE__ *wcsncat(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s, __SIZE_TYPE__ n)
{
	__SIZE_TYPE__ i = 0, k = 0;
	while (d[i])
		i++;
	while (k < n && s[k]) {
		d[i + k] = s[k];
		k++;
	}
	d[i + k] = 0;
	return d;
}

//# wcscmp
int wcscmp(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b)
{
	__SIZE_TYPE__ i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return a[i] < b[i] ? -1 : a[i] > b[i];
}

//# wcscoll
int wcscoll(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b)
{
	__SIZE_TYPE__ i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return a[i] < b[i] ? -1 : a[i] > b[i];
}

//# wcsncmp
int wcsncmp(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b, __SIZE_TYPE__ n)
{
	__SIZE_TYPE__ i = 0;
	while (i < n && a[i] && a[i] == b[i])
		i++;
	if (i == n)
		return 0;
	return a[i] < b[i] ? -1 : a[i] > b[i];
}

//# wcscasecmp
/* towlower */
static __WCHAR_TYPE__ low(__WCHAR_TYPE__ c)
{
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}
int wcscasecmp(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b)
{
	__SIZE_TYPE__ i = 0;
	while (a[i] && low(a[i]) == low(b[i]))
		i++;
	return low(a[i]) < low(b[i]) ? -1 : low(a[i]) > low(b[i]);
}

//# wcsncasecmp
/* towlower */
static __WCHAR_TYPE__ low(__WCHAR_TYPE__ c)
{
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}
int wcsncasecmp(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b, __SIZE_TYPE__ n)
{
	__SIZE_TYPE__ i = 0;
	while (i < n && a[i] && low(a[i]) == low(b[i]))
		i++;
	if (i == n)
		return 0;
	return low(a[i]) < low(b[i]) ? -1 : low(a[i]) > low(b[i]);
}

//# wcsxfrm
__SIZE_TYPE__ wcsxfrm(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s, __SIZE_TYPE__ n)
{
	__SIZE_TYPE__ i = 0;
	while (s[i]) {
		if (i < n)
			d[i] = s[i];
		i++;
	}
	if (i < n)
		d[i] = 0;
	return i;
}

//# wcsdup malloc wcslen memcpy
void *malloc(__SIZE_TYPE__ n);
void *memcpy(void *d, const void *s, __SIZE_TYPE__ n);
__SIZE_TYPE__ wcslen(const __WCHAR_TYPE__ *s);
__WCHAR_TYPE__ *wcsdup(const __WCHAR_TYPE__ *s)
{
	__SIZE_TYPE__ n = (wcslen(s) + 1) * sizeof(__WCHAR_TYPE__);
	__WCHAR_TYPE__ *d = malloc(n);
	if (d)
		memcpy(d, s, n);
	return d;
}

//# wcschr
__WCHAR_TYPE__ *wcschr(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ c)
{
	__SIZE_TYPE__ i = 0;
	while (s[i] != c) {
		if (!s[i])
			return 0;
		i++;
	}
	return (__WCHAR_TYPE__ *)s + i;
}

//# wcschrnul
__WCHAR_TYPE__ *wcschrnul(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ c)
{
	__SIZE_TYPE__ i = 0;
	while (s[i] && s[i] != c)
		i++;
	return (__WCHAR_TYPE__ *)s + i;
}

//# wcsrchr
__WCHAR_TYPE__ *wcsrchr(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ c)
{
	__WCHAR_TYPE__ *r = 0;
	__SIZE_TYPE__ i = 0;
	for (;; i++) {
		if (s[i] == c)
			r = (__WCHAR_TYPE__ *)s + i;
		if (!s[i])
			return r;
	}
}

//# wcsspn
__SIZE_TYPE__ wcsspn(const __WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *set)
{
	__SIZE_TYPE__ i, k;
	for (i = 0; s[i]; i++) {
		for (k = 0; set[k] && set[k] != s[i]; k++)
			;
		if (!set[k])
			break;
	}
	return i;
}

//# wcscspn
__SIZE_TYPE__ wcscspn(const __WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *set)
{
	__SIZE_TYPE__ i, k;
	for (i = 0; s[i]; i++) {
		for (k = 0; set[k] && set[k] != s[i]; k++)
			;
		if (set[k])
			break;
	}
	return i;
}

//# wcspbrk
__WCHAR_TYPE__ *wcspbrk(const __WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *set)
{
	__SIZE_TYPE__ i, k;
	for (i = 0; s[i]; i++)
		for (k = 0; set[k]; k++)
			if (set[k] == s[i])
				return (__WCHAR_TYPE__ *)s + i;
	return 0;
}

//# wcsstr
__WCHAR_TYPE__ *wcsstr(const __WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *find)
{
	__SIZE_TYPE__ i, k;
	for (i = 0;; i++) {
		for (k = 0; find[k] && s[i + k] == find[k]; k++)
			;
		if (!find[k])
			return (__WCHAR_TYPE__ *)s + i;
		if (!s[i])
			return 0;
	}
}

//# wcswcs
__WCHAR_TYPE__ *wcswcs(const __WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *find)
{
	__SIZE_TYPE__ i, k;
	for (i = 0;; i++) {
		for (k = 0; find[k] && s[i + k] == find[k]; k++)
			;
		if (!find[k])
			return (__WCHAR_TYPE__ *)s + i;
		if (!s[i])
			return 0;
	}
}

//# wcstok
/* Whether c is one of the characters in set. */
static int in(__WCHAR_TYPE__ c, const __WCHAR_TYPE__ *set)
{
	__SIZE_TYPE__ k;
	for (k = 0; set[k]; k++)
		if (set[k] == c)
			return 1;
	return 0;
}
__WCHAR_TYPE__ *wcstok(__WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *sep, __WCHAR_TYPE__ **save)
{
	__WCHAR_TYPE__ *r;
	if (!s) {
		if (!*save)
			return 0;
		s = *save;
	}
	while (*s && in(*s, sep))
		s++;
	if (!*s) {
		*save = 0;
		return 0;
	}
	r = s;
	while (*s && !in(*s, sep))
		s++;
	if (*s) {
		*s++ = 0;
		*save = s;
	} else {
		*save = 0;
	}
	return r;
}

//# wmemchr
__WCHAR_TYPE__ *wmemchr(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ c, __SIZE_TYPE__ n)
{
	__SIZE_TYPE__ i;
	for (i = 0; i < n; i++)
		if (s[i] == c)
			return (__WCHAR_TYPE__ *)s + i;
	return 0;
}

//# wmemcmp
int wmemcmp(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b, __SIZE_TYPE__ n)
{
	__SIZE_TYPE__ i;
	for (i = 0; i < n; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

//# wmemcpy memcpy
void *memcpy(void *d, const void *s, __SIZE_TYPE__ n);
__WCHAR_TYPE__ *wmemcpy(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s, __SIZE_TYPE__ n)
{
	memcpy(d, s, n * sizeof(__WCHAR_TYPE__));
	return d;
}

//# wmemmove memmove
void *memmove(void *d, const void *s, __SIZE_TYPE__ n);
__WCHAR_TYPE__ *wmemmove(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s, __SIZE_TYPE__ n)
{
	memmove(d, s, n * sizeof(__WCHAR_TYPE__));
	return d;
}

//# wmempcpy memcpy
void *memcpy(void *d, const void *s, __SIZE_TYPE__ n);
__WCHAR_TYPE__ *wmempcpy(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s, __SIZE_TYPE__ n)
{
	memcpy(d, s, n * sizeof(__WCHAR_TYPE__));
	return d + n;
}

//# wmemset
__WCHAR_TYPE__ *wmemset(__WCHAR_TYPE__ *d, __WCHAR_TYPE__ c, __SIZE_TYPE__ n)
{
	__SIZE_TYPE__ i;
	for (i = 0; i < n; i++)
		d[i] = c;
	return d;
}

//# wcwidth
int wcwidth(__WCHAR_TYPE__ c)
{
	if (c == 0)
		return 0;
	return c >= 32 && c < 127 ? 1 : -1;
}

//# wcswidth
int wcswidth(const __WCHAR_TYPE__ *s, __SIZE_TYPE__ n)
{
	__SIZE_TYPE__ i;
	for (i = 0; i < n && s[i]; i++)
		if (!(s[i] >= 32 && s[i] < 127))
			return -1;
	return (int)i;
}
