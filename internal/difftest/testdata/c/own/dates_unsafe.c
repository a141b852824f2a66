// false --check=default
// stdin: "2000-0-1 2000-1-1"
// days between two dates
#include <assert.h>
#include <stdio.h>

static const int month_days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

struct date {
  int year, month, day;
};

static int leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }

static int days_in_month(int year, int month) {
  if (month == 2 && leap(year))
    return 29;
  return month_days[month - 1];
}

static int valid(const struct date *d) {
  if (d->year < 1900 || d->year > 2100)
    return 0;
  if (d->month < 0 || d->month > 12)
    return 0;
  return d->day >= 1 && d->day <= days_in_month(d->year, d->month);
}

// days since 1 January 1900
static int day_number(const struct date *d) {
  int n = 0;
  for (int y = 1900; y < d->year; y++)
    n += leap(y) ? 366 : 365;
  for (int m = 1; m < d->month; m++)
    n += days_in_month(d->year, m);
  return n + d->day - 1;
}

static int weekday(int number) { return (number + 1) % 7; }

int main(void) {
  static const char *names[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  struct date a, b;
  if (scanf("%d-%d-%d", &a.year, &a.month, &a.day) != 3)
    return 1;
  if (scanf("%d-%d-%d", &b.year, &b.month, &b.day) != 3)
    return 1;
  if (!valid(&a) || !valid(&b)) {
    puts("no such date");
    return 1;
  }
  int na = day_number(&a), nb = day_number(&b);
  printf("%s to %s: %d days\n", names[weekday(na)], names[weekday(nb)], nb - na);
  return 0;
}
