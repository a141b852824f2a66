package coop

import (
	"fmt"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/near"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Strategy says which engines work on a task, in which order and for how long: a tree of jobs
// with a name. It has a text form (text.go), which says the same.
type Strategy struct {
	Name string
	Doc  string
	Job  Job
}

// Job is a node of a strategy: a turn of an engine, or jobs put together. A job's share of the time (under
// --deterministic, of the work) of the job around it is Share and AtMost.
type Job struct {
	Kind   Kind
	Engine string  // Turn: the name, and options after a colon: iat:domain=octagon
	Jobs   []Job   // of the other kinds
	Cond   []Test  // If: all of them
	Cut    Cut     // Split: into what; its job works on each part
	Ranged Ranged  // Ranges: how its jobs share the paths
	Share  float64 // of what is left when the job begins; 0: all of it
	AtMost time.Duration
}

// Kind is how jobs are put together.
type Kind uint8

// The kinds.
const (
	Turn        Kind = iota
	Seq              // one after the other
	Turns            // one after the other, again and again, with slices of time that grow
	Par              // at the same time; under --deterministic one after the other, each with all that the job has
	Split            // one job on each part of the task, one part after the other
	If               // the first job if the condition holds of the program, else the second, if there is one
	Conditional      // each job on what those before it have left (conditional.go)
	Ranges           // each job on a range of paths, at the same time (ranged.go)
)

// Test is a condition on a program: one of its properties compared with a number, or whether
// it has any.
type Test struct {
	Property string // one of Properties
	Op       string // <, <=, >=, >; "": it has some; "!": it has none
	Number   int
}

// Texts of strategies. Sizes are in edges: up to 200, relations between all variables are affordable; from 2000 on, the
// cheaper engines get most of the time, but a short turn of iat: it proves state machines of a thousand states, where
// intervals keep a case for each of them. Programs with a heap, or that are asked about memory, often have few paths,
// which concolic ends.
const (
	defaultText = `seq(
  execution 50% 400ms,
  random 8ms,
  if(edges >= 20000, intervals 40%, intervals 3%),
  if(asked, windows 30%),
  unwind:open=0+ints 10% 1s,
  unwind:open=0 25% 2500ms,
  if(edges >= 2000,
    if(edges >= 20000,
      seq(random 25% 15s, intervals 65%, intervals 65%),
      seq(random 15% 5s, iat 12% 6s, intervals 65%)),
    seq(
      if(heap, concolic 12%, if(asked, concolic 12%)),
      iat 6%)),
  execution 50%,
  if(edges >= 200, seq(cpa:value(refined) 35%, cpa:value+predicate 15%, traceabs 15%, if(edges >= 2000, synergy 10%))),
  horn 5%,
  if(edges < 2000, seq(
    random 5% 5s,
    if(heap, concolic 25%, if(asked, concolic 25%)),
    unwind 40%,
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

// Default returns the strategy without options: the cheap and the concrete first. execution and unwind give up at once
// where the program is not for them.
func Default(engines []verify.Engine) (Strategy, error) {
	s, err := Parse(defaultText, engines)
	s.Name, s.Doc = "default", "run closed programs for a moment; short turns of all others, the cheap first; then "+
		"longer turns"
	return s, err
}

// Functions is for many functions with little time each, of which most have a violation that a few tests show, as the
// callers' promises are not known: Default with a first turn of tests that is long enough to compile the program for
// them.
func Functions(engines []verify.Engine) (Strategy, error) {
	s, err := Parse(functionsText(), engines)
	s.Name, s.Doc = "functions", "default with more time for tests at the beginning; that of verify --all-functions"
	return s, err
}

func functionsText() string { return strings.Replace(defaultText, "random 8ms", "random 15% 1s", 1) }

// Single runs one engine on all of the task. The rest of the time is for the check; where there is nothing to check,
// the engine goes on.
func Single(engine string, engines []verify.Engine) (Strategy, error) {
	if _, err := find(engines, engine); err != nil {
		return Strategy{}, err
	}
	return Strategy{Name: engine, Doc: "only " + engine, Job: Job{Kind: Seq, Jobs: []Job{
		{Engine: engine, Share: 0.7}, {Engine: engine, Share: 0.7}, {Engine: engine, Share: 0.7},
	}}}, nil
}

// turns lists the turns of a job, in the order of the text.
func (j *Job) turns(visit func(*Job)) {
	if j.Kind == Turn {
		visit(j)
	}
	for i := range j.Jobs {
		j.Jobs[i].turns(visit)
	}
}

// find returns the engine that a name with options means, or options alone that one engine has; nil if there is none.
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
	for _, e := range engines { // an option may stand for an engine: predicate for cpa:predicate
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
