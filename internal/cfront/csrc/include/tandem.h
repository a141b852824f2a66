/*
 * tandem.h: inputs, assumptions and assertions for programs that are both
 * verified by Tandem and built by an ordinary compiler.
 *
 *   int n = tandem_int();            an arbitrary int
 *   tandem_assume(n >= 0 && n < 9);  only runs with 0 <= n < 9 count
 *   tandem_assert(f(n) > 0);         must hold in all of them
 *
 * In an ordinary build inputs are 0, a failed assumption ends the program with
 * status 0, and tandem_assert is assert.
 */
#ifndef TANDEM_H
#define TANDEM_H

#ifdef __TANDEM__

void __VERIFIER_assume(int);
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((__noreturn__));
#define tandem_assume(c) __VERIFIER_assume((c) != 0)
#define tandem_assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
#define TANDEM_INPUT(name, type) type __VERIFIER_nondet_##name(void);
#define tandem_bool() __VERIFIER_nondet_bool()
#define tandem_char() __VERIFIER_nondet_char()
#define tandem_uchar() __VERIFIER_nondet_uchar()
#define tandem_short() __VERIFIER_nondet_short()
#define tandem_ushort() __VERIFIER_nondet_ushort()
#define tandem_int() __VERIFIER_nondet_int()
#define tandem_uint() __VERIFIER_nondet_uint()
#define tandem_long() __VERIFIER_nondet_long()
#define tandem_ulong() __VERIFIER_nondet_ulong()
#define tandem_longlong() __VERIFIER_nondet_longlong()
#define tandem_ulonglong() __VERIFIER_nondet_ulonglong()
#define tandem_float() __VERIFIER_nondet_float()
#define tandem_double() __VERIFIER_nondet_double()

#else

#include <assert.h>
#include <stdlib.h>
#define tandem_assume(c) ((c) ? (void)0 : exit(0))
#define tandem_assert(c) assert(c)
#define TANDEM_INPUT(name, type) static __inline type tandem_##name(void) { return 0; }

#endif

TANDEM_INPUT(bool, _Bool)
TANDEM_INPUT(char, char)
TANDEM_INPUT(uchar, unsigned char)
TANDEM_INPUT(short, short)
TANDEM_INPUT(ushort, unsigned short)
TANDEM_INPUT(int, int)
TANDEM_INPUT(uint, unsigned)
TANDEM_INPUT(long, long)
TANDEM_INPUT(ulong, unsigned long)
TANDEM_INPUT(longlong, long long)
TANDEM_INPUT(ulonglong, unsigned long long)
TANDEM_INPUT(float, float)
TANDEM_INPUT(double, double)
#undef TANDEM_INPUT

#endif
