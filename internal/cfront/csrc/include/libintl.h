#ifndef _TANDEM_LIBINTL_H
#define _TANDEM_LIBINTL_H
char *gettext(const char *__id);
char *dgettext(const char *__domain, const char *__id);
char *textdomain(const char *__domain);
char *bindtextdomain(const char *__domain, const char *__dir);
char *ngettext(const char *__one, const char *__many, unsigned long __n);
#endif
