package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// Place is an address in a form that does not depend on the layout of memory: an object or a function, and an offset.
type Place struct {
	Kind PlaceKind
	ID   int // Object.ID of a global, Func.ID, Site.ID
	Occ  int // for OfSite: the number (from 0) of the execution of the site that made the object
	Off  int64
}

// PlaceKind is the kind of the object to which a Place belongs.
type PlaceKind uint8

// Kinds of places.
const (
	Number   PlaceKind = iota // no object: the value is a number
	OfGlobal                  // a global object
	OfFunc                    // a function
	// an object that an execution of a site made: a local object, an allocation, the object of a pointer input
	OfSite
)

// PlaceText returns the text of a place for people and for ParsePlace, such as &g+4, &f(), &malloc@a.c:3:7#2+8. It
// returns "" for a Number.
func PlaceText(p *Program, at Place) string {
	var s string
	switch at.Kind {
	case OfGlobal:
		s = "&" + p.Objects[at.ID].Name
	case OfFunc:
		s = "&" + p.Funcs[at.ID].Name + "()"
	case OfSite:
		s = "&" + p.Sites[at.ID].Key
		if at.Occ > 0 {
			s += fmt.Sprintf("#%d", at.Occ)
		}
	case Number:
		return ""
	}
	if at.Off != 0 {
		s += fmt.Sprintf("%+d", at.Off)
	}
	return s
}

// ParsePlace returns the place whose PlaceText is text.
func ParsePlace(p *Program, text string) (Place, error) {
	bad := fmt.Errorf("no object %q in the program", text)
	s, ok := strings.CutPrefix(text, "&")
	if !ok {
		return Place{}, bad
	}
	var at Place
	if i := strings.LastIndexAny(s, "+-"); i >= 0 {
		if n, err := strconv.ParseInt(s[i:], 10, 64); err == nil {
			at.Off, s = n, s[:i]
		}
	}
	if f, ok := strings.CutSuffix(s, "()"); ok {
		for _, g := range p.Funcs {
			if g.Name == f {
				at.Kind, at.ID = OfFunc, g.ID
				return at, nil
			}
		}
		return Place{}, bad
	}
	for _, o := range p.Objects {
		if o.Name == s {
			at.Kind, at.ID = OfGlobal, o.ID
			return at, nil
		}
	}
	if i := strings.LastIndexByte(s, '#'); i >= 0 {
		if n, err := strconv.Atoi(s[i+1:]); err == nil {
			at.Occ, s = n, s[:i]
		}
	}
	for _, q := range p.Sites {
		if q.Key == s {
			at.Kind, at.ID = OfSite, q.ID
			return at, nil
		}
	}
	return Place{}, bad
}
