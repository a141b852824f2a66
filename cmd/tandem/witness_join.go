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
		Short: "join correctness witnesses, each of a part of the executions, to one of all",
		Long: `Join writes one correctness witness that says at each place what one of the witnesses says there:
the disjunction of their invariants. Each of them may speak of a part of the executions only, as
those of analyses on ranges of paths do. Where one of them says nothing, the joint one does not
either; an expression that is not understood counts as nothing, and is said. All have to be of this
program, and of one property and data model.`,
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
	fs.BoolVar(&f.ignoreHash, "ignore-hash", false, "a hash of another program file is a warning only")
	fs.BoolVar(&f.program.opt.Deterministic, "deterministic", false,
		"same input, same options: same output; the witness is of 1970")
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
	if f.out != "" {
		in := f.program.inputs(files)
		in.add(witnesses...)
		if err := writableFile(in, "--output", f.out); err != nil {
			return err
		}
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
