package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/tandem-verifier/tandem/internal/obs"
)

// progress is a line on standard error that is overwritten; nothing if that is
// no terminal.
type progress struct {
	mu    sync.Mutex
	w     io.Writer // nil: silent
	last  time.Time
	shown bool
	start time.Time
	state func() string // what is decided; nil: nothing is known yet
}

func newProgress(w io.Writer) *progress {
	p := &progress{start: time.Now()}
	if isTerminal(w) {
		p.w = w
	}
	return p
}

// show is called for each event; it draws at most ten times a second and not
// in the first half second.
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

// tell sets what is said before each event.
func (p *progress) tell(state func() string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = state
}

// line replaces the line by a text of the caller.
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
