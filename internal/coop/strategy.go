package coop

import (
	"fmt"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/near"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Strategy determines which engines work on a task, in which order and how long: a tree of jobs with a name. Its text
// form (text.go) has the same content.
type Strategy struct {
	Name string
	Doc  string
	Job  Job
	Kept []verify.FactKind // kinds of facts that engines do not exchange
}

// Job is a node of a strategy: a turn of an engine, or a composition of jobs. Share and AtMost limit its part of the
// time of the enclosing job (with --deterministic, of the work).
type Job struct {
	Kind   Kind
	Engine string        // Turn: name and options of the engine: iat:domain=octagon
	Jobs   []Job         // the composed jobs; none for Turn
	Cond   []Test        // If: the condition is true if all of them are
	Cut    Cut           // Split: the parts; the only job works on each of them
	Ranged Ranged        // Ranges: how its jobs share the paths
	Share  float64       // share of the time that remains when the job begins; 0: all of it
	AtMost time.Duration // maximal time; 0: no limit
}

// Kind is the way in which jobs are composed.
type Kind uint8

// The kinds.
const (
	Turn        Kind = iota
	Seq              // one after the other
	Turns            // one after the other, repeatedly, with growing slices of time
	Par              // at the same time; with --deterministic one after the other, each with all work of the job
	Split            // one job on each part of the task, one part after the other
	If               // the first job if the condition holds, otherwise the second, if there is one
	Conditional      // each job on the executions that the jobs before it leave (conditional.go)
	Ranges           // each job on a range of paths, at the same time (ranged.go)
)

// Test compares a property of a program with a number, or tests whether it is 0.
type Test struct {
	Property string // one of Properties
	Op       string // <, <=, >=, >; "": the property is not 0; "!": it is 0
	Number   int
}

// The texts of strategies. Sizes are numbers of edges. Up to 200 edges, relations between all variables are affordable.
// From 2000 edges on, the cheaper engines get most of the time, and iat gets a short turn: it proves state machines of
// a thousand states, for which intervals need a case for each state. Programs that use the heap, or have memory checks,
// often have few paths, and concolic can take all of them. From 20000 edges on, windows comes before intervals: it
// always ends, while intervals may use up its time without a proof, and to compile the program for one test takes long.
const (
	defaultText = `seq(
  execution 50% 400ms,
  if(edges < 20000, random 24ms),
  if(edges < 20000, split(values 1000, seq(execution 70%, intervals 200ms)) 25% 2s),
  if(edges >= 20000, seq(random 5% 2s, if(asked, windows 45%), intervals 60%), seq(intervals 3%, if(asked, windows 30%))),
  shapes 10% 2s,
  if(edges < 2000, iat 3% 150ms),
  if(edges < 20000, seq(unwind:open=0+ints 10% 1s, unwind:open=0 25% 2500ms)),
  if(edges < 20000, split(cases 24, seq(unwind:open=0 50%, concolic 60%, unwind)) 40%),
  if(edges < 2000, if(asked, nest 25% 1500ms)),
  if(edges >= 2000,
    if(edges >= 20000,
      seq(random 25% 15s, intervals 65%, intervals 65%),
      seq(random 15% 5s, if(asked, concolic 10% 700ms), iat 12% 6s, intervals 65%)),
    seq(
      if(heap, concolic 12%, if(asked, concolic 12%)),
      if(asked, seq(intervals 35%, unwind:apart 25%)),
      iat 6%)),
  execution 50%,
  if(edges >= 200, seq(cpa:value(refined) 35%, cpa:value+predicate 15%, traceabs 15%, if(edges >= 2000, synergy 10%))),
  horn 5%,
  if(edges < 2000, seq(
    random 5% 5s,
    if(arrays, guess 25%),
    if(heap, concolic 25%, if(asked, concolic 25%)),
    unwind 40%,
    nest 25%,
    guess 45%,
    synergy 25%)),
  if(edges <= 200, iat 25%),
  cpa:value(refined)+numeric 5%,
  if(edges < 200, traceabs 15%),
  bmc 15%,
  kind 15%,
  concolic 25%,
  if(edges < 2000, intervals 30%),
  horn 25%,
  if(edges >= 200, cpa:value+predicate 40%),
  guess 50%,
  synergy 60%,
  if(edges >= 2000, unwind:open=0 60%),
  random 90%)`
)

// Default returns the default strategy: cheap engines and engines that run the program come first. The engines
// execution and unwind return at once for programs that they do not handle.
func Default(engines []verify.Engine) (Strategy, error) {
	s, err := Parse(defaultText, engines)
	s.Name, s.Doc = "default", "run closed programs for a moment; short turns of all others, the cheap first; then "+
		"longer turns"
	return s, err
}

// Functions returns the strategy for many functions with little time each. Most of them have a violation that a few
// tests show, since the promises of the callers are not known. It is Default with a longer first turn of tests, which
// suffices to compile the program for them.
func Functions(engines []verify.Engine) (Strategy, error) {
	s, err := Parse(functionsText(), engines)
	s.Name, s.Doc = "functions", "default with more time for tests at the beginning; used by verify --all-functions"
	return s, err
}

// Portfolio returns Default without exchange: no engine sees the facts of another one. It is there to measure what the
// exchange is worth.
func Portfolio(engines []verify.Engine) (Strategy, error) {
	s, err := Default(engines)
	s.Name, s.Doc, s.Kept = "portfolio", "default without exchange of facts, for comparisons", verify.FactKinds()
	return s, err
}

// functionsText returns the text of the strategy of Functions.
func functionsText() string {
	return strings.Replace(defaultText, "if(edges < 20000, random 24ms)", "random 15% 1s", 1)
}

// Single returns the strategy that runs one engine. Each of its turns leaves time for the check of a claim; if there is
// nothing to check, the next turn continues.
func Single(engine string, engines []verify.Engine) (Strategy, error) {
	if _, err := find(engines, engine); err != nil {
		return Strategy{}, err
	}
	return Strategy{Name: engine, Doc: "only " + engine, Job: Job{Kind: Seq, Jobs: []Job{
		{Engine: engine, Share: 0.7}, {Engine: engine, Share: 0.7}, {Engine: engine, Share: 0.7},
	}}}, nil
}

// turns calls visit with each turn of a job, in the order of the text.
func (j *Job) turns(visit func(*Job)) {
	if j.Kind == Turn {
		visit(j)
	}
	for i := range j.Jobs {
		j.Jobs[i].turns(visit)
	}
}

// find returns the engine with a name and options. It also accepts the options alone, if an engine has such options.
func find(engines []verify.Engine, spec string) (*verify.Engine, error) {
	name, options, given := strings.Cut(spec, ":")
	for i := range engines {
		e := &engines[i]
		if e.Name != name {
			continue
		}
		if !given {
			return e, nil
		}
		if e.With == nil {
			return nil, fmt.Errorf("engine %s has no options", name)
		}
		with, err := e.With(options)
		return &with, err
	}
	for _, e := range engines { // an option may be short for an engine with it: predicate for cpa:predicate
		if e.With != nil && !given {
			if with, err := e.With(spec); err == nil {
				return &with, nil
			}
		}
	}
	var all []string
	for _, e := range engines {
		all = append(all, e.Name)
	}
	if meant := near.Mean(name, all); meant != "" {
		return nil, fmt.Errorf("no engine %q%s", name, meant)
	}
	for _, e := range engines {
		if e.With == nil || given {
			continue
		}
		if _, err := e.With(spec); strings.Contains(err.Error(), "; did you mean") {
			return nil, fmt.Errorf("no engine %q, and %w", name, err)
		}
	}
	return nil, fmt.Errorf("no engine %q (there are: %s)", name, names(engines))
}
