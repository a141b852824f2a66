// true
#include <assert.h>
#include <search.h>
#include <string.h>
int main(void)
{
	ENTRY e, *p;
	hcreate(10);
	e.key = "one";
	e.data = (void *)1;
	hsearch(e, ENTER);
	e.key = "two";
	e.data = (void *)2;
	hsearch(e, ENTER);
	e.data = (void *)3;
	p = hsearch(e, ENTER);
	assert(p && p->data == (void *)2);
	e.key = "three";
	assert(hsearch(e, FIND) == 0);
	hdestroy();
	return 0;
}
