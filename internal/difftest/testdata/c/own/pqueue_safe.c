// true --check=default
// prints the k smallest of n numbers with a heap
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

static void sift_down(int *a, int n, int i)
{
    for (;;) {
        int child = 2 * i + 1;
        if (child >= n)
            return;
        if (child + 1 < n && a[child + 1] < a[child])
            child++;
        if (a[i] <= a[child])
            return;
        swap(&a[i], &a[child]);
        i = child;
    }
}

static void make_heap(int *a, int n)
{
    for (int i = n / 2 - 1; i >= 0; i--)
        sift_down(a, n, i);
}

static int pop(int *a, int *n)
{
    int top = a[0];
    a[0] = a[--*n];
    sift_down(a, *n, 0);
    return top;
}

int main(void)
{
    int n, k;
    if (scanf("%d %d", &n, &k) != 2 || n < 1 || n > 1000 || k < 0 || k > n) {
        fprintf(stderr, "n and k?\n");
        return 1;
    }
    int *heap = malloc(sizeof(int) * n);
    if (!heap)
        return 1;
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &heap[i]) != 1) {
            fprintf(stderr, "%d numbers are missing\n", n - i);
            free(heap);
            return 1;
        }
    }
    make_heap(heap, n);
    int left = n, last = 0;
    for (int i = 0; i < k; i++) {
        int x = pop(heap, &left);
        printf("%d\n", x);
        if (i > 0)
            assert(last <= x);
        last = x;
    }
    assert(left == n - k);
    free(heap);
    return 0;
}
