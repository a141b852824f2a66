// Command tandem proves assertions in C programs, or breaks them with an input that anyone can run. Its commands are
// verify, test, residual, split, range, witness, run, cfa, bench, doctor, and version; see README.md. The exit codes
// are
//
//	0   proved (verify), finished (run), no wrong verdict (bench)
//	10  violated, or a wrong verdict
//	20  unknown; no solver works (doctor)
//	2   usage
//	3   the input cannot be read, parsed or lowered
//	4   internal error
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/near"
)

// Exit codes.
const (
	exitProved   = 0
	exitUsage    = 2
	exitInput    = 3
	exitInternal = 4
	exitViolated = 10
	exitUnknown  = 20
)

func main() {
	paceGarbage()
	stderr := os.Stderr
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		os.Stderr = null // discards the messages of the C parser; Main writes to stderr
	}
	os.Exit(Main(os.Args[1:], os.Stdout, stderr))
}

// Main runs the command line and returns the exit code. It never panics.
func Main(args []string, stdout, stderr io.Writer) (code int) {
	defer func() {
		if x := recover(); x != nil {
			code = internalError(stderr, x)
		}
	}()
	out := &output{Writer: stdout}
	c := &cli{stdout: out, stderr: stderr}
	root := c.root()
	root.SetArgs(gccStyle(root, args))
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.Execute()
	if err == nil && out.err != nil { // the output is not complete
		err = &app.InputError{File: "standard output", Msg: "cannot be written: " + cause(out.err)}
	}
	if err != nil {
		return c.fail(err)
	}
	return c.code
}

// output is standard output. It records the first error of a write, except if the reader of a pipe has ended.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil && o.err == nil && !errors.Is(err, syscall.EPIPE) {
		o.err = err
	}
	return n, err
}

// cli has the state that the commands share.
type cli struct {
	stdout, stderr io.Writer
	code           int // the exit code, if the command returns no error

	// For a verification in a worker of --all-functions, which has many in one process:
	grace  time.Duration  // time after the limit until the process is ended
	before time.Duration  // processor time of the earlier verifications
	forced func(code int) // called before the process is ended by force
	cut    bool           // the verification was interrupted
}

// root returns the command tandem with all its subcommands.
func (a *cli) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "tandem",
		Short:         "prove assertions in C programs, or break them with an input that anyone can run",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("unknown command %q (see tandem --help)%s", args[0], nearCommand(c, args[0]))
			}
			return nil
		},
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
		Version: app.Version(),
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return usage("%s", flagFault(c, err)) })
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error { return noEmpty(c.Flags()) }
	root.SetHelpCommand(helpCmd())
	root.AddCommand(a.verifyCmd(), a.testCmd(), a.witnessCmd(), a.runCmd(), a.cfaCmd(), a.residualCmd(), a.splitCmd(),
		a.rangeCmd(), a.benchCmd(), a.doctorCmd(), a.versionCmd())
	stateDefaults(root)
	tellGccFlags(root)
	return root
}

// stateDefaults adds the default to the help of each option that does not mention it.
func stateDefaults(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.DefValue == "0s" { // the flag library would print this default
			f.DefValue = ""
		}
		zero := f.DefValue == "" || f.DefValue == "0" || f.DefValue == "[]"
		switch said := strings.Contains(f.Usage, "default"); {
		case said:
		case f.DefValue == "false":
			f.Usage += " (default off)"
		case zero:
			f.Usage += " (default none)"
		}
	})
	for _, sub := range c.Commands() {
		stateDefaults(sub)
	}
}

// versionCmd returns the command tandem version.
func (a *cli) versionCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintln(a.stdout, app.Version())
			return nil
		},
	}
}

// noArgs returns an error if there are arguments.
func noArgs(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("unexpected argument %q", args[0])
	}
	return nil
}

// programArgs returns an error unless the arguments are a program: at least one file, except with --build, and no file
// twice.
func programArgs(c *cobra.Command, args []string) error {
	if g := c.Flags().Lookup("build"); len(args) == 0 && (g == nil || !g.Changed) {
		return usage("no input file%s", seeHelp(c))
	}
	for i, f := range args {
		if slices.Contains(args[:i], f) {
			return usage("%s is given twice", f)
		}
	}
	return nil
}

// seeHelp returns the end of a message, which names the command's --help.
func seeHelp(c *cobra.Command) string { return " (see " + c.CommandPath() + " --help)" }

// helpCmd returns the command tandem help.
func helpCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "help about a command",
		RunE: func(c *cobra.Command, args []string) error {
			about, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usage("unknown command %q (see tandem --help)%s", strings.Join(args, " "), nearCommand(c.Root(), args[0]))
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}

// nearCommand returns a question whether the user meant a similar command; "" if none is similar.
func nearCommand(c *cobra.Command, name string) string {
	var names []string
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	return near.Mean(name, names)
}

// usage returns a *app.UsageError.
func usage(format string, args ...any) error {
	return &app.UsageError{Msg: fmt.Sprintf(format, args...)}
}

// parseFault matches the messages of the flag library about values that are not numbers.
var parseFault = regexp.MustCompile(`strconv\.Parse(\w+): parsing ".*": .*$`)

// flagFault returns the message for an error in the flags of c.
func flagFault(c *cobra.Command, err error) string {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		if hint, ok := otherFlags[unknown.GetSpecifiedName()]; ok {
			return err.Error() + ": " + hint
		}
		return err.Error() + nearFlag(c.Flags(), unknown.GetSpecifiedName()) + seeHelp(c)
	}
	return parseFault.ReplaceAllStringFunc(err.Error(), func(s string) string {
		switch parseFault.FindStringSubmatch(s)[1] {
		case "Uint":
			return "a number that is not negative is expected"
		case "Bool":
			return "true or false is expected"
		}
		return "a number is expected"
	})
}

// otherFlags maps options of other verifiers to a hint: the option of Tandem, or why none is needed.
var otherFlags = map[string]string{
	"function": "it is --entry here", "entry-point": "it is --entry here", "main": "it is --entry here",
	"unwind":                "no bound is needed: loops have proofs or counterexamples; --engine bmc alone unwinds",
	"unwindset":             "no bound is needed; --engine bmc alone unwinds",
	"bounds-check":          "it is --check memory here, on by default",
	"pointer-check":         "it is --check memory here, on by default",
	"signed-overflow-check": "it is --check overflow here, on by default",
	"overflow-check":        "it is --check overflow here, on by default",
	"div-by-zero-check":     "it is --check division here, on by default", "memory-leak-check": "it is --check leak here",
	"max-time": "it is --timelimit here", "max-memory": "it is --memlimit here",
	"nondet-static":      "it is --havoc-globals here",
	"no-standard-checks": "it is --check none here", "cover": "tandem test covers branches",
}

// fail prints an error in one or several lines and returns its exit code.
func (a *cli) fail(err error) int {
	var use *app.UsageError
	var un *app.UnsupportedError
	var file *fs.PathError
	switch {
	case errors.As(err, &use):
		fmt.Fprintf(a.stderr, "tandem: %s\n", use.Msg)
		return exitUsage
	case errors.As(err, &un):
		fmt.Fprintf(a.stderr, "tandem: %s\n", un.Reason)
		return exitUnknown
	case app.IsInputError(err):
		lines := strings.Split(err.Error(), "\n")
		const most = 20
		for i, line := range lines {
			if i == most {
				fmt.Fprintf(a.stderr, "tandem: %s\n", counted(len(lines)-most, "more error", "more errors"))
				break
			}
			fmt.Fprintf(a.stderr, "tandem: %s\n", line)
		}
		return exitInput
	case errors.As(err, &file): // a full disk, or a removed folder
		fmt.Fprintf(a.stderr, "tandem: %s: %s failed: %v\n", file.Path, file.Op, file.Err)
		return exitInput
	}
	fmt.Fprintf(a.stderr, "tandem: %s\n", strings.TrimSpace(err.Error()))
	return exitInternal
}

// internalError reports a panic, with its stack if TANDEM_STACK is set, and returns the exit code.
func internalError(stderr io.Writer, x any) int {
	text := strings.SplitN(fmt.Sprint(x), "\n", 2)[0]
	fmt.Fprintf(stderr, "tandem: internal error: %s (please report it)\n", text)
	if os.Getenv("TANDEM_STACK") != "" {
		stderr.Write(debug.Stack())
	}
	return exitInternal
}
