package csrc

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

//go:embed predef/ilp32.h
var predefILP32 string

//go:embed predef/lp64.h
var predefLP64 string

//go:embed predef/builtin.h
var builtinText string

// expansionLimit bounds the work of macro expansion (cc counts tokens and
// hide-set entries).
const expansionLimit = 200_000_000

// translate runs cc over the predefined macros, the builtin text, the command
// line's definitions, and the file.
func translate(cfg Config, fsys *files, file string, src []byte) (ast *cc.AST, err error) {
	goarch, predef := "386", predefILP32
	if cfg.Model == ir.LP64 {
		goarch, predef = "amd64", predefLP64
	}
	abi, err := cc.NewABI("linux", goarch)
	if err != nil {
		return nil, &Error{Msg: err.Error()}
	}
	ccfg := &cc.Config{
		ABI:                        abi,
		FS:                         fsys,
		FSOnly:                     true,
		UnsignedEnums:              true,
		IgnoreNegativeShiftAmounts: true,
		ExpansionLimit:             expansionLimit,
	}
	ccfg.IncludePaths = append(ccfg.IncludePaths, "")
	ccfg.IncludePaths = append(ccfg.IncludePaths, cfg.IncludeDirs...)
	ccfg.IncludePaths = append(ccfg.IncludePaths, headerRoot)
	ccfg.SysIncludePaths = append(ccfg.SysIncludePaths, cfg.IncludeDirs...)
	ccfg.SysIncludePaths = append(ccfg.SysIncludePaths, headerRoot)

	sources := []cc.Source{
		{Name: "<predefined>", Value: predef},
		{Name: "<builtin>", Value: builtinText},
	}
	if s := commandLine(cfg, filepath.Dir(file)); s != "" {
		sources = append(sources, cc.Source{Name: "<command-line>", Value: s})
	}
	sources = append(sources, cc.Source{Name: file, Value: src})
	defer func() {
		if r := recover(); r != nil {
			ast, err = nil, &Error{Msg: fmt.Sprintf("%s: the C front end failed: %v", file, r)}
		}
	}()
	ast, err = cc.Translate(ccfg, sources)
	if err != nil {
		return nil, &Error{Msg: err.Error()}
	}
	return ast, nil
}

// commandLine is the text that -D, -U and -include stand for.
func commandLine(cfg Config, dir string) string {
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
	for _, i := range cfg.Includes {
		fmt.Fprintf(&b, "#include \"%s\"\n", i)
	}
	return b.String()
}
