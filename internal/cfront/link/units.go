package link

import (
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Units keeps parsed files between Loads that differ only in their entry. Several goroutines may call Load with the
// same Units, but the Loads run one after the other, since types are completed on first use.
type Units struct {
	mu      sync.Mutex
	parsed  map[string]*csrc.Unit
	models  map[modelKey]*csrc.Unit // parsed library models
	layouts map[layoutKey]*unitLayout

	projects  []project             // the most recently used comes last
	functions map[string][]Function // by project
	defines   map[string][]string   // by project
}

// modelKey identifies a parsed text of library models.
type modelKey struct {
	layoutKey
	file, text string
}

// layoutKey is the part of a configuration on which layouts depend.
type layoutKey struct {
	model        ir.DataModel
	unsignedChar bool
}

// unitLayout is a layout and the units that were added to it. The layout of a type is the same in each Load.
type unitLayout struct {
	lay   *layout.Layout
	added map[*csrc.Unit]bool
}

// NewUnits returns Units without a file.
func NewUnits() *Units {
	return &Units{parsed: map[string]*csrc.Unit{}, models: map[modelKey]*csrc.Unit{}, layouts: map[layoutKey]*unitLayout{},
		functions: map[string][]Function{}, defines: map[string][]string{}}
}

// Hold waits until no other Load uses u. The caller must call release when its Load ends. u may be nil.
func (u *Units) Hold() (release func()) {
	if u == nil {
		return func() {}
	}
	u.mu.Lock()
	return u.mu.Unlock
}

// layoutFor returns the layout for the files of a configuration, and a function that adds a unit to the layout. The
// lock of c.Units must be held.
func (c *Config) layoutFor() (lay *layout.Layout, add func(*csrc.Unit) error) {
	key := layoutKey{c.Model, c.unsignedChar()}
	if c.Units == nil || c.Units.layouts[key] == nil {
		lay = layout.New(c.Model)
		lay.UnsignedChar = key.unsignedChar
		if c.Units == nil {
			return lay, lay.Add
		}
		c.Units.layouts[key] = &unitLayout{lay, map[*csrc.Unit]bool{}}
	}
	u := c.Units.layouts[key]
	return u.lay, func(src *csrc.Unit) error {
		if u.added[src] {
			return nil
		}
		err := u.lay.Add(src)
		if err == nil {
			u.added[src] = true
		}
		return err
	}
}

// parseModel parses a text of library models, or returns the unit of an earlier call.
func (c *Config) parseModel(file, text string) (*csrc.Unit, error) {
	key := modelKey{layoutKey{c.Model, c.unsignedChar()}, file, text}
	if c.Units != nil && c.Units.models[key] != nil {
		return c.Units.models[key], nil
	}
	cfg := csrc.Config{Model: c.Model, Sources: map[string][]byte{file: []byte(text)}}
	if key.unsignedChar {
		cfg.UnsignedChar, cfg.Predefined = true, []csrc.Macro{{Name: "__CHAR_UNSIGNED__", Value: "1"}}
	}
	u, err := csrc.Parse(cfg, file)
	if err == nil && c.Units != nil {
		c.Units.models[key] = u
	}
	return u, err
}

// Failed forgets the layouts and the projects linked with them, because a Load that failed may have left a layout with
// an incomplete type. u may be nil.
func (u *Units) Failed() {
	if u != nil {
		clear(u.layouts)
		u.projects = nil
	}
}

// parsedFile is the result of parsing a file.
type parsedFile struct {
	unit  *csrc.Unit
	err   error
	panic any // the value of a panic of the parser; nil: it did not panic
}

// parse parses the files in parallel, on as many processors as there are, or takes units of earlier calls. The results
// are in the order of the files.
func (c *Config) parse() []parsedFile {
	out := make([]parsedFile, len(c.Files))
	var wg sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, file := range c.Files {
		if c.Units != nil && c.Units.parsed[file] != nil {
			out[i].unit = c.Units.parsed[file]
			continue
		}
		slots <- struct{}{}
		wg.Add(1)
		go func() {
			defer func() {
				out[i].panic = recover()
				<-slots
				wg.Done()
			}()
			out[i].unit, out[i].err = csrc.Parse(c.Source(file), file)
		}()
	}
	wg.Wait()
	for i, file := range c.Files {
		if out[i].panic != nil {
			panic(out[i].panic) // in the goroutine of the caller, which may recover
		}
		if c.Units != nil && out[i].err == nil {
			c.Units.parsed[file] = out[i].unit
		}
	}
	return out
}

// Function is a function that has a body.
type Function struct {
	Name   string
	Pos    ir.Pos
	Static bool
}

// linked returns the linked files, possibly those of an earlier call. The program must not be changed.
func linked(cfg Config) (l *Program, err error) {
	if cfg.Model == 0 {
		cfg.Model = ir.ILP32
	}
	if cfg.Units == nil {
		return link(cfg)
	}
	if l, err = cfg.Units.project(cfg); err != nil {
		cfg.Units.Failed()
	}
	return l, err
}

// listed returns the result of list for the linked files. It caches the results by project, in the map that kept
// returns.
func listed[T any](cfg Config, kept func(*Units) map[string][]T, list func(*Program) []T) ([]T, error) {
	defer cfg.Units.Hold()()
	if cfg.Units != nil {
		if known, ok := kept(cfg.Units)[cfg.projectKey()]; ok {
			return slices.Clone(known), nil
		}
	}
	l, err := linked(cfg)
	if err != nil {
		return nil, err
	}
	out := list(l)
	if cfg.Units != nil {
		kept(cfg.Units)[cfg.projectKey()] = slices.Clone(out)
	}
	return out, nil
}

// Functions returns the functions that the files define, in the order of the files.
func Functions(cfg Config) ([]Function, error) {
	return listed(cfg, func(u *Units) map[string][]Function { return u.functions },
		func(l *Program) []Function { return linking{l}.functions() })
}

// functions returns the functions that the units define, in the order of the text.
func (l linking) functions() (out []Function) {
	for _, u := range l.Units {
		var here []*Symbol
		for _, tab := range []map[string]*Symbol{l.Syms, u.Locals} {
			for _, name := range slices.Sorted(maps.Keys(tab)) {
				if s := tab[name]; s.IsFunc && s.Body != nil && s.Unit == u {
					here = append(here, s)
				}
			}
		}
		slices.SortStableFunc(here, func(a, b *Symbol) int {
			if a.Pos.File != b.Pos.File {
				return 0
			}
			if a.Pos.Line != b.Pos.Line {
				return a.Pos.Line - b.Pos.Line
			}
			return a.Pos.Col - b.Pos.Col
		})
		for _, s := range here {
			out = append(out, Function{Name: s.Name, Pos: s.Pos, Static: s.Static})
		}
	}
	return out
}

// Defines returns the names with external linkage that the files define, sorted, except definitions that another one
// may replace.
func Defines(cfg Config) ([]string, error) {
	return listed(cfg, func(u *Units) map[string][]string { return u.defines },
		func(l *Program) []string { return linking{l}.defines() })
}

// defines returns the names with external linkage that the units define, sorted, except replaceable definitions.
func (l linking) defines() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(l.Syms)) {
		if s := l.Syms[name]; !s.weak && (s.Body != nil && !s.inline || !s.IsFunc && s.Tentative || s.Alias != "") {
			names = append(names, name)
		}
	}
	return names
}
