#ifndef _BITS_TYPES_H
#define _BITS_TYPES_H
/* The types under the names that glibc's own headers use. */
typedef unsigned char __u_char;
typedef unsigned short __u_short;
typedef unsigned int __u_int;
typedef unsigned long __u_long;
typedef __INT8_TYPE__ __int8_t, __int_least8_t;
typedef __INT16_TYPE__ __int16_t, __int_least16_t;
typedef __INT32_TYPE__ __int32_t, __int_least32_t;
typedef __INT64_TYPE__ __int64_t, __int_least64_t;
typedef __UINT8_TYPE__ __uint8_t, __uint_least8_t;
typedef __UINT16_TYPE__ __uint16_t, __uint_least16_t;
typedef __UINT32_TYPE__ __uint32_t, __uint_least32_t;
typedef __UINT64_TYPE__ __uint64_t, __uint_least64_t;
typedef __INT64_TYPE__ __quad_t, __intmax_t, __off64_t, __suseconds64_t, __blkcnt64_t, __loff_t, __time64_t;
typedef __UINT64_TYPE__ __u_quad_t, __uintmax_t, __dev_t, __ino64_t, __rlim64_t, __fsblkcnt64_t, __fsfilcnt64_t;
typedef unsigned int __uid_t, __gid_t, __mode_t, __id_t, __useconds_t, __socklen_t;
typedef unsigned long __ino_t, __nlink_t, __rlim_t, __fsblkcnt_t, __fsfilcnt_t, __syscall_ulong_t;
typedef long __off_t, __clock_t, __time_t, __suseconds_t, __blksize_t, __blkcnt_t, __fsword_t, __syscall_slong_t;
typedef int __pid_t, __daddr_t, __key_t, __clockid_t, __sig_atomic_t;
typedef __INTPTR_TYPE__ __intptr_t, __ssize_t;
typedef void *__timer_t;
typedef char *__caddr_t;
typedef struct { int __val[2]; } __fsid_t;
#endif
