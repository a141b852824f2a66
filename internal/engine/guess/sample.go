package guess

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// table has the states of runs at one location: the values of its live integer registers, as mathematical integers.
type table struct {
	loc  *ir.Loc
	vars []*ir.Var // live integer registers of at most 64 bits: the columns
	rows [][]int64
	seen map[uint64]bool // hashes of the rows
	run  int             // number of states of the present run
}

// Limits of sampling.
const (
	maxRows   = 1500 // states kept of a location
	perRun    = 60   // the first perRun states of a run are kept if they are new; of later states only some are
	shortFuel = 200  // fuel of most runs
	longFuel  = 4000 // fuel of the other runs
)

// value returns the integer with the bits b in type t; ok is false for unsigned values of 2^63 or more.
func value(t ir.Type, b uint64) (int64, bool) {
	if t.Signed {
		return num.Signed(b, t.Bits), true
	}
	return int64(b), int64(b) >= 0
}

// add adds a state if it is new and there is room. read returns the value of a register.
func (t *table) add(rng *rand.Rand, read func(*ir.Var) uint64) {
	t.run++
	if len(t.rows) >= maxRows || t.run > perRun && rng.IntN(t.run) >= perRun {
		return
	}
	row := make([]int64, len(t.vars))
	h := uint64(14695981039346656037)
	for i, v := range t.vars {
		x, ok := value(v.Type, read(v))
		if !ok {
			return
		}
		row[i] = x
		h = (h ^ uint64(x)) * 1099511628211
		h ^= h >> 29
	}
	if !t.seen[h] {
		t.seen[h] = true
		t.rows = append(t.rows, row)
	}
}

// samples has the tables of all locations, and the machines that fill them.
type samples struct {
	prog   *ir.Program
	tables map[*ir.Loc]*table
	byLoc  [][]*table   // by Func.ID and Loc.ID; nil for locations without a table
	m      *exec.Interp // with much fuel
	short  *exec.Interp // with little fuel
	pool   *testgen.Pool
	rng    *rand.Rand
	runs   int                           // number of runs so far
	begins [][]ir.Record                 // inputs of executions that reach a cut point
	watch  func(l *ir.Loc, env exec.Env) // called for each state at a location with a table; may be nil
	bad    *exec.Run                     // a run that violated an obligation; nil if there was none
}

// newSamples prepares the recording of states at the given locations. live returns the registers that are the columns
// of a location's table.
func newSamples(ctx context.Context, task *verify.Task, at []*ir.Loc, live func(*ir.Loc) []*ir.Var) (*samples, error) {
	p := task.Program
	s := &samples{prog: p, tables: map[*ir.Loc]*table{}, pool: testgen.NewPool(p),
		rng: rand.New(rand.NewPCG(task.Options.Seed, 11))}
	s.byLoc = make([][]*table, len(p.Funcs))
	for _, f := range p.Funcs {
		s.byLoc[f.ID] = make([]*table, len(f.Locs))
	}
	for _, l := range at {
		t := &table{loc: l, vars: live(l), seen: map[uint64]bool{}}
		s.tables[l] = t
		s.byLoc[l.Func.ID][l.ID] = t
	}
	for _, c := range []struct {
		m    **exec.Interp
		fuel uint64
	}{{&s.short, shortFuel}, {&s.m, longFuel}} {
		m, err := exec.NewInterp(p, exec.Config{Fuel: c.fuel, MaxMemory: 16 << 20, MaxDepth: 200, Context: ctx,
			Points: task.Points()})
		if err != nil {
			return nil, err
		}
		m.Observe(func(e *ir.Edge, env exec.Env) {
			if t := s.byLoc[e.To.Func.ID][e.To.ID]; t != nil && e.From.Func == e.To.Func {
				t.add(s.rng, env.Reg)
				if s.watch != nil {
					s.watch(e.To, env)
				}
			}
		})
		*c.m = m
	}
	return s, nil
}

// inputs gives an input its fixed value, or a random value of a style if it has none.
type inputs struct {
	s     *samples
	fixed map[ir.Key]uint64
	style testgen.Style
}

// Next implements exec.Inputs.
func (g *inputs) Next(k ir.Key, site *ir.Site, t ir.Type) (uint64, bool) {
	if v, ok := g.fixed[k]; ok {
		return num.Trunc(v, max(t.Bits, 1)), true
	}
	if g.style.Small > 0 && t.Kind == ir.Int && g.s.rng.IntN(3) == 0 { // spread evenly
		return num.Trunc(uint64(g.s.rng.IntN(24)-4), t.Bits), true
	}
	return g.s.pool.Pick(g.s.rng, g.style, site, t), true
}

// styles are used in turn: mostly small values, which show relations, and some extreme values, which refute relations
// that only hold for small ones.
var styles = []testgen.Style{
	{Small: 1},
	{Small: 3, Near: 1},
	{Small: 4, Near: 2, Global: 1, Extreme: 1},
	{Small: 1},
	testgen.Styles[0],
}

// run makes the i-th run. Its first inputs are begin, which may be nil.
func (s *samples) run(ctx context.Context, begin []ir.Record, i int) error {
	in := &inputs{s: s, fixed: map[ir.Key]uint64{}, style: styles[i%len(styles)]}
	for _, r := range begin {
		in.fixed[r.Key] = r.Bits
	}
	for _, t := range s.tables {
		t.run = 0
	}
	m := s.short
	if i%16 == 15 {
		m = s.m
	}
	r, err := m.Run(ctx, in)
	if err == nil && r.Outcome.Kind == exec.Violated {
		s.bad = r
	}
	return err
}

// random runs the program until the total number of runs is most, the clock of ctx passes the time until, or all tables
// are full.
func (s *samples) random(ctx context.Context, most int, until time.Duration) error {
	for ; s.runs < most; s.runs++ {
		i := s.runs
		if i%8 == 0 && (ctx.Err() != nil || clock.Now(ctx) > until || s.full()) {
			return nil
		}
		var begin []ir.Record
		if n := len(s.begins); n > 0 && i%4 != 0 {
			begin = s.begins[s.rng.IntN(n)]
		}
		if err := s.run(ctx, begin, i); err != nil {
			return err
		}
	}
	return nil
}

// full reports whether each table has as many states as it may keep.
func (s *samples) full() bool {
	for _, t := range s.tables {
		if len(t.rows) < maxRows {
			return false
		}
	}
	return true
}
