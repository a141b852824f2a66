#ifndef _TANDEM_SYS_TYPES_H
#define _TANDEM_SYS_TYPES_H
#include <stddef.h>
#include <bits/types.h>
#include <bits/types/sigset_t.h>
#include <sys/tandem_fd_set.h>
#ifdef __LP64__
typedef long ssize_t;
#else
typedef int ssize_t;
#endif
typedef unsigned char u_char;
typedef unsigned short u_short, ushort;
typedef unsigned int u_int, uint;
typedef unsigned long u_long, ulong;
typedef __UINT8_TYPE__ u_int8_t;
typedef __UINT16_TYPE__ u_int16_t;
typedef __UINT32_TYPE__ u_int32_t;
typedef __UINT64_TYPE__ u_int64_t;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef char *caddr_t;
typedef long off_t, time_t, clock_t, suseconds_t, blkcnt_t, blksize_t;
typedef long long loff_t;
typedef int pid_t, key_t, clockid_t, daddr_t;
typedef unsigned uid_t, gid_t, id_t, mode_t, useconds_t;
typedef unsigned long ino_t, nlink_t;
typedef unsigned long long dev_t;
typedef void *timer_t;
#endif
