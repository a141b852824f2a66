#ifndef _TANDEM_LIBGEN_H
#define _TANDEM_LIBGEN_H
char *dirname(char *__path);
char *__xpg_basename(char *__path);
#define basename __xpg_basename
#endif
