/* The names of the environment variables that a program has looked up, with the values found (7.22.4.6): a later
   call with the same name returns the same value. Package cfront determines the values. At most MOST names of less
   than LONG bytes are kept. */
//# provides: __tandem_asked __tandem_answer __tandem_ask

#define MOST 16
#define LONG 64

static struct { char name[LONG]; char *value; } asked[MOST];
static int count;

/* The index of a name that was looked up before, or -1. */
int __tandem_asked(const char *name)
{
	int i, k;
	for (i = 0; i < MOST && i < count; i++) {
		for (k = 0; k < LONG && asked[i].name[k] == name[k]; k++)
			if (!name[k])
				return i;
	}
	return -1;
}

/* The value that was found for the name with index i. */
char *__tandem_answer(int i) { return asked[i].value; }

/* Keeps a name and its value; returns 0 if there is no room. */
int __tandem_ask(const char *name, char *value)
{
	int k, n = count;
	for (k = 0; k < LONG && name[k]; k++)
		;
	if (n >= MOST || k == LONG)
		return 0;
	for (k = 0; k < LONG && name[k]; k++)
		asked[n].name[k] = name[k];
	asked[n].value = value;
	count = n + 1;
	return 1;
}
