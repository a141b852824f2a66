package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/tandem-verifier/tandem/internal/report"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// grace is how long the process of a task may run after its time limit.
const grace = 2 * time.Second

// one runs a task in a process of its own, so that a crash costs only this task.
func (b *bencher) one(j job) row {
	f := b.flags
	args := []string{"verify", "--json", "--quiet", "--timelimit", time.Duration(f.time).String(), "--memlimit",
		f.memory.String()}
	switch {
	case j.property != "":
		args = append(args, "--property", j.property)
	case f.property != "" && j.expected == "":
		args = append(args, "--property", f.property)
	}
	if f.output != "" {
		args = append(args, "--output",
			filepath.Join(f.output, filepath.FromSlash(strings.ReplaceAll(safeName(j.name), ":", "-"))))
	}
	args = append(append(args, f.pass...), j.file)
	cmd := exec.Command(b.self, args...)
	cmd.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", max(1, runtime.NumCPU()/f.jobs)))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	r := row{job: j, verdict: "error", status: statusError}
	if err := cmd.Start(); err != nil {
		r.reason = err.Error()
		return r
	}
	var late atomic.Bool
	timer := time.AfterFunc(time.Duration(f.time)+grace, func() {
		late.Store(true)
		_ = cmd.Process.Kill()
	})
	err := cmd.Wait()
	timer.Stop()
	r.seconds = time.Since(start).Seconds()
	// includes processes that it has waited for
	r.cpu = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.memory = uint64(u.Maxrss) / 1024
	}
	var rep report.Report
	switch jsonErr := json.Unmarshal(stdout.Bytes(), &rep); {
	case late.Load():
		r.reason = "killed: it did not end at its time limit"
	case jsonErr != nil || rep.Version != report.Version:
		r.reason = firstLine(stderr.String())
		if err != nil {
			r.reason = strings.TrimSpace(err.Error() + ": " + r.reason)
		}
	default:
		r.cpu = max(r.cpu, rep.CPU) // rep.CPU includes solvers that were running at the end
		r.verdict, r.engine, r.reason = string(rep.Verdict), rep.Engine, rep.Reason
		if strings.HasPrefix(j.expected, "false(") && rep.Verdict == verify.False {
			r.verdict = fmt.Sprintf("false(%s)", rep.Kind)
		}
		r.status = rate(rep.Verdict, rep.Kind, j.expected)
		for _, e := range rep.Engines {
			if e.Bug {
				r.reason = "BUG in " + e.Name + ": " + e.Reason
			}
		}
	}
	return r
}

// rate returns the status of a row: it compares a verdict with the expected one.
func rate(v verify.Verdict, kind, expected string) string {
	switch {
	case v == verify.UnknownVerd:
		return statusUnknown
	case expected == "":
		return statusNew
	case string(v) == expected, fmt.Sprintf("%s(%s)", v, kind) == expected:
		return statusCorrect
	}
	return statusWrong
}

// safeName turns a task's name into a relative path that does not leave its folder.
func safeName(name string) string {
	parts := strings.Split(filepath.ToSlash(filepath.Clean(name)), "/")
	var out []string
	for _, p := range parts {
		if p != ".." && p != "." && p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, "/")
}

// firstLine returns the first line of a text that is not empty.
func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}
