// false --check=default
/*
 * pad: prints its arguments padded to a width
 *
 *   pad [-w WIDTH] [-c CHAR] [-v] WORD...
 */
#include <stdio.h>
#include <string.h>

#define MAXWORDS 16
#define MAXWIDTH 60

struct options {
	int width;
	char fill;
	int verbose;
	const char *words[MAXWORDS];
	int nwords;
};

static void usage(void)
{
	fprintf(stderr, "usage: pad [-w width] [-c char] [-v] word...\n");
}

static int parse_width(const char *s, int *out)
{
	int n = 0;

	if (*s == '\0')
		return -1;
	for (; *s != '\0'; s++) {
		if (*s < '0' || *s > '9')
			return -1;
		n = n * 10 + (*s - '0');
		if (n > MAXWIDTH)
			return -1;
	}
	*out = n;
	return 0;
}

static int parse_args(struct options *o, int argc, char **argv)
{
	int i;

	o->width = 20;
	o->fill = ' ';
	o->verbose = 0;
	o->nwords = 0;
	for (i = 1; i < argc; i++) {
		const char *a = argv[i];

		if (a[0] != '-' || a[1] == '\0') {
			if (o->nwords == MAXWORDS)
				return -1;
			o->words[o->nwords++] = a;
		} else if (strcmp(a, "-w") == 0) {
			if (i + 1 >= argc || parse_width(argv[++i], &o->width) != 0)
				return -1;
		} else if (strcmp(a, "-c") == 0) {
			if (i + 1 >= argc || strlen(argv[i + 1]) != 1)
				return -1;
			o->fill = argv[++i][0];
		} else if (strcmp(a, "-v") == 0) {
			o->verbose = 1;
		} else {
			return -1;
		}
	}
	return o->nwords > 0 ? 0 : -1;
}

static void print_padded(const struct options *o, const char *word)
{
	char line[MAXWIDTH + 1];
	size_t len = strlen(word), width = (size_t)o->width;

	if (len > width)
		len = width;
	memcpy(line, word, len);
	memset(line + len, o->fill, width - len);
	line[width] = '\0';
	printf("%s|\n", line);
}

int main(int argc, char **argv)
{
	struct options opt;
	int i;

	if (strcmp(argv[1], "--help") == 0) {
		usage();
		return 0;
	}
	if (parse_args(&opt, argc, argv) != 0) {
		usage();
		return 2;
	}
	for (i = 0; i < opt.nwords; i++)
		print_padded(&opt, opt.words[i]);
	if (opt.verbose)
		printf("%d words, width %d\n", opt.nwords, opt.width);
	return 0;
}
