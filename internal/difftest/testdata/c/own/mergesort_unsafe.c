// false --check=default
// inputs: 3 1 2 3
// merge sort from the bottom up
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define MAX_N 12

static int min(int a, int b)
{
    return a < b ? a : b;
}

static void merge(const int *src, int *dst, int lo, int mid, int hi)
{
    int i = lo, j = mid;
    for (int k = lo; k < hi; k++) {
        if (i < mid && (j >= hi || src[i] <= src[j]))
            dst[k] = src[i++];
        else
            dst[k] = src[j++];
    }
}

static int merge_sort(int *a, int n)
{
    int *tmp = malloc(sizeof(int) * (size_t)n);
    if (tmp == NULL)
        return -1;
    for (int width = 1; width < n; width *= 2) {
        for (int lo = 0; lo < n; lo += 2 * width) {
            int mid = min(lo + width, n);
            int hi = lo + 2 * width;
            merge(a, tmp, lo, mid, hi);
        }
        memcpy(a, tmp, sizeof(int) * (size_t)n);
    }
    free(tmp);
    return 0;
}

int main(void)
{
    int a[MAX_N], n = __VERIFIER_nondet_int();
    unsigned before = 0, after = 0;

    if (n <= 0 || n > MAX_N)
        return 1;
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        before += (unsigned)a[i];
    }
    if (merge_sort(a, n) != 0)
        return 1;
    for (int i = 0; i < n; i++) {
        after += (unsigned)a[i];
        if (i > 0)
            assert(a[i - 1] <= a[i]);
        printf("%d%c", a[i], i + 1 < n ? ' ' : '\n');
    }
    assert(before == after);
    return 0;
}
