// One of four searches in a sorted table, as the input says; each access is asserted to lie in the array (paper 3, table 1). Verdict: true.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int cond) {
	if (!cond)
		reach_error();
}

enum { N = 8 };
static const int a[N] = {2, 3, 5, 7, 11, 13, 17, 19};

static int linear(int key) {
	for (int i = 0; i < N; i++) {
		check(0 <= i && i < N);
		if (a[i] == key)
			return i;
	}
	return -1;
}

static int binary(int key) {
	int lo = 0, hi = N - 1;
	while (lo <= hi) {
		int mid = lo + (hi - lo) / 2;
		check(0 <= mid && mid < N);
		if (a[mid] == key)
			return mid;
		if (a[mid] < key)
			lo = mid + 1;
		else
			hi = mid - 1;
	}
	return -1;
}

static int jump(int key) {
	int step = 3, from = 0, to = step;
	while (to < N) {
		check(0 <= to && to < N);
		if (a[to] >= key)
			break;
		from = to;
		to += step;
	}
	for (int i = from; i <= to && i < N; i++) {
		check(0 <= i && i < N);
		if (a[i] == key)
			return i;
	}
	return -1;
}

static int interpolation(int key) {
	int lo = 0, hi = N - 1;
	while (lo <= hi) {
		check(0 <= lo && lo < N);
		check(0 <= hi && hi < N);
		if (key < a[lo] || key > a[hi])
			return -1;
		int width = a[hi] - a[lo];
		int mid = lo;
		if (width > 0)
			mid = lo + (int)((long long)(key - a[lo]) * (hi - lo) / width);
		check(0 <= mid && mid < N);
		if (a[mid] == key)
			return mid;
		if (a[mid] < key)
			lo = mid + 1;
		else
			hi = mid - 1;
	}
	return -1;
}

int main(void) {
	int key = __VERIFIER_nondet_int();
	int found;
	switch (__VERIFIER_nondet_int()) {
	case 0:
		found = linear(key);
		break;
	case 1:
		found = binary(key);
		break;
	case 2:
		found = jump(key);
		break;
	default:
		found = interpolation(key);
	}
	check(found >= -1 && found < N);
	return 0;
}
