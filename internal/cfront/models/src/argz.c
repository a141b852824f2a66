//# dirname
char *dirname(char *s)
{
	static char dot[] = ".";
	__SIZE_TYPE__ n = 0, end;
	if (!s)
		return dot;
	while (s[n])
		n++;
	if (n == 2 && s[0] == '/' && s[1] == '/')
		return s;
	while (n > 1 && s[n - 1] == '/')
		n--;
	end = n;
	if (n == 1 && s[0] == '/')
		end = 1;
	else
		while (end > 0 && s[end - 1] != '/')
			end--;
	if (end == 0)
		return dot;
	n = end;
	while (end > 1 && s[end - 1] == '/')
		end--;
	if (end == 1 && s[0] == '/' && n == 2 && s[1] == '/')
		end = 2; /* two leading slashes have a meaning of their own */
	s[end] = 0;
	return s;
}

//# argz_create malloc strlen memcpy
//: __argz_create | argz_create(=__argz_create(
typedef __SIZE_TYPE__ size;
void *malloc(size n);
size strlen(const char *s);
void *memcpy(void *d, const void *s, size n);
int argz_create(char *const *v, char **argz, size *len)
{
	size n = 0, i;
	for (i = 0; v[i]; i++)
		n += strlen(v[i]) + 1;
	*len = n;
	*argz = 0;
	if (n == 0)
		return 0;
	*argz = malloc(n);
	if (!*argz)
		return 12;
	n = 0;
	for (i = 0; v[i]; i++) {
		size k = strlen(v[i]) + 1;
		memcpy(*argz + n, v[i], k);
		n += k;
	}
	return 0;
}

//# argz_create_sep malloc strlen
typedef __SIZE_TYPE__ size;
void *malloc(size n);
size strlen(const char *s);
int argz_create_sep(const char *s, int sep, char **argz, size *len)
{
	size n = strlen(s), i, k = 0;
	*len = 0;
	*argz = 0;
	if (n == 0)
		return 0;
	*argz = malloc(n + 1);
	if (!*argz)
		return 12;
	for (i = 0; i < n; i++) {
		if (s[i] != (char)sep)
			(*argz)[k++] = s[i];
		else if (k > 0 && (*argz)[k - 1])
			(*argz)[k++] = 0;
	}
	(*argz)[k] = 0;
	*len = k + 1;
	return 0;
}

//# argz_count strlen
//: __argz_count | argz_count(=__argz_count(
__SIZE_TYPE__ strlen(const char *s);
__SIZE_TYPE__ argz_count(const char *argz, __SIZE_TYPE__ len)
{
	__SIZE_TYPE__ n = 0, at = 0;
	while (at < len) {
		at += strlen(argz + at) + 1;
		n++;
	}
	return n;
}

//# argz_extract strlen
//: __argz_extract | argz_extract(=__argz_extract(
__SIZE_TYPE__ strlen(const char *s);
void argz_extract(const char *argz, __SIZE_TYPE__ len, char **v)
{
	__SIZE_TYPE__ at = 0, n = 0;
	while (at < len) {
		v[n++] = (char *)argz + at;
		at += strlen(argz + at) + 1;
	}
	v[n] = 0;
}

//# argz_stringify
//: __argz_stringify | argz_stringify(=__argz_stringify(
void argz_stringify(char *argz, __SIZE_TYPE__ len, int sep)
{
	__SIZE_TYPE__ i;
	if (len > 0)
		for (i = 0; i < len - 1; i++)
			if (!argz[i])
				argz[i] = (char)sep;
}

//# argz_append realloc memcpy
typedef __SIZE_TYPE__ size;
void *realloc(void *p, size n);
void *memcpy(void *d, const void *s, size n);
int argz_append(char **argz, size *len, const char *buf, size n)
{
	char *p = realloc(*argz, *len + n);
	if (!p)
		return 12;
	memcpy(p + *len, buf, n);
	*argz = p;
	*len += n;
	return 0;
}

//# argz_add argz_append strlen
__SIZE_TYPE__ strlen(const char *s);
int argz_append(char **argz, __SIZE_TYPE__ *len, const char *buf, __SIZE_TYPE__ n);
int argz_add(char **argz, __SIZE_TYPE__ *len, const char *s)
{
	return argz_append(argz, len, s, strlen(s) + 1);
}

//# argz_next strlen
//: __argz_next | argz_next(=__argz_next(
__SIZE_TYPE__ strlen(const char *s);
char *argz_next(const char *argz, __SIZE_TYPE__ len, const char *entry)
{
	if (entry) {
		if (entry < argz + len)
			entry += strlen(entry) + 1;
		return entry >= argz + len ? 0 : (char *)entry;
	}
	return len > 0 ? (char *)argz : 0;
}

//# argz_delete strlen free memmove
typedef __SIZE_TYPE__ size;
size strlen(const char *s);
void free(void *p);
void *memmove(void *d, const void *s, size n);
void argz_delete(char **argz, size *len, char *entry)
{
	size n;
	if (!entry)
		return;
	n = strlen(entry) + 1;
	*len -= n;
	memmove(entry, entry + n, *len - (size)(entry - *argz));
	if (*len == 0) {
		free(*argz);
		*argz = 0;
	}
}

//# argz_insert argz_add realloc memcpy strlen memmove
typedef __SIZE_TYPE__ size;
int argz_add(char **argz, size *len, const char *s);
void *realloc(void *p, size n);
void *memcpy(void *d, const void *s, size n);
void *memmove(void *d, const void *s, size n);
size strlen(const char *s);
int argz_insert(char **argz, size *len, char *before, const char *entry)
{
	size at, n;
	char *p;
	if (!before)
		return argz_add(argz, len, entry);
	if (before < *argz || before >= *argz + *len)
		return 22;
	at = (size)(before - *argz);
	while (at > 0 && (*argz)[at - 1])
		at--;
	n = strlen(entry) + 1;
	p = realloc(*argz, *len + n);
	if (!p)
		return 12;
	memmove(p + at + n, p + at, *len - at);
	memcpy(p + at, entry, n);
	*argz = p;
	*len += n;
	return 0;
}

//# _tolower
int _tolower(int c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

//# _toupper
int _toupper(int c)
{
	return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

//# rpmatch
int rpmatch(const char *s)
{
	return s[0] == 'y' || s[0] == 'Y' ? 1 : s[0] == 'n' || s[0] == 'N' ? 0 : -1;
}

//# gnu_dev_major
unsigned gnu_dev_major(unsigned long long d)
{
	return (unsigned)(d >> 8 & 0xfff) | (unsigned)(d >> 32) & ~0xfffu;
}

//# gnu_dev_minor
unsigned gnu_dev_minor(unsigned long long d)
{
	return (unsigned)(d & 0xff) | (unsigned)(d >> 12) & ~0xffu;
}

//# gnu_dev_makedev
unsigned long long gnu_dev_makedev(unsigned a, unsigned b)
{
	return (unsigned long long)(a & 0xfff) << 8 | (unsigned long long)(a & ~0xfffu) << 32 | b & 0xff | (unsigned long long)(b & ~0xffu) << 12;
}
