package smt

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
)

// proc is one running solver process. Only one goroutine uses it at a time.
type proc struct {
	cmd   *exec.Cmd
	in    *os.File
	out   *os.File
	lines *bufio.Reader
	errs  tail          // the first and last bytes of stderr
	done  chan struct{} // closed when the process is reaped

	memory uint64 // the present memory limit, in bytes
	marks  int    // number of markers sent
	fresh  bool   // the prelude was sent and not yet answered
	probe  bool   // the prelude has queries with known answers (probed)
	killed sync.Once
}

// start starts the program with a limit on its address space, in bytes. The caller reads its output under deadlines,
// which needs no goroutine. The ends of stderr are kept in errs.
func start(path string, args []string, memory uint64) (*proc, error) {
	inR, inW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	outR, outW, err := os.Pipe()
	if err != nil {
		inR.Close()
		inW.Close()
		return nil, err
	}
	p := &proc{in: inW, out: outR, lines: bufio.NewReaderSize(outR, 1<<16), done: make(chan struct{}), memory: memory}
	p.cmd = command(path, args, memory)
	p.cmd.Env = env()
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = inR, outW, &p.errs
	p.cmd.WaitDelay = 100 * time.Millisecond // a grandchild may keep stderr open
	err = p.cmd.Start()
	inR.Close()
	outW.Close()
	if err != nil {
		inW.Close()
		outR.Close()
		return nil, fmt.Errorf("smt: cannot start %s: %w", path, err)
	}
	limitMemory(p.cmd.Process.Pid, memory)
	go func() {
		p.cmd.Wait()
		close(p.done)
	}()
	return p, nil
}

// alive reports whether the process has not ended.
func (p *proc) alive() bool {
	select {
	case <-p.done:
		return false
	default:
		return true
	}
}

// kill ends the process and waits until it is reaped.
func (p *proc) kill() {
	p.killed.Do(func() {
		if p.alive() {
			killGroup(p.cmd)
		}
		p.in.Close()
		<-p.done
		p.out.Close()
	})
}

// bound changes the memory limit, in bytes.
func (p *proc) bound(memory uint64) {
	if memory != p.memory {
		limitMemory(p.cmd.Process.Pid, memory)
		p.memory = memory
	}
}

// errLate is the error of an exchange that passed its deadline.
var errLate = errors.New("no answer in time")

// maxReply bounds what a solver may print between two markers.
const maxReply = 256 << 20

// sendTime bounds the sending of a query without a time limit.
const sendTime = time.Minute

// exchange sends text and returns the output of the solver up to the echo of a marker. within bounds its time, by the
// clock of ctx, which also counts the time of the solver process; 0 is no bound. The error is ctx.Err(), errLate, or
// a fault of the process. After an error the process cannot be used any more.
func (p *proc) exchange(ctx context.Context, within time.Duration, text []byte) (string, error) {
	p.marks++
	mark := fmt.Sprintf("tandem-%d", p.marks)
	text = fmt.Appendf(text, "(echo %q)\n", mark)
	if err := ctx.Err(); err != nil {
		return "", err
	}
	done := clock.Attend(ctx, p.cmd.Process.Pid)
	defer func() { done(0) }()
	limited, cancel := ctx, func() {}
	if within > 0 {
		limited, cancel = clock.WithTimeout(ctx, within)
	}
	defer cancel()
	p.in.SetWriteDeadline(time.Time{}) // none
	if within == 0 {
		p.in.SetWriteDeadline(time.Now().Add(sendTime))
	}
	p.out.SetReadDeadline(time.Time{})
	ended := make(chan struct{})
	stop := context.AfterFunc(limited, func() {
		past := time.Unix(1, 0)
		p.in.SetWriteDeadline(past)
		p.out.SetReadDeadline(past)
		close(ended)
	})
	defer func() {
		if !stop() {
			<-ended // otherwise the function could still set a deadline for the next exchange
		}
	}()
	if _, err := p.in.Write(text); err != nil {
		return "", p.fault(ctx, err)
	}
	if p.fresh {
		if out, err := p.until(ready); err != nil {
			return "", p.fault(ctx, err)
		} else if strings.Contains(out, "(error") {
			return "", errors.New("refuses its options: " + firstLine(out))
		} else if why := probed(out); p.probe && why != "" {
			return "", errors.New(why)
		}
		p.fresh = false
	}
	out, err := p.until(mark)
	if err != nil {
		return "", p.fault(ctx, err)
	}
	return out, nil
}

// until reads up to a line that is the mark, with or without quotes, and returns the output before it.
func (p *proc) until(mark string) (string, error) {
	var out strings.Builder
	for {
		line, err := p.lines.ReadSlice('\n')
		if err == nil || err == io.EOF {
			switch strings.Trim(string(line), " \r\n\"") {
			case mark:
				return out.String(), nil
			case "(check-sat)":
				return "", errors.New("repeats what it is asked")
			}
		}
		out.Write(line)
		if err != nil && err != bufio.ErrBufferFull {
			if err == io.EOF {
				return "", errors.New(strings.TrimSpace("ended " + quoteFirst(out.String())))
			}
			return "", err
		}
		if out.Len() > maxReply {
			return "", errors.New("prints without end")
		}
	}
}

// fault returns the error of a failed exchange. Unless the time is over, it kills the process and adds its output on
// stderr and its exit status to the error.
func (p *proc) fault(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return errLate
	}
	p.kill()
	why := err.Error()
	if s := p.errs.String(); oom(s) {
		why += " (out of memory)"
	} else if s != "" {
		why += " " + quoteFirst(s)
	}
	if st := p.cmd.ProcessState; st != nil {
		why += ", " + st.String()
	}
	return errors.New(why)
}

// firstLine returns the first line of s, cut to a moderate length.
func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	const most = 200
	if len(s) > most {
		s = s[:most] + "..."
	}
	return s
}

// quoteFirst returns the first line of s in quotes and parentheses; "" if it is empty.
func quoteFirst(s string) string {
	if s = firstLine(s); s == "" {
		return ""
	}
	return fmt.Sprintf("(%q)", s)
}

// tail is a writer that keeps the first and the last bytes written to it. The reason why a process ended is mostly
// among them.
type tail struct {
	mu  sync.Mutex
	buf []byte // protected by mu
}

func (t *tail) Write(p []byte) (int, error) {
	const half = 2048
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if len(t.buf) > 2*half {
		t.buf = append(t.buf[:half], t.buf[len(t.buf)-half:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.buf)
}
