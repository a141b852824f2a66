package confirm

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Undefined behaviour shows on the source where a sanitizer of the compiler sees it: AddressSanitizer for memory,
// UndefinedBehaviorSanitizer for the rest. Both end the program at the first error that they know.

// sanitizer says how a kind of undefined behaviour is seen.
type sanitizer struct {
	flags []string
	says  *regexp.Regexp // in what the program writes to standard error
	exact bool           // it sees all of that kind: what it does not report is not there
	drop  []string       // flags that would hide it
}

// seenExit is the status with which a sanitizer ends the program.
const seenExit = 99

// ubsan sees what the compiler has not folded: x + 1 < 0 becomes x < -1 before the sum would be looked at.
func ubsan(check, says string) *sanitizer {
	return &sanitizer{flags: []string{"-fsanitize=" + check, "-fno-sanitize-recover=all"},
		says: regexp.MustCompile(`runtime error: (` + says + `)`)}
}

// address is for accesses; the program was read without its macro, unless flags say so, which come later.
var address = []string{"-fsanitize=address", "-U", "__SANITIZE_ADDRESS__"}

// sanitizers by the kind of obligations.
var sanitizers = map[string]*sanitizer{
	ir.ValidDeref: {
		flags: address,
		says: regexp.MustCompile(
			`ERROR: AddressSanitizer: (heap-|stack-|global-|dynamic-stack-|container-|use-after-poison|intra-object-|SEGV|BUS|ILL|` +
				`unknown-crash|negative-size-param|wild-)`),
	},
	ir.ValidFree: {flags: address, exact: true,
		says: regexp.MustCompile(`ERROR: AddressSanitizer: (attempting |bad-free|SEGV|heap-use-after-free)`)},
	ir.NoOverflow: withoutWrap(ubsan("signed-integer-overflow,integer-divide-by-zero",
		`signed integer overflow|negation of|division of`)),
	ir.ValidDivision: ubsan("integer-divide-by-zero,signed-integer-overflow", `division (by zero|of)`),
	ir.ValidShift:    ubsan("shift-exponent", `shift exponent`),
	ir.ValidSize:     ubsan("vla-bound", `variable length array bound evaluates`),
	ir.ValidIndex:    ubsan("bounds", `index \S+ out of bounds`),
	ir.Unreachable:   ubsan("unreachable", `execution reached an unreachable`),
}

// withoutWrap is for what is defined under -fwrapv.
func withoutWrap(s *sanitizer) *sanitizer {
	s.drop = []string{"-fwrapv"}
	return s
}

// apply is the flags of the compiler with those of the sanitizer. Redzones are put around globals only that are not
// common.
func (s *sanitizer) apply(flags []string) []string {
	if s == nil {
		return flags
	}
	out := slices.DeleteFunc(slices.Clone(flags), func(f string) bool {
		return f == "-fcommon" ||
			slices.Contains(s.drop, f)
	})
	return append(append(out, "-fno-common", "-g1"), s.flags...)
}

// options are the environment of the program.
func (s *sanitizer) options() []string {
	if s == nil {
		return []string{}
	}
	const all = "exitcode=%d:handle_abort=0:detect_leaks=0:symbolize=0:allocator_may_return_null=1:" +
		"detect_stack_use_after_return=1:hard_rss_limit_mb=4096:max_malloc_fill_size=0"
	return []string{fmt.Sprintf("ASAN_OPTIONS="+all, seenExit), fmt.Sprintf("UBSAN_OPTIONS=exitcode=%d:symbolize=0",
		seenExit)}
}

// near reports whether a sanitizer sees this invalid access: of null, of freed memory, or right next to the object.
func near(f *exec.Fault) bool {
	const redzone = 16
	switch {
	case f == nil:
		return false
	case f.Null:
		return true
	case !f.Inside || f.Const:
		return false
	case f.Size == 0 && !f.Dead: // malloc(0) has a byte there
		return false
	case f.Offset < 0 && f.Object != nil && f.Object.Func == nil: // redzones of globals lie after them
		return false
	case f.Dead:
		return f.Ended != nil && f.Size < 1<<20
	}
	return f.Offset >= -redzone && f.Offset < int64(f.Size)+redzone
}

// verdict is what the end of a sanitized program says.
func (s *sanitizer) verdict(said *tail, status int, cc string, sees bool) (Answer, bool) {
	head := string(said.head)
	switch {
	case strings.Contains(head, "Sanitizer CHECK failed") || strings.Contains(head, "failed to allocate") ||
		strings.Contains(head, "Shadow memory range"):
		return open("the sanitizer of %s does not run here", cc), true
	case status == seenExit && s.says.MatchString(head):
		return Answer{Verdict: Confirmed}, true
	case status == seenExit && strings.Contains(head, "-param-overlap"):
		return open("the sanitizer of %s ends the program where arguments overlap", cc), true // which is no check of ours
	case status == seenExit:
		line, _, _ := strings.Cut(head, "\n")
		if i := strings.Index(head, "ERROR: "); i >= 0 {
			line, _, _ = strings.Cut(head[i:], "\n")
		}
		// An earlier error of another kind, or one that the sanitizer has another word for.
		return open("the sanitizer of %s ends the program by another error: %s", cc, strings.TrimSpace(line)), true
	case !s.exact && !sees:
		return open("the sanitizer of %s says nothing, which is no proof that there is nothing", cc), true
	}
	return Answer{}, false
}
