// true --check=default
// replaces a text by another one: the first line has the old one, the second the new one, then comes the text
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE 80

static int read_line(char *buf, int size)
{
	char *end;
	if (fgets(buf, size, stdin) == NULL)
		return 0;
	end = strchr(buf, '\n');
	if (end != NULL)
		*end = '\0';
	return 1;
}

static size_t occurrences(const char *text, const char *old)
{
	size_t n = 0, len = strlen(old);
	const char *p = strstr(text, old);
	while (p != NULL) {
		n++;
		p = strstr(p + len, old);
	}
	return n;
}

/* The caller frees the result. */
static char *replace_all(const char *text, const char *old, const char *new)
{
	size_t old_len = strlen(old), new_len = strlen(new);
	size_t n = occurrences(text, old);
	char *result = malloc(strlen(text) - n * old_len + n * new_len + 1);
	char *out = result;
	const char *found;

	if (result == NULL)
		return NULL;
	while ((found = strstr(text, old)) != NULL) {
		size_t before = (size_t)(found - text);
		memcpy(out, text, before);
		out += before;
		memcpy(out, new, new_len);
		out += new_len;
		text = found + old_len;
	}
	strcpy(out, text);
	return result;
}

int main(void)
{
	char old[16], new[16], text[LINE];
	unsigned long changed = 0;

	if (!read_line(old, sizeof old) || !read_line(new, sizeof new))
		return 2;
	if (old[0] == '\0') {
		fprintf(stderr, "nothing to replace\n");
		return 2;
	}
	while (read_line(text, sizeof text)) {
		char *s = replace_all(text, old, new);
		if (s == NULL) {
			fprintf(stderr, "no memory\n");
			return 1;
		}
		if (strcmp(s, text) != 0)
			changed++;
		puts(s);
		free(s);
	}
	fprintf(stderr, "%lu lines changed\n", changed);
	return 0;
}
