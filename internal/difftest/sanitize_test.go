package difftest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// sanitizers are the flags of gcc for the truth about checks of undefined behaviour. Some checks are switched off,
// since Tandem allows what they report (docs/semantics.md): bounds of members inside of objects, alignment, pointers
// that are not accessed, and bits that a left shift moves out.
var sanitizers = []string{
	"-g", "-O0", "-w", "-std=gnu17", "-fno-omit-frame-pointer", "-fno-builtin", "-fsanitize=address,undefined",
	"-fno-sanitize-recover=all",
	"-fno-sanitize=bounds,alignment,pointer-overflow,shift-base,object-size,bool,enum,builtin",
}

// ending is the end of a run that failed under sanitizers.
type ending struct {
	kind   string // kind of obligation; "abort" if it is none, "" if the message is unknown
	line   int    // in the program; 0: unknown
	inputs []string
	text   string
}

// sanitizeDriver compiles testdata/sanitized.c, once for all tests.
var sanitizeDriver = sync.OnceValues(func() (string, error) {
	driver := filepath.Join(scratch, "sanitized.o")
	args := append([]string{"-c", "-o", driver}, sanitizers...)
	out, err := osexec.Command("gcc", append(args, filepath.Join("testdata", "sanitized.c"))...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("gcc: %v\n%s", err, out)
	}
	return driver, nil
})

// sanitize compiles a program with the driver.
func sanitize(ctx context.Context, dir, file string, defines ...string) (bin string, err error) {
	driver, err := sanitizeDriver()
	if err != nil {
		return "", err
	}
	bin = filepath.Join(dir, "sanitized")
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	args := append([]string{"-o", bin, "-Dmain=program"}, sanitizers...)
	args = append(append(args, defines...), file, driver, "-lm")
	if out, err := osexec.CommandContext(ctx, "gcc", args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("gcc: %v\n%s", err, out)
	}
	return bin, nil
}

// sanitized runs a compiled program. base is the name of the file whose lines are reported. complete reports whether
// the driver has made all the runs that args ask for.
func sanitized(ctx context.Context, bin, base string, args ...string) (list []ending, runs int, complete bool,
	err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	cmd := osexec.CommandContext(ctx, bin, args...)
	cmd.Env = append(os.Environ(),
		"ASAN_OPTIONS=detect_stack_use_after_return=1:allocator_may_return_null=1:detect_leaks=1:print_legend=0:strict_string_checks=0:handle_abort=0:handle_sigill=1",
		"UBSAN_OPTIONS=print_stacktrace=0", "LSAN_OPTIONS=exitcode=23")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, 0, false, errors.Join(err, errors.New(stderr.String()))
	}
	return readEndings(stdout.String(), base)
}

// readEndings parses the output of the driver.
func readEndings(out, base string) (list []ending, runs int, complete bool, err error) {
	parts := strings.Split("\n"+out, "\n== ")
	last := parts[len(parts)-1]
	i := strings.LastIndex(last, "\nruns ")
	if i < 0 {
		i = strings.LastIndex("\n"+last, "\nruns ")
	}
	var c int
	if n, _ := fmt.Sscanf(strings.TrimSpace(last[max(i, 0):]), "runs %d complete %d", &runs, &c); n != 2 {
		return nil, 0, false, fmt.Errorf("the driver says %q", last)
	}
	for _, p := range parts[1:] {
		head, text, _ := strings.Cut(p, "\n")
		f := strings.Fields(head)
		e := ending{inputs: f[1:], text: text}
		e.kind, e.line = sanitizerSays(f[0], text, base)
		list = append(list, e)
	}
	return list, runs, c == 1, nil
}

// sanitizerKinds maps messages of sanitizers to kinds of obligations; the first match counts.
var sanitizerKinds = []struct{ message, kind string }{
	{"planted: unset", "uninit-branch"},
	{"Assertion `", "assertion"},
	{"reach_error", "assertion"},
	{"LeakSanitizer: detected memory leaks", "valid-memtrack"},
	{"alive: ", "valid-memcleanup"},
	{"attempting double-free", "valid-free"},
	{"attempting free on address which was not malloc", "valid-free"},
	{"attempting to call malloc_usable_size", "valid-free"},
	{"alloc-dealloc-mismatch", "valid-free"}, // inside an object
	{"param-overlap", "valid-argument"},
	{"negative-size-param", "valid-argument"},
	{"null pointer passed as argument", "valid-argument"},
	{"execution reached an unreachable", "unreachable"},
	{"division by zero", "valid-division"},
	{"runtime error: division of", "valid-division"},
	{"shift exponent", "valid-shift"},
	{"runtime error: signed integer overflow", "no-overflow"},
	{"runtime error: negation of", "no-overflow"},
	{"variable length array bound", "valid-size"},
	{"out of bounds for type", "valid-index"},
	{"null pointer of type", "valid-deref"},
	{"in __asan::asan_free(", "valid-free"}, // free of an address without malloc: the bytes before it are not writable
	{"pc points to the zero page", "valid-call"},
	{"AddressSanitizer: ILL", "no-trap"},
	{"AddressSanitizer: FPE", "valid-division"},
	{"buffer-overflow on", "valid-deref"},
	{"buffer-underflow on", "valid-deref"},
	{"heap-use-after-free", "valid-deref"},
	{"stack-use-after-return", "valid-deref"},
	{"stack-use-after-scope", "valid-deref"},
	{"use-after-poison", "valid-deref"},
	{"unknown-crash", "valid-deref"},
	{"AddressSanitizer: SEGV", "valid-deref"},
	{"AddressSanitizer: stack-overflow", "stack"},
}

// sanitizerSays returns the kind of obligation that a message of a sanitizer is about, and the line in the file base;
// "" and 0 if they are unknown. status is the wait status of the run in hexadecimal: 6 means SIGABRT.
func sanitizerSays(status, text, base string) (kind string, line int) {
	for _, k := range sanitizerKinds {
		if strings.Contains(text, k.message) {
			kind = k.kind
			break
		}
	}
	if kind == "" && status == "6" {
		kind = "abort"
	}
	// The first position in the program is where the access or the call is.
	if m := regexp.MustCompile(`(?:^|[/\s])` + regexp.QuoteMeta(base) + `:(\d+)`).FindStringSubmatch(text); m != nil {
		line, _ = strconv.Atoi(m[1])
	}
	return kind, line
}

// inputValues reads the values of a comment: numbers, 'c', and texts between quotes, each character a value.
func inputValues(s string) (list []string, err error) {
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		switch s[0] {
		case '"':
			q, err := strconv.QuotedPrefix(s)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s, err)
			}
			text, err := strconv.Unquote(q)
			if err != nil {
				return nil, err
			}
			for i := range len(text) {
				list = append(list, fmt.Sprint(text[i]))
			}
			s = s[len(q):]
		case '\'':
			c, _, rest, err := strconv.UnquoteChar(s[1:], '\'')
			if err != nil || !strings.HasPrefix(rest, "'") {
				return nil, fmt.Errorf("%s: no character", s)
			}
			list = append(list, fmt.Sprint(c))
			s = rest[1:]
		default:
			word, rest, _ := strings.Cut(s, " ")
			if _, err := strconv.ParseInt(word, 0, 64); err != nil {
				if _, err := strconv.ParseUint(word, 0, 64); err != nil {
					return nil, err
				}
			}
			list = append(list, word)
			s = rest
		}
	}
	return list, nil
}
