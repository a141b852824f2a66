package verify

import (
	"os"
	"path/filepath"
	"slices"
)

// c23Words is a header that defines keywords of C23 by their older names, for compilers that know only a part of C23.
// Without it, gcc before 13 takes `auto x = 3.5` for an int, and gives no warning under -w.
const c23Words = `/* Written by tandem: words of C23 for gcc before 13. */
#if defined __GNUC__ && !defined __clang__ && __GNUC__ < 13
#define alignas _Alignas
#define alignof _Alignof
#define auto __auto_type
#define bool _Bool
#define false 0
#define nullptr ((void *)0)
#define static_assert _Static_assert
#define thread_local _Thread_local
#define true 1
#define typeof __typeof__
#endif
`

// IsC23 reports whether the flags of a compiler select C23, by the names of the standard that older compilers know.
func IsC23(flags []string) bool {
	return slices.Contains(flags, "-std=c2x") || slices.Contains(flags, "-std=gnu2x")
}

// C23Flags returns the flags that a compiler needs in addition to the given ones. If the given flags select C23, it
// writes a header to the folder dir, and returns the flags that include it; otherwise it returns nil.
func C23Flags(dir string, flags []string) ([]string, error) {
	if !IsC23(flags) {
		return nil, nil
	}
	path := filepath.Join(dir, "tandem_c23.h")
	return []string{"-include", path}, os.WriteFile(path, []byte(c23Words), 0o644)
}
