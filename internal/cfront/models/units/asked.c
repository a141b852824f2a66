/* The names of variables of the environment that a program has asked for, with what it has found (7.22.4.6): the same
   name has the same answer. What is found package cfront knows; it keeps no name that is longer, and no more than these. */
//# provides: __tandem_asked __tandem_answer __tandem_ask

#define MOST 16
#define LONG 64

static struct { char name[LONG]; char *value; } asked[MOST];
static int count;

/* Which one has that name; -1: none. */
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

char *__tandem_answer(int i) { return asked[i].value; }

/* Keeps a name and its answer; 0: there is no room. */
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
