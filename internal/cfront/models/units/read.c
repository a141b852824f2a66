/* Functions that read several bytes from a stream (7.21.7, 7.21.8). */
//# provides: gets fgets fgets_unlocked fread fread_unlocked getline getdelim __getdelim
//# provides: __tandem_word

typedef __SIZE_TYPE__ size;
typedef struct _IO_FILE FILE;
extern FILE *stdin;
void __tandem_errno(int e);
int __tandem_getc(FILE *f);
int __tandem_stdin_input(void);
void __VERIFIER_assume(int);
void __tandem_text(int c);

#define EOF (-1)
#define EINVAL 22

char *gets(char *p)
{
	size n = 0;
	int c = __tandem_getc(stdin);
	if (c == EOF)
		return 0;
	while (c != EOF && c != '\n') {
		p[n] = (char)c;
		n++;
		c = __tandem_getc(stdin);
	}
	p[n] = 0;
	return p;
}

char *fgets(char *p, int max, FILE *s)
{
	int n = 0, c;
	if (max <= 0)
		return 0;
	while (n < max - 1) {
		c = __tandem_getc(s);
		if (c == EOF) {
			if (n == 0)
				return 0;
			break;
		}
		p[n] = (char)c;
		n++;
		if (c == '\n')
			break;
	}
	p[n] = 0;
	return p;
}

char *fgets_unlocked(char *p, int max, FILE *s) { return fgets(p, max, s); }

size fread(void *p, size unit, size n, FILE *s)
{
	size all = unit * n, got;
	if (all == 0)
		return 0;
	for (got = 0; got < all; got++) {
		int c = __tandem_getc(s);
		if (c == EOF)
			return got / unit;
		((unsigned char *)p)[got] = (unsigned char)c;
	}
	return n;
}

size fread_unlocked(void *p, size unit, size n, FILE *s) { return fread(p, unit, n, s); }

long getdelim(char **line, size *room, int end, FILE *s)
{
	size n = 0, cap = 120;
	char *t;
	int c;
	if (!line || !room) {
		__tandem_errno(EINVAL);
		return -1;
	}
	if (!*line || *room == 0) {
		__builtin_free(*line);
		*room = 120;
		*line = __builtin_malloc(120);
	}
	c = __tandem_getc(s);
	if (c == EOF)
		return -1;
	t = *line;
	cap = *room;
	for (;;) {
		if (n + 1 >= cap) {
			char *q = __builtin_malloc(2 * cap);
			__builtin_memcpy(q, t, n);
			__builtin_free(t);
			t = q;
			cap *= 2;
		}
		t[n] = (char)c;
		n++;
		if (c == end)
			break;
		c = __tandem_getc(s);
		if (c == EOF)
			break;
	}
	t[n] = 0;
	if (cap > *room) { /* glibc allocates the size that is needed, or twice the old size */
		size want = n + 1 < 2 * *room ? 2 * *room : n + 1;
		if (want != cap) {
			char *q = __builtin_malloc(want);
			__builtin_memcpy(q, t, n + 1);
			__builtin_free(t);
			t = q;
		}
		*room = want;
		*line = t;
	}
	return (long)n;
}

long __getdelim(char **line, size *room, int end, FILE *s) { return getdelim(line, room, end, s); }
long getline(char **line, size *room, FILE *s) { return getdelim(line, room, '\n', s); }

/* Reads a word of standard input, for the %s of a scanf in programs that read only words and numbers. Returns
   whether the input has ended after the word. */
int __tandem_word(char *p, int width)
{
	int n = 0, c = __tandem_stdin_input();
	__VERIFIER_assume(c >= 0 && c != ' ' && (c < '\t' || c > '\r'));
	for (;;) {
		__tandem_text(c);
		p[n] = (char)c;
		n++;
		if (n == width)
			break;
		c = __tandem_stdin_input();
		if (c < 0 || c == ' ' || c >= '\t' && c <= '\r')
			break;
	}
	p[n] = 0;
	return c < 0;
}
