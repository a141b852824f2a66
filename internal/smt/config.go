package smt

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/obs"
)

// Config selects a solver and its options. The zero value is the first known solver on PATH with its usual options.
type Config struct {
	Path    string   // program, found in PATH if without a slash; "": the first known one
	Args    []string // instead of the profile's arguments
	Logic   string   // SMT-LIB logic; "": the profile's (none for z3: best for incremental bit-vectors)
	Options []string // further options: ":name value"
	Memory  uint64   // bytes a process may have; 0: 4 GiB
	// Grace is the time that a solver has beyond its limit before it is killed (more if it has just been started, or
	// is sent much); 0: 250 ms.
	Grace time.Duration
	// OneShot leaves the solver in the mode for a single query: z3 then runs
	// its tactics, which solve a large query faster and cannot keep what they learnt.
	OneShot bool
	// Search is OneShot for a large formula over bit-vectors that is a search rather than a
	// deduction: simplified, turned into clauses, and given to the SAT solver within (profile.search).
	Search bool
	// Backup is asked if the solver has no answer and Budget.Again is set; with OneShot or Search it is made
	// anew for each query. Second must give the same answer, or there is none. nil: no solver.
	Backup, Second *Config
	Log            *obs.Log
	Name           string // before the names of counters: "" counts as smt.asked, "check" as check.smt.asked
}

func (c Config) single() bool { return c.OneShot || c.Search }

// Command returns c with the solver of a command line (program and arguments); c itself if it is empty.
func (c Config) Command(cmd []string) Config {
	if len(cmd) > 0 {
		c.Path = cmd[0]
		if len(cmd) > 1 {
			c.Args = cmd[1:]
		}
	}
	return c
}

const (
	defaultMemory = 4 << 30
	defaultGrace  = 250 * time.Millisecond
)

// Within returns c with a limit on the memory of a process, in bytes; 0: c itself.
func (c Config) Within(bytes uint64) Config {
	if bytes > 0 && (c.Memory == 0 || bytes < c.Memory) {
		c.Memory = bytes
	}
	return c
}

func (c Config) memory(b Budget) uint64 {
	m := c.Memory
	if m == 0 {
		m = defaultMemory
	}
	if b.Memory != 0 {
		m = min(m, b.Memory)
	}
	return m
}

func (c Config) grace() time.Duration {
	if c.Grace > 0 {
		return c.Grace
	}
	return defaultGrace
}

// profile holds the differences between solvers.
type profile struct {
	name    string   // the program's base name begins with it
	args    []string // to read SMT-LIB 2 from standard input, incrementally
	logic   string   // "" if best left out
	time    string   // option for the time of the next query, in ms; "" if none
	noTime  int64    // its value for no limit
	work    string   // option for the work of the next query
	count   string   // asks for the work so far; the number is the last word of the answer
	keep    bool     // keeps declarations over pop (:global-declarations)
	defines bool     // a define-fun after sat leaves the model alone
	horn    bool     // decides Horn clauses
	search  string   // the command for a single query that is a search; "": (check-sat)
	install string
}

// profiles are the solvers known by name, best first. Other solvers run as "generic" with Config.Args.
var profiles = []profile{
	{name: "z3", args: []string{"-in", "-smt2"}, time: ":timeout", noTime: 4294967295, work: ":rlimit",
		count: "(get-info :rlimit)", keep: true, defines: true, horn: true,
		search:  searchTactic,
		install: "sudo apt-get install z3"},
	{name: "cvc5", args: []string{"--lang=smt2.6", "--incremental"}, logic: "ALL", time: ":tlimit-per", keep: true,
		install: "sudo apt-get install cvc5"},
	{name: "mathsat", logic: "ALL", install: "https://mathsat.fbk.eu"},
	{name: "yices-smt2", args: []string{"--incremental"}, logic: "QF_AUFBV", install: "https://yices.csl.sri.com"},
	{name: "bitwuzla", args: []string{"--lang", "smt2"}, logic: "QF_AUFBVFP", install: "https://bitwuzla.github.io"},
}

// searchTactic was the best one in measurements on puzzles, products, hashes and ciphers of some thousand bits. Other
// formulas (integers, quantifiers) are left to the solver's own choice.
const searchTactic = "(check-sat-using (or-else (then simplify propagate-values solve-eqs elim-uncnstr simplify " +
	"max-bv-sharing bit-blast sat) smt))"

var generic = profile{name: "generic", logic: "ALL"}

func profileOf(path string) profile {
	base := filepath.Base(path)
	for _, p := range profiles {
		if strings.HasPrefix(base, p.name) {
			return p
		}
	}
	return generic
}

// None as a path forbids any solver.
const None = "none"

// noneError is an ErrNoSolver with another text: nothing need be installed.
type noneError struct{}

func (noneError) Error() string        { return "no SMT solver is used (--solver none)" }
func (noneError) Is(target error) bool { return target == ErrNoSolver }

// find returns the program and its profile.
func (c Config) find() (string, profile, error) {
	if c.Path == None {
		return "", profile{}, noneError{}
	}
	if c.Path != "" {
		path, err := exec.LookPath(c.Path)
		if err != nil {
			return "", profile{}, fmt.Errorf("%w (%s: not found)", ErrNoSolver, c.Path)
		}
		return path, profileOf(path), nil
	}
	for _, p := range profiles {
		if path, err := exec.LookPath(p.name); err == nil {
			return path, p, nil
		}
	}
	return "", profile{}, ErrNoSolver
}

// Found is a known solver on this machine.
type Found struct {
	Name    string
	Path    string // "": not found
	Install string // how to get it
	Horn    bool   // decides Horn clauses
}

// Known lists the known solvers, best first, with their places in PATH.
func Known() []Found {
	var out []Found
	for _, p := range profiles {
		f := Found{Name: p.name, Install: p.install, Horn: p.horn}
		if path, err := exec.LookPath(p.name); err == nil {
			f.Path = path
		}
		out = append(out, f)
	}
	return out
}

// Version returns the first line that the program prints with --version.
func (f Found) Version() string {
	p, err := start(f.Path, []string{"--version"}, defaultMemory)
	if err != nil {
		return ""
	}
	defer p.kill()
	p.in.Close()
	p.out.SetReadDeadline(time.Now().Add(5 * time.Second))
	line, _ := p.lines.ReadString('\n')
	return strings.TrimSpace(line)
}

// prelude returns the first commands of a session; their last answer is the echo of ready.
func (c Config) prelude(p profile) string {
	var b strings.Builder
	b.WriteString("(set-option :print-success false)\n(set-option :produce-models true)\n(set-option " +
		":produce-unsat-assumptions true)\n")
	if p.keep {
		b.WriteString("(set-option :global-declarations true)\n")
	}
	for _, o := range c.Options {
		fmt.Fprintf(&b, "(set-option %s)\n", o)
	}
	logic := c.Logic
	if logic == "" {
		logic = p.logic
	}
	if logic != "" {
		fmt.Fprintf(&b, "(set-logic %s)\n", logic)
	}
	if !c.single() {
		// The first check pays for what a solver makes lazily (z3: 11 of 12 ms),
		// and the level tells it that this is an incremental session. One sat, one unsat: see probed.
		b.WriteString("(push 1)\n(check-sat)\n(declare-fun tandem-probe () Bool)\n(assert (and tandem-probe (not " +
			"tandem-probe)))\n(check-sat)\n(pop 1)\n")
	}
	fmt.Fprintf(&b, "(echo %q)\n", ready)
	return b.String()
}

const ready = "tandem-ready"

// probed describes the fault in the answers to the prelude's queries; "" if there is none. It finds a solver that gives
// the same answer to every query; --solver-check finds other faults.
func probed(out string) string {
	if got := strings.Join(strings.Fields(out), " "); got != "sat unsat" {
		return fmt.Sprintf("answers %q where it is to answer \"sat unsat\"", got)
	}
	return ""
}

// env returns the environment of a solver: ours, with messages in English.
func env() []string { return append(os.Environ(), "LC_ALL=C") }
