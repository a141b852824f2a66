// true --check=default
#include <stdio.h>
#define MAX 20

/* homework 5: shell sort and binary search */

int a[MAX];
int n;

void shell_sort(void)
{
  int gap, i, j, tmp;
  for (gap = n / 2; gap > 0; gap /= 2) {
    for (i = gap; i < n; i++) {
      tmp = a[i];
      for (j = i; j >= gap && a[j - gap] > tmp; j -= gap)
        a[j] = a[j - gap];
      a[j] = tmp;
    }
  }
}

int search(int key)
{
  int lo = 0, hi = n - 1, mid;
  while (lo <= hi) {
    mid = lo + (hi - lo) / 2;
    if (a[mid] == key)
      return mid;
    if (a[mid] < key)
      lo = mid + 1;
    else
      hi = mid - 1;
  }
  return -1;
}

int read_numbers(void)
{
  int i;
  printf("How many numbers? ");
  if (scanf("%d", &n) != 1) return 0;
  if (n < 1 || n > MAX) {
    printf("Between 1 and %d please\n", MAX);
    return 0;
  }
  for (i = 0; i < n; i++) {
    printf("Number %d: ", i + 1);
    if (scanf("%d", &a[i]) != 1) {
      printf("That is not a number\n");
      return 0;
    }
  }
  return 1;
}

int main()
{
  int i, key, pos;
  if (!read_numbers())
    return 1;
  shell_sort();
  for (i = 0; i < n; i++)
    printf("%d ", a[i]);
  printf("\nmedian %d\n", a[n / 2]);
  printf("Search for: ");
  while (scanf("%d", &key) == 1) {
    pos = search(key);
    if (pos >= 0)
      printf("%d is at %d\n", a[pos], pos);
    else
      printf("not found\n");
    printf("Search for: ");
  }
  return 0;
}
