package main

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
)

// earlyFiles writes what --harness, --witness and --output ask for as soon as a violation is known, while the search
// goes on with the other checks: a limit or an interrupt may end the run by force before its end writes them.
type earlyFiles struct {
	f       *verifyFlags
	session *atomic.Pointer[app.Session]
	mu      sync.Mutex // one writes at a time
	written atomic.Bool
}

// rescue is how long a run that is ended by force takes for the files of a violation.
const rescue = 500 * time.Millisecond

// write writes the files of the violation that is known, if there is one.
func (e *earlyFiles) write() {
	s := e.session.Load()
	if s == nil || !e.f.writes() || e.written.Load() {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	known, rep := s.Known()
	if known == nil || e.written.Load() {
		return
	}
	quiet := &cli{stderr: io.Discard} // the end of the run prints the result
	if quiet.writeFiles(e.f, known, rep) == nil {
		e.written.Store(true)
	}
}

// inTime reports whether the files of the violation are there after some time at most.
func (e *earlyFiles) inTime(most time.Duration) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		e.write()
	}()
	select {
	case <-done:
	case <-time.After(most):
	}
	return e.written.Load()
}

// last writes the files of the whole run.
func (e *earlyFiles) last(write func() error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return write()
}
