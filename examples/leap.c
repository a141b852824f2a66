// The day of the year becomes a year: the loop that once stopped a music
// player on 31 December of a leap year. After 10000 rounds it should have ended.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int leap(int year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int main(void)
{
	int days = __VERIFIER_nondet_int();
	int year = 1980, rounds = 0;
	if (days < 1 || days > 3660)
		return 0;
	while (days > 365) {
		if (leap(year)) {
			if (days > 366) {
				days -= 366;
				year += 1;
			}
		} else {
			days -= 365;
			year += 1;
		}
		rounds++;
		assert(rounds < 10000);
	}
	return year;
}
