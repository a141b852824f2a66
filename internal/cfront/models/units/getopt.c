/* getopt (POSIX) and getopt_long (GNU). Arguments that are no options are moved after the options, unless the option
   string begins with + or -. It is assumed that POSIXLY_CORRECT is not set. */
//# provides: getopt getopt_long getopt_long_only
//# objects: optarg optind opterr optopt

struct option { const char *name; int has_arg; int *flag; int val; };
void __tandem_plain_getopt(void); /* lists the assumption */

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static int begun, first, last; /* the arguments first to last - 1 are no options */
static int fault;         /* the value that optopt gets, even if the program assigns to it */
static char *next;             /* the remaining short options of a cluster */
static enum { PERMUTE, REQUIRE, RETURN } order;

/* Moves the options that follow arguments first to last - 1 before them. */
static void exchange(char **argv)
{
	int i, k, moved = optind - last;
	for (i = 0; i < moved; i++)
		for (k = last + i; k > first + i; k--) {
			char *t = argv[k];
			argv[k] = argv[k - 1];
			argv[k - 1] = t;
		}
	first += moved;
	last = optind;
}

/* Whether the first n characters are equal. */
static int same(const char *a, const char *b, int n)
{
	int i;
	for (i = 0; i < n; i++)
		if (a[i] != b[i])
			return 0;
	return 1;
}

/* strlen */
static int length(const char *s)
{
	int n = 0;
	while (s[n])
		n++;
	return n;
}

/* Whether an argument has the form of an option. */
static int is_option(const char *s) { return s[0] == '-' && s[1]; }

/* Parses the long option at next. The result is -1 - c for the error c ('?' or ':'), and -1 if only is set and it is
   no long option. */
static int long_option(int argc, char **argv, const char *opts, const struct option *longs, int *index, int only)
{
	int n = 0, i, found = -1, ambiguous = 0;
	const struct option *p;
	while (next[n] && next[n] != '=')
		n++;
	for (i = 0; longs[i].name; i++)
		if (same(longs[i].name, next, n) && length(longs[i].name) == n) {
			found = i;
			break;
		}
	if (found < 0)
		for (i = 0; longs[i].name; i++) {
			if (length(longs[i].name) < n || !same(longs[i].name, next, n))
				continue;
			p = &longs[i];
			if (found < 0)
				found = i;
			else if (only || longs[found].has_arg != p->has_arg || longs[found].flag != p->flag || longs[found].val != p->val)
				ambiguous = 1;
		}
	if (ambiguous) {
		next += length(next);
		optind++;
		fault = 0;
		return '?';
	}
	if (found < 0) {
		int c = 0;
		if (only && argv[optind][1] != '-') {
			for (i = 0; opts[i]; i++)
				if (opts[i] == next[0])
					c = 1;
			if (c)
				return -1;
		}
		next = 0;
		optind++;
		fault = 0;
		return '?';
	}
	p = &longs[found];
	optind++;
	if (next[n]) {
		if (!p->has_arg) {
			next = 0;
			fault = p->val;
			return '?';
		}
		optarg = next + n + 1;
	} else if (p->has_arg == 1) {
		if (optind >= argc) {
			next = 0;
			fault = p->val;
			return opts[0] == ':' ? ':' : '?';
		}
		optarg = argv[optind];
		optind++;
	}
	next = 0;
	if (index)
		*index = found;
	if (p->flag) {
		*p->flag = p->val;
		return 0;
	}
	return p->val;
}

/* Parses the next argument: getopt, and its variants with long options; only is set for getopt_long_only. */
static int parse(int argc, char **argv, const char *opts, const struct option *longs, int *index, int only)
{
	int i, c;
	__tandem_plain_getopt();
	if (argc < 1)
		return -1;
	optarg = 0;
	if (optind == 0 || !begun) {
		if (optind == 0)
			optind = 1;
		first = last = optind;
		next = 0;
		order = opts[0] == '-' ? RETURN : opts[0] == '+' ? REQUIRE : PERMUTE;
		begun = 1;
	}
	if (opts[0] == '-' || opts[0] == '+')
		opts++;
	if (!next || !*next) {
		if (last > optind)
			last = optind;
		if (first > optind)
			first = optind;
		if (order == PERMUTE) {
			if (first != last && last != optind)
				exchange(argv);
			else if (last != optind)
				first = optind;
			while (optind < argc && !is_option(argv[optind]))
				optind++;
			last = optind;
		}
		if (optind != argc && argv[optind][0] == '-' && argv[optind][1] == '-' && !argv[optind][2]) {
			optind++;
			if (first != last && last != optind)
				exchange(argv);
			else if (first == last)
				first = optind;
			last = argc;
			optind = argc;
		}
		if (optind == argc) {
			if (first != last)
				optind = first;
			return -1;
		}
		if (!is_option(argv[optind])) {
			if (order == REQUIRE)
				return -1;
			optarg = argv[optind];
			optind++;
			return 1;
		}
		if (longs) {
			if (argv[optind][1] == '-') {
				next = argv[optind] + 2;
				return long_option(argc, argv, opts, longs, index, only);
			}
			c = 0;
			for (i = 0; opts[i]; i++)
				if (opts[i] == argv[optind][1])
					c = 1;
			if (only && (argv[optind][2] || !c)) {
				next = argv[optind] + 1;
				c = long_option(argc, argv, opts, longs, index, only);
				if (c != -1)
					return c;
			}
		}
		next = argv[optind] + 1;
	}
	c = *next;
	next++;
	for (i = 0; opts[i] && opts[i] != c; i++)
		;
	if (!*next)
		optind++;
	if (!opts[i] || c == ':' || c == ';') {
		fault = c;
		return '?';
	}
	if (opts[i] == 'W' && opts[i + 1] == ';' && longs) {
		if (*next) {
			optarg = next;
		} else if (optind == argc) {
			fault = c;
			return opts[0] == ':' ? ':' : '?';
		} else {
			optarg = argv[optind];
		}
		next = optarg;
		optarg = 0;
		return long_option(argc, argv, opts, longs, index, 0);
	}
	if (opts[i + 1] == ':') {
		if (opts[i + 2] == ':') {
			if (*next) {
				optarg = next;
				optind++;
			} else {
				optarg = 0;
			}
		} else if (*next) {
			optarg = next;
			optind++;
		} else if (optind == argc) {
			fault = c;
			c = opts[0] == ':' ? ':' : '?';
		} else {
			optarg = argv[optind];
			optind++;
		}
		next = 0;
	}
	return c;
}

/* Calls parse and sets optopt. */
static int call(int argc, char *const *argv, const char *opts, const struct option *longs, int *index, int only)
{
	int r = parse(argc, (char **)argv, opts, longs, index, only);
	optopt = fault;
	return r;
}

int getopt(int argc, char *const *argv, const char *opts) { return call(argc, argv, opts, 0, 0, 0); }
int getopt_long(int argc, char *const *argv, const char *opts, const struct option *longs, int *index)
{
	return call(argc, argv, opts, longs, index, 0);
}
int getopt_long_only(int argc, char *const *argv, const char *opts, const struct option *longs, int *index)
{
	return call(argc, argv, opts, longs, index, 1);
}
