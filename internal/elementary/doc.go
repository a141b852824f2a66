// Package elementary encloses the results of the elementary functions of <math.h>: it computes the true value with many
// digits, and returns the range of the floating-point numbers whose distance from it is within the error of the C
// library.
//
//	lo, hi, ok := elementary.Enclose("sin", elementary.Double, big.NewFloat(1.11)) // lo = hi = 0x1.c...p-1
//
// The bounds of glibc's errors with rounding to nearest are in errors.go, in units in the last place of the true value.
// They hold under both data models. The package gives no bounds for other rounding modes, for infinite or NaN
// arguments, or for tgamma and lgamma.
//
// The series and reductions are the textbook ones (J.-M. Muller, Elementary Functions, chapters 3, 9 and 11).
package elementary
