package main

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// family finds the descendants of this process: solvers, compilers, tests under a sanitizer. It reads the parent of
// each process from /proc, once, since few kernels list the children of a process. Without /proc it finds no processes.
type family struct {
	mu      sync.Mutex
	parents map[int]int // the parent of each process at the last call of others
}

// descendants returns the process IDs of the descendants of this process.
func (f *family) descendants() (out []int) {
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
		for n := 0; up > 1 && up != self && n < len(now); n++ { // the loop ends if a parent does not exist any more
			up = now[up]
		}
		if up == self {
			out = append(out, pid)
		}
	}
	return out
}

// memory returns the resident memory of the descendants in bytes. It does not count pages of files, which they may
// share.
func (f *family) memory() (bytes uint64) {
	for _, pid := range f.descendants() {
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

// stat returns the fields of /proc/PID/stat after the name of the process: its state, its parent, ... It returns nil if
// the file cannot be read.
func stat(pid int) []string {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return nil
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the name may hold blanks
	return strings.Fields(rest)
}

// cpuOf returns the processor time of another process; 0 if it cannot be read.
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
