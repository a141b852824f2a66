package confirm

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file describes how sanitizers of the compiler detect undefined behaviour on the source: AddressSanitizer for
// memory, UndefinedBehaviorSanitizer for the rest. Both end the program at the first error that they detect.

// sanitizer describes how a kind of undefined behaviour is detected.
type sanitizer struct {
	flags []string       // flags of the compiler
	says  *regexp.Regexp // matches the report of the error on standard error
	exact bool           // it detects all errors of the kind: if it reports none, there is none
	drop  []string       // flags of the compiler that would hide the error
}

// seenExit is the exit status with which a sanitizer ends the program.
const seenExit = 99

// ubsan returns a part of UndefinedBehaviorSanitizer. It does not detect errors in expressions that the compiler
// simplifies first: x + 1 < 0 becomes x < -1, and no sum is left.
func ubsan(check, says string) *sanitizer {
	return &sanitizer{flags: []string{"-fsanitize=" + check, "-fno-sanitize-recover=all"},
		says: regexp.MustCompile(`runtime error: (` + says + `)`)}
}

// address has the flags of AddressSanitizer. The front end has read the program without the macro that this sanitizer
// defines, so the flags remove it; flags of the user come later and may define it again.
var address = []string{"-fsanitize=address", "-U", "__SANITIZE_ADDRESS__"}

// sanitizers has the sanitizers by the kind of the obligation.
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

// withoutWrap returns s for errors that are defined behaviour under -fwrapv: it drops this flag.
func withoutWrap(s *sanitizer) *sanitizer {
	s.drop = []string{"-fwrapv"}
	return s
}

// apply returns the compiler flags with the flags of the sanitizer. It adds -fno-common, as only globals that are not
// common get redzones.
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

// options returns the environment variables of the compiled program.
func (s *sanitizer) options() []string {
	if s == nil {
		return []string{}
	}
	const all = "exitcode=%d:handle_abort=0:detect_leaks=0:symbolize=0:allocator_may_return_null=1:" +
		"detect_stack_use_after_return=1:hard_rss_limit_mb=4096:max_malloc_fill_size=0"
	return []string{fmt.Sprintf("ASAN_OPTIONS="+all, seenExit), fmt.Sprintf("UBSAN_OPTIONS=exitcode=%d:symbolize=0",
		seenExit)}
}

// near reports whether a sanitizer detects this invalid access: to null, to freed memory, or right next to the object.
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

// verdict returns the answer that the end of a sanitized program gives; false if other rules decide. sees reports
// whether the sanitizer must detect the error if it occurs.
func (s *sanitizer) verdict(said *tail, status int, cc string, sees bool) (Answer, bool) {
	head := string(said.head)
	switch {
	case strings.Contains(head, "Sanitizer CHECK failed") || strings.Contains(head, "failed to allocate") ||
		strings.Contains(head, "Shadow memory range"):
		return open("the sanitizer of %s does not run here", cc), true
	case status == seenExit && s.says.MatchString(head):
		return Answer{Verdict: Confirmed}, true
	case status == seenExit && strings.Contains(head, "-param-overlap"):
		return open("the sanitizer of %s ends the program where arguments overlap", cc), true // Tandem has no such check
	case status == seenExit:
		line, _, _ := strings.Cut(head, "\n")
		if i := strings.Index(head, "ERROR: "); i >= 0 {
			line, _, _ = strings.Cut(head[i:], "\n")
		}
		// It reports an earlier error of another kind, or it has another name for the error.
		return open("the sanitizer of %s ends the program by another error: %s", cc, strings.TrimSpace(line)), true
	case !s.exact && !sees:
		return open("the sanitizer of %s says nothing, which is no proof that there is nothing", cc), true
	}
	return Answer{}, false
}
