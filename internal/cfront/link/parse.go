package link

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// parse parses the files of the program. amend returns the unit to use in place of a unit that was parsed.
func (l linking) parse(amend func(*csrc.Unit) (*csrc.Unit, error)) error {
	if len(l.Cfg.Files) == 0 {
		return &csrc.Error{Msg: "no input file"}
	}
	var list csrc.ErrorList
	var hosts []string
	for _, file := range l.Cfg.Files {
		if own, is := l.Cfg.PerFile[file]; (is && own.UnsignedChar) != l.Layout.UnsignedChar {
			return &csrc.Error{Msg: file + ": plain char is signed in one file of the program and unsigned in another one " +
				"(-funsigned-char), which is not supported"}
		}
	}
	parsed := l.Cfg.parse()
	if l.Cfg.Step != nil {
		l.Cfg.Step("parse", 0)
	}
	for i, file := range l.Cfg.Files {
		src, err := parsed[i].unit, parsed[i].err
		if err == nil && amend != nil {
			src, err = amend(src)
		}
		if err != nil {
			list = append(list, AsErrors(err)...)
			continue
		}
		if err := l.addTypes(src); err != nil {
			list = append(list, AsErrors(err)...)
			continue
		}
		l.Units = append(l.Units, &Unit{program: l.Program, Src: src, AST: src.AST, Locals: map[string]*Symbol{}})
		for _, f := range src.Files {
			l.addFile(f)
		}
		hosts = append(hosts, src.Host...)
		l.warnAnnotations(file)
	}
	switch len(list) {
	case 0:
		l.sayHosts(hosts)
		l.sayInt128()
		return nil
	case 1:
		return list[0]
	}
	return list
}

// sayHosts warns, once for all files, of the headers that were read from this machine.
func (l linking) sayHosts(names []string) {
	slices.Sort(names)
	names = slices.Compact(names)
	n := len(names)
	switch {
	case n == 0:
		return
	case n > 6:
		names = append(names[:6], fmt.Sprintf("%d more", n-6))
	}
	l.Warn(ir.Pos{}, "headers of this machine are read, as none of these names is embedded: %s (-nostdinc: none)",
		strings.Join(names, ", "))
}

// addFile adds a file to the program, unless it is there already.
func (l linking) addFile(f ir.File) {
	for _, g := range l.IR.Files {
		if g.Name == f.Name {
			return
		}
	}
	l.IR.Files = append(l.IR.Files, f)
}

// AsErrors returns err as a list.
func AsErrors(err error) csrc.ErrorList {
	var list csrc.ErrorList
	if errors.As(err, &list) {
		return list
	}
	var e *csrc.Error
	if errors.As(err, &e) {
		return csrc.ErrorList{e}
	}
	return csrc.ErrorList{{Msg: err.Error()}}
}

// sayInt128 warns, once for all files, of the use of __int128 in a data model in which gcc does not have it.
func (l linking) sayInt128() {
	for _, u := range l.Units {
		if at := u.Src.Int128; at.IsValid() {
			l.Warn(at, "gcc has no __int128 under ILP32: it is taken as under LP64, with 16 bytes and their alignment")
			return
		}
	}
}
