/* x86 intrinsics of integers */
#ifndef _TANDEM_X86GPRINTRIN_H
#define _TANDEM_X86GPRINTRIN_H

#define _mm_popcnt_u32(a) (__builtin_popcount((unsigned)(a)))
#define __bswapd(a) ((int)__builtin_bswap32((unsigned)(a)))
#define _bswap(a) __bswapd(a)
#define __tzcnt_u16(a) __extension__ ({ unsigned short __x = (a); (unsigned short)(__x ? __builtin_ctz(__x) : 16); })
#define _tzcnt_u16(a) __extension__ ({ unsigned short __x = (a); (unsigned short)(__x ? __builtin_ctz(__x) : 16); })
#define __tzcnt_u32(a) __extension__ ({ unsigned __x = (a); (unsigned)(__x ? __builtin_ctz(__x) : 32); })
#define _tzcnt_u32(a) __extension__ ({ unsigned __x = (a); (unsigned)(__x ? __builtin_ctz(__x) : 32); })
#define __lzcnt16(a) __extension__ ({ unsigned short __x = (a); (unsigned short)(__x ? __builtin_clz(__x) - 16 : \
	16); })
#define __lzcnt32(a) __extension__ ({ unsigned __x = (a); (unsigned)(__x ? __builtin_clz(__x) : 32); })
#define _lzcnt_u32(a) __extension__ ({ unsigned __x = (a); (unsigned)(__x ? __builtin_clz(__x) : 32); })
#define __andn_u32(a, b) (~(unsigned)(a) & (unsigned)(b))
#define __blsi_u32(a) __extension__ ({ unsigned __x = (a); __x & -__x; })
#define __blsmsk_u32(a) __extension__ ({ unsigned __x = (a); __x ^ (__x - 1); })
#define __blsr_u32(a) __extension__ ({ unsigned __x = (a); __x & (__x - 1); })
#define _andn_u32(a, b) (~(unsigned)(a) & (unsigned)(b))
#define _blsi_u32(a) __extension__ ({ unsigned __x = (a); __x & -__x; })
#define _blsmsk_u32(a) __extension__ ({ unsigned __x = (a); __x ^ (__x - 1); })
#define _blsr_u32(a) __extension__ ({ unsigned __x = (a); __x & (__x - 1); })
#define __rold(a, n) __extension__ ({ unsigned __x = (a); int __n = (n) & 31; __x << __n | __x >> (-__n & 31); })
#define __rord(a, n) __extension__ ({ unsigned __x = (a); int __n = (n) & 31; __x >> __n | __x << (-__n & 31); })
#define _rotl(a, b) __rold(a, b)
#define _rotr(a, b) __rord(a, b)
#define _bzhi_u32(a, n) __extension__ ({ unsigned __x = (a), __n = (n) & 255; __n > 31 ? __x : __x & ((1u << __n) \
	- 1); })
#define _bextr_u32(a, b, c) __extension__ ({ unsigned __x = (a), __s = (b) & 255, __n = (c) & 255; __x = __s > 31 \
	? 0 : __x >> __s; __n > 31 ? __x : __x & ((1u << __n) - 1); })
#define __bextr_u32(a, b) __extension__ ({ unsigned __b = (b); _bextr_u32((a), __b, __b >> 8); })
#define __bsfd(a) __extension__ ({ unsigned __x = (unsigned)(a); __builtin_ctz(__x); })
#define __bsrd(a) __extension__ ({ unsigned __x = (unsigned)(a); 31 - __builtin_clz(__x); })
#define _bit_scan_forward(a) __bsfd(a)
#define _bit_scan_reverse(a) __bsrd(a)
#define __popcntd(a) (__builtin_popcount((unsigned)(a)))
#define _popcnt32(a) __popcntd(a)
#ifdef __x86_64__
#define _mm_popcnt_u64(a) ((long long)__builtin_popcountll((unsigned long long)(a)))
#define __bswapq(a) ((long long)__builtin_bswap64((unsigned long long)(a)))
#define _bswap64(a) __bswapq(a)
#define __tzcnt_u64(a) __extension__ ({ unsigned long long __x = (a); (unsigned long long)(__x ? \
	__builtin_ctzll(__x) : 64); })
#define _tzcnt_u64(a) __extension__ ({ unsigned long long __x = (a); (unsigned long long)(__x ? \
	__builtin_ctzll(__x) : 64); })
#define __lzcnt64(a) __extension__ ({ unsigned long long __x = (a); (unsigned long long)(__x ? \
	__builtin_clzll(__x) : 64); })
#define _lzcnt_u64(a) __extension__ ({ unsigned long long __x = (a); (unsigned long long)(__x ? \
	__builtin_clzll(__x) : 64); })
#define __andn_u64(a, b) (~(unsigned long long)(a) & (unsigned long long)(b))
#define __blsi_u64(a) __extension__ ({ unsigned long long __x = (a); __x & -__x; })
#define __blsmsk_u64(a) __extension__ ({ unsigned long long __x = (a); __x ^ (__x - 1); })
#define __blsr_u64(a) __extension__ ({ unsigned long long __x = (a); __x & (__x - 1); })
#define _andn_u64(a, b) (~(unsigned long long)(a) & (unsigned long long)(b))
#define _blsi_u64(a) __extension__ ({ unsigned long long __x = (a); __x & -__x; })
#define _blsmsk_u64(a) __extension__ ({ unsigned long long __x = (a); __x ^ (__x - 1); })
#define _blsr_u64(a) __extension__ ({ unsigned long long __x = (a); __x & (__x - 1); })
#define __rolq(a, n) __extension__ ({ unsigned long long __x = (a); int __n = (n) & 63; __x << __n | __x >> (-__n \
	& 63); })
#define __rorq(a, n) __extension__ ({ unsigned long long __x = (a); int __n = (n) & 63; __x >> __n | __x << (-__n \
	& 63); })
#define _lrotl(a, b) __rolq(a, b)
#define _lrotr(a, b) __rorq(a, b)
#define _bzhi_u64(a, n) __extension__ ({ unsigned long long __x = (a); unsigned __n = (n) & 255; __n > 63 ? __x : \
	__x & ((1ull << __n) - 1); })
#define _bextr_u64(a, b, c) __extension__ ({ unsigned long long __x = (a); unsigned __s = (b) & 255, __n = (c) & \
	255; __x = __s > 63 ? 0 : __x >> __s; __n > 63 ? __x : __x & ((1ull << __n) - 1); })
#define __bextr_u64(a, b) __extension__ ({ unsigned long long __b = (b); _bextr_u64((a), __b, __b >> 8); })
#define __bsfq(a) __extension__ ({ unsigned long long __x = (unsigned long long)(a); __builtin_ctzll(__x); })
#define __bsrq(a) __extension__ ({ unsigned long long __x = (unsigned long long)(a); 63 - __builtin_clzll(__x); })
#define __popcntq(a) (__builtin_popcountll((unsigned long long)(a)))
#define _popcnt64(a) __popcntq(a)
unsigned long long _pdep_u64(unsigned long long, unsigned long long);
unsigned long long _pext_u64(unsigned long long, unsigned long long);
unsigned long long _mulx_u64(unsigned long long, unsigned long long, unsigned long long *);
unsigned char _addcarry_u64(unsigned char, unsigned long long, unsigned long long, unsigned long long *);
unsigned char _subborrow_u64(unsigned char, unsigned long long, unsigned long long, unsigned long long *);
unsigned char _addcarryx_u64(unsigned char, unsigned long long, unsigned long long, unsigned long long *);
int _rdrand64_step(unsigned long long *);
int _rdseed64_step(unsigned long long *);
#else
#define _lrotl(a, n) __rold((a), (n))
#define _lrotr(a, n) __rord((a), (n))
#endif
unsigned _pdep_u32(unsigned, unsigned);
unsigned _pext_u32(unsigned, unsigned);
unsigned _mulx_u32(unsigned, unsigned, unsigned *);
unsigned char _addcarry_u32(unsigned char, unsigned, unsigned, unsigned *);
unsigned char _subborrow_u32(unsigned char, unsigned, unsigned, unsigned *);
unsigned char _addcarryx_u32(unsigned char, unsigned, unsigned, unsigned *);
int _rdrand16_step(unsigned short *);
int _rdseed16_step(unsigned short *);
int _rdrand32_step(unsigned *);
int _rdseed32_step(unsigned *);
unsigned long long __rdtsc(void);
unsigned long long __rdtscp(unsigned *);
unsigned long long __rdpmc(int);
#define _rdtsc() __rdtsc()
#define _rdtscp(p) __rdtscp(p)
#define _rdpmc(n) __rdpmc(n)
unsigned __crc32b(unsigned, unsigned char);
unsigned __crc32w(unsigned, unsigned short);
unsigned __crc32d(unsigned, unsigned);
#endif
