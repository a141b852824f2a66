package smt

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tandem-verifier/tandem/internal/term"
)

// Pool runs a bounded number of solver processes for any number of solvers.
// A process that a closed solver leaves is used again. When all are taken, a
// solver that is not in a Check loses its process to one that needs it, and
// gets another one with its next Check. Safe for concurrent use (its solvers
// are not).
type Pool struct {
	cfg   Config
	path  string
	prof  profile
	most  int
	owner *pipe // the only client of a pool made by Open

	mu      sync.Mutex
	idle    []*proc        // protected by mu: free, with a prelude sent
	running int            // protected by mu: processes in all, idle ones included
	clients map[*pipe]bool // protected by mu
	clock   uint64         // protected by mu
	free    chan struct{}  // protected by mu: closed and replaced when waiting may have an end
	closed  bool           // protected by mu
	starts  sync.WaitGroup // of Ahead
}

// NewPool makes a pool of up to most processes; none is started yet.
func NewPool(cfg Config, most int) (*Pool, error) {
	path, prof, err := cfg.find()
	if err != nil {
		return nil, err
	}
	if cfg.Args != nil {
		prof.args = cfg.Args
	}
	return &Pool{cfg: cfg, path: path, prof: prof, most: max(most, 1), clients: map[*pipe]bool{}, free: make(chan struct{})}, nil
}

// Open makes a solver that takes its process from the pool.
func (l *Pool) Open(c *term.Ctx) Solver {
	s := &pipe{c: c, pool: l}
	s.push()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clients[s] = true
	return s
}

// Ahead starts up to n processes in the background, as far as the bound
// allows, so that the first queries need not wait for them.
func (l *Pool) Ahead(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for n -= len(l.idle); n > 0 && l.running < l.most && !l.closed; n-- {
		l.running++
		l.starts.Add(1)
		go func() {
			defer l.starts.Done()
			p, err := l.start()
			if err != nil {
				l.lost()
				return
			}
			l.give(p)
		}()
	}
}

// Close ends all processes. Solvers of the pool answer Unknown from then on.
func (l *Pool) Close() error {
	l.mu.Lock()
	l.closed = true
	clients := l.clients
	l.clients = map[*pipe]bool{}
	l.wakeLocked()
	l.mu.Unlock()
	for s := range clients {
		s.Close()
	}
	l.starts.Wait()
	l.mu.Lock()
	idle := l.idle
	l.idle = nil
	l.mu.Unlock()
	for _, p := range idle {
		p.kill()
		l.lost()
	}
	return nil
}

// Running is the number of processes, idle ones included.
func (l *Pool) Running() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.running
}

func (l *Pool) start() (*proc, error) {
	p, err := start(l.path, l.prof.args, l.cfg.memory(Budget{}))
	if err != nil {
		return nil, err
	}
	l.cfg.Log.Count("smt.starts", 1)
	if err := l.prepare(p); err != nil {
		p.kill()
		return nil, err
	}
	return p, nil
}

// prepare sends the prelude of a session without waiting for its answer.
func (l *Pool) prepare(p *proc) error {
	p.fresh, p.probe = true, !l.cfg.single()
	p.uses++
	p.in.SetWriteDeadline(time.Now().Add(sendTime))
	_, err := p.in.WriteString(l.cfg.prelude(l.prof))
	return err
}

var errClosed = errors.New("the pool is closed")

// acquire gives s a process with an empty session.
func (l *Pool) acquire(ctx context.Context, s *pipe) (*proc, error) {
	for {
		l.mu.Lock()
		l.clock++
		s.used = l.clock
		if l.closed {
			l.mu.Unlock()
			return nil, errClosed
		}
		if n := len(l.idle); n > 0 {
			p := l.idle[n-1]
			l.idle = l.idle[:n-1]
			l.mu.Unlock()
			if p.alive() {
				return p, nil
			}
			p.kill()
			l.lost()
			continue
		}
		if l.running < l.most {
			l.running++
			l.mu.Unlock()
			p, err := l.start()
			if err != nil {
				l.lost()
			}
			return p, err
		}
		free := l.free
		victim := l.victim(s)
		l.mu.Unlock()
		if victim != nil {
			p := victim.surrender()
			victim.mu.Unlock()
			if p == nil {
				continue
			}
			if p = l.renew(p); p != nil {
				return p, nil
			}
			continue
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-free:
		}
	}
}

// victim is the client with a process that was used least recently and is not in a
// call; its mutex is held. l.mu is held, too.
func (l *Pool) victim(but *pipe) *pipe {
	var best *pipe
	for s := range l.clients {
		if s == but || best != nil && s.used >= best.used || !s.mu.TryLock() {
			continue
		}
		if s.p == nil {
			s.mu.Unlock()
			continue
		}
		if best != nil {
			best.mu.Unlock()
		}
		best = s
	}
	return best
}

// A process is used for this many sessions: what it leaks ends with it.
const maxUses = 500

// renew makes an empty session in a process that had one; nil if the process is lost.
func (l *Pool) renew(p *proc) *proc {
	if p.alive() && l.prof.reset && !p.fresh && p.uses < maxUses {
		p.in.SetWriteDeadline(time.Now().Add(sendTime))
		if _, err := p.in.WriteString("(reset)\n"); err == nil {
			if err := l.prepare(p); err == nil {
				return p
			}
		}
	}
	p.kill()
	l.lost()
	return nil
}

// give makes a process with an empty session available.
func (l *Pool) give(p *proc) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.idle = append(l.idle, p)
	l.wakeLocked()
}

// leave is called by a client that closes.
func (l *Pool) leave(s *pipe, p *proc) {
	l.mu.Lock()
	delete(l.clients, s)
	keep := !l.closed && l.owner == nil
	l.mu.Unlock()
	if p == nil {
		return
	}
	if !keep {
		p.kill()
		l.lost()
		return
	}
	if p = l.renew(p); p != nil {
		l.give(p)
	}
}

// lost counts a process less.
func (l *Pool) lost() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running--
	l.wakeLocked()
}

// wake lets those who wait for a process look again.
func (l *Pool) wake() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wakeLocked()
}

func (l *Pool) wakeLocked() {
	close(l.free)
	l.free = make(chan struct{})
}
