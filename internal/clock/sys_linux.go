package clock

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

// watches reports whether the system provides the processor time of other processes.
const watches = true

// Of returns the processor time of another process: from its clock, or if that is not available from /proc.
func (system) Of(pid int) (time.Duration, bool) {
	const ofProcess = 2 // CPUCLOCK_SCHED of linux/posix-timers_types.h
	var t syscall.Timespec
	if _, _, err := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, uintptr(int32(^pid)<<3|ofProcess),
		uintptr(unsafe.Pointer(&t)), 0); err == 0 {
		return time.Duration(t.Nano()), true
	}
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, false
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the name may hold blanks
	f := strings.Fields(rest)
	if len(f) < 13 {
		return 0, false
	}
	const tick = 10 * time.Millisecond
	user, _ := strconv.ParseInt(f[11], 10, 64)
	kernel, _ := strconv.ParseInt(f[12], 10, 64)
	return time.Duration(user+kernel) * tick, true
}
