package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// This file is about guessed pointers: pointers that the program did not compute, but read from bytes that are inputs,
// or converted from numbers. A guessed pointer may be the address of any object that code outside of the program can
// know and whose type fits. Here a type is a kind, which is a text that only the front end interprets: "i32", "struct
// n", "code". A register has the kind of its targets (Var.Points); objects and sites have the kinds of their contents
// (Object.Parts, Site.Parts). Without such information, a pointer may have any target.

// Part is a part of an object with contents of a kind. It is at offset Off if Stride is 0, otherwise at all offsets
// that are equal to Off modulo Stride.
type Part struct {
	Kind        string
	Off, Stride int64
}

// Anywhere describes an object with unknown contents: a pointer of any kind may point to each of its bytes.
var Anywhere = Part{"", 0, 1}

// Nowhere describes an object to which no guessed pointer leads.
var Nowhere = Part{Kind: "nothing"}

// Text describes an object with a text that the process gets when it starts (see Texts).
var Text = Part{Kind: "text"}

// IsText reports whether the objects of s hold texts that the process gets when it starts.
func (s *Site) IsText() bool { return len(s.Parts) == 1 && s.Parts[0] == Text }

// Fits returns the parts of an object to which a guessed pointer of this kind may point, sorted by offset. parts are
// the parts of the object; kind may be "" for any kind. Parts of the result have no kind.
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

// partsText returns the text form of parts, such as "i32 0; code 8%16".
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

// parseParts is the inverse of partsText; it returns false if s is malformed.
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
