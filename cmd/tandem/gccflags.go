package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tandem-verifier/tandem/internal/build"
)

// compilerFlag is a hidden flag whose values are flags of gcc.
const compilerFlag = "compiler-flag"

// gccHelp is the part of the help that lists flags of gcc.
const gccHelp = `Flags of gcc may stand among the others, as for a compilation: -std=c99 (also c89, c11, gnu17,
c23, ...), -isystem DIR, -include FILE, -m32, -funsigned-char, -fwrapv, -O2, -Wall, @FILE (docs/builds.md has all).`

// tellGccFlags adds gccHelp to the help of commands that read programs.
func tellGccFlags(c *cobra.Command) {
	if c.Flags().Lookup(compilerFlag) != nil {
		c.Long = strings.TrimRight(c.Long, "\n") + "\n\n" + gccHelp
	}
	for _, sub := range c.Commands() {
		tellGccFlags(sub)
	}
}

// gccStyle translates flags of gcc, which begin with one dash, to flags that the flag library can parse: -include to
// --include, and others to --compiler-flag. A flag that the command has itself is not translated.
func gccStyle(root *cobra.Command, args []string) []string {
	var out []string
	cmd, rest, err := root.Find(args)
	if err != nil || cmd.Flags().Lookup(compilerFlag) == nil {
		return args
	}
	fs := cmd.Flags()
	out = append(out, args[:len(args)-len(rest)]...)
	if len(out) == 0 || out[len(out)-1] != cmd.Name() { // options before the command
		return args
	}
	for i := 0; i < len(rest); i++ {
		a := rest[i]
		switch {
		case a == "--":
			return append(out, rest[i:]...)
		case len(a) > 1 && a[0] == '@':
			words, err := build.Response(a)
			if err != nil {
				out = append(out, a) // take it for the name of a program file
				continue
			}
			rest = slices.Replace(slices.Clone(rest), i, i+1, words...)
			out = append(out, "--"+responseFlag+"="+a[1:])
			i--
		case strings.HasPrefix(a, "-o") && fs.ShorthandLookup("o") == nil && len(a) > 2:
			out = append(out, "--"+compilerFlag+"="+a)
		case a == "-o" && fs.ShorthandLookup("o") == nil && i+1 < len(rest):
			i++
			out = append(out, "--"+compilerFlag+"="+a, "--"+compilerFlag+"="+rest[i])
		case a == "-include":
			out = append(out, "--include")
		case strings.HasPrefix(a, "--"):
			out = append(out, a)
			name, _, joined := strings.Cut(a[2:], "=")
			if g := fs.Lookup(name); g != nil && !joined && g.NoOptDefVal == "" && i+1 < len(rest) {
				i++
				out = append(out, rest[i])
			}
		case len(a) < 2 || a[0] != '-':
			out = append(out, a)
		case a[1] == 'h' || a == "-o" || fs.ShorthandLookup(a[1:2]) != nil:
			out = append(out, a)
			if g := fs.ShorthandLookup(a[1:2]); g != nil && len(a) == 2 && g.NoOptDefVal == "" && i+1 < len(rest) {
				i++
				out = append(out, rest[i])
			}
		default:
			known, next := build.Known(a)
			if !known && !isCompilerFlag(a) {
				out = append(out, a)
				continue
			}
			out = append(out, "--"+compilerFlag+"="+a)
			if next && i+1 < len(rest) {
				i++
				out = append(out, "--"+compilerFlag+"="+rest[i])
			}
		}
	}
	return out
}

// isCompilerFlag reports whether a flag looks like one of gcc. Package build reports an error if it is wrong.
func isCompilerFlag(a string) bool {
	return len(a) > 2 && (strings.HasPrefix(a, "-f") || strings.HasPrefix(a, "-m") || strings.HasPrefix(a, "-std") ||
		strings.HasPrefix(a, "-i"))
}

// registerBuild adds the options for reading programs like a compiler.
func (f *programFlags) registerBuild(fs *pflag.FlagSet) {
	o := &f.opt
	fs.StringVar(&o.Build, "build", "", "`DATABASE` of compilation (compile_commands.json, or its folder) that says "+
		"how files are read; without a file: the one that defines the entry function (docs/builds.md)")
	fs.BoolVar(&o.Alone, "alone", false, "with --build: the named files alone, without the files that define what "+
		"they need; with --all-functions: each file without the others")
	fs.StringArrayVar(&o.IgnoreFlags, "ignore-flag", nil,
		"leave out a `FLAG` of a compiler, here or in the database, as --ignore-flag=-ffast-math")
	fs.StringArrayVar(&o.Flags, compilerFlag, nil, "a flag as gcc has it")
	_ = fs.MarkHidden(compilerFlag)
	fs.StringArrayVar(&f.responses, responseFlag, nil, "a file of arguments that was read (@FILE)")
	_ = fs.MarkHidden(responseFlag)
}

// responseFlag is the hidden option that gccStyle adds for each file of arguments, as the files are inputs.
const responseFlag = "response-file"
