// false --check default
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
	int value;
	struct node *next;
};

int main(void)
{
	struct node *head = malloc(sizeof *head);
	int sum = 0;
	if (head == NULL)
		return 0;
	head->value = 1;
	if (__VERIFIER_nondet_int()) {
		struct node *n = malloc(sizeof *n);
		if (n != NULL) {
			n->value = 2;
			n->next = head;
			head = n;
		}
	}
	for (struct node *p = head; p != NULL; p = p->next)
		sum += p->value;
	while (head != NULL) {
		struct node *n = head->next;
		free(head);
		head = n;
	}
	return sum;
}
