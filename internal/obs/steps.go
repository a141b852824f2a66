package obs

import (
	"fmt"
	"runtime/metrics"
	"strings"
	"syscall"
	"time"
)

// Step is the cost of one step of reading a program.
type Step struct {
	Name string
	CPU  time.Duration // of the whole process, including garbage collection
	Heap uint64        // bytes at its end: live objects, and garbage that is not yet collected
	Peak uint64        // maximum resident memory of the process so far, in bytes
	Size int           // locations and edges of the program at its end
}

// Step records the end of a step: the work of the process since the last step counts for this one.
func (l *Log) Step(name string, size int) {
	if l == nil {
		return
	}
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return
	}
	now := time.Duration(u.Utime.Nano() + u.Stime.Nano())
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(heap)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.steps = append(l.steps, Step{Name: name, CPU: now - l.stepped, Heap: heap[0].Value.Uint64(),
		Peak: uint64(u.Maxrss) << 10, Size: size})
	l.stepped = now
}

// Steps returns a table of the steps so far, "" if there are none. The column MB is Heap; before and after are Size.
func (l *Log) Steps() string {
	if l == nil {
		return ""
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.steps) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-20s %8s %8s %8s %10s %10s\n", "step", "CPU s", "MB", "peak MB", "before", "after")
	before := 0
	for _, s := range l.steps {
		fmt.Fprintf(&b, "%-20s %8.2f %8d %8d %10d %10d\n", s.Name, s.CPU.Seconds(), s.Heap>>20, s.Peak>>20, before, s.Size)
		before = s.Size
	}
	return b.String()
}
