package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/tandem-verifier/tandem/internal/obs"
)

// progress shows the progress of a run as one line on standard error, which each event overwrites. It prints nothing if
// standard error is not a terminal.
type progress struct {
	mu    sync.Mutex
	w     io.Writer // nil: print nothing
	last  time.Time // when the line was last printed
	shown bool      // the terminal shows a line
	start time.Time
	state func() string // returns the beginning of the line, with the verdicts so far; nil: none
}

// newProgress returns a progress line on w.
func newProgress(w io.Writer) *progress {
	p := &progress{start: time.Now()}
	if isTerminal(w) {
		p.w = w
	}
	return p
}

// show prints an event as the line. It prints at most ten events a second, and none in the first half second.
func (p *progress) show(e obs.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w == nil || e.Time.Sub(p.start) < 500*time.Millisecond || e.Time.Sub(p.last) < 100*time.Millisecond {
		return
	}
	p.last, p.shown = e.Time, true
	state := ""
	if p.state != nil {
		state = p.state()
	}
	text := fmt.Sprintf("%4.0f s  %s%s: %s", e.Time.Sub(p.start).Seconds(), state, e.Phase, e.Text)
	const width = 110 // a line that wraps cannot be overwritten
	if r := []rune(text); len(r) > width {
		text = string(r[:width])
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", text)
}

// tell sets the function that returns the text before each event.
func (p *progress) tell(state func() string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = state
}

// line prints text instead of the current line.
func (p *progress) line(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w != nil {
		p.shown = true
		fmt.Fprintf(p.w, "\r\x1b[K%s", text)
	}
}

// clear removes the line.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}

// isTerminal reports whether w writes to a terminal.
func isTerminal(w io.Writer) bool {
	if o, ok := w.(*output); ok {
		w = o.Writer
	}
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}
