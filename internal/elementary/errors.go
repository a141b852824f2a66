package elementary

// accuracy is the number of arguments of a function, and for each format the maximum distance of results from the true
// value, in units in the last place, with rounding to nearest.
type accuracy struct {
	args                     int
	single, double, extended float64
}

// accuracies are bounds of glibc's errors (2.28 and later). Numbers below one are bounds that the comments of its
// sources prove, rounded up: sysdeps/ieee754/dbl-64/s_sin.c and similar files, sysdeps/ieee754/flt-32/e_expf.c and
// similar files. The others are not proved: they are twice the greatest error that was found (V. Innocente, P.
// Zimmermann, Accuracy of Mathematical Functions, 2020 to 2024), plus one. TestLibrary compares them with the C
// library.
var accuracies = map[string]accuracy{
	"sin":   {1, 0.57, 0.55, 4},
	"cos":   {1, 0.57, 0.55, 4},
	"tan":   {1, 4, 1.3, 5},
	"asin":  {1, 3, 0.55, 4},
	"acos":  {1, 3, 0.55, 5},
	"atan":  {1, 3, 0.6, 3},
	"atan2": {2, 5, 0.75, 3},
	"sinh":  {1, 5, 5, 7},
	"cosh":  {1, 5, 5, 7},
	"tanh":  {1, 6, 6, 8},
	"asinh": {1, 5, 5, 7},
	"acosh": {1, 6, 6, 7},
	"atanh": {1, 5, 5, 7},
	"exp":   {1, 0.55, 0.55, 3},
	"exp2":  {1, 0.55, 0.55, 3},
	"exp10": {1, 4, 6, 3},
	"expm1": {1, 3, 4, 7},
	"log":   {1, 0.85, 0.55, 3},
	"log2":  {1, 0.78, 0.57, 4},
	"log10": {1, 6, 5, 4},
	"log1p": {1, 4, 4, 7},
	"cbrt":  {1, 3, 9, 3},
	"erf":   {1, 3, 4, 4},
	"erfc":  {1, 8, 12, 12},
	"hypot": {2, 2, 2, 3},
	"pow":   {2, 0.85, 0.57, 3},
}
