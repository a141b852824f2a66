package csrc

import (
	"bytes"
	_ "embed"
	"maps"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"unsafe"

	"modernc.org/cc/v4"
)

// This file has the changes that a version of the language makes to the text of a file and to its keywords. The rules
// of rewrite.go apply after them.

// Values of Config.Standard; the others are values of __STDC_VERSION__.
const (
	C90 = 199000
	C99 = 199901
	C17 = 201710
	C23 = 202311
)

// standard returns the version of the language for reading a file.
func (c *Config) standard() int {
	if c.Standard == 0 {
		return C17
	}
	return c.Standard
}

// c23 reports whether the version is C23 or later.
func (c *Config) c23() bool { return c.standard() >= C23 }

// defaultKeywords returns cc's table of keywords, which has the keywords of gnu17.
var defaultKeywords = sync.OnceValues(func() (map[string]rune, error) {
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		return nil, err
	}
	cfg := &cc.Config{ABI: abi}
	if _, err := cc.Parse(cfg, []cc.Source{{Name: "<keywords>", Value: "int __predefined_declarator;\n"}}); err != nil {
		return nil, err
	}
	return Hidden(cfg, "keywords").Interface().(map[string]rune), nil
})

// keywords returns the table of keywords for a configuration, nil for cc's default table.
func (c *Config) keywords() (map[string]rune, error) {
	std := c.standard()
	if !c.Strict && std >= C99 && std < C23 {
		return nil, nil
	}
	known, err := defaultKeywords()
	if err != nil {
		return nil, err
	}
	table := maps.Clone(known)
	if c.Strict {
		delete(table, "asm")
		if std < C23 {
			delete(table, "typeof")
		}
		if std < C99 {
			delete(table, "inline")
		}
	}
	if std < C99 {
		delete(table, "restrict")
	}
	if std >= C23 {
		for word, old := range keywords23 {
			table[word] = known[old]
		}
	}
	return table, nil
}

// keywords23 are the new names of keywords.
var keywords23 = map[string]string{
	"alignas": "_Alignas", "alignof": "_Alignof", "bool": "_Bool", "static_assert": "_Static_assert",
	"thread_local": "_Thread_local",
}

// prologue23 declares the constants of C23. For cc they are enumerators; package layout knows their types. The
// preprocessor evaluates true as 1, so true is a macro.
//
//go:embed predef/c23.h
var prologue23 string

// keywordTrue is rule 45: token i is true in a directive other than the body of a macro.
func (r *rewriter) keywordTrue(i int) {
	switch {
	case r.is(i-1, "undef"):
		r.replace(i-1, "define")
		r.replace(i, "true (!__tandem_false)")
	case (r.is(i-1, "ifdef") || r.is(i-1, "ifndef") || r.is(i-1, "defined") || r.is(i-1, "(") && r.is(i-2, "defined")) &&
		!r.ownTrue:
		r.replace(i, "__tandem_no")
	}
}

// Hidden returns an unexported field of one of cc's structs, to which p points; it can be read and set. cc has no
// functions for some of its data. The tests fail if a new version of cc has other fields.
func Hidden(p any, name string) reflect.Value {
	v := reflect.ValueOf(p).Elem().FieldByName(name)
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

var trigraph = regexp.MustCompile(`\?\?[=/'()!<>-]`)

var trigraphs = strings.NewReplacer("??=", "#", "??/", `\`, "??'", "^", "??(", "[", "??)", "]", "??!", "|", "??<", "{",
	"??>", "}", "??-", "~")

// phases applies the edits that precede tokenisation: trigraphs are replaced, digit separators of C23 are removed, and
// in C90 // is no comment. It returns nil if there are no edits.
func (f *files) phases(src []byte) *text {
	var t *text
	if f.cfg.Trigraphs {
		var edits []edit
		for _, at := range trigraph.FindAllIndex(src, -1) {
			edits = append(edits, edit{at[0], 3, trigraphs.Replace(string(src[at[0]:at[1]]))})
		}
		if len(edits) > 0 {
			t = apply(src, edits)
			src = t.out
		}
	}
	var edits []edit
	switch {
	case f.cfg.c23() && separator.Match(src):
		edits = separators(src)
	case f.cfg.Strict && f.cfg.standard() < C99:
		edits = slashes(src)
	}
	if len(edits) > 0 {
		u := apply(src, edits)
		u.before = t
		t = u
	}
	return t
}

var separator = regexp.MustCompile(`[0-9A-Fa-f]'[0-9A-Fa-f]`)

// separators returns the edits that delete the ' between digits.
func separators(src []byte) (edits []edit) {
	pieces(src, true, func(from, to int) {
		for i := from; i < to; i++ {
			if src[i] == '\'' {
				edits = append(edits, edit{i, 1, ""})
			}
		}
	})
	return edits
}

// slashes returns the edits that separate the two characters of each //. In C90 these are two divisions, or a division
// and the beginning of a comment.
func slashes(src []byte) (edits []edit) {
	pieces(src, false, func(from, to int) {
		if to-from == 2 && src[from] == '/' {
			edits = append(edits, edit{from + 1, 0, " "})
		}
	})
	return edits
}

// pieces calls visit for the pieces of text that separators and slashes edit. If lineComments is set, // begins a
// comment, and the pieces are the numbers with digit separators of C23; otherwise the pieces are the //. It skips
// comments, strings and character constants.
func pieces(src []byte, lineComments bool, visit func(from, to int)) {
	for i := 0; i < len(src); {
		c := src[i]
		next := byte(0)
		if i+1 < len(src) {
			next = src[i+1]
		}
		switch {
		case c == '/' && next == '/' && lineComments:
			for i < len(src) && src[i] != '\n' {
				i += max(1, splice(src, i))
			}
		case c == '/' && next == '/':
			visit(i, i+2)
			i++
		case c == '/' && next == '*':
			end := bytes.Index(src[i+2:], []byte("*/"))
			if end < 0 {
				return
			}
			i += end + 4
		case c == '"' || c == '\'':
			i, _ = quoted(src, i)
		case isIdentStart(c):
			for i < len(src) && isIdent(src[i]) {
				i++
			}
		case c >= '0' && c <= '9' || c == '.' && next >= '0' && next <= '9':
			from := i
			for i++; i < len(src); i++ {
				d := src[i]
				if (d == '+' || d == '-') && strings.IndexByte("eEpP", src[i-1]) >= 0 {
					continue
				}
				if d == '\'' && lineComments && i+1 < len(src) && isIdent(src[i+1]) {
					continue
				}
				if !isIdent(d) && d != '.' {
					break
				}
			}
			if lineComments {
				visit(from, i)
			}
		default:
			i++
		}
	}
}
