// Initialisers that override others (6.7.9 p19): of an aggregate that is initialised again, or of
// another member of a union, nothing stays.
void out(unsigned long long);
struct b { int x, y; };
struct bits { int p : 3, q : 5; };
struct s { struct b b; int q; char t[6]; struct bits f; };
union u { struct b s; int i; char c[8]; };

struct s g = { .b = {1, 2}, .b = {4}, 7, .t = "abcde", .t = "z", .f = {1, 2}, .f.p = 3 };
struct s h = { .b = {1, 2}, .b.y = 5, .t = "abcde", .t[1] = 'X', .f = {1, 2}, .f = {.q = 4} };
struct s v5 = { .b = (struct b){1, 2}, .b.y = 7 };
int a[2][2] = { [0] = {1, 2}, [0] = {3} }, r[3] = { 1, 2, 3, [0] = 9, 8 };
union u u1 = { .s.x = 1, .s.y = 2, .i = 5 };
union u u2 = { .i = 0x01020304, .c[1] = 9 };
union u u3 = { .c = {1, 2, 3, 4, 5, 6, 7, 8}, .s.y = 3 };
union u u4 = { .s.x = 7, .s.y = 2, .s.x = 8 };
union u u5[2] = { [1].s.x = 7, [0].i = 2, [1].s.y = 8, [0].c[5] = 1 };

static void all(struct s *s) {
	out(s->b.x); out(s->b.y); out(s->q);
	for (int i = 0; i < 6; i++)
		out(s->t[i]);
	out(s->f.p); out(s->f.q);
}

static void both(union u *u) { out(u->s.x); out(u->s.y); }

int main(void) {
	int k = 3;
	struct s lg = { .b = {k, 2}, .b = {4}, 7, .t = "abcde", .t = "z", .f = {1, 2}, .f.p = 3 };
	struct s lh = { .b = {1, k}, .b.y = 5, .t = "abcde", .t[1] = 'X', .f = {1, 2}, .f = {.q = 4} };
	int la[2][2] = { [0] = {1, k}, [0] = {3} };
	union u l1 = { .s.x = 1, .s.y = k, .i = 5 }, l2 = { .i = 0x01020304, .c[1] = 9 };
	union u l3 = { .c = {1, 2, 3, 4, 5, 6, 7, 8}, .s.y = k }, l4 = { .s.x = 7, .s.y = k, .s.x = 8 };
	struct b z = {5, k};
	struct s v1 = { .b = z, .b.y = 7 }, v2 = { .b = {1, 2}, .b = z }, v3 = { .b = (struct b){1, 2}, .b.y = 7 };
	struct b v4[2] = { z, z, [1].x = 4 };
	all(&v1); all(&v2); all(&v3); all(&v5);
	out(v4[0].x); out(v4[0].y); out(v4[1].x); out(v4[1].y);
	all(&g); all(&h); all(&lg); all(&lh);
	out(a[0][0]); out(a[0][1]); out(la[0][0]); out(la[0][1]); out(r[0]); out(r[1]); out(r[2]);
	both(&u1); both(&u2); both(&u3); both(&u4); both(&u5[0]); both(&u5[1]);
	both(&l1); both(&l2); both(&l3); both(&l4);
	return 0;
}
