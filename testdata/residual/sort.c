// One of four sorts, as the input says; each access is asserted to lie in the array (paper 3, table 1). Verdict: true.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int cond) {
	if (!cond)
		reach_error();
}

enum { N = 5 };
static int a[N];

static int get(int i) {
	check(0 <= i && i < N);
	return a[i];
}

static void put(int i, int v) {
	check(0 <= i && i < N);
	a[i] = v;
}

static void swap(int i, int j) {
	int v = get(i);
	put(i, get(j));
	put(j, v);
}

static void bubble(void) {
	int swapped = 1;
	for (int n = N; swapped && n > 1; n--) {
		swapped = 0;
		for (int i = 0; i + 1 < n; i++)
			if (get(i) > get(i + 1)) {
				swap(i, i + 1);
				swapped = 1;
			}
	}
}

static void insertion(void) {
	for (int i = 1; i < N; i++) {
		int v = get(i), j = i;
		while (j > 0 && get(j - 1) > v) {
			put(j, get(j - 1));
			j--;
		}
		put(j, v);
	}
}

static void selection(void) {
	for (int i = 0; i + 1 < N; i++) {
		int least = i;
		for (int j = i + 1; j < N; j++)
			if (get(j) < get(least))
				least = j;
		swap(i, least);
	}
}

static void shell(void) {
	for (int gap = N / 2; gap > 0; gap /= 2)
		for (int i = gap; i < N; i++) {
			int v = get(i), j = i;
			while (j >= gap && get(j - gap) > v) {
				put(j, get(j - gap));
				j -= gap;
			}
			put(j, v);
		}
}

int main(void) {
	for (int i = 0; i < N; i++)
		a[i] = __VERIFIER_nondet_int();
	switch (__VERIFIER_nondet_int()) {
	case 0:
		bubble();
		break;
	case 1:
		insertion();
		break;
	case 2:
		selection();
		break;
	default:
		shell();
	}
	return 0;
}
