package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/near"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// cfaFlags holds the options of tandem cfa.
type cfaFlags struct {
	program  programFlags
	dot, raw bool
	verbose  bool
	fn       string

	// The options that select a part of the program; "" or 0 if an option is not given.
	region, paths, condition, edges string
	depth                           int
}

// cfaCmd returns the command tandem cfa.
func (a *cli) cfaCmd() *cobra.Command {
	f := &cfaFlags{}
	c := &cobra.Command{
		Use:   "cfa FILE.c... | FILE.spl | TASK.yml",
		Short: "print the program, or a part of it, as Tandem sees it: control-flow automata, as text or dot",
		Args:  programArgs,
		Long: `Print the program as Tandem sees it: control-flow automata, as text or dot.

The options --region, --range, --condition, --depth and --edges restrict the program to a part of its
executions: those that satisfy all of the given options. The part is printed as a program. Inputs,
functions and locations in these options have the names that the output without them shows.
The text forms of the options are in docs/parts.md.`,
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("depth") && f.depth < 1 {
				return usage("--depth is at least 1")
			}
			return a.cfa(f, args)
		},
	}
	fs := c.Flags()
	f.program.register(fs)
	fs.BoolVar(&f.dot, "dot", false, "Graphviz instead of text")
	fs.BoolVar(&f.raw, "raw", false, "the program before guards, inlining and simplification")
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "print time and memory of each step of reading to standard error")
	fs.StringVar(&f.fn, "function", "", "only this `FUNCTION`")
	fs.StringVar(&f.region, "region", "", "only inputs in this region, as in 'x in 0..5, y in ..-1, x < y'")
	fs.StringVar(&f.paths, "range", "", "only paths in the range `LOWER..UPPER`: a bound is a sequence of branch "+
		"decisions, T for true and F for false (T100 is 100 times T), and < excludes the upper one, as in TTF..FT and "+
		"T100F..<F; @FILE: read the range from FILE")
	fs.StringVar(&f.condition, "condition", "", "only executions that the condition in `FILE` leaves open")
	fs.IntVar(&f.depth, "depth", 0, "only executions with at most `N` visits of each loop head")
	fs.StringVar(&f.edges, "edges", "", "only executions along these edges, as in 'main: L0 L2 L3 L2 L4, f'")
	return c
}

// scope returns the part of p that the options describe.
func (f *cfaFlags) scope(p *ir.Program) (s restrict.Scope, err error) {
	fail := func(flag string, err error) error { return usage("%s: %v", flag, err) }
	if f.region != "" {
		if s.Region, err = restrict.ParseRegion(p, f.region); err != nil {
			return s, fail("--region", err)
		}
	}
	if f.paths != "" {
		text := []byte(f.paths)
		if name, is := strings.CutPrefix(f.paths, "@"); is {
			if text, err = os.ReadFile(name); err != nil {
				return s, fail("--range", err)
			}
		}
		if s.Range, err = restrict.ParsePaths(string(text)); err != nil {
			return s, fail("--range", err)
		}
	}
	if f.condition != "" {
		text, err := os.ReadFile(f.condition)
		if err != nil {
			return s, fail("--condition", err)
		}
		if s.Condition, err = restrict.ParseCondition(p, string(text)); err != nil {
			return s, fail("--condition "+f.condition, err)
		}
		if len(s.Condition.States) == 0 {
			return s, usage("--condition: %s has no state (docs/parts.md)", f.condition)
		}
	}
	if f.edges != "" {
		if s.Edges, err = restrict.ParseEdges(p, f.edges); err != nil {
			return s, fail("--edges", err)
		}
	}
	s.Depth = f.depth
	return s, nil
}

// cfa runs tandem cfa: it reads the program in files and prints it, or the part that the options describe.
func (a *cli) cfa(f *cfaFlags, files []string) error {
	opt, err := f.program.options()
	if err != nil {
		return err
	}
	opt.Raw = f.raw
	if f.verbose {
		opt.Log = &obs.Log{Handler: a.logTo(false, true)}
		defer func() { fmt.Fprint(a.stderr, opt.Log.Steps()) }()
	}
	task, err := app.Load(opt, files...)
	if err != nil {
		return err
	}
	p := task.Program
	part, err := f.scope(p)
	if err != nil {
		return err
	}
	var text string
	if !part.Whole() {
		if !f.dot {
			text = "// the part with " + restrict.Text(p, part) + "\n"
		}
		if p, _, err = restrict.Apply(p, part); err != nil {
			return usage("%v", err)
		}
	}
	var only []*ir.Func
	if f.fn != "" {
		for _, fn := range p.Funcs {
			if fn.Name == f.fn || fn.Source == f.fn {
				only = append(only, fn)
			}
		}
		if only == nil {
			var names []string
			for _, fn := range p.Funcs {
				names = append(names, fn.Source)
			}
			return usage("no function %s in the program (inlined? see --raw)%s", f.fn, near.Mean(f.fn, names))
		}
	}
	switch {
	case f.dot:
		text = ir.Dot(p, only...)
	case only != nil:
		for _, fn := range only {
			text += ir.PrintFunc(p, fn)
		}
	}
	_, err = fmt.Fprint(a.stdout, text)
	if err == nil && !f.dot && only == nil {
		err = ir.Write(a.stdout, p)
	}
	if err != nil && !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}
