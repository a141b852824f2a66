/* Streams (7.21). Standard input is a sequence of bytes that ends once. Standard output and standard error accept
   all writes. A file that is opened for reading is a sequence of bytes too. Bytes written to a file are dropped.
   Streams on memory (fmemopen, open_memstream) and tmpfile are buffered as in glibc. */
//# provides: __tandem_getc __tandem_unread getc fgetc getchar getc_unlocked fgetc_unlocked getchar_unlocked _IO_getc
//# provides: ungetc
//# provides: feof ferror clearerr feof_unlocked ferror_unlocked clearerr_unlocked _IO_feof _IO_ferror
//# provides: putc fputc putchar putc_unlocked fputc_unlocked putchar_unlocked _IO_putc puts fputs fputs_unlocked
//# provides: fwrite fwrite_unlocked fprintf vfprintf __fprintf_chk __vfprintf_chk
//# provides: fopen fopen64 popen fdopen freopen freopen64 fclose __tandem_close pclose fflush fflush_unlocked tmpfile tmpfile64 fmemopen open_memstream
//# provides: fseek fseeko fseeko64 ftell ftello ftello64 rewind fileno fileno_unlocked

typedef __SIZE_TYPE__ size;
typedef __builtin_va_list list;
typedef struct _IO_FILE FILE;
extern FILE *stdin, *stdout, *stderr;
void __tandem_errno(int e);
void __tandem_refuse(void);
int vasprintf(char **s, const char *f, list ap);
int __tandem_print(const char *f, list ap);

int __tandem_stdin_input(void);  /* the next byte of standard input, or -1 */
int __tandem_file_input(void);   /* the next byte of a file, or -1 */
int __tandem_open_input(void);   /* 0 if a file cannot be opened */
int __VERIFIER_nondet_int(void); /* an approximate value */
void __VERIFIER_assume(int);

#define EOF (-1)
#define ENOENT 2
#define EBADF 9
#define ENOMEM 12
#define EINVAL 22
#define ENOSPC 28
#define BACK 8
#define BUFFER 8192

/* --- standard input */

static int in_end, in_eof, in_moved; /* the input has ended; the program knows that; the position was changed */
static int in_backs, in_back[BACK];

/* An approximate byte, or -1 for the end. */
static int any_byte(void)
{
	int c = __VERIFIER_nondet_int();
	__VERIFIER_assume(c >= -1 && c <= 255);
	return c;
}

/* Reads a byte of standard input. */
static int stdin_getc(void)
{
	int c;
	if (in_backs > 0) {
		in_backs--;
		return in_back[in_backs];
	}
	if (in_eof)
		return EOF;
	/* After the end, a terminal may still deliver bytes. */
	c = in_end || in_moved ? any_byte() : __tandem_stdin_input();
	if (c < 0)
		in_end = in_eof = 1;
	return c;
}

/* The result of a call that may fail for reasons that are not modelled: 0, or -1 with an approximate errno. */
static int may_fail(void)
{
	if (__VERIFIER_nondet_int())
		return 0;
	__tandem_errno(__VERIFIER_nondet_int());
	return -1;
}

/* --- other streams */

enum { READS = 1, WRITES = 2, APPENDS = 4 };
enum { FILES, FIXED, GROWS, RESULT };

struct file {
	char glibc[216]; /* the space of glibc's structure, whose members the program may access */
	int kind, mode, eof, err, moved, lost;
	int backs, back[BACK];
	unsigned char *data;         /* the contents of a stream on memory */
	size room, len, pos;         /* allocated size, length and position of data */
	unsigned char *in;           /* bytes that were read ahead */
	size in_pos, in_len;
	unsigned char *out;          /* bytes that are not written yet */
	size out_len;
	char **text;                 /* where open_memstream stores the result */
	size *text_size;
	int owned;
	struct file *next;
};

/* A program must not free a stream, so it is not at the beginning of its block. */
struct block {
	long before[2];
	struct file file;
};

static struct file *opened;

/* The stream of a pointer; 0 for the standard streams and unknown pointers. */
static struct file *of(FILE *s)
{
	struct file *f;
	for (f = opened; f; f = f->next)
		if ((FILE *)f == s)
			return f;
	return 0;
}

/* Makes a stream; 0 if there is no memory. */
static struct file *new_file(int kind, int mode)
{
	struct block *b = __builtin_calloc(1, sizeof *b);
	struct file *f;
	if (!b)
		return 0;
	f = &b->file;
	f->kind = kind;
	f->mode = mode;
	f->next = opened;
	opened = f;
	return f;
}

/* Makes room for need bytes of data; 0 if there is no memory. */
static int grow(struct file *f, size need)
{
	unsigned char *p;
	size room = f->room ? f->room : 32;
	if (need <= f->room)
		return 1;
	while (room < need)
		room *= 2;
	p = __builtin_calloc(room, 1);
	if (!p)
		return 0;
	if (f->len)
		__builtin_memcpy(p, f->data, f->len);
	__builtin_free(f->data);
	f->data = p;
	f->room = room;
	return 1;
}

/* Writes n bytes to the data, as the functions of fmemopen do. Returns the number written. */
static size put_data(struct file *f, const unsigned char *s, size n)
{
	size at = f->mode & APPENDS ? f->len : f->pos;
	int null = n == 0 || s[n - 1] != 0;
	if (f->kind != FIXED) {
		if (!grow(f, at + n + 1))
			return 0;
	} else if (at + n > f->room) {
		if (f->pos + null >= f->room) { /* as in glibc, even if it appends */
			__tandem_errno(ENOSPC);
			return 0;
		}
		n = f->room - at;
	}
	__builtin_memcpy(f->data + at, s, n);
	f->pos = at + n;
	if (f->pos > f->len) {
		f->len = f->pos;
		if (f->kind != FIXED)
			return n;
		if (f->len < f->room && null)
			f->data[f->len] = 0;
		else if (!(f->mode & APPENDS) && null)
			f->data[f->room - 1] = 0;
	}
	return n;
}

/* Called if a stream on memory is used after an error. Its state is not modelled then, so anything may happen. */
static int lose(struct file *f)
{
	size i;
	f->lost = 1;
	f->out_len = f->in_len = f->in_pos = 0;
	f->backs = 0;
	f->eof = 0;
	for (i = 0; i < f->room; i++)
		if (__VERIFIER_nondet_int())
			f->data[i] = (unsigned char)__VERIFIER_nondet_int();
	return __VERIFIER_nondet_int();
}

/* Writes the buffered bytes; EOF if that fails. */
static int flush(struct file *f)
{
	int r = 0;
	if (f->lost)
		return lose(f) ? 0 : EOF;
	if (f->out_len) {
		size n = f->out_len;
		f->out_len = 0;
		if (put_data(f, f->out, n) < n) {
			f->err = f->lost = 1;
			r = EOF;
		}
	}
	if (f->kind == RESULT) {
		grow(f, f->len + 1);
		f->data[f->len] = 0;
		*f->text = (char *)f->data;
		*f->text_size = f->pos;
	}
	return r;
}

/* Drops the bytes that were read ahead. */
static void unread_all(struct file *f)
{
	f->pos -= f->in_len - f->in_pos;
	f->in_len = f->in_pos = 0;
	f->backs = 0;
}

/* Reads a byte of a stream. */
static int file_getc(struct file *f)
{
	int c;
	if (f->backs > 0) {
		f->backs--;
		return f->back[f->backs];
	}
	if (f->in_pos < f->in_len) {
		c = f->in[f->in_pos];
		f->in_pos++;
		return c;
	}
	if (!(f->mode & READS)) {
		f->err = 1;
		__tandem_errno(EBADF);
		return EOF;
	}
	if (f->eof)
		return EOF;
	if (f->lost) {
		lose(f);
		return any_byte();
	}
	if (f->kind == FILES) {
		c = f->moved || f->mode & WRITES ? any_byte() : __tandem_file_input();
		f->eof = c < 0;
		return c;
	}
	flush(f);
	if (f->pos >= f->len) {
		f->eof = 1;
		return EOF;
	}
	f->in_len = f->len - f->pos;
	if (f->in_len > BUFFER)
		f->in_len = BUFFER;
	if (!f->in)
		f->in = __builtin_malloc(f->in_len > f->room ? f->in_len : f->room < BUFFER && f->kind == FIXED ? f->room : BUFFER);
	__builtin_memcpy(f->in, f->data + f->pos, f->in_len);
	f->pos += f->in_len;
	f->in_pos = 1;
	return f->in[0];
}

/* Whether a stream is standard output or standard error. */
static int standard(FILE *s) { return s == stdout || s == stderr; }

/* Writes a byte; for a file, the result is approximate. */
static int file_putc(struct file *f, int c)
{
	c = (unsigned char)c;
	if (!(f->mode & WRITES)) {
		f->err = 1;
		__tandem_errno(EBADF);
		return EOF;
	}
	if (f->lost)
		return lose(f) ? c : EOF;
	if (f->kind == FILES) {
		if (!may_fail())
			return c;
		f->err = 1;
		return EOF;
	}
	if (f->in_len)
		unread_all(f);
	f->eof = 0;
	if (f->kind == RESULT) {
		unsigned char b = (unsigned char)c;
		put_data(f, &b, 1);
		return c;
	}
	if (!f->out)
		f->out = __builtin_malloc(BUFFER);
	if (f->out_len == BUFFER && flush(f) < 0)
		return EOF;
	f->out[f->out_len] = (unsigned char)c;
	f->out_len++;
	return c;
}

/* getc */
int __tandem_getc(FILE *s)
{
	struct file *f;
	if (s == stdin)
		return stdin_getc();
	f = of(s);
	return f ? file_getc(f) : any_byte();
}

/* Puts back a byte; 0 if there is no room. */
static int push(FILE *s, int c)
{
	struct file *f;
	if (s == stdin) {
		if (in_backs >= BACK)
			return 0;
		in_back[in_backs] = c;
		in_backs++;
		return 1;
	}
	f = of(s);
	if (f) {
		if (f->backs == 0 && f->in_pos > 0 && f->in[f->in_pos - 1] == c) {
			f->in_pos--;
			return 1;
		}
		if (f->backs >= BACK)
			return 0;
		f->back[f->backs] = c;
		f->backs++;
	}
	return 1;
}

/* Puts back the byte that was read last. */
void __tandem_unread(FILE *s, int c) { push(s, c); }

int ungetc(int c, FILE *s)
{
	struct file *f = of(s);
	if (c == EOF)
		return EOF;
	c = (unsigned char)c;
	if (s != stdin && !f || !push(s, c)) /* glibc has more room */
		return __VERIFIER_nondet_int() ? c : EOF;
	if (s == stdin)
		in_eof = 0;
	else
		f->eof = 0;
	return c;
}

/* Writes a byte; the result is that of putc. */
static int put(FILE *s, int c)
{
	struct file *f;
	if (standard(s))
		return (unsigned char)c;
	f = of(s);
	if (f)
		return file_putc(f, c);
	return may_fail() ? EOF : (unsigned char)c;
}

int getc(FILE *s) { return __tandem_getc(s); }
int fgetc(FILE *s) { return __tandem_getc(s); }
int getc_unlocked(FILE *s) { return __tandem_getc(s); }
int fgetc_unlocked(FILE *s) { return __tandem_getc(s); }
int _IO_getc(FILE *s) { return __tandem_getc(s); }
int getchar(void) { return __tandem_getc(stdin); }
int getchar_unlocked(void) { return __tandem_getc(stdin); }

int feof(FILE *s)
{
	struct file *f;
	if (s == stdin)
		return in_eof;
	if (standard(s))
		return 0;
	f = of(s);
	return !f || f->lost ? __VERIFIER_nondet_int() : f->eof;
}

int feof_unlocked(FILE *s) { return feof(s); }
int _IO_feof(FILE *s) { return feof(s); }
int ferror(FILE *s)
{
	struct file *f;
	if (s == stdin || standard(s))
		return 0;
	f = of(s);
	return !f || f->lost && f->kind != FILES ? __VERIFIER_nondet_int() : f->err;
}

int ferror_unlocked(FILE *s) { return ferror(s); }
int _IO_ferror(FILE *s) { return ferror(s); }

void clearerr(FILE *s)
{
	struct file *f = of(s);
	if (s == stdin)
		in_eof = 0;
	else if (f)
		f->eof = f->err = 0;
}

void clearerr_unlocked(FILE *s) { clearerr(s); }

/* --- output */

int fputc(int c, FILE *s) { return put(s, c); }
int putc(int c, FILE *s) { return put(s, c); }
int putc_unlocked(int c, FILE *s) { return put(s, c); }
int fputc_unlocked(int c, FILE *s) { return put(s, c); }
int _IO_putc(int c, FILE *s) { return put(s, c); }
int putchar(int c) { return (unsigned char)c; }
int putchar_unlocked(int c) { return (unsigned char)c; }

/* Writes n bytes and returns the number written. */
static size write_all(FILE *s, const char *p, size n)
{
	size i;
	if (standard(s))
		return n;
	for (i = 0; i < n; i++)
		if (put(s, p[i]) == EOF)
			return i;
	return n;
}

static size length(const char *p)
{
	size n = 0;
	while (p[n])
		n++;
	return n;
}

int puts(const char *p) { return (int)length(p) + 1; }

int fputs(const char *p, FILE *s)
{
	size n = length(p);
	return write_all(s, p, n) == n ? 1 : EOF;
}

int fputs_unlocked(const char *p, FILE *s) { return fputs(p, s); }

size fwrite(const void *p, size unit, size n, FILE *s)
{
	size all = unit * n, done;
	if (all == 0)
		return 0;
	done = write_all(s, p, all);
	return done == all ? n : done / unit;
}

size fwrite_unlocked(const void *p, size unit, size n, FILE *s) { return fwrite(p, unit, n, s); }

int vfprintf(FILE *s, const char *f, list ap)
{
	char *t = 0;
	int n;
	size done;
	if (standard(s))
		return __tandem_print(f, ap);
	n = vasprintf(&t, f, ap);
	if (n < 0)
		return n;
	done = write_all(s, t, (size)n);
	__builtin_free(t);
	return done == (size)n ? n : -1;
}

int __vfprintf_chk(FILE *s, int flag, const char *f, list ap) { return vfprintf(s, f, ap); }

int fprintf(FILE *s, const char *f, ...)
{
	list ap;
	int n;
	__builtin_va_start(ap, f);
	n = vfprintf(s, f, ap);
	__builtin_va_end(ap);
	return n;
}

int __fprintf_chk(FILE *s, int flag, const char *f, ...)
{
	list ap;
	int n;
	__builtin_va_start(ap, f);
	n = vfprintf(s, f, ap);
	__builtin_va_end(ap);
	return n;
}

/* --- opening, closing, moving */

/* The mode of a stream from the text that fopen gets; 0 if the text is invalid. */
static int mode_of(const char *mode)
{
	int m = mode[0] == 'r' ? READS : mode[0] == 'w' ? WRITES : mode[0] == 'a' ? WRITES | APPENDS : 0;
	int i;
	if (m)
		for (i = 1; i < 7 && mode[i] && mode[i] != ','; i++)
			if (mode[i] == '+')
				m |= READS | WRITES;
	return m;
}

/* Opens a file; 0 if that fails. */
static FILE *open_file(const char *mode)
{
	int m = mode_of(mode);
	if (!m) {
		__tandem_errno(EINVAL);
		return 0;
	}
	if (!__tandem_open_input()) {
		__tandem_errno(__VERIFIER_nondet_int());
		return 0;
	}
	return (FILE *)new_file(FILES, m);
}

FILE *fopen(const char *name, const char *mode) { return open_file(mode); }
FILE *fopen64(const char *name, const char *mode) { return open_file(mode); }
FILE *popen(const char *command, const char *mode) { return open_file(mode); }
FILE *fdopen(int fd, const char *mode)
{
	if (fd < 0 || fd >= 1 << 20) { /* see cfront/libdescriptor.go */
		__tandem_errno(mode_of(mode) ? EBADF : EINVAL);
		return 0;
	}
	return open_file(mode);
}

FILE *freopen(const char *name, const char *mode, FILE *s)
{
	struct file *f = of(s);
	if (!__tandem_open_input()) {
		__tandem_errno(__VERIFIER_nondet_int());
		return 0;
	}
	if (s == stdin) {
		in_moved = 1;
		in_eof = in_end = in_backs = 0;
	} else if (f) {
		flush(f);
		f->kind = FILES;
		f->mode = mode_of(mode);
		f->moved = 1;
		f->eof = f->err = f->backs = 0;
		f->in_pos = f->in_len = f->out_len = 0;
	}
	return s;
}

FILE *freopen64(const char *name, const char *mode, FILE *s) { return freopen(name, mode, s); }

FILE *tmpfile(void) { return (FILE *)new_file(GROWS, READS | WRITES); }
FILE *tmpfile64(void) { return (FILE *)new_file(GROWS, READS | WRITES); }

FILE *fmemopen(void *p, size n, const char *mode)
{
	struct file *f;
	int m = mode_of(mode), owned = !p;
	if (!m) {
		__tandem_errno(EINVAL);
		return 0;
	}
	if (!p) {
		p = __builtin_malloc(n);
		if (n)
			*(char *)p = 0;
	}
	f = new_file(FIXED, m);
	if (!f)
		return 0;
	f->data = p;
	f->room = n;
	f->owned = owned;
	if (mode[0] == 'w' && m & READS && n)
		f->data[0] = 0;
	f->len = 0;
	while (f->len < n && f->data[f->len])
		f->len++;
	if (mode[0] == 'r')
		f->len = n;
	if (mode[0] == 'w')
		f->len = 0;
	f->pos = m & APPENDS ? f->len : 0;
	return (FILE *)f;
}

FILE *open_memstream(char **text, size *n)
{
	struct file *f = new_file(RESULT, WRITES);
	if (!f)
		return 0;
	f->text = text;
	f->text_size = n;
	return (FILE *)f;
}

int fflush(FILE *s)
{
	struct file *f;
	int r = 0;
	if (!s) {
		for (f = opened; f; f = f->next)
			if (flush(f) < 0)
				r = EOF;
		return r;
	}
	if (s == stdin || standard(s))
		return 0;
	f = of(s);
	if (!f || f->kind == FILES)
		return may_fail();
	return flush(f);
}

int fflush_unlocked(FILE *s) { return fflush(s); }

/* Closes a stream; seen is set if the program uses the result. */
static int close_stream(FILE *s, int seen)
{
	struct file *f = of(s), *p;
	int r;
	if (s == stdin) {
		in_moved = 1;
		return 0;
	}
	if (standard(s))
		return 0;
	if (!f)
		return seen ? may_fail() : 0;
	r = f->kind == FILES ? 0 : flush(f);
	if (f->kind == RESULT) {
		char *t = __builtin_malloc(f->len + 1);
		__builtin_memcpy(t, f->data, f->len + 1);
		__builtin_free(f->data);
		*f->text = t;
	}
	if (f->kind == GROWS || f->owned)
		__builtin_free(f->data);
	__builtin_free(f->in);
	__builtin_free(f->out);
	if (opened == f) {
		opened = f->next;
	} else {
		for (p = opened; p->next != f; p = p->next)
			;
		p->next = f->next;
	}
	if (seen && f->kind == FILES && f->mode & WRITES)
		r = may_fail();
	__builtin_free((char *)f - __builtin_offsetof(struct block, file));
	return r;
}

int fclose(FILE *s) { return close_stream(s, 1); }

/* fclose, if the program does not use the result. */
void __tandem_close(FILE *s) { close_stream(s, 0); }

int pclose(FILE *s)
{
	fclose(s);
	return __VERIFIER_nondet_int();
}

/* Sets the position of a stream; the result is that of fseek. */
static int seek(FILE *s, long long to, int whence)
{
	struct file *f = of(s);
	if (s == stdin) {
		in_moved = 1;
		in_eof = in_end = in_backs = 0;
		return may_fail();
	}
	if (!f)
		return may_fail();
	if (whence < 0 || whence > 2) {
		__tandem_errno(EINVAL);
		return -1;
	}
	if (f->kind == FILES) {
		f->moved = 1;
		f->eof = f->backs = 0;
		return may_fail();
	}
	if (f->lost)
		return lose(f) ? 0 : -1;
	if (flush(f) < 0)
		return -1;
	if (whence == 1)
		to += (long long)f->pos - (long long)(f->in_len - f->in_pos) - f->backs;
	if (whence == 2)
		to += (long long)f->len;
	if (to < 0 || f->kind == FIXED && to > (long long)f->room) {
		__tandem_errno(EINVAL);
		f->lost = 1;
		return -1;
	}
	if (f->kind == RESULT && to != (long long)f->pos)
		__tandem_refuse(); /* the text that glibc returns then depends on earlier flushes */
	f->in_pos = f->in_len = 0;
	f->backs = 0;
	f->eof = 0;
	f->pos = (size)to;
	return 0;
}

int fseek(FILE *s, long to, int whence) { return seek(s, to, whence); }
int fseeko(FILE *s, long to, int whence) { return seek(s, to, whence); }
int fseeko64(FILE *s, long long to, int whence) { return seek(s, to, whence); }

/* The position of a stream, -1 if that fails. */
static long long tell(FILE *s)
{
	struct file *f = of(s);
	if (!f || f->kind == FILES || f->lost) {
		int n = __VERIFIER_nondet_int();
		__VERIFIER_assume(n >= -1);
		return n;
	}
	if (f->out_len && f->mode & APPENDS)
		f->pos = f->len;
	return (long long)(f->pos + f->out_len) - (long long)(f->in_len - f->in_pos) - f->backs;
}

long ftell(FILE *s) { return (long)tell(s); }
long ftello(FILE *s) { return (long)tell(s); }
long long ftello64(FILE *s) { return tell(s); }

void rewind(FILE *s)
{
	seek(s, 0, 0);
	clearerr(s);
}

int fileno(FILE *s) { return s == stdin ? 0 : s == stdout ? 1 : s == stderr ? 2 : __VERIFIER_nondet_int(); }
int fileno_unlocked(FILE *s) { return fileno(s); }
