package csrc

import (
	"bytes"
	"embed"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"modernc.org/token"

	"github.com/tandem-verifier/tandem/internal/ir"
)

//go:embed all:include
var headers embed.FS

// headerRoot is the folder under which cc finds the embedded headers. No real folder can have this name.
const headerRoot = "<tandem>"

// files provides all files that the preprocessor opens: files in memory, the embedded headers, files on disk. It
// implements fs.FS, but with names of the operating system.
type files struct {
	optionalRules
	cfg      Config
	file     string              // the file given to Parse
	predef   string              // the predefined macros before the file, see prologue
	builtin  string              // the declarations of builtins before the file, see prologue
	texts    map[string]*text    // the user's files, prepared, by name
	used     []ir.File           // the user's files that were read, in order of first use
	packs    []Pack              // the #pragma packs of the unit
	opens    int                 // number of files that cc has opened
	size     int                 // bytes of the main file and the texts that follow it
	served   atomic.Int64        // bytes that cc was given, in this attempt
	includes map[string][]string // by file: the files that it includes outside of #if
	lines    bool                // the main file has #line
	macros   bool                // the main file defines macros of more than one token
	alone    bool                // the main file includes only embedded headers
	vectors  bool                // some file has the attribute vector_size
	weak     map[string]bool     // #pragma weak
	short    map[string]string   // by name: the short name for positions
	cause    string              // cc's internal error
	err      error               // the first error in the preparation of a file
}

// maxOpens bounds the number of files that one unit may open.
const maxOpens = 20000

// newFiles returns the files of a unit, none of which has been read.
func newFiles(cfg Config) *files {
	return &files{cfg: cfg, texts: map[string]*text{}, includes: map[string][]string{}, weak: map[string]bool{},
		short: map[string]string{}}
}

// read returns the bytes of a user's file.
func (f *files) read(name string) ([]byte, error) {
	if b, ok := f.cfg.Sources[name]; ok {
		return b, nil
	}
	st, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case st.IsDir():
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("is a directory")}
	case st.Size() > maxFile:
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("is too large")}
	}
	return os.ReadFile(name)
}

// prepared returns a user's file as cc reads it. It keeps the first error, since cc only reports that it cannot open
// the file.
func (f *files) prepared(name string) (*text, error) {
	if t := f.texts[name]; t != nil {
		return t, nil
	}
	src, err := f.read(name)
	if err != nil {
		return nil, err
	}
	t, err := f.prepare(name, src)
	if err != nil {
		err = f.show(err)
		if f.err == nil {
			f.err = err
		}
		return nil, err
	}
	f.texts[name] = t
	f.used = append(f.used, ir.File{Name: name, SHA256: digest(src)})
	return t, nil
}

// prepare checks a file's raw text and rewrites it.
func (f *files) prepare(name string, src []byte) (*text, error) {
	if i := bytes.IndexByte(src, 0); i >= 0 {
		return nil, errorf(posAt(name, src, i), "byte 0 in the file: this is not a C program")
	}
	first := f.phases(src)
	if first == nil {
		return f.rewrite(name, src)
	}
	t, err := f.rewrite(name, first.out)
	if err == nil {
		t.before = first
		return t, nil
	}
	for _, e := range listOf(err) {
		if e.Pos.File == name {
			e.Pos.Col = first.col(e.Pos.Line, e.Pos.Col)
		}
	}
	return nil, err
}

// rewrite is prepare after the first phases of translation.
func (f *files) rewrite(name string, src []byte) (*text, error) {
	toks, bad := lex(src)
	if bad != nil {
		return nil, errorf(posAt(name, src, bad.off), "%s", bad.msg)
	}
	if err := strays(name, src, toks); err != nil {
		return nil, err
	}
	if err := nesting(name, src, toks); err != nil {
		return nil, err
	}
	if err := f.cycle(name, src, toks); err != nil {
		return nil, err
	}
	if name == f.file {
		f.macros = macros(src, toks)
		f.predef, f.builtin = f.prologue(src, toks)
	}
	r := &rewriter{editor: editor{src: src, toks: toks, cfg: &f.cfg, model: f.cfg.Model, file: name, main: name == f.file},
		optionalRules: f.optionalRules, files: f, packs: &f.packs}
	if r.main {
		f.lines = hasLine(src, toks) && (namesLine(src) || !f.alone)
	}
	r.lines.inMacros = f.lines
	r.run()
	f.vectors = f.vectors || r.vectors
	if len(r.errs) == 1 {
		return nil, r.errs[0]
	} else if len(r.errs) > 1 {
		return nil, r.errs
	}
	return apply(src, r.edits), nil
}

// main prepares the file given to Parse.
func (f *files) main(name string) (*text, error) {
	f.file = name
	t, err := f.prepared(name)
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			return nil, &Error{Msg: "cannot read " + name + ": " + pe.Err.Error()}
		}
		return nil, err
	}
	return t, nil
}

// Open implements fs.FS for cc.
func (f *files) Open(name string) (fs.File, error) {
	if rest, ok := strings.CutPrefix(name, headerRoot+"/"); ok {
		src, err := headers.ReadFile(path.Join("include", rest))
		if err != nil {
			return nil, err
		}
		f.vectors = f.vectors || bytes.Contains(src, []byte("__vector_size__"))
		f.served.Add(int64(len(src)))
		return &memFile{name: name, size: int64(len(src)), r: bytes.NewReader(src)}, nil
	}
	if f.opens++; f.opens > maxOpens {
		if f.err == nil {
			f.err = &Error{Msg: "too many files are included"}
		}
		return nil, f.err
	}
	t, err := f.prepared(name)
	if err != nil {
		return nil, err
	}
	out := t.out
	if f.isHost(name) {
		out = append([]byte(hostPrologue), out...)
	}
	f.served.Add(int64(len(out)))
	return &memFile{name: name, size: int64(len(out)), r: bytes.NewReader(out)}, nil
}

// pos converts cc's position.
func (f *files) pos(p token.Position) ir.Pos {
	return f.original(ir.Pos{File: p.Filename, Line: p.Line, Col: p.Column})
}

// hostPrologue is added before each header of the machine. glibc's headers expect the macros of features.h from other
// headers that they include. The embedded headers, which take their place here, do not define the macros.
const hostPrologue = "#include <features.h>\n"

// original maps a position in a prepared text to one in the user's file.
func (f *files) original(p ir.Pos) ir.Pos {
	if p.Line > 1 && f.isHost(p.File) {
		p.Line--
	}
	if t := f.texts[p.File]; t != nil && (t.edits != nil || t.before != nil) {
		p.Col = t.col(p.Line, p.Col)
	}
	p.File = f.shown(p.File)
	return p
}

// memFile is an open file in memory.
type memFile struct {
	name string
	size int64
	r    io.Reader
}

func (m *memFile) Read(p []byte) (int, error) { return m.r.Read(p) }
func (m *memFile) Close() error               { return nil }
func (m *memFile) Stat() (fs.FileInfo, error) { return m, nil }
func (m *memFile) Name() string               { return path.Base(m.name) }
func (m *memFile) Size() int64                { return m.size }
func (m *memFile) Mode() fs.FileMode          { return 0o444 }
func (m *memFile) ModTime() time.Time         { return time.Time{} }
func (m *memFile) IsDir() bool                { return false }
func (m *memFile) Sys() any                   { return nil }
