// false --check=default
// stdin: "1,2,3,4,5,6,7\n"
// sums the columns of a table of numbers with commas
#include <stdio.h>
#include <string.h>

#define COLUMNS 6
#define ROWS 25

static int sums[COLUMNS];
static int filled[COLUMNS];
static int rows, errors;

static void cell(int column, const char *from, int len) {
  int v = 0;
  if (column > COLUMNS) {
    errors++;
    return;
  }
  if (len == 0)
    return;
  for (int i = 0; i < len; i++) {
    if (from[i] < '0' || from[i] > '9' || v > 9999) {
      errors++;
      return;
    }
    v = v * 10 + from[i] - '0';
  }
  sums[column] += v;
  filled[column]++;
}

static void row(const char *line) {
  int column = 0, start = 0, i;
  for (i = 0; line[i] != '\0' && line[i] != '\n'; i++) {
    if (line[i] == ',') {
      cell(column, line + start, i - start);
      column++;
      start = i + 1;
    }
  }
  cell(column, line + start, i - start);
  rows++;
}

int main(void) {
  char line[100];
  while (rows < ROWS && fgets(line, sizeof line, stdin))
    row(line);
  for (int c = 0; c < COLUMNS; c++)
    if (filled[c])
      printf("column %d: sum %d, mean %d\n", c + 1, sums[c], sums[c] / filled[c]);
  printf("%d rows, %d errors\n", rows, errors);
  return errors > 0;
}
