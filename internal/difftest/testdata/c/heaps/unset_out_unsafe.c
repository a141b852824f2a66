// false --check default
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct reader {
	int count;
	int *last;
};

static int next(struct reader *r, int **out)
{
	if (r->count <= 0)
		return 0;
	r->count--;
	*out = malloc(sizeof **out);
	if (*out == NULL)
		return 0;
	**out = r->count;
	return 1;
}

int main(void)
{
	struct reader *r = malloc(sizeof *r);
	int *reply;
	int n = __VERIFIER_nondet_int();
	if (r == NULL)
		return 0;
	r->count = n;
	r->last = NULL;
	next(r, &reply);
	free(reply);
	assert(r->last == NULL);
	free(r);
	return 0;
}
