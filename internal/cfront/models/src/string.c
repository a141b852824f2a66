//# strlen
__SIZE_TYPE__ strlen(const char *s)
{
	__SIZE_TYPE__ n = 0;
	while (s[n])
		n++;
	return n;
}

//# strnlen
__SIZE_TYPE__ strnlen(const char *s, __SIZE_TYPE__ max)
{
	__SIZE_TYPE__ n = 0;
	while (n < max && s[n])
		n++;
	return n;
}

//# strcpy
char *strcpy(char *d, const char *s)
{
	__SIZE_TYPE__ i = 0;
	while ((d[i] = s[i]))
		i++;
	return d;
}

//# stpcpy
//: __stpcpy | stpcpy(=__stpcpy(
char *stpcpy(char *d, const char *s)
{
	__SIZE_TYPE__ i = 0;
	while ((d[i] = s[i]))
		i++;
	return d + i;
}

//# strncpy
char *strncpy(char *d, const char *s, __SIZE_TYPE__ n)
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

//# strlcpy
__SIZE_TYPE__ strlcpy(char *d, const char *s, __SIZE_TYPE__ n)
{
	__SIZE_TYPE__ i = 0;
	while (s[i]) {
		if (i + 1 < n)
			d[i] = s[i];
		i++;
	}
	if (n > 0)
		d[i < n ? i : n - 1] = 0;
	return i;
}

//# strcat
char *strcat(char *d, const char *s)
{
	__SIZE_TYPE__ i = 0, k = 0;
	while (d[i])
		i++;
	while ((d[i + k] = s[k]))
		k++;
	return d;
}

//# strncat
char *strncat(char *d, const char *s, __SIZE_TYPE__ n)
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

//# strlcat
__SIZE_TYPE__ strlcat(char *d, const char *s, __SIZE_TYPE__ n)
{
	__SIZE_TYPE__ i = 0, k = 0;
	while (i < n && d[i])
		i++;
	while (s[k]) {
		if (i + k + 1 < n)
			d[i + k] = s[k];
		k++;
	}
	if (i < n)
		d[i + k < n ? i + k : n - 1] = 0;
	return i + k;
}

//# strcmp
/* The result of a comparison with difference d: glibc returns -1 or 1 on i386, and the difference on x86-64. */
static int order(int d) { return sizeof(void *) == 4 ? (d > 0) - (d < 0) : d; }
int strcmp(const char *a, const char *b)
{
	__SIZE_TYPE__ i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return order((unsigned char)a[i] - (unsigned char)b[i]);
}

//# strncmp
/* The result of a comparison with difference d: glibc returns -1 or 1 on i386, and the difference on x86-64. */
static int order(int d) { return sizeof(void *) == 4 ? (d > 0) - (d < 0) : d; }
int strncmp(const char *a, const char *b, __SIZE_TYPE__ n)
{
	__SIZE_TYPE__ i = 0;
	while (i < n && a[i] && a[i] == b[i])
		i++;
	return i < n ? order((unsigned char)a[i] - (unsigned char)b[i]) : 0;
}

//# strcoll
/* The result of a comparison with difference d: glibc returns -1 or 1 on i386, and the difference on x86-64. */
static int order(int d) { return sizeof(void *) == 4 ? (d > 0) - (d < 0) : d; }
int strcoll(const char *a, const char *b)
{
	__SIZE_TYPE__ i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return order((unsigned char)a[i] - (unsigned char)b[i]);
}

//# strxfrm
__SIZE_TYPE__ strxfrm(char *d, const char *s, __SIZE_TYPE__ n)
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

//# strcasecmp
//: __strcasecmp | strcasecmp(=__strcasecmp(
/* The result of a comparison with difference d: glibc returns -1 or 1 on i386, and the difference on x86-64. */
static int order(int d) { return sizeof(void *) == 4 ? (d > 0) - (d < 0) : d; }
/* tolower */
static int low(char c)
{
	int k = (unsigned char)c;
	return k >= 'A' && k <= 'Z' ? k + 32 : k;
}
int strcasecmp(const char *a, const char *b)
{
	__SIZE_TYPE__ i = 0;
	while (a[i] && low(a[i]) == low(b[i]))
		i++;
	return order(low(a[i]) - low(b[i]));
}

//# strncasecmp
/* The result of a comparison with difference d: glibc returns -1 or 1 on i386, and the difference on x86-64. */
static int order(int d) { return sizeof(void *) == 4 ? (d > 0) - (d < 0) : d; }
/* tolower */
static int low(char c)
{
	int k = (unsigned char)c;
	return k >= 'A' && k <= 'Z' ? k + 32 : k;
}
int strncasecmp(const char *a, const char *b, __SIZE_TYPE__ n)
{
	__SIZE_TYPE__ i = 0;
	while (i < n && a[i] && low(a[i]) == low(b[i]))
		i++;
	return i < n ? order(low(a[i]) - low(b[i])) : 0;
}

//# strchr
char *strchr(const char *s, int c)
{
	__SIZE_TYPE__ i = 0;
	while (s[i] != (char)c) {
		if (!s[i])
			return 0;
		i++;
	}
	return (char *)s + i;
}

//# index
char *index(const char *s, int c)
{
	__SIZE_TYPE__ i = 0;
	while (s[i] != (char)c) {
		if (!s[i])
			return 0;
		i++;
	}
	return (char *)s + i;
}

//# strchrnul
char *strchrnul(const char *s, int c)
{
	__SIZE_TYPE__ i = 0;
	while (s[i] && s[i] != (char)c)
		i++;
	return (char *)s + i;
}

//# strrchr
char *strrchr(const char *s, int c)
{
	char *r = 0;
	__SIZE_TYPE__ i = 0;
	for (;; i++) {
		if (s[i] == (char)c)
			r = (char *)s + i;
		if (!s[i])
			return r;
	}
}

//# rindex
char *rindex(const char *s, int c)
{
	char *r = 0;
	__SIZE_TYPE__ i = 0;
	for (;; i++) {
		if (s[i] == (char)c)
			r = (char *)s + i;
		if (!s[i])
			return r;
	}
}

//# strstr
char *strstr(const char *s, const char *find)
{
	__SIZE_TYPE__ i, k;
	for (i = 0;; i++) {
		for (k = 0; find[k] && s[i + k] == find[k]; k++)
			;
		if (!find[k])
			return (char *)s + i;
		if (!s[i])
			return 0;
	}
}

//# strcasestr
//: __strcasestr | strcasestr(=__strcasestr(
/* tolower */
static int low(char c)
{
	int k = (unsigned char)c;
	return k >= 'A' && k <= 'Z' ? k + 32 : k;
}
char *strcasestr(const char *s, const char *find)
{
	__SIZE_TYPE__ i, k;
	for (i = 0;; i++) {
		for (k = 0; find[k] && low(s[i + k]) == low(find[k]); k++)
			;
		if (!find[k])
			return (char *)s + i;
		if (!s[i])
			return 0;
	}
}

//# strspn
__SIZE_TYPE__ strspn(const char *s, const char *set)
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

//# strcspn
__SIZE_TYPE__ strcspn(const char *s, const char *set)
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

//# strpbrk
char *strpbrk(const char *s, const char *set)
{
	__SIZE_TYPE__ i, k;
	for (i = 0; s[i]; i++)
		for (k = 0; set[k]; k++)
			if (set[k] == s[i])
				return (char *)s + i;
	return 0;
}

//# strtok_r
//: __strtok_r | strtok_r(=__strtok_r(
/* Whether c is one of the characters in set. */
static int in(char c, const char *set)
{
	__SIZE_TYPE__ k;
	for (k = 0; set[k]; k++)
		if (set[k] == c)
			return 1;
	return 0;
}
char *strtok_r(char *s, const char *sep, char **save)
{
	char *r;
	if (!s)
		s = *save;
	while (*s && in(*s, sep))
		s++;
	if (!*s) {
		*save = s;
		return 0;
	}
	r = s;
	while (*s && !in(*s, sep))
		s++;
	if (*s)
		*s++ = 0;
	*save = s;
	return r;
}

//# strtok strtok_r
char *strtok_r(char *s, const char *sep, char **save);
char *strtok(char *s, const char *sep)
{
	static char *save;
	return strtok_r(s, sep, &save);
}

//# strsep
/* Whether c is one of the characters in set. */
static int in(char c, const char *set)
{
	__SIZE_TYPE__ k;
	for (k = 0; set[k]; k++)
		if (set[k] == c)
			return 1;
	return 0;
}
char *strsep(char **p, const char *sep)
{
	char *r = *p, *s = *p;
	if (!s)
		return 0;
	while (*s && !in(*s, sep))
		s++;
	if (*s) {
		*s = 0;
		*p = s + 1;
	} else {
		*p = 0;
	}
	return r;
}

//# stpncpy
//: __stpncpy | stpncpy(=__stpncpy(
char *stpncpy(char *d, const char *s, __SIZE_TYPE__ n)
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

//# strdup malloc strlen memcpy
//: __strdup | strdup(=__strdup(
void *malloc(__SIZE_TYPE__ n);
void *memcpy(void *d, const void *s, __SIZE_TYPE__ n);
__SIZE_TYPE__ strlen(const char *s);
char *strdup(const char *s)
{
	__SIZE_TYPE__ n = strlen(s) + 1;
	char *d = malloc(n);
	if (d)
		memcpy(d, s, n);
	return d;
}

//# strndup malloc strnlen memcpy
//: __strndup | strndup(=__strndup(
void *malloc(__SIZE_TYPE__ n);
void *memcpy(void *d, const void *s, __SIZE_TYPE__ n);
__SIZE_TYPE__ strnlen(const char *s, __SIZE_TYPE__ max);
char *strndup(const char *s, __SIZE_TYPE__ max)
{
	__SIZE_TYPE__ n = strnlen(s, max);
	char *d = malloc(n + 1);
	if (d) {
		memcpy(d, s, n);
		d[n] = 0;
	}
	return d;
}

//# memcmp
/* The result of a comparison with difference d: glibc returns -1 or 1 on i386, and the difference on x86-64. */
static int order(int d) { return sizeof(void *) == 4 ? (d > 0) - (d < 0) : d; }
int memcmp(const void *a, const void *b, __SIZE_TYPE__ n)
{
	const unsigned char *p = a, *q = b;
	__SIZE_TYPE__ i;
	for (i = 0; i < n; i++)
		if (p[i] != q[i])
			return order(p[i] - q[i]);
	return 0;
}

//# bcmp
//: __memcmpeq | bcmp(=__memcmpeq(
int bcmp(const void *a, const void *b, __SIZE_TYPE__ n)
{
	const unsigned char *p = a, *q = b;
	__SIZE_TYPE__ i;
	for (i = 0; i < n; i++)
		if (p[i] != q[i])
			return 1;
	return 0;
}

//# memchr
void *memchr(const void *s, int c, __SIZE_TYPE__ n)
{
	const unsigned char *p = s;
	__SIZE_TYPE__ i;
	for (i = 0; i < n; i++)
		if (p[i] == (unsigned char)c)
			return (void *)(p + i);
	return 0;
}

//# memrchr
void *memrchr(const void *s, int c, __SIZE_TYPE__ n)
{
	const unsigned char *p = s;
	while (n > 0)
		if (p[--n] == (unsigned char)c)
			return (void *)(p + n);
	return 0;
}

//# rawmemchr
//: __rawmemchr | rawmemchr(=__rawmemchr(
void *rawmemchr(const void *s, int c)
{
	const unsigned char *p = s;
	while (*p != (unsigned char)c)
		p++;
	return (void *)p;
}

//# memccpy
void *memccpy(void *d, const void *s, int c, __SIZE_TYPE__ n)
{
	unsigned char *p = d;
	const unsigned char *q = s;
	__SIZE_TYPE__ i;
	for (i = 0; i < n; i++) {
		p[i] = q[i];
		if (q[i] == (unsigned char)c)
			return p + i + 1;
	}
	return 0;
}

//# memmem
void *memmem(const void *s, __SIZE_TYPE__ n, const void *find, __SIZE_TYPE__ m)
{
	const unsigned char *p = s, *q = find;
	__SIZE_TYPE__ i, k;
	if (m > n)
		return 0;
	for (i = 0; i <= n - m; i++) {
		for (k = 0; k < m && p[i + k] == q[k]; k++)
			;
		if (k == m)
			return (void *)(p + i);
	}
	return 0;
}
