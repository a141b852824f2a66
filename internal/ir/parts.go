package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Pointers that the program did not compute: read from bytes that are inputs, made
// from numbers. Such a pointer may be the address of any object that code outside
// can know of and whose type fits. The targets of a register (Var.Points) and what lies
// in an object (Object.Parts, Site.Parts) are kinds, texts that only the front end
// understands: "i32", "struct n", "code". No information means anything.

// Part is a place in an object where something of a kind lies: at Off, or at all
// offsets that are Off modulo Stride if that is not 0.
type Part struct {
	Kind        string
	Off, Stride int64
}

// Anywhere stands for an object of which nothing is known: a pointer of any kind may
// point to each of its bytes.
var Anywhere = Part{"", 0, 1}

// Nowhere stands for an object that no guessed pointer leads to.
var Nowhere = Part{Kind: "nothing"}

// Text stands for an object of a text that the process is started with (Texts).
var Text = Part{Kind: "text"}

// IsText reports whether the objects of a site hold such texts.
func (s *Site) IsText() bool { return len(s.Parts) == 1 && s.Parts[0] == Text }

// Fits lists the places where a guessed pointer of a kind ("": any) may point to in
// an object with these parts.
func Fits(parts []Part, kind string) []Part {
	if len(parts) == 1 && (parts[0] == Nowhere || parts[0] == Text) {
		return nil
	}
	if len(parts) == 0 || kind == "" {
		return []Part{Anywhere}
	}
	var out []Part
	for _, p := range parts {
		if p.Kind == "" {
			return []Part{Anywhere}
		}
		if p.Kind == kind {
			out = append(out, Part{"", p.Off, p.Stride})
		}
	}
	slices.SortFunc(out, func(a, b Part) int {
		if a.Off != b.Off {
			return int(a.Off - b.Off)
		}
		return int(a.Stride - b.Stride)
	})
	return slices.Compact(out)
}

func partsText(ps []Part) string {
	var b strings.Builder
	for i, p := range ps {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s %d", p.Kind, p.Off)
		if p.Stride != 0 {
			fmt.Fprintf(&b, "%%%d", p.Stride)
		}
	}
	return b.String()
}

func parseParts(s string) ([]Part, bool) {
	if s == "" {
		return nil, true
	}
	var out []Part
	for _, t := range strings.Split(s, "; ") {
		i := strings.LastIndexByte(t, ' ')
		if i < 0 {
			return nil, false
		}
		p := Part{Kind: t[:i]}
		off, stride, has := strings.Cut(t[i+1:], "%")
		var err error
		if p.Off, err = strconv.ParseInt(off, 10, 64); err != nil {
			return nil, false
		}
		if has {
			if p.Stride, err = strconv.ParseInt(stride, 10, 64); err != nil {
				return nil, false
			}
		}
		out = append(out, p)
	}
	return out, true
}
