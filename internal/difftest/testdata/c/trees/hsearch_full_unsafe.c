// false
#include <assert.h>
#include <errno.h>
#include <search.h>
#include <stdio.h>
static char names[30][4];
int main(void)
{
	int i;
	ENTRY e;
	hcreate(8);
	for (i = 0; i < 30; i++) {
		e.key = names[i];
		e.data = 0;
		sprintf(e.key, "%d", i);
		if (!hsearch(e, ENTER))
			break;
	}
	assert(errno == ENOMEM && i == 8);
	return 0;
}
