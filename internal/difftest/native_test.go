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
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// HaveGCC returns an error unless gcc can build programs of a data model.
func HaveGCC(m ir.DataModel) error {
	dir, err := os.MkdirTemp("", "difftest")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return build(context.Background(), m, dir, "t", []byte("#include <stdio.h>\nint main(void) { return 0; }\n"),
		time.Minute, quiet)
}

// gccFlags returns the flags of every compilation that is compared.
func gccFlags(m ir.DataModel) []string {
	flags := []string{"-O1", "-fgnu89-inline", "-fwrapv", "-ffp-contract=off"}
	if m == ir.LP64 {
		return append(flags, "-m64")
	}
	return append(flags, "-m32", "-msse2", "-mfpmath=sse")
}

// quiet suppresses warnings, for sources. Printed C must have no warnings: strict makes them errors.
const (
	quiet  = "-w"
	strict = "-Werror"
)

// build compiles src to dir/name.
func build(ctx context.Context, m ir.DataModel, dir, name string, src []byte, limit time.Duration, warnings string,
	extra ...string) error {
	file := filepath.Join(dir, name+".c")
	if err := os.WriteFile(file, src, 0o666); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	args := append(gccFlags(m), warnings)
	if warnings == strict {
		args = append(args, "-Wall", "-Wextra")
	}
	args = append(args, extra...)
	args = append(args, file, "-o", filepath.Join(dir, name), "-lm")
	cmd := osexec.CommandContext(ctx, "gcc", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		msg, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		e := &buildError{msg: fmt.Sprintf("gcc: %v: %s", err, msg)}
		for _, m := range undefinedRef.FindAllStringSubmatch(stderr.String(), -1) {
			if !slices.Contains(e.undefined, m[1]) {
				e.undefined = append(e.undefined, m[1])
			}
		}
		return e
	}
	return nil
}

// buildError is a failed build; undefined has the names that the linker did not find.
type buildError struct {
	msg       string
	undefined []string
}

func (e *buildError) Error() string { return e.msg }

var undefinedRef = regexp.MustCompile("undefined reference to `([^']+)'")

// native is the end of a run of a compiled program.
type native struct {
	status int // exit status; -1 if a signal ended it
	signal syscall.Signal
	late   bool
	out    string // standard output, at most 1 MB
	err    string // standard error, likewise
}

// runNative runs dir/name. The shell gives it a large stack and bounds its memory, to twice the addresses of a 32-bit
// program, which an emulator reserves at once.
func runNative(ctx context.Context, dir, name, stdin string, limit time.Duration) (native, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := osexec.CommandContext(ctx, "sh", "-c", "ulimit -s 500000; ulimit -v 8388608; ulimit -c 0; exec \"$0\"",
		filepath.Join(dir, name))
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(stdin)
	stdout, stderr := capped{max: 1 << 20}, capped{max: 1 << 20}
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	n := native{out: stdout.b.String(), err: stderr.b.String()}
	if ctx.Err() != nil {
		n.late = true
		return n, nil
	}
	var exit *osexec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return n, err
	}
	ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if ok && ws.Signaled() {
		n.status, n.signal = -1, ws.Signal()
	} else {
		n.status = cmd.ProcessState.ExitCode()
	}
	return n, nil
}

// capped keeps the first bytes of a stream.
type capped struct {
	b   bytes.Buffer
	max int
}

// Write takes everything and keeps what fits.
func (c *capped) Write(p []byte) (int, error) {
	if room := c.max - c.b.Len(); room > 0 {
		c.b.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

func (n native) String() string {
	last := strings.TrimSpace(n.out + n.err)
	if len(last) > 400 {
		last = "..." + last[len(last)-400:]
	}
	switch {
	case n.late:
		return "did not end in time"
	case n.status < 0:
		return fmt.Sprintf("signal %v: %s", n.signal, last)
	}
	return fmt.Sprintf("status %d: %s", n.status, last)
}
