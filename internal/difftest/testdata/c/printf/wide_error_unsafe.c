// false
#include <stdio.h>
#include <string.h>
#include <errno.h>
#include <wchar.h>
extern void abort(void);
void reach_error(void) { abort(); }
int main(void)
{
	char b[20] = "zzzzzzzzz";
	errno = 0;
	int n = sprintf(b, "ab%lc", (wint_t)200);
	if (n != -1 || errno != EILSEQ || strcmp(b, "ab") != 0)
		reach_error();
	errno = 0;
	n = snprintf(b, 9, "x%dy%", 5);
	if (n != -1 || errno != EOVERFLOW || strcmp(b, "x5y") != 0)
		reach_error();
	return 0;
}
