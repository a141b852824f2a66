// false
#include <assert.h>
#include <time.h>
int main(void) {
  time_t now = time(NULL);
  struct tm *t = gmtime(&now);
  if (!t)
    return 0;
  assert(t->tm_mon >= 0 && t->tm_mon < 12 && t->tm_wday >= 0 && t->tm_wday < 7);
  assert(t->tm_hour < 24 && t->tm_year == 0x7fffffff);
  return 0;
}
