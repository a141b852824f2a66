/* The changes that the program makes to the environment (7.22.4.6). Package cfront determines the values of other
   variables. */
//# provides: setenv unsetenv putenv clearenv __tandem_env_known __tandem_env_value

typedef __SIZE_TYPE__ size;
void __tandem_errno(int e);
void __tandem_refuse(void);

#define EINVAL 22
#define MOST 64

/* texts NAME=VALUE; if set is 0, the variable does not exist */
static struct { char *text; int set; } vars[MOST];
static int count, cleared;

/* strlen */
static size length(const char *s)
{
	size n = 0;
	while (s[n])
		n++;
	return n;
}

/* The index of a variable that the program has changed, or -1. */
static int find(const char *name)
{
	int i;
	for (i = 0; i < count; i++) {
		const char *t = vars[i].text;
		size k = 0;
		while (name[k] && name[k] != '=' && t[k] == name[k])
			k++;
		if ((!name[k] || name[k] == '=') && t[k] == '=')
			return i;
	}
	return -1;
}

/* Whether s begins with the text with. */
static int begins(const char *s, const char *with)
{
	size i = 0;
	while (with[i] && s[i] == with[i])
		i++;
	return !with[i];
}

/* Records that a variable has the text NAME=VALUE, or does not exist if is is 0. */
static void set(const char *name, char *text, int is)
{
	int i = find(name);
	/* these variables influence other functions */
	if (begins(name, "LC_") || begins(name, "LANG") || begins(name, "TZ") && (!name[2] || name[2] == '=') || begins(name, "POSIXLY_CORRECT"))
		__tandem_refuse();
	if (i < 0) {
		if (count == MOST)
			__tandem_refuse();
		i = count;
		count++;
	}
	vars[i].text = text;
	vars[i].set = is;
}

/* A new text NAME=VALUE; 0 if there is no memory. */
static char *join(const char *name, const char *value)
{
	size n = 0, m = value ? length(value) : 0;
	char *t;
	while (name[n] && name[n] != '=')
		n++;
	t = __builtin_malloc(n + m + 2);
	if (!t)
		return 0;
	__builtin_memcpy(t, name, n);
	t[n] = '=';
	if (m)
		__builtin_memcpy(t + n + 1, value, m);
	t[n + m + 1] = 0;
	return t;
}

/* Whether name is no valid name of a variable; sets errno if so. */
static int bad(const char *name)
{
	size i = 0;
	if (!name || !name[0]) {
		__tandem_errno(EINVAL);
		return 1;
	}
	while (name[i] && name[i] != '=')
		i++;
	if (name[i])
		__tandem_errno(EINVAL);
	return name[i] != 0;
}

/* If overwrite is 0, package cfront calls setenv only if the program has changed the variable, or if it does not
   exist. */
int setenv(const char *name, const char *value, int overwrite)
{
	int i;
	char *t;
	if (bad(name))
		return -1;
	i = find(name);
	if (!overwrite && i >= 0 && vars[i].set)
		return 0;
	t = join(name, value);
	if (!t)
		return -1;
	set(name, t, 1);
	return 0;
}

int unsetenv(const char *name)
{
	char *t;
	if (bad(name))
		return -1;
	t = join(name, 0);
	if (!t)
		return -1;
	set(name, t, 0);
	return 0;
}

int putenv(char *s)
{
	size i = 0;
	while (s[i] && s[i] != '=')
		i++;
	if (!s[i]) {
		char *t = join(s, 0);
		if (!t)
			return -1;
		set(s, t, 0);
	} else {
		set(s, s, 1);
	}
	return 0;
}

int clearenv(void)
{
	count = 0;
	cleared = 1;
	return 0;
}

/* Whether the program has changed a variable, or cleared the environment. */
int __tandem_env_known(const char *name) { return cleared || find(name) >= 0; }

/* The value of a variable that the program has changed; 0 if it does not exist. */
char *__tandem_env_value(const char *name)
{
	int i = find(name);
	char *t;
	if (i < 0 || !vars[i].set)
		return 0;
	t = vars[i].text;
	while (*t != '=')
		t++;
	return t + 1;
}
