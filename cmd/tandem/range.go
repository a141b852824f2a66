package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/obs"
)

// rangeFlags holds the options of range, in addition to those of the program.
type rangeFlags struct {
	program programFlags
	boundFlags
	memory       size
	tester, out  string
	conditionOut string
	json, quiet  bool
}

// rangeCmd returns the command tandem range.
func (a *cli) rangeCmd() *cobra.Command {
	f := &rangeFlags{}
	c := &cobra.Command{
		Use:   "range FILE.c... | FILE.spl | TASK.yml",
		Short: "write the paths of a program between the paths of two tests as a C program",
		Args:  programArgs,
		Long: `Range writes a part of the program as a C program, the range program, for any verifier or tester. The
part has the executions whose path lies between the paths of two tests. Paths are ordered by their branch
decisions: T (true) comes before F (false), and a path before its extensions. Both bounds, and the
extensions of the upper one, are in the range; --before excludes the upper bound and its extensions. If a
test does not fix all inputs, the bound is the least of its paths (docs/ranged.md). Exit code 0 if the
program was written, 3 if a test cannot be read or belongs to another program, or no path lies in the
range.`,
		RunE: func(c *cobra.Command, args []string) error {
			o := &f.opt
			switch {
			case o.Open != "" && (o.Range != "" || o.From != "" || o.To != "" || o.Before || o.Form == "prepared"):
				return usage("--condition gives the range: it excludes --from, --to, --before, --range and --form")
			case o.Open != "":
			case o.Range == "" && o.From == "" && o.To == "":
				return usage("which paths? --from TEST.xml, --to TEST.xml, both, or --range LOWER..UPPER")
			}
			if err := f.clash(); err != nil {
				return err
			}
			switch {
			case o.Form != "" && !slices.Contains(app.RangeForms, o.Form):
				return usage("--form: no form %q (there are: %s)", o.Form, strings.Join(app.RangeForms, ", "))
			case o.Limit < 0 || o.Limit == 0 && c.Flags().Changed("limit"):
				return usage("--limit is at least 1")
			case !slices.Contains(app.Testers(), f.tester):
				return usage("--tester: no tester %q (there are: %s)", f.tester, strings.Join(app.Testers(), ", "))
			}
			return a.rangeProgram(f, args)
		},
	}
	fs := c.Flags()
	f.program.register(fs)
	f.boundFlags.register(fs)
	fs.StringVar(&f.opt.Open, "condition", "",
		"the range of paths that the condition in `FILE` leaves open (default none)")
	fs.StringVar(&f.conditionOut, "condition-out", "",
		"write the range as a condition to `FILE`, for --condition of verify and residual (default none)")
	fs.StringVar(&f.opt.Form, "form", "", "the `FORM` of the program: "+strings.Join(app.RangeForms, ", ")+
		" (default that of --range, or reference)")
	fs.IntVar(&f.opt.Limit, "limit", 0, "bounds have at most `N` decisions: the first N of a longer path (default "+
		"2,000 if the path has to be searched for, else 1,048,576)")
	fs.Var(&f.memory, "memlimit", "memory; at the limit nothing is written; no limit by default")
	fs.StringVar(&f.tester, "tester", "verifier", "input and error functions of `TESTER`: "+strings.Join(app.Testers(),
		", "))
	fs.StringVarP(&f.out, "output", "o", "range.c", "write the program to `FILE`; -: to standard output")
	fs.BoolVar(&f.json, "json", false, "one JSON document on standard output")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "no text but errors")
	f.program.registerSearch(fs)
	return c
}

// rangeProgram runs tandem range.
func (a *cli) rangeProgram(f *rangeFlags, files []string) error {
	if f.json && f.out == "-" {
		return usage("--json and -o - both write to standard output")
	}
	opt, err := f.program.options()
	if err != nil {
		return err
	}
	if err := f.read(); err != nil {
		return err
	}
	writableOut := func(in inputs) error {
		in.addBounds(&f.boundFlags)
		out := f.out
		if out == "-" {
			out = ""
		}
		return checkOutputs(in, outPath{flag: "--condition-out", path: f.conditionOut}, outPath{flag: "-o", path: out})
	}
	if err := writableOut(f.program.inputs(files)); err != nil {
		return err
	}
	opt.Log = &obs.Log{Handler: a.logTo(f.quiet, false)}
	ctx, guard := watch(time.Now(), 0, 0, uint64(f.memory), func(why error) int {
		fmt.Fprintf(a.stderr, "tandem: no range program is written: %v\n", why)
		return exitUnknown
	})
	var res *app.RangeProgram
	var text bytes.Buffer
	condition := ""
	task, err := app.Load(opt, files...)
	if err == nil {
		err = writableOut(f.program.inputs(sources(task))) // headers
	}
	if err == nil {
		if res, err = app.MakeRange(ctx, task, f.opt); err == nil {
			err = res.Write(&text, f.tester)
		}
		if err == nil && f.conditionOut != "" {
			condition, err = res.Condition(task)
		}
	}
	cut := context.Cause(ctx) // finish sets another cause
	guard.finish(func() {})
	switch {
	case err != nil && cut != nil:
		fmt.Fprintf(a.stderr, "tandem: no range program is written: %v\n", cut)
		a.code = exitUnknown
		return nil
	case err != nil:
		return err
	}
	if err := a.writeText(f.out, text.Bytes()); err != nil {
		return err
	}
	if condition != "" {
		if err := a.writeText(f.conditionOut, []byte(condition)); err != nil {
			return err
		}
	}
	switch {
	case f.json:
		enc := json.NewEncoder(a.stdout)
		enc.SetEscapeHTML(false) // ranges have <
		enc.SetIndent("", "  ")
		return enc.Encode(res)
	case !f.quiet:
		w := io.Writer(a.stdout)
		if f.out == "-" {
			w = a.stderr
		}
		tellRange(w, res, f.out)
	}
	return nil
}

// tellRange prints the bounds and the size of the range program.
func tellRange(w io.Writer, res *app.RangeProgram, file string) {
	for _, b := range []struct {
		name  string
		bound *app.RangeBound
	}{{"from", res.From}, {"to", res.To}} {
		if b.bound == nil {
			continue
		}
		fmt.Fprintf(w, "%s %s: %s (%s)\n", b.name, b.bound.Test, shortPath(b.bound.Path),
			counted(b.bound.Decisions, "decision", "decisions"))
		for _, n := range b.bound.Notes {
			fmt.Fprintf(w, "  %s\n", n)
		}
		if b.bound.Prefix != "" {
			fmt.Fprintf(w, "  only the beginning of the path: %s\n", b.bound.Prefix)
		}
	}
	fmt.Fprintf(w, "paths %s, %s and %s (the program has %d and %d), in %s\n", shortPath(res.Range),
		counted(res.RangeSize.Locs, "location", "locations"), counted(res.RangeSize.Edges, "edge", "edges"),
		res.Size.Locs, res.Size.Edges, file)
}

// shortPath returns a path, cut to 120 bytes and dots.
func shortPath(path string) string {
	const most = 120
	if len(path) <= most {
		return path
	}
	return path[:most] + "..."
}
