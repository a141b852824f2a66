// true --check=default
/* Prints the calendar of a month, weeks from Monday to Sunday. */
#include <stdio.h>
#include <string.h>

#define WEEKS 6
#define DAYS 7

static const char *const names[12] = {
	"January", "February", "March", "April", "May", "June",
	"July", "August", "September", "October", "November", "December",
};

static int page[WEEKS][DAYS];

static int leap(int y)
{
	return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}

static int days_in(int m, int y)
{
	switch (m) {
	case 2:
		return leap(y) ? 29 : 28;
	case 4:
	case 6:
	case 9:
	case 11:
		return 30;
	default:
		return 31;
	}
}

/* Monday is 0 (Zeller's congruence) */
static int weekday(int d, int m, int y)
{
	int k, j, h;

	if (m < 3) {
		m += 12;
		y--;
	}
	k = y % 100;
	j = y / 100;
	h = (d + 13 * (m + 1) / 5 + k + k / 4 + j / 4 + 5 * j) % 7; /* Saturday is 0 */
	return (h + 5) % 7;
}

static int fill(int m, int y)
{
	int first = weekday(1, m, y);
	int n = days_in(m, y);
	int d;

	memset(page, 0, sizeof page);
	for (d = 0; d < n; d++) {
		int cell = first + d;
		page[cell / DAYS][cell % DAYS] = d + 1;
	}
	return n;
}

static void print(int m, int y)
{
	int w, d;

	printf("%s %d\nMo Tu We Th Fr Sa Su\n", names[m - 1], y);
	for (w = 0; w < WEEKS; w++) {
		for (d = 0; d < DAYS; d++) {
			if (page[w][d] != 0)
				printf("%2d ", page[w][d]);
			else
				printf("   ");
		}
		putchar('\n');
	}
}

int main(void)
{
	int month, year;

	printf("month and year? ");
	if (scanf("%d %d", &month, &year) != 2)
		return 1;
	if (month < 1 || month > 12 || year < 1583 || year > 9999) {
		puts("no such month");
		return 1;
	}
	printf("%d days\n", fill(month, year));
	print(month, year);
	return 0;
}
