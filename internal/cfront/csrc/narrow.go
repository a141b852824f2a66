package csrc

import (
	"fmt"
	"reflect"
	"regexp"
	"sort"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// unsupported is the error about a construct that cc's checker does not know, or about which it panics without a
// position.
const unsupported = "there is a construct that the C front end does not support"

// internal reports whether a text is an internal error of cc.
func internal(text string) bool {
	return strings.HasPrefix(text, "TODO") || strings.HasPrefix(text, "internal error") ||
		strings.Contains(text, "<invalid type>")
}

// narrow finds the position of an internal error of cc's checker. It finds the first declaration with which the checker
// fails, by binary search over the number of declarations, and within it the first node of the kind that cc's error
// names. It returns e if it does not succeed.
func (f *files) narrow(ccfg *cc.Config, sources []cc.Source, e *Error) error {
	cause := f.cause
	ast, ended, err := limited(ccfg, f, f.file, func() (*cc.AST, error) { return cc.Parse(ccfg, sources) })
	if !ended || err != nil {
		return e
	}
	var decls []*cc.ExternalDeclaration
	var ends []int
	var text strings.Builder
	for l := ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		decls = append(decls, l.ExternalDeclaration)
		text.WriteString(funcName.ReplaceAllString(cc.NodeSource(l.ExternalDeclaration), ""))
		text.WriteByte('\n')
		ends = append(ends, text.Len())
	}
	all := text.String()
	k := sort.Search(len(decls), func(k int) bool {
		part := *ccfg
		_, ended, err := guarded(f.file, func() int64 { return int64(ends[k]) }, func() (*cc.AST, error) {
			return cc.Translate(&part, []cc.Source{{Name: f.file, Value: all[:ends[k]]}})
		})
		return !ended || err != nil && f.failed(err)
	})
	var at, within cc.Node = nil, ast.TranslationUnit
	if k < len(decls) {
		at, within = decls[k], decls[k]
	}
	found := false
	Walk(within, func(n cc.Node) bool {
		if !found && named(n, cause) {
			at, found = n, true
		}
		return !found
	})
	if at == nil {
		return e
	}
	return f.unsupportedAt(f.pos(at.Position()))
}

// unsupportedAt returns the error about a construct at a known position. It shows the text that begins there.
func (f *files) unsupportedAt(p ir.Pos) *Error {
	const most = 60
	src, err := f.read(p.File)
	lines := strings.Split(string(src), "\n")
	if err != nil || p.Line < 1 || p.Line > len(lines) || p.Col < 1 || p.Col > len(lines[p.Line-1]) {
		return errorf(p, "%s", unsupported)
	}
	text := strings.TrimSpace(strings.ToValidUTF8(lines[p.Line-1][p.Col-1:], "?"))
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "..."
	}
	return errorf(p, "%s: %s", unsupported, text)
}

// funcName matches the declaration of __func__ that cc adds to functions.
var funcName = regexp.MustCompile(`static\s+const\s+char\s+__func__\s*\[\s*\]\s*=\s*"[^"]*"\s*;`)

// failed reports whether an error contains an internal error of cc.
func (f *files) failed(err error) bool {
	for line := range strings.Lines(err.Error()) {
		if msg := f.oneFromCC(line).Msg; internal(msg) || strings.HasSuffix(msg, unsupported) {
			return true
		}
	}
	return false
}

// named reports whether an error of cc names the kind of a node.
func named(n cc.Node, complaint string) bool {
	v := reflect.ValueOf(n)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return false
	}
	c := v.Elem().FieldByName("Case")
	for word := range strings.FieldsSeq(complaint) {
		if c.IsValid() && fmt.Sprint(c) == word {
			return true
		}
	}
	return false
}
