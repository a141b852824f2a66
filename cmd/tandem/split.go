package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/obs"
)

// splitFlags holds the options of tandem split. The field program has the options that say how to read the program.
type splitFlags struct {
	program              programFlags
	by, out              string
	parts                int
	time                 duration
	memory               size
	json, quiet, verbose bool
}

// splitCmd returns the command tandem split.
func (a *cli) splitCmd() *cobra.Command {
	f := &splitFlags{}
	names, docs := app.Splitters()
	var list strings.Builder
	for i, n := range names {
		fmt.Fprintf(&list, "  %-10s %s\n", n, docs[i])
	}
	c := &cobra.Command{
		Use:   "split FILE.c... | FILE.spl | TASK.yml",
		Short: "split the paths of a program into ranges",
		Args:  programArgs,
		Long: `Split finds tests whose paths divide the paths of the program into ranges, which can be verified in
parallel. Each path of the program is in one of the ranges. Splitters:

` + list.String() + `
lb, fit and rdm take other numbers too, as in lb7 and rdm7; lb3+lb10 has the bounds of both. For more than
two ranges, lb3 has bounds at 3, 6, 9, ... iterations of the loops, and rdm at more random paths. Exit code 0,
or 20 if no bound was found (docs/ranged.md).`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := app.CheckSplit(f.by, f.parts); err != nil {
				return err
			}
			if f.quiet && f.verbose {
				return usage("--quiet and --verbose exclude each other")
			}
			return a.split(f, args)
		},
	}
	fs := c.Flags()
	f.program.register(fs)
	fs.StringVar(&f.by, "by", "lb3", "`SPLITTER`: "+strings.Join(names, ", ")+
		"; lb, fit and rdm also with another number, as in lb7")
	fs.IntVar(&f.parts, "parts", 2, fmt.Sprintf("number of ranges, 2 to %d; fewer if not enough bounds are found",
		app.MaxParts))
	fs.StringVarP(&f.out, "output", "o", "", "write the tests of the bounds (Test-Comp's format) and the ranges to `DIR`")
	fs.VarP(&f.time, "timelimit", "t", "wall time; at the limit nothing is written; 0: none (the default)")
	fs.Var(&f.memory, "memlimit", "memory; at the limit nothing is written; no limit by default")
	fs.BoolVar(&f.json, "json", false, "one JSON document on standard output")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "no text but errors")
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "print the time of splitting")
	f.program.registerSearch(fs)
	return c
}

// split runs tandem split.
func (a *cli) split(f *splitFlags, files []string) error {
	opt, err := f.program.options()
	if err != nil {
		return err
	}
	out := outPath{flag: "-o", path: f.out, names: app.SplitFiles(f.parts)}
	if err := checkOutputs(f.program.inputs(files), out); err != nil {
		return err
	}
	opt.Log = &obs.Log{Handler: a.logTo(f.quiet, f.verbose)}
	ctx, guard := watch(time.Now(), time.Duration(f.time), 0, uint64(f.memory), func(why error) int {
		fmt.Fprintf(a.stderr, "tandem: the program is not split: %v\n", why)
		return exitUnknown
	})
	defer guard.finish(func() {})
	task, err := app.Load(opt, files...)
	if err != nil {
		return err
	}
	if err := checkOutputs(f.program.inputs(sources(task)), out); err != nil { // now with the headers
		return err
	}
	s, err := app.MakeSplit(ctx, task, f.by, f.parts)
	if err != nil && ctx.Err() != nil {
		err = &app.UnsupportedError{Reason: "the program is not split: " + context.Cause(ctx).Error()}
	}
	if err != nil {
		return err
	}
	if f.out != "" {
		if err := s.Write(ctx, f.out); err != nil {
			return err
		}
	}
	switch {
	case f.json:
		enc := json.NewEncoder(a.stdout)
		enc.SetEscapeHTML(false) // ranges have <
		enc.SetIndent("", "  ")
		return enc.Encode(s)
	case !f.quiet:
		tellSplit(a.stdout, s, f)
	}
	return nil
}

// tellSplit prints the ranges, with the tests between them.
func tellSplit(w io.Writer, s *app.Split, f *splitFlags) {
	fmt.Fprintf(w, "%s of paths by %s", counted(len(s.Ranges), "range", "ranges"), s.By)
	if s.Seed != nil {
		fmt.Fprintf(w, " (seed %d)", *s.Seed)
	}
	if len(s.Ranges) < f.parts {
		fmt.Fprintf(w, ", not %d", f.parts)
	}
	if f.verbose && s.Seconds > 0 {
		fmt.Fprintf(w, ", in %.3f s", s.Seconds)
	}
	fmt.Fprintln(w)
	for i, r := range s.Ranges {
		fmt.Fprintf(w, "\n%s\n", r)
		if i == len(s.Bounds) {
			break
		}
		b := s.Bounds[i]
		fmt.Fprintf(w, "\n  bound of %s", counted(b.Decisions, "decision", "decisions"))
		if b.Test != "" {
			fmt.Fprintf(w, ", test in %s", filepath.Join(f.out, b.Test))
		}
		fmt.Fprintln(w)
		if b.Prefix != "" {
			fmt.Fprintf(w, "  only the beginning of the path of the test: %s\n", b.Prefix)
		}
		fmt.Fprintf(w, "  inputs: %s\n", shortInputs(b.Inputs))
	}
}

// shortInputs returns a list of inputs, cut to about 200 bytes.
func shortInputs(text string) string {
	const most = 200
	if text == "" {
		return "none are read"
	}
	if len(text) <= most {
		return text
	}
	cut := strings.LastIndexByte(text[:most], ',')
	return fmt.Sprintf("%s,... (%d in all; --json has them)", text[:max(cut, 0)], strings.Count(text, ",")+1)
}
