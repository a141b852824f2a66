// false --check leak
#include <stdlib.h>
int nondet_int(void);
struct n { struct n *next; int v; };
static struct n *head;

int main(void)
{
	for (int i = 0; i < 3; i++) {
		struct n *p = malloc(sizeof *p);
		p->next = head;
		head = p;
	}
	head->next = 0;
	return 0;
}
