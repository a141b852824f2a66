package acceptance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// synergyProgram is a program of testdata/synergy in a size, safe or unsafe. The programs come from paper 4: its
// figures, twenty programs according to the description of its benchmarks, and eight hard ones (docs/synergy.md). Each
// is safe, and unsafe with FAULT defined. The head of a program has
//
//	// input: VALUES     inputs that show the fault: C expressions; the last is repeated if it is in parentheses,
//	                     otherwise zeros follow
//	// sizes: NUMBERS    values of N; none: the program has no size
//
// Some programs define functions for tests if TESTED is defined.
type synergyProgram struct {
	file  string
	size  string // "": it has none
	fault bool
	input []string
}

// defines returns the macros of the program.
func (p synergyProgram) defines() (out []string) {
	if p.size != "" {
		out = append(out, "N="+p.size)
	}
	if p.fault {
		out = append(out, "FAULT")
	}
	return out
}

func (p synergyProgram) String() string {
	return strings.Join(append([]string{strings.TrimSuffix(filepath.Base(p.file), ".c")}, p.defines()...), ",")
}

var synergyHead = regexp.MustCompile(`(?m)^// (safe|fault|input|sizes):(.*)$`)

// synergyPrograms returns the programs that match, safe and unsafe, in their first size or in all sizes.
func synergyPrograms(t *testing.T, pattern string, allSizes bool) (list []synergyProgram) {
	files, err := filepath.Glob("testdata/synergy/" + pattern + ".c")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]string{}
		for _, m := range synergyHead.FindAllStringSubmatch(string(text), -1) {
			said[m[1]] = strings.TrimSpace(m[2])
		}
		if said["safe"] == "" || said["fault"] == "" {
			t.Errorf("%s does not say why it is safe, and not with FAULT", f)
		}
		sizes := strings.Fields(said["sizes"])
		switch {
		case len(sizes) == 0:
			sizes = []string{""}
		case !allSizes:
			sizes = sizes[:1]
		}
		var input []string
		if said["input"] != "" {
			input = strings.Split(said["input"], ", ")
		}
		for _, n := range sizes {
			list = append(list, synergyProgram{f, n, false, input}, synergyProgram{f, n, true, input})
		}
	}
	return list
}

// synergyDriver runs a program on the inputs of its head, or on a number of random inputs, each in a process. Exit code
// 7 means that the error was reached.
const synergyDriver = `
#undef main
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
static const int liked[] = {0, 1, -1, 2, 2147483647, -2147483647 - 1, LIKED};
static int seed; /* 0: the input of the head */
static unsigned reads, kind, state;
static unsigned any(void) {
	state = state * 1664525u + 1013904223u;
	return state >> 8;
}
static int next_input(void) {
	unsigned i = reads++;
	if (seed == 0)
		switch (i) { GIVEN }
	if (reads > 100000)
		exit(0);
	int last = liked[(seed / 3) % (sizeof liked / sizeof *liked)];
	if (kind == 0 && i > 0)
		return last;
	if (kind == 1 || any() % 8 == 0)
		return liked[any() % (sizeof liked / sizeof *liked)];
	return kind == 2 && any() % 2 ? (int)(any() % 16) : (int)(any() << 12 ^ any());
}
int __VERIFIER_nondet_int(void) { return next_input(); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)next_input(); }
void reach_error(void) { _exit(7); }
int main(int argc, char **argv) {
	int runs = argc > 1 ? atoi(argv[1]) : 0;
	if (runs == 0)
		return program() * 0;
	for (seed = 1; seed <= runs; seed++) {
		int status;
		pid_t child = fork();
		if (child == 0) {
			/* A run may be without end. */
			struct itimerval t = {{0, 0}, {0, 20000}};
			setitimer(ITIMER_VIRTUAL, &t, 0);
			kind = seed % 3;
			state = seed * 2654435761u;
			program();
			_exit(0);
		}
		if (child < 0 || waitpid(child, &status, 0) != child)
			return 1;
		if (WIFEXITED(status) && WEXITSTATUS(status) == 7) {
			printf("with seed %d\n", seed);
			return 7;
		}
	}
	return 0;
}
`

var numerals = regexp.MustCompile(`\b[0-9]{1,9}\b`)

// gcc compiles the program with its driver.
func (p synergyProgram) gcc(ctx context.Context, dir string) (bin string, err error) {
	text, err := os.ReadFile(p.file)
	if err != nil {
		return "", err
	}
	var given strings.Builder
	rest := "0"
	for i, v := range p.input {
		if i == len(p.input)-1 && strings.HasPrefix(v, "(") {
			rest = v
			break
		}
		fmt.Fprintf(&given, "case %d: return %s; ", i, v)
	}
	fmt.Fprintf(&given, "default: return %s;", rest)
	liked := strings.Join(append(numerals.FindAllString(string(text), -1), p.size), ", ")
	full, err := filepath.Abs(p.file)
	if err != nil {
		return "", err
	}
	source := filepath.Join(dir, "driven.c")
	driver := strings.NewReplacer("GIVEN", given.String(), "LIKED", strings.TrimSuffix(liked, ", ")).Replace(synergyDriver)
	if err := os.WriteFile(source, fmt.Appendf(nil, "#include %q\n%s", full, driver), 0o666); err != nil {
		return "", err
	}
	bin = filepath.Join(dir, "driven")
	args := []string{"-w", "-O1", "-fwrapv", "-fno-finite-loops", "-Dmain=program", "-DTESTED", "-o", bin, source}
	for _, d := range p.defines() {
		args = append(args, "-D"+d)
	}
	if out, err := exec.CommandContext(ctx, "gcc", args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("gcc: %w\n%s", err, out)
	}
	return bin, nil
}

// TestSynergyPrograms tests that the inputs in the head of an unsafe program reach the error, and that safe programs do
// not reach it on random inputs. TANDEM_LONG=1 takes all sizes and more inputs.
func TestSynergyPrograms(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		benchtest.Missing(t, "no gcc")
	}
	long := os.Getenv("TANDEM_LONG") != ""
	list := synergyPrograms(t, "*", long)
	if len(list) < 2*37 {
		t.Fatalf("%d programs", len(list))
	}
	runs := "24"
	if long {
		runs = "600"
	}
	for _, p := range list {
		t.Run(p.String(), func(t *testing.T) {
			t.Parallel()
			bin, err := p.gcc(t.Context(), t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			args := []string{runs}
			if p.fault {
				args = nil
			}
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			out, err := exec.CommandContext(ctx, bin, args...).CombinedOutput()
			var exit *exec.ExitError
			reached := errors.As(err, &exit) && exit.ExitCode() == 7
			if !reached && err != nil {
				t.Fatal(err)
			}
			if reached != p.fault {
				t.Errorf("the error is reached: %v %s", reached, bytes.TrimSpace(out))
			}
		})
	}
}

// TestSynergyVerdicts tests that no verdict of the default strategy is wrong. TANDEM_LONG=1 takes all programs in all
// sizes, 10 s each.
func TestSynergyVerdicts(t *testing.T) {
	long := os.Getenv("TANDEM_LONG") != ""
	pattern, limit := "fig*", 3*time.Second
	if long {
		pattern, limit = "*", 10*time.Second
	}
	for _, p := range synergyPrograms(t, pattern, long) {
		t.Run(p.String(), func(t *testing.T) {
			task, err := app.Load(app.Options{Check: "none", Defines: p.defines()}, p.file)
			if err != nil {
				t.Fatal(err)
			}
			begin := time.Now()
			r, err := verified(t.Context(), task, app.VerifyOptions{TimeLimit: limit})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s in %.1f s (%s)", r.Verdict, time.Since(begin).Seconds(), r.Reason)
			if p.fault && r.Verdict == verify.True || !p.fault && r.Verdict == verify.False {
				t.Errorf("%s", r.Verdict)
			}
		})
	}
}

// TestSynergyBaselines tests that the engines with which SYNERGY is compared decide programs that they are known to
// decide.
func TestSynergyBaselines(t *testing.T) {
	for _, c := range []struct{ engine, program string }{
		{"slam", "fig3"}, {"slam", "fig7"}, {"concolic:order=depth-first", "fig7"},
	} {
		for _, p := range synergyPrograms(t, c.program, false) {
			task, err := app.Load(app.Options{Check: "none", Defines: p.defines()}, p.file)
			if err != nil {
				t.Fatal(err)
			}
			r, err := verified(t.Context(), task, app.VerifyOptions{TimeLimit: time.Minute, Engine: c.engine})
			if err != nil {
				t.Fatal(err)
			}
			if want := map[bool]verify.Verdict{false: verify.True, true: verify.False}[p.fault]; r.Verdict != want {
				t.Errorf("%s, %v: %s (%s)", c.engine, p, r.Verdict, r.Reason)
			}
		}
	}
}
