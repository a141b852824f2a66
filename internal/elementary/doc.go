// Package elementary encloses the results of <math.h>'s elementary functions: it
// computes the true value with many digits, and gives the floating-point
// numbers that lie no farther from it than the C library's error.
//
//	lo, hi, ok := elementary.Enclose("sin", elementary.Double, big.NewFloat(1.11)) // lo = hi = 0x1.c...p-1
//
// The errors are glibc's to nearest (errors.go), in units in the last
// place of the true value. They hold under both data models. Nothing is said of
// other rounding modes, of infinite or NaN arguments, or of tgamma and lgamma.
//
// The series and reductions are the textbook ones (J.-M. Muller, Elementary Functions,
// chapters 3, 9 and 11).
package elementary
