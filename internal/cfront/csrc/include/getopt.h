#ifndef _TANDEM_GETOPT_H
#define _TANDEM_GETOPT_H
extern char *optarg;
extern int optind, opterr, optopt;
struct option { const char *name; int has_arg; int *flag; int val; };
#define no_argument 0
#define required_argument 1
#define optional_argument 2
int getopt(int __argc, char *const __argv[], const char *__opts);
int getopt_long(int __argc, char *const __argv[], const char *__opts, const struct option *__long, int *__index);
int getopt_long_only(int __argc, char *const __argv[], const char *__opts, const struct option *__long, int *__index);
#endif
