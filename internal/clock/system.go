package clock

import (
	"syscall"
	"time"
)

// system is the source of clocks outside of tests.
type system struct{}

// Wall returns the wall-clock time.
func (system) Wall() time.Time { return time.Now() }

// Own returns the processor time of this process.
func (system) Own() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
