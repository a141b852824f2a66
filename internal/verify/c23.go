package verify

import (
	"os"
	"path/filepath"
	"slices"
)

// c23Words defines words of C23 by their older names, for compilers that know C23 in part. gcc before 13 takes `auto x
// = 3.5` for an int, and gives no warning under -w.
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

// IsC23 reports whether flags of a compiler select C23, under the names that older compilers know.
func IsC23(flags []string) bool {
	return slices.Contains(flags, "-std=c2x") || slices.Contains(flags, "-std=gnu2x")
}

// C23Flags returns further flags for a file that is compiled with the given ones. If the flags select C23, they include
// a header, which is written into the folder.
func C23Flags(dir string, flags []string) ([]string, error) {
	if !IsC23(flags) {
		return nil, nil
	}
	path := filepath.Join(dir, "tandem_c23.h")
	return []string{"-include", path}, os.WriteFile(path, []byte(c23Words), 0o644)
}
