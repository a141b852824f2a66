package main

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// family are the processes that this one has started, and those that they have: solvers, compilers, tests under a
// sanitizer. The system is asked for the parent of each process once (few kernels list the children of one); where
// /proc is not there, there are no processes.
type family struct {
	mu      sync.Mutex
	parents map[int]int // of all processes that were there last time
}

// others are the descendants of this process.
func (f *family) others() (out []int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	now := make(map[int]int, len(names))
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		parent, known := f.parents[pid]
		if !known {
			if s := stat(pid); len(s) > 1 {
				parent, _ = strconv.Atoi(s[1])
			}
		}
		now[pid] = parent
	}
	f.parents = now
	self := os.Getpid()
	for pid := range now {
		if pid == self {
			continue
		}
		up := pid
		for n := 0; up > 1 && up != self && n < len(now); n++ { // a parent that is gone leads nowhere
			up = now[up]
		}
		if up == self {
			out = append(out, pid)
		}
	}
	return out
}

// memory is the resident memory of the others in bytes, without what is a file's, which they may share.
func (f *family) memory() (bytes uint64) {
	for _, pid := range f.others() {
		text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
		if err != nil {
			continue
		}
		if f := strings.Fields(string(text)); len(f) > 2 {
			resident, _ := strconv.ParseUint(f[1], 10, 64)
			shared, _ := strconv.ParseUint(f[2], 10, 64)
			bytes += (resident - min(shared, resident)) * uint64(os.Getpagesize())
		}
	}
	return bytes
}

// stat returns the fields of a process that follow its name: its state, its parent, ...; none if it cannot be seen.
func stat(pid int) []string {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return nil
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the name may hold blanks
	return strings.Fields(rest)
}

// cpuOf is the time of another process; 0 if it cannot be seen.
func cpuOf(pid int) time.Duration {
	f := stat(pid)
	if len(f) < 13 {
		return 0
	}
	const tick = 10 * time.Millisecond
	user, _ := strconv.ParseInt(f[11], 10, 64)
	system, _ := strconv.ParseInt(f[12], 10, 64)
	return time.Duration(user+system) * tick
}
