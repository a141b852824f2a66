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
	Path    string   // the program, looked up in PATH if it has no slash; "": the first known solver
	Args    []string // replaces the profile's arguments if not nil
	Logic   string   // SMT-LIB logic; "": the profile's (none for z3, which is best for incremental bit-vectors)
	Options []string // further options, each ":name value"
	Memory  uint64   // bounds the bytes of a process; 0: 4 GiB
	// Grace is the time after its time limit at which a solver is killed; 0: 250 ms. A solver that has just been started
	// or that gets a long input has more.
	Grace time.Duration
	// OneShot leaves the solver in the mode for a single query. z3 then runs its tactics, which solve a large query faster
	// and cannot keep learnt lemmas.
	OneShot bool
	// Search is OneShot for large formulas over bit-vectors that need search rather than deduction: the solver simplifies
	// the formula, turns it into clauses, and calls its SAT solver (profile.search).
	Search bool
	// Backup gets a query if the solver has no answer and Budget.Again is set. With OneShot or Search in its Config, it is
	// started for each query. Second gets each answered query; if it gives another answer, the result is Unknown. Either
	// may be nil.
	Backup, Second *Config
	Log            *obs.Log
	Name           string // prefix for the names of counters: with "check", smt.asked becomes check.smt.asked
}

// single reports whether the solver is for a single query.
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

// Within returns c with a limit on the memory of a process, in bytes. A limit that is 0 or above the limit of c changes
// nothing.
func (c Config) Within(bytes uint64) Config {
	if bytes > 0 && (c.Memory == 0 || bytes < c.Memory) {
		c.Memory = bytes
	}
	return c
}

// memory returns the memory limit of a query, in bytes.
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

// grace returns the grace time.
func (c Config) grace() time.Duration {
	if c.Grace > 0 {
		return c.Grace
	}
	return defaultGrace
}

// profile describes how a solver is run and which features it has.
type profile struct {
	name    string   // a prefix of the program's base name
	args    []string // arguments for reading SMT-LIB 2 incrementally from standard input
	logic   string   // the logic to set; "" to set none
	time    string   // the option for the time limit of the next query, in ms; "" if there is none
	noTime  int64    // the value of this option for no limit
	work    string   // the option for the work limit of the next query; "" if there is none
	count   string   // the command that prints the work so far as its last word; "" if there is none
	keep    bool     // declarations can be kept over pop (:global-declarations)
	defines bool     // a define-fun after sat does not invalidate the model
	horn    bool     // the solver decides Horn clauses
	search  string   // the check command for Config.Search; "": (check-sat)
	install string   // how to install it
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

// searchTactic was the best tactic in measurements on puzzles, products, hashes and ciphers of some thousand bits. For
// other formulas (integers, quantifiers) it leaves the choice to the solver.
const searchTactic = "(check-sat-using (or-else (then simplify propagate-values solve-eqs elim-uncnstr simplify " +
	"max-bv-sharing bit-blast sat) smt))"

// generic is the profile of an unknown solver.
var generic = profile{name: "generic", logic: "ALL"}

// profileOf returns the profile of a program by its base name.
func profileOf(path string) profile {
	base := filepath.Base(path)
	for _, p := range profiles {
		if strings.HasPrefix(base, p.name) {
			return p
		}
	}
	return generic
}

// None is the Config.Path for using no solver.
const None = "none"

// noneError is an ErrNoSolver without the advice to install a solver.
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
	Path    string // "" if it was not found
	Install string // how to install it
	Horn    bool   // it decides Horn clauses
}

// Known lists the known solvers, best first, with their paths.
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

// Version returns the first line that the program prints with --version; "" if it cannot be run.
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

// prelude returns the first commands of a session. The last one prints ready.
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
		// The first check makes the solver initialise itself (z3: 11 of 12 ms), and the push makes it use its incremental
		// mode. One query is sat and one unsat, for probed.
		b.WriteString("(push 1)\n(check-sat)\n(declare-fun tandem-probe () Bool)\n(assert (and tandem-probe (not " +
			"tandem-probe)))\n(check-sat)\n(pop 1)\n")
	}
	fmt.Fprintf(&b, "(echo %q)\n", ready)
	return b.String()
}

// ready is the text that marks the end of the answers to the prelude.
const ready = "tandem-ready"

// probed describes the fault in out, the answers to the prelude's queries; "" if they are right. It detects a solver
// that gives the same answer to every query. The option --solver-check detects other faults.
func probed(out string) string {
	if got := strings.Join(strings.Fields(out), " "); got != "sat unsat" {
		return fmt.Sprintf("answers %q where it is to answer \"sat unsat\"", got)
	}
	return ""
}

// env returns the environment of a solver process: the environment of this process, with messages in English.
func env() []string { return append(os.Environ(), "LC_ALL=C") }
