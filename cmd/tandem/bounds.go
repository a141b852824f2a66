package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// boundFlags holds the options that select a range of paths.
type boundFlags struct {
	opt app.RangeOptions
}

// register adds the options to fs.
func (f *boundFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&f.opt.From, "from", "", "the lower bound is the path of the test in `FILE` (Test-Comp's format; "+
		"default the first path)")
	fs.StringVar(&f.opt.To, "to", "", "the upper bound is the path of the test in `FILE` (default the last path)")
	fs.BoolVar(&f.opt.Before, "before", false, "the upper bound and its extensions are not in the range")
	fs.StringVar(&f.opt.Range, "range", "",
		"paths in the range `LOWER..UPPER`, as split prints it: a bound is a sequence of branch decisions, T for true and F "+
			"for false (T100 is 100 times T), and < excludes the upper one, as in TTF..FT and T100F..<F; @FILE: read the "+
			"range from FILE, @FILE:2: from its second line")
}

// clash returns an error if options exclude each other.
func (f *boundFlags) clash() error {
	switch o := &f.opt; {
	case o.Range != "" && (o.From != "" || o.To != "" || o.Before):
		return usage("--range gives both bounds: it excludes --from, --to and --before (--range 'TTF..<FT' ends before FT)")
	case o.Before && o.To == "":
		return usage("--before needs --to: it leaves the path of --to out")
	}
	return nil
}

// read reads the range from a file if --range names one, and checks the range.
func (f *boundFlags) read() (err error) {
	if name, is := strings.CutPrefix(f.opt.Range, "@"); is {
		if name == "" {
			return usage("--range @: of which file? (@FILE, or @FILE:2 for its second line)")
		}
		if f.opt.File, f.opt.Range, err = rangeText(name); err != nil {
			return err
		}
	}
	return f.opt.Valid()
}

// addBounds adds the files from which bounds are read.
func (in *inputs) addBounds(f *boundFlags) { in.add(f.opt.From, f.opt.To, f.opt.File, f.opt.Open) }

// rangeText returns the text of a file, or for FILE:2 the text of its second line. It also returns the name of the
// file.
func rangeText(name string) (file, text string, err error) {
	line := -1
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		if n, err := strconv.Atoi(name[i+1:]); err == nil && n >= 0 {
			name, line = name[:i], n
		}
	}
	all, err := verify.ReadFile(name)
	if err != nil {
		return "", "", err
	}
	text = strings.TrimRight(string(all), "\r\n")
	switch lines := strings.Split(text, "\n"); {
	case line == 0 || line > len(lines):
		return "", "", &app.InputError{File: name, Msg: fmt.Sprintf("no line %d: there are 1 to %d", line, len(lines))}
	case line > 0: // empty lines before it keep the line numbers in errors
		text = strings.Repeat("\n", line-1) + strings.TrimRight(lines[line-1], "\r")
	case len(lines) > 1 && strings.Contains(lines[0], "..") && strings.Contains(lines[1], ".."):
		return "", "", &app.InputError{File: name, Line: 2, Col: 1,
			Msg: fmt.Sprintf("more than one range: which? --range @%s:1 to @%s:%d", name, name, len(lines))}
	}
	if strings.TrimSpace(text) == "" {
		return "", "", &app.InputError{File: name, Line: max(line, 1), Col: 1,
			Msg: "no range: two bounds are needed: LOWER..UPPER"}
	}
	return name, text, nil
}
