package csrc

import (
	"crypto/sha256"
	"encoding/hex"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Config says how a file is read. The zero value of everything but Model is
// usable.
type Config struct {
	Model       ir.DataModel
	IncludeDirs []string          // -I, searched before the embedded headers
	Includes    []string          // -include: files read before the program, as by #include "..."
	Defines     []string          // -D: NAME or NAME=VALUE
	Undefs      []string          // -U: NAME
	Sources     map[string][]byte // files in memory; they win over those on disk
}

// Unit is one preprocessed, parsed and typed translation unit.
type Unit struct {
	AST   *cc.AST
	Model ir.DataModel
	File  string    // as given to Parse
	Files []ir.File // the user's files in order of first use; embedded headers are left out

	Packs []Pack // the #pragma packs, see PackIndex

	AsmNames map[string]string // the asm names of declarations with linkage, by their names in C
	AsmGoto  bool              // it has asm goto

	files *files
}

// Parse reads, preprocesses, parses and types one file. The error is a *Error
// or an ErrorList; its texts have positions where there is one. Parse never
// panics and never runs another program.
func Parse(cfg Config, file string) (*Unit, error) {
	fsys := newFiles(cfg)
	src, err := fsys.main(file)
	if err != nil {
		return nil, err
	}
	ast, err := translate(cfg, fsys, file, src.out)
	if err != nil {
		return nil, err
	}
	u := &Unit{AST: ast, Model: cfg.Model, File: file, Files: fsys.used, Packs: fsys.packs, files: fsys}
	if err := check(u); err != nil {
		return nil, err
	}
	return u, nil
}

// Pos is the position of a node in the user's file.
func (u *Unit) Pos(n cc.Node) ir.Pos {
	return u.files.pos(n.Position())
}

func digest(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}
