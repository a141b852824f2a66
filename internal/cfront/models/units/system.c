/* Information from the operating system about files, directories, descriptors and the network: texts and numbers of
   which only the location and the size are known. A value that only decides whether a call fails is an input; values
   that are read are approximate. */
//# provides: getcwd realpath gethostname uname readlink mkstemp mkstemp64 mkostemp mkstemps mkdtemp mktemp
//# provides: opendir fdopendir readdir closedir rewinddir dirfd poll select pipe pipe2 socketpair readv writev
//# provides: getaddrinfo freeaddrinfo

typedef __SIZE_TYPE__ size;
typedef __PTRDIFF_TYPE__ ssize;

void __tandem_errno(int);
void __tandem_any_errno(void);
void __tandem_unknown(void *p, size n); /* makes n bytes approximate */
int __tandem_answer(int low, int high); /* an input from low to high */
ssize read(int fd, void *p, size n);
ssize write(int fd, const void *p, size n);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int);

#define EINVAL 22
#define PATH_MAX 4096
#define HOST_MAX 64
#define DESCRIPTORS 1048576

/* Whether the environment makes a call fail; sets errno if so. */
#define fails() (__tandem_answer(-1, 0) != 0 && (__tandem_any_errno(), 1))

/* An arbitrary number less than n. */
static unsigned below(size n)
{
	unsigned v = __VERIFIER_nondet_uint();
	__VERIFIER_assume(v < n);
	return v;
}

/* Makes a text of less than n bytes at p, with its null byte; n > 0. */
static void text(char *p, size n)
{
	unsigned len = below(n);
	__tandem_unknown(p, len);
	p[len] = 0;
}

/* A new text in a block of exactly its size. */
static char *fresh(size most)
{
	unsigned len = below(most);
	char *p = __builtin_malloc((size)len + 1);
	if (!p)
		return 0;
	__tandem_unknown(p, len);
	p[len] = 0;
	return p;
}

/* An arbitrary descriptor. */
static int descriptor(void)
{
	int fd = __VERIFIER_nondet_int();
	__VERIFIER_assume(fd >= 0 && fd < DESCRIPTORS);
	return fd;
}

char *getcwd(char *p, size n)
{
	if (p && n == 0) {
		__tandem_errno(EINVAL);
		return 0;
	}
	if (p)
		__tandem_unknown(p, below(n)); /* also if it fails, and past the end of the text */
	if (fails())
		return 0;
	__tandem_any_errno();
	if (!p && n == 0)
		return fresh(0x7fffffff); /* glibc finds names that are longer than PATH_MAX */
	if (!p) {
		p = __builtin_malloc(n);
		if (!p)
			return 0;
	}
	text(p, n);
	return p;
}

char *realpath(const char *path, char *p)
{
	if (!path) {
		__tandem_errno(EINVAL);
		return 0;
	}
	if (p)
		__tandem_unknown(p, below(PATH_MAX + 1)); /* also if it fails */
	if (fails())
		return 0;
	__tandem_any_errno();
	if (!p)
		return fresh(PATH_MAX);
	text(p, PATH_MAX);
	return p;
}

int gethostname(char *p, size n)
{
	/* It fails only if the name does not fit. */
	if (n == 0 || n <= HOST_MAX && fails()) {
		__tandem_any_errno();
		__tandem_unknown(p, n);
		return -1;
	}
	text(p, n <= HOST_MAX ? n : HOST_MAX + 1);
	return 0;
}

/* It fails only for an invalid address. */
int uname(char *p)
{
	int i;
	p[0] = p[6 * 65 - 1] = 0; /* the argument must be valid */
	for (i = 0; i < 6; i++)
		text(p + 65 * i, 65);
	return 0;
}

ssize readlink(const char *path, char *p, size n)
{
	size got;
	if (n == 0 || fails()) {
		__tandem_any_errno();
		return -1;
	}
	got = 1 + below(n < PATH_MAX ? n : PATH_MAX);
	__tandem_unknown(p, got);
	return got;
}

/* The address of the six X at the end of a name, which more characters follow; null if there are none. */
static char *marks(char *p, int more)
{
	size n = __builtin_strlen(p), i;
	if (more < 0 || n < (size)more + 6)
		return 0;
	p += n - more - 6;
	for (i = 0; i < 6; i++)
		if (p[i] != 'X')
			return 0;
	return p;
}

/* Replaces the six X of a name by letters and digits. */
static void replace(char *x)
{
	int i;
	for (i = 0; i < 6; i++) {
		char c = (char)__VERIFIER_nondet_int();
		__VERIFIER_assume(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z');
		x[i] = c;
	}
}

int mkstemps(char *p, int more)
{
	char *x = marks(p, more);
	if (!x) {
		__tandem_errno(EINVAL);
		return -1;
	}
	replace(x); /* also if it fails */
	return fails() ? -1 : descriptor();
}

int mkstemp(char *p) { return mkstemps(p, 0); }

int mkstemp64(char *p) { return mkstemps(p, 0); }

int mkostemp(char *p, int flags) { return mkstemps(p, 0); }

char *mkdtemp(char *p)
{
	char *x = marks(p, 0);
	if (!x) {
		__tandem_errno(EINVAL);
		return 0;
	}
	replace(x);
	return fails() ? 0 : p;
}

char *mktemp(char *p)
{
	char *x = marks(p, 0);
	if (!x) {
		__tandem_errno(EINVAL);
		*p = 0;
		return p;
	}
	replace(x);
	if (fails())
		*p = 0;
	return p;
}

/* Directories. An entry lies at an arbitrary offset in a buffer of the stream, and ends with its name, so that it
   may or may not overwrite the entry before it. The offset of the name is the same in struct dirent and struct
   dirent64. Only closedir may free the stream, so it is not at the beginning of its block. */
#define NAME 256
#define ROOM 32768

struct dir {
	long block;
	int fd;
	char entries[ROOM];
};

/* A new directory stream; 0 if there is no memory. */
static void *folder(int fd)
{
	char *p = __builtin_malloc(sizeof(struct dir));
	if (!p)
		return 0;
	((struct dir *)p)->fd = fd;
	return p + sizeof(long);
}

/* The structure of a directory stream. */
static struct dir *of(void *p) { return (struct dir *)((char *)p - sizeof(long)); }

void *opendir(const char *path)
{
	if (fails())
		return 0;
	__tandem_any_errno();
	return folder(descriptor());
}

void *fdopendir(int fd)
{
	if (fd < 0 || fails()) {
		__tandem_any_errno();
		return 0;
	}
	return folder(fd);
}

void *readdir(void *p)
{
	struct dir *d = of(p);
	unsigned at = 2 * sizeof(long) + 3, len = 1 + below(NAME - 1), place = below(ROOM / 8);
	char *entry = d->entries + 8 * place;
	int more;
	__VERIFIER_assume(8 * place + 19 + len < ROOM);
	__tandem_unknown(d->entries, ROOM);
	more = __VERIFIER_nondet_int();
	entry[at + len] = 0;
	entry[19 + len] = 0;
	if (more > 0)
		return entry;
	if (more < 0)
		__tandem_any_errno();
	return 0;
}

int closedir(void *p)
{
	__builtin_free(of(p));
	return fails() ? -1 : 0;
}

void rewinddir(void *p)
{
	struct dir *d = of(p);
	int fd = d->fd;
}

int dirfd(void *p)
{
	struct dir *d = of(p);
	return d->fd;
}

/* Descriptors. */

struct pollfd {
	int fd;
	short events, revents;
};

int poll(struct pollfd *list, unsigned long n, int timeout)
{
	unsigned long i;
	int got = -1;
	if (!fails()) {
		got = __VERIFIER_nondet_int();
		__VERIFIER_assume(got >= 0 && (unsigned long)got <= n);
	}
	for (i = 0; i < n; i++) {
		int may = list[i].events | 0x38; /* errors, hang-ups, invalid descriptors */
		if (got < 0 && __VERIFIER_nondet_int()) /* an interrupted call writes; other failed calls do not */
			continue;
		list[i].revents = got != 0 && list[i].fd >= 0 ? (short)(__VERIFIER_nondet_int() & may) : 0;
	}
	return got;
}

/* Removes arbitrary elements of a set; like the kernel, it writes whole words. */
static void left(unsigned long *set, int n)
{
	int i, bits = 8 * sizeof(long);
	for (i = 0; set && i < n; i += bits)
		set[i / bits] &= __VERIFIER_nondet_ulong();
}

int select(int n, void *reads, void *writes, void *others, void *timeout)
{
	int got;
	if (n < 0) {
		__tandem_errno(EINVAL);
		return -1;
	}
	if (timeout)
		__tandem_unknown(timeout, 2 * sizeof(long));
	if (fails())
		return -1;
	got = __VERIFIER_nondet_int();
	__VERIFIER_assume(got >= 0 && got <= 3LL * n);
	left(reads, n);
	left(writes, n);
	left(others, n);
	return got;
}

/* Stores two different descriptors. */
static void two(int *fds)
{
	fds[0] = fds[1] = -1; /* the array must be valid */
	fds[0] = descriptor();
	fds[1] = descriptor();
	__VERIFIER_assume(fds[0] != fds[1]);
}

int pipe(int *fds)
{
	if (fails())
		return -1;
	two(fds);
	return 0;
}

int pipe2(int *fds, int flags) { return pipe(fds); }

int socketpair(int domain, int type, int protocol, int *fds)
{
	if (fails())
		return -1;
	two(fds);
	return 0;
}

struct iovec {
	void *base;
	size len;
};

ssize readv(int fd, const struct iovec *v, int n)
{
	ssize got = 0, all = 0;
	int i;
	if (n < 0 || n > 1024) {
		__tandem_errno(EINVAL);
		return -1;
	}
	for (i = 0; i < n; i++) {
		all += v[i].len;
		if (all < 0 || v[i].len > (size)-1 / 2) {
			__tandem_errno(EINVAL);
			return -1;
		}
	}
	if (fails())
		return -1;
	for (i = 0; i < n; i++) {
		unsigned k = below(v[i].len + 1);
		__tandem_unknown(v[i].base, k);
		got += k;
		if (k < v[i].len)
			break;
	}
	return got;
}

ssize writev(int fd, const struct iovec *v, int n)
{
	ssize all = 0, done;
	int i;
	if (n < 0 || n > 1024) {
		__tandem_errno(EINVAL);
		return -1;
	}
	for (i = 0; i < n; i++) {
		const char *p = v[i].base;
		all += v[i].len;
		if (all < 0 || v[i].len > (size)-1 / 2) {
			__tandem_errno(EINVAL);
			return -1;
		}
		if (v[i].len) { /* the argument must be valid */
			char c = p[0];
			c = p[v[i].len - 1];
		}
	}
	if (fails())
		return -1;
	done = all > 0 ? below((size)all + 1) : 0;
	return done;
}

/* Addresses: a list with at least one entry. An address lies in the block of its entry. glibc allocates a block for
   the name of the first entry; only freeaddrinfo may free it, so the name is not at the beginning of its block. */

struct addrinfo {
	int flags, family, type, protocol;
	unsigned addrlen;
	void *addr;
	char *name;
	struct addrinfo *next;
};

#define ADDRESS 128
#define NO_NAME (-2)
#define NO_MEMORY (-10)

void freeaddrinfo(struct addrinfo *a)
{
	while (a) {
		struct addrinfo *next = a->next;
		if (a->name)
			__builtin_free(a->name - 1);
		__builtin_free(a);
		a = next;
	}
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **list)
{
	int flags = hints ? hints->flags : 0;
	struct addrinfo *first = 0;
	if (!node && !service)
		return NO_NAME;
	__tandem_any_errno();
	if (__tandem_answer(-1, 0)) {
		int e = __VERIFIER_nondet_int(); /* glibc's errors go down to -105 */
		__VERIFIER_assume(e != 0);
		return e;
	}
	do {
		unsigned len = 2 + below(ADDRESS - 1);
		struct addrinfo *a = __builtin_malloc(sizeof *a + len);
		if (!a) {
			freeaddrinfo(first);
			return NO_MEMORY;
		}
		__tandem_unknown(a, sizeof *a + len);
		a->addrlen = len;
		a->addr = a + 1;
		a->name = 0;
		a->next = first;
		first = a;
	} while (__VERIFIER_nondet_int() > 0);
	if (flags & 2) {
		unsigned len = below(0x10000);
		char *p = __builtin_malloc((size)len + 2);
		if (!p) {
			freeaddrinfo(first);
			return NO_MEMORY;
		}
		__tandem_unknown(p, len + 1);
		p[len + 1] = 0;
		first->name = p + 1;
	}
	*list = first;
	return 0;
}
