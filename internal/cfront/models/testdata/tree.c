/* Compares the trees and hash tables of units with the C library. */
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

void m___tandem_errno(int e) {}
void __tandem_errno(int e) { errno = e; }
void __tandem_refuse(void) { abort(); }
void *m_tsearch(const void *, void **, int (*)(const void *, const void *));
void *m_tfind(const void *, void *const *, int (*)(const void *, const void *));
void *m_tdelete(const void *, void **, int (*)(const void *, const void *));
void m_twalk(const void *, void (*)(const void *, VISIT, int));
void m_twalk_r(const void *, void (*)(const void *, VISIT, void *), void *);
void m_tdestroy(void *, void (*)(void *));
struct table { ENTRY *entries; unsigned room, filled; };
int m_hcreate_r(size_t, struct table *);
int m_hcreate(size_t);
void m_hdestroy_r(struct table *);
void m_hdestroy(void);
int m_hsearch_r(ENTRY, ACTION, ENTRY **, struct table *);
ENTRY *m_hsearch(ENTRY, ACTION);

static unsigned long long state = 88172645463325252ull;
static unsigned rnd(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 11) % n;
}

static int log1[100000], log2[100000], n1, n2, *log_, *n_;
static int cmp(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return x < y ? -7 : x > y; }
static void see(const void *p, VISIT v, int level) { log_[(*n_)++] = **(int **)p * 1000 + v * 100 + level; }
static void see_r(const void *p, VISIT v, void *arg) { log_[(*n_)++] = **(int **)p * 10 + v; if (arg != &state) abort(); }
static void gone(void *p) { log_[(*n_)++] = *(int *)p; }
static int failures;
static void check(const char *what, int ok) { if (!ok && failures++ < 20) printf("%s\n", what); }
static void same(const char *what) { check(what, n1 == n2 && !memcmp(log1, log2, n1 * sizeof(int))); n1 = n2 = 0; }
#define BOTH(a, b) { log_ = log1; n_ = &n1; a; log_ = log2; n_ = &n2; b; }

int main(int argc, char **argv)
{
	static int keys[300];
	int count = atoi(argv[1]), i, k;
	for (i = 0; i < 300; i++)
		keys[i] = i;
	for (i = 0; i < count / 20; i++) {
		void *r = 0, *m = 0, *p, *q;
		int range = 2 + rnd(60), ops = rnd(150);
		for (k = 0; k < ops; k++) {
			int *key = &keys[rnd(range)];
			switch (rnd(4)) {
			case 0: case 1:
				p = tsearch(key, &r, cmp), q = m_tsearch(key, &m, cmp);
				check("tsearch", **(int **)p == **(int **)q);
				break;
			case 2:
				p = tdelete(key, &r, cmp), q = m_tdelete(key, &m, cmp);
				check("tdelete", !p == !q);
				break;
			default:
				p = tfind(key, &r, cmp), q = m_tfind(key, &m, cmp);
				check("tfind", !p == !q && (!p || **(int **)p == **(int **)q));
			}
			if (rnd(3) == 0) {
				BOTH(twalk(r, see), m_twalk(m, see));
				same("twalk");
			}
		}
		BOTH(twalk_r(r, see_r, &state), m_twalk_r(m, see_r, &state));
		same("twalk_r");
		BOTH(tdestroy(r, gone), m_tdestroy(m, gone));
		same("tdestroy");
	}
	for (i = 0; i < count / 20; i++) {
		struct hsearch_data h = {0};
		struct table t = {0};
		int n = rnd(40), ops = rnd(80);
		static char names[60][8];
		check("hcreate", hcreate_r(n, &h) == m_hcreate_r(n, &t));
		check("hcreate again", hcreate_r(n, &h) == m_hcreate_r(n, &t));
		hcreate(n), m_hcreate(n);
		while (ops--) {
			ENTRY e, *p = 0, *q = 0;
			int a, b, act = rnd(3) ? ENTER : FIND;
			k = rnd(60);
			sprintf(names[k], "n%d", k);
			e.key = names[k];
			e.data = &keys[rnd(300)];
			errno = 0;
			a = hsearch_r(e, act, &p, &h);
			int x = errno;
			errno = 0;
			b = m_hsearch_r(e, act, &q, &t);
			check("hsearch_r", a == b && !p == !q && (a || errno == x) && (!p || !strcmp(p->key, q->key) && p->data == q->data));
			p = hsearch(e, act), q = m_hsearch(e, act);
			check("hsearch", !p == !q && (!p || !strcmp(p->key, q->key) && p->data == q->data));
		}
		hdestroy_r(&h), m_hdestroy_r(&t);
		hdestroy(), m_hdestroy();
	}
	return failures != 0;
}
