//# lfind
void *lfind(const void *key, const void *base, __SIZE_TYPE__ *n, __SIZE_TYPE__ size, int (*cmp)(const void *, const void *))
{
	const unsigned char *p = base;
	__SIZE_TYPE__ i;
	for (i = 0; i < *n; i++)
		if (cmp(key, p + i * size) == 0)
			return (void *)(p + i * size);
	return 0;
}

//# lsearch lfind memcpy
void *lfind(const void *key, const void *base, __SIZE_TYPE__ *n, __SIZE_TYPE__ size, int (*cmp)(const void *, const void *));
void *memcpy(void *d, const void *s, __SIZE_TYPE__ n);
void *lsearch(const void *key, void *base, __SIZE_TYPE__ *n, __SIZE_TYPE__ size, int (*cmp)(const void *, const void *))
{
	void *p = lfind(key, base, n, size, cmp);
	if (!p) {
		p = (unsigned char *)base + *n * size;
		memcpy(p, key, size);
		*n += 1;
	}
	return p;
}

//# insque
void insque(void *e, void *before)
{
	struct links { struct links *next, *prev; } *n = e, *p = before;
	if (!p) {
		n->next = n->prev = 0;
		return;
	}
	n->next = p->next;
	if (p->next)
		p->next->prev = n;
	p->next = n;
	n->prev = p;
}

//# remque
void remque(void *e)
{
	struct links { struct links *next, *prev; } *n = e;
	if (n->next)
		n->next->prev = n->prev;
	if (n->prev)
		n->prev->next = n->next;
}
