package main

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
)

// earlyFiles writes the files of writeFiles as soon as a violation is known, while the search continues with the other
// checks. It does not wait for the end of the run, since a limit or an interrupt may kill the process before.
type earlyFiles struct {
	f       *verifyFlags
	session *atomic.Pointer[app.Session]
	mu      sync.Mutex // held while files are written
	written atomic.Bool
	ended   bool // the run is at its end: no file is written any more
}

// rescue bounds the time for writing the files of a violation when a limit or an interrupt ends the run.
const rescue = 500 * time.Millisecond

// write writes the files of the known violation. It does nothing if no violation is known or its files are written.
func (e *earlyFiles) write() {
	s := e.session.Load()
	if s == nil || !e.f.writes() || e.written.Load() {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	known, rep := s.Known()
	if known == nil || e.written.Load() || e.ended {
		return
	}
	quiet := &cli{stderr: io.Discard} // the result is printed at the end of the run
	if quiet.writeFiles(e.f, known, rep) == nil {
		e.written.Store(true)
	}
}

// inTime calls write and waits for it, but not longer than most. It reports whether the files are written.
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

// last calls write, which writes the files at the end of the run, while no other goroutine writes them. After it, the
// method write does nothing: its goroutine may begin only then, and would replace the files by those of a part of the
// run.
func (e *earlyFiles) last(write func() error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ended = true
	return write()
}

// end waits for files that are being written, and ends the writing: the command returns.
func (e *earlyFiles) end() {
	_ = e.last(func() error { return nil })
}
