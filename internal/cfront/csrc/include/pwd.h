#ifndef _TANDEM_PWD_H
#define _TANDEM_PWD_H
#include <sys/types.h>
struct passwd { char *pw_name, *pw_passwd; uid_t pw_uid; gid_t pw_gid; char *pw_gecos, *pw_dir, *pw_shell; };
struct passwd *getpwnam(const char *__name);
struct passwd *getpwuid(uid_t __uid);
struct passwd *getpwent(void);
void setpwent(void);
void endpwent(void);
#endif
