/* The environment and the names of the program. Package cfront sets the objects before the entry function is called. */
//# provides: __tandem_getenv __tandem_short_name
//# objects: environ program_invocation_name program_invocation_short_name

typedef __SIZE_TYPE__ size;

char **environ;
char *program_invocation_name, *program_invocation_short_name;

/* getenv for programs that use environ themselves. */
char *__tandem_getenv(const char *name)
{
	size i, k;
	if (!environ || !name[0])
		return 0;
	for (i = 0; environ[i]; i++) {
		const char *t = environ[i];
		k = 0;
		while (name[k] && t[k] == name[k])
			k++;
		if (!name[k] && t[k] == '=')
			return (char *)t + k + 1;
	}
	return 0;
}

/* The part of s after the last slash. */
char *__tandem_short_name(char *s)
{
	char *t = s;
	for (; *s; s++)
		if (*s == '/')
			t = s + 1;
	return t;
}
