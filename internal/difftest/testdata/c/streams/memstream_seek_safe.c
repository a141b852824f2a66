// true
#include <stdio.h>
extern void abort(void);
void reach_error(void) { abort(); }
int main(void)
{
	char *p;
	size_t n;
	FILE *f = open_memstream(&p, &n);
	fputs("hello", f);
	rewind(f);
	fputc('X', f);
	fclose(f);
	if (n != 1 || p[0] != 'X' || p[1] != 0)
		reach_error();
	return 0;
}
