// true
#include <assert.h>
#include <stdlib.h>
_Noreturn void die(void) { exit(1); }
int main(int argc, char **argv) { if (argc > 0) die(); assert(argc < 1); }
