package csrc

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Limits of the work of macro expansion, which cc counts in tokens and hide-set entries. A program of n bytes, where
// included files count as often as they are read, may take expansionBase + n*expansionPerByte. (Lua's sources, with
// nested macros, need up to 12 per byte, Linux's headers 2.)
const (
	expansionBase    = 2_000_000
	expansionPerByte = 20
)

// endName is the name of a source after the program, and endText its text: harmless declarations whose tokens end the
// loops in which cc's parser skips tokens after an error. Without them it would loop for ever at the end of the input.
const (
	endName = "<end>"
	endText = "extern int __tandem_end; extern int (*__tandem_end_f(int, char *))[1]; extern int __tandem_end;\n"
)

// translate runs cc over the predefined macros, the builtin text, the command line's definitions, and the file.
func translate(cfg Config, fsys *files, file string, src []byte) (*cc.AST, error) {
	ccfg, sources, err := setup(cfg, fsys, file, src)
	if err != nil {
		return nil, err
	}
	for i, name := range cfg.MacroFiles {
		if err := onlyMacros(cfg, fsys, ccfg, cfg.MacroFiles[:i+1], name); err != nil {
			return nil, err
		}
		ccfg.PragmaHandler = fsys.pragmas() // forget the files with #pragma once
	}
	if fsys.macros || !fsys.alone {
		if err := expanded(ccfg, fsys, file, sources); err != nil {
			return nil, err
		}
		ccfg.PragmaHandler = fsys.pragmas()
	}
	ast, ended, err := limited(ccfg, fsys, file, func() (*cc.AST, error) { return cc.Translate(ccfg, sources) })
	if !ended {
		return nil, err
	}
	err = fsys.judge(err)
	if e, ok := err.(*Error); ok && !e.Pos.IsValid() && fsys.err == nil {
		ccfg.PragmaHandler = fsys.pragmas()
		if err = fsys.relocate(ccfg, sources, e); err == e && strings.HasSuffix(e.Msg, unsupported) {
			ccfg.PragmaHandler = fsys.pragmas()
			err = fsys.narrow(ccfg, sources, e)
		}
	}
	if err != nil {
		return nil, err
	}
	return ast, nil
}

// limited calls run, which reads the program through ccfg and fsys, under the limits of time, memory and macro
// expansion. cc needs the limit of expansion before it reads any file. If the limit was too low for the files that were
// then read, run is called again with a limit that is at least twice as high.
func limited[T any](ccfg *cc.Config, fsys *files, file string, run func() (T, error)) (v T, ended bool, err error) {
	for {
		fsys.opens = 0
		fsys.served.Store(int64(fsys.size))
		v, ended, err = guarded(file, fsys.served.Load, run)
		if !ended || err == nil || fsys.err != nil || !strings.Contains(err.Error(), "macro expansion limit exceeded") {
			return v, ended, err
		}
		allowed := expansionBase + expansionPerByte*int(fsys.served.Load())
		if allowed <= ccfg.ExpansionLimit {
			return v, ended, err
		}
		ccfg.ExpansionLimit = max(allowed, 2*ccfg.ExpansionLimit)
		ccfg.PragmaHandler = fsys.pragmas()
	}
}

// relocate parses the program again to find an error with a position, which replaces e, an error without a position. It
// returns e if it finds no such error.
func (f *files) relocate(ccfg *cc.Config, sources []cc.Source, e *Error) error {
	better, ended, err := limited(ccfg, f, f.file, func() (*Error, error) {
		ast, err := cc.Parse(ccfg, sources)
		if err != nil {
			return nil, err
		}
		if at, msg := locate(ast); at != nil {
			return errorf(f.pos(at.Position()), "%s", msg), nil
		}
		return nil, nil
	})
	if ended && err == nil && better != nil {
		return better
	}
	return e
}

// setup returns cc's configuration and sources.
func setup(cfg Config, fsys *files, file string, src []byte) (*cc.Config, []cc.Source, error) {
	goarch := "386"
	if cfg.Model == ir.LP64 {
		goarch = "amd64"
	}
	abi, err := cc.NewABI("linux", goarch)
	if err != nil {
		return nil, nil, &Error{Msg: err.Error()}
	}
	if cfg.Model == ir.ILP32 { // gcc has no such type there, see Unit.Int128
		abi.Types[cc.Int128] = cc.AbiType{Size: 16, Align: 16, FieldAlign: 16}
		abi.Types[cc.UInt128] = abi.Types[cc.Int128]
	}
	ccfg := &cc.Config{
		ABI:                        abi,
		FS:                         fsys,
		FSOnly:                     true,
		PragmaHandler:              fsys.pragmas(),
		UnsignedEnums:              true,
		IgnoreNegativeShiftAmounts: true,
		HasBuiltin:                 fsys.hasBuiltin(cfg.Model == ir.LP64),
	}
	abi.SignedChar = !cfg.UnsignedChar
	words, err := cfg.keywords()
	if err != nil {
		return nil, nil, &Error{Msg: err.Error()}
	}
	if words != nil {
		Hidden(ccfg, "keywords").Set(reflect.ValueOf(words))
	}
	// cc joins each name to each folder: "" is the folder of the including file, and the root, which comes last,
	// is for absolute names.
	ccfg.SysIncludePaths = slices.Concat(cfg.before(), []string{headerRoot}, cfg.afterEmbedded(), []string{"/"})
	ccfg.IncludePaths = slices.Concat([]string{""}, cfg.QuoteDirs, ccfg.SysIncludePaths)

	sources := []cc.Source{
		{Name: "<predefined>", Value: fsys.predef},
		{Name: "<builtin>", Value: fsys.builtin},
	}
	if s := commandLine(cfg); s != "" {
		sources = append(sources, cc.Source{Name: "<command-line>", Value: s})
	}
	fsys.size = len(src)
	// cc appends to the slice it is given and keeps it.
	sources = append(sources, cc.Source{Name: file, Value: bytes.Clone(src)})
	for _, t := range cfg.After {
		text := []byte(t.Text + "\n")
		if !t.Made {
			p, err := fsys.prepare(t.Name, text)
			if err != nil {
				return nil, nil, err
			}
			fsys.texts[t.Name] = p
			text = p.out
		}
		sources = append(sources, cc.Source{Name: t.Name, Value: bytes.Clone(text)})
		fsys.size += len(text)
	}
	ccfg.ExpansionLimit = expansionBase + expansionPerByte*fsys.size
	return ccfg, append(sources, cc.Source{Name: endName, Value: strings.Repeat(endText, 3)}), nil
}

// expanded preprocesses the program and checks the nesting of the result, since macros can turn a short text into a
// deeply nested one.
func expanded(ccfg *cc.Config, fsys *files, file string, sources []cc.Source) error {
	text, ended, err := limited(ccfg, fsys, file, func() ([]byte, error) {
		var b bytes.Buffer
		err := cc.Preprocess(ccfg, sources, &b)
		return b.Bytes(), err
	})
	if !ended {
		return err
	}
	if err = fsys.judge(err); err != nil {
		return err
	}
	toks, bad := lex(text)
	if bad != nil {
		return nil // cc reports the error with a position
	}
	if e := nesting(file, text, toks); e != nil {
		return &Error{Msg: file + ": after macro expansion " + e.Msg}
	}
	return nil
}

// onlyMacros returns an error for a file of -imacros that has declarations: only its macros would have to be kept.
func onlyMacros(cfg Config, fsys *files, ccfg *cc.Config, upTo []string, name string) error {
	cfg.MacroFiles, cfg.Includes = upTo, nil
	sources := []cc.Source{{Name: "<predefined>", Value: fsys.predef}, {Name: "<command-line>", Value: commandLine(cfg)}}
	text, ended, err := limited(ccfg, fsys, name, func() ([]byte, error) {
		var b bytes.Buffer
		err := cc.Preprocess(ccfg, sources, &b)
		return b.Bytes(), err
	})
	if !ended {
		return err
	}
	if err = fsys.judge(err); err == nil && len(bytes.TrimSpace(text)) > 0 {
		err = &Error{Msg: "-imacros " + name +
			": the file has more than macros, which is not supported; -include takes all of it"}
	}
	return err
}

// judge converts cc's error into an error for the user. An error of the preparation of a file takes precedence.
func (f *files) judge(err error) error {
	if f.err != nil {
		return f.err
	}
	var own *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		return own
	}
	return f.fromCC(err)
}

// pragmas returns the handler for the pragmas that cc passes on.
func (f *files) pragmas() func([]cc.Token) error {
	// A file may have several #pragma once. It is included again if the same line occurs again.
	once := map[string]bool{}
	return func(toks []cc.Token) error {
		pos := toks[0].Position()
		switch toks[0].SrcStr() {
		case "once":
			at := f.pos(pos).String()
			if once[at] {
				return cc.SkipSource
			}
			once[at] = true
		case "weak":
			var words []string
			for _, t := range toks[1:] {
				if w := strings.TrimSpace(t.SrcStr()); w != "" {
					words = append(words, w)
				}
			}
			if len(words) == 1 {
				f.weak[words[0]] = true
			} else if f.err == nil {
				f.err = errorf(f.pos(pos), "#pragma weak with an alias is not supported (the attributes weak and alias are)")
			}
		case "pack", "ms_struct", "scalar_storage_order":
			if f.err == nil {
				f.err = &Error{Msg: f.file + ": #pragma " + toks[0].SrcStr() + " by _Pragma is not supported"}
				if pos.Filename != "_Pragma_" {
					f.err = errorf(f.pos(pos), "#pragma %s is not supported", toks[0].SrcStr())
				}
			}
		}
		return nil
	}
}

// commandLine returns the directives for -D, -U and -include.
func commandLine(cfg Config) string {
	var b strings.Builder
	for _, d := range cfg.Defines {
		name, val, ok := strings.Cut(d, "=")
		if !ok {
			val = "1"
		}
		fmt.Fprintf(&b, "#define %s %s\n", name, val)
	}
	for _, u := range cfg.Undefs {
		fmt.Fprintf(&b, "#undef %s\n", u)
	}
	for _, i := range slices.Concat(cfg.MacroFiles, cfg.Includes) {
		fmt.Fprintf(&b, "#include \"%s\"\n", i)
	}
	return b.String()
}
