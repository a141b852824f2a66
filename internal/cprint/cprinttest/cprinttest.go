// Package cprinttest compiles texts of cprint.Readable for tests, and runs them on inputs.
//
//	n, err := cprinttest.Compile(ctx, dir, ir.ILP32, text)   // gcc -Wall -Werror=implicit
//	ends, err := n.Run(ctx, [][]uint64{{1, 2}, {3}})         // exit status of a run for each list of values
//
// The values of a run are given in the order in which the run calls the input functions. Fed reports whether the inputs
// of a run in exec can be given in this order. InOrder gives them to the program that was read back from the text. In a
// text of Given, uninitialised variables read inputs.
//
// Contents of memory that was never written, and pointers as inputs, are not modelled.
package cprinttest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Late is the status of a run that exceeds its time. A run that a signal ends has the status Crashed plus the number of
// the signal.
const (
	Late    = 200
	Crashed = 256
)

// inputs defines the functions that a text only declares; the functions read values with next. They do not provide
// contents of memory: Fed is false for a run that reads them. The exit statuses are the statuses of package cprint.
const inputs = `
#define INPUT(T, N) T N(void) { unsigned long long x = next(); T r; memcpy(&r, &x, sizeof r); return r; }
void __VERIFIER_nondet_memory(void *p, size_t n) { memset(p, 0xA5, n); }
void __VERIFIER_assume(int c) { if (!c) _Exit(108); }
void reach_error(void) { _Exit(107); }
void __CPROVER_not_modelled(void) { _Exit(112); }
`

// functions matches the declarations of input functions in a text.
var functions = regexp.MustCompile(`(?m)^extern (.*) (\w*nondet_\w*)\(void\);`)

// calls returns inputs with definitions of the input functions of a text.
func calls(text string) string {
	var b strings.Builder
	b.WriteString(inputs)
	for _, m := range functions.FindAllStringSubmatch(text, -1) {
		fmt.Fprintf(&b, "INPUT(%s, %s)\n", m[1], m[2])
	}
	return b.String()
}

// Inputs returns C definitions of the functions that a text only declares. Values come from standard input.
func Inputs(text string) string {
	return `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned long long next(void) { unsigned long long x; if (scanf("%llu", &x) != 1) _Exit(109); return x; }
` + calls(text)
}

// many is a program that runs a text once for each line of standard input, which has the number of values and the
// values. It prints one status for each line.
const many = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
static unsigned long long *values;
static unsigned n, at;
static unsigned long long next(void) { if (at == n) _Exit(109); return values[at++]; }
int tandem_main(void);
int main(void) {
  while (scanf("%u", &n) == 1) {
    int status;
    values = realloc(values, (n + 1) * sizeof *values);
    for (at = 0; at < n; at++) if (!values || scanf("%llu", &values[at]) != 1) return 1;
    at = 0;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
      struct rlimit cpu = {1, 1};
      setrlimit(RLIMIT_CPU, &cpu);
      alarm(4);
      tandem_main();
      _Exit(0);
    }
    if (pid < 0 || waitpid(pid, &status, 0) < 0) return 1;
    if (WIFEXITED(status)) printf("%d\n", WEXITSTATUS(status));
    else if (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL) printf("200\n");
    else printf("%d\n", 256 + WTERMSIG(status));
  }
  return 0;
}
`

// Native is a compiled text.
type Native struct {
	bin      string   // the program; "" if the text calls functions that cannot be defined
	Warnings []string // the warnings of gcc -Wall
}

// Flags returns the flags of gcc for a data model.
func Flags(m ir.DataModel) []string {
	flags := []string{"-std=gnu11", "-ffp-contract=off", "-fno-strict-aliasing", fmt.Sprintf("-m%d", m)}
	if m == ir.ILP32 {
		flags = append(flags, "-msse2", "-mfpmath=sse")
	}
	return flags
}

// Compile compiles a text in a folder. The error contains the messages of gcc.
func Compile(ctx context.Context, dir string, m ir.DataModel, text string) (*Native, error) {
	for name, s := range map[string]string{"p.c": text, "inputs.c": many + calls(text)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(s), 0o666); err != nil {
			return nil, err
		}
	}
	run := func(name string, args ...string) ([]byte, error) {
		cmd := osexec.CommandContext(ctx, name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", name, err, out)
		}
		return out, nil
	}
	out, err := run("gcc", append(Flags(m), "-Wall", "-Werror=implicit", "-O1", "-c", "p.c")...)
	if err != nil {
		return nil, err
	}
	n := &Native{}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "warning: ") {
			n.Warnings = append(n.Warnings, strings.TrimSpace(line))
		}
	}
	if strings.Contains(text, " __CPROVER_") {
		return n, nil
	}
	if _, err = run("objcopy", "--redefine-sym", "main=tandem_main", "p.o"); err == nil {
		_, err = run("gcc", append(Flags(m), "-w", "-O1", "inputs.c", "p.o", "-o", "p", "-lm")...)
	}
	if err != nil {
		return nil, err
	}
	n.bin = filepath.Join(dir, "p")
	return n, nil
}

// Runs reports whether the text can be run.
func (n *Native) Runs() bool { return n.bin != "" }

// Run runs the text for each list of values, each in its own process with a second of CPU time. It returns the exit
// statuses, or Late, or Crashed plus a signal.
func (n *Native) Run(ctx context.Context, values [][]uint64) (status []int, err error) {
	var in, out bytes.Buffer
	for _, vs := range values {
		fmt.Fprint(&in, len(vs))
		for _, v := range vs {
			fmt.Fprint(&in, " ", v)
		}
		fmt.Fprintln(&in)
	}
	cmd := osexec.CommandContext(ctx, n.bin)
	cmd.Stdin, cmd.Stdout = &in, &out
	if err := cmd.Run(); err != nil {
		return nil, err
	}
	for range values {
		var s int
		if _, err := fmt.Fscan(&out, &s); err != nil {
			return nil, errors.New("a run printed what it should not")
		}
		status = append(status, s)
	}
	return status, nil
}

// valueless matches the declarations of uninitialised variables of arithmetic types.
var valueless = regexp.MustCompile(
	`(?m)^(\s*)((?:unsigned |signed )?(?:_Bool|char|short|int|long|long long|float|double)) (\w+); /\* .* has no value \*/$`)

// Given returns the text with declarations that initialise the uninitialised variables with inputs.
func Given(text string) string {
	var externs strings.Builder
	seen := map[string]bool{}
	name := func(c string) string {
		n := "given_nondet_" + strings.ReplaceAll(c, " ", "_")
		if !seen[n] {
			seen[n] = true
			fmt.Fprintf(&externs, "extern %s %s(void);\n", c, n)
		}
		return n
	}
	text = valueless.ReplaceAllStringFunc(text, func(line string) string {
		m := valueless.FindStringSubmatch(line)
		return m[1] + m[2] + " " + m[3] + " = " + name(m[2]) + "();"
	})
	return externs.String() + text
}

// Fed reports whether the inputs of a run can be given to another run in their order, since all of them are results of
// calls. given is set if the program is a text of Given.
func Fed(p *ir.Program, reads []ir.Record, given bool) bool {
	for _, r := range reads {
		switch s := p.Sites[r.Site]; s.Kind {
		case ir.Uninit:
			if !given || s.Type.Kind == ir.Ptr {
				return false
			}
		case ir.ObjectBytes, ir.Approx, ir.Shift:
			return false
		default: // sound: the others are read by one call each
			if s.Type.Kind == ir.Ptr {
				return false
			}
		}
	}
	return true
}

// InOrder returns inputs that give the values of another program's run in their order.
func InOrder(reads []ir.Record) exec.Inputs {
	i := 0
	return exec.InputFunc(func(k ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
		if s.Kind == ir.Uninit { // the program sets the variable before it uses the value
			return 0, true
		}
		if i == len(reads) || s.Kind == ir.ObjectBytes || s.Kind == ir.Approx {
			return 0, false
		}
		i++
		return reads[i-1].Bits, true
	})
}
