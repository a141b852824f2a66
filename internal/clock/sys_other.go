//go:build !linux

package clock

import "time"

// watches reports whether the system provides the processor time of other processes.
const watches = false

// Of always returns false: the processor time of another process is not available.
func (system) Of(int) (time.Duration, bool) { return 0, false }
