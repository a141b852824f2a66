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
	"time"

	"modernc.org/token"

	"github.com/tandem-verifier/tandem/internal/ir"
)

//go:embed include
var headers embed.FS

// headerRoot is the directory under which cc sees the embedded headers. The
// name cannot clash with a real file's.
const headerRoot = "<tandem>"

// files serves all that the preprocessor opens: files in memory, the embedded
// headers, files on disk. It is an fs.FS only in that it has Open; names are
// those of the operating system.
type files struct {
	mem  map[string][]byte
	used []ir.File
	seen map[string]bool
}

func newFiles(cfg Config) *files {
	return &files{mem: cfg.Sources, seen: map[string]bool{}}
}

// read returns the bytes of a user's file.
func (f *files) read(name string) ([]byte, error) {
	b, ok := f.mem[name]
	if !ok {
		var err error
		if st, err := os.Stat(name); err != nil {
			return nil, err
		} else if st.IsDir() {
			return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("is a directory")}
		}
		if b, err = os.ReadFile(name); err != nil {
			return nil, err
		}
	}
	if !f.seen[name] {
		f.seen[name] = true
		f.used = append(f.used, ir.File{Name: name, SHA256: hash(b)})
	}
	return b, nil
}

// readMain reads the file given to Parse.
func (f *files) readMain(name string) ([]byte, error) {
	b, err := f.read(name)
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, &Error{Msg: "cannot read " + name + ": " + err.Error()}
	}
	return b, nil
}

// Open implements fs.FS for cc.
func (f *files) Open(name string) (fs.File, error) {
	if rest, ok := strings.CutPrefix(name, headerRoot+"/"); ok {
		return headers.Open(path.Join("include", rest))
	}
	b, err := f.read(name)
	if err != nil {
		return nil, err
	}
	return &memFile{name: name, size: int64(len(b)), r: bytes.NewReader(b)}, nil
}

// pos converts cc's position.
func (f *files) pos(p token.Position) ir.Pos {
	return ir.Pos{File: p.Filename, Line: p.Line, Col: p.Column}
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
