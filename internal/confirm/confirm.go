package confirm

import (
	"context"
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cprint"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Verdict is the result of a replay on the source.
type Verdict uint8

// Verdicts.
const (
	Open      Verdict = iota // the violation cannot be replayed on the source
	Confirmed                // the compiled source reaches the error
	Differs                  // it ends without the error
	Crashes                  // it ends by a signal, which may have another cause than the error
)

// Answer is a verdict with its reason, which is "" for Confirmed.
type Answer struct {
	Verdict Verdict
	Why     string
}

// open returns the answer Open with a reason.
func open(format string, args ...any) Answer { return Answer{Open, fmt.Sprintf(format, args...)} }

// Source replays run, which violates the obligation o of t.Program, on the source. The context bounds the whole replay.
func Source(ctx context.Context, t *verify.Task, o *ir.Obligation, run *exec.Run) Answer {
	if t.Original == nil {
		return open("there is no C source")
	}
	how, sees := methods[o.Kind], sanitizers[o.Kind]
	if how == nil && sees == nil {
		return open("violations of %s are not replayed on the source", o.Kind)
	}
	if t.Options.HavocGlobal {
		return open("globals start with arbitrary contents")
	}
	if t.Options.Missing == verify.MissingHavoc && len(t.Program.Missing) > 0 {
		return open("functions without a body may change memory")
	}
	for _, m := range t.Program.Missing {
		if m.Says != "" {
			return open("%s (no body) %s", m.Name, m.Says)
		}
	}
	loose := dependsOn(t.Program, run.Reads)
	if strings.HasPrefix(loose, "!") {
		return open("%s", loose[1:])
	}
	var orig *ir.Program
	if sees != nil { // o belongs to a guard: the program as lowered does not have it
		orig, how = t.Reference, silent
	} else {
		var err error
		if orig, err = t.Original.Load(); err != nil {
			return open("the source cannot be read again: %v", err)
		}
	}
	if orig == nil {
		return open("the program before its passes is not there")
	}
	reads, fault, end, why := again(ctx, t.Program, orig, o, run)
	if why == notBack && run.Addr {
		return Answer{Differs, "in the program before its passes, where objects lie elsewhere, it shows nothing"}
	}
	if why != "" {
		return open("%s", why)
	}
	if sees != nil && missingArgument(fault) {
		return open("no sanitizer sees that va_arg reads an argument that was not passed")
	}
	b := &build{task: t, how: how(t), orig: orig, reads: reads, sees: sees, near: near(fault) && !reborn(fault) &&
		compiled(o, end), loose: loose != ""}
	a := b.replay(ctx)
	if (a.Verdict == Differs || a.Verdict == Crashes) && loose != "" {
		return open("the run %s", loose)
	}
	return a
}

// missingArgument reports whether an access leaves the block of a call's variable arguments, an object that the front
// end makes.
func missingArgument(f *exec.Fault) bool {
	if f == nil || f.Object == nil || f.Object.Source != "" || f.Object.Func == nil {
		return false
	}
	name, _, _ := strings.Cut(f.Object.Name, ".")
	return name == "va"
}

// notBack is the reason if the program before its passes does not violate the obligation on the inputs of the run.
const notBack = "its inputs could not be brought back to the source"

// method describes how the compiled program shows a violation of a property.
type method struct {
	errors, asserts []string // functions whose call is the error; functions whose call with a false argument is the error
	assertFails     int      // exit status of a failed assert
}

// methods has the methods by the kind of the obligation.
var methods = map[string]func(*verify.Task) method{
	"unreach-call": func(t *verify.Task) method {
		if t.Property.Error != "" {
			errors := []string{t.Property.Error}
			if e := t.Property.Error; e == "reach_error" || e == "__VERIFIER_error" {
				errors = []string{"reach_error", "__VERIFIER_error"}
			}
			return method{errors: errors, assertFails: cprint.ExitFinished}
		}
		return dialects(t)
	},
	"assertion": dialects,
}

// silent returns the method for undefined behaviour: no call is the error, and a failed assertion ends the program.
func silent(*verify.Task) method { return method{assertFails: cprint.ExitFinished} }

// dialects returns the method with the error functions and assertions that benchmarks of several tools use.
func dialects(t *verify.Task) method {
	return method{errors: append([]string{"reach_error", "__VERIFIER_error"}, t.Options.ErrorFuncs...),
		assertFails: cprint.ExitViolated,
		asserts:     []string{"__VERIFIER_assert", "__CPROVER_assert", "__ESBMC_assert", "klee_assert"}}
}

// dependsOn returns a value on which the run depends but that may differ in a compiled program; "" if there is none.
// The text begins with "!" if a replay makes no sense because of it.
func dependsOn(p *ir.Program, reads []ir.Record) string {
	for _, r := range reads {
		s := p.Sites[r.Site]
		if r.At.Kind != ir.Number {
			return "!" + s.Name + " is the address of an object of the program"
		}
		switch s.Kind {
		case ir.Nondet, ir.NoBody, ir.Param:
			if r.Off > 0 || s.Type.Kind == ir.Ptr && r.Off >= 0 {
				return "!the run reads memory that " + s.Name + " leads to"
			}
			if s.Type.Kind == ir.Ptr && r.Bits != 0 {
				if s.IsText() {
					return "!texts of " + s.Name + " are inputs"
				}
				return "!" + s.Name + " is an object of its own"
			}
		case ir.Library:
			if s.Name == "getenv" && r.Off < 0 && r.Bits == 0 {
				continue // the compiled program runs without environment variables
			}
			if !interposed[s.Name] && s.Name != stdin {
				return "!the run depends on " + s.Name
			}
		case ir.Choice:
			if r.Bits != 0 || s.Type.Kind == ir.Ptr {
				return "!the run chooses what " + s.Name + " leads to"
			}
		case ir.Uninit, ir.ObjectBytes:
			return "reads uninitialised memory: " + s.Name
		case ir.Shift:
			return "shifts by too much at " + s.Pos.String()
		default: // sound: refused
			return "!the run depends on " + s.Name
		}
	}
	return ""
}

// interposed has the library functions whose results the replay defines.
var interposed = set("rand random lrand48 mrand48 arc4random arc4random_uniform")

// stdin is the name of the sites that read bytes of standard input. The replay gives these bytes to the compiled
// program as its standard input.
const stdin = "stdin"

// input returns the bytes that a run read from standard input.
func input(p *ir.Program, reads []ir.Record) (text []byte) {
	for _, r := range reads {
		if s := p.Sites[r.Site]; s.Kind == ir.Library && s.Name == stdin {
			if int32(r.Bits) < 0 {
				break
			}
			text = append(text, byte(r.Bits))
		}
	}
	return text
}

// again runs the program orig, before its passes, on the inputs of a run of the prepared program prep. It returns the
// inputs of that run in the order of the source, the invalid access if the run ends by one, and the edge at which it
// ends. If the run does not violate o, why is the reason.
func again(ctx context.Context, prep, orig *ir.Program, o *ir.Obligation, run *exec.Run) (reads []ir.Record,
	fault *exec.Fault, end *ir.Edge, why string) {
	const slack = 1 << 20
	cfg := exec.Config{Fuel: 8*run.Fuel + slack}
	var m exec.Machine
	var err error
	if run.Fuel < 1<<20 {
		m, err = exec.NewInterp(orig, cfg)
	} else {
		m, err = exec.CompileJIT(orig, cfg, exec.JITOptions{})
	}
	if err != nil {
		return nil, nil, nil, "the program before its passes cannot be run: " + err.Error()
	}
	defer m.Close()
	r, err := m.Run(ctx, exec.Chain(bySource(prep, orig, run.Reads), exec.Zeros()))
	switch {
	case err != nil:
		return nil, nil, nil, "the program before its passes cannot be run: " + err.Error()
	case r.Outcome.Kind == exec.Cancelled:
		return nil, nil, nil, "no time to replay it on the source"
	case r.Outcome.Kind != exec.Violated || r.Outcome.Obligation.Kind != o.Kind || r.Outcome.Obligation.Pos != o.Pos:
		return nil, nil, nil, notBack
	}
	return r.Reads, r.Fault, r.Outcome.Edge, ""
}

// bySource returns the inputs of a run by the places in the source where they were read, in their order: inlining makes
// several sites from one place.
func bySource(prep, orig *ir.Program, reads []ir.Record) exec.Inputs {
	type place struct {
		key string
		off int64
	}
	keys := map[string]bool{}
	for _, s := range orig.Sites {
		keys[s.Key] = true
	}
	vals := map[place][]uint64{}
	for _, r := range reads {
		k := prep.Sites[r.Site].Key
		for !keys[k] {
			i := strings.LastIndexByte(k, '/')
			if i < 0 {
				break
			}
			k = k[:i]
		}
		at := place{k, r.Off}
		vals[at] = append(vals[at], r.Bits)
	}
	return exec.InputFunc(func(k ir.Key, s *ir.Site, _ ir.Type) (uint64, bool) {
		at := place{s.Key, k.Off}
		vs := vals[at]
		if len(vs) == 0 {
			return 0, false
		}
		vals[at] = vs[1:]
		return vs[0], true
	})
}
