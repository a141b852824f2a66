#ifndef _TANDEM_STDDEF_H
#define _TANDEM_STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
	long long __max_align_ll __attribute__((__aligned__(__alignof__(long long))));
	long double __max_align_ld __attribute__((__aligned__(__alignof__(long double))));
#ifndef __LP64__
	char __max_align_f128[16] __attribute__((__aligned__(16)));
#endif
} max_align_t;
#undef NULL
#define NULL ((void *)0)
#undef offsetof
#define offsetof(t, m) __builtin_offsetof(t, m)
#if __STDC_VERSION__ >= 202311L
typedef __tandem_nullptr_t nullptr_t;
#define unreachable() __builtin_unreachable()
#define __STDC_VERSION_STDDEF_H__ 202311L
#endif
#endif
