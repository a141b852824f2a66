package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// joinFlags holds the options of witness join. The field program has the options that say how to read the program.
type joinFlags struct {
	program    programFlags
	out        string
	ignoreHash bool
	quiet      bool
}

// witnessJoinCmd returns the command tandem witness join.
func (a *cli) witnessJoinCmd() *cobra.Command {
	f := &joinFlags{}
	c := &cobra.Command{
		Use:   "join WITNESS WITNESS... FILE.c... | WITNESS WITNESS... TASK.yml",
		Short: "join correctness witnesses for parts of the executions to one for all executions",
		Long: `Join writes one correctness witness. Its invariant at a location is the disjunction of the invariants
that the given witnesses have there. A given witness may be valid for a part of the executions only, like
the witnesses of analyses on ranges of paths. If one of the witnesses has no invariant at a location, or
one that is not understood (a warning names it), the joint witness has none there. All witnesses have
to be for this program, and for the same property and data model.`,
		RunE: func(_ *cobra.Command, args []string) error {
			i := slices.IndexFunc(args, isProgram)
			switch {
			case i < 0:
				return usage("witnesses and a program are needed, as in tandem witness join W1.yml W2.yml FILE.c")
			case i < 2:
				return usage("at least two witnesses are needed before the program, %s", args[i])
			}
			return a.witnessJoin(f, args[:i], args[i:])
		},
	}
	fs := c.Flags()
	f.program.register(fs)
	fs.StringVarP(&f.out, "output", "o", "",
		"write the witness to `FILE`: YAML 2.0, or GraphML 1.0 for .graphml (default standard output, in YAML)")
	fs.BoolVar(&f.ignoreHash, "ignore-hash", false, "only warn if a witness has the hash of another program file")
	fs.BoolVar(&f.program.opt.Deterministic, "deterministic", false,
		"same input, same options: same output; the witness has a date in 1970")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "no warnings")
	return c
}

// isProgram reports whether a file is a program. A .yml file may be a task definition or a witness.
func isProgram(file string) bool {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".c", ".i", ".h":
		return true
	case ".yml", ".yaml":
		_, err := verify.LoadTaskDef(file)
		return err == nil
	}
	return app.IsSPL(file)
}

// witnessJoin runs tandem witness join.
func (a *cli) witnessJoin(f *joinFlags, witnesses, files []string) error {
	opt, err := f.program.options()
	if err != nil {
		return err
	}
	in := f.program.inputs(files)
	in.add(witnesses...)
	if err := checkOutputs(in, outPath{flag: "--output", path: f.out}); err != nil {
		return err
	}
	joint, err := app.JoinWitnesses(opt, f.ignoreHash, strings.HasSuffix(f.out, ".graphml"), strings.Join(os.Args, " "),
		witnesses, files...)
	if err != nil {
		return err
	}
	if !f.quiet {
		for _, w := range joint.Warnings {
			fmt.Fprintf(a.stderr, "tandem: warning: %s\n", w)
		}
	}
	if f.out == "" {
		_, err := a.stdout.Write(joint.Text)
		return err
	}
	if !f.quiet {
		fmt.Fprintf(a.stdout, "%s: %s of %s\n", f.out, counted(joint.Invariants, "invariant", "invariants"),
			counted(len(witnesses), "witness", "witnesses"))
	}
	return writeTo(f.out, func(w io.Writer) error { _, err := w.Write(joint.Text); return err })
}
